/* SPDX-License-Identifier: MIT */
/* The analysis of decisions and rolls, in positions where the right decision is obvious. */
#include <math.h>

#include "base/rng.h"
#include "eval/analysis.h"
#include "tests/support/nets.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define ROWS_MAX 32u

static struct eval_tables tables;
static struct cube_table cube;
static struct eval_scratch work;
static struct move_space move_space;
static struct eval *evals[ROWS_MAX];

static const struct eval *
evaluator_of(void *ctx, const struct variant *v)
{
	struct eval **e = &evals[v - VARIANTS];

	(void)ctx;
	if (*e == NULL) {
		*e = malloc(sizeof(**e));
		assert_non_null(*e);
		assert_null(nets_load(*e, v, &tables, NULL));
	}
	return *e;
}

static struct analysis_tools tools = {
	.cube_table = &cube,
	.scratch = &work,
	.plies = 1,
	.find_evaluator = evaluator_of,
};

BEFORE_ALL
{
	(void)state;
	nets_tables(&tables);
	cube_table_fill(&cube);
}

AFTER_ALL
{
	(void)state;
	for (unsigned i = 0; i < ROWS_MAX; i++)
		free(evals[i]);
}

static void
assert_near(double is, double should, double off)
{
	if (!(fabs(is - should) <= off))
		fail_msg("%f instead of %f", is, should);
}

/* Returns a match (length 0: a money game) in which seat 0 is to roll and the board is
 * empty. */
static struct match_state
cubeless_match(unsigned length)
{
	struct match_state m;

	match_init(&m, VARIANT_FIBS, length);
	memset(&m.board, 0, sizeof(m.board));
	m.game_no = 1;
	m.phase = PH_ROLL;
	m.turn = m.o = SEAT_0;
	m.cube = 1;
	m.cube_owner = SEAT_NONE;
	return m;
}

/* Places n checkers; the rest of the fifteen are off. */
static void
put(struct match_state *m, enum seat seat, unsigned point, unsigned n)
{
	unsigned on = 0;

	m->board.at[seat][point] = (uint8_t)n;
	for (unsigned p = 1; p < PT_COUNT; p++)
		on += m->board.at[seat][p];
	m->board.at[seat][PT_OFF] = (uint8_t)(15 - on);
}

static struct analysis
judge(struct match_state *m, const struct action *a)
{
	struct match_state before = *m;
	struct match_events ev;
	struct analysis out;

	assert_int_equal(match_apply(m, a, &move_space, &ev).err, MATCH_OK);
	analysis_judge_action(&tools, &before, a, m, &out);
	return out;
}

static struct action
simple_action(enum act_kind kind, enum seat seat)
{
	return (struct action){ .kind = kind, .seat = seat };
}

static struct action
roll_action(const struct match_state *m, uint8_t a, uint8_t b)
{
	return (struct action){
		.kind = ACT_ROLL, .seat = m->turn, .roll_no = m->next_roll, .dice = { { a, b } }
	};
}

static struct action
play_action(const struct match_state *m, struct play p)
{
	return (struct action){ .kind = ACT_MOVE, .seat = m->turn, .play = p };
}

/* ---- the cube ---- */

/* Returns a position in which the opponent bears off the last checker with any roll and seat 0
 * cannot win. */
static struct match_state
lost_position(unsigned length)
{
	struct match_state m = cubeless_match(length);

	put(&m, SEAT_0, 6, 10);
	put(&m, SEAT_1, 1, 1);
	return m;
}

TEST(a_double_of_a_lost_game_costs_a_point)
{
	struct match_state m = lost_position(0);
	struct action a = simple_action(ACT_DOUBLE, SEAT_0);
	struct analysis x = judge(&m, &a);

	assert_true(x.has_decision && x.in_sums && x.of_cube);
	assert_int_equal(x.seat, SEAT_0);
	assert_int_equal(x.best, BEST_ROLL);
	assert_near((double)x.error, 1.0, 0.01);
	assert_near((double)x.cost, 1.0, 0.01);
}

