/* SPDX-License-Identifier: MIT */
/* A connection from its opening to its end: transport events, timeouts, and the domain's
 * requests.  Owns the endpoint once conn_make has taken it. */
#include "net/conn.h"

#include <string.h>

#include "os/log.h"

/* Apart from those in input.c and listen.c, these are the only texts that net itself sends. */
static const char TEXT_LOGIN[] = "\r\n** You did not log in in time.\r\n";
static const char TEXT_PARTIAL[] = "\r\n** Your line did not end in time.\r\n";

/* ---- transport events ---- */

void
conn_serve(struct conn *c)
{
	bool read = c->may_read, write = c->may_write;

	link_remove(&c->pending);
	c->may_read = c->may_write = false;
	if ((read && c->reading) || (write && c->end.read_writes))
		input_read(c);
	if (write && c->out.out != NULL)
		output_again(c);
}

/* Serves the connection now, or later if the turn is full.  The kernel is not asked again until
 * then, so that it does not report the same thousands of sockets in each turn. */
static void
on_ready(evutil_socket_t fd, short what, void *ctx)
{
	struct conn *c = ctx;
	struct net *net = c->net;

	(void)fd;
	c->may_read |= (what & EV_READ) != 0;
	c->may_write |= (what & EV_WRITE) != 0;
	if (!net->pass.budget_spent) {
		conn_serve(c);
		(void)budget_charge(&net->pass, &net->config, 1);
	} else if (link_alone(&c->pending)) {
		link_append(&net->pending, &c->pending);
	}
}

void
net_transport_ready(struct net *net, conn_id id)
{
	struct conn *c = pool_get(&net->conns, id);

	if (c == NULL)
		return;
	c->may_read = c->may_write = true;
	if (link_alone(&c->pending))
		link_append(&net->pending, &c->pending);
}

/* ---- opening and timeouts ---- */

static void
init(struct conn *c, struct net *net, conn_id id)
{
	struct link *const links[] = { &c->ready, &c->pending, &c->dirty, &c->outgoing,
		&c->closing, &c->waiting, &c->drained };

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
		c->networks[i] = address_enter(&c->net->networks, &networks[i]);
		if (c->networks[i] != NULL)
			continue;
		while (i-- > 0)
			address_leave(&c->net->networks, c->networks[i]);
		return false;
	}
	c->net->unauthenticated++;
	return true;
}

struct conn *
conn_make(struct net *net, const struct endpoint *end, bool exempt, struct address *address)
{
	conn_id id;
	struct conn *c = pool_new(&net->conns, &id);

	if (c == NULL)
		return NULL;
	init(c, net, id);
	c->exempt = exempt;
	c->address = address;
	if (!exempt && !count_unauthenticated(c)) {
		pool_free(&net->conns, id);
		return NULL;
	}
	/* libevent accepts an event with descriptor -1, which never fires */
	if (event_assign(
		&c->read_event, net->base, end->fd, EV_READ | EV_PERSIST, on_ready, c) != 0 ||
	    event_assign(
		&c->write_event, net->base, end->fd, EV_WRITE | EV_PERSIST, on_ready, c) != 0 ||
	    event_add(&c->read_event, NULL) != 0) {
		conn_leave_unauthenticated(c);
		pool_free(&net->conns, id);
		return NULL;
	}
	c->end = *end;
	c->reading = true;
	conn_timer_start(c, TIMER_LOGIN);
	return c;
}

void
conn_open(struct conn *c, const char *addr)
{
	c->session = c->net->events.opened(c->net->events.ctx, c->id, addr);
	if (c->session == 0 && c->state == CONN_OPEN)
		conn_state_set(c, CONN_DRAINING);
}

void
conn_expired(struct conn *c, enum timer which)
{
	if (c->asked.close && which != TIMER_DELAY) {
		conn_timer_start(c, which);
		return;
	}
	switch (which) {
	case TIMER_LOGIN:
		if (c->address != NULL)
			address_penalty(c->address, GRACE_PENALTY_S, &c->net->config);
		conn_end_with(c, NET_CLOSE_INPUT, "login_time", TEXT_LOGIN);
		return;
	case TIMER_PARTIAL:
		/* the end of the line may be in unprocessed input */
		if (c->in.len > 0)
			conn_timer_start(c, TIMER_PARTIAL);
		else
			conn_end_with(c, NET_CLOSE_INPUT, "partial_line", TEXT_PARTIAL);
		return;
	case TIMER_STALL:
		log_client(LOG_LEVEL_INFO, "closed", "conn=%llx reason=output_stalled bytes=%u",
		    (unsigned long long)c->id, (unsigned)c->out.queued);
		c->out.over = true;
		conn_fail(c, NET_CLOSE_OUTPUT);
		return;
	case TIMER_DELAY:
		conn_ready_if_possible(c);
		return;
	case TIMER_LINGER:
		conn_die(c);
		return;
	case TIMER_COUNT:
		break;
	}
	check_failed("a timer of a connection", __FILE__, __LINE__);
}

