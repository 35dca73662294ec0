/* SPDX-License-Identifier: MIT */
/* Connections without sockets: see inprocess.h. */
#include "tests/support/inprocess.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net/transport.h"

struct queue {
	char *bytes;
	size_t len;
};

struct inprocess {
	struct net *net;
	conn_id conn;
	struct inprocess_line line;
	struct queue to_server, to_us;
	bool ended;               /* the test has ended the connection */
	bool shut, closed, reset; /* what the server has done to the connection */
};

static void
put(struct queue *q, const void *bytes, size_t n)
{
	q->bytes = realloc(q->bytes, q->len + n + 1);
	CHECK(q->bytes != NULL);
	memcpy(q->bytes + q->len, bytes, n);
	q->len += n;
}

static size_t
take(struct queue *q, void *out, size_t most)
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

	n = take(&p->to_server, buf, n);
	if (n > 0 || p->ended)
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
	if (p->line.taken != NULL)
		all = p->line.taken(p->line.ctx, all);
	CHECK(!p->shut && !p->closed && all <= parts->iov_len);
	if (all > 0) {
		put(&p->to_us, parts->iov_base, all);
		return (ssize_t)all;
	}
	errno = EAGAIN;
	return -1;
}

static int
server_shut(struct endpoint *e)
{
	((struct inprocess *)e->state)->shut = true;
	return 0;
}

static void
server_close(struct endpoint *e, bool at_once)
{
	struct inprocess *p = e->state;

	CHECK(!p->closed);
	p->closed = true;
	p->reset = at_once;
	p->net = NULL;
}

static bool
server_holds(const struct endpoint *e)
{
	const struct inprocess *p = e->state;

	return p->to_server.len > 0 || p->ended;
}

static const struct transport INPROCESS = { server_read, server_write, server_shut,
	server_close, server_holds, NULL, NULL };

/* ---- the test's end ---- */

struct inprocess *
inprocess_open(struct net *net, const char *peer, const struct inprocess_line *line)
{
	struct inprocess *p = calloc(1, sizeof(*p));
	const struct endpoint end = { .how = &INPROCESS, .fd = -1, .state = p };

	CHECK(p != NULL);
	p->net = net;
	if (line != NULL)
		p->line = *line;
	p->conn = net_attach(net, &end, peer);
	return p;
}

void
inprocess_close(struct inprocess **pp)
{
	struct inprocess *p = *pp;

	*pp = NULL;
	CHECK(p->closed);
	free(p->to_server.bytes);
	free(p->to_us.bytes);
	free(p);
}

static void
tell_net(const struct inprocess *p)
{
	if (!p->closed)
		net_transport_ready(p->net, p->conn);
}

void
inprocess_say(struct inprocess *p, const char *text)
{
	put(&p->to_server, text, strlen(text));
	tell_net(p);
}

size_t
inprocess_hear(struct inprocess *p, char *out, size_t most)
{
	size_t n = take(&p->to_us, out, most);

	tell_net(p);
	return n;
}

void
inprocess_end(struct inprocess *p)
{
	p->ended = true;
	tell_net(p);
}

bool
inprocess_ended(const struct inprocess *p)
{
	return (p->shut || p->closed) && !p->reset && p->to_us.len == 0;
}

bool
inprocess_closed(const struct inprocess *p)
{
	return p->closed;
}