TEST(not_doubling_a_lost_game_is_not_counted)
{
	struct match_state m = lost_position(0);
	struct action a = roll_action(&m, 2, 1);
	struct analysis x = judge(&m, &a);

	assert_true(x.has_decision && !x.in_sums);
	assert_near((double)x.error, 0.0, 0.0);
}

/* Dropping turns a win of 2 points into a loss of 1. */
TEST(a_drop_of_a_won_game_costs_three_points)
{
	struct match_state m = lost_position(0);
	struct action a = simple_action(ACT_DOUBLE, SEAT_0),
		      b = simple_action(ACT_DROP, SEAT_1);
	struct analysis x;

	(void)judge(&m, &a);
	x = judge(&m, &b);
	assert_true(x.has_decision && x.in_sums && x.of_cube);
	assert_int_equal(x.seat, SEAT_1);
	assert_int_equal(x.best, BEST_TAKE);
	assert_near((double)x.error, 3.0, 0.01);
}

TEST(a_take_of_a_won_game_is_right)
{
	struct match_state m = lost_position(0);
	struct action a = simple_action(ACT_DOUBLE, SEAT_0),
		      b = simple_action(ACT_TAKE, SEAT_1);
	struct analysis x;

	(void)judge(&m, &a);
	x = judge(&m, &b);
	assert_near((double)x.error, 0.0, 1e-6);
	assert_int_equal(x.best, BEST_TAKE);
}

/* The opponent needs one more roll but does not get it. */
TEST(taking_a_lost_game_is_an_error_and_so_is_not_doubling_it)
{
	for (unsigned taken = 0; taken < 2; taken++) {
		struct match_state m = cubeless_match(7);
		struct action a;
		struct analysis x;

		put(&m, SEAT_0, 1, 1);
		put(&m, SEAT_1, 6, 10);
		a = taken ? simple_action(ACT_DOUBLE, SEAT_0) : roll_action(&m, 2, 1);
		x = judge(&m, &a);
		assert_true(x.has_decision && x.in_sums);
		if (taken) {
			struct action b = simple_action(ACT_TAKE, SEAT_1);

			assert_near((double)x.error, 0.0, 1e-4);
			x = judge(&m, &b);
			assert_int_equal(x.seat, SEAT_1);
			assert_int_equal(x.best, BEST_DROP);
			assert_true(x.error > 0.9f); /* losing two points instead of one */
			assert_true(x.cost > 0.04f && x.cost < 0.2f);
		} else {
			assert_near((double)x.error, 0.0, 1e-4); /* any roll wins one point at
							     once, as does a dropped double */
		}
	}
	/* 27 of 36 rolls win at once; after any other roll the game is lost */
	struct match_state m = cubeless_match(0);
	struct action a;
	struct analysis x;

	put(&m, SEAT_0, 6, 1);
	put(&m, SEAT_1, 1, 1);
	a = roll_action(&m, 2, 1);
	x = judge(&m, &a);
	assert_true(x.in_sums);
	assert_int_equal(x.best, BEST_DOUBLE);
	assert_true(analysis_count_marks(x.error) == 3);
}

TEST(no_cube_decision_when_the_current_cube_wins_the_match)
{
	for (uint8_t score = 2; score <= 4; score++) {
		struct match_state m = cubeless_match(5);
		struct action a;
		struct analysis x;

		m.score[0] = score;
		m.cube = 2;
		m.cube_owner = SEAT_0;
		put(&m, SEAT_0, 6, 4);
		put(&m, SEAT_1, 6, 4);
		a = roll_action(&m, 2, 1);
		x = judge(&m, &a);
		assert_int_equal(x.has_decision, score < 3);
	}
}

/* Three cases: the Crawford game, a cube owned by the opponent, and a game without a cube. */
TEST(no_cube_decision_without_the_right_to_double)
{
	for (unsigned why = 0; why < 3; why++) {
		struct match_state m = cubeless_match(7);
		struct action a;
		struct analysis x;

		put(&m, SEAT_0, 6, 1);
		put(&m, SEAT_1, 1, 1);
		if (why == 0) {
			m.crawford = CRAWFORD_ACTIVE;
			m.score[0] = 6;
		} else if (why == 1) {
			m.cube = 2;
			m.cube_owner = SEAT_1;
		} else {
			m.no_cube = true;
		}
		a = roll_action(&m, 2, 1);
		x = judge(&m, &a);
		assert_false(x.has_decision);
		assert_true(x.has_luck);
	}
}

