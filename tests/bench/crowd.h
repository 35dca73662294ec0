/* SPDX-License-Identifier: MIT */
/* Many connections to one server, driven by one thread on epoll: the client side of the
 * benchmarks. */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include "bench.h"

#define CROWD_LINE_MAX 512u

struct crowd;

struct client {
	int fd;
	unsigned index;
	unsigned part_len; /* bytes of an unfinished line */
	bool online;
	char part[CROWD_LINE_MAX];
};

/* A line without its end (CR LF or LF), NUL-terminated; now_ns is when it was read. */
typedef void crowd_line(
    struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns);

struct crowd {
	int epoll;
	unsigned port;
	unsigned n, max;
	struct client *clients;
	crowd_line *line;
	void *ctx;            /* the owner's */
	int urgent;           /* a second epoll within the first: its clients are read first */
	unsigned urgent_from; /* index of the first urgent client; set before it connects */
	int rcvbuf;           /* of the sockets opened from now on; 0: the kernel's default */
};

void crowd_init(struct crowd *crowd, unsigned port, unsigned max, crowd_line *line, void *ctx);

/* Opens connections until there are n.  Sources are 127.0.0.2 and higher, 5,000 connections
 * each.  With login_format (whose %s is replaced by the name of account number index), the
 * accounts log in, several at once, and the call returns when all are on line: `done` is the
 * beginning of the last line of the log-in.  Without, each sends a line and gets one back. */
void crowd_grow(struct crowd *crowd, unsigned n, const char *login_format, const char *done);

/* Opens connections until there are n, and sends nothing. */
void crowd_connect(struct crowd *crowd, unsigned n);

/* Opens connections until there are n to a bare broadcast; returns when the other side has
 * accepted all. */
void crowd_open(struct crowd *crowd, unsigned n);

/* Sends or dies: what is sent here always fits the kernel's buffer. */
void crowd_send(struct client *c, const char *text, size_t n);

/* Stops reading it, like a peer that has gone to sleep.  Its incomplete line is lost. */
void crowd_ignore(struct crowd *crowd, struct client *c);

/* Waits at most timeout_ms for lines, and delivers those received. */
void crowd_poll(struct crowd *crowd, int timeout_ms);

/* Delivers lines until none has come for quiet_ms. */
void crowd_settle(struct crowd *crowd, int quiet_ms);

/* Closes all, without leaving ports in TIME_WAIT. */
void crowd_close(struct crowd *crowd);

#define CROWD_CLIP "login bench 1008 %s " BENCH_PASSWORD "\r\n"
#define CROWD_CLIP_DONE "6" /* end of the list of users */
#define CROWD_TINY "connect %s " BENCH_PASSWORD "\r\n"
#define CROWD_TINY_DONE "+-" /* frame of the message of the day */

#endif
