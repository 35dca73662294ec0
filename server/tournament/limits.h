/* SPDX-License-Identifier: MIT */
/* Limits: how many tournaments there may be, which of them is cancelled to make room, and how
 * many acts a user may perform.  The numbers are in tournament.h, the reasons in LIMITS.md
 * 2.6. */
#ifndef TOURNAMENT_LIMITS_H
#define TOURNAMENT_LIMITS_H

#include "tournament/live.h"

/* Returns whether any user from a network other than the maker's has entered or waits for a
 * place.  Bots do not count.  Linear in the entries, with one store lookup for each.  The
 * answer is cached until the next act, but at most for a minute. */
bool limits_is_attended(const struct world *w, struct tourney_live *l);

/* Returns whether the maximum number of tournaments is open or running. */
bool limits_tournaments_full(const struct world *w);

/* Returns the tournament to cancel so that the asker can have one; NULL if there is none, or if
 * the asker already has a tournament of that kind.  plans: chooses among planned tournaments,
 * otherwise among open and running ones.  Considers tournaments that have not started and have
 * fewer than two entrants from other networks.  Chooses the newest one of the network that has
 * the most tournaments of that kind, at least two. */
struct tourney_live *limits_find_to_cancel(const struct world *w, int64_t asker, bool plans);

/* Writes the address under which a session's plans are counted; "" if they are counted only by
 * account. */
void limits_address_text(const struct session *s, char text[STORE_HOST_MAX]);

/* Returns whether a user at that address may create another tournament. */
enum tourney_err limits_may_create(const struct world *w, int64_t user, const char *host);

/* Returns whether an act counts towards its actor's hourly limit. */
bool limits_act_counts(const struct tourney *t, const struct tourney_act *a);

/* Returns whether the actor may perform the act: it does not count, or the hourly limit is not
 * reached. */
bool limits_may_act(
    const struct world *w, const struct tourney_live *l, const struct tourney_act *a);

/* Counts an act of the user.  Call it after an act for which limits_act_counts returned true.
 */
void limits_count_act(const struct world *w, struct tourney_live *l, int64_t user);

#endif
