/* SPDX-License-Identifier: MIT */
/* Handshakes: accepted connections that are not reported to the domain until the PROXY header
 * of their front end has been received (proxy.h) and the TLS handshake is complete.
 *
 * There are few, and they are short-lived.  If there are too many, the oldest handshake of the
 * address with the most handshakes is closed, and the address is penalised.  A client that is
 * alone at its address thus completes its three round trips, whatever others do.  Time spent on
 * TLS is charged to the turn and to the address. */
#include "net/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "os/log.h"
#include "net/proxy.h"

/* penalty for each handshake, so that about one a second is tolerated */
#define HANDSHAKE_PENALTY_S 1u
/* penalty for a failed handshake, as for a wrong password */
#define FAILED_HANDSHAKE_PENALTY_S 5u
#define HANDSHAKE_TURN_DIVISOR 2u /* handshakes may use half of a turn */

struct handshake {
	struct net *net;
	struct endpoint end;
	struct event event;
	short watched_event;     /* EV_READ, EV_WRITE */
	struct link link;        /* in handshakes.list */
	struct address *address; /* set during the handshake; NULL: exempt */
	bool header_expected;    /* the PROXY header is still expected */
	bool tls;
	char peer[NETADDR_TEXT_MAX];
	size_t len; /* bytes of the header received so far */
	uint8_t header_bytes[PROXY_HEADER_MAX];
};

static void
handshake_free(struct handshake *h, bool at_once)
{
	struct net *net = h->net;

	link_remove(&h->link);
	net->handshakes.n--;
	if (h->watched_event != 0)
		(void)event_del(&h->event);
	if (h->address != NULL) {
		h->address->handshakes--;
		address_remove_conn(&net->addresses, h->address);
	}
	if (h->end.how != NULL)
		h->end.how->close(&h->end, at_once);
	free(h);
}

static void
close_handshake(struct handshake *h, const char *reason)
{
	h->net->refused_counts[h->header_expected ? REFUSAL_PROXY : REFUSAL_TLS]++;
	log_client(LOG_LEVEL_INFO, "not_entered", "address=%s stage=%s reason=\"%s\"", h->peer,
	    h->header_expected ? "proxy" : "tls", reason);
	handshake_free(h, true);
}

static void
close_and_penalise(struct handshake *h, const char *reason)
{
	if (h->address != NULL)
		address_add_penalty(h->address, FAILED_HANDSHAKE_PENALTY_S, &h->net->config);
	close_handshake(h, reason);
}

static void
attach(struct handshake *h)
{
	struct net *net = h->net;
	struct endpoint end = h->end;
	char peer[NETADDR_TEXT_MAX];

	memcpy(peer, h->peer, sizeof(peer));
	if (h->address != NULL)
		address_add_penalty(h->address, HANDSHAKE_PENALTY_S, &net->config);
	h->end.how = NULL;
	handshake_free(h, false);
	(void)net_attach(net, &end, peer);
}

/* ---- stages: each continues with the next, waits, or ends the handshake ---- */

static void on_handshake_ready(evutil_socket_t fd, short what, void *ctx);

/* Makes the kernel report when the socket is ready for `what`.  Returns false if that failed
 * and the connection was closed. */
static bool
watch_socket(struct handshake *h, short what)
{
	if (what == h->watched_event)
		return true;
	if (h->watched_event != 0)
		(void)event_del(&h->event);
	h->watched_event = what;
	if (event_assign(&h->event, h->net->base, h->end.fd, (short)(what | EV_PERSIST),
		on_handshake_ready, h) != 0 ||
	    event_add(&h->event, NULL) != 0) {
		close_handshake(h, "memory");
		return false;
	}
	return true;
}

static void
continue_tls(struct handshake *h)
{
	const char *why = "";

	if (h->end.state == NULL && !tls_begin(h->net->tls, &h->end, h->peer)) {
		close_handshake(h, "memory");
		return;
	}
	switch (tls_handshake(&h->end, &why)) {
	case TLS_DONE:
		attach(h);
		return;
	case TLS_WAIT_READABLE:
		(void)watch_socket(h, EV_READ);
		return;
	case TLS_WAIT_WRITABLE:
		(void)watch_socket(h, EV_WRITE);
		return;
	case TLS_FAILED:
		close_and_penalise(h, why);
		return;
	case TLS_FAILED_SILENTLY: /* probably a port scan, so it is not penalised */
		close_handshake(h, why);
		return;
	}
	check_failed("a step of a handshake", __FILE__, __LINE__);
}

