/* SPDX-License-Identifier: MIT */
/* The evaluator: its networks, its tables, and the plays it chooses. */
#include <math.h>

#include <sodium.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/exam.h"
#include "tests/support/nets.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

static struct eval_tables tables;
static struct eval_scratch work;
static struct eval eval, other_eval;

static void
load_net(struct eval *e, const struct variant *v)
{
	const char *why = nets_load(e, v, &tables, NULL);

	if (why != NULL)
		fail_msg("%s: %s", nets_path(v), why);
}

static void
begin(struct match_state *m, const struct variant *v, enum seat turn, uint8_t d1, uint8_t d2)
{
	match_init(m, v, 0);
	variant_start_board(&m->board, v);
	m->turn = turn;
	m->phase = PH_MOVE;
	m->dice = (struct dice_pair){ { d1, d2 } };
}

static struct dice_pair
random_roll(struct rng *r)
{
	return (struct dice_pair){ { (uint8_t)(1 + rng_below(r, 6)),
	    (uint8_t)(1 + rng_below(r, 6)) } };
}

/* Plays a game in which seat 0 uses the evaluator and seat 1 moves at random.  Returns the
 * points of seat 0.  If `each` is not NULL, calls it at every position before a roll and ranks
 * the plays of seat 1 too. */
static float
play(const struct variant *v, uint64_t seed, void (*each)(const struct match_state *))
{
	struct eval_choice best;
	struct match_state m;
	struct rng r;
	float out[NET_OUTPUTS];

	rng_seed(&r, seed);
	begin(&m, v, seed % 2 == 0 ? SEAT_0 : SEAT_1, 3, 1);
	m.phase = v->no_dice ? PH_MOVE : PH_ROLL;
	for (unsigned ply = 0; ply < 5000; ply++) {
		enum seat mover = m.turn;
		enum outcome o;
		unsigned n;

		if (m.phase == PH_ROLL) {
			if (each != NULL)
				each(&m);
			m.dice = random_roll(&r);
		} else if (m.phase == PH_NAME_DOUBLE) {
			uint8_t d = (uint8_t)eval_double_to_name(&eval, &m, &work);

			assert_in_range(d, 1, 6);
			m.dice = (struct dice_pair){ { d, d } };
		}
		m.phase = PH_MOVE;
		if (mover == SEAT_0 || each != NULL)
			n = eval_rank_plays(&eval, &m, 0, &work, &best, 1);
		else
			n = move_list(
			    v, &m.board, mover, m.dice.d[0], m.dice.d[1], &work.move_space[0]);
		if (n == 0) {
			m.turn = seat_other(m.turn);
			m.play_stage = 0;
			m.phase = v->no_dice ? PH_MOVE : PH_ROLL;
			continue;
		}
		o = eval_apply_play(
		    &m, &work.move_space[0]
			     .result[mover == SEAT_0 ? best.index
						     : rng_below(&r, work.move_space[0].n)]);
		if (o == OUTCOME_NONE)
			continue;
		eval_outputs_at_end(v, &m.board, eval_winner(o, mover), SEAT_0, out);
		return eval_outputs_equity(v, out);
	}
	return 0.0f;
}

/* ---- the files ---- */

TEST(shipped_weights_match_the_listed_hashes)
{
	static unsigned char bytes[EVAL_FILE_MAX];
	unsigned named = 0;
	char line[2048];
	FILE *f = fopen("common/eval/nets/made.txt", "r");

	assert_non_null(f);
	while (fgets(line, sizeof(line), f) != NULL) {
		char name[32], made[32], sum[65], have[65], *at = have;
		unsigned char hash[crypto_hash_sha256_BYTES];
		const struct variant *v;
		size_t n;

		if (line[0] == '#' || line[0] == '\n')
			continue;
		assert_int_equal(sscanf(line, "%31s %64s ; train %31s", name, sum, made), 3);
		assert_string_equal(name, made);
		v = variant_find(name);
		assert_non_null(v);
		load_net(&eval, v);
		n = eval_store(&eval, bytes);
		(void)crypto_hash_sha256(hash, bytes, n);
		for (unsigned i = 0; i < sizeof(hash); i++)
			at += snprintf(at, 3, "%02x", (unsigned)hash[i]);
		assert_string_equal(sum, have);
		assert_in_range(n, 1, EVAL_FILE_MAX);
		named++;
	}
	(void)fclose(f);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (eval_file_name(v) != NULL && strcmp(eval_file_name(v), v->name) == 0)
			named--;
	assert_int_equal(named, 0);
}

