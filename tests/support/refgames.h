/* SPDX-License-Identifier: MIT */
/* A second opinion on the legal plays of every game of the family, for tests: written from the
 * rules (rules/RULES.md 1, 2, 4) by game, without a look at the rows or the
 * generators of common/rules, of which it uses the form of a board only.
 *
 * It goes breadth first: the different positions after one die, after two, ..., each with all
 * checkers of the mover tried; duplicates go by sorting.  Slow. */
#ifndef SUPPORT_REFGAMES_H
#define SUPPORT_REFGAMES_H

#include "rules/board.h"
#include "rules/play.h"

/* One point as the mover numbers it.  A pinned checker is counted among its owner's. */
struct refgames_point {
	unsigned char mine, theirs;
	unsigned char under; /* 0 nobody is pinned, 1 mine, 2 theirs */
};

/* No padding: sorted and compared as bytes. */
struct refgames_pos {
	struct refgames_point point[25]; /* [1..24] */
	unsigned char bar[2];            /* mover, other */
	unsigned char off[2];
	unsigned char reserve[2];
};

struct refgames_list {
	unsigned n; /* different final positions, sorted; 0 when nothing can be played */
	unsigned dice_used;
	unsigned forced_die; /* as in the position files */
	unsigned room;
	struct refgames_pos *pos;
};

/* Fills *l, whose space grows as needed; start with a zeroed one.  game: the name of a row with
 * dice, not of a cycle; those of tests/support/rows.h too. */
void refgames_plays(const char *game, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct refgames_list *l);

/* Calls fn for every sequence of legal steps that cannot be made longer, whatever the rules on
 * the number of dice and on the whole of a play say. */
typedef void refgames_fn(void *ctx, const struct play *p, const struct refgames_pos *end);
void refgames_sequences(const char *game, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, refgames_fn *fn, void *ctx);

/* A board as the reference generator sees it: of the same game, from the same seat. */
void refgames_from_board(
    const char *game, const struct board *b, enum seat seat, struct refgames_pos *pos_out);

void refgames_free(struct refgames_list *l);

/* Total order, for qsort. */
int refgames_order(const void *a, const void *b);

#endif
