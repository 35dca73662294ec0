/* SPDX-License-Identifier: MIT */
/* What gnubg would do, and what it thinks of positions: an engine that somebody else runs,
 * asked over work/external.h in boards of FIBS.  Its answers are not believed: what is no legal
 * play, or no number, counts as none.
 *
 * For the thread of the engine. */
#ifndef BOT_GNUBG_H
#define BOT_GNUBG_H

#include "bot/brain.h"
#include "work/external.h"

/* gnubg 1.07 ends when a cube shows 128; it would look at that when one shows 64. */
#define GNUBG_CUBE_MAX 32u

struct gnubg;

/* x is the caller's, and lives longer.  NULL when memory is out: 2 MB, of which little is
 * touched. */
MUST_USE struct gnubg *gnubg_new(struct external *x);
void gnubg_free(struct gnubg **g);

/* As external_begin, for what follows. */
void gnubg_begin(struct gnubg *g, bool idle);

/* Whether it knows how the game is played, and what it counts, with this cube. */
bool gnubg_knows(const struct match_state *m);

/* t->line is what our own brain types (brain_think): replaced, where that is a matter of the
 * best play or of the cube, and gnubg answers.  Takes a fraction of a second at 2 plies; at
 * most what external_ask does. */
void gnubg_think(struct gnubg *g, struct thought *t);

/* What m is worth to seat: points in unlimited matches, else chances to win the match; m->turn
 * is to roll, and may double if they have access to the cube.  m is one that gnubg_knows. */
enum external_err gnubg_worth(struct gnubg *g, const struct match_state *m, enum seat seat,
    unsigned plies, float *worth_out);

/* The same of winning (points > 0) or losing the game of m. */
enum external_err gnubg_points(
    struct gnubg *g, const struct match_state *m, enum seat seat, int points, float *worth_out);

#endif