/* ---- plays ---- */

TEST(a_forced_move_is_not_a_decision)
{
	struct match_state m = cubeless_match(7);
	struct action a;
	struct analysis x;

	put(&m, SEAT_0, 10, 1);
	put(&m, SEAT_1, 6, 10);
	a = roll_action(&m, 2, 1);
	(void)judge(&m, &a);
	a = play_action(&m, (struct play){ .n = 2, .step = { { 10, 8 }, { 8, 7 } } });
	x = judge(&m, &a);
	assert_false(x.has_decision || x.in_sums);
	assert_near((double)x.error, 0.0, 0.0);
}

static struct analysis
opening_31(struct play p, unsigned length)
{
	struct match_state m;
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE };

	match_init(&m, VARIANT_FIBS, length);
	a.start.o = SEAT_0;
	a.start.npairs = 1;
	a.start.pair[0] = (struct dice_pair){ { 3, 1 } };
	(void)judge(&m, &a);
	a = play_action(&m, p);
	return judge(&m, &a);
}

TEST(the_five_point_is_right_and_breaking_the_six_point_is_not)
{
	const struct play right = { .n = 2, .step = { { 8, 5 }, { 6, 5 } } };
	const struct play wrong = { .n = 2, .step = { { 6, 3 }, { 6, 5 } } };

	for (tools.plies = 1; tools.plies <= 2; tools.plies++)
		for (unsigned length = 0; length <= 7; length += 7) {
			struct analysis x = opening_31(right, length);

			assert_true(x.has_decision && x.in_sums && !x.of_cube);
			assert_near((double)x.error, 0.0, 1e-6);
			x = opening_31(wrong, length);
			assert_int_equal(x.best, BEST_PLAY);
			assert_int_equal(analysis_count_marks(x.error), 3);
			assert_int_equal(x.play.n, 2);
			assert_int_equal(x.play.step[0].from + x.play.step[1].from, 14);
			assert_true(x.error < 0.6f && (length > 0 || x.cost == x.error));
		}
	tools.plies = 1;
}

/* ---- luck ---- */

/* Four checkers on the six point; the opponent bears off with any roll. */
TEST(luck_of_the_one_roll_that_wins)
{
	static const unsigned LENGTHS[] = { 0, 1 };

	for (unsigned i = 0; i < ARRAY_LEN(LENGTHS); i++)
		for (uint8_t d = 5; d <= 6; d++) {
			struct match_state m = cubeless_match(LENGTHS[i]);
			double won = d == 6 ? 1 : 0;
			struct action a;
			struct analysis x;

			put(&m, SEAT_0, 6, 4);
			put(&m, SEAT_1, 1, 1);
			a = roll_action(&m, d, d);
			x = judge(&m, &a);
			assert_true(x.has_luck);
			assert_int_equal(x.roller, SEAT_0);
			assert_near((double)x.luck, 2 * (won - 1.0 / 36), 0.002);
			assert_near((double)x.luck_worth,
			    (LENGTHS[i] == 0 ? 2 : 1) * (won - 1.0 / 36), 0.002);
		}
}

/* The opening roll is played first, and then the opponent may double. gnubg gives -0.09 for 54
 * and -0.13 for 21. */
TEST(starting_after_the_crawford_game_is_bad_luck_for_the_leader)
{
	double sum = 0;

	for (uint8_t d = 2; d <= 6; d++)
		for (uint8_t e = 1; e < d; e++) {
			struct match_state m;
			struct action a = { .kind = ACT_START, .seat = SEAT_NONE };

			match_init(&m, VARIANT_FIBS, 3);
			m.score[0] = 2;
			m.score[1] = 1;
			m.crawford = CRAWFORD_EXPIRED;
			a.start.npairs = 1;
			a.start.crawford = true;
			a.start.pair[0] = (struct dice_pair){ { d, e } };
			sum += (double)judge(&m, &a).luck / 15;
		}
	assert_near(sum, -0.1, 0.05);
}