/* Counts the handshake for its address.  Returns false if the address may not connect, and the
 * connection was closed. */
static bool
admit_handshake(struct handshake *h)
{
	struct net *net = h->net;
	enum refusal no;
	struct netaddr from, key;

	CHECK(netaddr_parse(h->peer, &from));
	key = address_key(&from);
	if (networks_find(&net->config.exempt, &from) != NULL)
		return true;
	no = listen_refusal_of_address(net, &key);
	if (no == REFUSAL_NONE)
		h->address = address_add_conn(&net->addresses, &key);
	if (h->address != NULL) {
		h->address->handshakes++;
		return true;
	}
	close_handshake(h, listen_refusal_name(no != REFUSAL_NONE ? no : REFUSAL_MEMORY));
	return false;
}

static void
header_received(struct handshake *h, enum proxy_result found, const struct proxy_client *client)
{
	struct sbuf text;

	h->header_expected = false;
	h->end.secure = h->net->config.front_ends_tls;
	if (found == PROXY_CLIENT) {
		SBUF_INIT(&text, h->peer);
		netaddr_add_text(&client->address, &text);
		if (client->tls != PROXY_TLS_UNKNOWN)
			h->end.secure = client->tls == PROXY_TLS_YES;
	}
	if (h->tls)
		(void)admit_handshake(h);
	else
		attach(h);
}

/* Reads the header, or a part of it.  Peeks first, because the bytes after the header must stay
 * in the socket. */
static void
read_header(struct handshake *h)
{
	enum proxy_result found;
	struct proxy_client client;
	ssize_t n = recv(
	    h->end.fd, h->header_bytes + h->len, sizeof(h->header_bytes) - h->len, MSG_PEEK);
	size_t used;

	if (n < 0 && io_error_is_transient())
		return;
	if (n <= 0) {
		close_handshake(h, "closed");
		return;
	}
	used = h->len + (size_t)n;
	found = proxy_parse(h->header_bytes, used, &used, &client);
	if (found == PROXY_BAD) {
		close_handshake(h, "no header");
		return;
	}
	n = recv(h->end.fd, h->header_bytes + h->len, used - h->len, 0);
	if (n != (ssize_t)(used - h->len)) {
		close_handshake(h, "closed");
		return;
	}
	h->len = used;
	if (found != PROXY_MORE)
		header_received(h, found, &client);
}

static void
continue_handshake(struct handshake *h)
{
	if (h->header_expected)
		read_header(h);
	else
		continue_tls(h);
}

/* Called when the socket of a handshake is ready.  In each turn at least one handshake is
 * served.  If the turn is full, the kernel reports the socket again. */
static void
on_handshake_ready(evutil_socket_t fd, short what, void *ctx)
{
	struct handshake *h = ctx;
	struct net *net = h->net;

	(void)fd;
	(void)what;
	if (net->handshakes.last_served_pass == net->pass.no &&
	    (net->pass.budget_spent ||
		pass_share_used(&net->pass, &net->config, HANDSHAKE_TURN_DIVISOR)))
		return;
	net->handshakes.last_served_pass = net->pass.no;
	pass_start_timing(&net->pass, &net->config);
	continue_handshake(h);
	(void)budget_charge(&net->pass, &net->config, 1);
}

/* ---- for listen.c and net.c ---- */

static unsigned
handshakes_of_address(const struct handshake *h)
{
	return h->address != NULL ? h->address->handshakes : 0;
}

/* Closes the oldest handshake of the address that has the most, so that an address that
 * connects repeatedly evicts its own handshakes, not other addresses'.  O(handshakes). */
