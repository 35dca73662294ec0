/* SPDX-License-Identifier: MIT */
/* Connections of the benchmarks: see crowd.h.  A read takes one system call for up to 256 KiB,
 * and copies only a line that is incomplete at its end. */
#define _GNU_SOURCE /* IP_BIND_ADDRESS_NO_PORT */
#include "crowd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNS_PER_SOURCE 5000u
#define READ_SIZE (256u * 1024u)
#define EVENTS_PER_WAIT 256
#define EVENTS_BETWEEN_URGENT 16
#define LOGINS_AT_ONCE 64u /* logins in progress */
#define LOGIN_TIMEOUT_S 60

/* ---- opening ---- */

void
crowd_init(struct crowd *crowd, unsigned port, unsigned max, crowd_line_fn *line, void *ctx)
{
	struct epoll_event nobody = { .events = EPOLLIN, .data = { .ptr = NULL } };

	*crowd = (struct crowd){ .port = port, .max = max, .on_line = line, .ctx = ctx };
	crowd->urgent_from = max;
	crowd->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	crowd->urgent_epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	crowd->clients = calloc(max, sizeof(crowd->clients[0]));
	if (crowd->epoll_fd < 0 || crowd->clients == NULL || crowd->urgent_epoll_fd < 0 ||
	    epoll_ctl(crowd->epoll_fd, EPOLL_CTL_ADD, crowd->urgent_epoll_fd, &nobody) != 0)
		bench_die("no room for %u clients: %s", max, strerror(errno));
}

static int
open_socket(const struct crowd *crowd, unsigned index)
{
	struct sockaddr_in from = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(0x7f000002u + index / CONNS_PER_SOURCE) };
	struct sockaddr_in to = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)crowd->port) };
	struct linger reset = { 1, 0 };
	int one = 1;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		bench_die("socket %u: %s", index, strerror(errno));
	(void)setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof(one));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	(void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	if (crowd->rcvbuf > 0)
		(void)setsockopt(
		    fd, SOL_SOCKET, SO_RCVBUF, &crowd->rcvbuf, sizeof(crowd->rcvbuf));
	if (bind(fd, (struct sockaddr *)&from, sizeof(from)) != 0 ||
	    connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0 ||
	    fcntl(fd, F_SETFL, O_NONBLOCK) != 0)
		bench_die("connection %u: %s", index, strerror(errno));
	return fd;
}

static void
add_client(struct crowd *crowd)
{
	struct client *c = &crowd->clients[crowd->n];
	struct epoll_event ev = { .events = EPOLLIN, .data = { .ptr = c } };

	CHECK(crowd->n < crowd->max);
	c->index = crowd->n++;
	c->fd = open_socket(crowd, c->index);
	if (epoll_ctl(c->index >= crowd->urgent_from ? crowd->urgent_epoll_fd : crowd->epoll_fd,
		EPOLL_CTL_ADD, c->fd, &ev) != 0)
		bench_die("epoll: %s", strerror(errno));
}

/* ---- growing ---- */

struct login_progress {
	const char *done_prefix;
	unsigned online_n;
};

static void
login_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct login_progress *g = crowd->ctx;

	if (!c->online && strncmp(line, g->done_prefix, strlen(g->done_prefix)) == 0) {
		c->online = true;
		g->online_n++;
	}
}

static void
await_online(struct crowd *crowd, const struct login_progress *g, unsigned least)
{
	int64_t until = bench_now_ns() + (int64_t)LOGIN_TIMEOUT_S * 1000000000;

	while (g->online_n < least) {
		crowd_poll(crowd, 100);
		if (bench_now_ns() > until)
			bench_die("only %u of %u clients are on line after %d s", g->online_n,
			    crowd->n, LOGIN_TIMEOUT_S);
	}
}

