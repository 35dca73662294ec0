/* SPDX-License-Identifier: MIT */
/* Compares move_list of common/rules with the naive generator of the tests: on positions and
 * rolls of seeded random play, and on all ways to play the first two or three rolls (perft).
 * Also measures whole actions of a match, each of which calls move_list once.  The game is
 * backgammon; everything runs in one thread of this process. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "bench.h"
#include "rules/match.h"
#include "rules/move.h"
#include "tests/support/refgames.h"

#define POSITIONS 20000u
#define SEED 20260101u
#define RUN_NS ((int64_t)bench_scaled(400, 400, 20) * 1000000)
/* Ways to play one, two, three rolls, summed over the 21 different rolls; two independent
 * generators agree on them. */
#define PERFT_1 447u
#define PERFT_2 202782u
#define PERFT_3 116154993u
#define ACTIONS 200000u

struct position_and_roll {
	struct board board;
	enum seat seat;
	unsigned d1, d2;
};

static struct move_space move_space;
static struct refgames_list naive_plays;

/* ---- positions ---- */

static void
collect_positions(struct position_and_roll *rolls)
{
	const struct variant *v = &VARIANTS[0];
	struct rng r;
	struct board b;
	enum seat seat = SEAT_0;

	rng_seed(&r, SEED);
	variant_start_board(&b, v);
	for (unsigned i = 0; i < POSITIONS; i++) {
		struct position_and_roll *it = &rolls[i];
		unsigned n;

		*it = (struct position_and_roll){ b, seat, 1 + rng_below(&r, 6),
			1 + rng_below(&r, 6) };
		n = move_list(v, &b, seat, it->d1, it->d2, &move_space);
		if (n > 0)
			b = move_space.result[rng_below(&r, n)].after;
		seat = seat_other(seat);
		if (b.at[SEAT_0][PT_OFF] == v->checkers || b.at[SEAT_1][PT_OFF] == v->checkers)
			variant_start_board(&b, v);
	}
}

/* ---- both generators ---- */

static unsigned
count_engine_plays(const struct position_and_roll *it)
{
	return move_list(&VARIANTS[0], &it->board, it->seat, it->d1, it->d2, &move_space);
}

static unsigned
count_naive_plays(const struct position_and_roll *it)
{
	refgames_plays("backgammon", &it->board, it->seat, it->d1, it->d2, &naive_plays);
	return naive_plays.n;
}

struct figures {
	double rolls, plays; /* per second */
};

static struct figures
measure(const struct position_and_roll *rolls,
    unsigned (*generate)(const struct position_and_roll *it))
{
	int64_t start = bench_now_ns(), took = 0;
	uint64_t done = 0, plays = 0;

	while (took < RUN_NS) {
		for (unsigned i = 0; i < 500; i++)
			plays += generate(&rolls[(done + i) % POSITIONS]);
		done += 500;
		took = bench_now_ns() - start;
	}
	return (struct figures){ (double)done * 1e9 / (double)took,
		(double)plays * 1e9 / (double)took };
}

/* ---- counting ---- */

/* clang-format off */
static const struct dice_pair DISTINCT_ROLLS[] = {
	{ { 1, 1 } }, { { 2, 1 } }, { { 3, 1 } }, { { 4, 1 } }, { { 5, 1 } }, { { 6, 1 } },
	{ { 2, 2 } }, { { 3, 2 } }, { { 4, 2 } }, { { 5, 2 } }, { { 6, 2 } },
	{ { 3, 3 } }, { { 4, 3 } }, { { 5, 3 } }, { { 6, 3 } },
	{ { 4, 4 } }, { { 5, 4 } }, { { 6, 4 } },
	{ { 5, 5 } }, { { 6, 5 } },
	{ { 6, 6 } },
};
/* clang-format on */
#define DISTINCT_ROLL_COUNT ARRAY_LEN(DISTINCT_ROLLS)

/* Combines every position after the first roll with every second roll. */
static void
collect_second_rolls(struct position_and_roll *rolls)
{
	static struct move_space first;
	size_t n = 0;
	struct board b;

	variant_start_board(&b, &VARIANTS[0]);
	for (size_t k = 0; k < DISTINCT_ROLL_COUNT; k++) {
		(void)move_list(&VARIANTS[0], &b, SEAT_0, DISTINCT_ROLLS[k].d[0],
		    DISTINCT_ROLLS[k].d[1], &first);
		for (size_t i = 0;
		     i < first.n * DISTINCT_ROLL_COUNT && n < PERFT_1 * DISTINCT_ROLL_COUNT;
		     i++)
			rolls[n++] = (struct position_and_roll){
				first.result[i / DISTINCT_ROLL_COUNT].after, SEAT_1,
				DISTINCT_ROLLS[i % DISTINCT_ROLL_COUNT].d[0],
				DISTINCT_ROLLS[i % DISTINCT_ROLL_COUNT].d[1]
			};
	}
	if (n != PERFT_1 * DISTINCT_ROLL_COUNT)
		bench_die("too few ways to play the first roll");
}

