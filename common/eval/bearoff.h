/* SPDX-License-Identifier: MIT */
/* Bearing off with nobody in the way.  Pure.
 *
 * How many rolls a side needs, for each arrangement of up to fifteen checkers in its home,
 * played for the fewest rolls on average: the chances of two sides follow from two entries,
 * exact but for what a side could gain by looking at the other.  Where both have at most
 * BEAROFF_FEW, that counts as well: a table of both sides. */
#ifndef EVAL_BEAROFF_H
#define EVAL_BEAROFF_H

#include <stdbool.h>
#include <stdint.h>

#define BEAROFF_MEN 15u
#define BEAROFF_POINTS 6u
#define BEAROFF_SIZE 54264u /* C(21, 6) */
#define BEAROFF_ROLLS 32u
#define BEAROFF_FIRST 8u
#define BEAROFF_FEW 5u
#define BEAROFF_FEW_SIZE 462u /* C(11, 6) */
#define BEAROFF_REPLIES 64000u

/* About 5.9 MB. */
struct bearoff_table {
	uint32_t rank[BEAROFF_POINTS + 1][BEAROFF_MEN + 1][BEAROFF_MEN + 1]; /* see bearoff.c */
	float mean[BEAROFF_SIZE];
	float first_mean[BEAROFF_SIZE];
	uint16_t off[BEAROFF_SIZE]
		    [BEAROFF_ROLLS]; /* the last is off with roll k + 1: 65535ths */
	uint16_t first[BEAROFF_SIZE][BEAROFF_FIRST];   /* the first one */
	float few[BEAROFF_FEW_SIZE][BEAROFF_FEW_SIZE]; /* chance of the first side, to roll */
	uint32_t reply_at[BEAROFF_FEW_SIZE][22];       /* of each roll, in: */
	uint16_t reply[BEAROFF_REPLIES];               /* the arrangements it may lead to */
};

/* What bearoff_fill works in; nothing of it is needed afterwards.  About 4 MB. */
struct bearoff_steps {
	/* [to the end, to the first one off][dice - 1][die - 1][arrangement]: the best
	 * arrangement that one to three dice of a number lead to */
	uint16_t best[2][3][6][BEAROFF_SIZE];
	uint8_t off[3][BEAROFF_SIZE]; /* bit die - 1: one can be borne off with them */
};

/* Fills it: a tenth of a second of a core. */
void bearoff_fill(struct bearoff_table *t, struct bearoff_steps *work);

/* Entry of a side's checkers on 1..6 among the arrangements of at most `men`. */
uint32_t bearoff_index(const struct bearoff_table *t, const uint8_t *at, unsigned men);

/* Chance that the side to roll is off first, and that it is so before the other has borne off
 * any (0 where that one has); the same for the other side. */
void bearoff_chances(const struct bearoff_table *t, const uint8_t *me, const uint8_t *other,
    float *win_out, float *win_gammon_out, float *lose_gammon_out);

#endif
