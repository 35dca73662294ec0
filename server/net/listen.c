/* SPDX-License-Identifier: MIT */
/* Accepts and refuses connections.
 *
 * Owns the listeners.  Accepting a connection costs O(1), or O(unauth_max) during a flood; the
 * number per turn is limited.  Descriptors are reserved (net_slots) so that accept() does not
 * run out of them.  If it does, accepting pauses, because a level-triggered listener would
 * spin. */
#include "net/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "os/log.h"

#define TEXT_FULL "** The server is full.  Please try again later.\r\n"

/* The name is for the log and the metrics; the text is sent to the client. */
static const struct {
	const char *name, *text;
} REFUSAL_KINDS[REFUSAL_COUNT] = {
	[REFUSAL_FULL] = { "full", TEXT_FULL },
	[REFUSAL_MEMORY] = { "memory", TEXT_FULL },
	[REFUSAL_PENALTY] = { "penalty", "** Connections from your address are refused for the "
					 "moment.  Please try again later.\r\n" },
	[REFUSAL_PER_ADDRESS] = { "per_address", "** Too many connections from your address.  "
						 "Please try again later.\r\n" },
	[REFUSAL_UNAUTHENTICATED] = { "unauthenticated",
	    "\r\n** Too many people are logging in.  Please try again in a minute.\r\n" },
	[REFUSAL_PROXY] = { "proxy", "" },
	[REFUSAL_TLS] = { "tls", "" },
};

#define LISTENERS_MAX 16u
#define EVICTION_PENALTY_S 5u /* penalty of an evicted address that has other connections */
/* evictions per new connection; with 1, the number of connections would never fall */
#define EVICTIONS_PER_CONN 2u

struct listener_set {
	struct {
		struct event event;
		int fd;
		bool tls;
		bool front; /* accepts fronts (mux.c) */
	} listeners[LISTENERS_MAX];
	unsigned len;
	bool on;              /* the kernel watches the listeners */
	bool unaccepted_left; /* the turn ended before all waiting connections were accepted */
	int64_t resume_accepting_ms; /* when accepting resumes, if `on` is false */
	unsigned full_refusals; /* refusals for lack of room since full_refusals_since_ms */
	int64_t full_refusals_since_ms;
};

struct listener_set *
listener_set_new(void)
{
	return calloc(1, sizeof(struct listener_set));
}

/* ---- accepting ---- */

static void
pause_accepting(struct listener_set *l)
{
	for (unsigned i = 0; i < l->len; i++)
		CHECK(event_del(&l->listeners[i].event) == 0);
	l->on = false;
	l->resume_accepting_ms = net_mono_ms() + LISTEN_PAUSE_MS;
}

/* Watches the listeners again.  Pauses once more if the kernel cannot watch one of them. */
static void
resume_accepting(struct listener_set *l)
{
	l->on = true;
	for (unsigned i = 0; l->on && i < l->len; i++)
		if (event_add(&l->listeners[i].event, NULL) != 0) {
			log_client(LOG_LEVEL_WARN, "accept_failed", "errno=%d", errno);
			pause_accepting(l);
		}
}

bool
listen_is_accepting(const struct net *net)
{
	return net->listener_set->on;
}

bool
listen_has_unaccepted(const struct net *net)
{
	return net->listener_set->unaccepted_left;
}

int64_t
listen_deadline(const struct net *net)
{
	const struct listener_set *l = net->listener_set;

	return l->on || l->len == 0 ? INT64_MAX : l->resume_accepting_ms;
}

void
listen_tick(struct net *net, int64_t now)
{
	struct listener_set *l = net->listener_set;

	if (!l->on && l->len > 0 && l->resume_accepting_ms <= now)
		resume_accepting(l);
}

const char *
listen_refusal_name(enum refusal why)
{
	return REFUSAL_KINDS[why].name;
}

uint64_t
net_refused_count(const struct net *net, unsigned kind, const char **name_out)
{
	*name_out = kind + 1 < REFUSAL_COUNT ? REFUSAL_KINDS[kind + 1].name : NULL;
	return kind + 1 < REFUSAL_COUNT ? net->refused_counts[kind + 1] : 0;
}

enum refusal
listen_refusal_of_address(const struct net *net, const struct netaddr *key)
{
	const struct address *a = address_find(&net->addresses, key);

	if (a != NULL && address_refused(a))
		return REFUSAL_PENALTY;
	if (a != NULL && a->conns - a->uncounted_conns >= net->config.per_address)
		return REFUSAL_PER_ADDRESS;
	return REFUSAL_NONE;
}

