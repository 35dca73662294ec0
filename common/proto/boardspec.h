/* SPDX-License-Identifier: MIT */
/* Parses positions as written in help pages, so that the same code draws boards in the pages
 * and in matches:
 *
 *   O 24*2 13*5 8*3 6*5 | X 1*2 12*5 17*3 19*5 | dice 3 1 | cube 2 X
 *   O 24*11 20*2 1*2 | X 24p 1*13 12 | game plakoto
 *
 * O and X list places: board points (1..24, with the same numbers for both sides), `bar`, or
 * `res` for the reserve.  A place is followed by its number of checkers if there is more than
 * one, or by `p` if its only checker is pinned under opposing ones.  Checkers not listed are
 * borne off.  A side that is not given keeps its starting position.
 *
 * Optional parts: `dice A B` if O has rolled, `xdice A B` if X has; `cube N`, centred or
 * followed by its owner; `game NAME`, a row of VARIANTS that is a single game (default:
 * backgammon).  Pure. */
#ifndef PROTO_BOARDSPEC_H
#define PROTO_BOARDSPEC_H

#include "rules/match.h"

/* Parses the text into the state of a 5-point match with seat 0 as O.  Returns false if the
 * text does not have this form or the position is impossible. */
MUST_USE bool boardspec_read(const char *text, struct match_state *m_out);

#endif
