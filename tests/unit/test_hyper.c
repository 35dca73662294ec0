/* SPDX-License-Identifier: MIT */
/* Hyper Backgammon as implemented for tests/tools/gammonhyper: its plays match the rules
 * core. */
#include <stdlib.h>

#include "base/rng.h"
#include "rules/move.h"
#include "tests/support/hyper.h"
#include "tests/unit/test.h"

#define ROLLS 20000u

static struct move_space space;

/* Draws a random position of three checkers per side. */
static void
draw(struct rng *r, struct hyper_position *l_out)
{
	struct board b;

	do {
		for (unsigned i = 0; i < HYPER_MEN; i++) {
			l_out->me[i] = (uint8_t)rng_below(r, PT_BAR + 1);
			l_out->other[i] = (uint8_t)rng_below(r, PT_BAR + 1);
		}
		hyper_board_of(l_out, &b);
	} while (!hyper_is_possible(&b));
}

static uint32_t
number_of(const struct board *b)
{
	return hyper_side_of(b->at[SEAT_0]) * HYPER_SIDES + hyper_side_of(b->at[SEAT_1]);
}

static int
by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static unsigned
count_distinct(uint32_t *x, unsigned n)
{
	unsigned k = 0;

	qsort(x, n, sizeof(*x), by_number);
	for (unsigned i = 0; i < n; i++)
		if (k == 0 || x[i] != x[k - 1])
			x[k++] = x[i];
	return k;
}

TEST(plays_match_the_rules_core)
{
	const struct variant *v = variant_find("hyper");
	static struct hyper_plays p;
	static uint32_t ours[HYPER_PLAYS_MAX], theirs[4096];
	struct rng r;

	rng_seed(&r, 1);
	for (unsigned i = 0; i < ROLLS; i++) {
		unsigned a = 1 + rng_below(&r, 6), b = 1 + rng_below(&r, 6), n, m;
		struct hyper_position l;
		struct board board;

		draw(&r, &l);
		hyper_board_of(&l, &board);
		hyper_plays_of(&l, a, b, &p);
		for (n = 0; n < p.n; n++) {
			hyper_board_of(&p.result[n], &board);
			ours[n] = number_of(&board);
		}
		hyper_board_of(&l, &board);
		(void)move_list(v, &board, SEAT_0, (uint8_t)a, (uint8_t)b, &space);
		for (m = 0; m < space.n && m < ARRAY_LEN(theirs); m++)
			theirs[m] = number_of(&space.result[m].after);
		if (m == 0) /* no legal play: the position is unchanged */
			theirs[m++] = number_of(&board);
		n = count_distinct(ours, n);
		m = count_distinct(theirs, m);
		if (n != m || memcmp(ours, theirs, n * sizeof(*ours)) != 0)
			fail_msg("%u-%u, me %u %u %u, other %u %u %u: %u plays, not %u", a, b,
			    l.me[0], l.me[1], l.me[2], l.other[0], l.other[1], l.other[2], n,
			    m);
	}
}
