/* SPDX-License-Identifier: MIT */
/* Sends output.  The output of a turn is collected separately until a sync that began after the
 * turn has completed: nothing can be sent earlier, even if the peer becomes writable meanwhile
 * (LIMITS.md D1).  The same applies to the end of a connection and to everything else that a
 * peer could notice.  O(bytes), except output_enforce_total. */
#include "net/conn.h"

#include <string.h>

#include "os/log.h"

#define WRITE_PARTS_MAX 8 /* buffers offered in one write */

/* Called when everything has been sent: shuts down our side and waits for the peer to close.
 * Closing at once would send a reset if there is unread input, and the peer could lose the last
 * lines. */
static void
shut_down_output(struct conn *c)
{
	if (c->in.eof || c->end.how->shut_write(&c->end) != 0) {
		conn_abort(c);
		return;
	}
	conn_state_set(c, CONN_LINGER);
	link_remove(&c->timer[TIMER_STALL]);
	conn_timer_start(c, TIMER_LINGER);
	conn_update_read_watch(c);
}

/* Called after output has been queued or sent: enforces limits, and reports that the connection
 * has drained. */
void
output_enforce_limits(struct conn *c)
{
	const struct net_config *config = &c->net->config;
	size_t waiting = c->out.out == NULL ? 0 : evbuffer_get_length(c->out.out);
	bool stalled =
	    waiting > config->output_soft || (c->state == CONN_DRAINING && waiting > 0);

	if (c->state == CONN_DRAINING && waiting == 0 && c->out.released == NULL &&
	    link_alone(&c->unsynced)) {
		shut_down_output(c);
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
		conn_fail_in_next_pass(c, NET_CLOSE_OUTPUT);
	}
	if (c->out.drain_awaited && c->out.out == NULL && c->out.released == NULL) {
		c->out.drain_awaited = false;
		if (!c->requested.close)
			link_append(&c->net->drain_unreported, &c->drain_unreported);
	}
	conn_queue_delivery(c);
}

/* Handles the result of a write, n bytes or -1 with errno.  Returns false if the connection was
 * given up. */
static bool
handle_write_result(struct conn *c, ssize_t n)
{
	if (n < 0 && !io_error_is_transient()) {
		conn_discard_and_fail(c, NET_CLOSE_ERROR);
		return false;
	}
	if (n > 0) {
		conn_subtract_queued(c, (size_t)n);
		link_remove(&c->timer[TIMER_STALL]);
	}
	return true;
}

/* Waits until the transport is writable. */
static void
await_writable(struct conn *c)
{
	c->out.drain_awaited = true;
	if (link_alone(&c->write_blocked))
		link_append(&c->net->write_blocked, &c->write_blocked);
	conn_update_write_watch(c);
}

void
output_retry(struct conn *c)
{
	struct evbuffer *out = c->out.out;
	struct evbuffer_iovec parts[WRITE_PARTS_MAX];
	int n = evbuffer_peek(out, -1, NULL, parts, WRITE_PARTS_MAX);
	ssize_t sent = c->end.how->write(
	    &c->end, parts, n < WRITE_PARTS_MAX ? (unsigned)n : WRITE_PARTS_MAX);

	if (!handle_write_result(c, sent))
		return;
	if (sent > 0 && evbuffer_drain(out, (size_t)sent) != 0)
		check_failed("output cannot be drained", __FILE__, __LINE__);
	if (evbuffer_get_length(out) > 0) {
		await_writable(c);
	} else {
		evbuffer_free(out);
		c->out.out = NULL;
		link_remove(&c->write_blocked);
		conn_update_write_watch(c);
	}
	output_enforce_limits(c);
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
	conn_discard_and_fail(c, NET_CLOSE_ERROR);
	return false;
}

void
output_restore_unsent(struct conn *c, const void *bytes, size_t n)
{
	if (n == 0 || !append_unaccepted(c, bytes, n))
		return;
	c->out.queued_bytes += (uint32_t)n;
	c->net->queued_bytes += n;
	await_writable(c);
	output_enforce_limits(c);
}

static void
send_released(struct conn *c)
{
	const struct block *kept = c->out.released;
	struct iovec all = { c->out.released->bytes, kept->len };
	ssize_t sent = c->end.how->write(&c->end, &all, 1);
	size_t n = sent > 0 ? (size_t)sent : 0;

	if (!handle_write_result(c, sent))
		return;
	if (n < kept->len) {
		if (!append_unaccepted(c, kept->bytes + n, kept->len - n))
			return;
		await_writable(c);
	}
	block_free(&c->net->block_pool, &c->out.released);
	output_enforce_limits(c);
}

