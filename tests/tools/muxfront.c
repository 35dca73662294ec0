/* SPDX-License-Identifier: MIT */
/* A front for the tests: accepts TCP connections and passes their bytes on to a server over its
 * front_socket (common/proto/PROTOCOL.md 13), which must make no difference to the clients.
 * When the stream ends, it closes all clients and connects again.  Until the server accepts
 * sessions, it closes each new client at once, so that no client waits for a server that has
 * ended.
 *
 * Usage: muxfront SOCKET.  Listens on 127.0.0.1, and prints "port=N" when the server has
 * welcomed it. */
#define _GNU_SOURCE /* for accept4 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>

#include "base/check.h"
#include "base/table.h"
#include "proto/mux.h"

#define RETRY_US 20000

struct client {
	UT_hash_handle hh;
	struct bufferevent *b;
	uint64_t no, bytes_sent, bytes_taken;
	bool output_full, eof, eof_sent, gone_sent, server_shut, server_closed;
};

static struct {
	struct event_base *event_base;
	struct event *listen_event, *read_event, *retry_event;
	const char *server_path;
	int fd, port;
	bool accepts_sessions; /* the server accepts sessions */
	uint32_t send_window, output_high;
	uint64_t last_session;
	struct client *clients;
	struct evbuffer *up; /* frames for the server */
	size_t len;
	uint8_t in[MUX_HEAD_BYTES + MUX_PASS_BODY_MAX];
} F = { .fd = -1 };

static void
send_frame(enum mux_kind kind, uint64_t session, const void *body, size_t n)
{
	uint8_t head[MUX_HEAD_BYTES];

	mux_put_head(head, &(struct mux_head){ (uint32_t)n, (uint8_t)kind, 0, session });
	CHECK(evbuffer_add(F.up, head, sizeof(head)) == 0);
	CHECK(n == 0 || evbuffer_add(F.up, body, n) == 0);
}

/* ---- clients ---- */

static void
client_free(struct client *c)
{
	HASH_DEL(F.clients, c);
	bufferevent_free(c->b);
	free(c);
}

static void
send_gone(struct client *c, enum mux_gone how)
{
	const uint8_t body = (uint8_t)how;

	send_frame(MUX_GONE, c->no, &body, 1);
	c->gone_sent = c->gone_sent || how != MUX_GONE_PEER;
}

static void
on_client_bytes(struct bufferevent *b, void *ctx)
{
	struct client *c = ctx;
	struct evbuffer *in = bufferevent_get_input(b);
	uint8_t bytes[4096];
	int n = 1;

	while (n > 0 && !c->gone_sent) {
		size_t room = F.send_window - (size_t)(c->bytes_sent - c->bytes_taken);

		n = evbuffer_remove(in, bytes, room < sizeof(bytes) ? room : sizeof(bytes));
		if (n > 0)
			send_frame(MUX_DATA, c->no, bytes, (size_t)n);
		c->bytes_sent += n > 0 ? (size_t)n : 0;
	}
	/* nothing is read from a client whose window is full */
	if (!c->gone_sent && !c->eof)
		(void)(evbuffer_get_length(in) > 0 ? bufferevent_disable(b, EV_READ)
						   : bufferevent_enable(b, EV_READ));
	if (c->eof && evbuffer_get_length(in) == 0 && !c->gone_sent && !c->eof_sent) {
		c->eof_sent = true;
		send_gone(c, MUX_GONE_PEER);
	}
}

/* All bytes for the client have been sent. */
static void
on_client_drained(struct bufferevent *b, void *ctx)
{
	struct client *c = ctx;

	if (evbuffer_get_length(bufferevent_get_output(b)) > 0)
		return;
	if (c->output_full)
		send_frame(MUX_EMPTY, c->no, NULL, 0);
	c->output_full = false;
	if (c->server_shut)
		(void)shutdown(bufferevent_getfd(b), SHUT_WR);
	c->server_shut = false;
	if (c->server_closed)
		client_free(c);
}

