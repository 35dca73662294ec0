/* SPDX-License-Identifier: MIT */
/* What the nets see of a position, always from the side that is to roll.  Pure.
 *
 * Contact net, first for the side to roll, then for the other:
 *  - for each of the points 1..24 and the bar, four inputs of the n checkers there: n = 1,
 *    n = 2, n > 2, (n - 3) / 2 where n > 3;
 *  - the reserve and the men off, three inputs each: parts of the first, second, third five;
 *  - where checkers are pinned, an input for each point;
 *  - the walls in a row of the game without dice;
 *  - what the whole position says (enum side_input in inputs.c).
 * Race net: points and men off as above, the pips, and what is left to bring home.
 * Input 0 of both is always 1. */
#ifndef EVAL_INPUTS_H
#define EVAL_INPUTS_H

#include "eval/net.h"
#include "rules/board.h"
#include "rules/variant.h"

struct eval_position {
	const struct variant *variant;
	const struct board *board;
	enum seat turn;    /* to roll */
	uint8_t streak[2]; /* of match_state */
};

enum eval_phase {
	EVAL_CONTACT,
	EVAL_RACE, /* no checker of one side can meet one of the other any more */
	EVAL_PHASES,
};

enum eval_phase inputs_phase(const struct eval_position *p);

/* How many inputs the net of a phase has in this game. */
unsigned inputs_count(const struct variant *v, enum eval_phase phase);

/* For each pattern of closed points 1..12 ahead of a man (bit d - 1): rolls of 36 whose sum it
 * can move, of doubles two steps, and rolls that bring it beyond all of them. */
#define ESCAPES 4096u
struct escape {
	uint8_t sum, beyond;
};

void escapes_fill(struct escape table[ESCAPES]);

void inputs_make(const struct escape *table, const struct eval_position *p,
    enum eval_phase phase, struct net_inputs *x_out);

/* Rolls of 36 that hit (or pin) at least one blot of the other side, if seat rolls now. */
unsigned inputs_shots(const struct variant *v, const struct board *b, enum seat seat);

/* The longest row of points of seat that the other side cannot land on. */
unsigned inputs_prime(const struct variant *v, const struct board *b, enum seat seat);

#endif
