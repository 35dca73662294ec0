/* SPDX-License-Identifier: MIT */
/* Listening sockets, who may come in, and what is remembered of remote addresses.
 *
 * Owns the listeners and the table of addresses: those that have connections, and at most
 * ADDRESSES_MAX others that have a penalty.  Accepting is O(1) each and bounded per turn;
 * options of the sockets are set on the listener and inherited (Linux), which saves seven
 * system calls a connection.  The descriptors kept in reserve (slots) mean that accept() itself
 * never runs out; should it, accepting pauses, because a level-triggered listener would spin.
 */
#define _GNU_SOURCE /* accept4, TCP_KEEPIDLE, TCP_USER_TIMEOUT */
#include "net/conn.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"

static const char TEXT_ADDRESS[] =
    "** Too many connections from your address.  Please try again later.\r\n";
static const char TEXT_PENALTY[] =
    "** Connections from your address are refused for the moment.  Please try again later.\r\n";
static const char TEXT_UNAUTH[] =
    "** Too many people are logging in.  Please try again in a minute.\r\n";
static const char TEXT_FULL[] = "** The server is full.  Please try again later.\r\n";

#define ADDR_TEXT_MAX 46u
#define KEEPALIVE_IDLE_S 60
#define KEEPALIVE_EVERY_S 15
#define KEEPALIVE_TIMES 4
#define USER_TIMEOUT_MS 90000

union any_addr {
	struct sockaddr sa;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
};

/* ---- addresses in numbers ---- */

/* Family 4 or 6 and its bytes; IPv4 within IPv6 counts as IPv4.  False for another family. */
static bool
addr_bytes(const union any_addr *a, uint8_t *family, uint8_t bytes[16])
{
	memset(bytes, 0, 16);
	if (a->sa.sa_family == AF_INET) {
		*family = 4;
		memcpy(bytes, &a->in.sin_addr, 4);
		return true;
	}
	if (a->sa.sa_family != AF_INET6)
		return false;
	if (IN6_IS_ADDR_V4MAPPED(&a->in6.sin6_addr)) {
		*family = 4;
		memcpy(bytes, (const uint8_t *)&a->in6.sin6_addr + 12, 4);
	} else {
		*family = 6;
		memcpy(bytes, &a->in6.sin6_addr, 16);
	}
	return true;
}

static struct address_key
address_key(uint8_t family, const uint8_t bytes[16])
{
	struct address_key key = { .bytes = { family } };

	memcpy(key.bytes + 1, bytes, family == 4 ? 4 : 8);
	return key;
}

