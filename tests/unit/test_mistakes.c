/* SPDX-License-Identifier: MIT */
/* The deliberate mistakes of the bots' grades, in play and with the cube. */
#include "eval/mistakes.h"

#include <string.h>

#include "eval/eval.h"
#include "tests/unit/test.h"

#define GAMES 400u

static struct match_state m;
static struct board board_after;

/* The first play of a game of backgammon, a 6-5.  `board_after` starts as the board before it.
 */
BEFORE_EACH
{
	match_init(&m, VARIANT_FIBS, 5);
	m.o = m.turn = SEAT_0;
	m.phase = PH_MOVE;
	m.dice = (struct dice_pair){ { 6, 5 } };
	variant_start_board(&m.board, m.variant);
	board_after = m.board;
}

static bool
near(float a, float b)
{
	return a - b < 1e-5f && b - a < 1e-5f;
}

static void
step(unsigned from, unsigned to)
{
	board_after.at[SEAT_0][from]--;
	board_after.at[SEAT_0][to]++;
}

/* Returns in how many games the play is overrated by `wrong`.  In all other games it must be
 * rated correctly. */
static unsigned
count_mistakes(const struct grade *g, float best, float wrong)
{
	unsigned n = 0;

	for (m.game_no = 1; m.game_no <= GAMES; m.game_no++) {
		struct mistakes x;
		float seen;

		mistakes_init(g, &m, best, &x);
		seen = mistakes_play_error(&x, &board_after, 0);
		assert_true(near(seen, wrong) || near(seen, 0));
		n += near(seen, wrong);
	}
	return n;
}

static void
assert_lures(const struct grade *g, float wrong)
{
	const unsigned n = count_mistakes(g, 0, wrong);

	assert_true(n > GAMES / 3 && n < GAMES * 2 / 3);
}

TEST(an_anchor_is_given_up)
{
	const struct grade g = { .has_biases = true, .anchor_error = 0.3f };

	step(24, 13);
	assert_lures(&g, 0.3f);
}

TEST(the_last_checkers_run)
{
	const struct grade g = { .has_biases = true, .run_error = 0.1f };

	step(24, 18);
	step(24, 13);
	assert_lures(&g, 0.2f);
}

TEST(a_hit_is_overlooked)
{
	const struct grade g = { .has_biases = true, .hit_error = 0.3f };

	board_after.at[SEAT_1][6]--;
	board_after.at[SEAT_1][PT_BAR]++;
	assert_lures(&g, -0.3f);
}

TEST(shots_are_overlooked)
{
	const struct grade g = { .has_biases = true, .shot_error = 3.6f };

	step(13, 7);
	step(13, 8);
	assert_lures(&g, (float)inputs_count_shots(m.variant, &board_after, SEAT_1) / 10.0f);
	assert_true(inputs_count_shots(m.variant, &board_after, SEAT_1) > 0);
}

TEST(checkers_are_stacked)
{
	const struct grade g = { .has_biases = true, .stack_error = 0.1f };

	step(8, 6);
	step(8, 6);
	assert_lures(&g, 0.2f);
}

TEST(a_new_point_is_not_valued)
{
	const struct grade g = { .has_biases = true, .point_error = 0.1f };

	step(8, 7);
	step(13, 7);
	assert_lures(&g, -0.1f);
}

/* The passive grade misjudges a hit in every game in which it is behind, and in no game in
 * which it is ahead. */
TEST(a_passive_grade_fears_contact_when_behind)
{
	const struct grade g = { .has_biases = true, .contact_fear = 0.3f };

	board_after.at[SEAT_1][6]--;
	board_after.at[SEAT_1][PT_BAR]++;
	assert_int_equal(count_mistakes(&g, -0.2f, -0.3f), GAMES);
	assert_int_equal(count_mistakes(&g, 0.2f, -0.3f), 0);
}

TEST(errors_are_scaled_to_the_game)
{
	struct mistakes x;

	for (enum bot_grade g = GRADE_beginner; g < GRADE_COUNT; g++) {
		m.variant = VARIANT_FIBS;
		mistakes_init(&GRADES[g], &m, 0, &x);
		assert_true(x.scale == 1.0f);
		m.variant = variant_find("anti"); /* a game with larger equities */
		mistakes_init(&GRADES[g], &m, 0, &x);
		assert_true(g == GRADE_strong ? x.scale == 1.0f : x.scale > 1.0f);
	}
}

TEST(no_mistakes_in_a_race)
{
	const struct grade g = { .has_biases = true, .stack_error = 0.1f, .point_error = 0.1f };

	memset(&m.board, 0, sizeof(m.board));
	m.board.at[SEAT_0][6] = m.board.at[SEAT_1][6] = 15;
	board_after = m.board;
	step(6, 1);
	step(6, 1);
	assert_int_equal(count_mistakes(&g, 0, 0), GAMES);
}

/* On average the error is the amount in the grade's row. */
TEST(doubles_and_takes_are_wrong_in_one_direction)
{
	const struct grade g = {
		.cube_noise = 0.1f, .double_bias = -0.05f, .take_bias = 0.07f
	};
	double early = 0, brave = 0, other = 0;

	for (m.game_no = 1; m.game_no <= GAMES; m.game_no++) {
		early += (double)mistakes_win_error(&g, &m, MISTAKES_DOUBLE) / GAMES;
		brave += (double)mistakes_win_error(&g, &m, MISTAKES_TAKE) / GAMES;
		other += (double)mistakes_win_error(&g, &m, MISTAKES_OFFER) / GAMES;
	}
	assert_true(early > -0.06 && early < -0.04);
	assert_true(brave > 0.06 && brave < 0.08);
	assert_true(other > -0.01 && other < 0.01);
}

TEST(the_strongest_grade_makes_no_mistakes)
{
	struct mistakes x;

	step(24, 13);
	mistakes_init(&GRADES[GRADE_strong], &m, -0.5f, &x);
	assert_true(mistakes_play_error(&x, &board_after, 7) == 0);
	assert_true(mistakes_win_error(&GRADES[GRADE_strong], &m, MISTAKES_TAKE) == 0);
}

/* This also holds in games whose equities have a different scale. */
TEST(each_grade_makes_larger_errors_than_the_next)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (enum bot_grade g = GRADE_beginner; g < GRADE_expert; g++) {
			struct mistakes x, y;

			m.variant = v;
			mistakes_init(&GRADES[g], &m, 0, &x);
			mistakes_init(&GRADES[g + 1], &m, 0, &y);
			assert_true(x.scale * x.noise > y.scale * y.noise);
		}
}

TEST(a_grade_is_found_by_its_key)
{
	for (enum bot_grade g = GRADE_NONE + 1; g < GRADE_COUNT; g++) {
		assert_int_equal(grade_find(GRADES[g].key), g);
		assert_true(g == GRADE_beginner || GRADES[g].pr < GRADES[g - 1].pr);
	}
	assert_int_equal(grade_find("CLUB"), GRADE_club);
	assert_int_equal(grade_find("clubs"), GRADE_NONE);
	assert_int_equal(grade_find(""), GRADE_NONE);
}
