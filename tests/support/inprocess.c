/* SPDX-License-Identifier: MIT */
/* Connections without sockets: see inprocess.h. */
#include "tests/support/inprocess.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net/transport.h"

struct byte_queue {
	char *bytes;
	size_t len;
};

struct inprocess {
	struct net *net;
	conn_id conn;
	struct inprocess_link link;
	struct byte_queue to_server, to_client;
	bool client_ended; /* the test has ended the connection */
	bool server_shut, server_closed,
	    server_reset; /* what the server has done to the connection */
};

static void
put(struct byte_queue *q, const void *bytes, size_t n)
{
	q->bytes = realloc(q->bytes, q->len + n + 1);
	CHECK(q->bytes != NULL);
	memcpy(q->bytes + q->len, bytes, n);
	q->len += n;
}

static size_t
queue_take(struct byte_queue *q, void *out, size_t most)
{
	size_t n = q->len < most ? q->len : most;

	if (n == 0)
		return 0;
	memcpy(out, q->bytes, n);
	q->len -= n;
	memmove(q->bytes, q->bytes + n, q->len);
	return n;
}

/* ---- the server's end ---- */

static ssize_t
server_read(struct endpoint *e, void *buf, size_t n)
{
	struct inprocess *p = e->state;

	n = queue_take(&p->to_server, buf, n);
	if (n > 0 || p->client_ended)
		return (ssize_t)n;
	errno = EAGAIN;
	return -1;
}

static ssize_t
server_write(struct endpoint *e, const struct iovec *parts, unsigned n)
{
	struct inprocess *p = e->state;
	size_t all = parts->iov_len;

	(void)n; /* ignores all buffers after the first */
	if (p->link.accepted_bytes != NULL)
		all = p->link.accepted_bytes(p->link.ctx, all);
	CHECK(!p->server_shut && !p->server_closed && all <= parts->iov_len);
	if (all > 0) {
		put(&p->to_client, parts->iov_base, all);
		return (ssize_t)all;
	}
	errno = EAGAIN;
	return -1;
}

static int
server_shut(struct endpoint *e)
{
	((struct inprocess *)e->state)->server_shut = true;
	return 0;
}

static void
server_close(struct endpoint *e, bool at_once)
{
	struct inprocess *p = e->state;

	CHECK(!p->server_closed);
	p->server_closed = true;
	p->server_reset = at_once;
	p->net = NULL;
}

static bool
server_has_input(const struct endpoint *e)
{
	const struct inprocess *p = e->state;

	return p->to_server.len > 0 || p->client_ended;
}

static const struct transport INPROCESS_TRANSPORT = { server_read, server_write, server_shut,
	server_close, server_has_input, NULL, NULL };

/* ---- the test's end ---- */

struct inprocess *
inprocess_open(struct net *net, const char *peer, const struct inprocess_link *line)
{
	struct inprocess *p = calloc(1, sizeof(*p));
	const struct endpoint end = { .how = &INPROCESS_TRANSPORT, .fd = -1, .state = p };

	CHECK(p != NULL);
	p->net = net;
	if (line != NULL)
		p->link = *line;
	p->conn = net_attach(net, &end, peer);
	return p;
}

void
inprocess_close(struct inprocess **pp)
{
	struct inprocess *p = *pp;

	*pp = NULL;
	CHECK(p->server_closed);
	free(p->to_server.bytes);
	free(p->to_client.bytes);
	free(p);
}

static void
notify_net(const struct inprocess *p)
{
	if (!p->server_closed)
		net_transport_ready(p->net, p->conn);
}

void
inprocess_send(struct inprocess *p, const char *text)
{
	put(&p->to_server, text, strlen(text));
	notify_net(p);
}

size_t
inprocess_receive(struct inprocess *p, char *out, size_t most)
{
	size_t n = queue_take(&p->to_client, out, most);

	notify_net(p);
	return n;
}

void
inprocess_end(struct inprocess *p)
{
	p->client_ended = true;
	notify_net(p);
}

bool
inprocess_ended(const struct inprocess *p)
{
	return (p->server_shut || p->server_closed) && !p->server_reset &&
	       p->to_client.len == 0;
}

bool
inprocess_closed(const struct inprocess *p)
{
	return p->server_closed;
}