static bool
network_has(const struct network *n, uint8_t family, const uint8_t bytes[16])
{
	unsigned whole = n->bits / 8;
	unsigned rest = n->bits % 8;

	if (n->family != family || memcmp(n->bytes, bytes, whole) != 0)
		return false;
	return rest == 0 || (n->bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0;
}

static bool
is_exempt(const struct net *net, uint8_t family, const uint8_t bytes[16])
{
	for (unsigned i = 0; i < net->exempt_len; i++)
		if (network_has(&net->exempt[i], family, bytes))
			return true;
	return false;
}

/* "a.b.c.d", "a.b.c.d/n", "h::", "h::/n". */
static bool
network_parse(char *text, struct network *out)
{
	struct network n = { 0 };
	char *slash = strchr(text, '/');
	char *end;
	long bits;

	if (slash != NULL)
		*slash = '\0';
	if (inet_pton(AF_INET, text, n.bytes) == 1)
		n.family = 4;
	else if (inet_pton(AF_INET6, text, n.bytes) == 1)
		n.family = 6;
	else
		return false;
	n.bits = n.family == 4 ? 32 : 128;
	if (slash != NULL) {
		bits = strtol(slash + 1, &end, 10);
		if (slash[1] < '0' || slash[1] > '9' || *end != '\0' || bits > (long)n.bits)
			return false;
		n.bits = (unsigned)bits;
	}
	*out = n;
	return true;
}

/* The comma list of networks. */
static bool
exempt_parse(struct net *net, const char *list)
{
	while (*list != '\0') {
		char one[64];
		size_t n;

		list += strspn(list, " \t,");
		n = strcspn(list, " \t,");
		if (n == 0)
			break;
		if (n >= sizeof(one) || net->exempt_len == NETWORKS_MAX)
			return false;
		memcpy(one, list, n);
		one[n] = '\0';
		if (!network_parse(one, &net->exempt[net->exempt_len++]))
			return false;
		list += n;
	}
	return true;
}

/* ---- what is remembered of an address ---- */

static struct address *
address_find(const struct net *net, const struct address_key *key)
{
	struct address *a;

	HASH_FIND(hh, net->addresses, key, sizeof(*key), a);
	return a;
}

static void
address_free(struct net *net, struct address *a)
{
	if (!link_alone(&a->idle)) {
		link_remove(&a->idle);
		net->addresses_idle_len--;
	}
	HASH_DEL(net->addresses, a);
	free(a);
}

/* The address for one connection more; NULL when memory is out. */
static struct address *
address_enter(struct net *net, const struct address_key *key)
{
	struct address *a = address_find(net, key);

	if (a == NULL) {
		a = calloc(1, sizeof(*a));
		if (a == NULL)
			return NULL;
		a->key = *key;
		link_init(&a->idle);
		HASH_ADD(hh, net->addresses, key, sizeof(a->key), a);
		if (a->hh.tbl == NULL) {
			free(a);
			return NULL;
		}
	}
	if (!link_alone(&a->idle)) {
		link_remove(&a->idle);
		net->addresses_idle_len--;
	}
	a->conns++;
	return a;
}

void
address_leave(struct net *net, struct address *a)
{
	int64_t now = net_mono_ms();

	CHECK(a->conns > 0);
	if (--a->conns > 0)
		return;
	if (a->penalty_until_ms <= now) {
		address_free(net, a);
		return;
	}
	link_append(&net->addresses_idle, &a->idle);
	net->addresses_idle_len++;
	/* Two from the old end for each new one, so that those that are over do not pile up. */
	for (unsigned i = 0; i < 2 && !link_alone(&net->addresses_idle); i++) {
		struct link *l = net->addresses_idle.next;
		struct address *old =
		    (struct address *)(void *)((char *)l - offsetof(struct address, idle));

		if (old->penalty_until_ms <= now || net->addresses_idle_len > ADDRESSES_MAX)
			address_free(net, old);
	}
}

/* OpenSSH's way: penalties add up to a most; from a least on, the address is refused until they
 * are over. */
void
address_penalty(struct net *net, struct address *a, unsigned seconds)
{
	int64_t now = net_mono_ms();
	int64_t most = now + (int64_t)net->config.penalty_max_s * 1000;

	if (a->penalty_until_ms < now) {
		a->penalty_until_ms = now;
		a->refused = false;
	}
	a->penalty_until_ms += (int64_t)seconds * 1000;
	if (a->penalty_until_ms > most)
		a->penalty_until_ms = most;
	if (a->penalty_until_ms - now >= (int64_t)net->config.penalty_act_s * 1000)
		a->refused = true;
}

/* ---- accepting ---- */

static void
listening_set(struct net *net, bool on)
{
	for (unsigned i = 0; i < net->listeners_len; i++) {
		if (on)
			CHECK(event_add(&net->listeners[i].event, NULL) == 0);
		else
			CHECK(event_del(&net->listeners[i].event) == 0);
	}
	net->listening = on;
}

static void
listening_pause(struct net *net)
{
	listening_set(net, false);
	net->listen_resume_ms = net_mono_ms() + LISTEN_PAUSE_MS;
}

int64_t
listen_deadline(const struct net *net)
{
	return net->listening || net->listeners_len == 0 ? INT64_MAX : net->listen_resume_ms;
}

void
listen_tick(struct net *net, int64_t now)
{
	if (listen_deadline(net) <= now)
		listening_set(net, true);
}

/* Early drop at random, as OpenSSH's MaxStartups. */
static bool
unauth_refused(struct net *net)
{
	const struct net_config *c = &net->config;
	unsigned n = net->unauthenticated;
	uint32_t luck;
	uint64_t percent;

	if (n < c->unauth_start)
		return false;
	if (n >= c->unauth_max)
		return true;
	percent = c->unauth_percent + (uint64_t)(100 - c->unauth_percent) *
					  (n - c->unauth_start) /
					  (c->unauth_max - c->unauth_start);
	net->random.bytes(net->random.ctx, &luck, sizeof(luck));
	return luck % 100 < percent;
}

/* Why a connection may not come in, NULL when it may.  Exempt addresses are only asked for
 * room. */
static const char *
refusal(struct net *net, const struct address_key *key, bool exempt, const char **reason)
{
	const struct address *a;

	*reason = "full";
	if (net->conns.used >= net->conns.max)
		return TEXT_FULL;
	if (exempt)
		return NULL;
	a = address_find(net, key);
	*reason = "penalty";
	if (a != NULL && a->refused && a->penalty_until_ms > net_mono_ms())
		return TEXT_PENALTY;
	*reason = "per_address";
	if (a != NULL && a->conns >= net->config.per_address)
		return TEXT_ADDRESS;
	*reason = "unauthenticated";
	return unauth_refused(net) ? TEXT_UNAUTH : NULL;
}

/* One line and out.  What the peer has sent is read first: else the kernel would answer with a
 * reset that can overtake the line. */
static void
refuse(struct net *net, int fd, const char *text)
{
	(void)recv(fd, net->scratch, net->config.input_max, MSG_DONTWAIT);
	(void)send(fd, text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL);
	(void)shutdown(fd, SHUT_WR);
	(void)close(fd);
}

/* Refusing for want of room costs time too, and the refused come back at once: so many, then a
 * pause. */
static void
full_counted(struct net *net)
{
	int64_t now = net_mono_ms();

	if (now - net->full_since_ms >= LISTEN_PAUSE_MS) {
		net->full_since_ms = now;
		net->full_refusals = 0;
	}
	if (++net->full_refusals >= FULL_REFUSALS)
		listening_pause(net);
}

static void
take(struct net *net, int fd, const union any_addr *from)
{
	char text[ADDR_TEXT_MAX];
	uint8_t family;
	uint8_t bytes[16];
	struct address_key key;
	struct address *a = NULL;
	const char *no;
	const char *reason;
	bool exempt;

	if (!addr_bytes(from, &family, bytes) ||
	    inet_ntop(family == 4 ? AF_INET : AF_INET6, bytes, text, sizeof(text)) == NULL) {
		(void)close(fd);
		return;
	}
	key = address_key(family, bytes);
	exempt = is_exempt(net, family, bytes);
	no = refusal(net, &key, exempt, &reason);
	if (no == NULL && !exempt) {
		a = address_enter(net, &key);
		no = a == NULL ? TEXT_FULL : NULL;
		reason = "memory";
	}
	if (no == NULL && !conn_open(net, fd, text, exempt, a)) {
		no = TEXT_FULL;
		reason = "memory";
		if (a != NULL)
			address_leave(net, a);
	}
	if (no == NULL)
		return;
	log_client(LOG_LEVEL_INFO, "refused", "address=%s reason=%s", text, reason);
	refuse(net, fd, no);
	if (no == TEXT_FULL)
		full_counted(net);
}

/* Those who wait, as long as 1/parts of the turn has room for them, and one in any case. */
static void
accept_waiting(struct net *net, int listen_fd, unsigned parts)
{
	bool full = net->full && net->accepts > 0;

	while (net->listening && !full && net->accepts < ACCEPTS_PER_TURN) {
		union any_addr from;
		socklen_t len = sizeof(from);
		int fd = accept4(listen_fd, &from.sa, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);

		net->accepts++;
		if (fd >= 0) {
			take(net, fd, &from);
			full = net_served(net, parts);
			continue;
		}
		if (errno == EAGAIN)
			return;
		if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
			log_client(LOG_LEVEL_WARN, "accept_failed", "errno=%d", errno);
			listening_pause(net);
			return;
		}
		/* Anything else belongs to that one connection (accept(2): treat as a try
		 * again). */
	}
	net->accepts_left = net->listening;
}