TEST(damaged_weights_are_refused)
{
	static unsigned char bytes[EVAL_FILE_MAX], again[EVAL_FILE_MAX];
	size_t n;

	load_net(&eval, VARIANT_FIBS);
	n = eval_store(&eval, bytes);
	assert_true(eval_load(&other_eval, VARIANT_FIBS, &tables, bytes, n));
	assert_int_equal(eval_store(&other_eval, again), n);
	assert_memory_equal(again, bytes, n);
	assert_false(eval_load(&other_eval, variant_find("hyper"), &tables, bytes, n));
	assert_true(eval_load(&other_eval, variant_find("nackgammon"), &tables, bytes, n));
	for (size_t cut = 0; cut < n; cut = cut * 2 + 1)
		assert_false(eval_load(&other_eval, VARIANT_FIBS, &tables, bytes, cut));
	for (size_t at = 0; at < n; at = at * 2 + 1) {
		bytes[at] ^= 1;
		assert_false(eval_load(&other_eval, VARIANT_FIBS, &tables, bytes, n));
		bytes[at] ^= 1;
	}
}

/* ---- the nets ---- */

static unsigned positions_compared;

static void
both_ways_agree(const struct match_state *m)
{
	const struct eval_position p = { m->variant, &m->board, m->turn,
		{ m->score_streak[0], m->score_streak[1] } };
	float a[NET_OUTPUTS], b[NET_OUTPUTS];
	struct eval_choice best[2];
	struct match_state rolled = *m;

	if (!eval.avx2)
		return;
	eval_outputs(&eval, &p, a);
	eval_outputs(&other_eval, &p, b);
	for (unsigned i = 0; i < NET_OUTPUTS; i++)
		assert_true(fabsf(a[i] - b[i]) <= 1e-6f);
	rolled.dice = (struct dice_pair){ { (uint8_t)(1 + positions_compared % 6),
	    (uint8_t)(1 + positions_compared / 6 % 6) } };
	rolled.phase = PH_MOVE;
	if (eval_rank_plays(&eval, &rolled, 0, &work, &best[0], 1) == 1) {
		assert_int_equal(
		    eval_rank_plays(&other_eval, &rolled, 0, &work, &best[1], 1), 1);
		assert_int_equal(best[0].index, best[1].index);
	}
	positions_compared++;
}

TEST(portable_and_avx2_code_agree)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		if (v->cycle != NULL || v->no_dice)
			continue;
		load_net(&eval, v);
		load_net(&other_eval, v);
		other_eval.avx2 = false;
		(void)play(v, 5, both_ways_agree);
	}
	assert_true(positions_compared > 500 || !net_has_avx2());
}

static void
plays_are_as_alone(const struct match_state *m)
{
	struct match_state rolled = *m;
	struct eval_choice list[30];
	unsigned n;

	rolled.dice = (struct dice_pair){ { (uint8_t)(1 + positions_compared % 6),
	    (uint8_t)(1 + positions_compared / 6 % 6) } };
	rolled.phase = PH_MOVE;
	n = eval_rank_plays(&eval, &rolled, 0, &work, list, ARRAY_LEN(list));
	for (unsigned i = 0; i < n; i++) {
		struct match_state after = rolled;
		struct eval_position p;
		struct eval_chances c;
		float out[NET_OUTPUTS];

		if (eval_apply_play(&after, &work.move_space[0].result[list[i].index]) !=
		    OUTCOME_NONE)
			continue;
		p = eval_position_of(&after);
		eval_outputs(&eval, &p, out);
		if (after.turn != m->turn)
			eval_outputs_swap_sides(out);
		eval_chances_from_outputs(m->variant, out, &c);
		assert_memory_equal(&list[i].chances, &c, sizeof(c));
		positions_compared++;
	}
}

TEST(plays_ranked_together_have_the_values_of_each_alone)
{
	positions_compared = 0;
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		if (v->cycle != NULL)
			continue;
		load_net(&eval, v);
		(void)play(v, 2, plays_are_as_alone);
		eval.avx2 = false;
		(void)play(v, 1, plays_are_as_alone);
	}
	assert_true(positions_compared > 1000);
}

