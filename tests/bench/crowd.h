/* SPDX-License-Identifier: MIT */
/* Many connections to one server, driven by one thread on epoll: the client side of the
 * benchmarks. */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include "bench.h"

#define CROWD_LINE_MAX 2048u

struct crowd;

struct client {
	int fd;
	unsigned index;
	unsigned partial_len; /* bytes of an unfinished line */
	bool online;
	bool websocket; /* receives WebSocket frames; each text is delivered like a line */
	char partial_line[CROWD_LINE_MAX];
};

/* A line without its end (CR LF or LF), NUL-terminated; now_ns is when it was read. */
typedef void crowd_line_fn(
    struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns);

struct crowd {
	int epoll_fd;
	unsigned port;
	unsigned n, max;
	struct client *clients;
	crowd_line_fn *on_line;
	void *ctx;            /* belongs to the owner */
	int urgent_epoll_fd;  /* a second epoll within the first: its clients are read first */
	unsigned urgent_from; /* index of the first urgent client; set before it connects */
	int rcvbuf; /* receive buffer of sockets opened from now on; 0: the kernel's default */
};

void crowd_init(
    struct crowd *crowd, unsigned port, unsigned max, crowd_line_fn *line, void *ctx);

/* Opens connections until there are n.  Source addresses are 127.0.0.2 and higher, with 5,000
 * connections each.  If login_format is not NULL, each connection logs in, several at a time:
 * the %s is replaced by the name of the account with the connection's index.  The call returns
 * when all are online; `done` is the beginning of the last line sent at login.  If login_format
 * is NULL, each connection sends a line and must get a line back. */
void crowd_log_in(struct crowd *crowd, unsigned n, const char *login_format, const char *done);

/* Opens connections until there are n, and sends nothing. */
void crowd_connect(struct crowd *crowd, unsigned n);

/* Opens connections until there are n, to a server that only broadcasts.  Returns when the
 * server has accepted all. */
void crowd_connect_and_wait(struct crowd *crowd, unsigned n);

/* Sends the text, or dies: it must always fit into the kernel's buffer. */
void crowd_send(struct client *c, const char *text, size_t n);

/* Like crowd_send, but sends a WebSocket frame; n is at most 125. */
void crowd_send_frame(struct client *c, const char *text, size_t n);

/* Makes n connections WebSockets, 64 at a time.  crowd->on_line must set `websocket` at the
 * empty line that ends the server's answer. */
void crowd_upgrade_websocket(struct crowd *crowd, unsigned n);

/* Stops reading from the client, like a peer that has gone to sleep.  An incomplete line is
 * discarded. */
void crowd_stop_reading(struct crowd *crowd, struct client *c);

/* Waits at most timeout_ms for lines, and delivers those received. */
void crowd_poll(struct crowd *crowd, int timeout_ms);

/* Delivers lines until none has arrived for quiet_ms. */
void crowd_settle(struct crowd *crowd, int quiet_ms);

/* Closes all connections, without leaving ports in TIME_WAIT. */
void crowd_close(struct crowd *crowd);

#define CROWD_CLIP_LOGIN "login bench 1008 %s " BENCH_PASSWORD "\r\n"
#define CROWD_CLIP_LOGIN_DONE "6" /* end of the list of users */
#define CROWD_TINY_LOGIN "connect %s " BENCH_PASSWORD "\r\n"
#define CROWD_TINY_LOGIN_DONE "+-" /* frame of the message of the day */

#endif
