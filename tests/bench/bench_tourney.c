/* SPDX-License-Identifier: MIT */
/* Large tournaments as the server runs them: a Swiss tournament of 1,024 players and 11 rounds,
 * a knock-out of 4,096, all players online.  The whole server runs in one process with an
 * in-memory store and simulated sockets.  The director decides each match soon after it has
 * begun. Measures how long each turn blocks the loop, and the time from the last result of a
 * round to the pairs of the next one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "domain.h"
#include "base/rng.h"
#include "bench.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/support/tourney_replay.h"

#define SEED 20260101u

/* The purpose of a turn. */
enum turn_purpose {
	ENTERING,
	STARTING,
	SEATING, /* matches start and pairings are announced */
	RESULTS, /* a result set by the director, and its consequences in the same turn */
	ROUNDS,  /* the event loop's part of pairing */
	ENDING,
	READING_BACK, /* a finished tournament is read from the store */
	PURPOSES,
};

static const char *const PURPOSE_NAMES[PURPOSES] = { "entering", "starting", "seating",
	"results", "rounds", "ending", "reading" };

struct cup {
	struct fixture *h;
	struct rng r;
	int64_t id;
	unsigned n, director;
	int64_t longest_ns[PURPOSES];
	int64_t pairing_ns; /* the slowest round, including the work of the worker and of the
			       loop */
	int64_t reading_ns; /* time of reading, in all turns together */
	unsigned long turns_measured;
};

static int64_t
note(struct cup *e, enum turn_purpose what)
{
	int64_t ns = fixture_turn_ns(e->h);

	if (ns > e->longest_ns[what])
		e->longest_ns[what] = ns;
	e->turns_measured++;
	return ns;
}

static void
name_of(unsigned i, char name[8])
{
	name[0] = 'p';
	for (unsigned k = 1; k < 5; k++, i /= 16)
		name[k] = (char)('a' + i % 16);
	name[5] = '\0';
}

static const struct tourney *
cup_tourney(struct cup *e)
{
	return tourney_get(fixture_world(e->h), e->id);
}

/* ---- preparation ---- */

static void
make_people(struct cup *e)
{
	char name[8];

	for (unsigned i = 0; i < e->n; i++) {
		name_of(i, name);
		(void)fixture_user(e->h, name, 1300 + (double)rng_below(&e->r, 600), 100);
		if (i % 4 == 0)
			(void)fixture_clip(e->h, name);
		else
			(void)fixture_tiny(e->h, name);
	}
	e->director = fixture_telnet(e->h, "director");
}

static void
enter_all(struct cup *e, const char *format)
{
	struct tourney_act open = { .kind = TACT_open }, checkin = { .kind = TACT_checkin };
	char name[8];

	e->id = fixture_tourney_create(e->h, e->director, "Cup", NULL);
	if (e->id == 0 || fixture_tourney_set(e->h, e->id, e->director, format) != TOURNEY_OK ||
	    fixture_tourney_set(e->h, e->id, e->director, "capacity 4096") != TOURNEY_OK ||
	    fixture_tourney_set(e->h, e->id, e->director, "clock standard") != TOURNEY_OK ||
	    fixture_tourney_act(e->h, e->id, e->director, &open) != TOURNEY_OK)
		bench_die("no tournament");
	for (unsigned i = 0; i < e->n; i++) {
		name_of(i, name);
		/* entered by the server, because a director is limited to
		 * TOURNEYS_ACTS_PER_HOUR acts an hour */
		if (fixture_tourney_enter(e->h, e->id, FIXTURE_TOURNEY_SERVER, name) !=
		    TOURNEY_OK)
			bench_die("%s does not enter", name);
		(void)note(e, ENTERING);
		checkin.entry = (entry_no)i;
		(void)fixture_tourney_act(e->h, e->id, FIXTURE_TOURNEY_SERVER, &checkin);
		(void)note(e, ENTERING);
	}
}

