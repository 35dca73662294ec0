/* SPDX-License-Identifier: MIT */
/* Entries: accepted connections that are not reported to the domain until the PROXY header of
 * their front end has been received (proxy.h) and the TLS handshake is complete.
 *
 * There are few and they live briefly.  If there are too many, the oldest entry of the address
 * with most of them is closed, and its address is penalised.  A client that is alone at its
 * address thus completes its three round trips, whatever others do.  Time spent on a handshake
 * is charged to the turn and to the address. */
#include "net/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "os/log.h"
#include "net/proxy.h"

/* penalty for each handshake, so that about one a second is tolerated */
#define HANDSHAKE_PENALTY_S 1u
#define FAILED_PENALTY_S 5u /* penalty for a failed handshake, as for a wrong password */
#define ENTRY_PART 2u       /* entries may use half of a turn */

struct entry {
	struct net *net;
	struct endpoint end;
	struct event event;
	short waits_for;         /* EV_READ, EV_WRITE */
	struct link link;        /* in entering.list */
	struct address *address; /* set during the handshake; NULL: exempt */
	bool header;             /* the PROXY header is still expected */
	bool tls;
	char peer[NETADDR_TEXT_MAX];
	size_t len; /* bytes of the header received so far */
	uint8_t bytes[PROXY_MAX];
};

static void
entry_free(struct entry *e, bool at_once)
{
	struct net *net = e->net;

	link_remove(&e->link);
	net->entering.n--;
	if (e->waits_for != 0)
		(void)event_del(&e->event);
	if (e->address != NULL) {
		e->address->entering--;
		address_leave(&net->addresses, e->address);
	}
	if (e->end.how != NULL)
		e->end.how->close(&e->end, at_once);
	free(e);
}

static void
give_up(struct entry *e, const char *reason)
{
	e->net->refused[e->header ? REFUSAL_PROXY : REFUSAL_TLS]++;
	log_client(LOG_LEVEL_INFO, "not_entered", "address=%s stage=%s reason=\"%s\"", e->peer,
	    e->header ? "proxy" : "tls", reason);
	entry_free(e, true);
}

static void
give_up_failed(struct entry *e, const char *reason)
{
	if (e->address != NULL)
		address_penalty(e->address, FAILED_PENALTY_S, &e->net->config);
	give_up(e, reason);
}

static void
attach(struct entry *e)
{
	struct net *net = e->net;
	struct endpoint end = e->end;
	char peer[NETADDR_TEXT_MAX];

	memcpy(peer, e->peer, sizeof(peer));
	if (e->address != NULL)
		address_penalty(e->address, HANDSHAKE_PENALTY_S, &net->config);
	e->end.how = NULL;
	entry_free(e, false);
	(void)net_attach(net, &end, peer);
}

/* ---- stages: each continues with the next, waits, or ends the entry ---- */

static void on_entry_ready(evutil_socket_t fd, short what, void *ctx);

/* Makes the kernel report when the socket is ready for `what`.  Returns false if that failed
 * and the entry was closed. */
static bool
wait_for(struct entry *e, short what)
{
	if (what == e->waits_for)
		return true;
	if (e->waits_for != 0)
		(void)event_del(&e->event);
	e->waits_for = what;
	if (event_assign(&e->event, e->net->base, e->end.fd, (short)(what | EV_PERSIST),
		on_entry_ready, e) != 0 ||
	    event_add(&e->event, NULL) != 0) {
		give_up(e, "memory");
		return false;
	}
	return true;
}

static void
continue_handshake(struct entry *e)
{
	const char *why = "";

	if (e->end.state == NULL && !tls_begin(e->net->tls, &e->end, e->peer)) {
		give_up(e, "memory");
		return;
	}
	switch (tls_handshake(&e->end, &why)) {
	case TLS_DONE:
		attach(e);
		return;
	case TLS_READ:
		(void)wait_for(e, EV_READ);
		return;
	case TLS_WRITE:
		(void)wait_for(e, EV_WRITE);
		return;
	case TLS_FAILED:
		give_up_failed(e, why);
		return;
	case TLS_NOTHING: /* probably a port scan, so it is not penalised */
		give_up(e, why);
		return;
	}
	check_failed("a step of a handshake", __FILE__, __LINE__);
}