static void
close_crowding_handshake(struct net *net)
{
	struct handshake *most = LINK_OWNER(net->handshakes.list.next, struct handshake, link);

	for (struct link *l = net->handshakes.list.next; l != &net->handshakes.list;
	     l = l->next) {
		struct handshake *h = LINK_OWNER(l, struct handshake, link);

		if (handshakes_of_address(h) > handshakes_of_address(most))
			most = h;
	}
	if (handshakes_of_address(most) > 1)
		close_and_penalise(most, "crowded");
	else
		close_handshake(most, "crowded");
}

void
handshake_begin(
    struct net *net, const struct endpoint *end, const char *peer, bool header, bool tls)
{
	struct handshake *h = NULL;

	if (net->handshakes.n >=
		net->config.handshakes || /* close_crowding_handshake closes another */
	    net->conns.used + net->handshakes.n < net->conns.max)
		h = calloc(1, sizeof(*h));
	if (h == NULL) {
		struct endpoint lost = *end;

		lost.how->close(&lost, true);
		return;
	}
	h->net = net;
	h->end = *end;
	h->header_expected = header;
	h->tls = tls;
	(void)sbuf_copy(h->peer, sizeof(h->peer), peer);
	link_init(&h->link);
	link_append(&net->handshakes.list, &h->link);
	h->link.due_ms = net_timer_now(net) + (int64_t)net->config.handshake_s * 1000;
	net->handshakes.n++;
	if (watch_socket(h, EV_READ) && (header || admit_handshake(h)))
		while (net->handshakes.n > net->config.handshakes)
			close_crowding_handshake(net);
}

int64_t
handshake_deadline(const struct net *net)
{
	return link_alone(&net->handshakes.list) ? INT64_MAX
						 : net->handshakes.list.next->due_ms;
}

void
handshake_tick(struct net *net)
{
	int64_t now = net_timer_now(net);

	for (unsigned n = 0; n < TIMEOUTS_PER_TURN && handshake_deadline(net) <= now; n++)
		close_and_penalise(
		    LINK_OWNER(net->handshakes.list.next, struct handshake, link), "time");
}

void
handshakes_free(struct net *net)
{
	while (!link_alone(&net->handshakes.list))
		handshake_free(
		    LINK_OWNER(net->handshakes.list.next, struct handshake, link), true);
}

static void
hand_over_handshake(struct net *net, struct pack *p, struct handshake *h)
{
	struct endpoint end = { .how = &TCP, .fd = h != NULL ? h->end.fd : -1 };
	struct handshake blank = { .len = 0 };

	if (h == NULL)
		h = &blank;
	pack_fd(p, 1, &end.fd);
	PACK(p, 2, h->end.secure, 3, h->tls, 4, h->peer, 5, h->len, 6, h->header_bytes);
	if (!p->reading || end.fd < 0)
		return;
	end.secure = blank.end.secure;
	handshake_begin(net, &end, blank.peer, true, blank.tls && net->tls != NULL);
	if (link_alone(&net->handshakes.list) || blank.len > sizeof(blank.header_bytes))
		return; /* no handshake was begun, or the packed length is too large */
	h = LINK_OWNER(net->handshakes.list.prev, struct handshake, link);
	if (h->end.fd != end.fd)
		return;
	h->len = blank.len;
	memcpy(h->header_bytes, blank.header_bytes, blank.len);
}

void
handshakes_hand_over(struct net *net, struct pack *p)
{
	struct link *l = p->reading ? NULL : net->handshakes.list.next;

	for (;;) {
		while (l != NULL && l != &net->handshakes.list &&
		       !LINK_OWNER(l, struct handshake, link)->header_expected)
			l = l->next;
		if (!pack_begin_part(p, 1, l != NULL && l != &net->handshakes.list))
			return;
		hand_over_handshake(
		    net, p, l != NULL ? LINK_OWNER(l, struct handshake, link) : NULL);
		pack_end_part(p);
		l = l != NULL ? l->next : NULL;
	}
}

/* Frees the handshakes that were transferred.  Does not shut down their connections, which the
 * new process shares. */
void
handshakes_handed_over(struct net *net)
{
	struct link *next;

	for (struct link *l = net->handshakes.list.next; l != &net->handshakes.list; l = next) {
		next = l->next;
		if (LINK_OWNER(l, struct handshake, link)->header_expected)
			handshake_free(LINK_OWNER(l, struct handshake, link), false);
	}
}
