/* SPDX-License-Identifier: MIT */
/* Asks gnubg for decisions and evaluations over work/external.h, with boards in FIBS's format.
 * The operator runs gnubg separately.  Its answers are not trusted: an answer that is not a
 * legal play, or not a number, is ignored.
 *
 * Call these functions in the engine's thread only. */
#ifndef BOT_GNUBG_H
#define BOT_GNUBG_H

#include "eval/brain.h"
#include "work/external.h"

/* gnubg 1.07 aborts when it evaluates a cube of 128, which it does as soon as the cube shows
 * 64. */
#define GNUBG_CUBE_MAX 32u

struct gnubg;

/* Creates a client of gnubg that uses x, which must outlive it.  Returns NULL if out of memory.
 * Allocates 2 MB, of which little is used. */
MUST_USE struct gnubg *gnubg_new(struct external *x);
void gnubg_free(struct gnubg **g);

/* Calls external_begin_job for the questions that follow. */
void gnubg_begin_questions(struct gnubg *g, bool idle);

/* Returns whether gnubg supports the rules, the scoring and the cube values of this match. */
bool gnubg_supports(const struct match_state *m);

/* Asks gnubg about the decision behind t->line, the command that our own brain chose
 * (brain_think).  If the decision is about the best play or the cube and gnubg answers, gnubg's
 * command replaces t->line.  Takes a fraction of a second at 2 plies, and at most as long as
 * external_ask. */
void gnubg_improve_thought(struct gnubg *g, struct thought *t);

/* Gets the value of the position m for `seat`: points in unlimited matches, otherwise match
 * winning chances.  The player m->turn is about to roll, and may double if they have access to
 * the cube.  gnubg_supports(m) must hold. */
enum external_err gnubg_position_value(struct gnubg *g, const struct match_state *m,
    enum seat seat, unsigned plies, float *worth_out);

/* Like gnubg_position_value, for the value of winning (points > 0) or losing the game of m by
 * that many points. */
enum external_err gnubg_points_value(
    struct gnubg *g, const struct match_state *m, enum seat seat, int points, float *worth_out);

#endif
