/* SPDX-License-Identifier: MIT */
/* Plays that can be taken back in practice matches (rules/RULES.md 3.9).  Used by match.c.
 * Pure. */
#ifndef RULES_PRACTICE_H
#define RULES_PRACTICE_H

#include "rules/state.h"

/* Saves the state of the game before play `a` of m->turn, in a practice match. */
void practice_save_state(struct match_state *m, const struct action *a);

/* Restores the state before the last play of `seat`; m->takeback[seat].available must be true.
 */
void practice_restore_state(struct match_state *m, enum seat seat);

#endif
