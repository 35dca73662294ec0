/* SPDX-License-Identifier: MIT */
/* Transfers connections to another process: see net_carry.  The connections of sessions are
 * transferred with the sessions, through net_port.  Timers restart.  No output or request may
 * be waiting for a sync.
 *
 * TLS connections are not transferred, because their keys cannot be extracted from the library.
 * Connections of fronts are not transferred, because a front can reconnect.  Linear in the
 * unsent bytes. */
#include "net/conn.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

static bool
can_be_carried(const struct conn *c)
{
	return c != NULL && c->end.how == &TCP && c->state != CONN_DEAD && !c->out.over;
}

static void
carry_input(struct pack *p, struct conn *c)
{
	struct line_reader *r = &c->in.reader;
	size_t n = c->in.len, partial = c->in.partial_size;
	void *bytes = c->in.bytes, *half = c->in.partial;

	pack_block(p, 10, &bytes, &n);
	pack_block(p, 11, &half, &partial);
	PACK(p, 12, c->in.errors, 13, c->in.talk, 14, c->in.eof);
	PACK(p, 20, r->len, 22, r->verb, 23, r->sub_len, 25, r->sub);
	PACK(p, 26, r->window, 27, r->after_cr, 28, r->overlong);
	r->state = (uint8_t)pack_below(p, 21, r->state, LINE_STATES);
	r->sub_kept = (uint8_t)pack_below(p, 24, r->sub_kept, LINE_WINDOW + 2);
	if (!p->reading)
		return;
	c->in.bytes = bytes;
	c->in.len = (uint32_t)n;
	c->in.partial = half;
	c->in.partial_size = (uint16_t)partial;
	p->bad = p->bad || n > c->net->config.input_max || partial > LINE_BYTES_MAX ||
		 partial != r->len;
	if (r->len > 0 || r->state != 0 || r->overlong)
		conn_timer_start(c, TIMER_PARTIAL);
}

/* Transfers the unsent output.  Either `kept` or `out` is empty: once the transport has refused
 * bytes, everything else is queued after them. */
static void
carry_output(struct pack *p, struct conn *c)
{
	struct evbuffer *out = c->out.out;
	size_t n = c->out.kept != NULL ? c->out.kept->len : 0;
	void *bytes = c->out.kept != NULL ? c->out.kept->bytes : NULL;

	CHECK(c->out.turn == NULL && (c->out.kept == NULL || out == NULL));
	if (out != NULL) {
		n = evbuffer_get_length(out);
		bytes = evbuffer_pullup(out, -1);
		p->bad = p->bad || bytes == NULL;
	}
	pack_block(p, 15, &bytes, &n);
	if (!p->reading)
		return;
	output_carried(c, bytes, n);
	if (bytes != NULL)
		sodium_memzero(bytes, n);
	free(bytes);
}

/* The fields from which the receiving process creates a connection. */
struct made {
	struct endpoint end;
	bool exempt, addressed, authenticated;
	uint32_t state;
	struct netaddr key;
};

static struct conn *
make(struct net *net, const struct made *m)
{
	struct endpoint end = m->end;
	struct address *a = m->addressed ? address_enter(&net->addresses, &m->key) : NULL;
	struct conn *c = NULL;

	if (m->addressed ? a != NULL : m->exempt)
		c = conn_make(net, &end, m->exempt, a);
	if (c == NULL && a != NULL)
		address_leave(&net->addresses, a);
	if (c == NULL)
		end.how->close(&end, true);
	return c;
}

static void
carry_one(struct net *net, struct pack *p, struct conn **cp)
{
	struct conn *c = *cp;
	struct made m = { .end = { .how = &TCP, .fd = -1 }, .state = CONN_OPEN };

	if (!p->reading) {
		m = (struct made){ c->end, c->exempt, c->address != NULL, c->authenticated,
			c->state, { 0 } };
		if (m.addressed)
			m.key = c->address->key;
	}
	pack_file(p, 1, &m.end.fd);
	PACK(p, 2, m.end.sealed, 3, m.exempt, 4, m.addressed, 5, m.key, 6, m.authenticated);
	m.state = pack_below(p, 7, m.state, CONN_DEAD);
	if (p->reading) {
		*cp = NULL;
		if (m.end.fd < 0)
			return;
		c = *cp = make(net, &m);
		if (c == NULL) {
			p->bad = true;
			return;
		}
		if (m.authenticated)
			conn_logged_in(c);
	}
	carry_input(p, c);
	carry_output(p, c);
	if (!p->reading)
		return;
	if (m.state != CONN_OPEN)
		conn_state_set(c, (enum conn_state)m.state);
	if (m.state == CONN_LINGER)
		conn_timer_start(c, TIMER_LINGER);
}

/* Called once the connection's session is known, because lines may be delivered from then
 * on. */
static void
resume_delivery(struct conn *c)
{
	conn_ready_if_possible(c);
	conn_reading_update(c);
}

void
carry_conn(struct net *net, struct pack *p, conn_id *id, session_id s)
{
	struct conn *c = p == NULL || p->reading ? NULL : pool_get(&net->conns, *id);
	bool there;

	if (p == NULL) {
		c = pool_get(&net->conns, *id);
		*id = can_be_carried(c) ? *id : 0;
		return;
	}
	there = !p->reading && can_be_carried(c) && c->state == CONN_OPEN;
	if (p->reading)
		*id = 0;
	if (!pack_begin(p, 1, there))
		return;
	carry_one(net, p, &c);
	pack_end(p);
	if (!p->reading || c == NULL)
		return;
	c->session = s;
	*id = c->id;
	resume_delivery(c);
}

/* Finds the next connection without a session. */
static struct conn *
next_without_session(struct net *net, uint32_t *cursor)
{
	struct conn *c;
	conn_id id;

	while ((c = pool_next(&net->conns, cursor, &id)) != NULL)
		if (can_be_carried(c) && c->state != CONN_OPEN)
			return c;
	return NULL;
}

static void
carry_without_session(struct net *net, struct pack *p)
{
	uint32_t cursor = 0;
	struct conn *c;

	for (;;) {
		c = p->reading ? NULL : next_without_session(net, &cursor);
		if (!pack_begin(p, 1, c != NULL))
			return;
		carry_one(net, p, &c);
		pack_end(p);
		if (p->reading && c != NULL)
			resume_delivery(c);
	}
}

void
net_carry(struct net *net, struct pack *p)
{
	PACK_PART(p, 1, listen_carry(net, p, false));
	PACK_PART(p, 2, addresses_carry(&net->addresses, p));
	PACK_PART(p, 3, handshakes_carry(net, p));
	PACK_PART(p, 4, carry_without_session(net, p));
	PACK_PART(p, 5, listen_carry(net, p, true));
}

size_t
net_output_room(const struct net *net)
{
	return net->config.output_hard / 4 * 3;
}

void
net_carried(struct net *net)
{
	uint32_t cursor = 0;
	struct conn *c;
	conn_id id;

	while ((c = pool_next(&net->conns, &cursor, &id)) != NULL)
		if (can_be_carried(c))
			conn_free(c);
	handshakes_carried(net);
	net_stop_listening(net);
	http_free(net);
}
