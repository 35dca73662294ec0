/* SPDX-License-Identifier: MIT */
/* The table of games, point numbers as seen by the opponent, and the size of a win. */
#include "rules/move.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

TEST(rows_are_found_by_full_name)
{
	assert_ptr_equal(variant_find("backgammon"), VARIANTS);
	assert_null(variant_find("Backgammon"));
	assert_null(variant_find("backgammo"));
	assert_null(variant_find("backgammon "));
	assert_null(variant_find(""));
}

static void
assert_variant_valid(const struct variant *v)
{
	unsigned sum = 0;
	uint64_t plays = 1;
	struct board b;

	for (unsigned p = 0; p < PT_COUNT; p++)
		sum += v->start[p];
	assert_int_equal(sum, v->checkers);
	variant_start_board(&b, v);
	assert_true(variant_check_board(&b, v));
	assert_non_null(v->score);
	assert_true(v->cube_limit >= 1 && (v->cube_limit & (v->cube_limit - 1u)) == 0);
	assert_true(v->cube == (v->cube_limit > 1));
	assert_true(v->resign_max >= 1 && v->resign_max <= 3);
	assert_true(v->no_dice == (v->list_plays != NULL));
	/* four equal steps by n checkers have C(n + 3, 4) results */
	for (unsigned k = 0; k < 4; k++)
		plays *= v->checkers + k;
	assert_true(plays / 24u <= MOVE_SPACE_MAX);
}

TEST(every_row_is_sound)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		assert_non_null(v->title);
		assert_int_equal(v->fibs, v == VARIANT_FIBS);
		if (v->cycle == NULL)
			assert_variant_valid(v);
	}
	for (const struct variant *v = TEST_VARIANTS; v->name != NULL; v++)
		assert_variant_valid(v);
}

TEST(the_opponents_numbering_is_its_own_inverse)
{
	struct variant v = *VARIANTS;
	static const uint8_t offsets[] = { 0, 12 };

	assert_int_equal(variant_opposite(&v, 1), 24);
	assert_int_equal(variant_opposite(&v, 24), 1);
	v.movement = MOVE_PARALLEL;
	for (size_t i = 0; i < sizeof(offsets); i++) {
		v.offset = offsets[i];
		for (unsigned p = 1; p <= 24; p++)
			assert_int_equal(variant_opposite(&v, variant_opposite(&v, p)), p);
	}
	/* rules/RULES.md 1.2: my 24 is the opponent's 12, my 1..6 are the opponent's 13..18 */
	assert_int_equal(variant_opposite(&v, 24), 12);
	assert_int_equal(variant_opposite(&v, 12), 24);
	assert_int_equal(variant_opposite(&v, 1), 13);
	assert_int_equal(variant_opposite(&v, 6), 18);
	v.offset = 0;
	assert_int_equal(variant_opposite(&v, 24), 24);
	assert_int_equal(variant_opposite(&v, 1), 1);
}

/* rules/RULES.md 3.1.  A row gives the number of the loser's checkers that are off, and the
 * point of one checker; the others are on the 7 point. */
TEST(the_size_of_a_win_follows_the_losers_position)
{
	static const struct {
		const char *variant;
		uint8_t off, point; /* checkers off; point of one checker */
		unsigned size;
	} row[] = {
		{ "backgammon", 1, 10, 1 },
		{ "backgammon", 1, PT_BAR, 1 },
		{ "backgammon", 14, 24, 1 },
		{ "backgammon", 0, 10, 2 },
		{ "backgammon", 0, 18, 2 },
		{ "backgammon", 0, 19, 3 },
		{ "backgammon", 0, 24, 3 },
		{ "backgammon", 0, PT_BAR, 3 },
		{ "race", 0, PT_RESERVE, 3 },
		{ "race", 1, PT_RESERVE, 1 },
		{ "parallel", 0, 19,
		    2 }, /* in parallel games the winner's home is the loser's 13..18 */
		{ "parallel", 0, 13, 3 },
		{ "parallel", 0, 18, 3 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		const struct variant *v = row_find(row[i].variant);

		for (unsigned winner = 0; winner < 2; winner++) {
			struct board b = { .at = { { 0 } } };
			uint8_t *loser = b.at[1 - winner];

			b.at[winner][PT_OFF] = 15;
			loser[PT_OFF] = row[i].off;
			loser[row[i].point]++;
			loser[7] = (uint8_t)(14 - row[i].off);
			assert_int_equal(v->score(v, &b, (enum seat)winner), row[i].size);
		}
	}
}