static void
on_acceptable(evutil_socket_t listen_fd, short what, void *ctx)
{
	(void)what;
	accept_waiting(ctx, listen_fd, 1);
}

void
listen_serve(struct net *net, unsigned parts)
{
	if (!net->accepts_left)
		return;
	net->accepts_left = false;
	for (unsigned i = 0; i < net->listeners_len; i++)
		accept_waiting(net, net->listeners[i].fd, parts);
}

/* ---- opening ---- */

static bool
addr_parse(const char *address, unsigned port, union any_addr *out, socklen_t *len)
{
	memset(out, 0, sizeof(*out));
	if (port > 65535)
		return false;
	if (inet_pton(AF_INET, address, &out->in.sin_addr) == 1) {
		out->in.sin_family = AF_INET;
		out->in.sin_port = htons((uint16_t)port);
		*len = sizeof(out->in);
		return true;
	}
	if (inet_pton(AF_INET6, address, &out->in6.sin6_addr) != 1)
		return false;
	out->in6.sin6_family = AF_INET6;
	out->in6.sin6_port = htons((uint16_t)port);
	*len = sizeof(out->in6);
	return true;
}

static int
option(int fd, int level, int name, int value)
{
	return setsockopt(fd, level, name, &value, sizeof(value));
}

static int
options(const struct net *net, int fd, bool v6)
{
	if (v6 && option(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1) != 0)
		return -1;
	if (option(fd, SOL_SOCKET, SO_REUSEADDR, 1) != 0 ||
	    option(fd, SOL_SOCKET, SO_SNDBUF, (int)net->config.sndbuf) != 0 ||
	    option(fd, SOL_SOCKET, SO_KEEPALIVE, 1) != 0 ||
	    option(fd, IPPROTO_TCP, TCP_NODELAY, 1) != 0 ||
	    option(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S) != 0 ||
	    option(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_EVERY_S) != 0 ||
	    option(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_TIMES) != 0)
		return -1;
	return option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, USER_TIMEOUT_MS);
}

