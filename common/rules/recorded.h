/* SPDX-License-Identifier: MIT */
/* What only imported matches contain: plays that broke the rules but were not taken back, and
 * scores that do not follow from the games.  Pure; for match.c. */
#ifndef RULES_RECORDED_H
#define RULES_RECORDED_H

#include "rules/state.h"

/* Moves checkers of `turn` on *b by the steps of p and hits blots, without checking whether the
 * dice allow it.  Returns false if a step has no checker, goes backwards or ends on a closed
 * point, or if the game has no hitting. */
bool recorded_apply_play(const struct match_state *m, const struct play *p, struct board *b);

/* Sets the score between games.  If neither player is then one point short of winning, the
 * Crawford game is still to come.  Returns false if a score is out of range; *m may then be
 * changed. */
bool recorded_set_score(struct match_state *m, const uint16_t score[2]);

#endif