/* Counts two rolls deep: the ways to play each of `rolls`.  Returns milliseconds.  No game ends
 * so early, and a roll without a legal play counts as one way. */
static double
perft_two_rolls(const struct position_and_roll *rolls,
    unsigned (*generate)(const struct position_and_roll *it))
{
	int64_t start = bench_now_ns();
	unsigned sum = 0;

	for (unsigned i = 0; i < PERFT_1 * DISTINCT_ROLL_COUNT; i++) {
		unsigned n = generate(&rolls[i]);

		sum += n > 0 ? n : 1;
	}
	if (sum != PERFT_2)
		bench_die("perft 2 is %u instead of %u", sum, PERFT_2);
	return (double)(bench_now_ns() - start) / 1e6;
}

/* Counts the ways to play any roll. */
static uint64_t
perft_one_roll(const struct board *b, enum seat seat)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < DISTINCT_ROLL_COUNT; i++) {
		unsigned n = move_list(&VARIANTS[0], b, seat, DISTINCT_ROLLS[i].d[0],
		    DISTINCT_ROLLS[i].d[1], &move_space);

		sum += n > 0 ? n : 1;
	}
	return sum;
}

/* Counts three rolls deep, using only move_list.  Returns milliseconds. */
static double
perft_three_rolls(const struct position_and_roll *rolls)
{
	static struct move_space second;
	int64_t start = bench_now_ns();
	uint64_t sum = 0;

	for (unsigned i = 0; i < PERFT_1 * DISTINCT_ROLL_COUNT; i++) {
		const struct position_and_roll *it = &rolls[i];

		if (move_list(&VARIANTS[0], &it->board, SEAT_1, it->d1, it->d2, &second) == 0)
			sum += perft_one_roll(&it->board, SEAT_0);
		for (unsigned k = 0; k < second.n; k++)
			sum += perft_one_roll(&second.result[k].after, SEAT_0);
	}
	if (sum != PERFT_3)
		bench_die("perft 3 is %" PRIu64 " instead of %u", sum, PERFT_3);
	return (double)(bench_now_ns() - start) / 1e6;
}

/* ---- whole actions ---- */

/* Returns the next action of a match without doubles and with random moves. */
static struct action
next_action(const struct match_state *m, struct rng *r)
{
	struct action a = { .kind = ACT_ROLL, .seat = m->turn, .roll_no = m->next_roll };

	a.dice = (struct dice_pair){ { (uint8_t)(1 + rng_below(r, 6)),
	    (uint8_t)(1 + rng_below(r, 6)) } };
	if (m->phase == PH_MOVE) {
		a.kind = ACT_MOVE;
		(void)move_list(
		    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &move_space);
		a.play = move_space.result[rng_below(r, move_space.n)].play;
	} else if (m->phase == PH_BETWEEN_GAMES) {
		a.kind = ACT_START;
		a.seat = SEAT_NONE;
		a.start.npairs = 1;
		a.start.pair[0] = (struct dice_pair){ { 3, 1 } };
	}
	return a;
}

/* Returns the average time of match_apply in microseconds; rolls and moves alternate. */
static double
apply_actions(const struct action *actions)
{
	static struct match_events events;
	int64_t start = bench_now_ns();
	struct match_state m;

	match_init(&m, &VARIANTS[0], 0);
	for (unsigned i = 0; i < ACTIONS; i++)
		if (match_apply(&m, &actions[i], &move_space, &events).err != MATCH_OK)
			bench_die("action %u is refused", i);
	return (double)(bench_now_ns() - start) / 1e3 / ACTIONS;
}

static void
collect_actions(struct action *actions)
{
	static struct match_events events;
	struct match_state m;
	struct rng r;

	rng_seed(&r, SEED);
	match_init(&m, &VARIANTS[0], 0);
	for (unsigned i = 0; i < ACTIONS; i++) {
		actions[i] = next_action(&m, &r);
		if (match_apply(&m, &actions[i], &move_space, &events).err != MATCH_OK)
			bench_die("action %u is refused", i);
	}
}

/* ---- the whole benchmark ---- */

/* Checks that both generators agree: speed counts only if the plays are right. */
static void
check_agreement(const struct position_and_roll *rolls)
{
	for (unsigned i = 0; i < POSITIONS; i++)
		if (count_engine_plays(&rolls[i]) != count_naive_plays(&rolls[i]))
			bench_die("position %u: %u plays, but the naive generator finds %u", i,
			    move_space.n, naive_plays.n);
}

