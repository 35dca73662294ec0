/* SPDX-License-Identifier: MIT */
/* Outages: when many connections are lost within a minute, the clocks of the affected players
 * stop (tourney/RULES.md 18).
 *
 * An account counts once, however often it reconnects.  Linear in the connections lost within a
 * minute and, if there are enough of them for an outage, in the users online. */
#include "match/match_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"
#include "people/people.h"
#include "output/output.h"
#include "os/log.h"

#define LOSS_WINDOW_MS 60000

/* Lower limits of an outage.  In a shared network, at least SHARED_LOST_MIN users, and at least
 * half of the users logged in from it, must have lost their connections.  On the whole server,
 * it must be at least SERVER_LOST_MIN users from SERVER_NETWORKS_MIN networks, and at least a
 * quarter of all users. */
#define SHARED_LOST_MIN 4u
#define SERVER_LOST_MIN 8u
#define SERVER_NETWORKS_MIN 4u

/* ---- the list ---- */

/* Removes connections lost more than LOSS_WINDOW_MS ago.  The table is in order of time. */
static void
forget_old_losses(struct world *w)
{
	struct matches *t = w->matches;
	struct lost_connection *c;

	while ((c = t->lost_connections) != NULL && w->mono_ms - c->at_ms > LOSS_WINDOW_MS) {
		HASH_DEL(t->lost_connections, c);
		free(c);
	}
}

static void
add(struct world *w, int64_t user, const char *name, const struct netaddr *from, int64_t at_ms)
{
	struct matches *t = w->matches;
	struct lost_connection *c;

	HASH_FIND(hh, t->lost_connections, &user, sizeof(user), c);
	if (c != NULL)
		HASH_DEL(t->lost_connections, c);
	else
		c = calloc(1, sizeof(*c));
	CHECK(c != NULL); /* aborts if out of memory, as world_reap_later does */
	*c = (struct lost_connection){ .user = user, .from = *from, .at_ms = at_ms };
	CHECK(sbuf_copy(c->name, sizeof(c->name), name));
	HASH_ADD(hh, t->lost_connections, user, sizeof(c->user), c);
	CHECK(c->hh.tbl != NULL);
	t->new_losses = true;
}

void
outage_record_loss(struct world *w, const struct session *s)
{
	forget_old_losses(w);
	add(w, s->player->user, s->player->name, &s->address, w->mono_ms);
}

bool
outage_lost_recently(const struct world *w, int64_t user)
{
	const struct lost_connection *c;

	HASH_FIND(hh, w->matches->lost_connections, &user, sizeof(user), c);
	return c != NULL && w->mono_ms - c->at_ms <= LOSS_WINDOW_MS;
}

void
outage_free(struct matches *t)
{
	struct lost_connection *c, *next;

	HASH_ITER(hh, t->lost_connections, c, next)
	{
		HASH_DEL(t->lost_connections, c);
		free(c);
	}
}

/* ---- counting ---- */

static bool
is_within(const struct netaddr *network, const struct netaddr *from)
{
	return network == NULL || (from->family != 0 && netaddr_contains(network, from));
}

/* Counts the users of a network (NULL: all users): those online, and those cut off who are not
 * back. */
static unsigned
count_users(const struct world *w, const struct netaddr *network)
{
	unsigned n = 0;

	for (const struct session *s = w->people->online; s != NULL; s = s->index.online_next)
		n += !s->player->bot && is_within(network, &s->address);
	for (const struct lost_connection *c = w->matches->lost_connections; c != NULL;
	     c = c->hh.next)
		n += is_within(network, &c->from) && session_by_name(w, c->name) == NULL;
	return n;
}

static unsigned
count_lost(const struct world *w, const struct netaddr *network)
{
	unsigned n = 0;

	for (const struct lost_connection *c = w->matches->lost_connections; c != NULL;
	     c = c->hh.next)
		n += is_within(network, &c->from);
	return n;
}

static struct netaddr
network_key(const struct world *w, const struct netaddr *from)
{
	const struct netaddr *shared = network_find_shared(w, from);

	return shared != NULL ? *shared : netaddr_network(from, 24, 48);
}

