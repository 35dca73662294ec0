/* SPDX-License-Identifier: MIT */
/* Asks gnubg for the cost of the decisions of a match and the luck of its rolls;
 * eval/analysis.h defines the figures.  All values come from gnubg, including the values of
 * scores.  Plays are compared at 0 plies; the play made, and the plays close to the best one,
 * are then evaluated at BYGNUBG_PLIES.  The cube is judged at BYGNUBG_PLIES, luck at 0
 * plies. */
#ifndef REVIEW_BYGNUBG_H
#define REVIEW_BYGNUBG_H

#include "bot/gnubg.h"
#include "eval/analysis.h"

#define BYGNUBG_PLIES 2u

/* Returns whether gnubg can judge all actions in a state, including doubles. */
bool bygnubg_can_judge(const struct match_state *m);

/* Judges an action as analysis_judge_action does.  After a result other than EXTERNAL_OK, *out
 * is not valid.  In the middle of a game a call takes about half a second; for a roll it sends
 * several hundred queries. */
enum external_err bygnubg_judge_action(struct gnubg *g, struct move_space *space,
    const struct match_state *before, const struct action *a, const struct match_state *after,
    struct analysis *out);

#endif
