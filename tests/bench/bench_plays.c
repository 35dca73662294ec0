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
#define RUN_NS ((int64_t)bench_number(400, 400, 20) * 1000000)
/* Ways to play one, two, three rolls, summed over the 21 different rolls; two independent
 * generators agree on them. */
#define PERFT_1 447u
#define PERFT_2 202782u
#define PERFT_3 116154993u
#define ACTIONS 200000u

struct roll {
	struct board board;
	enum seat seat;
	unsigned d1, d2;
};

static struct move_space space;
static struct refgames_list naive;

/* ---- positions ---- */

static void
collect(struct roll *rolls)
{
	const struct variant *v = &VARIANTS[0];
	struct rng r;
	struct board b;
	enum seat seat = SEAT_0;

	rng_seed(&r, SEED);
	variant_start_board(&b, v);
	for (unsigned i = 0; i < POSITIONS; i++) {
		struct roll *it = &rolls[i];
		unsigned n;

		*it = (struct roll){ b, seat, 1 + rng_below(&r, 6), 1 + rng_below(&r, 6) };
		n = move_list(v, &b, seat, it->d1, it->d2, &space);
		if (n > 0)
			b = space.result[rng_below(&r, n)].after;
		seat = seat_other(seat);
		if (b.at[SEAT_0][PT_OFF] == v->checkers || b.at[SEAT_1][PT_OFF] == v->checkers)
			variant_start_board(&b, v);
	}
}

/* ---- both generators ---- */

static unsigned
engine(const struct roll *it)
{
	return move_list(&VARIANTS[0], &it->board, it->seat, it->d1, it->d2, &space);
}

static unsigned
baseline(const struct roll *it)
{
	refgames_plays("backgammon", &it->board, it->seat, it->d1, it->d2, &naive);
	return naive.n;
}

struct figures {
	double rolls, plays; /* per second */
};

static struct figures
measure(const struct roll *rolls, unsigned (*generate)(const struct roll *it))
{
	int64_t start = bench_ns(), took = 0;
	uint64_t done = 0, plays = 0;

	while (took < RUN_NS) {
		for (unsigned i = 0; i < 500; i++)
			plays += generate(&rolls[(done + i) % POSITIONS]);
		done += 500;
		took = bench_ns() - start;
	}
	return (struct figures){ (double)done * 1e9 / (double)took,
		(double)plays * 1e9 / (double)took };
}

/* ---- counting ---- */

/* clang-format off */
static const struct dice_pair DIFFERENT[] = {
	{ { 1, 1 } }, { { 2, 1 } }, { { 3, 1 } }, { { 4, 1 } }, { { 5, 1 } }, { { 6, 1 } },
	{ { 2, 2 } }, { { 3, 2 } }, { { 4, 2 } }, { { 5, 2 } }, { { 6, 2 } },
	{ { 3, 3 } }, { { 4, 3 } }, { { 5, 3 } }, { { 6, 3 } },
	{ { 4, 4 } }, { { 5, 4 } }, { { 6, 4 } },
	{ { 5, 5 } }, { { 6, 5 } },
	{ { 6, 6 } },
};
/* clang-format on */
#define ROLLS ARRAY_LEN(DIFFERENT)

/* Combines every position after the first roll with every second roll. */
static void
collect_second_rolls(struct roll *rolls)
{
	static struct move_space first;
	size_t n = 0;
	struct board b;

	variant_start_board(&b, &VARIANTS[0]);
	for (size_t k = 0; k < ROLLS; k++) {
		(void)move_list(
		    &VARIANTS[0], &b, SEAT_0, DIFFERENT[k].d[0], DIFFERENT[k].d[1], &first);
		for (size_t i = 0; i < first.n * ROLLS && n < PERFT_1 * ROLLS; i++)
			rolls[n++] = (struct roll){ first.result[i / ROLLS].after, SEAT_1,
				DIFFERENT[i % ROLLS].d[0], DIFFERENT[i % ROLLS].d[1] };
	}
	if (n != PERFT_1 * ROLLS)
		bench_die("too few ways to play the first roll");
}

/* Counts two rolls deep: the ways to play each of `rolls`.  Returns milliseconds.  No game ends
 * so early, and a roll without a legal play counts as one way. */
static double
count_two(const struct roll *rolls, unsigned (*generate)(const struct roll *it))
{
	int64_t start = bench_ns();
	unsigned sum = 0;

	for (unsigned i = 0; i < PERFT_1 * ROLLS; i++) {
		unsigned n = generate(&rolls[i]);

		sum += n > 0 ? n : 1;
	}
	if (sum != PERFT_2)
		bench_die("perft 2 is %u instead of %u", sum, PERFT_2);
	return (double)(bench_ns() - start) / 1e6;
}

/* Counts the ways to play any roll. */
static uint64_t
count_one(const struct board *b, enum seat seat)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < ROLLS; i++) {
		unsigned n = move_list(
		    &VARIANTS[0], b, seat, DIFFERENT[i].d[0], DIFFERENT[i].d[1], &space);

		sum += n > 0 ? n : 1;
	}
	return sum;
}