/* Counts the handshake for its address.  Returns false if the address may not connect, and the
 * entry was closed. */
static bool
admit_handshake(struct entry *e)
{
	struct net *net = e->net;
	enum refusal no;
	struct netaddr from, key;

	CHECK(netaddr_parse(e->peer, &from));
	key = address_key(&from);
	if (networks_find(&net->config.exempt, &from) != NULL)
		return true;
	no = listen_refuses_address(net, &key);
	if (no == REFUSAL_NONE)
		e->address = address_enter(&net->addresses, &key);
	if (e->address != NULL) {
		e->address->entering++;
		return true;
	}
	give_up(e, listen_refusal_name(no != REFUSAL_NONE ? no : REFUSAL_MEMORY));
	return false;
}

static void
header_received(struct entry *e, enum proxy_result found, const struct proxy_client *client)
{
	struct sbuf text;

	e->header = false;
	e->end.sealed = e->net->config.front_ends_tls;
	if (found == PROXY_PEER) {
		SBUF_ON(&text, e->peer);
		netaddr_text(&client->address, &text);
		if (client->tls != PROXY_TLS_UNKNOWN)
			e->end.sealed = client->tls == PROXY_TLS_YES;
	}
	if (e->tls)
		(void)admit_handshake(e);
	else
		attach(e);
}

/* Reads the header, or a part of it.  Peeks first, because the bytes after the header must stay
 * in the socket. */
static void
header_read(struct entry *e)
{
	enum proxy_result found;
	struct proxy_client client;
	ssize_t n = recv(e->end.fd, e->bytes + e->len, sizeof(e->bytes) - e->len, MSG_PEEK);
	size_t used;

	if (n < 0 && conn_try_again())
		return;
	if (n <= 0) {
		give_up(e, "closed");
		return;
	}
	used = e->len + (size_t)n;
	found = proxy_parse(e->bytes, used, &used, &client);
	if (found == PROXY_BAD) {
		give_up(e, "no header");
		return;
	}
	n = recv(e->end.fd, e->bytes + e->len, used - e->len, 0);
	if (n != (ssize_t)(used - e->len)) {
		give_up(e, "closed");
		return;
	}
	e->len = used;
	if (found != PROXY_MORE)
		header_received(e, found, &client);
}

static void
continue_entry(struct entry *e)
{
	if (e->header)
		header_read(e);
	else
		continue_handshake(e);
}

/* Called when the socket of an entry is ready.  In each turn at least one entry is served.  If
 * the turn is full, the kernel reports the socket again. */
static void
on_entry_ready(evutil_socket_t fd, short what, void *ctx)
{
	struct entry *e = ctx;
	struct net *net = e->net;

	(void)fd;
	(void)what;
	if (net->entering.pass == net->pass.no &&
	    (net->pass.budget_spent || pass_used(&net->pass, &net->config, ENTRY_PART)))
		return;
	net->entering.pass = net->pass.no;
	pass_since(&net->pass, &net->config);
	continue_entry(e);
	(void)budget_charge(&net->pass, &net->config, 1);
}

/* ---- for listen.c and net.c ---- */

static unsigned
entries_of_address(const struct entry *e)
{
	return e->address != NULL ? e->address->entering : 0;
}

/* Closes the oldest entry of the address that has the most entries, so that an address that
 * connects repeatedly evicts its own entries, not other addresses'.  O(entries). */