/* Counts the networks of the lost connections, up to SERVER_NETWORKS_MIN. */
static unsigned
count_lost_networks(const struct world *w)
{
	struct netaddr seen[SERVER_NETWORKS_MIN];
	unsigned n = 0;

	for (const struct lost_connection *c = w->matches->lost_connections;
	     c != NULL && n < SERVER_NETWORKS_MIN; c = c->hh.next) {
		const struct netaddr key = network_key(w, &c->from);
		unsigned i = 0;

		while (i < n && memcmp(&seen[i], &key, sizeof(key)) != 0)
			i++;
		if (i == n)
			seen[n++] = key;
	}
	return n;
}

/* ---- outages ---- */

/* Stops the clocks of players who were cut off from a network and are still away. */
static void
stop_clocks(struct world *w, const struct netaddr *network)
{
	for (struct absence *a = w->matches->absences; a != NULL; a = a->hh.next)
		for (unsigned s = 0; s < 2; s++) {
			struct lost_connection *c;

			HASH_FIND(hh, w->matches->lost_connections, &a->user[s],
			    sizeof(a->user[s]), c);
			if (c != NULL && is_within(network, &c->from) && a->clock.away[s] &&
			    !a->has_left[s])
				(void)absence_stop_clock(w, a->row);
		}
}

/* Logs an outage when it begins, and every minute while more connections are lost. */
static void
log_outage(struct world *w, const struct netaddr *network, unsigned cut, unsigned of)
{
	const struct networks *shared = &w->config.shared_networks;
	int64_t *next_ms =
	    &w->matches->outage_log_ms[network != NULL ? network - shared->v : NETWORKS_MAX];
	char text[NETADDR_TEXT_MAX];
	struct sbuf b;

	if (w->mono_ms < *next_ms)
		return;
	*next_ms = w->mono_ms + LOSS_WINDOW_MS;
	SBUF_INIT(&b, text);
	if (network != NULL)
		netaddr_add_text(network, &b);
	else
		sbuf_add(&b, "all");
	log_info("outage", "network=%s cut=%u of=%u", text, cut, of);
}

static void
handle_outage(struct world *w, const struct netaddr *network, unsigned cut, unsigned of)
{
	log_outage(w, network, cut, of);
	stop_clocks(w, network);
}

static void
check_shared_network(struct world *w, const struct netaddr *network)
{
	unsigned cut = count_lost(w, network), of;

	if (cut < SHARED_LOST_MIN)
		return;
	of = count_users(w, network);
	if (cut * 2 >= of)
		handle_outage(w, network, cut, of);
}

void
outage_check(struct world *w)
{
	const struct networks *shared = &w->config.shared_networks;
	unsigned cut, of;

	if (!w->matches->new_losses || store_refusing(w->store))
		return;
	w->matches->new_losses = false;
	if (w->matches->absences == NULL)
		return;
	forget_old_losses(w);
	cut = HASH_COUNT(w->matches->lost_connections);
	for (unsigned i = 0; cut >= SHARED_LOST_MIN && i < shared->len; i++)
		check_shared_network(w, &shared->v[i]);
	if (cut < SERVER_LOST_MIN || count_lost_networks(w) < SERVER_NETWORKS_MIN)
		return;
	of = count_users(w, NULL);
	if (cut * 4 >= of)
		handle_outage(w, NULL, cut, of);
}

void
outage_add_stall(struct matches *t, int64_t ms)
{
	for (struct lost_connection *c = t->lost_connections; c != NULL; c = c->hh.next)
		c->at_ms += ms;
}

void
outage_hand_over(struct world *w, struct pack *p)
{
	struct lost_connection *c = p->reading ? NULL : w->matches->lost_connections;

	while (pack_begin_part(p, 1, c != NULL)) {
		struct lost_connection x = { 0 };

		if (c != NULL)
			x = *c;
		PACK(p, 1, x.user, 2, x.at_ms, 3, x.from, 4, x.name);
		pack_end_part(p);
		if (p->reading && !p->bad)
			add(w, x.user, x.name, &x.from, x.at_ms);
		c = c != NULL ? c->hh.next : NULL;
	}
}
