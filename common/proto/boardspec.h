/* SPDX-License-Identifier: MIT */
/* A position as the help pages write it, so that their pictures are drawn by what draws boards:
 *
 *   O 24*2 13*5 8*3 6*5 | X 1*2 12*5 17*3 19*5 | dice 3 1 | cube 2 X
 *   O 24*11 20*2 1*2 | X 24p 1*13 12 | game plakoto
 *
 * O and X: the points as the board numbers them (1..24, the same for both sides), `bar` or
 * `res` for the reserve, each with its number of checkers when it is not one, or with a `p`
 * when its only one is pinned under those of the other; what is missing to the checkers of the
 * game is borne off.  A side that is left out stands as the game begins.  Also, or not: `dice A
 * B` O has rolled, `xdice A B` X has; `cube N` in the middle, or with its owner; `game NAME` a
 * row of VARIANTS that is a game by itself, else backgammon.  Pure. */
#ifndef PROTO_BOARDSPEC_H
#define PROTO_BOARDSPEC_H

#include "rules/match.h"

/* Reads it into a state with seat 0 as O, of a match to 5 points.  False when it is not of that
 * form or no such position can be. */
MUST_USE bool boardspec_read(const char *text, struct match_state *m_out);

#endif
