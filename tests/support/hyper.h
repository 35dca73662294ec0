/* SPDX-License-Identifier: MIT */
/* Hyper Backgammon solved: what each position is worth to the side that is to roll, made by
 * tests/tools/gammonhyper.  Not shipped: 214 MB. */
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

/* What the position is worth to turn, who is to roll. */
void hyper_outputs(
    const struct hyper_table *t, const struct board *b, enum seat turn, float out[NET_OUTPUTS]);

/* The table of a file, mapped until the program ends.  NULL: errno says why. */
const struct hyper_table *hyper_open(const char *path);

#endif
