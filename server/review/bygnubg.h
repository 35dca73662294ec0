/* SPDX-License-Identifier: MIT */
/* What the decisions of a match were worth, and how lucky its rolls were, in the opinion of
 * gnubg; eval/analysis.h says what the figures mean.  All worths are gnubg's, also those of the
 * score: of the plays all at 0 plies, and those that came near the best, or were played, at
 * BYGNUBG_PLIES; of the cube at BYGNUBG_PLIES; of luck at 0 plies. */
#ifndef REVIEW_BYGNUBG_H
#define REVIEW_BYGNUBG_H

#include "bot/gnubg.h"
#include "eval/analysis.h"

#define BYGNUBG_PLIES 2u

/* Whether it can judge what is done in that state, doubles included. */
bool bygnubg_knows(const struct match_state *m);

/* As analysis_action.  What is not EXTERNAL_OK has left *out as it happened to be.  Cost in the
 * middle of a game: half a second, in some hundred questions. */
enum external_err bygnubg_action(struct gnubg *g, struct move_space *space,
    const struct match_state *before, const struct action *a, const struct match_state *after,
    struct analysis *out);

#endif
