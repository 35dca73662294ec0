/* SPDX-License-Identifier: MIT */
/* Bearing off without contact.  Pure.
 *
 * For each arrangement of up to fifteen checkers in one home board, the table has the
 * distribution of the number of rolls needed by a side that plays for the fewest rolls on
 * average.  The chances of two sides are calculated from their two entries.  They are exact,
 * except that neither side adapts its play to the position of the other.  Where both sides have
 * at most BEAROFF_FEW_CHECKERS checkers, an exact two-sided table is used instead. */
#ifndef EVAL_BEAROFF_H
#define EVAL_BEAROFF_H

#include <stdbool.h>
#include <stdint.h>

#define BEAROFF_CHECKERS_MAX 15u
#define BEAROFF_POINTS 6u
#define BEAROFF_SIZE 54264u /* C(21, 6) */
#define BEAROFF_ROLLS_MAX 32u
#define BEAROFF_FIRST_ROLLS_MAX 8u
#define BEAROFF_FEW_CHECKERS 5u
#define BEAROFF_FEW_SIZE 462u /* C(11, 6) */
#define BEAROFF_REPLIES 64000u

/* About 5.8 MB.  `mean_rolls` and `first_mean_rolls` are the average numbers of rolls until the
 * last checker and until the first one is off. */
struct bearoff_table {
	uint32_t rank[BEAROFF_POINTS + 1][BEAROFF_CHECKERS_MAX + 1]
		     [BEAROFF_CHECKERS_MAX + 1]; /* see bearoff.c */
	float mean_rolls[BEAROFF_SIZE];
	float first_mean_rolls[BEAROFF_SIZE];
	uint16_t all_off_chance[BEAROFF_SIZE]
			       [BEAROFF_ROLLS_MAX]; /* chance that roll k + 1 bears off the last
					checker, in units of 1/65535 */
	uint16_t first_off_chance[BEAROFF_SIZE]
				 [BEAROFF_FIRST_ROLLS_MAX]; /* the same chance for the first
							       checker */
	float few_win_chance[BEAROFF_FEW_SIZE]
			    [BEAROFF_FEW_SIZE]; /* chance of the first side, which is to roll */
	uint32_t reply_start[BEAROFF_FEW_SIZE]
			    [22]; /* by roll: index of its first arrangement in reply[] */
	uint16_t reply[BEAROFF_REPLIES]; /* arrangements that a roll may lead to */
};

/* Scratch space for bearoff_table_fill, about 4 MB; not needed afterwards. */
struct bearoff_scratch {
	/* [0 to bear off all, 1 to bear off the first][dice - 1][die - 1][arrangement]: the
	 * best arrangement reached by one to three dice of the same number */
	uint16_t best_after_dice[2][3][6][BEAROFF_SIZE];
	uint8_t can_bear_off[3][BEAROFF_SIZE]; /* bit die - 1: dice of this number can bear off
						  a checker */
};

/* Fills the table.  Takes a tenth of a second on one core. */
void bearoff_table_fill(struct bearoff_table *t, struct bearoff_scratch *work);

/* Returns the index of a side's checkers on points 1..6 among the arrangements of at most `men`
 * checkers. */
uint32_t bearoff_index(const struct bearoff_table *t, const uint8_t *at, unsigned men);

/* Computes three chances of the side to roll: to bear off all its checkers first, to do so
 * before the opponent has borne off any (0 if the opponent already has), and to lose before
 * bearing off any itself. */
void bearoff_chances(const struct bearoff_table *t, const uint8_t *me, const uint8_t *other,
    float *win_out, float *win_gammon_out, float *lose_gammon_out);

#endif
