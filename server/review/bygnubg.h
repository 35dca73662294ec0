/* SPDX-License-Identifier: MIT */
/* Cost of the decisions of a match, and luck of its rolls, as judged by gnubg; eval/analysis.h
 * defines the figures.  All values come from gnubg, including the values of scores.  Plays are
 * compared at 0 plies; the one made, and others near the best, are evaluated at BYGNUBG_PLIES.
 * The cube is judged at BYGNUBG_PLIES, luck at 0 plies. */
#ifndef REVIEW_BYGNUBG_H
#define REVIEW_BYGNUBG_H

#include "bot/gnubg.h"
#include "eval/analysis.h"

#define BYGNUBG_PLIES 2u

/* Whether it can judge actions in that state, including doubles. */
bool bygnubg_knows(const struct match_state *m);

/* As analysis_action.  After a result other than EXTERNAL_OK, *out is not valid.  In the middle
 * of a game it takes half a second, for some hundred queries. */
enum external_err bygnubg_action(struct gnubg *g, struct move_space *space,
    const struct match_state *before, const struct action *a, const struct match_state *after,
    struct analysis *out);

#endif
