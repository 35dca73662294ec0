/* SPDX-License-Identifier: MIT */
/* A single connection: its states, timers and ends.
 *
 * Buffers for input, output and a partial line exist only while they are in use, so an idle
 * connection needs only its struct conn.  output_leave frees a connection, never while events
 * are delivered; listen.c frees the connections that it evicts.  Every call is O(bytes). */
#include "net/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "os/log.h"

bool
conn_try_again(void)
{
	return errno == EAGAIN || errno == EINTR;
}

void
conn_mark_dirty(struct conn *c)
{
	if (link_alone(&c->dirty))
		link_append(&c->net->dirty, &c->dirty);
}

/* ---- timers ---- */

void
conn_timer_start(struct conn *c, enum timer which)
{
	const struct net_config *config = &c->net->config;
	const int64_t span[TIMER_COUNT] = {
		[TIMER_LOGIN] = (int64_t)config->login_s * 1000,
		[TIMER_PARTIAL] = (int64_t)config->partial_line_s * 1000,
		[TIMER_STALL] = (int64_t)config->output_soft_s * 1000,
		[TIMER_DELAY] = ERROR_DELAY_MS,
		[TIMER_LINGER] = LINGER_MS,
	};

	link_append(&c->net->timers[which], &c->timer[which]);
	c->timer[which].due_ms = net_now(c->net) + span[which];
}

bool
conn_timer_runs(const struct conn *c, enum timer which)
{
	return !link_alone(&c->timer[which]);
}

/* ---- blocked, readable, writable ---- */

bool
conn_blocked(const struct conn *c)
{
	return c->state != CONN_OPEN || c->in.paused || c->asked.close || c->out.over ||
	       c->out.queued > c->net->config.output_soft || conn_timer_runs(c, TIMER_DELAY);
}

void
conn_ready_remove(struct conn *c)
{
	if (link_alone(&c->ready))
		return;
	link_remove(&c->ready);
	c->net->ready_len--;
}

void
conn_ready_if_possible(struct conn *c)
{
	if ((c->in.len == 0 && !c->in.eof) || conn_blocked(c) || !link_alone(&c->ready))
		return;
	link_append(&c->net->ready, &c->ready);
	c->net->ready_len++;
}

/* Makes the kernel watch for an event, or stop watching.  If it cannot (no memory, too many
 * watches), the connection is closed, because it would hang for ever. */
static void
event_set(struct conn *c, struct event *e, bool *added, bool on)
{
	if (on == *added)
		return;
	if ((on ? event_add(e, NULL) : event_del(e)) == 0)
		*added = on;
	else if (on && !c->out.over)
		conn_give_up(c, NET_CLOSE_ERROR);
}

/* Bytes that the transport already holds are read in the next pass. */
void
conn_reading_update(struct conn *c)
{
	bool room = c->state != CONN_OPEN || c->in.len < c->net->config.input_max;

	event_set(c, &c->read_event, &c->reading,
	    !c->in.eof && c->state != CONN_DEAD && room && !c->end.read_writes);
	conn_writing_update(c);
	if (c->end.how->room != NULL)
		c->end.how->room(&c->end, c->in.len);
	if (!c->reading || !c->end.how->holds(&c->end))
		return;
	c->may_read = true;
	if (link_alone(&c->pending))
		link_append(&c->net->pending, &c->pending);
}

void
conn_writing_update(struct conn *c)
{
	event_set(c, &c->write_event, &c->writing,
	    c->out.out != NULL || (c->end.read_writes && c->state != CONN_DEAD));
}

/* ---- output ---- */

void
conn_queued_less(struct conn *c, size_t n)
{
	c->out.queued -= (uint32_t)n;
	c->net->queued -= n;
}

void
conn_output_free(struct conn *c)
{
	struct block **blocks[] = { &c->out.turn, &c->out.kept };

	for (unsigned i = 0; i < ARRAY_LEN(blocks); i++) {
		if (*blocks[i] != NULL)
			conn_queued_less(c, (*blocks[i])->len);
		block_free(&c->net->blocks, blocks[i]);
	}
	if (c->out.out != NULL) {
		conn_queued_less(c, evbuffer_get_length(c->out.out));
		evbuffer_free(c->out.out);
		c->out.out = NULL;
	}
	c->out.covered = c->out.bypass_sync = 0;
	link_remove(&c->waiting);
	link_remove(&c->timer[TIMER_STALL]);
	conn_writing_update(c);
}

void
conn_say(struct conn *c, const void *bytes, size_t n)
{
	if (c->state != CONN_OPEN || c->out.over || n == 0)
		return;
	conn_mark_dirty(c);
	if ((uint64_t)c->out.queued + n > c->net->config.output_hard) {
		log_client(LOG_LEVEL_INFO, "closed", "conn=%llx reason=output_hard bytes=%u",
		    (unsigned long long)c->id, (unsigned)c->out.queued);
		c->out.over = true;
		conn_fail_soon(c, NET_CLOSE_OUTPUT);
	} else if (!block_add(&c->net->blocks, &c->out.turn, bytes, n)) {
		c->out.over = true;
		conn_fail_soon(c, NET_CLOSE_ERROR);
	} else {
		c->out.queued += (uint32_t)n;
		c->net->queued += n;
		if (c->net->bypass_sync && c->out.bypass_sync == c->out.turn->len - n) {
			c->out.bypass_sync = c->out.turn->len;
			c->net->any_bypass = true;
		}
	}
}

/* ---- ends ---- */

