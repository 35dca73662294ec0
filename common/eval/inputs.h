/* SPDX-License-Identifier: MIT */
/* Inputs of the nets, always from the view of the side to roll.  Pure.
 *
 * Contact net, first for the side to roll, then for the other:
 *  - for each of the points 1..24 and the bar, four inputs for the n checkers there:
 *    n = 1, n = 2, n > 2, (n - 3) / 2 where n > 3;
 *  - reserve and checkers off, three inputs each: fractions of the first, second and
 *    third five;
 *  - in games with pins, an input for each point with a pinned checker;
 *  - in the game without dice, the number of walls in a row;
 *  - features of the whole position (enum side_input in inputs.c).
 *
 * Race net: points and checkers off as above, the pips, how far the checkers outside still are
 * from home, and the rolls that each side needs, estimated with the bear-off table.
 *
 * Input 0 of both nets is always 1. */
#ifndef EVAL_INPUTS_H
#define EVAL_INPUTS_H

#include "eval/bearoff.h"
#include "eval/net.h"
#include "rules/board.h"
#include "rules/variant.h"

struct eval_position {
	const struct variant *variant;
	const struct board *board;
	enum seat turn;    /* the side to roll */
	uint8_t streak[2]; /* from match_state */
};

enum eval_phase {
	EVAL_PHASE_CONTACT,
	EVAL_PHASE_RACE, /* contact is no longer possible */
	EVAL_PHASE_COUNT,
};

enum eval_phase inputs_phase(const struct eval_position *p);

/* Returns the number of inputs of a new net for a phase of this game. */
unsigned inputs_count(const struct variant *v, enum eval_phase phase);

/* Returns whether a net of n inputs suits the game.  Race nets may lack the estimated rolls. */
bool inputs_count_fits(const struct variant *v, enum eval_phase phase, unsigned n);

/* Indexed by a mask of closed points 1..12 ahead of a checker (bit d - 1).  Of the 36 rolls,
 * `sum` counts those with which the checker can move the sum of the dice (two steps of a
 * double), and `beyond` those with which it gets beyond all closed points. */
#define ESCAPE_MASKS 4096u
struct escape {
	uint8_t sum, beyond;
};

void escapes_fill(struct escape table[ESCAPE_MASKS]);

struct eval_tables {
	struct escape escapes[ESCAPE_MASKS];
	struct bearoff_table bearoff;
};

/* Computes the n inputs of a net. */
void inputs_compute(const struct eval_tables *t, const struct eval_position *p,
    enum eval_phase phase, unsigned n, struct net_inputs *x_out);

/* Returns the number of the 36 rolls that hit (or pin) at least one blot of the opponent if
 * seat rolls now. */
unsigned inputs_count_shots(const struct variant *v, const struct board *b, enum seat seat);

/* Returns the length of seat's longest row of consecutive points on which the opponent cannot
 * land. */
unsigned inputs_longest_prime(const struct variant *v, const struct board *b, enum seat seat);

#endif
