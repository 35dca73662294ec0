/* SPDX-License-Identifier: MIT */
/* Hyper Backgammon: its plays, and what each position is worth to the side that is to roll, a
 * table made by tests/tools/gammonhyper.  Not shipped: 214 MB. */
#ifndef SUPPORT_HYPER_H
#define SUPPORT_HYPER_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/net.h"
#include "rules/board.h"

#define HYPER_MEN 3u
#define HYPER_SIDES 3276u /* C(28, 3): three checkers on the bar, 24 points, or off */

/* A file of it is just these numbers, of this machine's order. */
struct hyper_table {
	float out[HYPER_SIDES][HYPER_SIDES][NET_OUTPUTS]; /* [to roll][other]; eval_outputs */
};

/* Where three checkers stand, 0..25 in any order, as a number below HYPER_SIDES. */
unsigned hyper_side(unsigned p, unsigned q, unsigned r);

/* The same of a side of a board. */
unsigned hyper_side_of(const uint8_t at[PT_COUNT]);

/* Both sides have checkers to bear off, and none where the other has one. */
bool hyper_possible(const struct board *b);

/* ---- plays, much faster than by the rules core ---- */

#define HYPER_LEAVES 256u

struct hyper_leaf {
	uint8_t me[HYPER_MEN], other[HYPER_MEN]; /* 0..25, each by its own numbers */
};

struct hyper_plays {
	unsigned used; /* dice, by each of them */
	unsigned n;
	struct hyper_leaf leaf[HYPER_LEAVES];
};

/* The rearmost checker of a side. */
unsigned hyper_highest(const uint8_t men[HYPER_MEN]);

/* What the legal plays of a roll lead to, some of it more than once; the position as it is when
 * none is. */
void hyper_plays_of(
    const struct hyper_leaf *from, unsigned a, unsigned b, struct hyper_plays *p_out);

/* As the rules core sees it: `me` is SEAT_0. */
void hyper_board_of(const struct hyper_leaf *l, struct board *b_out);

/* ---- the table ---- */

/* What the position is worth to turn, who is to roll. */
void hyper_outputs(
    const struct hyper_table *t, const struct board *b, enum seat turn, float out[NET_OUTPUTS]);

/* The table of a file, mapped until the program ends.  NULL: errno says why. */
const struct hyper_table *hyper_open(const char *path);

#endif
