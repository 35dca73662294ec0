/* SPDX-License-Identifier: MIT */
/* Transfers connections to another process: see net_hand_over.  The connections of sessions are
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
can_be_handed_over(const struct conn *c)
{
	return c != NULL && c->end.how == &TCP && c->state != CONN_DEAD && !c->out.discarded;
}

static void
hand_over_input(struct pack *p, struct conn *c)
{
	struct line_reader *r = &c->in.reader;
	size_t n = c->in.len, partial = c->in.partial_line_size;
	void *bytes = c->in.bytes, *half = c->in.partial_line;

	pack_block(p, 10, &bytes, &n);
	pack_block(p, 11, &half, &partial);
	PACK(p, 12, c->in.broken_lines, 13, c->in.telnet_options, 14, c->in.eof);
	PACK(p, 20, r->len, 22, r->verb, 23, r->sub_len, 25, r->sub);
	PACK(p, 26, r->window_asked, 27, r->after_cr, 28, r->skipping_overlong);
	r->state = (uint8_t)pack_below(p, 21, r->state, LINE_STATE_COUNT);
	r->sub_stored = (uint8_t)pack_below(p, 24, r->sub_stored, LINE_WINDOW_BYTES + 2);
	if (!p->reading)
		return;
	c->in.bytes = bytes;
	c->in.len = (uint32_t)n;
	c->in.partial_line = half;
	c->in.partial_line_size = (uint16_t)partial;
	p->bad = p->bad || n > c->net->config.input_max || partial > LINE_BYTES_MAX ||
		 partial != r->len;
	if (r->len > 0 || r->state != 0 || r->skipping_overlong)
		conn_timer_start(c, TIMER_PARTIAL_LINE);
}

/* Transfers the unsent output.  Either `released` or `out` is empty: once the transport has
 * refused bytes, everything else is queued after them. */
static void
hand_over_output(struct pack *p, struct conn *c)
{
	struct evbuffer *out = c->out.out;
	size_t n = c->out.released != NULL ? c->out.released->len : 0;
	void *bytes = c->out.released != NULL ? c->out.released->bytes : NULL;

	CHECK(c->out.unsynced == NULL && (c->out.released == NULL || out == NULL));
	if (out != NULL) {
		n = evbuffer_get_length(out);
		bytes = evbuffer_pullup(out, -1);
		p->bad = p->bad || bytes == NULL;
	}
	pack_block(p, 15, &bytes, &n);
	if (!p->reading)
		return;
	output_restore_unsent(c, bytes, n);
	if (bytes != NULL)
		sodium_memzero(bytes, n);
	free(bytes);
}

/* The fields from which the receiving process creates a connection. */
struct conn_fields {
	struct endpoint end;
	bool exempt, has_address, authenticated;
	uint32_t state;
	struct netaddr key;
};

static struct conn *
conn_from_fields(struct net *net, const struct conn_fields *m)
{
	struct endpoint end = m->end;
	struct address *a = m->has_address ? address_add_conn(&net->addresses, &m->key) : NULL;
	struct conn *c = NULL;

	if (m->has_address ? a != NULL : m->exempt)
		c = conn_new(net, &end, m->exempt, a);
	if (c == NULL && a != NULL)
		address_remove_conn(&net->addresses, a);
	if (c == NULL)
		end.how->close(&end, true);
	return c;
}

static void
hand_over_conn_state(struct net *net, struct pack *p, struct conn **cp)
{
	struct conn *c = *cp;
	struct conn_fields m = { .end = { .how = &TCP, .fd = -1 }, .state = CONN_OPEN };

	if (!p->reading) {
		m = (struct conn_fields){ c->end, c->exempt, c->address != NULL,
			c->authenticated, c->state, { 0 } };
		if (m.has_address)
			m.key = c->address->key;
	}
	pack_fd(p, 1, &m.end.fd);
	PACK(p, 2, m.end.secure, 3, m.exempt, 4, m.has_address, 5, m.key, 6, m.authenticated);
	m.state = pack_below(p, 7, m.state, CONN_DEAD);
	if (p->reading) {
		*cp = NULL;
		if (m.end.fd < 0)
			return;
		c = *cp = conn_from_fields(net, &m);
		if (c == NULL) {
			p->bad = true;
			return;
		}
		if (m.authenticated)
			conn_on_login(c);
	}
	hand_over_input(p, c);
	hand_over_output(p, c);
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
	conn_queue_delivery(c);
	conn_update_read_watch(c);
}

void
hand_over_conn(struct net *net, struct pack *p, conn_id *id, session_id s)
{
	struct conn *c = p == NULL || p->reading ? NULL : pool_get(&net->conns, *id);
	bool there;

	if (p == NULL) {
		c = pool_get(&net->conns, *id);
		*id = can_be_handed_over(c) ? *id : 0;
		return;
	}
	there = !p->reading && can_be_handed_over(c) && c->state == CONN_OPEN;
	if (p->reading)
		*id = 0;
	if (!pack_begin_part(p, 1, there))
		return;
	hand_over_conn_state(net, p, &c);
	pack_end_part(p);
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
		if (can_be_handed_over(c) && c->state != CONN_OPEN)
			return c;
	return NULL;
}

static void
hand_over_without_session(struct net *net, struct pack *p)
{
	uint32_t cursor = 0;
	struct conn *c;

	for (;;) {
		c = p->reading ? NULL : next_without_session(net, &cursor);
		if (!pack_begin_part(p, 1, c != NULL))
			return;
		hand_over_conn_state(net, p, &c);
		pack_end_part(p);
		if (p->reading && c != NULL)
			resume_delivery(c);
	}
}

void
net_hand_over(struct net *net, struct pack *p)
{
	PACK_PART(p, 1, listen_hand_over(net, p, false));
	PACK_PART(p, 2, addresses_hand_over(&net->addresses, p));
	PACK_PART(p, 3, handshakes_hand_over(net, p));
	PACK_PART(p, 4, hand_over_without_session(net, p));
	PACK_PART(p, 5, listen_hand_over(net, p, true));
}

size_t
net_handover_output_max(const struct net *net)
{
	return net->config.output_hard / 4 * 3;
}

void
net_handed_over(struct net *net)
{
	uint32_t cursor = 0;
	struct conn *c;
	conn_id id;

	while ((c = pool_next(&net->conns, &cursor, &id)) != NULL)
		if (can_be_handed_over(c))
			conn_free(c);
	handshakes_handed_over(net);
	net_stop_listening(net);
	http_free(net);
}