/* Sends a last line and shuts down our side.  Reads what the peer has sent first: otherwise the
 * kernel would answer the unread data with a reset, which can overtake the line. */
static void
send_last_line(struct net *net, struct endpoint *end, const char *text)
{
	struct iovec all = { (void *)(uintptr_t)text, strlen(text) };

	(void)end->how->read(end, net->read_buffer, net->config.input_max);
	sodium_memzero(net->read_buffer, net->config.input_max);
	(void)end->how->write(end, &all, 1);
	(void)end->how->shut_write(end);
}

/* ---- room for unauthenticated connections ---- */

/* Returns how crowded the networks of a connection are: the connections from its network, plus
 * a sixteenth of those from the wider network around it, because a /32 contains 65,536 /48s.
 * Fifteen users of one provider thus weigh no more than a single one.  An address that was
 * evicted recently counts as one more connection; otherwise a thousand addresses that reconnect
 * at once would leave no client the time to log in. */
static unsigned
network_crowding(const struct conn *c, int64_t now)
{
	return c->networks[0]->conns + c->networks[1]->conns / 16 +
	       (c->address->evict_first_until_ms > now);
}

/* Returns whether a connection may be evicted: it is not exempt, and neither its log-in nor its
 * end waits for a sync. */
static bool
may_be_evicted(const struct conn *c)
{
	return !c->exempt && !c->requested.authenticated && !c->requested.close;
}

/* Returns the oldest unauthenticated connection from the busiest network, or NULL.
 * O(unauthenticated connections). */
static struct conn *
most_crowded_conn(const struct net *net)
{
	const struct link *list = &net->timers[TIMER_LOGIN];
	const int64_t now = net_mono_ms();
	struct conn *found = NULL;
	unsigned most = 0;

	for (struct link *l = list->next; l != list; l = l->next) {
		struct conn *c = CONN_OF(l, timer[TIMER_LOGIN]);

		if (!may_be_evicted(c) || network_crowding(c, now) <= most)
			continue;
		found = c;
		most = network_crowding(c, now);
	}
	return found;
}

/* Evicts a connection.  Closes it at once: the descriptor would otherwise stay in use until the
 * next sync, which may take a minute.  Output that was not sent is lost. */
static void
evict_conn(struct conn *c)
{
	struct net *net = c->net;
	char address[NETADDR_TEXT_MAX];
	struct sbuf text;

	net->refused_counts[REFUSAL_UNAUTHENTICATED]++;
	SBUF_INIT(&text, address);
	netaddr_add_text(&c->address->key, &text);
	log_client(LOG_LEVEL_INFO, "refused", "address=%s reason=%s", address,
	    REFUSAL_KINDS[REFUSAL_UNAUTHENTICATED].name);
	address_mark_evicted(c->address, net->config.login_s);
	if (c->address->conns > 1)
		address_add_penalty(c->address, EVICTION_PENALTY_S, &net->config);
	if (c->out.queued_bytes == 0)
		send_last_line(net, &c->end, REFUSAL_KINDS[REFUSAL_UNAUTHENTICATED].text);
	conn_fail(c, NET_CLOSE_EVICTED);
	conn_free(c);
}

static bool
too_many_unauthenticated(const struct net *net)
{
	unsigned others = net->conns.used + net->handshakes.n - net->unauthenticated_conns;

	return net->unauthenticated_conns > net->config.unauth_max ||
	       net->unauthenticated_conns > (net->conns.max - others + 1) / 2;
}

/* Evicts unauthenticated connections after a new one has been added.  The new one may itself be
 * evicted.  A client that is alone in its network and logs in quickly gets in, however many
 * connections others open, hold and reopen.  Refusing new connections, at random or not, would
 * be just what a flood aims at.  If a reload has lowered the limit, each new connection evicts
 * a few. */
static void
evict_for_new_conn(struct net *net)
{
	for (unsigned n = 0; n < EVICTIONS_PER_CONN && too_many_unauthenticated(net); n++) {
		struct conn *c = most_crowded_conn(net);

		if (c != NULL)
			evict_conn(c);
	}
}

/* Returns why a new connection is refused.  An exempt address is refused only for lack of
 * room. */
