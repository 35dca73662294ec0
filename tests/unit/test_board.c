/* SPDX-License-Identifier: MIT */
/* The position: start, pips, and what no board may look like. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/board.h"
#include "tests/support/rows.h"

static void
both_seats_start_alike_in_their_own_numbering(void **state)
{
	static const uint8_t start[PT_COUNT] = { [24] = 2, [13] = 5, [8] = 3, [6] = 5 };
	struct board b;

	(void)state;
	memset(&b, 0xee, sizeof(b));
	variant_start_board(&b, VARIANTS);
	assert_memory_equal(b.at[SEAT_0], start, PT_COUNT);
	assert_memory_equal(b.at[SEAT_1], start, PT_COUNT);
	assert_true(variant_check_board(&b, VARIANTS));
}

static void
pips_at_the_start_of_each_game(void **state)
{
	static const struct {
		const char *name;
		unsigned pips;
	} row[] = {
		{ "backgammon", 167 },
		{ "nackgammon", 194 },
		{ "hyper", 69 },
		{ "race", 375 },
		{ "crowded", 292 },
		{ "parallel", 360 },
	};
	struct board b;

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		variant_start_board(&b, row_find(row[i].name));
		assert_int_equal(board_pips(&b, SEAT_0), row[i].pips);
		assert_int_equal(board_pips(&b, SEAT_1), row[i].pips);
	}
}

static void
pips_of_bar_and_reserve_count_25_and_off_nothing(void **state)
{
	struct board b = { .at = { { [PT_OFF] = 10, [1] = 1, [PT_BAR] = 2, [PT_RESERVE] = 3 },
			       { [24] = 1 } } };

	(void)state;
	assert_int_equal(board_pips(&b, SEAT_0), 1 + 50 + 75);
	assert_int_equal(board_pips(&b, SEAT_1), 24);
}

static void
check_counts_the_checkers(void **state)
{
	struct board b;

	(void)state;
	variant_start_board(&b, VARIANTS);
	b.at[SEAT_1][6]--;
	assert_false(variant_check_board(&b, VARIANTS));
	b.at[SEAT_1][PT_BAR]++;
	assert_true(variant_check_board(&b, VARIANTS));
	b.at[SEAT_0][PT_OFF]++;
	assert_false(variant_check_board(&b, VARIANTS));
}

static void
check_refuses_both_sides_on_one_point(void **state)
{
	const struct variant *parallel = row_find("parallel");
	struct board b;

	(void)state;
	variant_start_board(&b, VARIANTS);
	b.at[SEAT_0][6]--;
	b.at[SEAT_0][1]++; /* the other's 24 */
	assert_false(variant_check_board(&b, VARIANTS));
	variant_start_board(&b, parallel);
	assert_true(variant_check_board(&b, parallel));
	b.at[SEAT_0][24]--;
	b.at[SEAT_0][12]++; /* the other's 24 */
	assert_false(variant_check_board(&b, parallel));
}

static void
check_refuses_a_reserve_or_bar_that_the_game_has_not(void **state)
{
	const struct variant *parallel = row_find("parallel");
	struct board b;

	(void)state;
	variant_start_board(&b, VARIANTS);
	b.at[SEAT_0][6]--;
	b.at[SEAT_0][PT_RESERVE]++;
	assert_false(variant_check_board(&b, VARIANTS));
	variant_start_board(&b, parallel);
	b.at[SEAT_0][24]--;
	b.at[SEAT_0][PT_BAR]++;
	assert_false(variant_check_board(&b, parallel));
}

static void
scattered_boards_of_the_tests_are_boards(void **state)
{
	struct rng r;
	struct board b;

	(void)state;
	rng_seed(&r, 7);
	for (const struct variant *v = TEST_ROWS; v->name != NULL; v++)
		for (unsigned i = 0; i < 500; i++) {
			row_scatter(v, &r, &b);
			assert_true(variant_check_board(&b, v));
		}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_seats_start_alike_in_their_own_numbering),
		cmocka_unit_test(pips_at_the_start_of_each_game),
		cmocka_unit_test(pips_of_bar_and_reserve_count_25_and_off_nothing),
		cmocka_unit_test(check_counts_the_checkers),
		cmocka_unit_test(check_refuses_both_sides_on_one_point),
		cmocka_unit_test(check_refuses_a_reserve_or_bar_that_the_game_has_not),
		cmocka_unit_test(scattered_boards_of_the_tests_are_boards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