static uint32_t
subtract_to_zero(uint32_t a, uint32_t b)
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
	o->covered_bytes = subtract_to_zero(o->covered_bytes, n);
	o->bypass_bytes = subtract_to_zero(o->bypass_bytes, n);
	if (o->out != NULL) {
		ok = append_unaccepted(c, o->unsynced->bytes, n);
	} else if (o->released == NULL && n == o->unsynced->len) {
		o->released = o->unsynced;
		o->unsynced = NULL;
	} else if (!block_append(&c->net->block_pool, &o->released, o->unsynced->bytes, n)) {
		conn_discard_and_fail(c, NET_CLOSE_ERROR);
		ok = false;
	}
	if (!ok || o->unsynced == NULL)
		return;
	o->unsynced->len -= n;
	if (o->unsynced->len == 0)
		block_free(&c->net->block_pool, &o->unsynced);
	else
		memmove(o->unsynced->bytes, o->unsynced->bytes + n, o->unsynced->len);
}

void
output_release_bypassing(struct conn *c)
{
	if (c->out.bypass_bytes == 0 || c->state != CONN_OPEN || c->out.discarded)
		return;
	release_bytes(c, c->out.bypass_bytes);
	if (link_alone(&c->to_flush))
		link_append(&c->net->to_flush_first, &c->to_flush);
}

void
output_sync_begun(struct conn *c)
{
	c->in_current_sync = true;
	c->covered_requests = c->requested;
	c->out.covered_bytes = c->out.unsynced != NULL ? c->out.unsynced->len : 0;
}

void
output_sync_completed(struct conn *c)
{
	const struct conn_requests done = c->covered_requests;
	uint32_t n = c->out.covered_bytes;

	link_remove(&c->unsynced);
	c->in_current_sync = false;
	c->out.covered_bytes = 0;
	c->requested.close &= !done.close;
	c->requested.authenticated &= !done.authenticated;
	c->requested.window_size &= !done.window_size;
	if (done.authenticated && c->state == CONN_OPEN)
		conn_on_login(c);
	c->in.reader.window_asked |= done.window_size;
	if (done.close && c->state == CONN_OPEN) {
		c->session = 0;
		conn_state_set(c, CONN_DRAINING);
		conn_update_read_watch(c);
		link_remove(&c->unsynced);
	}
	if (c->state != CONN_DEAD && c->out.discarded) {
		conn_output_free(c);
		if (c->state != CONN_OPEN)
			conn_abort(c);
		return;
	}
	if (n > 0 && c->net->sync_awaited && c->out.queued_bytes > c->net->config.output_soft)
		c->out.drain_awaited = true; /* the domain may have seen this backlog, and now
				       wait for `drained` */
	release_bytes(c, n);
	if (c->out.unsynced != NULL || c->requested.close || c->requested.authenticated ||
	    c->requested.window_size)
		conn_mark_unsynced(c);
}

void
output_flush(struct conn *c, bool late)
{
	link_remove(&c->to_flush);
	c->out.drain_awaited |= late && c->out.released != NULL;
	if (c->state == CONN_DEAD)
		conn_free(c);
	else if (c->out.released != NULL)
		send_released(c);
	else if (c->state != CONN_LINGER)
		output_enforce_limits(c);
}

/* Returns the number of bytes that only the peer delays: all that is queued, except what waits
 * for a sync. */
static uint32_t
peer_backlog(const struct conn *c)
{
	return c->out.queued_bytes - (c->out.unsynced != NULL ? c->out.unsynced->len : 0);
}

/* Each connection closed costs a scan of all connections with waiting output.  This happens
 * only above the total limit; with the defaults a thousand connections must have reached their
 * own limit. */
void
output_enforce_total(struct net *net)
{
	while (
	    net->queued_bytes > net->config.output_total && !link_alone(&net->write_blocked)) {
		struct conn *worst = CONN_OF(net->write_blocked.next, write_blocked);
		uint64_t all = 0;

		for (struct link *l = net->write_blocked.next; l != &net->write_blocked;
		     l = l->next) {
			struct conn *c = CONN_OF(l, write_blocked);

			all += peer_backlog(c);
			if (peer_backlog(c) > peer_backlog(worst))
				worst = c;
		}
		if (all <= net->config.output_total)
			return;
		log_client(LOG_LEVEL_WARN, "output_total", "conn=%llx bytes=%u",
		    (unsigned long long)worst->id, (unsigned)worst->out.queued_bytes);
		conn_discard_and_fail(worst, NET_CLOSE_OUTPUT);
	}
}