void
conn_leave_unauthenticated(struct conn *c)
{
	if (c->authenticated)
		return;
	c->authenticated = true;
	link_remove(&c->timer[TIMER_LOGIN]);
	if (c->exempt)
		return;
	c->net->unauthenticated--;
	for (unsigned i = 0; i < CONN_NETWORKS; i++)
		address_leave(&c->net->networks, c->networks[i]);
}

void
conn_logged_in(struct conn *c)
{
	conn_leave_unauthenticated(c);
	if (c->uncounted || c->address == NULL ||
	    networks_find(&c->net->config.shared, &c->address->key) == NULL)
		return;
	c->uncounted = true;
	c->address->uncounted++;
}

void
conn_state_set(struct conn *c, enum conn_state state)
{
	if (c->state == CONN_DRAINING)
		c->net->draining--;
	if (state == CONN_DRAINING)
		c->net->draining++;
	c->state = (uint8_t)state;
	c->marked = false; /* the new state and all earlier requests wait for the next sync */
	link_append(&c->net->dirty, &c->dirty);
	conn_ready_remove(c);
	link_remove(&c->closing);
	link_remove(&c->drained);
	link_remove(&c->timer[TIMER_PARTIAL]);
	link_remove(&c->timer[TIMER_DELAY]);
	conn_leave_unauthenticated(c);
}

void
conn_report_closed(struct conn *c, enum net_close why)
{
	session_id s = c->session;

	c->session = 0;
	if (s != 0 && !c->asked.close)
		c->net->events.closed(c->net->events.ctx, s, why);
}

void
conn_die(struct conn *c)
{
	conn_output_free(c);
	link_remove(&c->outgoing); /* c is freed after the sync of this turn */
	conn_state_set(c, CONN_DEAD);
	conn_reading_update(c);
}

void
conn_fail(struct conn *c, enum net_close why)
{
	if (c->state == CONN_DEAD)
		return;
	conn_die(c);
	conn_report_closed(c, why);
}

void
conn_fail_soon(struct conn *c, enum net_close why)
{
	if (c->state != CONN_OPEN) {
		conn_die(c);
		return;
	}
	c->why = (uint8_t)why;
	if (link_alone(&c->closing))
		link_append(&c->net->closing, &c->closing);
}

void
conn_give_up(struct conn *c, enum net_close why)
{
	c->out.over = true;
	conn_output_free(c);
	conn_fail_soon(c, why);
}

void
conn_end_with(struct conn *c, enum net_close why, const char *reason, const char *text)
{
	log_client(
	    LOG_LEVEL_INFO, "closed", "conn=%llx reason=%s", (unsigned long long)c->id, reason);
	if (c->out.queued <= c->net->config.output_soft)
		conn_say(c, text, strlen(text));
	conn_state_set(c, CONN_DRAINING);
	conn_report_closed(c, why);
}

void *
conn_resize(void *old, size_t old_n, size_t n)
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
	link_remove(&c->pending);
	link_remove(&c->dirty);
	link_remove(&c->outgoing);
	for (unsigned i = 0; i < TIMER_COUNT; i++)
		link_remove(&c->timer[i]);
	conn_reading_update(c);
	c->in.bytes = conn_resize(c->in.bytes, c->in.len, 0);
	c->in.partial = conn_resize(c->in.partial, c->in.partial_size, 0);
	if (c->address != NULL) {
		c->address->uncounted -= c->uncounted;
		address_leave(&c->net->addresses, c->address);
	}
	c->end.how->close(&c->end, c->out.over);
	pool_free(&c->net->conns, c->id);
}

/* ---- checking ---- */

static void
check_open(const struct conn *c)
{
	if ((c->in.len > 0 || c->in.eof) && !conn_blocked(c))
		CHECK(!link_alone(&c->ready));
	CHECK(c->out.over ||
	      c->reading ==
		  (!c->in.eof && c->in.len < c->net->config.input_max && !c->end.read_writes));
	CHECK(c->authenticated || conn_timer_runs(c, TIMER_LOGIN));
	CHECK(c->in.partial == NULL || conn_timer_runs(c, TIMER_PARTIAL));
	CHECK(!c->out.over || !link_alone(&c->closing));
}

void
conn_check(const struct conn *c)
{
	const struct output *o = &c->out;
	size_t waiting = o->out == NULL ? 0 : evbuffer_get_length(o->out);

	CHECK(link_alone(&c->dirty) ? o->turn == NULL && !c->marked
				    : c->net->held || c->state == CONN_DEAD);
	CHECK(o->bypass_sync <= (o->turn != NULL ? o->turn->len : 0));
	CHECK(o->covered <= (o->turn != NULL ? o->turn->len : 0));
	CHECK(o->kept == NULL || !link_alone(&c->outgoing));
	CHECK((o->out != NULL) == !link_alone(&c->waiting));
	CHECK(o->over ||
	      c->writing == (o->out != NULL || (c->end.read_writes && c->state != CONN_DEAD)));
	CHECK(
	    !o->late || o->kept != NULL || o->out != NULL || c->state != CONN_OPEN || o->over);
	CHECK(waiting <= c->net->config.output_soft || conn_timer_runs(c, TIMER_STALL) ||
	      !link_alone(&c->outgoing));
	switch ((enum conn_state)c->state) {
	case CONN_OPEN:
		check_open(c);
		break;
	case CONN_DRAINING:
		CHECK(conn_timer_runs(c, TIMER_STALL) || !link_alone(&c->outgoing) ||
		      !link_alone(&c->dirty));
		break;
	case CONN_LINGER:
		CHECK(conn_timer_runs(c, TIMER_LINGER));
		break;
	case CONN_DEAD:
		CHECK(!link_alone(&c->outgoing) || !link_alone(&c->dirty));
		break;
	}
}
