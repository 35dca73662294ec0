/* SPDX-License-Identifier: MIT */
/* See limits.h.  Owns the counts of acts, which are kept in struct tourney_live.  Searches are
 * linear in the unfinished tournaments. */
#include "tournament/limits.h"

#include <limits.h>
#include <string.h>

#include "people/network.h"
#include "people/people.h"
#include "tournament/memory.h"

#define HOUR_MS 3600000
/* how long limits_is_attended reuses its answer; the answer can change without an act, when a
 * user logs in from another network */
#define ATTENDED_CACHE_MS 60000

/* ---- how many tournaments there may be ---- */

/* Returns whether a tournament is planned or, if `plans` is false, open or running.  The two
 * kinds are counted separately. */
static bool
is_of_kind(const struct tourney_live *l, bool plans)
{
	return plans ? l->t.phase == TOURNEY_PLANNED
		     : l->t.phase > TOURNEY_PLANNED && l->t.phase <= TOURNEY_RUNNING;
}

bool
limits_tournaments_full(const struct world *w)
{
	const struct tourney_live *l;
	unsigned n = 0;

	DL_FOREACH(w->tourneys->unfinished, l)
	n += is_of_kind(l, false);
	return n >= TOURNEYS_OPEN_MAX;
}

/* ---- making room ---- */

/* Returns whether two tournaments count for the same holder.  All accounts of one address are
 * one holder; an account without an address is a separate holder. */
static bool
is_same_holder(const struct tourney_live *a, const struct tourney_live *b)
{
	return a->maker_host[0] != '\0' ? strcmp(a->maker_host, b->maker_host) == 0
					: b->maker_host[0] == '\0' && a->maker == b->maker;
}

/* Returns true if the user is not a bot and last logged in from a network other than the
 * maker's. */
static bool
is_from_other_network(const struct world *w, const struct tourney_live *l, int64_t user)
{
	char host[STORE_HOST_MAX];
	struct user_record u;
	struct netaddr from;

	if (user == l->maker || !store_user_by_id(w->store, user, &u) || user_is_bot(&u))
		return false;
	from = network_of_host(w, u.last_login_host, NETWORK_ADDRESS);
	network_text(&from, host);
	return host[0] == '\0' || strcmp(host, l->maker_host) != 0;
}

/* Counts entries from other networks among the first `looked_at` entries, up to `most`. */
static unsigned
entries_from_other_networks(
    const struct world *w, const struct tourney_live *l, unsigned most, unsigned looked_at)
{
	unsigned n = 0;

	for (unsigned e = 0; e < l->t.entries_n && e < looked_at && n < most; e++)
		n += !l->t.entries[e].withdrawn &&
		     is_from_other_network(w, l, l->t.entries[e].user);
	return n;
}

static bool
compute_attended(const struct world *w, const struct tourney_live *l)
{
	for (unsigned i = 0; i < l->t.guests_n; i++)
		if (l->t.guests[i].waiting && is_from_other_network(w, l, l->t.guests[i].user))
			return true;
	return entries_from_other_networks(w, l, 1, UINT_MAX) > 0;
}

bool
limits_is_attended(const struct world *w, struct tourney_live *l)
{
	if (l->attended_acts != l->t.acts || w->mono_ms >= l->attended_until_ms) {
		l->attended = compute_attended(w, l);
		l->attended_acts = l->t.acts;
		l->attended_until_ms = w->mono_ms + ATTENDED_CACHE_MS;
	}
	return l->attended;
}

/* Returns how many tournaments of a kind (is_of_kind) the holder of this tournament has. */
static unsigned
holder_tournaments(const struct world *w, const struct tourney_live *l, bool plans)
{
	const struct tourney_live *x;
	unsigned n = 0;

	DL_FOREACH(w->tourneys->unfinished, x)
	n += is_of_kind(x, plans) && is_same_holder(l, x);
	return n;
}

#define ENTRIES_CHECKED_MAX 64u /* entries checked per tournament */

struct tourney_live *
limits_find_to_cancel(const struct world *w, int64_t asker, bool plans)
{
	struct tourney_live *l, *found = NULL;
	unsigned most = 2;

	DL_FOREACH(w->tourneys->unfinished, l)
	if (is_of_kind(l, plans) && l->maker == asker)
		return NULL;
	DL_FOREACH(w->tourneys->unfinished, l) /* oldest first */
	{
		unsigned n = holder_tournaments(w, l, plans);

		if (!is_of_kind(l, plans) || l->t.phase >= TOURNEY_RUNNING || n < most ||
		    entries_from_other_networks(w, l, 2, ENTRIES_CHECKED_MAX) >= 2)
			continue;
		most = n;
		found = l;
	}
	return found;
}

/* ---- creating ---- */

void
limits_address_text(const struct session *s, char text[STORE_HOST_MAX])
{
	const struct netaddr own = network_of_session(s, NETWORK_ADDRESS);

	network_text(&own, text);
}

