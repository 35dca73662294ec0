/* SPDX-License-Identifier: MIT */
/* Hyper Backgammon: its plays, and a table of the exact equity of each position for the side
 * about to roll, made by tests/tools/gammonhyper.  The table is 214 MB and is not shipped. */
#ifndef SUPPORT_HYPER_H
#define SUPPORT_HYPER_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/net.h"
#include "rules/board.h"

#define HYPER_MEN 3u
#define HYPER_SIDES 3276u /* C(28, 3): three checkers on the bar, 24 points or off */

/* The file holds exactly these floats in host byte order. */
struct hyper_table {
	float out[HYPER_SIDES][HYPER_SIDES][NET_OUTPUTS]; /* [to roll][other]; eval_outputs */
};

/* Maps the points of three checkers, 0..25 in any order, to a number below HYPER_SIDES. */
unsigned hyper_side(unsigned p, unsigned q, unsigned r);

/* Maps the checkers of one side of a board to the number that hyper_side returns. */
unsigned hyper_side_of(const uint8_t at[PT_COUNT]);

/* Returns whether both sides still have checkers on the board and no point is occupied by
 * both. */
bool hyper_is_possible(const struct board *b);

/* ---- generating plays, much faster than the rules core does ---- */

#define HYPER_PLAYS_MAX 256u

struct hyper_position {
	uint8_t me[HYPER_MEN], other[HYPER_MEN]; /* points 0..25 in the side's own numbering */
};

struct hyper_plays {
	unsigned dice_used; /* number of dice that each play uses */
	unsigned n;
	struct hyper_position result[HYPER_PLAYS_MAX];
};

/* Returns the rearmost checker of a side. */
unsigned hyper_highest(const uint8_t men[HYPER_MEN]);

/* Lists the positions that the legal plays of a roll lead to, possibly with duplicates.  If
 * there is no legal play, the list holds the unchanged position. */
void hyper_plays_of(
    const struct hyper_position *from, unsigned a, unsigned b, struct hyper_plays *p_out);

/* Converts a position to a board of the rules core, with `me` as SEAT_0. */
void hyper_board_of(const struct hyper_position *l, struct board *b_out);

/* ---- the table ---- */

/* Looks up the outputs for `turn`, the side about to roll. */
void hyper_outputs(
    const struct hyper_table *t, const struct board *b, enum seat turn, float out[NET_OUTPUTS]);

/* Maps a table file into memory until the program ends.  Returns NULL and sets errno on
 * failure. */
const struct hyper_table *hyper_open(const char *path);

#endif
