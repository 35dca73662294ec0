/* SPDX-License-Identifier: MIT */
/* A connection from its opening to its end: transport events, timeouts, and the domain's
 * requests.  Owns the endpoint once conn_new has taken it. */
#include "net/conn.h"

#include <string.h>

#include "os/log.h"

/* Apart from those in input.c and listen.c, these are the only texts that net itself sends. */
static const char TEXT_LOGIN_TIMEOUT[] = "\r\n** You did not log in in time.\r\n";
static const char TEXT_PARTIAL_LINE_TIMEOUT[] = "\r\n** Your line did not end in time.\r\n";

/* ---- transport events ---- */

void
conn_handle_io(struct conn *c)
{
	bool read = c->readable, write = c->writable;

	link_remove(&c->pending_io);
	c->readable = c->writable = false;
	if ((read && c->watches_reads) || (write && c->end.read_needs_write))
		input_read(c);
	if (write && c->out.out != NULL)
		output_retry(c);
}

/* Serves the connection now, or later if the turn is full.  The kernel is not asked again until
 * then, so that it does not report the same thousands of sockets in each turn. */
static void
on_conn_ready(evutil_socket_t fd, short what, void *ctx)
{
	struct conn *c = ctx;
	struct net *net = c->net;

	(void)fd;
	c->readable |= (what & EV_READ) != 0;
	c->writable |= (what & EV_WRITE) != 0;
	if (!net->pass.budget_spent) {
		conn_handle_io(c);
		(void)budget_charge(&net->pass, &net->config, 1);
	} else if (link_alone(&c->pending_io)) {
		link_append(&net->pending_io, &c->pending_io);
	}
}

void
net_transport_ready(struct net *net, conn_id id)
{
	struct conn *c = pool_get(&net->conns, id);

	if (c == NULL)
		return;
	c->readable = c->writable = true;
	if (link_alone(&c->pending_io))
		link_append(&net->pending_io, &c->pending_io);
}

/* ---- opening and timeouts ---- */

static void
conn_init(struct conn *c, struct net *net, conn_id id)
{
	struct link *const links[] = { &c->delivery_link, &c->pending_io, &c->unsynced,
		&c->to_flush, &c->close_unreported, &c->write_blocked, &c->drain_unreported };

	c->net = net;
	c->id = id;
	c->state = CONN_OPEN;
	for (unsigned i = 0; i < TIMER_COUNT; i++)
		link_init(&c->timer[i]);
	for (unsigned i = 0; i < ARRAY_LEN(links); i++)
		link_init(links[i]);
}

/* Counts the connection as unauthenticated, and in its networks.  Returns false if out of
 * memory. */
static bool
count_unauthenticated(struct conn *c)
{
	const struct netaddr *a = &c->address->key;
	const struct netaddr networks[CONN_NETWORKS] = { netaddr_network(a, 24, 48),
		netaddr_network(a, 16, 32) };

	for (unsigned i = 0; i < CONN_NETWORKS; i++) {
		c->networks[i] =
		    address_add_conn(&c->net->unauthenticated_networks, &networks[i]);
		if (c->networks[i] != NULL)
			continue;
		while (i-- > 0)
			address_remove_conn(&c->net->unauthenticated_networks, c->networks[i]);
		return false;
	}
	c->net->unauthenticated_conns++;
	return true;
}

struct conn *
conn_new(struct net *net, const struct endpoint *end, bool exempt, struct address *address)
{
	conn_id id;
	struct conn *c = pool_new(&net->conns, &id);

	if (c == NULL)
		return NULL;
	conn_init(c, net, id);
	c->exempt = exempt;
	c->address = address;
	if (!exempt && !count_unauthenticated(c)) {
		pool_free(&net->conns, id);
		return NULL;
	}
	/* libevent accepts an event with descriptor -1, which never fires */
	if (event_assign(&c->read_event, net->base, end->fd, EV_READ | EV_PERSIST,
		on_conn_ready, c) != 0 ||
	    event_assign(&c->write_event, net->base, end->fd, EV_WRITE | EV_PERSIST,
		on_conn_ready, c) != 0 ||
	    event_add(&c->read_event, NULL) != 0) {
		conn_uncount_unauthenticated(c);
		pool_free(&net->conns, id);
		return NULL;
	}
	c->end = *end;
	c->watches_reads = true;
	conn_timer_start(c, TIMER_LOGIN);
	return c;
}

