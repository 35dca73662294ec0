/* SPDX-License-Identifier: MIT */
/* Legal plays: move_list of common/rules against the naive recursive generator of the tests, on the
 * positions and rolls of random play, seeded; backgammon.  In process, one thread, nothing simulated. */
#include <stdlib.h>

#include "base/rng.h"
#include "bench.h"
#include "rules/move.h"
#include "tests/support/naive.h"

#define POSITIONS 20000u
#define SEED 20260101u
#define RUN_NS 400000000

struct roll {
	struct board board;
	enum seat seat;
	unsigned d1, d2;
};

static struct move_space space;
static struct naive_list naive;

/* ---- positions ---- */

static void
collect(struct roll *rolls)
{
	const struct variant *v = &VARIANTS[0];
	struct rng r;
	struct board b;
	enum seat seat = SEAT_0;

	rng_seed(&r, SEED);
	board_start(&b, v);
	for (unsigned i = 0; i < POSITIONS; i++) {
		struct roll *it = &rolls[i];
		unsigned n;

		*it = (struct roll){ b, seat, 1 + rng_below(&r, 6), 1 + rng_below(&r, 6) };
		n = move_list(v, &b, seat, it->d1, it->d2, &space);
		if (n > 0)
			b = space.result[rng_below(&r, n)].after;
		seat = seat_other(seat);
		if (b.at[SEAT_0][PT_OFF] == v->checkers || b.at[SEAT_1][PT_OFF] == v->checkers)
			board_start(&b, v);
	}
}

/* ---- both ways ---- */

static unsigned
engine(const struct roll *it)
{
	return move_list(&VARIANTS[0], &it->board, it->seat, it->d1, it->d2, &space);
}

static unsigned
baseline(const struct roll *it)
{
	naive_plays(&VARIANTS[0], &it->board, it->seat, it->d1, it->d2, &naive);
	return naive.n;
}

struct figures {
	double rolls, plays; /* a second */
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
	return (struct figures){ (double)done * 1e9 / (double)took, (double)plays * 1e9 / (double)took };
}

/* A generator that is fast and wrong is worth nothing. */
static void
agree(const struct roll *rolls)
{
	for (unsigned i = 0; i < POSITIONS; i++)
		if (engine(&rolls[i]) != baseline(&rolls[i]))
			bench_die("position %u: %u plays, but the naive generator finds %u", i, space.n, naive.n);
}

int
main(int argc, char **argv)
{
	struct roll *rolls = calloc(POSITIONS, sizeof(*rolls));
	struct row rows[3] = { 0 };
	struct gaps gaps = { 0 };

	(void)argc;
	if (bench_init(argv[0]) == 0 || rolls == NULL)
		bench_die("out of memory");
	collect(rolls);
	agree(rolls);
	for (unsigned i = 0; i < BENCH_RUNS; i++) {
		struct figures ref, own;

		gaps_measure(&gaps, 200);
		ref = measure(rolls, baseline);
		own = measure(rolls, engine);
		rows[0].ref[i] = ref.rolls;
		rows[0].own[i] = own.rolls;
		rows[1].ref[i] = ref.plays;
		rows[1].own[i] = own.plays;
		rows[2].ref[i] = 1e6 / ref.rolls;
		rows[2].own[i] = 1e6 / own.rolls;
		bench_say("naive %.2f us a roll, move_list %.2f us", 1e6 / ref.rolls, 1e6 / own.rolls);
	}
	rows[0].what = "legal plays: rolls";
	rows[0].unit = "1/s";
	rows[0].target = RATIO_AT_LEAST;
	rows[0].limit = 5.3;
	rows[1].what = "legal plays: plays found";
	rows[1].unit = "1/s";
	rows[2].what = "legal plays: a roll";
	rows[2].unit = "us";
	for (unsigned k = 0; k < 3; k++) {
		rows[k].reference = "naive recursive generator of the tests";
		rows[k].simulated = "positions and rolls of random play, seed 20260101, backgammon; in process, one thread";
		rows[k].n = POSITIONS;
		rows[k].runs = BENCH_RUNS;
		rows[k].gaps = gaps;
	}
	bench_report("plays", rows, 3);
	naive_free(&naive);
	free(rolls);
	return 0;
}
