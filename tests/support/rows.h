/* SPDX-License-Identifier: MIT */
/* Rows of games that exist only in tests, which show that the engine follows each field of a
 * row.  Also makes the positions on which the generators are compared. */
#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

#include "base/rng.h"
#include "rules/board.h"
#include "rules/variant.h"

/* Games for tests.  In "parallel" both sides move in the same direction, one checker closes a
 * point, and there is no hitting.  "two-step", "exact", "partial" and "either-die" are
 * backgammon with one field changed.  The last row has the name NULL. */
extern const struct variant TEST_VARIANTS[];

/* Searches TEST_VARIANTS, then VARIANTS. */
const struct variant *row_find(const char *name);

/* Sets up a position of v from both sides' checkers in their own numbers: "24:2 bar:1 res:3
 * 20:1!", where "!" marks a pinned checker.  The game's remaining checkers are off.  Seat 0 is
 * the mover. */
void row_position(
    const struct variant *v, const char *mover, const char *other, struct board *b_out);

/* Sets up a random board of v with all checkers placed: crowded stacks, blots, bars, checkers
 * borne off. */
void row_scatter(const struct variant *v, struct rng *r, struct board *b_out);

/* Limit the number of cases that a test tries.  valgrind and AddressSanitizer check the use of
 * memory, for which few cases are enough.  Programs that call one of these functions are also
 * run without such a checker (scripts/test). */
bool test_few_cases(void);
/* If GAMMON_COUNTS is "tenth", returns `few` under valgrind or AddressSanitizer and `tenth`
 * otherwise; else returns `full`. */
unsigned test_scaled(unsigned full, unsigned tenth, unsigned few);
/* Like test_scaled with tenth = full / 10, and few = full / 100 if full is at least 1,000,
 * otherwise full / 10. */
unsigned test_cases(unsigned full);

/* Returns whether valgrind is used.  For tests that cannot run under it. */
bool test_under_valgrind(void);

#endif
