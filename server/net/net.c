/* SPDX-License-Identifier: MIT */
/* The loop: each pass waits, reads and delivers; the flush after it sends.
 *
 * Owns the event base, the wake-up pipe, the signals and the lists of connections.  A pass
 * costs O(work), independent of the number of connections: time limits are lists in order of
 * time, of which only the heads are examined.
 *
 * libevent is run once per pass (EVLOOP_ONCE, with NONBLOCK if there is work already, never
 * NONBLOCK alone), without deferred callbacks and with one priority.  Called in any other way,
 * libevent might run several iterations in one call. */
#define _GNU_SOURCE /* for pipe2 */
#include "net/conn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- creation ---- */

#define PARSE_UINT(text) (unsigned)strtoul(text, NULL, 10)
#define PARSE_SIZE(text) strtoull(text, NULL, 10)
#define PARSE_NETWORKS(text) parse_networks(text)

static struct networks
parse_networks(const char *list)
{
	struct networks n;

	CHECK(networks_parse(&n, list));
	return n;
}

void
net_config_default(struct net_config *c)
{
	*c = (struct net_config){
		.turn_events_max = 256,
		.turn_us_max = 2500,
		.flush_writes_max = 1024,
		.flush_us_max = 3000,
#define CONF_NET(name, type, initial, lowest, highest, comment) .name = PARSE_##type(initial),
#include "conf.def"
	};
}

/* Returns the limit on descriptors minus the reserve; half of the limit if it is very low. */
static unsigned
slots_from_fd_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return 256;
	if (limit.rlim_cur > 1u << 20)
		limit.rlim_cur = 1u << 20;
	if (limit.rlim_cur < 2 * FDS_RESERVED)
		return limit.rlim_cur > 2 ? (unsigned)limit.rlim_cur / 2 : 1;
	return (unsigned)limit.rlim_cur - FDS_RESERVED;
}

static void
on_wake(evutil_socket_t fd, short what, void *ctx)
{
	char bytes[256];

	(void)what;
	(void)ctx;
	while (read(fd, bytes, sizeof(bytes)) > 0)
		continue;
}

static void
on_deadline(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	(void)ctx;
}

static int
loop_init(struct net *net)
{
	struct event_config *config = event_config_new();

	if (config == NULL)
		return -1;
	if (event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK) == 0)
		net->base = event_base_new_with_config(config);
	event_config_free(config);
	if (net->base == NULL || pipe2(net->wake_fd, O_NONBLOCK | O_CLOEXEC) != 0)
		return -1;
	if (event_assign(&net->wake_event, net->base, net->wake_fd[0], EV_READ | EV_PERSIST,
		on_wake, net) != 0 ||
	    event_add(&net->wake_event, NULL) != 0)
		return -1;
	return evtimer_assign(&net->deadline_event, net->base, on_deadline, net);
}

/* Adjusts the deadlines in a list to a changed time limit.  All move by the same amount, so the
 * list stays in order. */
static void
shift_deadlines(struct link *list, unsigned from_s, unsigned to_s)
{
	for (struct link *l = list->next; l != list; l = l->next)
		l->due_ms += ((int64_t)to_s - (int64_t)from_s) * 1000;
}

void
net_set_limits(struct net *net, const struct net_config *config)
{
	const struct net_config before = net->config;
	uint32_t cursor = 0;
	struct conn *c;
	conn_id id;

	net->config = *config;
	shift_deadlines(&net->timers[TIMER_LOGIN], before.login_s, config->login_s);
	shift_deadlines(
	    &net->timers[TIMER_PARTIAL_LINE], before.partial_line_s, config->partial_line_s);
	shift_deadlines(&net->timers[TIMER_STALL], before.output_soft_s, config->output_soft_s);
	shift_deadlines(&net->handshakes.list, before.handshake_s, config->handshake_s);
	while ((c = pool_next(&net->conns, &cursor, &id)) != NULL)
		if (c->state == CONN_OPEN)
			output_enforce_limits(c);
}

unsigned
net_slots(const struct net *net)
{
	return net->conns.max;
}

