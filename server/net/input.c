/* SPDX-License-Identifier: MIT */
/* Turns received bytes into lines.  Input is buffered only if it must wait.  Every copy is
 * wiped, because it may be a password.  O(bytes). */
#include "net/conn.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

static const char TEXT_ERRORS[] = "\r\n** Too many broken lines.\r\n";

static void
error_counted(struct conn *c)
{
	const struct net_config *config = &c->net->config;

	c->in.errors++;
	if (c->asked.close)
		return;
	if (c->in.errors >= config->input_errors_max)
		conn_end_with(c, NET_CLOSE_INPUT, "input_errors", TEXT_ERRORS);
	else if (c->in.errors >= config->input_errors_slow)
		conn_timer_start(c, TIMER_DELAY);
}

/* Counts a telnet option.  Each costs the server an answer and is not covered by the allowance
 * for lines. */
static void
count_option(struct conn *c)
{
	if (c->in.talk < TALK_FREE)
		c->in.talk++;
	else
		error_counted(c);
}

/* Keeps the incomplete line, and starts or stops its timer. */
static void
partial_store(struct conn *c, bool line_ended)
{
	const struct line_reader *r = &c->in.reader;

	if (r->len != c->in.partial_size) {
		char *p = conn_resize(c->in.partial, c->in.partial_size, r->len);

		if (r->len > 0 && p == NULL) {
			conn_fail(c, NET_CLOSE_ERROR);
			return;
		}
		c->in.partial = p;
		c->in.partial_size = r->len;
	}
	if (r->len > 0)
		memcpy(c->in.partial, c->net->line, r->len);
	if (c->state != CONN_OPEN || (r->len == 0 && r->state == 0 && !r->overlong))
		link_remove(&c->timer[TIMER_PARTIAL]);
	else if (line_ended || !conn_timer_runs(c, TIMER_PARTIAL))
		conn_timer_start(c, TIMER_PARTIAL);
}

/* Delivers lines from in[0..n) within the limits of the turn.  Returns the number of bytes
 * used. */
static size_t
deliver(struct conn *c, const uint8_t *in, size_t n)
{
	struct net *net = c->net;
	const struct net_events *events = &net->events;
	size_t used = 0;
	bool line_ended = false;

	if (c->in.lines_pass_no != net->pass.no) {
		c->in.lines_pass_no = net->pass.no;
		c->in.lines = 0;
	}
	if (conn_blocked(c) || c->in.lines >= net->config.lines_per_turn)
		return 0;
	if (c->in.reader.len > 0)
		memcpy(net->line, c->in.partial, c->in.reader.len);
	while (used < n && !conn_blocked(c) && c->in.lines < net->config.lines_per_turn) {
		struct line_step step =
		    line_push(&c->in.reader, in + used, n - used, net->line);

		used += step.used;
		if (step.event == LINE_MORE)
			break;
		c->in.lines++;
		switch (step.event) {
		case LINE_MORE:
			break;
		case LINE_READY:
			line_ended = true;
			c->in.talk = 0;
			events->line(events->ctx, c->session, net->line, step.len);
			sodium_memzero(net->line, step.len);
			break;
		case LINE_OVERLONG:
			line_ended = true;
			sodium_memzero(net->line, sizeof(net->line));
			events->overlong(events->ctx, c->session);
			error_counted(c);
			break;
		case LINE_REPLY:
			conn_say(c, step.reply, sizeof(step.reply));
			count_option(c);
			break;
		case LINE_SIZE:
			events->size(events->ctx, c->session, step.columns, step.rows);
			break;
		case LINE_TELNET_ERROR:
			error_counted(c);
			break;
		}
	}
	partial_store(c, line_ended);
	sodium_memzero(net->line, c->in.reader.overlong ? sizeof(net->line) : c->in.reader.len);
	return used;
}

/* Buffers input that could not be delivered yet. */
static void
append(struct conn *c, const uint8_t *in, size_t n)
{
	uint8_t *p;

	if (n == 0 || c->state != CONN_OPEN)
		return;
	p = conn_resize(c->in.bytes, c->in.len, c->in.len + n);
	if (p == NULL) {
		conn_fail(c, NET_CLOSE_ERROR);
		return;
	}
	memcpy(p + c->in.len, in, n);
	c->in.bytes = p;
	c->in.len += (uint32_t)n;
}

/* Updates the connection's state after input was received or delivered. */
static void
settle(struct conn *c)
{
	if (c->state == CONN_OPEN && c->in.eof && c->in.len == 0 && !c->asked.close) {
		conn_state_set(c, CONN_DRAINING);
		conn_report_closed(c, NET_CLOSE_PEER);
	}
	conn_ready_if_possible(c);
	conn_reading_update(c);
}

void
input_run(struct conn *c)
{
	conn_ready_remove(c);
	if (c->in.len > 0) {
		size_t n = deliver(c, c->in.bytes, c->in.len);

		c->in.len -= (uint32_t)n;
		memmove(c->in.bytes, c->in.bytes + n, c->in.len);
		sodium_memzero(c->in.bytes + c->in.len, n);
		if (c->in.len == 0)
			c->in.bytes = conn_resize(c->in.bytes, 0, 0);
	}
	settle(c);
}

/* Reads only to notice the peer's end; the bytes are discarded. */
static void
ignore(struct conn *c, ssize_t n)
{
	if (n > 0 || (n < 0 && conn_try_again())) {
		conn_reading_update(c);
		return;
	}
	c->in.eof = true;
	if (n < 0 || c->state == CONN_LINGER)
		conn_die(c);
	conn_reading_update(c);
}

void
input_feed(struct conn *c, const uint8_t *bytes, size_t n, bool now)
{
	size_t used = 0;

	if (n > 0 && c->state == CONN_OPEN && !c->asked.close) {
		if (now && c->in.len == 0)
			used = deliver(c, bytes, n);
		append(c, bytes + used, n - used);
	}
	settle(c);
}

void
input_read(struct conn *c)
{
	struct net *net = c->net;
	bool open = c->state == CONN_OPEN && !c->asked.close;
	ssize_t n;

	if (c->state == CONN_DEAD)
		return;
	n = c->end.how->read(
	    &c->end, net->scratch, net->config.input_max - (open ? c->in.len : 0));
	if (!open) {
		if (n > 0)
			sodium_memzero(net->scratch, (size_t)n);
		ignore(c, n);
		return;
	}
	if (n < 0) {
		if (!conn_try_again())
			conn_fail(c, NET_CLOSE_ERROR);
		conn_reading_update(c);
		return;
	}
	c->in.eof = n == 0;
	input_feed(c, net->scratch, (size_t)n, true);
	sodium_memzero(net->scratch, (size_t)n);
}