/* ---- play ---- */

/* Runs turns until nothing is due immediately. */
static void
run_until_quiet(struct cup *e, enum turn_purpose what)
{
	do {
		fixture_turn(e->h);
		(void)note(e, what);
		fixture_discard(e->h);
	} while (domain_next_timer(fixture_world(e->h)) == 0);
}

/* Sets a result: the better-rated player wins three of four matches.  Returns the time it
 * took. */
static int64_t
set_result(struct cup *e, uint32_t p, enum turn_purpose what)
{
	const struct tourney *t = cup_tourney(e);
	const struct pairing *x = &t->pairings[p];
	bool first = t->entries[x->side[0]].rating > t->entries[x->side[1]].rating;
	struct tourney_act a = { .kind = TACT_setresult, .pairing = p, .text = "agreed" };

	a.side = first == (rng_below(&e->r, 4) != 0) ? 0 : 1;
	a.score[a.side] = x->length;
	if (fixture_tourney_act(e->h, e->id, e->director, &a) != TOURNEY_OK)
		bench_die("no result");
	return note(e, what);
}

/* Decides every match that can be played. */
static void
set_all_results(struct cup *e)
{
	const struct tourney *t = cup_tourney(e);

	fixture_advance(e->h, 181000);
	run_until_quiet(e, SEATING);
	while (t->open_first != TOURNEY_NO_PAIRING && t->bouts[t->open_first].match != 0 &&
	       t->phase == TOURNEY_RUNNING) {
		bool last = t->open_n == 1;
		int64_t round = t->round, ns = 0;

		ns = set_result(e, t->open_first, last ? ROUNDS : RESULTS) +
		     fixture_work_ns(e->h);
		fixture_discard(e->h);
		while (last && domain_next_timer(fixture_world(e->h)) == 0) {
			int64_t turn;

			fixture_turn(e->h);
			turn = note(e, t->phase == TOURNEY_RUNNING ? ROUNDS : ENDING);
			if (t->round == round)
				ns += turn + fixture_work_ns(e->h);
		}
		if (last && ns > e->pairing_ns)
			e->pairing_ns = ns;
	}
	fixture_discard(e->h);
}

struct read_state {
	int64_t id;
	bool more_to_read;
};

/* Reads a slice, as a command that needs the tournament does. */
static void
read_some_acts(struct world *w, void *ctx)
{
	struct read_state *r = ctx;

	for (unsigned i = 0; i < 64 && r->more_to_read; i++)
		r->more_to_read = tourney_read_more(w, r->id, 64);
}

/* Reads the tournament from the store again, in slices, as for a command. */
static void
measure_reading(struct cup *e)
{
	struct read_state r = { e->id, true };

	fixture_restart(e->h);
	fixture_turn(e->h);
	(void)fixture_turn_ns(e->h);
	while (r.more_to_read) {
		fixture_run_in_turn(e->h, read_some_acts, &r);
		e->reading_ns += note(e, READING_BACK);
	}
	if (cup_tourney(e)->acts < e->n)
		bench_die("is not read");
}

static void
run(struct cup *e, unsigned n, const char *format, uint64_t seed)
{
	struct tourney_act start = { .kind = TACT_start, .text = "" };
	struct fixture_options o;

	*e = (struct cup){ .n = n };
	rng_seed(&e->r, seed);
	fixture_options_default(&o);
	o.world.idle_s = 30 * 86400;
	o.world.sessions_max = 4608;
	e->h = fixture_new(&o);
	make_people(e);
	enter_all(e, format);
	(void)fixture_turn_ns(e->h);
	if (fixture_tourney_act(e->h, e->id, e->director, &start) != TOURNEY_OK)
		bench_die("does not start");
	(void)note(e, STARTING);
	run_until_quiet(e, STARTING);
	while (cup_tourney(e)->phase == TOURNEY_RUNNING)
		set_all_results(e);
	run_until_quiet(e, ENDING);
	if (cup_tourney(e)->phase != TOURNEY_FINISHED)
		bench_die("does not end");
	measure_reading(e);
	fixture_free(&e->h);
	bench_print_note("%u players: %lu turns", n, e->turns_measured);
}