static void
make_room(struct net *net)
{
	struct entry *most = LINK_OWNER(net->entering.list.next, struct entry, link);

	for (struct link *l = net->entering.list.next; l != &net->entering.list; l = l->next) {
		struct entry *e = LINK_OWNER(l, struct entry, link);

		if (entries_of_address(e) > entries_of_address(most))
			most = e;
	}
	if (entries_of_address(most) > 1)
		give_up_failed(most, "crowded");
	else
		give_up(most, "crowded");
}

void
entry_begin(
    struct net *net, const struct endpoint *end, const char *peer, bool header, bool tls)
{
	struct entry *e = NULL;

	if (net->entering.n >= net->config.handshakes || /* make_room closes another */
	    net->conns.used + net->entering.n < net->conns.max)
		e = calloc(1, sizeof(*e));
	if (e == NULL) {
		struct endpoint lost = *end;

		lost.how->close(&lost, true);
		return;
	}
	e->net = net;
	e->end = *end;
	e->header = header;
	e->tls = tls;
	(void)sbuf_copy(e->peer, sizeof(e->peer), peer);
	link_init(&e->link);
	link_append(&net->entering.list, &e->link);
	e->link.due_ms = net_now(net) + (int64_t)net->config.handshake_s * 1000;
	net->entering.n++;
	if (wait_for(e, EV_READ) && (header || admit_handshake(e)))
		while (net->entering.n > net->config.handshakes)
			make_room(net);
}

int64_t
entry_deadline(const struct net *net)
{
	return link_alone(&net->entering.list) ? INT64_MAX : net->entering.list.next->due_ms;
}

void
entry_tick(struct net *net)
{
	int64_t now = net_now(net);

	for (unsigned n = 0; n < EXPIRED_PER_TURN && entry_deadline(net) <= now; n++)
		give_up_failed(LINK_OWNER(net->entering.list.next, struct entry, link), "time");
}

void
entries_free(struct net *net)
{
	while (!link_alone(&net->entering.list))
		entry_free(LINK_OWNER(net->entering.list.next, struct entry, link), true);
}

static void
carry_entry(struct net *net, struct pack *p, struct entry *e)
{
	struct endpoint end = { .how = &TCP, .fd = e != NULL ? e->end.fd : -1 };
	struct entry blank = { .len = 0 };

	if (e == NULL)
		e = &blank;
	pack_file(p, 1, &end.fd);
	PACK(p, 2, e->end.sealed, 3, e->tls, 4, e->peer, 5, e->len, 6, e->bytes);
	if (!p->reading || end.fd < 0)
		return;
	end.sealed = blank.end.sealed;
	entry_begin(net, &end, blank.peer, true, blank.tls && net->tls != NULL);
	if (link_alone(&net->entering.list) || blank.len > sizeof(blank.bytes))
		return; /* no entry was begun, or the packed length is too large */
	e = LINK_OWNER(net->entering.list.prev, struct entry, link);
	if (e->end.fd != end.fd)
		return;
	e->len = blank.len;
	memcpy(e->bytes, blank.bytes, blank.len);
}

void
entries_carry(struct net *net, struct pack *p)
{
	struct link *l = p->reading ? NULL : net->entering.list.next;

	for (;;) {
		while (l != NULL && l != &net->entering.list &&
		       !LINK_OWNER(l, struct entry, link)->header)
			l = l->next;
		if (!pack_begin(p, 1, l != NULL && l != &net->entering.list))
			return;
		carry_entry(net, p, l != NULL ? LINK_OWNER(l, struct entry, link) : NULL);
		pack_end(p);
		l = l != NULL ? l->next : NULL;
	}
}

/* Frees the entries that were transferred, without shutting their connections down, which the
 * new process shares. */
void
entries_carried(struct net *net)
{
	struct link *next;

	for (struct link *l = net->entering.list.next; l != &net->entering.list; l = next) {
		next = l->next;
		if (LINK_OWNER(l, struct entry, link)->header)
			entry_free(LINK_OWNER(l, struct entry, link), false);
	}
}