static void
seats_are_alike(const struct match_state *m)
{
	struct board turned;
	const struct eval_position p = { m->variant, &m->board, m->turn, { 0, 0 } };
	const struct eval_position q = { m->variant, &turned, seat_other(m->turn), { 0, 0 } };
	struct eval_chances a, b;

	for (unsigned s = 0; s < 2; s++) {
		memcpy(turned.at[s], m->board.at[1 - s], sizeof(turned.at[s]));
		memcpy(turned.pins[s], m->board.pins[1 - s], sizeof(turned.pins[s]));
	}
	eval_chances(&eval, &p, &a);
	eval_chances(&eval, &q, &b);
	assert_memory_equal(&a, &b, sizeof(a));
	assert_true(a.win >= 0 && a.win <= 1 && a.win_gammon <= a.win &&
		    a.win_backgammon <= a.win_gammon && a.lose_gammon <= 1 - a.win &&
		    a.lose_backgammon <= a.lose_gammon && a.lose_backgammon >= 0);
}

TEST(chances_are_valid_and_equal_for_both_seats)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		if (v->cycle != NULL)
			continue;
		load_net(&eval, v);
		(void)play(v, 8, seats_are_alike);
	}
}

TEST(random_play_is_beaten_in_every_game)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		/* with three checkers luck dominates, and without hitting, random play does
		 * well too */
		bool lucky = v->checkers < 10 || v->contact == CONTACT_BLOCKS;
		unsigned won = 0, games = test_few_cases() ? 4 : 40;
		unsigned least = games * (lucky ? 30 : 35) / 40;

		if (v->cycle != NULL)
			continue;
		load_net(&eval, v);
		for (unsigned i = 0; i < games; i++)
			won += play(v, 100 + i, NULL) > 0;
		if (won < least)
			fail_msg("%s: won %u of %u", v->name, won, games);
	}
}

TEST(shots_and_primes_are_counted)
{
	struct board b;

	variant_start_board(&b, VARIANT_FIBS);
	assert_int_equal(inputs_longest_prime(VARIANT_FIBS, &b, SEAT_0), 1);
	assert_int_equal(inputs_count_shots(VARIANT_FIBS, &b, SEAT_0), 0);
	/* a blot on the ace point, checkers on 3, 5, 6 and 8: all rolls but 6-3 hit */
	b.at[SEAT_0][6] = 3;
	b.at[SEAT_0][5] = 2;
	b.at[SEAT_0][8] = 2;
	b.at[SEAT_0][3] = 1;
	b.at[SEAT_1][24] = 1;
	b.at[SEAT_1][PT_BAR] = 1;
	assert_int_equal(inputs_longest_prime(VARIANT_FIBS, &b, SEAT_0), 2);
	assert_int_equal(inputs_count_shots(VARIANT_FIBS, &b, SEAT_0), 34);
}

/* ---- bearing off ---- */

#define MEN 4u
#define HOME_POSITIONS 210u /* C(10, 6) placements of up to four checkers on six points */

static uint8_t home[HOME_POSITIONS][7];
static unsigned n_homes;
static uint16_t home_replies[HOME_POSITIONS][21][64], n_reply[HOME_POSITIONS][21];
static double exact_win_chance[HOME_POSITIONS][HOME_POSITIONS];

static unsigned
home_index(const uint8_t *at)
{
	unsigned i = 0;

	while (memcmp(home[i] + 1, at + 1, 6) != 0)
		i++;
	return i;
}

static int
by_pips(const void *a, const void *b)
{
	int x = 0, y = 0;

	for (int p = 1; p <= 6; p++) {
		x += p * ((const uint8_t *)a)[p];
		y += p * ((const uint8_t *)b)[p];
	}
	return x - y;
}

/* Computes the exact two-sided table in order of pip count, using the plays that the rules core
 * lists. */