/* ---- figures ---- */

enum figure {
	PAIRING_1024,
	TURN_1024,
	TURN_4096,
	RESULT_4096,
	READING_1024,
	READING_4096,
	READ_TURN_4096,
	FIGURES,
};

static double
ms(int64_t ns)
{
	return (double)ns / 1e6;
}

/* Returns the longest turn without a command. */
static double
longest_ms(const struct cup *e)
{
	static const enum turn_purpose by_itself[] = { STARTING, SEATING, ROUNDS, ENDING };
	int64_t longest = 0;

	for (unsigned k = 0; k < ARRAY_LEN(by_itself); k++)
		if (e->longest_ns[by_itself[k]] > longest)
			longest = e->longest_ns[by_itself[k]];
	for (unsigned k = 0; k < PURPOSES; k++)
		bench_print_note("%u players: longest turn of %s %.2f ms", e->n,
		    PURPOSE_NAMES[k], ms(e->longest_ns[k]));
	return ms(longest);
}

int
main(int argc, char **argv)
{
	static struct row rows[FIGURES] = {
		[PAIRING_1024] = { .operation = "Swiss: last result to next pairs, slowest",
		    .target_value = 1000 },
		[TURN_1024] = { .operation = "Swiss: longest turn by itself",
		    .target_value = 5 },
		[TURN_4096] = { .operation = "Knock-out: longest turn by itself",
		    .target_value = 5 },
		[RESULT_4096] = { .operation = "Knock-out: longest turn of a director",
		    .target_value = 5 },
		[READING_1024] = { .operation = "Swiss: reading it when it is over" },
		[READING_4096] = { .operation = "Knock-out: reading it when it is over" },
		[READ_TURN_4096] = { .operation = "Knock-out: longest turn of reading it",
		    .target_value = 5 },
	};
	struct gaps gaps = { 0 };
	unsigned runs = bench_scaled(3, 1, 1); /* each run takes a quarter of a minute */
	unsigned some = bench_scaled(1024, 1024, 32), many = 4 * some;

	if (bench_init(argv[0]) == 0)
		bench_die("no files");
	for (unsigned i = 0; i < runs; i++) {
		static struct cup swiss, knockout;

		gaps_measure(&gaps, 200);
		run(&swiss, some, "format swiss", SEED + i);
		run(&knockout, many, "format single", SEED + i);
		rows[PAIRING_1024].own[i] = ms(swiss.pairing_ns);
		rows[TURN_1024].own[i] = longest_ms(&swiss);
		rows[TURN_4096].own[i] = longest_ms(&knockout);
		rows[RESULT_4096].own[i] = ms(knockout.longest_ns[RESULTS]);
		rows[READING_1024].own[i] = ms(swiss.reading_ns);
		rows[READING_4096].own[i] = ms(knockout.reading_ns);
		rows[READ_TURN_4096].own[i] = ms(knockout.longest_ns[READING_BACK]);
	}
	for (unsigned k = 0; k < FIGURES; k++) {
		rows[k].n =
		    k == PAIRING_1024 || k == TURN_1024 || k == READING_1024 ? some : many;
		rows[k].unit = "ms";
		rows[k].target = rows[k].target_value > 0 ? VALUE_AT_MOST : TARGET_NONE;
		rows[k].what_is_real =
		    "whole server in process, CPU time; fake sockets, store in "
		    "memory, all on line, three of four with terminals; "
		    "results by the director";
		rows[k].runs = runs;
		rows[k].gaps = gaps;
	}
	bench_report("tourney", rows, FIGURES);
	return 0;
}