void
crowd_log_in(struct crowd *crowd, unsigned n, const char *login_format, const char *done)
{
	struct login_progress g = { done, crowd->n };
	crowd_line_fn *line = crowd->on_line;
	void *ctx = crowd->ctx;

	crowd->on_line = login_line;
	crowd->ctx = &g;
	while (crowd->n < n) {
		char text[128] = "hello, are you there already?\r\n";

		add_client(crowd);
		if (login_format != NULL) {
			const char *name = bench_user_name(crowd->n - 1);
			const char *at = strstr(login_format, "%s");

			CHECK(at != NULL);
			(void)snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - login_format),
			    login_format, name, at + 2);
		}
		crowd_send(&crowd->clients[crowd->n - 1], text, strlen(text));
		if (crowd->n >= LOGINS_AT_ONCE)
			await_online(crowd, &g, crowd->n - LOGINS_AT_ONCE + 1);
	}
	await_online(crowd, &g, crowd->n);
	crowd->on_line = line;
	crowd->ctx = ctx;
}

/* Counts the connections that receive a broadcast.  A connection can be established but not yet
 * accepted; the last connection opened is accepted last, so a line that it sends is broadcast
 * to all. */
static void
count_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	++*(unsigned *)crowd->ctx;
}

void
crowd_connect(struct crowd *crowd, unsigned n)
{
	while (crowd->n < n)
		add_client(crowd);
}

void
crowd_connect_and_wait(struct crowd *crowd, unsigned n)
{
	static const char hello[] = "we are all here, aren't we?\r\n";
	crowd_line_fn *line = crowd->on_line;
	void *ctx = crowd->ctx;
	int64_t until = bench_now_ns() + (int64_t)LOGIN_TIMEOUT_S * 1000000000;
	unsigned heard = 0;

	crowd_connect(crowd, n);
	crowd->on_line = count_line;
	crowd->ctx = &heard;
	while (heard < n && bench_now_ns() < until) {
		heard = 0;
		crowd_send(&crowd->clients[n - 1], hello, sizeof(hello) - 1);
		crowd_settle(crowd, 200);
	}
	if (heard < n)
		bench_die("only %u of %u connections hear", heard, n);
	crowd->on_line = line;
	crowd->ctx = ctx;
}

/* ---- lines ---- */

void
crowd_send(struct client *c, const char *text, size_t n)
{
	if (send(c->fd, text, n, MSG_NOSIGNAL) != (ssize_t)n)
		bench_die(
		    "connection %u does not take %zu bytes: %s", c->index, n, strerror(errno));
}

void
crowd_send_frame(struct client *c, const char *text, size_t n)
{
	char frame[6 + 125] = { (char)0x81, (char)(0x80 | n) }; /* masked with zeros */

	CHECK(n <= 125);
	memcpy(frame + 6, text, n);
	crowd_send(c, frame, 6 + n);
}

void
crowd_upgrade_websocket(struct crowd *crowd, unsigned n)
{
	static const char request[] =
	    "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
	    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
	    "Sec-WebSocket-Protocol: gammon.1\r\n"
	    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
	int64_t until = bench_now_ns() + (int64_t)LOGIN_TIMEOUT_S * 1000000000;

	for (unsigned i = 0; i < n; i++) {
		add_client(crowd);
		crowd_send(&crowd->clients[i], request, sizeof(request) - 1);
		while (i + 1 == n || i % LOGINS_AT_ONCE == LOGINS_AT_ONCE - 1) {
			if (crowd->clients[i].websocket)
				break;
			crowd_poll(crowd, 100);
			if (bench_now_ns() > until)
				bench_die("only %u WebSockets", i);
		}
	}
}

/* Delivers the texts of whole frames.  Returns the number of bytes used. */
static size_t
deliver_frames(struct crowd *crowd, struct client *c, char *text, size_t n, int64_t now)
{
	static const char pong[6] = { (char)0x8A, (char)0x80 };
	const uint8_t *head = (const uint8_t *)text;
	size_t used = 0, len, at;

	while (n - used >= 4) {
		head = (const uint8_t *)text + used;
		len = head[1];
		at = len < 126 ? 2 : 4;
		if (len == 126)
			len = (size_t)head[2] << 8 | head[3];
		if (len > 65535 || head[1] == 127 || n - used < at + len)
			break;
		if ((head[0] & 15) == 9)
			crowd_send(c, pong, sizeof(pong));
		if ((head[0] & 15) == 1) {
			char *end = text + used + at + len, kept = *end;

			*end = '\0';
			crowd->on_line(crowd, c, end - len, len, now);
			*end = kept;
		}
		used += at + len;
	}
	return used;
}

