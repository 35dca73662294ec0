/* SPDX-License-Identifier: MIT */
/* A single connection: its states, timers and ends.
 *
 * Buffers for input, output and a partial line exist only while they are in use, so an idle
 * connection needs only its struct conn.  output_flush frees a connection, never while events
 * are delivered; listen.c frees the connections that it evicts.  Every call is O(bytes). */
#include "net/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "os/log.h"

bool
io_error_is_transient(void)
{
	return errno == EAGAIN || errno == EINTR;
}

void
conn_mark_unsynced(struct conn *c)
{
	if (link_alone(&c->unsynced))
		link_append(&c->net->unsynced, &c->unsynced);
}

/* ---- timers ---- */

void
conn_timer_start(struct conn *c, enum timer which)
{
	const struct net_config *config = &c->net->config;
	const int64_t span[TIMER_COUNT] = {
		[TIMER_LOGIN] = (int64_t)config->login_s * 1000,
		[TIMER_PARTIAL_LINE] = (int64_t)config->partial_line_s * 1000,
		[TIMER_STALL] = (int64_t)config->output_soft_s * 1000,
		[TIMER_ERROR_DELAY] = ERROR_DELAY_MS,
		[TIMER_LINGER] = LINGER_MS,
	};

	link_append(&c->net->timers[which], &c->timer[which]);
	c->timer[which].due_ms = net_timer_now(c->net) + span[which];
}

bool
conn_timer_runs(const struct conn *c, enum timer which)
{
	return !link_alone(&c->timer[which]);
}

/* ---- blocked, readable, writable ---- */

bool
conn_input_blocked(const struct conn *c)
{
	return c->state != CONN_OPEN || c->in.paused || c->requested.close ||
	       c->out.discarded || c->out.queued_bytes > c->net->config.output_soft ||
	       conn_timer_runs(c, TIMER_ERROR_DELAY);
}

void
conn_unqueue_delivery(struct conn *c)
{
	if (link_alone(&c->delivery_link))
		return;
	link_remove(&c->delivery_link);
	c->net->delivery_queue_len--;
}

void
conn_queue_delivery(struct conn *c)
{
	if ((c->in.len == 0 && !c->in.eof) || conn_input_blocked(c) ||
	    !link_alone(&c->delivery_link))
		return;
	link_append(&c->net->delivery_queue, &c->delivery_link);
	c->net->delivery_queue_len++;
}

/* Makes the kernel watch for an event, or stop watching.  If it cannot (no memory, too many
 * watches), the connection is closed, because it would hang for ever. */
static void
watch_event(struct conn *c, struct event *e, bool *added, bool on)
{
	if (on == *added)
		return;
	if ((on ? event_add(e, NULL) : event_del(e)) == 0)
		*added = on;
	else if (on && !c->out.discarded)
		conn_discard_and_fail(c, NET_CLOSE_ERROR);
}

/* Bytes that the transport already holds are read in the next pass. */
void
conn_update_read_watch(struct conn *c)
{
	bool room = c->state != CONN_OPEN || c->in.len < c->net->config.input_max;

	watch_event(c, &c->read_event, &c->watches_reads,
	    !c->in.eof && c->state != CONN_DEAD && room && !c->end.read_needs_write);
	conn_update_write_watch(c);
	if (c->end.how->on_input_taken != NULL)
		c->end.how->on_input_taken(&c->end, c->in.len);
	if (!c->watches_reads || !c->end.how->has_buffered(&c->end))
		return;
	c->readable = true;
	if (link_alone(&c->pending_io))
		link_append(&c->net->pending_io, &c->pending_io);
}

void
conn_update_write_watch(struct conn *c)
{
	watch_event(c, &c->write_event, &c->watches_writes,
	    c->out.out != NULL || (c->end.read_needs_write && c->state != CONN_DEAD));
}

/* ---- output ---- */

void
conn_subtract_queued(struct conn *c, size_t n)
{
	c->out.queued_bytes -= (uint32_t)n;
	c->net->queued_bytes -= n;
}

