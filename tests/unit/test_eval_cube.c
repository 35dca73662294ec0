/* SPDX-License-Identifier: MIT */
/* The cube: match equities, cubeful equities, doubling and taking decisions. */
#include <math.h>

#include "eval/cube.h"
#include "tests/unit/test.h"

static struct cube_table cube_table;

static struct eval_chances
chances_without_gammons(double win)
{
	return (struct eval_chances){ .win = (float)win };
}

static struct cube_state
money_cube(float efficiency)
{
	return (struct cube_state){
		.value = 1,
		.owner = CUBE_CENTRED,
		.may_double = true,
		.efficiency = efficiency,
	};
}

static struct cube_state
match_cube(unsigned away, unsigned other_away, uint32_t value, enum cube_owner owner)
{
	return (struct cube_state){
		.value = value,
		.owner = owner,
		.away = away,
		.other_away = other_away,
		.may_double = owner != CUBE_THEIRS,
		.efficiency = 0.68f,
	};
}

static void
near(double is, double should, double off)
{
	if (fabs(is - should) > off)
		fail_msg("%f instead of %f", is, should);
}

/* Published values in percent: the table of N. Kazaross (2011). */
TEST(match_equities_are_near_published_ones)
{
	static const double BEFORE[4][6] = {
		{ 50.00, 67.74, 75.08, 81.44, 84.18, 88.73 },
		{ 32.26, 50.00, 59.95, 66.87, 74.36, 79.94 },
		{ 24.92, 40.05, 50.00, 57.15, 64.80, 71.12 },
		{ 18.56, 33.13, 42.85, 50.00, 57.73, 64.28 },
	};
	static const struct {
		unsigned away, other_away;
		double chance;
	} FAR[] = {
		{ 5, 7, 62.64 },
		{ 5, 9, 72.54 },
		{ 6, 9, 66.79 },
		{ 7, 11, 70.02 },
		{ 9, 15, 75.28 },
		{ 12, 15, 62.53 },
		{ 14, 15, 54.07 },
		{ 8, 20, 90.23 },
		{ 15, 25, 80.88 },
		{ 20, 25, 65.76 },
	};
	static const double AFTER[] = { 50.00, 48.80, 32.26, 31.00, 19.01, 18.07, 11.56, 10.91,
		6.95, 6.52, 4.21, 3.91, 2.54, 2.34, 1.53 };

	for (unsigned a = 1; a <= ARRAY_LEN(BEFORE); a++)
		for (unsigned b = 1; b <= ARRAY_LEN(BEFORE[0]); b++)
			near(100 * (double)cube_table.pre_crawford[a][b], BEFORE[a - 1][b - 1],
			    0.3);
	for (unsigned i = 0; i < ARRAY_LEN(FAR); i++)
		near(100 * (double)cube_table.pre_crawford[FAR[i].away][FAR[i].other_away],
		    FAR[i].chance, 0.15);
	for (unsigned n = 1; n <= ARRAY_LEN(AFTER); n++)
		near(100 * (double)cube_table.post_crawford[n], AFTER[n - 1], 0.08);
}

TEST(needing_fewer_points_is_better)
{
	for (unsigned a = 1; a <= CUBE_AWAY_MAX; a++)
		for (unsigned b = 1; b <= CUBE_AWAY_MAX; b++) {
			near((double)(cube_table.pre_crawford[a][b] +
				      cube_table.pre_crawford[b][a]),
			    1.0, 1e-6);
			assert_true(cube_table.pre_crawford[a][b] >= 0 &&
				    cube_table.pre_crawford[a][b] <= 1);
			if (a < 25 && b < 25)
				assert_true(cube_table.pre_crawford[a + 1][b] <
					    cube_table.pre_crawford[a][b]);
		}
	for (unsigned n = 1; n < CUBE_AWAY_MAX; n++)
		assert_true(cube_table.post_crawford[n + 1] <= cube_table.post_crawford[n]);
}

/* The example in gnubg's manual, with an error in the mean loss corrected. */
TEST(money_equities_match_the_janowski_example)
{
	const struct eval_chances c = { .454f, .103f, .001f, .106f, .003f, 0 };
	static const double IS[][2] = { { 0, -0.097 }, { 1, -0.160 }, { 0.68, -0.140 } };

	for (unsigned i = 0; i < ARRAY_LEN(IS); i++) {
		struct cube_state s = money_cube((float)IS[i][0]);

		near((double)cube_value(&cube_table, &s, &c), IS[i][1], 0.0006);
	}
}

/* The lowest winning chance at which a double is taken: 25% with a dead cube, 20% with a live
 * one. */