static void
fill_exact(void)
{
	struct board b = { 0 };

	for (unsigned code = 0; code < 15625; code++) {
		unsigned n = 0, c = code;

		for (unsigned p = 1; p <= 6; p++, c /= 5)
			n += home[n_homes][p] = (uint8_t)(c % 5);
		n_homes += n <= MEN;
		assert_true(n_homes <= HOME_POSITIONS);
		if (n_homes == HOME_POSITIONS)
			break;
	}
	qsort(home, HOME_POSITIONS, sizeof(home[0]), by_pips);
	b.at[SEAT_1][1] = 1;
	for (unsigned i = 1; i < HOME_POSITIONS; i++)
		for (unsigned a = 1, k = 0; a <= 6; a++)
			for (unsigned d = 1; d <= a; d++, k++) {
				memcpy(b.at[SEAT_0], home[i], 7);
				n_reply[i][k] = (uint16_t)move_list(
				    VARIANT_FIBS, &b, SEAT_0, a, d, &work.move_space[0]);
				assert_in_range(n_reply[i][k], 1, 64);
				for (unsigned r = 0; r < n_reply[i][k]; r++)
					home_replies[i][k][r] = (uint16_t)home_index(
					    work.move_space[0].result[r].after.at[SEAT_0]);
			}
	for (unsigned sum = 2; sum < 2 * HOME_POSITIONS - 1; sum++)
		for (unsigned i = 1; i < HOME_POSITIONS; i++) {
			unsigned j = sum - i;

			if (j < 1 || j >= HOME_POSITIONS || i > sum)
				continue;
			for (unsigned a = 1, k = 0; a <= 6; a++)
				for (unsigned d = 1; d <= a; d++, k++) {
					double best = 0.0;

					for (unsigned r = 0; r < n_reply[i][k]; r++) {
						unsigned to = home_replies[i][k][r];
						double x = to == 0
							       ? 1.0
							       : 1.0 - exact_win_chance[j][to];

						best = x > best ? x : best;
					}
					exact_win_chance[i][j] +=
					    best * (a == d ? 1 : 2) / 36.0;
				}
		}
}

TEST(bear_off_chances_are_near_the_exact_two_sided_table)
{
	double worst = 0.0, sum = 0.0;
	unsigned over = 0;

	load_net(&eval, VARIANT_FIBS);
	fill_exact();
	for (unsigned i = 1; i < HOME_POSITIONS; i++)
		for (unsigned j = 1; j < HOME_POSITIONS; j++) {
			struct board b = { 0 };
			const struct eval_position p = { VARIANT_FIBS, &b, SEAT_0, { 0, 0 } };
			struct eval_chances c;
			double off;

			memcpy(b.at[SEAT_0], home[i], 7);
			memcpy(b.at[SEAT_1], home[j], 7);
			b.at[SEAT_0][0] = b.at[SEAT_1][0] = 11;
			eval_chances(&eval, &p, &c);
			off = fabs((double)c.equity - (2.0 * exact_win_chance[i][j] - 1.0));
			worst = off > worst ? off : worst;
			sum += off;
			over += off > 0.01;
		}
	/* a player with few checkers against many on low points may gain by considering the
	 * opponent's position */
	assert_true(worst < 0.001);
	assert_true(sum < 0.0001 * HOME_POSITIONS * HOME_POSITIONS);
	assert_in_range(over, 0, HOME_POSITIONS * HOME_POSITIONS / 1000);
}

TEST(races_have_the_equity_that_rollouts_give_them)
{
	static const double OFF_MAX[EXAM_SUBJECTS] = {
		[RACE] = 0.030, [RANDOM_RACE] = 0.040, [BEAROFF] = 0.005
	};
	const struct player self = { .kind = PLAYER_NET, .e = &eval };
	struct exam_marks marks[EXAM_SUBJECTS] = { 0 };
	FILE *f = fopen("tests/data/exam-backgammon.txt", "r");
	struct exam_question q;

	assert_non_null(f);
	load_net(&eval, VARIANT_FIBS);
	while (exam_read(f, VARIANT_FIBS, &q))
		exam_mark(&self, &q, &marks[q.subject]);
	(void)fclose(f);
	for (enum exam_subject s = RACE; s <= BEAROFF; s++) {
		assert_in_range(marks[s].questions, 50, 10000);
		assert_true(sqrt(marks[s].square_error / marks[s].questions) < OFF_MAX[s]);
	}
}

TEST(gammons_of_a_bear_off_follow_from_the_first_checker)
{
	struct board b = { 0 };
	const struct eval_position p = { VARIANT_FIBS, &b, SEAT_0, { 0, 0 } };
	struct eval_chances c;

	/* one checker left against fifteen on the six point: borne off at once */
	b.at[SEAT_0][1] = 1;
	b.at[SEAT_0][0] = 14;
	b.at[SEAT_1][6] = 15;
	eval_chances(&eval, &p, &c);
	assert_true(c.win > 0.999f && c.win_gammon > 0.999f && c.lose_gammon < 1e-6f);
	/* three checkers: a double, or two rolls if the opponent bears off no checker in
	 * between; 17 of 36 rolls bear one off: sixes, 5-1, 4-2, 3-3 and 2-2 */
	b.at[SEAT_0][1] = 3;
	b.at[SEAT_0][0] = 12;
	eval_chances(&eval, &p, &c);
	assert_true(fabsf(c.win_gammon - (6.0f + 30.0f * 19.0f / 36.0f) / 36.0f) < 1e-4f);
}

