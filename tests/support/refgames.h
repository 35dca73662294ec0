/* SPDX-License-Identifier: MIT */
/* A second implementation of the legal plays of every game, for tests: written game by game
 * from the rules (rules/RULES.md 1, 2, 4), independently of the rows and generators of
 * common/rules; shares only the board structure with them.
 *
 * Works breadth first: the distinct positions after one die, after two, and so on, trying every
 * checker of the mover and removing duplicates by sorting.  Slow. */
#ifndef SUPPORT_REFGAMES_H
#define SUPPORT_REFGAMES_H

#include "rules/board.h"
#include "rules/play.h"

/* One point in the mover's numbering.  A pinned checker is included in its owner's count. */
struct refgames_point {
	unsigned char mine, theirs;
	unsigned char pinned; /* pinned checker: 0 none, 1 mine, 2 theirs */
};

/* Has no padding: sorted and compared as bytes. */
struct refgames_pos {
	struct refgames_point point[25]; /* [1..24] */
	unsigned char bar[2];            /* mover, other */
	unsigned char off[2];
	unsigned char reserve[2];
};

struct refgames_list {
	unsigned n; /* distinct final positions, sorted; 0 if there is no legal play */
	unsigned dice_used;
	unsigned forced_die; /* as in the position files */
	unsigned capacity;
	struct refgames_pos *pos;
};

/* Fills *l, growing its memory as needed; start with a zeroed list.  game: the name of a row
 * (of tests/support/rows.h too) that has dice and is not a cycle. */
void refgames_plays(const char *game, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct refgames_list *l);

/* Calls fn for every maximal sequence of legal steps, ignoring the rules on the number of dice
 * and on the play as a whole. */
typedef void refgames_callback(void *ctx, const struct play *p, const struct refgames_pos *end);
void refgames_sequences(const char *game, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, refgames_callback *fn, void *ctx);

/* Converts a board to the reference generator's form: same game, same seat. */
void refgames_from_board(
    const char *game, const struct board *b, enum seat seat, struct refgames_pos *pos_out);

void refgames_free(struct refgames_list *l);

/* A total order, for qsort. */
int refgames_order(const void *a, const void *b);

#endif
