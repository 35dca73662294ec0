/* SPDX-License-Identifier: MIT */
/* Fills a data directory with generated tournaments:
 *
 *         tourney_store DIR SEED COUNT
 *
 * Formats and sizes differ, and some tournaments stop in the middle.  All are generated from
 * the seed.  Prints their numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"
#include "tests/support/tourneys.h"

#define PLAYERS_MAX 40u

static const char *const SOME[] = { "length 3 5 7", "length 25 99", "final 11", "reset 0",
	"reset 3", "side 3", "chance 1", "consolation 1", "lastchance 1", "lastchance 2",
	"rounds 3", "rounds 12", "losses 1", "losses 2", "group 3", "group 5", "qualify 1",
	"points bellingham",
	"tiebreaks wins direct buchholz-1 buchholz median sonneborn progressive difference",
	"tiebreaks difference wins", "playoff 3", "schedule deadline", "late wait", "checkin 0",
	"clock off", "rated no", "game nackgammon" };

static void
apply_random_settings(struct tourney_run *r, unsigned format)
{
	char text[64];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_add(&b, "format ");
	tourney_setting_word(TSET_format, format, &b);
	run_set(r, text);
	for (unsigned n = rng_below(&r->rng, 8); n > 0; n--)
		run_set(r, SOME[rng_below(&r->rng, ARRAY_LEN(SOME))]);
}

static void
keep(struct store *s, int64_t id, const struct tourney_run *run)
{
	for (size_t i = 0; i < run->log_n; i++) {
		const struct run_log_line *l = &run->log[i];
		struct tourney_act_record r = {
			.tourney = id,
			.seq = (uint32_t)i,
			.at_ms = l->at_ms,
			.actor = l->actor,
			.kind = tourney_act_name(l->kind),
			.text = l->text,
		};

		store_tourney_act_add(s, &r);
	}
}

static int64_t
make_tournament(struct store *s, struct rng *rng, unsigned number)
{
	struct tourney_record r = { .director = 1, .created_ms = 1 };
	struct tourney_run *run = malloc(sizeof(*run));
	unsigned steps = rng_below(rng, 4) == 0 ? rng_below(rng, 200) : 100000;
	int64_t id;
	struct sbuf b;

	CHECK(run != NULL);
	SBUF_INIT(&b, r.name);
	sbuf_addf(&b, "Cup %u \xc3\xa9\"\\", number);
	id = store_tourney_create(s, &r);
	CHECK(id > 0);
	run_init(run, rng_next(rng), rng_below(rng, 3) > 0 ? &RUN_WILD : &RUN_CALM);
	apply_random_settings(run, number % FORMAT_COUNT);
	if (run_start(run, 2 + rng_below(rng, PLAYERS_MAX - 1)))
		while (steps-- > 0 && run_step(run))
			;
	keep(s, id, run);
	run_free(run);
	free(run);
	return id;
}

/* Adds the account of the user who created all tournaments. */
static void
make_director(struct store *s)
{
	struct user_record u = {
		.name = "director", .hash = "!", .rating = 1500, .created_s = 1
	};

	CHECK(store_user_create(s, &u) == 1);
}

int
main(int argc, char **argv)
{
	char why[512];
	struct sbuf error;
	struct store *s;
	struct rng rng;
	unsigned count;

	if (argc != 4) {
		(void)fputs("usage: tourney_store DIR SEED COUNT\n", stderr);
		return 2;
	}
	SBUF_INIT(&error, why);
	if (store_open(argv[1], STORE_DURABLE_NORMAL, NULL, &s, &error) != STORE_OK) {
		(void)fprintf(stderr, "tourney_store: %s\n", why);
		return 1;
	}
	rng_seed(&rng, strtoull(argv[2], NULL, 10));
	count = (unsigned)strtoul(argv[3], NULL, 10);
	make_director(s);
	for (unsigned i = 0; i < count; i++) {
		(void)printf("%lld\n", (long long)make_tournament(s, &rng, i));
		if (store_commit(s, &error) != STORE_OK) {
			(void)fprintf(stderr, "tourney_store: %s\n", why);
			return 1;
		}
	}
	store_close(&s);
	return 0;
}