struct net *
net_new(const struct net_config *config, const struct net_events *events)
{
	struct net *net = calloc(1, sizeof(*net));

	if (net == NULL)
		return NULL;
	struct link *const lists[] = { &net->delivery_queue, &net->pending_io, &net->unsynced,
		&net->to_flush_first, &net->to_flush, &net->close_unreported,
		&net->write_blocked, &net->drain_unreported, &net->handshakes.list };
	net->config = *config;
	net->events = *events;
	net->wake_fd[0] = net->wake_fd[1] = -1;
	for (unsigned i = 0; i < ARRAY_LEN(lists); i++)
		link_init(lists[i]);
	for (unsigned i = 0; i < TIMER_COUNT; i++)
		link_init(&net->timers[i]);
	addresses_init(&net->addresses);
	addresses_init(&net->unauthenticated_networks);
	pool_init(&net->conns, sizeof(struct conn),
	    config->slots != 0 ? config->slots : slots_from_fd_limit());
	net->read_buffer = malloc(config->input_max);
	net->listener_set = listener_set_new();
	errno = ENOMEM;
	/* Writing to a closed peer must be an error, not a signal. */
	if (net->read_buffer == NULL || net->listener_set == NULL ||
	    signal(SIGPIPE, SIG_IGN) == SIG_ERR || loop_init(net) != 0)
		net_free(&net);
	return net;
}

void
net_free(struct net **netp)
{
	struct net *net = *netp;
	uint32_t cursor = 0;
	struct conn *c;
	conn_id id;
	int error = errno;

	*netp = NULL;
	if (net == NULL)
		return;
	while ((c = pool_next(&net->conns, &cursor, &id)) != NULL)
		conn_free(c);
	mux_free(net);
	if (net->listener_set != NULL)
		listener_set_free(net);
	http_free(net);
	tls_unload(&net->tls);
	addresses_free(&net->addresses);
	addresses_free(&net->unauthenticated_networks);
	for (unsigned i = 0; i < net->signals_len; i++)
		(void)event_del(&net->signals[i].event);
	if (net->base != NULL) {
		if (net->readable_handler.fn != NULL)
			(void)event_del(&net->readable_handler.event);
		if (net->wake_fd[0] >= 0 && event_initialized(&net->wake_event))
			(void)event_del(&net->wake_event);
		if (event_initialized(&net->deadline_event))
			(void)event_del(&net->deadline_event);
		event_base_free(net->base);
	}
	for (unsigned i = 0; i < 2; i++)
		if (net->wake_fd[i] >= 0)
			(void)close(net->wake_fd[i]);
	pool_destroy(&net->conns);
	block_pool_free(&net->block_pool);
	free(net->read_buffer);
	free(net);
	errno = error;
}

/* ---- waking ---- */

void
net_wake(struct net *net)
{
	int error = errno;

	/* A full pipe wakes the loop too.  Other errors are retried, because a lost wake-up
	 * would block the waiter for ever. */
	for (unsigned tries = 0; tries < 3 && write(net->wake_fd[1], "", 1) < 0; tries++)
		;
	errno = error;
}

static void
on_handler_event(evutil_socket_t fd, short what, void *ctx)
{
	struct signal_handler *h = ctx;

	(void)fd;
	(void)what;
	h->fn(h->ctx);
}

int
net_on_readable(struct net *net, int fd, void (*fn)(void *ctx), void *ctx)
{
	struct signal_handler *h = &net->readable_handler;

	h->fn = fn;
	h->ctx = ctx;
	if (event_assign(&h->event, net->base, fd, EV_READ | EV_PERSIST, on_handler_event, h) ==
		0 &&
	    event_add(&h->event, NULL) == 0)
		return 0;
	errno = EINVAL;
	return -1;
}

int
net_on_signal(struct net *net, int signo, void (*fn)(void *ctx), void *ctx)
{
	struct signal_handler *h = &net->signals[net->signals_len];

	if (net->signals_len == SIGNALS_MAX) {
		errno = ENOSPC;
		return -1;
	}
	h->fn = fn;
	h->ctx = ctx;
	if (evsignal_assign(&h->event, net->base, signo, on_handler_event, h) != 0 ||
	    evsignal_add(&h->event, NULL) != 0) {
		errno = EINVAL;
		return -1;
	}
	net->signals_len++;
	return 0;
}

/* ---- a pass ---- */

/* Limits on work left from earlier turns.  Closing connections may use a quarter of a turn.
 * Ready and waiting connections may use half of it.  The rest is for pending transports.  The
 * kernel is asked for events only if none are pending and less than half of the turn is used,
 * because its answer takes a long time when thousands of sockets are ready.  Of two successive
 * turns with nothing pending, at least one asks the kernel anyway. */
#define CLOSE_TURN_DIVISOR 4u
#define DELIVERY_TURN_DIVISOR 2u
#define ACCEPT_TURN_DIVISOR 2u
#define POLL_TURN_DIVISOR 2u