/* Counts three rolls deep, using only move_list.  Returns milliseconds. */
static double
count_three(const struct roll *rolls)
{
	static struct move_space second;
	int64_t start = bench_ns();
	uint64_t sum = 0;

	for (unsigned i = 0; i < PERFT_1 * ROLLS; i++) {
		const struct roll *it = &rolls[i];

		if (move_list(&VARIANTS[0], &it->board, SEAT_1, it->d1, it->d2, &second) == 0)
			sum += count_one(&it->board, SEAT_0);
		for (unsigned k = 0; k < second.n; k++)
			sum += count_one(&second.result[k].after, SEAT_0);
	}
	if (sum != PERFT_3)
		bench_die("perft 3 is %" PRIu64 " instead of %u", sum, PERFT_3);
	return (double)(bench_ns() - start) / 1e6;
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
		    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &space);
		a.play = space.result[rng_below(r, space.n)].play;
	} else if (m->phase == PH_BETWEEN) {
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
	int64_t start = bench_ns();
	struct match_state m;

	match_init(&m, &VARIANTS[0], 0);
	for (unsigned i = 0; i < ACTIONS; i++)
		if (match_apply(&m, &actions[i], &space, &events).err != MATCH_OK)
			bench_die("action %u is refused", i);
	return (double)(bench_ns() - start) / 1e3 / ACTIONS;
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
		if (match_apply(&m, &actions[i], &space, &events).err != MATCH_OK)
			bench_die("action %u is refused", i);
	}
}

/* ---- the whole benchmark ---- */

/* Checks that both generators agree: speed counts only if the plays are right. */
static void
agree(const struct roll *rolls)
{
	for (unsigned i = 0; i < POSITIONS; i++)
		if (engine(&rolls[i]) != baseline(&rolls[i]))
			bench_die("position %u: %u plays, but the naive generator finds %u", i,
			    space.n, naive.n);
}

struct work {
	struct roll *rolls;  /* POSITIONS rolls from random play */
	struct roll *second; /* PERFT_1 * ROLLS */
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

static const char RANDOM_PLAY[] =
    "positions and rolls of random play, seed 20260101, backgammon; in process, one thread";
static const char FROM_START[] =
    "all different rolls from the start of backgammon; in process, one thread";
static const char ACTIONS_OF[] =
    "rolls and moves of random play, backgammon; in process, one thread";
static const char NAIVE[] = "naive generator of the tests";

static const struct row ROWS[ROW_COUNT] = {
	[ROW_ROLLS] = { .what = "legal plays: rolls",
	    .unit = "1/s",
	    .reference = NAIVE,
	    .simulated = RANDOM_PLAY,
	    .n = POSITIONS,
	    .target = RATIO_AT_LEAST,
	    .limit = 5.3 },
	[ROW_PLAYS] = { .what = "legal plays: plays found",
	    .unit = "1/s",
	    .reference = NAIVE,
	    .simulated = RANDOM_PLAY,
	    .n = POSITIONS },
	[ROW_ROLL] = { .what = "legal plays: a roll",
	    .unit = "us",
	    .reference = NAIVE,
	    .simulated = RANDOM_PLAY,
	    .n = POSITIONS },
	[ROW_PERFT_2] = { .what = "legal plays: perft, N rolls deep",
	    .unit = "ms",
	    .reference = NAIVE,
	    .simulated = FROM_START,
	    .n = 2 },
	[ROW_PERFT_3] = { .what = "legal plays: perft, N rolls deep",
	    .unit = "ms",
	    .simulated = FROM_START,
	    .n = 3 },
	[ROW_ACTION] = { .what = "match_apply: a roll or a move",
	    .unit = "us",
	    .simulated = ACTIONS_OF,
	    .n = ACTIONS },
};

/* Measures everything once, alternating between reference and engine. */
static void
run(const struct work *w, struct row *rows, unsigned i)
{
	struct figures ref = measure(w->rolls, baseline);
	struct figures own = measure(w->rolls, engine);

	rows[ROW_ROLLS].ref[i] = ref.rolls;
	rows[ROW_ROLLS].own[i] = own.rolls;
	rows[ROW_PLAYS].ref[i] = ref.plays;
	rows[ROW_PLAYS].own[i] = own.plays;
	rows[ROW_ROLL].ref[i] = 1e6 / ref.rolls;
	rows[ROW_ROLL].own[i] = 1e6 / own.rolls;
	rows[ROW_PERFT_2].ref[i] = count_two(w->second, baseline);
	rows[ROW_PERFT_2].own[i] = count_two(w->second, engine);
	rows[ROW_PERFT_3].own[i] = count_three(w->second);
	rows[ROW_ACTION].own[i] = apply_actions(w->actions);
	bench_say(
	    "naive %.2f us a roll, move_list %.2f us; three deep %.0f ms; an action %.2f us",
	    1e6 / ref.rolls, 1e6 / own.rolls, rows[ROW_PERFT_3].own[i],
	    rows[ROW_ACTION].own[i]);
}

int
main(int argc, char **argv)
{
	struct work w = {
		.rolls = calloc(POSITIONS, sizeof(struct roll)),
		.second = calloc(PERFT_1 * ROLLS, sizeof(struct roll)),
		.actions = calloc(ACTIONS, sizeof(struct action)),
	};
	struct row rows[ROW_COUNT];

	if (bench_init(argv[0]) == 0 || w.rolls == NULL || w.second == NULL ||
	    w.actions == NULL)
		bench_die("out of memory");
	collect(w.rolls);
	collect_second_rolls(w.second);
	collect_actions(w.actions);
	agree(w.rolls);
	memcpy(rows, ROWS, sizeof(rows));
	for (unsigned i = 0; bench_again(i); i++) {
		run(&w, rows, i);
	}
	bench_report("plays", rows, ROW_COUNT);
	refgames_free(&naive);
	free(w.rolls);
	free(w.second);
	free(w.actions);
	return 0;
}
