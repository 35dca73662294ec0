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

#define PER_SOURCE 5000u
#define READ_BYTES (256u * 1024u)
#define EVENTS 256
#define EVENTS_FEW 16
#define AT_ONCE 64u /* logins in progress */
#define LOGIN_S 60

/* ---- opening ---- */

void
crowd_init(struct crowd *crowd, unsigned port, unsigned max, crowd_line *line, void *ctx)
{
	struct epoll_event nobody = { .events = EPOLLIN, .data = { .ptr = NULL } };

	*crowd = (struct crowd){ .port = port, .max = max, .line = line, .ctx = ctx };
	crowd->urgent_from = max;
	crowd->epoll = epoll_create1(EPOLL_CLOEXEC);
	crowd->urgent = epoll_create1(EPOLL_CLOEXEC);
	crowd->clients = calloc(max, sizeof(crowd->clients[0]));
	if (crowd->epoll < 0 || crowd->clients == NULL || crowd->urgent < 0 ||
	    epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, crowd->urgent, &nobody) != 0)
		bench_die("no room for %u clients: %s", max, strerror(errno));
}

static int
open_socket(const struct crowd *crowd, unsigned index)
{
	struct sockaddr_in from = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(0x7f000002u + index / PER_SOURCE) };
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
	if (epoll_ctl(c->index >= crowd->urgent_from ? crowd->urgent : crowd->epoll,
		EPOLL_CTL_ADD, c->fd, &ev) != 0)
		bench_die("epoll: %s", strerror(errno));
}

/* ---- growing ---- */

struct growing {
	const char *done;
	unsigned online;
};

static void
login_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct growing *g = crowd->ctx;

	if (!c->online && strncmp(line, g->done, strlen(g->done)) == 0) {
		c->online = true;
		g->online++;
	}
}

static void
await_online(struct crowd *crowd, const struct growing *g, unsigned least)
{
	int64_t until = bench_ns() + (int64_t)LOGIN_S * 1000000000;

	while (g->online < least) {
		crowd_poll(crowd, 100);
		if (bench_ns() > until)
			bench_die("only %u of %u clients are on line after %d s", g->online,
			    crowd->n, LOGIN_S);
	}
}

void
crowd_grow(struct crowd *crowd, unsigned n, const char *login_format, const char *done)
{
	struct growing g = { done, crowd->n };
	crowd_line *line = crowd->line;
	void *ctx = crowd->ctx;

	crowd->line = login_line;
	crowd->ctx = &g;
	while (crowd->n < n) {
		char text[128] = "hello, are you there already?\r\n";

		add_client(crowd);
		if (login_format != NULL) {
			const char *name = bench_user(crowd->n - 1);
			const char *at = strstr(login_format, "%s");

			CHECK(at != NULL);
			(void)snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - login_format),
			    login_format, name, at + 2);
		}
		crowd_send(&crowd->clients[crowd->n - 1], text, strlen(text));
		if (crowd->n >= AT_ONCE)
			await_online(crowd, &g, crowd->n - AT_ONCE + 1);
	}
	await_online(crowd, &g, crowd->n);
	crowd->line = line;
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
crowd_open(struct crowd *crowd, unsigned n)
{
	static const char hello[] = "we are all here, aren't we?\r\n";
	crowd_line *line = crowd->line;
	void *ctx = crowd->ctx;
	int64_t until = bench_ns() + (int64_t)LOGIN_S * 1000000000;
	unsigned heard = 0;

	crowd_connect(crowd, n);
	crowd->line = count_line;
	crowd->ctx = &heard;
	while (heard < n && bench_ns() < until) {
		heard = 0;
		crowd_send(&crowd->clients[n - 1], hello, sizeof(hello) - 1);
		crowd_settle(crowd, 200);
	}
	if (heard < n)
		bench_die("only %u of %u connections hear", heard, n);
	crowd->line = line;
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
crowd_upgrade(struct crowd *crowd, unsigned n)
{
	static const char request[] =
	    "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
	    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
	    "Sec-WebSocket-Protocol: gammon.1\r\n"
	    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
	int64_t until = bench_ns() + (int64_t)LOGIN_S * 1000000000;

	for (unsigned i = 0; i < n; i++) {
		add_client(crowd);
		crowd_send(&crowd->clients[i], request, sizeof(request) - 1);
		while (i + 1 == n || i % AT_ONCE == AT_ONCE - 1) {
			if (crowd->clients[i].frames)
				break;
			crowd_poll(crowd, 100);
			if (bench_ns() > until)
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
			crowd->line(crowd, c, end - len, len, now);
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

	while (!c->frames && (end = memchr(text, '\n', n)) != NULL) {
		size_t len = (size_t)(end - text);

		n -= len + 1;
		if (len > 0 && text[len - 1] == '\r')
			len--;
		text[len] = '\0';
		crowd->line(crowd, c, text, len, now);
		text = end + 1;
	}
	if (c->frames) {
		size_t used = deliver_frames(crowd, c, text, n, now);

		text += used;
		n -= used;
	}
	if (n > sizeof(c->part))
		bench_die("connection %u sends a line that is too long", c->index);
	memmove(c->part, text, n);
	c->part_len = (unsigned)n;
}

static void
read_client(struct crowd *crowd, struct client *c)
{
	static char space[CROWD_LINE_MAX + READ_BYTES + 1]; /* and a NUL */
	ssize_t n = recv(c->fd, space + c->part_len, READ_BYTES, 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0)
		bench_die("connection %u was closed: %s", c->index,
		    n < 0 ? strerror(errno) : "by the server");
	memcpy(space, c->part, c->part_len);
	deliver(crowd, c, space, c->part_len + (size_t)n, bench_ns());
}

static int
poll_urgent(struct crowd *crowd)
{
	struct epoll_event ev[EVENTS];
	int n = epoll_wait(crowd->urgent, ev, EVENTS, 0);

	for (int i = 0; i < n; i++)
		read_client(crowd, ev[i].data.ptr);
	return n > 0 ? n : 0;
}

/* Reads only a few ordinary clients at a time: the latency of urgent clients is measured and
 * must not include the time to read all others. */
static int
poll_once(struct crowd *crowd, int timeout_ms)
{
	struct epoll_event ev[EVENTS];
	bool any_urgent = crowd->n > crowd->urgent_from;
	int n = epoll_wait(crowd->epoll, ev, any_urgent ? EVENTS_FEW : EVENTS, timeout_ms);
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
crowd_ignore(struct crowd *crowd, struct client *c)
{
	if (epoll_ctl(crowd->epoll, EPOLL_CTL_DEL, c->fd, NULL) != 0)
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
	if (crowd->epoll >= 0)
		(void)close(crowd->epoll);
	if (crowd->urgent >= 0)
		(void)close(crowd->urgent);
	free(crowd->clients);
	*crowd = (struct crowd){ .epoll = -1, .urgent = -1 };
}