static void
report_closes(struct net *net)
{
	bool full = false;

	while (!full && !link_alone(&net->close_unreported)) {
		struct conn *c = CONN_OF(net->close_unreported.next, close_unreported);

		link_remove(&c->close_unreported);
		conn_fail(c, (enum net_close_reason)c->why);
		full = budget_charge(&net->pass, &net->config, CLOSE_TURN_DIVISOR);
	}
}

/* Reports all drained connections: at most those that the flushes of this turn and of the
 * previous one have emptied. */
static void
report_drains(struct net *net)
{
	struct link *next;

	for (struct link *l = net->drain_unreported.next; l != &net->drain_unreported;
	     l = next) {
		next = l->next;
		conn_report_drained(CONN_OF(l, drain_unreported));
	}
}

/* Delivers lines to each connection that is on the list now.  A connection with more lines is
 * appended again. */
static void
deliver_queued(struct net *net)
{
	bool full = false;

	for (unsigned n = net->delivery_queue_len;
	     !full && n > 0 && !link_alone(&net->delivery_queue); n--) {
		input_deliver(CONN_OF(net->delivery_queue.next, delivery_link));
		full = budget_charge(&net->pass, &net->config, DELIVERY_TURN_DIVISOR);
	}
}

/* Serves transports whose events arrived when a turn was full: at least one, even if lines
 * handled before have used all the time of this turn. */
static void
handle_pending_io(struct net *net)
{
	for (unsigned n = 0;
	     !link_alone(&net->pending_io) && (n == 0 || !net->pass.budget_spent); n++) {
		conn_handle_io(CONN_OF(net->pending_io.next, pending_io));
		(void)budget_charge(&net->pass, &net->config, 1);
	}
}

static int64_t
next_deadline(const struct net *net)
{
	int64_t resumed = listen_deadline(net);
	int64_t pages = http_deadline(net);
	int64_t at = handshake_deadline(net);

	if (mux_deadline(net) < at)
		at = mux_deadline(net);
	for (unsigned i = 0; i < TIMER_COUNT; i++)
		if (!link_alone(&net->timers[i]) && net->timers[i].next->due_ms < at)
			at = net->timers[i].next->due_ms;
	if (at != INT64_MAX)
		at += net->suspended_ms;
	if (resumed < at)
		at = resumed;
	return pages < at ? pages : at;
}

static void
run_expired_timers(struct net *net)
{
	int64_t now = net_timer_now(net);

	listen_tick(net, net_mono_ms());
	http_tick(net, net_mono_ms());
	handshake_tick(net);
	mux_tick(net);
	for (unsigned i = 0; i < TIMER_COUNT; i++) {
		unsigned n = 0;

		while (n < TIMEOUTS_PER_TURN && !link_alone(&net->timers[i]) &&
		       net->timers[i].next->due_ms <= now) {
			struct link *l = net->timers[i].next;

			n++;
			link_remove(l);
			conn_timer_expired(CONN_OF(l, timer[i]), (enum timer)i);
		}
	}
}

/* Sets the timer for the next deadline.  Returns true if the loop must not wait. */
static bool
set_wait_deadline(struct net *net, int timeout_ms)
{
	int64_t deadline = next_deadline(net);
	int64_t wait = INT64_MAX;
	struct timeval tv;

	(void)evtimer_del(&net->deadline_event);
	if (deadline != INT64_MAX)
		wait = deadline - net_mono_ms();
	if (timeout_ms >= 0 && timeout_ms < wait)
		wait = timeout_ms;
	if (wait <= 0)
		return true;
	if (wait == INT64_MAX)
		return false;
	tv.tv_sec = wait / 1000;
	tv.tv_usec = wait % 1000 * 1000;
	CHECK(evtimer_add(&net->deadline_event, &tv) == 0);
	return false;
}

/* Asks the kernel for events, and handles them or, once the turn is full, records them. */
static void
ask(struct net *net, bool no_wait)
{
	/* the output of lines just handled must not wait for further input */
	if (no_wait)
		pass_start_timing(&net->pass, &net->config);
	CHECK(event_base_loop(
		  net->base, no_wait ? EVLOOP_ONCE | EVLOOP_NONBLOCK : EVLOOP_ONCE) >= 0);
}

