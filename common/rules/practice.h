/* SPDX-License-Identifier: MIT */
/* For match.c: plays that can be taken back (rules/RULES.md 3.9).  Pure. */
#ifndef RULES_PRACTICE_H
#define RULES_PRACTICE_H

#include "rules/state.h"

/* Before the play `a` of m->turn: remembers how the game stands, in a match for practice. */
void practice_keep(struct match_state *m, const struct action *a);

/* The game stands as before the last play of seat, which is there: m->back[seat].there. */
void practice_restore(struct match_state *m, enum seat seat);

#endif
