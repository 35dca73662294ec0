/* SPDX-License-Identifier: MIT */
/* A plain recursive generator of all legal plays: the reference of the tests and the baseline
 * of the benchmark.  Written from the rules (rules/RULES.md 1, 2, 4) without a look at
 * common/rules: its own board, every order of the dice, every checker, every position copied;
 * duplicates go by sorting.  Only the row of the variant and the text of a position are common
 * to both. */
#ifndef SUPPORT_REFPLAYS_H
#define SUPPORT_REFPLAYS_H

#include "rules/board.h"
#include "rules/move.h"
#include "rules/variant.h"

/* A position in the mover's eyes.  No padding: compared and sorted as bytes. */
struct refplays_pos {
	signed char
	    point[25];      /* [1..24]: n checkers of the mover, -n of the other; [0] unused */
	signed char bar[2]; /* mover, other */
	signed char off[2];
	signed char reserve[2];
};

struct refplays_list {
	unsigned n; /* different final positions, sorted; 0 when nothing can be played */
	unsigned dice_used;
	unsigned forced_die; /* as in the position files */
	struct refplays_pos *pos;
	unsigned room;            /* of pos */
	unsigned char *die_first; /* of each candidate, while searching */
};

/* Fills *l, whose space grows as needed; start with a zeroed one. */
void refplays_plays(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct refplays_list *l);

/* Calls fn for every sequence of legal steps that cannot be made longer, whatever the rules on
 * the number of dice say.  For a variant with must_use_all. */
void refplays_sequences(const struct variant *v, const struct board *b, enum seat seat,
    unsigned d1, unsigned d2,
    void (*fn)(void *ctx, const struct play *p, const struct refplays_pos *end), void *ctx);

void refplays_free(struct refplays_list *l);

void refplays_from_board(const struct variant *v, const struct board *b, enum seat seat,
    struct refplays_pos *pos_out);

/* Total order, for qsort. */
int refplays_order(const void *a, const void *b);

#endif