void
net_wait(struct net *net, int timeout_ms)
{
	bool work = !link_alone(&net->close_unreported) ||
		    !link_alone(&net->drain_unreported) || !link_alone(&net->delivery_queue) ||
		    !link_alone(&net->pending_io) || listen_has_unaccepted(net) ||
		    (!net->sync_awaited && !link_alone(&net->unsynced)) ||
		    !link_alone(&net->to_flush);

	pass_begin(&net->pass);
	report_closes(net);
	deliver_queued(net);
	listen_accept_left(net, ACCEPT_TURN_DIVISOR);
	handle_pending_io(net);
	net->pass.skipped_poll =
	    !link_alone(&net->pending_io) ||
	    (pass_share_used(&net->pass, &net->config, POLL_TURN_DIVISOR) &&
		!net->pass.skipped_poll);
	if (!net->pass.skipped_poll)
		ask(net, work || set_wait_deadline(net, timeout_ms));
	net->events.wait_ended(net->events.ctx);
	run_expired_timers(net);
	report_drains(net);
}

void
net_report_pending(struct net *net)
{
	pass_begin(&net->pass);
	report_closes(net);
	report_drains(net);
}

void
net_check_invariants(const struct net *net)
{
	uint32_t cursor = 0;
	const struct conn *c;
	conn_id id;

	while ((c = pool_next(&net->conns, &cursor, &id)) != NULL)
		conn_check_invariants(c);
}

/* Sends to the connections of a list until it is empty or the limits are reached. */
static void
flush_list(struct link *list, bool late, unsigned *left, int64_t until_us)
{
	while (*left > 0 && !link_alone(list) && (until_us == 0 || net_mono_us() < until_us)) {
		--*left;
		output_flush(CONN_OF(list->next, to_flush), late);
	}
}

void
net_sync_begun(struct net *net)
{
	for (struct link *l = net->unsynced.next; l != &net->unsynced; l = l->next)
		output_sync_begun(CONN_OF(l, unsynced));
}

/* Releases what the completed sync covers.  The marked connections are at the front of the
 * list: a connection that gets another request keeps its place, and a new one is appended. */
void
net_sync_completed(struct net *net)
{
	while (!link_alone(&net->unsynced) &&
	       CONN_OF(net->unsynced.next, unsynced)->in_current_sync) {
		struct conn *c = CONN_OF(net->unsynced.next, unsynced);

		output_sync_completed(c);
		if (link_alone(&c->to_flush))
			link_append(&net->to_flush_first, &c->to_flush);
	}
}

/* Releases the output of all connections.  Repeats this as long as a release ends connections,
 * because the ends must be released too. */
static void
release_all_output(struct net *net)
{
	while (!link_alone(&net->unsynced)) {
		net_sync_begun(net);
		net_sync_completed(net);
	}
}

/* Sends the output of this turn first, so that a move to a thousand watchers does not delay the
 * answers of the turns after it.  Output left from earlier turns always gets a third. */
void
net_flush(struct net *net, bool all)
{
	const struct net_config *config = &net->config;
	unsigned left = config->flush_writes_max, kept = left / 3;
	int64_t until = 0, first_until = 0;

	if (all)
		release_all_output(net);
	else if (net->any_sync_bypass)
		for (struct link *l = net->unsynced.next, *next; l != &net->unsynced;
		     l = next) {
			next = l->next; /* output_release_bypassing may remove l */
			output_release_bypassing(CONN_OF(l, unsynced));
		}
	net->any_sync_bypass = false;
	net->sync_awaited = !all;
	if (config->flush_us_max > 0) {
		until = net_mono_us() + (int64_t)config->flush_us_max;
		first_until = until - (int64_t)config->flush_us_max / 3;
	}
	if (!link_alone(&net->to_flush)) {
		left -= kept;
		flush_list(&net->to_flush_first, false, &left, first_until);
		left += kept;
		flush_list(&net->to_flush, true, &left, until);
	}
	flush_list(&net->to_flush_first, false, &left, until);
	if (all) /* sending has ended some connections; their ends are released too */
		release_all_output(net);
	flush_list(&net->to_flush_first, false, &left, until);
	while (!link_alone(&net->to_flush_first))
		link_append(&net->to_flush, net->to_flush_first.next);
	mux_flush(net);
	output_enforce_total(net);
	DCHECK((net_check_invariants(net), true));
}

uint64_t
net_queued_bytes(const struct net *net)
{
	return net->queued_bytes;
}

bool
net_draining(const struct net *net)
{
	return net->draining_conns > 0 || mux_has_unsent(net);
}
