/* SPDX-License-Identifier: MIT */
/* The position: the checkers of both sides.  Pure.
 *
 * Each side uses its own numbering (rules/RULES.md 1.1): 0 off, 1..24 points, 25 bar, 26
 * reserve. Checkers only move to lower numbers.  The variant defines how the two numberings map
 * to each other. */
#ifndef RULES_BOARD_H
#define RULES_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define HOME_TOP 6u /* the highest point of a player's home */

enum {
	PT_OFF = 0,
	PT_BAR = 25,
	PT_RESERVE = 26,
	PT_COUNT = 27,
};

/* The two players of a match.  Seat 0 is the inviter, seat 1 the player who accepted. */
enum seat {
	SEAT_0 = 0,
	SEAT_1 = 1,
	SEAT_NONE = 2, /* no player */
};

static inline enum seat
seat_other(enum seat s)
{
	return s == SEAT_0 ? SEAT_1 : SEAT_0;
}

/* Has no padding, because boards are compared as bytes. */
struct board {
	uint8_t at[2][PT_COUNT]; /* [seat][own point] = number of checkers */
	uint8_t pins[2][3];      /* bit p - 1: seat's only checker on its point p is pinned */
};

/* True if the checker of s on its own point p (1..24) is pinned. */
static inline bool
board_pinned(const struct board *b, enum seat s, unsigned p)
{
	return ((unsigned)b->pins[s][(p - 1) / 8] >> (p - 1) % 8 & 1u) != 0;
}

void board_set_pinned(struct board *b, enum seat s, unsigned p, bool pinned);

/* True if any checker of s is pinned. */
static inline bool
board_any_pinned(const struct board *b, enum seat s)
{
	return (b->pins[s][0] | b->pins[s][1] | b->pins[s][2]) != 0;
}

/* Returns the pip count of s: the sum of the own point numbers of its checkers.  A checker on
 * the bar or in reserve counts 25. */
unsigned board_pips(const struct board *b, enum seat s);

/* True if no checker of s is on the bar, in the reserve or on 7..24. */
bool board_all_home(const struct board *b, enum seat s);

#endif
