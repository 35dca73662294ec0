/* SPDX-License-Identifier: MIT */
/* The position: who has how many checkers where.  Pure.
 *
 * Each side counts in its own numbering (rules/RULES.md 1.1): 0 off, 1..24 points, 25 bar, 26
 * reserve; checkers only go down in number.  How one side's points look to the other is the
 * variant's answer. */
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

/* The two players of a match.  Seat 0 is the inviter, seat 1 the one who joined. */
enum seat {
	SEAT_0 = 0,
	SEAT_1 = 1,
	SEAT_NONE = 2, /* nobody */
};

static inline enum seat
seat_other(enum seat s)
{
	return s == SEAT_0 ? SEAT_1 : SEAT_0;
}

/* No padding: compared as bytes. */
struct board {
	uint8_t at[2][PT_COUNT]; /* [seat][own point] = number of checkers */
	uint8_t pins[2][3]; /* bit p - 1: seat's only checker on own point p is pinned there */
};

/* Whether the checker of s on its own point p (1..24) is pinned. */
static inline bool
board_pinned(const struct board *b, enum seat s, unsigned p)
{
	return ((unsigned)b->pins[s][(p - 1) / 8] >> (p - 1) % 8 & 1u) != 0;
}

void board_set_pinned(struct board *b, enum seat s, unsigned p, bool pinned);

/* Whether any checker of s is pinned. */
static inline bool
board_any_pinned(const struct board *b, enum seat s)
{
	return (b->pins[s][0] | b->pins[s][1] | b->pins[s][2]) != 0;
}

/* Pips still to go: the sum of own points, bar and reserve counting 25. */
unsigned board_pips(const struct board *b, enum seat s);

/* True when s has all checkers in its home: bar, reserve and 7..24 empty. */
bool board_all_home(const struct board *b, enum seat s);

#endif
