/* SPDX-License-Identifier: MIT */
/* Sends output.  The output of a turn is collected separately until a sync that began after the
 * turn has completed: nothing can be sent earlier, even if the peer becomes writable meanwhile
 * (LIMITS.md D1).  The same applies to the end of a connection and to everything else that a
 * peer could notice.  O(bytes), except output_shed. */
#include "net/conn.h"

#include <string.h>

#include "os/log.h"

#define OUT_PARTS 8 /* buffers offered in one write */

/* Called when everything was sent: shuts down our side and waits for the peer to end.  Closing
 * at once would send a reset if there is unread input, and the peer could lose the last
 * lines. */
static void
finish(struct conn *c)
{
	if (c->in.eof || c->end.how->shut(&c->end) != 0) {
		conn_die(c);
		return;
	}
	conn_state_set(c, CONN_LINGER);
	link_remove(&c->timer[TIMER_STALL]);
	conn_timer_start(c, TIMER_LINGER);
	conn_reading_update(c);
}

/* Called after output has been queued or sent: enforces limits, and reports that the connection
 * has drained. */
void
output_settle(struct conn *c)
{
	const struct net_config *config = &c->net->config;
	size_t waiting = c->out.out == NULL ? 0 : evbuffer_get_length(c->out.out);
	bool stalled =
	    waiting > config->output_soft || (c->state == CONN_DRAINING && waiting > 0);

	if (c->state == CONN_DRAINING && waiting == 0 && c->out.kept == NULL &&
	    link_alone(&c->dirty)) {
		finish(c);
		return;
	}
	if (!stalled)
		link_remove(&c->timer[TIMER_STALL]);
	else if (!conn_timer_runs(c, TIMER_STALL))
		conn_timer_start(c, TIMER_STALL);
	if (c->state == CONN_OPEN && !c->authenticated && waiting > config->output_prelogin) {
		log_client(LOG_LEVEL_INFO, "closed",
		    "conn=%llx reason=output_prelogin bytes=%u", (unsigned long long)c->id,
		    (unsigned)waiting);
		conn_fail_soon(c, NET_CLOSE_OUTPUT);
	}
	if (c->out.late && c->out.out == NULL && c->out.kept == NULL) {
		c->out.late = false;
		if (!c->asked.close)
			link_append(&c->net->drained, &c->drained);
	}
	conn_ready_if_possible(c);
}

/* Handles the result of a write, n bytes or -1 with errno.  Returns false if the connection was
 * given up. */
static bool
handle_write(struct conn *c, ssize_t n)
{
	if (n < 0 && !conn_try_again()) {
		conn_give_up(c, NET_CLOSE_ERROR);
		return false;
	}
	if (n > 0) {
		conn_queued_less(c, (size_t)n);
		link_remove(&c->timer[TIMER_STALL]);
	}
	return true;
}

/* Waits until the transport is writable. */
static void
wait_until_writable(struct conn *c)
{
	c->out.late = true;
	if (link_alone(&c->waiting))
		link_append(&c->net->waiting, &c->waiting);
	conn_writing_update(c);
}

void
output_again(struct conn *c)
{
	struct evbuffer *out = c->out.out;
	struct evbuffer_iovec parts[OUT_PARTS];
	int n = evbuffer_peek(out, -1, NULL, parts, OUT_PARTS);
	ssize_t sent =
	    c->end.how->write(&c->end, parts, n < OUT_PARTS ? (unsigned)n : OUT_PARTS);

	if (!handle_write(c, sent))
		return;
	if (sent > 0 && evbuffer_drain(out, (size_t)sent) != 0)
		check_failed("output cannot be drained", __FILE__, __LINE__);
	if (evbuffer_get_length(out) > 0) {
		wait_until_writable(c);
	} else {
		evbuffer_free(out);
		c->out.out = NULL;
		link_remove(&c->waiting);
		conn_writing_update(c);
	}
	output_settle(c);
}

/* Queues bytes after those that the transport did not accept.  Returns false if out of memory;
 * the connection is then given up. */
static bool
append_unaccepted(struct conn *c, const char *bytes, size_t n)
{
	if (c->out.out == NULL)
		c->out.out = evbuffer_new();
	if (c->out.out != NULL && evbuffer_add(c->out.out, bytes, n) == 0)
		return true;
	conn_give_up(c, NET_CLOSE_ERROR);
	return false;
}

void
output_carried(struct conn *c, const void *bytes, size_t n)
{
	if (n == 0 || !append_unaccepted(c, bytes, n))
		return;
	c->out.queued += (uint32_t)n;
	c->net->queued += n;
	wait_until_writable(c);
	output_settle(c);
}

