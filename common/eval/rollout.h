/* SPDX-License-Identifier: MIT */
/* Plays games out from a position to estimate it more reliably than one evaluation does.  Pure.
 *
 * Both sides play without the cube.  The luck of each roll, which is the worth of its best play
 * less the average over all rolls, is subtracted from the result.  The evaluator estimates that
 * worth.  However wrong it is, the luck is 0 on average, so the mean stays the same and the
 * results differ much less (variance reduction). */
#ifndef EVAL_ROLLOUT_H
#define EVAL_ROLLOUT_H

#include "eval/eval.h"

#define ROLLOUT_TURNS_MAX 3000u /* after this many turns the evaluator estimates the result */

struct rollout {
	struct match_state start_state;
	enum seat seat; /* the side whose results are counted */
	/* other than OUTCOME_NONE: the play of `seat` has ended the game */
	enum outcome first_outcome;
	unsigned games;
	double sum[NET_OUTPUTS];
	double equity_sum, equity_squares_sum; /* sums of the equities, and of their squares */
};

/* Begins a rollout of one play of the roll m->dice. */
void rollout_begin_play(
    struct rollout *r, const struct match_state *m, const struct move_result *p);

/* Begins a rollout of a position before m->turn rolls. */
void rollout_begin_roll(struct rollout *r, const struct match_state *m);

/* Plays one more game, with the dice of this seed and with plays chosen at `plies` plies.
 * Returns the number of turns.  At 0 plies a turn of backgammon takes about a millisecond. */
unsigned rollout_play_game(struct rollout *r, const struct eval *e, unsigned plies,
    uint64_t seed, struct eval_scratch *w);

/* The mean equity so far, and its standard error.  At least one game must have been played. */
double rollout_mean_equity(const struct rollout *r);
double rollout_standard_error(const struct rollout *r);

/* Writes the mean chances of r->start_state.turn, limited to the possible range: after
 * subtracting the luck, a mean may be slightly below 0. */
void rollout_mean_chances(const struct rollout *r, struct eval_chances *out);

#endif