TEST(luck_is_zero_on_average)
{
	static const unsigned LENGTHS[] = { 0, 5 };

	for (unsigned i = 0; i < ARRAY_LEN(LENGTHS); i++) {
		double sum = 0, of_opening = 0;

		for (uint8_t d = 1; d <= 6; d++)
			for (uint8_t e = 1; e <= 6; e++) {
				struct match_state m = cubeless_match(LENGTHS[i]);
				struct action a;
				struct analysis x;

				variant_start_board(&m.board, m.variant);
				a = roll_action(&m, d, e);
				sum += (double)judge(&m, &a).luck;
				if (d == e)
					continue;
				match_init(&m, VARIANT_FIBS, LENGTHS[i]);
				a = (struct action){ .kind = ACT_START, .seat = SEAT_NONE };
				a.start.npairs = 1;
				a.start.pair[0] = (struct dice_pair){ { d, e } };
				x = judge(&m, &a);
				assert_true(x.has_luck);
				assert_int_equal(x.roller, d > e ? SEAT_0 : SEAT_1);
				of_opening +=
				    x.roller == SEAT_0 ? (double)x.luck : -(double)x.luck;
			}
		assert_near(sum, 0, 0.001);
		assert_near(of_opening, 0, 0.001);
	}
}

/* ---- whole matches ---- */

struct game {
	struct match_state m;
	struct rng rng;
	struct analysis_sums sums[2];
	unsigned n_plays, n_lucks;
};

static bool
play_step(struct game *g, bool swapped)
{
	struct match_state *m = &g->m;
	struct analysis x;
	struct action a;
	uint8_t d[2] = { (uint8_t)(1 + rng_below(&g->rng, 6)),
		(uint8_t)(1 + rng_below(&g->rng, 6)) };
	unsigned n = rng_below(&g->rng, 1000), odd = rng_below(&g->rng, 100);

	switch (m->phase) {
	case PH_BETWEEN_GAMES:
		a = (struct action){
			.kind = ACT_START, .seat = SEAT_NONE, .roll_no = m->next_roll
		};
		a.start.o = swapped ? SEAT_1 : SEAT_0;
		a.start.crawford = true;
		a.start.redoubles[0] = a.start.redoubles[1] = 2;
		a.start.npairs = match_needs_opening(m);
		a.start.pair[0].d[swapped] = d[0];
		a.start.pair[0].d[!swapped] = (uint8_t)(d[0] % 6 + 1);
		break;
	case PH_ROLL:
		a = roll_action(m, d[0], d[1]);
		if (match_may_double(m, m->turn) && odd < 25)
			a = simple_action(ACT_DOUBLE, m->turn);
		break;
	case PH_DOUBLED:
		a = simple_action(odd < 75 ? ACT_TAKE : ACT_DROP, seat_other(m->doubler));
		if (m->length == 0 && match_redoubles_left(m) > 0 && odd < 30)
			a = simple_action(ACT_REDOUBLE, a.seat);
		break;
	case PH_NAME_DOUBLE:
		a = simple_action(ACT_NAME_DOUBLE, m->turn);
		a.size = d[0];
		break;
	case PH_MOVE:
		(void)move_list(
		    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &move_space);
		a = play_action(m, move_space.result[n % move_space.n].play);
		break;
	case PH_OVER:
	default:
		return false;
	}
	x = judge(m, &a);
	assert_true(x.error >= 0.0f && isfinite(x.error) && isfinite(x.cost));
	assert_true(isfinite(x.luck) && isfinite(x.luck_worth));
	assert_true(!x.in_sums || x.has_decision);
	g->n_plays += x.has_decision && !x.of_cube;
	g->n_lucks += x.has_luck;
	analysis_sums_add(g->sums, &x);
	return true;
}

static void
begin(struct game *g, const struct variant *v, unsigned length, uint64_t seed)
{
	*g = (struct game){ 0 };
	rng_seed(&g->rng, seed);
	match_init(&g->m, v, length);
}