static void
send_kept(struct conn *c)
{
	const struct block *kept = c->out.kept;
	struct iovec all = { c->out.kept->bytes, kept->len };
	ssize_t sent = c->end.how->write(&c->end, &all, 1);
	size_t n = sent > 0 ? (size_t)sent : 0;

	if (!handle_write(c, sent))
		return;
	if (n < kept->len) {
		if (!append_unaccepted(c, kept->bytes + n, kept->len - n))
			return;
		wait_until_writable(c);
	}
	block_free(&c->net->blocks, &c->out.kept);
	output_settle(c);
}

static uint32_t
less_or_zero(uint32_t a, uint32_t b)
{
	return a > b ? a - b : 0;
}

/* Allows the first n bytes of the output that waits for a sync to be sent. */
static void
release_bytes(struct conn *c, uint32_t n)
{
	struct output *o = &c->out;
	bool ok = true;

	if (n == 0)
		return;
	o->covered = less_or_zero(o->covered, n);
	o->bypass_sync = less_or_zero(o->bypass_sync, n);
	if (o->out != NULL) {
		ok = append_unaccepted(c, o->turn->bytes, n);
	} else if (o->kept == NULL && n == o->turn->len) {
		o->kept = o->turn;
		o->turn = NULL;
	} else if (!block_add(&c->net->blocks, &o->kept, o->turn->bytes, n)) {
		conn_give_up(c, NET_CLOSE_ERROR);
		ok = false;
	}
	if (!ok || o->turn == NULL)
		return;
	o->turn->len -= n;
	if (o->turn->len == 0)
		block_free(&c->net->blocks, &o->turn);
	else
		memmove(o->turn->bytes, o->turn->bytes + n, o->turn->len);
}

void
output_bypass(struct conn *c)
{
	if (c->out.bypass_sync == 0 || c->state != CONN_OPEN || c->out.over)
		return;
	release_bytes(c, c->out.bypass_sync);
	if (link_alone(&c->outgoing))
		link_append(&c->net->fresh, &c->outgoing);
}

void
output_mark_covered(struct conn *c)
{
	c->marked = true;
	c->covered = c->asked;
	c->out.covered = c->out.turn != NULL ? c->out.turn->len : 0;
}

void
output_release(struct conn *c)
{
	const struct asked done = c->covered;
	uint32_t n = c->out.covered;

	link_remove(&c->dirty);
	c->marked = false;
	c->out.covered = 0;
	c->asked.close &= !done.close;
	c->asked.authenticated &= !done.authenticated;
	c->asked.size &= !done.size;
	if (done.authenticated && c->state == CONN_OPEN)
		conn_logged_in(c);
	c->in.reader.window |= done.size;
	if (done.close && c->state == CONN_OPEN) {
		c->session = 0;
		conn_state_set(c, CONN_DRAINING);
		conn_reading_update(c);
		link_remove(&c->dirty);
	}
	if (c->state != CONN_DEAD && c->out.over) {
		conn_output_free(c);
		if (c->state != CONN_OPEN)
			conn_die(c);
		return;
	}
	if (n > 0 && c->net->held && c->out.queued > c->net->config.output_soft)
		c->out.late = true; /* the domain may have seen this backlog, and now wait for
				       `drained` */
	release_bytes(c, n);
	if (c->out.turn != NULL || c->asked.close || c->asked.authenticated || c->asked.size)
		conn_mark_dirty(c);
}

void
output_leave(struct conn *c, bool late)
{
	link_remove(&c->outgoing);
	c->out.late |= late && c->out.kept != NULL;
	if (c->state == CONN_DEAD)
		conn_free(c);
	else if (c->out.kept != NULL)
		send_kept(c);
	else if (c->state != CONN_LINGER)
		output_settle(c);
}

/* Returns the number of bytes that only the peer delays: all that is queued, except what waits
 * for a sync. */
static uint32_t
peer_backlog(const struct conn *c)
{
	return c->out.queued - (c->out.turn != NULL ? c->out.turn->len : 0);
}

/* Each connection closed costs a scan of all connections with waiting output.  This happens
 * only above the total limit; with the defaults a thousand connections must have reached their
 * own limit. */
void
output_shed(struct net *net)
{
	while (net->queued > net->config.output_total && !link_alone(&net->waiting)) {
		struct conn *worst = CONN_OF(net->waiting.next, waiting);
		uint64_t all = 0;

		for (struct link *l = net->waiting.next; l != &net->waiting; l = l->next) {
			struct conn *c = CONN_OF(l, waiting);

			all += peer_backlog(c);
			if (peer_backlog(c) > peer_backlog(worst))
				worst = c;
		}
		if (all <= net->config.output_total)
			return;
		log_client(LOG_LEVEL_WARN, "output_total", "conn=%llx bytes=%u",
		    (unsigned long long)worst->id, (unsigned)worst->out.queued);
		conn_give_up(worst, NET_CLOSE_OUTPUT);
	}
}