static enum refusal
refusal(struct net *net, const struct netaddr *key, bool exempt)
{
	if (net->conns.used + net->handshakes.n >= net->conns.max)
		return REFUSAL_FULL;
	return exempt ? REFUSAL_NONE : listen_refusal_of_address(net, key);
}

/* Sends a line and closes. */
static void
refuse_conn(struct net *net, struct endpoint *end, const char *text)
{
	send_last_line(net, end, text);
	end->how->close(end, false);
}

/* Counts a refusal for lack of room, and pauses after FULL_REFUSALS_MAX: refusing also costs
 * time, and refused clients return at once. */
static void
count_full_refusal(struct listener_set *l)
{
	int64_t now = net_mono_ms();

	if (now - l->full_refusals_since_ms >= LISTEN_PAUSE_MS) {
		l->full_refusals_since_ms = now;
		l->full_refusals = 0;
	}
	if (++l->full_refusals >= FULL_REFUSALS_MAX && l->on)
		pause_accepting(l);
}

/* Reports a new connection as opened, and evicts others if there are too many.  Returns the
 * connection's id, 0 if it was itself evicted. */
static conn_id
admit_conn(struct net *net, conn_id id, const char *peer)
{
	struct conn *c;

	evict_for_new_conn(net);
	c = pool_get(&net->conns, id);
	if (c == NULL)
		return 0;
	conn_report_opened(c, peer);
	return id;
}

conn_id
net_attach(struct net *net, const struct endpoint *end, const char *peer)
{
	struct endpoint own = *end;
	struct netaddr from, key;
	struct address *a = NULL;
	struct conn *c = NULL;
	enum refusal no;
	bool exempt;

	CHECK(netaddr_parse(peer, &from));
	key = address_key(&from);
	exempt = end->exempt || networks_find(&net->config.exempt, &from) != NULL;
	no = refusal(net, &key, exempt);
	if (no == REFUSAL_NONE) {
		no = REFUSAL_MEMORY;
		if (!exempt)
			a = address_add_conn(&net->addresses, &key);
		if (exempt || a != NULL)
			c = conn_new(net, end, exempt, a);
		if (c != NULL)
			return admit_conn(net, c->id, peer);
		if (a != NULL)
			address_remove_conn(&net->addresses, a);
	}
	net->refused_counts[no]++;
	log_client(
	    LOG_LEVEL_INFO, "refused", "address=%s reason=%s", peer, REFUSAL_KINDS[no].name);
	refuse_conn(net, &own, REFUSAL_KINDS[no].text);
	if (no == REFUSAL_FULL || no == REFUSAL_MEMORY)
		count_full_refusal(net->listener_set);
	return 0;
}

static void
on_accepted(struct net *net, const struct endpoint *end, const char *peer, bool tls)
{
	struct netaddr from;
	bool header;

	CHECK(netaddr_parse(peer, &from));
	CHECK(!tls || net->tls != NULL);
	header = networks_find(&net->config.front_ends, &from) != NULL;
	if (header || tls)
		handshake_begin(net, end, peer, header, tls);
	else
		(void)net_attach(net, end, peer);
}

/* Returns false with errno if no connection is waiting, or the waiting one has ended. */
static bool
accept_one(struct net *net, unsigned listener)
{
	const struct listener_set *l = net->listener_set;
	char peer[TCP_ADDRESS_MAX];
	struct endpoint end;

	if (l->listeners[listener].front)
		return mux_accept(net, l->listeners[listener].fd);
	if (!tcp_accept(l->listeners[listener].fd, &end, peer))
		return false;
	on_accepted(net, &end, peer, l->listeners[listener].tls);
	return true;
}

/* Accepts as long as 1/parts of the turn allows, and at least one. */
static void
accept_waiting(struct net *net, unsigned listener, unsigned parts)
{
	struct listener_set *l = net->listener_set;
	struct pass *pass = &net->pass;
	bool full = pass->budget_spent && pass->accepts > 0;

	while (l->on && !full && pass->accepts < ACCEPTS_PER_TURN) {
		pass->accepts++;
		if (accept_one(net, listener)) {
			full = budget_charge(pass, &net->config, parts);
			continue;
		}
		if (errno == EAGAIN)
			return;
		if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
			log_client(LOG_LEVEL_WARN, "accept_failed", "errno=%d", errno);
			pause_accepting(l);
			return;
		}
		/* other errors concern only the new connection (accept(2)) */
	}
	l->unaccepted_left = l->on;
}