TEST(take_points_of_money)
{
	static const float X[] = { 0.0f, 0.5f, 0.68f, 1.0f };

	for (unsigned i = 0; i < ARRAY_LEN(X); i++) {
		double take = 0.5 / (2.0 + 0.5 * (double)X[i]); /* (L - 1/2) / (W + L + x/2) */
		struct cube_state s = money_cube(X[i]);
		struct cube_decision d;

		for (int side = -1; side <= 1; side += 2) {
			struct eval_chances c =
			    chances_without_gammons(1 - take + side * 0.003);

			cube_decide(&cube_table, &s, &c, &d);
			assert_int_equal(d.should_take, side < 0);
			/* with a live cube double only if the opponent drops */
			assert_int_equal(d.should_double, X[i] < 1 || side > 0);
		}
	}
}

/* If the cube is dead after the double, the take point follows from the match equity table
 * alone: the equity a take risks against the equity it gains. */
TEST(take_points_of_a_match_follow_from_its_table)
{
	unsigned tried = 0;

	for (unsigned a = 2; a <= 11; a++)
		for (unsigned b = 2; b <= 11; b++)
			for (unsigned cube = 1; cube <= 8; cube *= 2) {
				struct cube_state s = match_cube(
				    a, b, cube, cube == 1 ? CUBE_CENTRED : CUBE_MINE);
				double drop, lose, win, take;
				struct cube_decision d;

				if (2 * cube < a || 2 * cube < b || cube >= a)
					continue; /* the cube stays alive, or is useless to the
						     doubler */
				drop = 1 -
				       (double)cube_worth_of_points(&cube_table, &s, (int)cube);
				lose = 1 - (double)cube_worth_of_points(
					       &cube_table, &s, 2 * (int)cube);
				win = 1 - (double)cube_worth_of_points(
					      &cube_table, &s, -2 * (int)cube);
				take = (drop - lose) / (win - lose);
				for (int side = -1; side <= 1; side += 2) {
					struct eval_chances c =
					    chances_without_gammons(1 - take + side * 0.003);

					cube_decide(&cube_table, &s, &c, &d);
					assert_int_equal(d.should_take, side < 0);
					tried++;
				}
			}
	assert_in_range(tried, 100, 1000);
}

TEST(useless_doubles_are_not_made)
{
	struct cube_state s;
	struct cube_decision d;
	struct eval_chances c = chances_without_gammons(0.7);

	/* the current cube wins the match */
	s = match_cube(2, 5, 2, CUBE_MINE);
	cube_decide(&cube_table, &s, &c, &d);
	assert_false(d.should_double);
	/* doubling is not allowed */
	s = money_cube(0.68f);
	s.may_double = false;
	c = chances_without_gammons(0.95);
	cube_decide(&cube_table, &s, &c, &d);
	assert_false(d.should_double);
	/* too good to double: most wins are gammons */
	s = money_cube(0.68f);
	c = (struct eval_chances){ .win = 0.95f, .win_gammon = 0.8f };
	cube_decide(&cube_table, &s, &c, &d);
	assert_false(d.should_double);
	assert_false(d.should_take);
	/* with the Jacoby rule gammons count only after a double */
	s.jacoby = true;
	cube_decide(&cube_table, &s, &c, &d);
	assert_true(d.should_double);
	/* the last roll with two chances in three: double and take */
	s = money_cube(0.0f);
	c = chances_without_gammons(2.0 / 3);
	cube_decide(&cube_table, &s, &c, &d);
	assert_true(d.should_double && d.should_take);
	near((double)d.take, 2.0 / 3, 1e-5);
	/* a double that the opponent would beaver */
	c = chances_without_gammons(0.4);
	cube_decide(&cube_table, &s, &c, &d);
	assert_true(!d.should_double && d.should_beaver);
}

/* The value with the right to double is at least the value after a double, and at most what a
 * drop pays. */
TEST(the_value_to_roll_includes_the_right_to_double)
{
	struct eval_chances c = chances_without_gammons(0.79);
	struct cube_state s = money_cube(0.68f);

	assert_true(cube_value(&cube_table, &s, &c) < 0.97f);
	near((double)cube_value_to_roll(&cube_table, &s, &c), 1.0, 1e-6);
	s.may_double = false;
	near((double)cube_value_to_roll(&cube_table, &s, &c),
	    (double)cube_value(&cube_table, &s, &c), 0);
	s.may_double = true;
	c = chances_without_gammons(0.5);
	near((double)cube_value_to_roll(&cube_table, &s, &c),
	    (double)cube_value(&cube_table, &s, &c), 0);
}

TEST(the_trailer_doubles_at_once_after_the_crawford_game)
{
	struct cube_decision d;
	struct eval_chances c = chances_without_gammons(0.5);

	for (unsigned away = 3; away <= 15; away += 2) {
		struct cube_state s = match_cube(away, 1, 1, CUBE_CENTRED);

		s.crawford_over = true;
		cube_decide(&cube_table, &s, &c, &d);
		assert_true(d.should_double);
	}
}

BEFORE_ALL
{
	cube_table_fill(&cube_table);
}
