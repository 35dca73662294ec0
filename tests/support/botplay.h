/* SPDX-License-Identifier: MIT */
/* Matches of the server's own players without a server: what they type becomes an action. */
#ifndef SUPPORT_BOTPLAY_H
#define SUPPORT_BOTPLAY_H

#include "base/rng.h"
#include "bot/brain.h"

/* The start of the next game, by the Crawford rule. */
struct action botplay_start(const struct match_state *m, struct rng *dice);

/* Types what a person who knows only the rules would (players.h: RULES).  Doubles, takes and
 * passes by the pip counts. */
void botplay_by_rules(struct thought *t, struct rng *luck, struct move_space *space);

/* Types any legal play. */
void botplay_by_chance(struct thought *t, struct rng *luck, struct move_space *space);

/* Returns the action of t->line, typed in t->state by t->seat.  If that is no legal play, the
 * action is one that match_apply refuses.  Rolls come from `dice`. */
struct action botplay_action(
    const struct thought *t, struct rng *dice, struct move_space *space);

#endif