static void
on_acceptable(evutil_socket_t listen_fd, short what, void *ctx)
{
	struct net *net = ctx;
	unsigned i = 0;

	(void)what;
	while (net->listener_set->listeners[i].fd != listen_fd)
		i++;
	accept_waiting(net, i, 1);
}

void
listen_accept_left(struct net *net, unsigned parts)
{
	struct listener_set *l = net->listener_set;

	if (!l->unaccepted_left)
		return;
	l->unaccepted_left = false;
	for (unsigned i = 0; i < l->len; i++)
		accept_waiting(net, i, parts);
}

/* ---- opening and closing ---- */

/* Adds a listening socket, which is closed on failure. */
static int
add_listener(struct net *net, int fd, bool tls, bool front)
{
	struct listener_set *l = net->listener_set;
	struct event *event = &l->listeners[l->len].event;

	if (l->len == LISTENERS_MAX) {
		(void)close(fd);
		errno = EINVAL;
		return -1;
	}
	if (event_assign(event, net->base, fd, EV_READ | EV_PERSIST, on_acceptable, net) != 0 ||
	    event_add(event, NULL) != 0) {
		(void)close(fd);
		errno = ENOMEM;
		return -1;
	}
	l->listeners[l->len].tls = tls;
	l->listeners[l->len].front = front;
	l->listeners[l->len++].fd = fd;
	l->on = true;
	return 0;
}

static int
listen_at_address(
    struct net *net, const char *address, unsigned port, bool tls, unsigned *port_out)
{
	int fd = tcp_listen(address, port, net->config.sndbuf, port_out);

	return fd < 0 ? -1 : add_listener(net, fd, tls, false);
}

int
net_listen_front(struct net *net, const char *path)
{
	int fd = mux_listen(path);

	return fd < 0 ? -1 : add_listener(net, fd, false, true);
}

int
net_listen_on_socket(struct net *net, int fd, bool tls, unsigned *port_out)
{
	if (tcp_adopt(fd, net->config.sndbuf, port_out) != 0)
		return -1;
	return add_listener(net, fd, tls, false);
}

int
net_listen(struct net *net, const char *address, unsigned port, unsigned *port_out)
{
	return listen_at_address(net, address, port, false, port_out);
}

int
net_listen_tls(struct net *net, const char *address, unsigned port, unsigned *port_out)
{
	return listen_at_address(net, address, port, true, port_out);
}

int
net_load_certificate(
    struct net *net, const char *certificate, const char *key, struct sbuf *error)
{
	struct ssl_ctx_st *none = NULL;
	int err = tls_load(net != NULL ? &net->tls : &none, certificate, key, error);

	tls_unload(&none);
	return err;
}

int64_t
net_certificate_file_expiry_s(const char *certificate, const char *key, struct sbuf *error)
{
	struct ssl_ctx_st *ctx = NULL;
	int64_t expiry_s = -1;

	if (tls_load(&ctx, certificate, key, error) == 0)
		expiry_s = tls_expiry_s(ctx);
	tls_unload(&ctx);
	return expiry_s;
}

int64_t
net_certificate_expiry_s(const struct net *net)
{
	return net->tls != NULL ? tls_expiry_s(net->tls) : 0;
}

void
net_stop_listening(struct net *net)
{
	struct listener_set *l = net->listener_set;

	pause_accepting(l);
	for (unsigned i = 0; i < l->len; i++)
		(void)close(l->listeners[i].fd);
	l->len = 0;
	handshakes_free(net);
}

void
listener_set_free(struct net *net)
{
	net_stop_listening(net);
	free(net->listener_set);
}

/* Transfers the listeners.  The receiver closes TLS listeners if it has no certificate. */
void
listen_hand_over(struct net *net, struct pack *p, bool fronts)
{
	struct listener_set *l = net->listener_set;
	bool tls;
	int fd;

	for (unsigned i = 0;; i++) {
		while (!p->reading && i < l->len && l->listeners[i].front != fronts)
			i++;
		if (!pack_begin_part(p, 1, i < l->len))
			return;
		tls = !p->reading && l->listeners[i].tls;
		fd = p->reading ? -1 : l->listeners[i].fd;
		pack_fd(p, 1, &fd);
		PACK(p, 2, tls);
		pack_end_part(p);
		if (!p->reading || fd < 0)
			continue;
		if (tls && net->tls == NULL)
			(void)close(fd);
		else
			p->bad = p->bad || add_listener(net, fd, tls, fronts) != 0;
	}
}