static void
on_client_end(struct bufferevent *b, short what, void *ctx)
{
	struct client *c = ctx;

	if (what & BEV_EVENT_EOF) {
		c->eof = true;
		on_client_bytes(b, c);
		return;
	}
	if (c->server_closed) {
		client_free(c);
		return;
	}
	send_gone(c, MUX_GONE_ERROR);
	(void)bufferevent_disable(b, EV_READ | EV_WRITE);
}

static void
on_new_client(evutil_socket_t listen_fd, short what, void *ctx)
{
	struct sockaddr_in from;
	socklen_t n = sizeof(from);
	int fd = accept4(listen_fd, (struct sockaddr *)&from, &n, SOCK_NONBLOCK);
	struct client *c = fd >= 0 && F.accepts_sessions ? calloc(1, sizeof(*c)) : NULL;
	struct mux_open open = { 0, 4, 0, { 0 } };
	uint8_t body[MUX_OPEN_BYTES];

	if (c == NULL) {
		if (fd >= 0)
			(void)close(fd);
		return;
	}
	memcpy(open.address, &from.sin_addr, 4);
	open.port = ntohs(from.sin_port);
	open.secure = open.address[0] == IN_LOOPBACKNET;
	c->no = ++F.last_session;
	c->b = bufferevent_socket_new(F.event_base, fd, BEV_OPT_CLOSE_ON_FREE);
	CHECK(c->b != NULL);
	HASH_ADD(hh, F.clients, no, sizeof(c->no), c);
	bufferevent_setcb(c->b, on_client_bytes, on_client_drained, on_client_end, c);
	CHECK(bufferevent_enable(c->b, EV_READ) == 0);
	mux_put_open(body, &open);
	send_frame(MUX_OPEN, c->no, body, sizeof(body));
}

/* ---- frames of the server ---- */

static void
deliver_text(struct client *c, const uint8_t *bytes, size_t n)
{
	struct evbuffer *out = bufferevent_get_output(c->b);
	ssize_t sent = 0;

	if (c->gone_sent)
		return;
	if (evbuffer_get_length(out) == 0)
		sent = send(bufferevent_getfd(c->b), bytes, n, MSG_NOSIGNAL);
	sent = sent < 0 ? 0 : sent; /* on_client_end notices a closed connection */
	CHECK(evbuffer_add(out, bytes + sent, n - (size_t)sent) == 0);
	if (evbuffer_get_length(out) <= F.output_high || c->output_full)
		return;
	c->output_full = true;
	send_frame(MUX_FULL, c->no, NULL, 0);
}