/* Returns the number of steps, fewer under valgrind or AddressSanitizer, because the analysis
 * of a roll examines all following rolls. */
static unsigned
step_count(unsigned full)
{
	return test_few_cases() ? full / 5 : full;
}

static void
assert_same_sums(const struct analysis_sums *a, const struct analysis_sums *b)
{
	assert_int_equal(a->plays, b->plays);
	assert_int_equal(a->cubes, b->cubes);
	assert_int_equal(a->rolls, b->rolls);
	assert_near(a->play_error, b->play_error, 1e-3);
	assert_near(a->cube_error, b->cube_error, 1e-3);
	assert_near(a->luck, b->luck, 1e-3);
	assert_near(a->luck_worth, b->luck_worth, 1e-3);
}

TEST(exchanging_the_seats_exchanges_the_sums)
{
	for (unsigned length = 0; length <= 5; length += 5) {
		struct game g, other;

		begin(&g, VARIANT_FIBS, length, 7);
		begin(&other, VARIANT_FIBS, length, 7);
		for (unsigned i = 0; i < step_count(300) && play_step(&g, false); i++)
			assert_true(play_step(&other, true));
		assert_true(g.sums[0].cubes > 0 && g.sums[1].plays > 5);
		assert_same_sums(&g.sums[0], &other.sums[1]);
		assert_same_sums(&g.sums[1], &other.sums[0]);
	}
}

/* Includes games without a cube or dice, matches that rotate several games, and games where
 * every checker counts. */
TEST(decisions_in_every_game_are_analysed)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (unsigned length = test_few_cases() ? 3 : 0; length <= 3; length += 3) {
			struct game g;

			begin(&g, v, length, 3);
			for (unsigned i = 0; i < (g.n_plays > 2 ? step_count(40) : 40); i++)
				(void)play_step(&g, false);
			if (g.n_plays == 0)
				fail_msg("no play of %s", v->name);
			assert_true((g.n_lucks > 0) == !v->no_dice);
		}
}

/* A player who plays at random makes far larger errors than one who follows the evaluator. */
TEST(random_plays_have_large_errors)
{
	struct game g;

	begin(&g, VARIANT_FIBS, 5, 11);
	for (unsigned i = 0; i < step_count(200) && play_step(&g, false); i++)
		;
	for (unsigned i = 0; i < 2; i++)
		if (analysis_error_rate(&g.sums[i]) < 50)
			fail_msg("%.1f", analysis_error_rate(&g.sums[i]));
}

/* ---- sums ---- */

TEST(marks_begin_at_their_error_thresholds)
{
	assert_int_equal(analysis_count_marks(0.0f), 0);
	assert_int_equal(analysis_count_marks(0.0299f), 0);
	assert_int_equal(analysis_count_marks(0.03f), 1);
	assert_int_equal(analysis_count_marks(0.06f), 2);
	assert_int_equal(analysis_count_marks(0.12f), 3);
	assert_int_equal(analysis_count_marks(5.0f), 3);
}

TEST(a_rate_is_500_times_the_mean_error)
{
	struct analysis_sums sums[2] = { 0 };
	struct analysis x = { .has_decision = true, .in_sums = true, .seat = SEAT_1 };

	assert_near(analysis_error_rate(&sums[1]), 0, 0);
	x.error = 0.02f;
	analysis_sums_add(sums, &x);
	x.of_cube = true;
	x.error = 0.10f;
	x.best = BEST_DROP;
	analysis_sums_add(sums, &x);
	x.in_sums = false; /* an uncounted decision changes nothing */
	analysis_sums_add(sums, &x);
	assert_near(analysis_error_rate(&sums[1]), 500 * 0.06, 1e-4);
	assert_int_equal(sums[1].plays + sums[1].cubes, 2);
	assert_int_equal(sums[1].marks[1], 1);
	assert_int_equal(sums[1].cube_errors[BEST_DROP], 1);
	assert_int_equal(sums[0].plays + sums[0].cubes, 0);
}