/* Returns whether a tournament is planned and counts towards the limit of an account (host
 * NULL) or of an address. */
static bool
is_plan_of(const struct tourney_live *l, int64_t user, const char *host)
{
	return l->t.phase == TOURNEY_PLANNED &&
	       (host != NULL ? host[0] != '\0' && strcmp(l->maker_host, host) == 0
			     : l->maker == user);
}

enum tourney_err
limits_may_create(const struct world *w, int64_t user, const char *host)
{
	unsigned own = 0, plans = 0, plans_own = 0, plans_host = 0;
	const struct tourney_live *l;

	DL_FOREACH(w->tourneys->unfinished, l)
	{
		own += l->maker == user;
		plans += l->t.phase == TOURNEY_PLANNED;
		plans_own += is_plan_of(l, user, NULL);
		plans_host += is_plan_of(l, user, host);
	}
	return own >= TOURNEYS_PER_ACCOUNT_MAX            ? TOURNEY_IS_FULL
	       : plans_own >= TOURNEYS_PLANS_PER_ACCOUNT  ? TOURNEY_TOO_MANY_OWN_PLANS
	       : plans_host >= TOURNEYS_PLANS_PER_ADDRESS ? TOURNEY_TOO_MANY_HOST_PLANS
	       : plans >= TOURNEYS_PLANS_MAX              ? TOURNEY_TOO_MANY_PLANS
							  : TOURNEY_OK;
}

int64_t
tourneys_room_at_ms(const struct world *w, const struct session *s, enum tourney_err err)
{
	struct tourney_live *l;
	int64_t first = INT64_MAX;
	char host[STORE_HOST_MAX];

	limits_address_text(s, host);
	DL_FOREACH(w->tourneys->unfinished, l)
	{
		bool plan = l->t.phase == TOURNEY_PLANNED;
		bool counts = err == TOURNEY_TOO_MANY_ACTIVE ? !plan
			      : err == TOURNEY_TOO_MANY_PLANS
				  ? plan
				  : is_plan_of(l, s->player->user,
					err == TOURNEY_TOO_MANY_HOST_PLANS ? host : NULL);

		if (counts && tourney_expires_ms(&l->t, false) < first &&
		    !limits_is_attended(w, l))
			first = tourney_expires_ms(&l->t, false);
	}
	return first != INT64_MAX ? first : 0;
}

/* ---- acts per hour ---- */

/* Returns false for acts by the server, for results that are set for the first time, and for
 * users who leave.  Also returns false for `invite` and `pair`, which have separate limits. */
bool
limits_act_counts(const struct tourney *t, const struct tourney_act *a)
{
	switch (a->kind) {
	case TACT_invite:
	case TACT_pair:
		return false;
	case TACT_setresult:
		return a->pairing >= t->pairings_n ||
		       t->pairings[a->pairing].end != PAIRING_OPEN;
	case TACT_withdraw:
		return a->entry >= t->entries_n || t->entries[a->entry].user != a->actor;
	case TACT_decline:
		return a->user != a->actor;
	default:
		return a->actor != 0;
	}
}

/* Returns a user's counter of acts if the hour that it covers is not over, else NULL. */
static struct tourney_act_counter *
act_counter_of(const struct world *w, const struct tourney_live *l, int64_t user)
{
	struct tourney_act_counter *d;

	HASH_FIND(hh, l->act_counters, &user, sizeof(user), d);
	return d != NULL && tourney_now_ms(w) - d->since_ms < HOUR_MS ? d : NULL;
}

bool
limits_may_act(const struct world *w, const struct tourney_live *l, const struct tourney_act *a)
{
	const struct tourney_act_counter *d = a->actor != 0 && limits_act_counts(&l->t, a)
						  ? act_counter_of(w, l, a->actor)
						  : NULL;

	return d == NULL || d->n < TOURNEYS_ACTS_PER_HOUR;
}

void
limits_count_act(const struct world *w, struct tourney_live *l, int64_t user)
{
	struct tourney_act_counter *d = act_counter_of(w, l, user);

	if (d != NULL) {
		d->n++;
		return;
	}
	HASH_FIND(hh, l->act_counters, &user, sizeof(user), d);
	if (d == NULL) {
		d = memory_grow(NULL, 1, sizeof(*d));
		memset(d, 0, sizeof(*d));
		d->user = user;
		HASH_ADD(hh, l->act_counters, user, sizeof(d->user), d);
		CHECK(d->hh.tbl != NULL);
	}
	d->since_ms = tourney_now_ms(w);
	d->n = 1;
}

int64_t
tourney_user_may_act_ms(const struct world *w, const struct tourney *t, int64_t user)
{
	const struct tourney_act_counter *d = act_counter_of(w, live_of(t), user);

	return d != NULL && d->n >= TOURNEYS_ACTS_PER_HOUR ? d->since_ms + HOUR_MS : 0;
}
