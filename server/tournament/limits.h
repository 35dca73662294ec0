/* SPDX-License-Identifier: MIT */
/* How many tournaments there may be, which of them gives way, and how many acts a user may
 * make.  Numbers are in tournament.h, reasons in LIMITS.md 2.6. */
#ifndef TOURNAMENT_LIMITS_H
#define TOURNAMENT_LIMITS_H

#include "tournament/live.h"

/* Whether a user from another network than its maker's has entered, or waits for a place.  Bots
 * do not count.  Linear in the entries, with one look at the store each; until the next act the
 * answer is kept for a minute. */
bool limits_attended(const struct world *w, struct tourney_live *l);

/* No more may be open or played. */
bool limits_table_full(const struct world *w);

/* The tournament that gives way to one of an account that has none: the newest that has not
 * started of the network with the most, two at least.  plans: among those that are not open.
 * NULL: none does. */
struct tourney_live *limits_gives_way(const struct world *w, int64_t asker, bool plans);

/* The address that plans are counted under; "" when the session counts singly. */
void limits_host(const struct session *s, char text[STORE_HOST_MAX]);

/* Whether a user at that address may make one more. */
enum tourney_err limits_may_create(const struct world *w, int64_t user, const char *host);

/* Whether an act counts towards the acts that its actor may make in an hour. */
bool limits_counts(const struct tourney *t, const struct tourney_act *a);

/* Whether the actor has not used up the acts of this hour, or the act does not count. */
bool limits_may_act(
    const struct world *w, const struct tourney_live *l, const struct tourney_act *a);

/* Counts an act of the user; called after it was done, if limits_counts. */
void limits_count(const struct world *w, struct tourney_live *l, int64_t user);

#endif
