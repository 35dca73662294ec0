/* SPDX-License-Identifier: MIT */
/* The time to pair all rounds of Swiss tournaments in which the better seed wins three of four
 * matches at random.  Runs in this process with one thread; the server pairs in a worker
 * thread, so that the event loop does not wait. */
#include <stdlib.h>

#include "base/rng.h"
#include "bench.h"
#include "tourney/swiss.h"

#define SEED 20260101u

struct swiss_event {
	unsigned n, rounds;
	struct swiss_player *players; /* by entry */
	struct swiss_met *met, *pairs;
	size_t met_pairs_n;
	void *space;
};

struct round_times {
	double first, last, slowest, sum; /* ms */
};

/* ---- a tournament ---- */

static void *
must_allocate(void *p)
{
	if (p == NULL)
		bench_die("out of memory");
	return p;
}

static struct swiss_event
cup_make(unsigned n)
{
	struct swiss_event t = { .n = n, .rounds = swiss_default_rounds(n) };
	struct swiss_round r = { .n = n };

	t.players = must_allocate(calloc(n, sizeof(*t.players)));
	t.met = must_allocate(calloc((size_t)n * t.rounds, sizeof(*t.met)));
	t.pairs = must_allocate(calloc(n, sizeof(*t.pairs)));
	t.space = must_allocate(malloc(swiss_scratch_size(&r)));
	for (unsigned i = 0; i < n; i++) {
		t.players[i].entry = (entry_no)i;
		t.players[i].order = (uint16_t)i;
	}
	return t;
}

static void
cup_free(struct swiss_event *t)
{
	free(t->players);
	free(t->met);
	free(t->pairs);
	free(t->space);
}

static void
play(struct swiss_event *t, const struct swiss_result *result, struct rng *r)
{
	for (unsigned i = 0; i < t->n; i++)
		t->players[i].floated = 0;
	for (unsigned i = 0; i < result->pairs_n; i++) {
		struct swiss_player *a = &t->players[t->pairs[i].a],
				    *b = &t->players[t->pairs[i].b];
		bool first = (a->order < b->order) == (rng_below(r, 4) != 0);

		t->met[t->met_pairs_n++] = t->pairs[i];
		if (a->points != b->points) {
			a->floated = a->points > b->points ? 1 : -1;
			b->floated = (int8_t)-a->floated;
		}
		(first ? a : b)->points++;
	}
	if (result->bye != ENTRY_NOBODY) {
		t->players[result->bye].byes++;
		t->players[result->bye].points++;
	}
}

static struct round_times
run(unsigned n, uint64_t seed)
{
	struct swiss_event t = cup_make(n);
	struct round_times times = { 0 };
	struct rng r;

	rng_seed(&r, seed);
	for (unsigned k = 1; k <= t.rounds; k++) {
		struct swiss_round round = { t.players, t.n, t.met, t.met_pairs_n };
		struct swiss_result result = { .pairs = t.pairs };
		int64_t start = bench_now_ns();
		double ms;

		swiss_pair(&round, t.space, &result);
		ms = (double)(bench_now_ns() - start) / 1e6;
		if (result.pairs_n != n / 2 || result.repeats != 0)
			bench_die("round %u of %u players: %u pairs, %u repeats", k, n,
			    result.pairs_n, result.repeats);
		if (k == 1)
			times.first = ms;
		times.last = ms;
		times.sum += ms;
		if (ms > times.slowest)
			times.slowest = ms;
		play(&t, &result, &r);
	}
	cup_free(&t);
	return times;
}

/* ---- figures ---- */

enum swiss_row {
	SLOWEST_1024,
	SUM_1024,
	SLOWEST_1023,
	LAST_4096,
	SWISS_ROWS,
};

int
main(int argc, char **argv)
{
	static struct row rows[SWISS_ROWS] = {
		[SLOWEST_1024] = { .operation = "Swiss: slowest of 11 rounds to pair",
		    .target_value = 1000 },
		[SUM_1024] = { .operation = "Swiss: all 11 rounds" },
		[SLOWEST_1023] = { .operation = "Swiss: slowest of 11 rounds, with a bye",
		    .target_value = 1000 },
		[LAST_4096] = { .operation = "Swiss: the last of 13 rounds" },
	};
	unsigned some = bench_scaled(1024, 1024, 32), many = 4 * some;

	if (bench_init(argv[0]) == 0)
		bench_die("no files");
	for (unsigned i = 0; bench_next_run(i); i++) {
		struct round_times even, odd, most;

		even = run(some, SEED + i);
		odd = run(some - 1, SEED + i);
		most = run(many, SEED + i);
		rows[SLOWEST_1024].own[i] = even.slowest;
		rows[SUM_1024].own[i] = even.sum;
		rows[SLOWEST_1023].own[i] = odd.slowest;
		rows[LAST_4096].own[i] = most.last;
		bench_print_note("%u players: first %.1f ms, slowest %.1f ms; %u: first %.0f "
				 "ms, last %.0f ms",
		    some, even.first, even.slowest, many, most.first, most.last);
	}
	for (unsigned k = 0; k < SWISS_ROWS; k++) {
		rows[k].n = k == LAST_4096 ? many : k == SLOWEST_1023 ? some - 1 : some;
		rows[k].unit = "ms";
		rows[k].target = rows[k].target_value > 0 ? VALUE_AT_MOST : TARGET_NONE;
		rows[k].what_is_real =
		    "players who leave nothing out, seeds 20260101 and on, the "
		    "better wins 3 of 4; in process, one thread";
	}
	bench_report("swiss", rows, SWISS_ROWS);
	return 0;
}
