/* SPDX-License-Identifier: MIT */
/* How many tournaments there may be, which of them is cancelled to make room, and how many acts
 * a user may make.  Numbers are in tournament.h, reasons in LIMITS.md 2.6. */
#ifndef TOURNAMENT_LIMITS_H
#define TOURNAMENT_LIMITS_H

#include "tournament/live.h"

/* Whether a user from a network other than the maker's has entered or waits for a place.  Bots
 * do not count.  Linear in the entries, with one store lookup for each.  The answer is kept
 * until the next act, for a minute at most. */
bool limits_attended(const struct world *w, struct tourney_live *l);

/* Whether no more tournaments may be open or running. */
bool limits_table_full(const struct world *w);

/* Returns the tournament to cancel for an account that has none of the kind (plans: planned;
 * else open or running): the newest that has not started, of the network that has the most, at
 * least two.  One with two entrants from other networks is never chosen.  Returns NULL if there
 * is none. */
struct tourney_live *limits_gives_way(const struct world *w, int64_t asker, bool plans);

/* The address under which a session's plans are counted; "" if they count by account alone. */
void limits_host(const struct session *s, char text[STORE_HOST_MAX]);

/* Whether a user at that address may make another tournament. */
enum tourney_err limits_may_create(const struct world *w, int64_t user, const char *host);

/* Whether an act counts towards the acts that its actor may make in an hour. */
bool limits_counts(const struct tourney *t, const struct tourney_act *a);

/* Whether the actor has not used up the acts of this hour, or the act does not count. */
bool limits_may_act(
    const struct world *w, const struct tourney_live *l, const struct tourney_act *a);

/* Counts an act of the user.  Call it after an act for which limits_counts returned true. */
void limits_count(const struct world *w, struct tourney_live *l, int64_t user);

#endif