int
net_listen(struct net *net, const char *address, unsigned port, unsigned *port_out)
{
	struct listener *l = &net->listeners[net->listeners_len];
	union any_addr at;
	socklen_t len;
	int fd = -1;
	int error;

	if (net->listeners_len == LISTENERS_MAX || !addr_parse(address, port, &at, &len)) {
		errno = EINVAL;
		return -1;
	}
	fd = socket(at.sa.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	if (options(net, fd, at.sa.sa_family == AF_INET6) != 0 || bind(fd, &at.sa, len) != 0 ||
	    listen(fd, LISTEN_BACKLOG) != 0 || getsockname(fd, &at.sa, &len) != 0)
		goto failed;
	if (event_assign(&l->event, net->base, fd, EV_READ | EV_PERSIST, on_acceptable, net) !=
		0 ||
	    event_add(&l->event, NULL) != 0) {
		errno = ENOMEM;
		goto failed;
	}
	l->fd = fd;
	net->listeners_len++;
	net->listening = true;
	*port_out = ntohs(at.sa.sa_family == AF_INET ? at.in.sin_port : at.in6.sin6_port);
	return 0;
failed:
	error = errno;
	(void)close(fd);
	errno = error;
	return -1;
}

void
net_stop_listening(struct net *net)
{
	if (net->listening)
		listening_set(net, false);
	for (unsigned i = 0; i < net->listeners_len; i++)
		(void)close(net->listeners[i].fd);
	net->listeners_len = 0;
}

int
listen_init(struct net *net)
{
	link_init(&net->addresses_idle);
	if (!exempt_parse(net, net->config.exempt != NULL ? net->config.exempt : "")) {
		errno = EINVAL;
		return -1;
	}
	return 0;
}

void
listen_done(struct net *net)
{
	struct address *a;
	struct address *next;

	net_stop_listening(net);
	HASH_ITER(hh, net->addresses, a, next)
	address_free(net, a);
}
