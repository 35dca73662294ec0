/* SPDX-License-Identifier: MIT */
/* Turns received bytes into lines.  Input is buffered only if it must wait.  Every copy is
 * wiped, because it may be a password.  O(bytes). */
#include "net/conn.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

static const char TEXT_INPUT_ERRORS[] = "\r\n** Too many broken lines.\r\n";

static void
count_input_error(struct conn *c)
{
	const struct net_config *config = &c->net->config;

	c->in.broken_lines++;
	if (c->requested.close)
		return;
	if (c->in.broken_lines >= config->input_errors_max)
		conn_end_with_line(c, NET_CLOSE_BAD_INPUT, "input_errors", TEXT_INPUT_ERRORS);
	else if (c->in.broken_lines >= config->input_errors_slow)
		conn_timer_start(c, TIMER_ERROR_DELAY);
}

/* Counts a telnet option.  Each costs the server an answer and is not covered by the allowance
 * for lines. */
static void
count_telnet_option(struct conn *c)
{
	if (c->in.telnet_options < TELNET_OPTIONS_FREE)
		c->in.telnet_options++;
	else
		count_input_error(c);
}

/* Keeps the incomplete line, and starts or stops its timer. */
static void
store_partial_line(struct conn *c, bool line_ended)
{
	const struct line_reader *r = &c->in.reader;

	if (r->len != c->in.partial_line_size) {
		char *p = resize_wiping(c->in.partial_line, c->in.partial_line_size, r->len);

		if (r->len > 0 && p == NULL) {
			conn_fail(c, NET_CLOSE_ERROR);
			return;
		}
		c->in.partial_line = p;
		c->in.partial_line_size = r->len;
	}
	if (r->len > 0)
		memcpy(c->in.partial_line, c->net->line_buffer, r->len);
	if (c->state != CONN_OPEN || (r->len == 0 && r->state == 0 && !r->skipping_overlong))
		link_remove(&c->timer[TIMER_PARTIAL_LINE]);
	else if (line_ended || !conn_timer_runs(c, TIMER_PARTIAL_LINE))
		conn_timer_start(c, TIMER_PARTIAL_LINE);
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

	if (c->in.lines_counted_in_pass != net->pass.no) {
		c->in.lines_counted_in_pass = net->pass.no;
		c->in.lines_delivered = 0;
	}
	if (conn_input_blocked(c) || c->in.lines_delivered >= net->config.lines_per_turn)
		return 0;
	if (c->in.reader.len > 0)
		memcpy(net->line_buffer, c->in.partial_line, c->in.reader.len);
	while (used < n && !conn_input_blocked(c) &&
	       c->in.lines_delivered < net->config.lines_per_turn) {
		struct line_result step =
		    line_push(&c->in.reader, in + used, n - used, net->line_buffer);

		used += step.used;
		if (step.event == LINE_INCOMPLETE)
			break;
		c->in.lines_delivered++;
		switch (step.event) {
		case LINE_INCOMPLETE:
			break;
		case LINE_READY:
			line_ended = true;
			c->in.telnet_options = 0;
			events->line(events->ctx, c->session, net->line_buffer, step.len);
			sodium_memzero(net->line_buffer, step.len);
			break;
		case LINE_OVERLONG:
			line_ended = true;
			sodium_memzero(net->line_buffer, sizeof(net->line_buffer));
			events->overlong(events->ctx, c->session);
			count_input_error(c);
			break;
		case LINE_REPLY:
			conn_say(c, step.reply, sizeof(step.reply));
			count_telnet_option(c);
			break;
		case LINE_WINDOW_SIZE:
			events->window_size(
			    events->ctx, c->session, step.window_columns, step.window_rows);
			break;
		case LINE_TELNET_ERROR:
			count_input_error(c);
			break;
		}
	}
	store_partial_line(c, line_ended);
	sodium_memzero(net->line_buffer,
	    c->in.reader.skipping_overlong ? sizeof(net->line_buffer) : c->in.reader.len);
	return used;
}

/* Buffers input that could not be delivered yet. */
static void
append(struct conn *c, const uint8_t *in, size_t n)
{
	uint8_t *p;

	if (n == 0 || c->state != CONN_OPEN)
		return;
	p = resize_wiping(c->in.bytes, c->in.len, c->in.len + n);
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
	if (c->state == CONN_OPEN && c->in.eof && c->in.len == 0 && !c->requested.close) {
		conn_state_set(c, CONN_DRAINING);
		conn_report_closed(c, NET_CLOSE_PEER);
	}
	conn_queue_delivery(c);
	conn_update_read_watch(c);
}

void
input_deliver(struct conn *c)
{
	conn_unqueue_delivery(c);
	if (c->in.len > 0) {
		size_t n = deliver(c, c->in.bytes, c->in.len);

		c->in.len -= (uint32_t)n;
		memmove(c->in.bytes, c->in.bytes + n, c->in.len);
		sodium_memzero(c->in.bytes + c->in.len, n);
		if (c->in.len == 0)
			c->in.bytes = resize_wiping(c->in.bytes, 0, 0);
	}
	settle(c);
}

/* Reads only to notice the peer's end; the bytes are discarded. */
static void
ignore(struct conn *c, ssize_t n)
{
	if (n > 0 || (n < 0 && io_error_is_transient())) {
		conn_update_read_watch(c);
		return;
	}
	c->in.eof = true;
	if (n < 0 || c->state == CONN_LINGER)
		conn_abort(c);
	conn_update_read_watch(c);
}

void
input_feed(struct conn *c, const uint8_t *bytes, size_t n, bool now)
{
	size_t used = 0;

	if (n > 0 && c->state == CONN_OPEN && !c->requested.close) {
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
	bool open = c->state == CONN_OPEN && !c->requested.close;
	ssize_t n;

	if (c->state == CONN_DEAD)
		return;
	n = c->end.how->read(
	    &c->end, net->read_buffer, net->config.input_max - (open ? c->in.len : 0));
	if (!open) {
		if (n > 0)
			sodium_memzero(net->read_buffer, (size_t)n);
		ignore(c, n);
		return;
	}
	if (n < 0) {
		if (!io_error_is_transient())
			conn_fail(c, NET_CLOSE_ERROR);
		conn_update_read_watch(c);
		return;
	}
	c->in.eof = n == 0;
	input_feed(c, net->read_buffer, (size_t)n, true);
	sodium_memzero(net->read_buffer, (size_t)n);
}