static void
close_client(struct client *c, bool at_once)
{
	static const struct linger reset = { 1, 0 };

	c->server_closed = true;
	if (at_once)
		(void)setsockopt(
		    bufferevent_getfd(c->b), SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	if (at_once || c->gone_sent || evbuffer_get_length(bufferevent_get_output(c->b)) == 0)
		client_free(c);
}

static void handle_frames(const uint8_t *at, size_t *len);
static void on_stream_readable(evutil_socket_t fd, short what, void *ctx);

static void
handle_frame(const struct mux_head *h, const uint8_t *body)
{
	struct client *c;
	size_t n = h->len;

	HASH_FIND(hh, F.clients, &h->session, sizeof(h->session), c);
	switch (h->kind) {
	case MUX_WELCOME:
		F.send_window = (uint32_t)mux_get_number(body + 4, 4);
		F.output_high = (uint32_t)mux_get_number(body + 8, 4);
		F.accepts_sessions = true;
		printf("port=%d\n", F.port);
		(void)fflush(stdout);
		return;
	case MUX_PING:
		send_frame(MUX_PONG, 0, NULL, 0);
		return;
	case MUX_PASS:
		handle_frames(body, &n);
		CHECK(n == 0);
		return;
	case MUX_SAY:
		deliver_text(c, body, n);
		return;
	case MUX_TAKEN:
		c->bytes_taken = mux_get_number(body, 8);
		CHECK(c->bytes_taken <= c->bytes_sent);
		on_client_bytes(c->b, c);
		return;
	case MUX_SHUT:
		c->server_shut = true;
		on_client_drained(c->b, c);
		return;
	case MUX_CLOSE:
		close_client(c, (h->flags & MUX_DISCARD_UNSENT) != 0);
		return;
	default:
		check_failed("a frame", __FILE__, __LINE__);
	}
}

/* Handles the complete frames and sets *len to the number of bytes left over. */
static void
handle_frames(const uint8_t *at, size_t *len)
{
	while (*len >= MUX_HEAD_BYTES) {
		const struct mux_head h = mux_get_head(at);

		CHECK(h.len <= (h.kind == MUX_PASS ? MUX_PASS_BODY_MAX : MUX_BODY_MAX));
		if (*len < MUX_HEAD_BYTES + h.len)
			return;
		handle_frame(&h, at + MUX_HEAD_BYTES);
		at += MUX_HEAD_BYTES + h.len;
		*len -= MUX_HEAD_BYTES + h.len;
	}
}

static void
connect_to_server(evutil_socket_t fd, short what, void *ctx)
{
	const struct timeval later = { 0, RETRY_US };
	const uint8_t hello[] = { 0, 1, 0, MUX_VERSION, 4, 't', 'e', 's', 't' };
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	CHECK(strlen(F.server_path) < sizeof(at.sun_path));
	strcpy(at.sun_path, F.server_path);
	F.fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (connect(F.fd, (struct sockaddr *)&at, sizeof(at)) != 0) {
		(void)close(F.fd);
		F.fd = -1;
		CHECK(event_add(F.retry_event, &later) == 0);
		return;
	}
	CHECK(event_assign(F.read_event, F.event_base, F.fd, EV_READ | EV_PERSIST,
		  on_stream_readable, NULL) == 0 &&
	      event_add(F.read_event, NULL) == 0);
	send_frame(MUX_HELLO, 0, hello, sizeof(hello));
}

static void
on_stream_end(void)
{
	struct client *c, *next;

	(void)event_del(F.read_event);
	(void)close(F.fd);
	F.accepts_sessions = false;
	F.len = 0;
	(void)evbuffer_drain(F.up, evbuffer_get_length(F.up));
	HASH_ITER(hh, F.clients, c, next)
	client_free(c);
	connect_to_server(-1, 0, NULL);
}

static void
on_stream_readable(evutil_socket_t fd, short what, void *ctx)
{
	ssize_t n = recv(fd, F.in + F.len, sizeof(F.in) - F.len, MSG_DONTWAIT);
	size_t left;

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		on_stream_end();
		return;
	}
	left = F.len += (size_t)n;
	handle_frames(F.in, &left);
	memmove(F.in, F.in + F.len - left, left);
	F.len = left;
}

static int
listen_for_clients(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t n = sizeof(at);
	const int on = 1, sndbuf = 16384;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &sndbuf, sizeof(sndbuf)) == 0 &&
	      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0 &&
	      bind(fd, (struct sockaddr *)&at, n) == 0 && listen(fd, 4096) == 0 &&
	      getsockname(fd, (struct sockaddr *)&at, &n) == 0);
	F.port = ntohs(at.sin_port);
	return fd;
}

int
main(int argc, char **argv)
{
	struct event_config *config = event_config_new();

	if (argc != 2 || config == NULL) {
		(void)fputs("usage: muxfront SOCKET\n", stderr);
		return 2;
	}
	F.server_path = argv[1];
	(void)signal(SIGPIPE, SIG_IGN);
	CHECK(event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK) == 0);
	F.event_base = event_base_new_with_config(config);
	F.up = evbuffer_new();
	F.listen_event = event_new(
	    F.event_base, listen_for_clients(), EV_READ | EV_PERSIST, on_new_client, NULL);
	CHECK(event_add(F.listen_event, NULL) == 0);
	F.read_event =
	    event_new(F.event_base, -1, EV_READ | EV_PERSIST, on_stream_readable, NULL);
	F.retry_event = evtimer_new(F.event_base, connect_to_server, NULL);
	connect_to_server(-1, 0, NULL);
	for (;;) {
		/* The server always reads, so writing to it may block. */
		while (F.fd >= 0 && evbuffer_get_length(F.up) > 0 &&
		       evbuffer_write(F.up, F.fd) > 0)
			continue;
		CHECK(event_base_loop(F.event_base, EVLOOP_ONCE) >= 0);
	}
}
