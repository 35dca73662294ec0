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

#define WITHIN_MS 60000

/* Lower limits of an outage.  In a shared network, at least SHARED_LEAST users, and at least
 * half of the users logged in from it, must have lost their connections.  On the whole server,
 * it must be at least ALL_LEAST users from ALL_NETWORKS networks, and at least a quarter of all
 * users. */
#define SHARED_LEAST 4u
#define ALL_LEAST 8u
#define ALL_NETWORKS 4u

/* ---- the list ---- */

/* Removes connections lost more than WITHIN_MS ago.  The table is in order of time. */
static void
forget_old(struct world *w)
{
	struct matches *t = w->matches;
	struct cut *c;

	while ((c = t->cuts) != NULL && w->mono_ms - c->at_ms > WITHIN_MS) {
		HASH_DEL(t->cuts, c);
		free(c);
	}
}

static void
add(struct world *w, int64_t user, const char *name, const struct netaddr *from, int64_t at_ms)
{
	struct matches *t = w->matches;
	struct cut *c;

	HASH_FIND(hh, t->cuts, &user, sizeof(user), c);
	if (c != NULL)
		HASH_DEL(t->cuts, c);
	else
		c = calloc(1, sizeof(*c));
	CHECK(c != NULL); /* aborts if out of memory, as world_reap_later does */
	*c = (struct cut){ .user = user, .from = *from, .at_ms = at_ms };
	CHECK(sbuf_copy(c->name, sizeof(c->name), name));
	HASH_ADD(hh, t->cuts, user, sizeof(c->user), c);
	CHECK(c->hh.tbl != NULL);
	t->cuts_new = true;
}

void
outage_note(struct world *w, const struct session *s)
{
	forget_old(w);
	add(w, s->player->user, s->player->name, &s->from, w->mono_ms);
}

bool
outage_lost(const struct world *w, int64_t user)
{
	const struct cut *c;

	HASH_FIND(hh, w->matches->cuts, &user, sizeof(user), c);
	return c != NULL && w->mono_ms - c->at_ms <= WITHIN_MS;
}

void
outage_free(struct matches *t)
{
	struct cut *c, *next;

	HASH_ITER(hh, t->cuts, c, next)
	{
		HASH_DEL(t->cuts, c);
		free(c);
	}
}

/* ---- counting ---- */

static bool
is_within(const struct netaddr *network, const struct netaddr *from)
{
	return network == NULL || (from->family != 0 && netaddr_has(network, from));
}

/* Counts the users of a network (NULL: all users): those online, and those cut off who are not
 * back. */
static unsigned
users_of(const struct world *w, const struct netaddr *network)
{
	unsigned n = 0;

	for (const struct session *s = w->people->online; s != NULL; s = s->index.online_next)
		n += !s->player->bot && is_within(network, &s->from);
	for (const struct cut *c = w->matches->cuts; c != NULL; c = c->hh.next)
		n += is_within(network, &c->from) && session_by_name(w, c->name) == NULL;
	return n;
}

static unsigned
cut_of(const struct world *w, const struct netaddr *network)
{
	unsigned n = 0;

	for (const struct cut *c = w->matches->cuts; c != NULL; c = c->hh.next)
		n += is_within(network, &c->from);
	return n;
}

static struct netaddr
network_key(const struct world *w, const struct netaddr *from)
{
	const struct netaddr *shared = network_shared(w, from);

	return shared != NULL ? *shared : netaddr_network(from, 24, 48);
}

/* Counts the networks of the lost connections, up to ALL_NETWORKS. */
static unsigned
networks_cut(const struct world *w)
{
	struct netaddr seen[ALL_NETWORKS];
	unsigned n = 0;

	for (const struct cut *c = w->matches->cuts; c != NULL && n < ALL_NETWORKS;
	     c = c->hh.next) {
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
			struct cut *c;

			HASH_FIND(hh, w->matches->cuts, &a->user[s], sizeof(a->user[s]), c);
			if (c != NULL && is_within(network, &c->from) && a->clock.away[s] &&
			    !a->left[s])
				(void)absence_stop(w, a->row);
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
	*next_ms = w->mono_ms + WITHIN_MS;
	SBUF_ON(&b, text);
	if (network != NULL)
		netaddr_text(network, &b);
	else
		sbuf_add(&b, "all");
	log_info("outage", "network=%s cut=%u of=%u", text, cut, of);
}

static void
outage(struct world *w, const struct netaddr *network, unsigned cut, unsigned of)
{
	log_outage(w, network, cut, of);
	stop_clocks(w, network);
}

static void
look_at_shared(struct world *w, const struct netaddr *network)
{
	unsigned cut = cut_of(w, network), of;

	if (cut < SHARED_LEAST)
		return;
	of = users_of(w, network);
	if (cut * 2 >= of)
		outage(w, network, cut, of);
}

void
outage_look(struct world *w)
{
	const struct networks *shared = &w->config.shared_networks;
	unsigned cut, of;

	if (!w->matches->cuts_new || store_refusing(w->store))
		return;
	w->matches->cuts_new = false;
	if (w->matches->absences == NULL)
		return;
	forget_old(w);
	cut = HASH_COUNT(w->matches->cuts);
	for (unsigned i = 0; cut >= SHARED_LEAST && i < shared->len; i++)
		look_at_shared(w, &shared->v[i]);
	if (cut < ALL_LEAST || networks_cut(w) < ALL_NETWORKS)
		return;
	of = users_of(w, NULL);
	if (cut * 4 >= of)
		outage(w, NULL, cut, of);
}

void
outage_stalled(struct matches *t, int64_t ms)
{
	for (struct cut *c = t->cuts; c != NULL; c = c->hh.next)
		c->at_ms += ms;
}

void
outage_carry(struct world *w, struct pack *p)
{
	struct cut *c = p->reading ? NULL : w->matches->cuts;

	while (pack_begin(p, 1, c != NULL)) {
		struct cut x = { 0 };

		if (c != NULL)
			x = *c;
		PACK(p, 1, x.user, 2, x.at_ms, 3, x.from, 4, x.name);
		pack_end(p);
		if (p->reading && !p->bad)
			add(w, x.user, x.name, &x.from, x.at_ms);
		c = c != NULL ? c->hh.next : NULL;
	}
}
