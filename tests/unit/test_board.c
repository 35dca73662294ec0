/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The board: start position, pip counts and the validity check. */
#include "rules/board.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

TEST(both_seats_start_with_the_same_numbers)
{
	static const uint8_t start[PT_COUNT] = { [24] = 2, [13] = 5, [8] = 3, [6] = 5 };
	struct board b;

	memset(&b, 0xee, sizeof(b));
	variant_start_board(&b, VARIANTS);
	assert_memory_equal(b.at[SEAT_0], start, PT_COUNT);
	assert_memory_equal(b.at[SEAT_1], start, PT_COUNT);
	assert_true(variant_check_board(&b, VARIANTS));
}

TEST(pips_at_the_start_of_each_game)
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

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		variant_start_board(&b, row_find(row[i].name));
		assert_int_equal(board_pips(&b, SEAT_0), row[i].pips);
		assert_int_equal(board_pips(&b, SEAT_1), row[i].pips);
	}
}

TEST(bar_and_reserve_count_25_pips_and_off_counts_none)
{
	struct board b = { .at = { { [PT_OFF] = 10, [1] = 1, [PT_BAR] = 2, [PT_RESERVE] = 3 },
			       { [24] = 1 } } };

	assert_int_equal(board_pips(&b, SEAT_0), 1 + 50 + 75);
	assert_int_equal(board_pips(&b, SEAT_1), 24);
}

TEST(check_counts_the_checkers)
{
	struct board b;

	variant_start_board(&b, VARIANTS);
	b.at[SEAT_1][6]--;
	assert_false(variant_check_board(&b, VARIANTS));
	b.at[SEAT_1][PT_BAR]++;
	assert_true(variant_check_board(&b, VARIANTS));
	b.at[SEAT_0][PT_OFF]++;
	assert_false(variant_check_board(&b, VARIANTS));
}

TEST(check_refuses_both_sides_on_one_point)
{
	const struct variant *parallel = row_find("parallel");
	struct board b;

	variant_start_board(&b, VARIANTS);
	b.at[SEAT_0][6]--;
	b.at[SEAT_0][1]++; /* the opponent's 24 point */
	assert_false(variant_check_board(&b, VARIANTS));
	variant_start_board(&b, parallel);
	assert_true(variant_check_board(&b, parallel));
	b.at[SEAT_0][24]--;
	b.at[SEAT_0][12]++; /* the opponent's 24 point */
	assert_false(variant_check_board(&b, parallel));
}

TEST(check_refuses_a_reserve_or_bar_the_game_does_not_have)
{
	const struct variant *parallel = row_find("parallel");
	struct board b;

	variant_start_board(&b, VARIANTS);
	b.at[SEAT_0][6]--;
	b.at[SEAT_0][PT_RESERVE]++;
	assert_false(variant_check_board(&b, VARIANTS));
	variant_start_board(&b, parallel);
	b.at[SEAT_0][24]--;
	b.at[SEAT_0][PT_BAR]++;
	assert_false(variant_check_board(&b, parallel));
}

TEST(random_test_boards_are_valid)
{
	struct rng r;
	struct board b;

	rng_seed(&r, 7);
	for (const struct variant *v = TEST_VARIANTS; v->name != NULL; v++)
		for (unsigned i = 0; i < 500; i++) {
			row_scatter(v, &r, &b);
			assert_true(variant_check_board(&b, v));
		}
}
