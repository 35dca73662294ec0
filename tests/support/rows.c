/* SPDX-License-Identifier: MIT */
/* See rows.h. */
#include "tests/support/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* clang-format off */
#define STANDARD_RULES \
	.movement = MOVE_CONTRARY, .contact = CONTACT_HIT, .close_at = 2, .reserve = RESERVE_NONE, \
	.doubles = DOUBLES_FOUR, .bearoff = BEAROFF_LARGER, .opening = OPENING_USE_DICE, \
	.objective = OBJECTIVE_FIRST_OFF_WINS, .must_use_all = true, .larger_die = true, \
	.cube = true, .cube_limit = 4096, .resign_max = 3, .score = score_backgammon
#define BACKGAMMON_START .checkers = 15, .start = { [24] = 2, [13] = 5, [8] = 3, [6] = 5 }

#pragma GCC diagnostic push
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif
const struct variant TEST_VARIANTS[] = {
	{
	    .name = "parallel",
	    .checkers = 15,
	    .start = { [24] = 15 },
	    STANDARD_RULES,
	    .movement = MOVE_PARALLEL,
	    .offset = 12,
	    .contact = CONTACT_BLOCKS,
	    .close_at = 1,
	    .cube = false,
	    .cube_limit = 1,
	},
	{ .name = "two-step", BACKGAMMON_START, STANDARD_RULES, .doubles = DOUBLES_TWO },
	{ .name = "exact", BACKGAMMON_START, STANDARD_RULES, .bearoff = BEAROFF_EXACT },
	{ .name = "partial", BACKGAMMON_START, STANDARD_RULES, .must_use_all = false },
	{ .name = "either-die", BACKGAMMON_START, STANDARD_RULES, .larger_die = false },
	{ .name = NULL },
};
/* clang-format on */
#pragma GCC diagnostic pop

const struct variant *
row_find(const char *name)
{
	for (const struct variant *v = TEST_VARIANTS; v->name != NULL; v++)
		if (strcmp(v->name, name) == 0)
			return v;
	return variant_find(name);
}

/* Draws a point for one checker: anywhere, or mostly at home, so that bearing off is covered
 * too. */
static unsigned
random_point(const struct variant *v, struct rng *r, unsigned top)
{
	uint32_t x = rng_below(r, 40);

	if (x == 0)
		return PT_OFF;
	if (x == 1 && v->contact == CONTACT_HIT)
		return PT_BAR;
	if (x == 2 && v->reserve == RESERVE_ANY_TIME)
		return PT_RESERVE;
	return 1 + rng_below(r, top);
}

/* Returns whether one more checker of s may be placed on p.  A single opposing checker on p may
 * be pinned by it, or pin it. */
static bool
fix_contact(const struct variant *v, struct rng *r, struct board *b, unsigned s, unsigned p)
{
	unsigned q = variant_opposite(v, p);
	unsigned his = b->at[1 - s][q], mine = b->at[s][p];

	if (his == 0 || board_pinned(b, (enum seat)(1 - s), q))
		return true;
	if (v->contact != CONTACT_PIN || mine > 0 || rng_below(r, 2) == 0)
		return false;
	if (his == 1)
		board_set_pinned(b, (enum seat)(1 - s), q, true);
	else
		board_set_pinned(b, (enum seat)s, p, true);
	return true;
}

void
row_scatter(const struct variant *v, struct rng *r, struct board *b_out)
{
	memset(b_out, 0, sizeof(*b_out));
	for (unsigned s = 0; s < 2; s++) {
		unsigned top = rng_below(r, 3) == 0 ? 6 + rng_below(r, 3) : 24;
		unsigned off = rng_below(r, 2) == 0 ? rng_below(r, v->checkers) : 0;

		b_out->at[s][PT_OFF] = (uint8_t)off;
		for (unsigned n = off; n < v->checkers; n++) {
			unsigned p = random_point(v, r, top);

			if (p >= 1 && p <= 24 && !fix_contact(v, r, b_out, s, p))
				p = PT_OFF;
			b_out->at[s][p]++;
		}
	}
}

unsigned
test_scaled(unsigned full, unsigned tenth, unsigned few)
{
	const char *counts = getenv("GAMMON_COUNTS"), *checker = getenv("GAMMON_CHECKER");

	if (counts == NULL || strcmp(counts, "tenth") != 0)
		return full;
	return checker == NULL || checker[0] == '\0' ? tenth : few;
}

bool
test_few_cases(void)
{
	return test_scaled(0, 0, 1) == 1;
}

unsigned
test_cases(unsigned full)
{
	return test_scaled(full, full / 10u, full / (full >= 1000u ? 100u : 10u));
}

bool
test_under_valgrind(void)
{
	const char *checker = getenv("GAMMON_CHECKER");

	return checker != NULL && strcmp(checker, "valgrind") == 0;
}

static unsigned
point_named(const char *name)
{
	unsigned p = 0;

	if (strcmp(name, "bar") == 0)
		return PT_BAR;
	if (strcmp(name, "res") == 0)
		return PT_RESERVE;
	if (strcmp(name, "off") == 0)
		return PT_OFF;
	CHECK(sscanf(name, "%u", &p) == 1 && p >= 1 && p <= 24);
	return p;
}

static void
read_side(const char *text, unsigned checkers, struct board *b, enum seat s)
{
	unsigned sum = 0, n;
	char point[8];
	int used;

	while (sscanf(text, " %7[a-z0-9]:%u%n", point, &n, &used) == 2) {
		b->at[s][point_named(point)] = (uint8_t)n;
		sum += n;
		text += used;
		if (*text == '!') {
			board_set_pinned(b, s, point_named(point), true);
			text++;
		}
	}
	if (sum < checkers)
		b->at[s][PT_OFF] = (uint8_t)(b->at[s][PT_OFF] + checkers - sum);
}

void
row_position(const struct variant *v, const char *mover, const char *other, struct board *b_out)
{
	memset(b_out, 0, sizeof(*b_out));
	read_side(mover, v->checkers, b_out, SEAT_0);
	read_side(other, v->checkers, b_out, SEAT_1);
	CHECK(variant_check_board(b_out, v));
}