void
conn_output_free(struct conn *c)
{
	struct block **blocks[] = { &c->out.unsynced, &c->out.released };

	for (unsigned i = 0; i < ARRAY_LEN(blocks); i++) {
		if (*blocks[i] != NULL)
			conn_subtract_queued(c, (*blocks[i])->len);
		block_free(&c->net->block_pool, blocks[i]);
	}
	if (c->out.out != NULL) {
		conn_subtract_queued(c, evbuffer_get_length(c->out.out));
		evbuffer_free(c->out.out);
		c->out.out = NULL;
	}
	c->out.covered_bytes = c->out.bypass_bytes = 0;
	link_remove(&c->write_blocked);
	link_remove(&c->timer[TIMER_STALL]);
	conn_update_write_watch(c);
}

void
conn_say(struct conn *c, const void *bytes, size_t n)
{
	if (c->state != CONN_OPEN || c->out.discarded || n == 0)
		return;
	conn_mark_unsynced(c);
	if ((uint64_t)c->out.queued_bytes + n > c->net->config.output_hard) {
		log_client(LOG_LEVEL_INFO, "closed", "conn=%llx reason=output_hard bytes=%u",
		    (unsigned long long)c->id, (unsigned)c->out.queued_bytes);
		c->out.discarded = true;
		conn_fail_in_next_pass(c, NET_CLOSE_OUTPUT);
	} else if (!block_append(&c->net->block_pool, &c->out.unsynced, bytes, n)) {
		c->out.discarded = true;
		conn_fail_in_next_pass(c, NET_CLOSE_ERROR);
	} else {
		c->out.queued_bytes += (uint32_t)n;
		c->net->queued_bytes += n;
		if (c->net->bypass_sync && c->out.bypass_bytes == c->out.unsynced->len - n) {
			c->out.bypass_bytes = c->out.unsynced->len;
			c->net->any_sync_bypass = true;
		}
	}
}

/* ---- ends ---- */

void
conn_uncount_unauthenticated(struct conn *c)
{
	if (c->authenticated)
		return;
	c->authenticated = true;
	link_remove(&c->timer[TIMER_LOGIN]);
	if (c->exempt)
		return;
	c->net->unauthenticated_conns--;
	for (unsigned i = 0; i < CONN_NETWORKS; i++)
		address_remove_conn(&c->net->unauthenticated_networks, c->networks[i]);
}

void
conn_on_login(struct conn *c)
{
	conn_uncount_unauthenticated(c);
	if (c->per_address_uncounted || c->address == NULL ||
	    networks_find(&c->net->config.shared_networks, &c->address->key) == NULL)
		return;
	c->per_address_uncounted = true;
	c->address->uncounted_conns++;
}

void
conn_state_set(struct conn *c, enum conn_state state)
{
	if (c->state == CONN_DRAINING)
		c->net->draining_conns--;
	if (state == CONN_DRAINING)
		c->net->draining_conns++;
	c->state = (uint8_t)state;
	c->in_current_sync =
	    false; /* the new state and all earlier requests wait for the next sync */
	link_append(&c->net->unsynced, &c->unsynced);
	conn_unqueue_delivery(c);
	link_remove(&c->close_unreported);
	link_remove(&c->drain_unreported);
	link_remove(&c->timer[TIMER_PARTIAL_LINE]);
	link_remove(&c->timer[TIMER_ERROR_DELAY]);
	conn_uncount_unauthenticated(c);
}

void
conn_report_closed(struct conn *c, enum net_close_reason why)
{
	session_id s = c->session;

	c->session = 0;
	if (s != 0 && !c->requested.close)
		c->net->events.closed(c->net->events.ctx, s, why);
}

void
conn_abort(struct conn *c)
{
	conn_output_free(c);
	link_remove(&c->to_flush); /* c is freed after the sync of this turn */
	conn_state_set(c, CONN_DEAD);
	conn_update_read_watch(c);
}

void
conn_fail(struct conn *c, enum net_close_reason why)
{
	if (c->state == CONN_DEAD)
		return;
	conn_abort(c);
	conn_report_closed(c, why);
}

void
conn_fail_in_next_pass(struct conn *c, enum net_close_reason why)
{
	if (c->state != CONN_OPEN) {
		conn_abort(c);
		return;
	}
	c->why = (uint8_t)why;
	if (link_alone(&c->close_unreported))
		link_append(&c->net->close_unreported, &c->close_unreported);
}