void
conn_report_opened(struct conn *c, const char *addr)
{
	c->session = c->net->events.opened(c->net->events.ctx, c->id, addr);
	if (c->session == 0 && c->state == CONN_OPEN)
		conn_state_set(c, CONN_DRAINING);
}

void
conn_timer_expired(struct conn *c, enum timer which)
{
	if (c->requested.close && which != TIMER_ERROR_DELAY) {
		conn_timer_start(c, which);
		return;
	}
	switch (which) {
	case TIMER_LOGIN:
		if (c->address != NULL)
			address_add_penalty(
			    c->address, LOGIN_TIMEOUT_PENALTY_S, &c->net->config);
		conn_end_with_line(c, NET_CLOSE_BAD_INPUT, "login_time", TEXT_LOGIN_TIMEOUT);
		return;
	case TIMER_PARTIAL_LINE:
		/* the end of the line may be in unprocessed input */
		if (c->in.len > 0)
			conn_timer_start(c, TIMER_PARTIAL_LINE);
		else
			conn_end_with_line(
			    c, NET_CLOSE_BAD_INPUT, "partial_line", TEXT_PARTIAL_LINE_TIMEOUT);
		return;
	case TIMER_STALL:
		log_client(LOG_LEVEL_INFO, "closed", "conn=%llx reason=output_stalled bytes=%u",
		    (unsigned long long)c->id, (unsigned)c->out.queued_bytes);
		c->out.discarded = true;
		conn_fail(c, NET_CLOSE_OUTPUT);
		return;
	case TIMER_ERROR_DELAY:
		conn_queue_delivery(c);
		return;
	case TIMER_LINGER:
		conn_abort(c);
		return;
	case TIMER_COUNT:
		break;
	}
	check_failed("a timer of a connection", __FILE__, __LINE__);
}

void
conn_report_drained(struct conn *c)
{
	link_remove(&c->drain_unreported);
	if (c->session != 0)
		c->net->events.drained(c->net->events.ctx, c->session);
}

/* ---- the domain's interface ---- */

/* Returns the connection of an id, or NULL if it is closing: for the domain it no longer
 * exists. */
static struct conn *
find_open_conn(void *ctx, conn_id id)
{
	struct net *net = ctx;
	struct conn *c = pool_get(&net->conns, id);

	return c != NULL && c->state == CONN_OPEN ? c : NULL;
}

static void
port_write(void *ctx, conn_id id, const void *bytes, size_t n)
{
	struct conn *c = find_open_conn(ctx, id);

	if (c != NULL)
		conn_say(c, bytes, n);
}

static void
port_close(void *ctx, conn_id id)
{
	struct conn *c = find_open_conn(ctx, id);

	if (c == NULL)
		return;
	c->requested.close = true;
	link_remove(&c->drain_unreported);
	conn_unqueue_delivery(c);
	conn_mark_unsynced(c);
}

static void
port_pause_input(void *ctx, conn_id id, bool on)
{
	struct conn *c = find_open_conn(ctx, id);

	if (c == NULL)
		return;
	c->in.paused = on;
	if (on)
		conn_unqueue_delivery(c);
	else
		conn_queue_delivery(c);
}

static size_t
port_backlog(void *ctx, conn_id id)
{
	const struct conn *c = find_open_conn(ctx, id);

	if (c == NULL)
		return 0;
	/* discarded output counts as queued until the domain is notified of the close */
	return c->out.discarded && c->out.queued_bytes == 0 ? 1 : c->out.queued_bytes;
}