/* ---- choosing ---- */

TEST(winning_plays_are_chosen)
{
	struct match_state m;
	struct eval_choice best;

	load_net(&eval, VARIANT_FIBS);
	begin(&m, VARIANT_FIBS, SEAT_0, 6, 5);
	memset(&m.board, 0, sizeof(m.board));
	m.board.at[SEAT_0][6] = m.board.at[SEAT_0][5] = 1;
	m.board.at[SEAT_0][0] = 13;
	m.board.at[SEAT_1][24] = 1;
	m.board.at[SEAT_1][0] = 14;
	for (unsigned plies = 0; plies <= EVAL_PLIES_MAX; plies++) {
		assert_int_equal(eval_rank_plays(&eval, &m, plies, &work, &best, 1), 1);
		assert_int_equal(work.move_space[0].result[best.index].after.at[SEAT_0][0], 15);
		assert_true(best.chances.equity == 1.0f);
	}
}

TEST(standard_opening_plays_are_chosen)
{
	static const struct {
		uint8_t d1, d2, to1, to2; /* two points of the standard play */
	} BOOK[] = { { 3, 1, 5, 5 }, { 4, 2, 4, 4 }, { 6, 1, 7, 7 } };
	struct match_state m;
	struct eval_choice best[3];

	load_net(&eval, VARIANT_FIBS);
	for (unsigned i = 0; i < ARRAY_LEN(BOOK); i++) {
		begin(&m, VARIANT_FIBS, SEAT_1, BOOK[i].d1, BOOK[i].d2);
		assert_int_equal(eval_rank_plays(&eval, &m, 0, &work, best, 3), 3);
		assert_int_equal(
		    work.move_space[0].result[best[0].index].after.at[SEAT_1][BOOK[i].to1], 2);
		assert_true(
		    best[0].chances.equity >= best[1].chances.equity - EVAL_TIE_TOLERANCE);
		assert_true(
		    best[1].chances.equity >= best[2].chances.equity - EVAL_TIE_TOLERANCE);
	}
}

TEST(looking_ahead_weighs_all_rolls)
{
	struct match_state m;
	float out[NET_OUTPUTS];

	load_net(&eval, VARIANT_FIBS);
	/* the opponent bears off next; a six or 2-2 to 5-5 bears off both checkers */
	begin(&m, VARIANT_FIBS, SEAT_0, 0, 0);
	memset(&m.board, 0, sizeof(m.board));
	m.board.at[SEAT_0][6] = m.board.at[SEAT_0][1] = 1;
	m.board.at[SEAT_0][0] = 13;
	m.board.at[SEAT_1][1] = 1;
	m.board.at[SEAT_1][0] = 14;
	m.phase = PH_ROLL;
	eval_expected_outputs(&eval, &m, 0, &work.move_space[0], out);
	assert_true(fabsf(out[0] - 15.0f / 36.0f) < 1e-5f);
}

static unsigned pauses_counted;

static void
count_pause(void)
{
	pauses_counted++;
}

TEST(looking_ahead_pauses_for_other_work)
{
	struct eval_pause pause = { .fn = count_pause };
	struct eval_choice with, without;
	struct match_state m;
	float out[NET_OUTPUTS];
	unsigned plays = 0;

	load_net(&eval, VARIANT_FIBS);
	begin(&m, VARIANT_FIBS, SEAT_0, 3, 1);
	assert_true(eval_rank_plays(&eval, &m, 1, &work, &without, 1) == 1);
	eval.pause = &pause;
	assert_true(eval_rank_plays(&eval, &m, 0, &work, &with, 1) == 1);
	assert_int_equal(pauses_counted, 0);
	assert_true(eval_rank_plays(&eval, &m, 1, &work, &with, 1) == 1);
	assert_memory_equal(&with, &without, sizeof(with));

	pauses_counted = pause.positions_since_call = 0;
	m.phase = PH_ROLL;
	for (unsigned i = 0; i < 10; i++)
		eval_expected_outputs(&eval, &m, 0, &work.move_space[0], out);
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a; b++)
			plays +=
			    move_list(m.variant, &m.board, m.turn, a, b, &work.move_space[0]);
	assert_in_range(pauses_counted, 5, plays * 10 / EVAL_PAUSE_POSITIONS);
	assert_int_equal(eval.pause, &pause);
	eval.pause = NULL;
}