void
conn_discard_and_fail(struct conn *c, enum net_close_reason why)
{
	c->out.discarded = true;
	conn_output_free(c);
	conn_fail_in_next_pass(c, why);
}

void
conn_end_with_line(
    struct conn *c, enum net_close_reason why, const char *reason, const char *text)
{
	log_client(
	    LOG_LEVEL_INFO, "closed", "conn=%llx reason=%s", (unsigned long long)c->id, reason);
	if (c->out.queued_bytes <= c->net->config.output_soft)
		conn_say(c, text, strlen(text));
	conn_state_set(c, CONN_DRAINING);
	conn_report_closed(c, why);
}

void *
resize_wiping(void *old, size_t old_n, size_t n)
{
	void *p = n > 0 ? malloc(n) : NULL;

	if (n > 0 && p == NULL)
		return NULL;
	if (old != NULL) {
		if (p != NULL)
			memcpy(p, old, old_n < n ? old_n : n);
		sodium_memzero(old, old_n);
		free(old);
	}
	return p;
}

void
conn_free(struct conn *c)
{
	conn_output_free(c);
	conn_state_set(c, CONN_DEAD);
	link_remove(&c->pending_io);
	link_remove(&c->unsynced);
	link_remove(&c->to_flush);
	for (unsigned i = 0; i < TIMER_COUNT; i++)
		link_remove(&c->timer[i]);
	conn_update_read_watch(c);
	c->in.bytes = resize_wiping(c->in.bytes, c->in.len, 0);
	c->in.partial_line = resize_wiping(c->in.partial_line, c->in.partial_line_size, 0);
	if (c->address != NULL) {
		c->address->uncounted_conns -= c->per_address_uncounted;
		address_remove_conn(&c->net->addresses, c->address);
	}
	c->end.how->close(&c->end, c->out.discarded);
	pool_free(&c->net->conns, c->id);
}

/* ---- checking ---- */

static void
check_open_conn(const struct conn *c)
{
	if ((c->in.len > 0 || c->in.eof) && !conn_input_blocked(c))
		CHECK(!link_alone(&c->delivery_link));
	CHECK(c->out.discarded ||
	      c->watches_reads == (!c->in.eof && c->in.len < c->net->config.input_max &&
				      !c->end.read_needs_write));
	CHECK(c->authenticated || conn_timer_runs(c, TIMER_LOGIN));
	CHECK(c->in.partial_line == NULL || conn_timer_runs(c, TIMER_PARTIAL_LINE));
	CHECK(!c->out.discarded || !link_alone(&c->close_unreported));
}

void
conn_check_invariants(const struct conn *c)
{
	const struct output *o = &c->out;
	size_t waiting = o->out == NULL ? 0 : evbuffer_get_length(o->out);

	CHECK(link_alone(&c->unsynced) ? o->unsynced == NULL && !c->in_current_sync
				       : c->net->sync_awaited || c->state == CONN_DEAD);
	CHECK(o->bypass_bytes <= (o->unsynced != NULL ? o->unsynced->len : 0));
	CHECK(o->covered_bytes <= (o->unsynced != NULL ? o->unsynced->len : 0));
	CHECK(o->released == NULL || !link_alone(&c->to_flush));
	CHECK((o->out != NULL) == !link_alone(&c->write_blocked));
	CHECK(o->discarded ||
	      c->watches_writes ==
		  (o->out != NULL || (c->end.read_needs_write && c->state != CONN_DEAD)));
	CHECK(!o->drain_awaited || o->released != NULL || o->out != NULL ||
	      c->state != CONN_OPEN || o->discarded);
	CHECK(waiting <= c->net->config.output_soft || conn_timer_runs(c, TIMER_STALL) ||
	      !link_alone(&c->to_flush));
	switch ((enum conn_state)c->state) {
	case CONN_OPEN:
		check_open_conn(c);
		break;
	case CONN_DRAINING:
		CHECK(conn_timer_runs(c, TIMER_STALL) || !link_alone(&c->to_flush) ||
		      !link_alone(&c->unsynced));
		break;
	case CONN_LINGER:
		CHECK(conn_timer_runs(c, TIMER_LINGER));
		break;
	case CONN_DEAD:
		CHECK(!link_alone(&c->to_flush) || !link_alone(&c->unsynced));
		break;
	}
}