static void
port_add_penalty(void *ctx, conn_id id, unsigned seconds)
{
	struct net *net = ctx;
	struct conn *c = pool_get(&net->conns, id);

	if (c != NULL && c->address != NULL)
		address_add_penalty(c->address, seconds, &net->config);
}

static void
port_extend_login(void *ctx, conn_id id)
{
	struct conn *c = find_open_conn(ctx, id);

	if (c != NULL && conn_timer_runs(c, TIMER_LOGIN))
		conn_timer_start(c, TIMER_LOGIN);
}

static void
port_set_authenticated(void *ctx, conn_id id)
{
	struct conn *c = find_open_conn(ctx, id);

	if (c == NULL)
		return;
	c->requested.authenticated = true;
	conn_mark_unsynced(c);
}

static bool
port_is_exempt(void *ctx, conn_id id)
{
	const struct conn *c = find_open_conn(ctx, id);

	return c != NULL && c->exempt;
}

static bool
port_is_front(void *ctx, conn_id id)
{
	struct net *net = ctx;
	const struct conn *c = pool_get(&net->conns, id);

	return c != NULL && c->end.exempt;
}

static bool
port_is_secure(void *ctx, conn_id id)
{
	const struct conn *c = find_open_conn(ctx, id);

	return c != NULL && c->end.secure;
}

static unsigned
port_rtt_ms(void *ctx, conn_id id)
{
	const struct conn *c = find_open_conn(ctx, id);

	return c == NULL || c->end.how->rtt_ms == NULL ? 0 : c->end.how->rtt_ms(&c->end);
}

static void
port_ask_window_size(void *ctx, conn_id id)
{
	static const uint8_t do_naws[] = { 255, 253, 31 };
	struct conn *c = find_open_conn(ctx, id);

	if (c == NULL)
		return;
	c->requested.window_size = true;
	conn_mark_unsynced(c);
	conn_say(c, do_naws, sizeof(do_naws));
}

static void
port_sync_begun(void *ctx)
{
	net_sync_begun(ctx);
}

static void
port_sync_completed(void *ctx)
{
	net_sync_completed(ctx);
}

static void
port_flush(void *ctx, bool all)
{
	net_flush(ctx, all);
}

static void
port_bypass_sync(void *ctx, bool on)
{
	struct net *net = ctx;

	net->bypass_sync = on;
}

static bool
port_awaits_sync(void *ctx, conn_id id)
{
	const struct conn *c = find_open_conn(ctx, id);

	return c != NULL &&
	       (c->requested.authenticated ||
		   (c->out.unsynced != NULL && c->out.bypass_bytes < c->out.unsynced->len));
}

static void
port_stop_input(void *ctx)
{
	struct net *net = ctx;

	net->pass.budget_spent = true;
}

static void
port_add_suspension(void *ctx, int64_t ms)
{
	struct net *net = ctx;

	net->suspended_ms += ms;
}

static void
port_hand_over(void *ctx, struct pack *p, conn_id *id, session_id s)
{
	hand_over_conn(ctx, p, id, s);
}

struct net_port
net_port(struct net *net)
{
	return (struct net_port){
		.ctx = net,
		.write = port_write,
		.close = port_close,
		.pause = port_pause_input,
		.backlog = port_backlog,
		.add_penalty = port_add_penalty,
		.restart_login_timer = port_extend_login,
		.mark_authenticated = port_set_authenticated,
		.is_exempt = port_is_exempt,
		.secure = port_is_secure,
		.rtt_ms = port_rtt_ms,
		.ask_window_size = port_ask_window_size,
		.mark_covered = port_sync_begun,
		.release_covered = port_sync_completed,
		.flush = port_flush,
		.stop_input = port_stop_input,
		.bypass_sync = port_bypass_sync,
		.waits_for_sync = port_awaits_sync,
		.is_front_session = port_is_front,
		.extend_timeouts = port_add_suspension,
		.hand_over = port_hand_over,
	};
}