struct bench_input {
	struct position_and_roll *rolls;  /* POSITIONS rolls from random play */
	struct position_and_roll *second; /* PERFT_1 * DISTINCT_ROLL_COUNT */
	struct action *actions;
};

enum {
	ROW_ROLLS,
	ROW_PLAYS,
	ROW_ROLL,
	ROW_PERFT_2,
	ROW_PERFT_3,
	ROW_ACTION,
	ROW_COUNT,
};

static const char RANDOM_PLAY_TEXT[] =
    "positions and rolls of random play, seed 20260101, backgammon; in process, one thread";
static const char FROM_START_TEXT[] =
    "all different rolls from the start of backgammon; in process, one thread";
static const char ACTIONS_TEXT[] =
    "rolls and moves of random play, backgammon; in process, one thread";
static const char NAIVE_TEXT[] = "naive generator of the tests";

static const struct row ROWS[ROW_COUNT] = {
	[ROW_ROLLS] = { .operation = "legal plays: rolls",
	    .unit = "1/s",
	    .reference = NAIVE_TEXT,
	    .what_is_real = RANDOM_PLAY_TEXT,
	    .n = POSITIONS,
	    .target = RATIO_AT_LEAST,
	    .target_value = 5.3 },
	[ROW_PLAYS] = { .operation = "legal plays: plays found",
	    .unit = "1/s",
	    .reference = NAIVE_TEXT,
	    .what_is_real = RANDOM_PLAY_TEXT,
	    .n = POSITIONS },
	[ROW_ROLL] = { .operation = "legal plays: a roll",
	    .unit = "us",
	    .reference = NAIVE_TEXT,
	    .what_is_real = RANDOM_PLAY_TEXT,
	    .n = POSITIONS },
	[ROW_PERFT_2] = { .operation = "legal plays: perft, N rolls deep",
	    .unit = "ms",
	    .reference = NAIVE_TEXT,
	    .what_is_real = FROM_START_TEXT,
	    .n = 2 },
	[ROW_PERFT_3] = { .operation = "legal plays: perft, N rolls deep",
	    .unit = "ms",
	    .what_is_real = FROM_START_TEXT,
	    .n = 3 },
	[ROW_ACTION] = { .operation = "match_apply: a roll or a move",
	    .unit = "us",
	    .what_is_real = ACTIONS_TEXT,
	    .n = ACTIONS },
};

/* Measures everything once, alternating between reference and engine. */
static void
run(const struct bench_input *w, struct row *rows, unsigned i)
{
	struct figures ref = measure(w->rolls, count_naive_plays);
	struct figures own = measure(w->rolls, count_engine_plays);

	rows[ROW_ROLLS].ref[i] = ref.rolls;
	rows[ROW_ROLLS].own[i] = own.rolls;
	rows[ROW_PLAYS].ref[i] = ref.plays;
	rows[ROW_PLAYS].own[i] = own.plays;
	rows[ROW_ROLL].ref[i] = 1e6 / ref.rolls;
	rows[ROW_ROLL].own[i] = 1e6 / own.rolls;
	rows[ROW_PERFT_2].ref[i] = perft_two_rolls(w->second, count_naive_plays);
	rows[ROW_PERFT_2].own[i] = perft_two_rolls(w->second, count_engine_plays);
	rows[ROW_PERFT_3].own[i] = perft_three_rolls(w->second);
	rows[ROW_ACTION].own[i] = apply_actions(w->actions);
	bench_print_note(
	    "naive %.2f us a roll, move_list %.2f us; three deep %.0f ms; an action %.2f us",
	    1e6 / ref.rolls, 1e6 / own.rolls, rows[ROW_PERFT_3].own[i],
	    rows[ROW_ACTION].own[i]);
}

int
main(int argc, char **argv)
{
	struct bench_input w = {
		.rolls = calloc(POSITIONS, sizeof(struct position_and_roll)),
		.second =
		    calloc(PERFT_1 * DISTINCT_ROLL_COUNT, sizeof(struct position_and_roll)),
		.actions = calloc(ACTIONS, sizeof(struct action)),
	};
	struct row rows[ROW_COUNT];

	if (bench_init(argv[0]) == 0 || w.rolls == NULL || w.second == NULL ||
	    w.actions == NULL)
		bench_die("out of memory");
	collect_positions(w.rolls);
	collect_second_rolls(w.second);
	collect_actions(w.actions);
	check_agreement(w.rolls);
	memcpy(rows, ROWS, sizeof(rows));
	for (unsigned i = 0; bench_next_run(i); i++) {
		run(&w, rows, i);
	}
	bench_report("plays", rows, ROW_COUNT);
	refgames_free(&naive_plays);
	free(w.rolls);
	free(w.second);
	free(w.actions);
	return 0;
}