static void
deliver(struct crowd *crowd, struct client *c, char *text, size_t n, int64_t now)
{
	char *end;

	while (!c->websocket && (end = memchr(text, '\n', n)) != NULL) {
		size_t len = (size_t)(end - text);

		n -= len + 1;
		if (len > 0 && text[len - 1] == '\r')
			len--;
		text[len] = '\0';
		crowd->on_line(crowd, c, text, len, now);
		text = end + 1;
	}
	if (c->websocket) {
		size_t used = deliver_frames(crowd, c, text, n, now);

		text += used;
		n -= used;
	}
	if (n > sizeof(c->partial_line))
		bench_die("connection %u sends a line that is too long", c->index);
	memmove(c->partial_line, text, n);
	c->partial_len = (unsigned)n;
}

static void
read_client(struct crowd *crowd, struct client *c)
{
	static char space[CROWD_LINE_MAX + READ_SIZE + 1]; /* and a NUL */
	ssize_t n = recv(c->fd, space + c->partial_len, READ_SIZE, 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0)
		bench_die("connection %u was closed: %s", c->index,
		    n < 0 ? strerror(errno) : "by the server");
	memcpy(space, c->partial_line, c->partial_len);
	deliver(crowd, c, space, c->partial_len + (size_t)n, bench_now_ns());
}

static int
poll_urgent(struct crowd *crowd)
{
	struct epoll_event ev[EVENTS_PER_WAIT];
	int n = epoll_wait(crowd->urgent_epoll_fd, ev, EVENTS_PER_WAIT, 0);

	for (int i = 0; i < n; i++)
		read_client(crowd, ev[i].data.ptr);
	return n > 0 ? n : 0;
}

/* Reads only a few ordinary clients at a time: the latency of urgent clients is measured and
 * must not include the time to read all others. */
static int
poll_once(struct crowd *crowd, int timeout_ms)
{
	struct epoll_event ev[EVENTS_PER_WAIT];
	bool any_urgent = crowd->n > crowd->urgent_from;
	int n = epoll_wait(crowd->epoll_fd, ev,
	    any_urgent ? EVENTS_BETWEEN_URGENT : EVENTS_PER_WAIT, timeout_ms);
	int read = any_urgent ? poll_urgent(crowd) : 0;

	for (int i = 0; i < n; i++) {
		if (ev[i].data.ptr == NULL)
			continue;
		read_client(crowd, ev[i].data.ptr);
		read++;
	}
	return read;
}

void
crowd_poll(struct crowd *crowd, int timeout_ms)
{
	(void)poll_once(crowd, timeout_ms);
}

void
crowd_stop_reading(struct crowd *crowd, struct client *c)
{
	if (epoll_ctl(crowd->epoll_fd, EPOLL_CTL_DEL, c->fd, NULL) != 0)
		bench_die("epoll: %s", strerror(errno));
}

void
crowd_settle(struct crowd *crowd, int quiet_ms)
{
	while (poll_once(crowd, quiet_ms) > 0)
		continue;
}

void
crowd_close(struct crowd *crowd)
{
	for (unsigned i = 0; i < crowd->n; i++)
		(void)close(crowd->clients[i].fd);
	if (crowd->epoll_fd >= 0)
		(void)close(crowd->epoll_fd);
	if (crowd->urgent_epoll_fd >= 0)
		(void)close(crowd->urgent_epoll_fd);
	free(crowd->clients);
	*crowd = (struct crowd){ .epoll_fd = -1, .urgent_epoll_fd = -1 };
}