TEST(looking_ahead_plays_the_doubles_that_follow)
{
	const struct variant *v = variant_find("gulbara");
	struct match_state m;
	float out[NET_OUTPUTS];

	load_net(&eval, v);
	/* the opponent bears off next; any double bears off all three checkers with the
	 * following doubles */
	begin(&m, v, SEAT_0, 0, 0);
	memset(&m.board, 0, sizeof(m.board));
	m.board.at[SEAT_0][6] = 3;
	m.board.at[SEAT_0][0] = 12;
	m.board.at[SEAT_1][1] = 1;
	m.board.at[SEAT_1][0] = 14;
	m.phase = PH_ROLL;
	eval_expected_outputs(&eval, &m, 0, &work.move_space[0], out);
	assert_true(fabsf(out[0] - 1.0f / 6.0f) < 1e-5f);
}

/* Returns the number of plays within EVAL_DEEP_WITHIN of the best without looking ahead. */
static unsigned
near_best(const struct match_state *m)
{
	struct eval_choice choice[EVAL_DEEP_PLAYS_MAX];
	const unsigned ranked =
	    eval_rank_plays(&eval, m, 0, &work, choice, EVAL_DEEP_PLAYS_MAX);
	unsigned n = 0;

	while (n < ranked &&
	       choice[n].chances.equity >= choice[0].chances.equity - EVAL_DEEP_WITHIN)
		n++;
	return n;
}

TEST(looking_ahead_ends_before_there_are_too_many_replies)
{
	/* columns: blots on each side; plays near the best; plays evaluated at one ply (0:
	 * none, all are ranked at 0 plies).  With 11 blots a play has 4,500 replies, with 12 it
	 * has more than 5,500. */
	static const unsigned CASES[][3] = { { 7, 3, 3 }, { 11, 4, 2 }, { 12, 5, 0 } };
	const struct variant *v = variant_find("european");
	struct eval_choice choice[EVAL_DEEP_PLAYS_MAX], shallow[EVAL_DEEP_PLAYS_MAX];
	struct match_state m;
	unsigned n;

	load_net(&eval, v);
	begin(&m, v, SEAT_0, 3, 2);
	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		memset(&m.board, 0, sizeof(m.board));
		for (unsigned p = 1; p < 2 * CASES[i][0]; p += 2)
			m.board.at[SEAT_0][p] = m.board.at[SEAT_1][p] = 1;
		m.board.at[SEAT_0][0] = m.board.at[SEAT_1][0] = (uint8_t)(15 - CASES[i][0]);
		assert_int_equal(near_best(&m), CASES[i][1]);
		n = eval_rank_plays(&eval, &m, 1, &work, choice, EVAL_DEEP_PLAYS_MAX);
		if (CASES[i][2] != 0) {
			assert_int_equal(n, CASES[i][2]);
			continue;
		}
		assert_int_equal(
		    n, eval_rank_plays(&eval, &m, 0, &work, shallow, EVAL_DEEP_PLAYS_MAX));
		for (unsigned k = 0; k < n; k++) {
			assert_int_equal(choice[k].index, shallow[k].index);
			assert_true(choice[k].chances.equity == shallow[k].chances.equity);
		}
	}
}

TEST(looking_ahead_chooses_the_best_double_and_plays_its_complement)
{
	const struct variant *v = variant_find("european");
	struct match_state m;
	float out[NET_OUTPUTS];

	load_net(&eval, v);
	/* 6-6 bears off the four checkers on the six point; the 1-1 that follows bears off the
	 * four on the ace point */
	begin(&m, v, SEAT_0, 0, 0);
	memset(&m.board, 0, sizeof(m.board));
	m.board.at[SEAT_0][6] = m.board.at[SEAT_0][1] = 4;
	m.board.at[SEAT_0][0] = 7;
	m.board.at[SEAT_1][1] = 1;
	m.board.at[SEAT_1][0] = 14;
	m.phase = PH_NAME_DOUBLE;
	m.play_stage = 1; /* STAGE_NAMED_DOUBLE */
	eval_expected_outputs(&eval, &m, 0, &work.move_space[0], out);
	assert_true(out[0] == 1.0f);
	assert_int_equal(eval_double_to_name(&eval, &m, &work), 6);
}

BEFORE_ALL
{
	nets_tables(&tables);
}