void
conn_report_drained(struct conn *c)
{
	link_remove(&c->drained);
	if (c->session != 0)
		c->net->events.drained(c->net->events.ctx, c->session);
}

/* ---- the domain's interface ---- */

/* Returns the connection of an id, or NULL if it is closing: for the domain it no longer
 * exists. */
static struct conn *
open_one(void *ctx, conn_id id)
{
	struct net *net = ctx;
	struct conn *c = pool_get(&net->conns, id);

	return c != NULL && c->state == CONN_OPEN ? c : NULL;
}

static void
port_write(void *ctx, conn_id id, const void *bytes, size_t n)
{
	struct conn *c = open_one(ctx, id);

	if (c != NULL)
		conn_say(c, bytes, n);
}

static void
port_close(void *ctx, conn_id id)
{
	struct conn *c = open_one(ctx, id);

	if (c == NULL)
		return;
	c->asked.close = true;
	link_remove(&c->drained);
	conn_ready_remove(c);
	conn_mark_dirty(c);
}

static void
port_pause(void *ctx, conn_id id, bool on)
{
	struct conn *c = open_one(ctx, id);

	if (c == NULL)
		return;
	c->in.paused = on;
	if (on)
		conn_ready_remove(c);
	else
		conn_ready_if_possible(c);
}

static size_t
port_backlog(void *ctx, conn_id id)
{
	const struct conn *c = open_one(ctx, id);

	if (c == NULL)
		return 0;
	/* discarded output counts as queued until the domain is notified of the close */
	return c->out.over && c->out.queued == 0 ? 1 : c->out.queued;
}

static void
port_penalty(void *ctx, conn_id id, unsigned seconds)
{
	struct net *net = ctx;
	struct conn *c = pool_get(&net->conns, id);

	if (c != NULL && c->address != NULL)
		address_penalty(c->address, seconds, &net->config);
}

static void
port_more_time(void *ctx, conn_id id)
{
	struct conn *c = open_one(ctx, id);

	if (c != NULL && conn_timer_runs(c, TIMER_LOGIN))
		conn_timer_start(c, TIMER_LOGIN);
}

static void
port_authenticated(void *ctx, conn_id id)
{
	struct conn *c = open_one(ctx, id);

	if (c == NULL)
		return;
	c->asked.authenticated = true;
	conn_mark_dirty(c);
}

static bool
port_exempt(void *ctx, conn_id id)
{
	const struct conn *c = open_one(ctx, id);

	return c != NULL && c->exempt;
}

static bool
port_front(void *ctx, conn_id id)
{
	struct net *net = ctx;
	const struct conn *c = pool_get(&net->conns, id);

	return c != NULL && c->end.exempt;
}

static bool
port_sealed(void *ctx, conn_id id)
{
	const struct conn *c = open_one(ctx, id);

	return c != NULL && c->end.sealed;
}

static unsigned
port_rtt_ms(void *ctx, conn_id id)
{
	const struct conn *c = open_one(ctx, id);

	return c == NULL || c->end.how->rtt_ms == NULL ? 0 : c->end.how->rtt_ms(&c->end);
}

static void
port_ask_size(void *ctx, conn_id id)
{
	static const uint8_t do_naws[] = { 255, 253, 31 };
	struct conn *c = open_one(ctx, id);

	if (c == NULL)
		return;
	c->asked.size = true;
	conn_mark_dirty(c);
	conn_say(c, do_naws, sizeof(do_naws));
}

static void
port_cover(void *ctx)
{
	net_mark_covered(ctx);
}

static void
port_release(void *ctx)
{
	net_release(ctx);
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
port_waits(void *ctx, conn_id id)
{
	const struct conn *c = open_one(ctx, id);

	return c != NULL && (c->asked.authenticated ||
				(c->out.turn != NULL && c->out.bypass_sync < c->out.turn->len));
}

static void
port_full(void *ctx)
{
	struct net *net = ctx;

	net->pass.budget_spent = true;
}

static void
port_stalled(void *ctx, int64_t ms)
{
	struct net *net = ctx;

	net->stalled_ms += ms;
}

static void
port_carry(void *ctx, struct pack *p, conn_id *id, session_id s)
{
	carry_conn(ctx, p, id, s);
}

struct net_port
net_port(struct net *net)
{
	return (struct net_port){
		.ctx = net,
		.write = port_write,
		.close = port_close,
		.pause = port_pause,
		.backlog = port_backlog,
		.penalty = port_penalty,
		.more_time = port_more_time,
		.authenticated = port_authenticated,
		.exempt = port_exempt,
		.sealed = port_sealed,
		.rtt_ms = port_rtt_ms,
		.ask_size = port_ask_size,
		.cover = port_cover,
		.release = port_release,
		.flush = port_flush,
		.full = port_full,
		.bypass_sync = port_bypass_sync,
		.waits = port_waits,
		.front = port_front,
		.stalled = port_stalled,
		.carry = port_carry,
	};
}
