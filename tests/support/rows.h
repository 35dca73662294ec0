/* SPDX-License-Identifier: MIT */
/* Rows of games that exist in the tests only: they show that the engine answers from the row.
 * Also the positions on which the generators are compared. */
#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

#include "base/rng.h"
#include "rules/board.h"
#include "rules/variant.h"

/* "parallel" (offset 12, one closes, nobody hits), "two-step", "exact", "partial" and
 * "either-die": backgammon but for one field.  Ends with a row whose name is NULL. */
extern const struct variant TEST_ROWS[];

/* Among TEST_ROWS, then among VARIANTS. */
const struct variant *row_find(const char *name);

/* A position of v from what both sides have on their own points: "24:2 bar:1 res:3 20:1!";
 * those of the game that are left over are off, "!" is pinned.  Seat 0 is the mover. */
void row_position(
    const struct variant *v, const char *mover, const char *other, struct board *b_out);

/* A board of v with all checkers somewhere, drawn at random: crowded stacks, blots, bars, men
 * off. */
void row_scatter(const struct variant *v, struct rng *r, struct board *b_out);

/* full, or a tenth of it when GAMMON_COUNTS says so; under valgrind, which looks at what the
 * code does to memory and not for rare cases, a hundredth of what is many. */
unsigned test_count(unsigned full);

/* For the few tests that take minutes there even with a tenth. */
bool test_under_valgrind(void);

#endif
