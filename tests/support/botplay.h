/* SPDX-License-Identifier: MIT */
/* Plays matches of the server's bots without a server: turns the command a bot types into an
 * action. */
#ifndef SUPPORT_BOTPLAY_H
#define SUPPORT_BOTPLAY_H

#include "base/rng.h"
#include "eval/brain.h"

/* Returns the action that starts the next game, applying the Crawford rule. */
struct action botplay_start(const struct match_state *m, struct rng *dice);

/* Types the command of a player who knows only the rules (RULES in players.h) and decides on
 * doubles and takes by pip count. */
void botplay_by_rules(struct thought *t, struct rng *luck, struct move_space *space);

/* Types any legal play. */
void botplay_by_chance(struct thought *t, struct rng *luck, struct move_space *space);

/* Returns the action of t->line, typed in t->state by t->seat.  If the line is not a legal
 * play, match_apply refuses the action.  Rolls come from `dice`. */
struct action botplay_action(
    const struct thought *t, struct rng *dice, struct move_space *space);

#endif
