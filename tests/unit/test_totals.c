/* SPDX-License-Identifier: MIT */
/* Players' totals are counted exactly once, whichever player leaves and whenever the server
 * stops. */
#include "match/match.h"
#include "people/people.h"
#include "tests/support/fixture.h"
#include "tests/support/people.h"
#include "tests/unit/test.h"

struct table {
	struct fixture *h;
	unsigned conn[2];
	struct move_space *space;
	struct rng rng;
};

static void
come(struct table *t)
{
	t->conn[0] = fixture_telnet(t->h, "ann");
	t->conn[1] = fixture_telnet(t->h, "bob");
}

static bool
plays(struct table *t)
{
	return fixture_session(t->h, t->conn[0])->match != 0;
}

static void
play(struct table *t, unsigned lines)
{
	for (unsigned i = 0; i < 2 * lines && plays(t); i++) {
		unsigned conn = t->conn[i % 2];
		unsigned long moves = 0;
		char text[128];
		struct sbuf b;

		SBUF_INIT(&b, text);
		if (people_play(
			t->h, fixture_session(t->h, conn), &t->rng, t->space, &b, &moves))
			fixture_type(t->h, conn, text);
	}
}

static void
resume(struct table *t)
{
	fixture_type(t->h, t->conn[1], "invite ann");
	fixture_type(t->h, t->conn[0], "join bob");
}

struct recounted_totals {
	struct match_state state;
	struct match_totals totals;
	struct move_space *space;
};

static bool
recount_action(void *ctx, const struct action_record *r)
{
	struct recounted_totals *c = ctx;
	struct match_state before = c->state;
	struct match_events ev;
	struct action a;

	assert_true(match_read_action(r, &a));
	assert_int_equal(match_apply(&c->state, &a, c->space, &ev).err, MATCH_OK);
	totals_count_action(&c->totals, &before, &a, &ev);
	return true;
}

struct found {
	unsigned rows;
	struct totals_record t;
};

static void
store_totals_row(void *ctx, const char *game, unsigned length, const struct totals_record *t)
{
	struct found *f = ctx;

	assert_string_equal(game, "backgammon");
	assert_int_equal(length, 9);
	f->rows++;
	f->t = *t;
}

static void
compare(
    struct table *t, const char *name, unsigned seat, const struct match_totals *want, bool won)
{
	struct roll_record r = { 0 };
	struct found f = { 0 };
	struct totals_record wanted = want->of[seat];
	struct user_record u;

	assert_true(store_user_by_name(fixture_store(t->h), name, &u));
	assert_true(store_roll_counts(fixture_store(t->h), u.id, &r));
	assert_memory_equal(
	    r.dice_counts, want->rolls[seat].dice_counts, sizeof(r.dice_counts));
	assert_int_equal(r.bar, want->rolls[seat].bar);
	assert_int_equal(r.bar_entered, want->rolls[seat].bar_entered);
	assert_true(r.bar > 0 && r.bar_entered > 0 && r.bar_entered < r.bar);
	store_totals_each(fixture_store(t->h), u.id, store_totals_row, &f);
	assert_int_equal(f.rows, 1);
	wanted.won = won;
	wanted.lost = !won;
	assert_memory_equal(&f.t, &wanted, offsetof(struct totals_record, timed_plays));
	assert_int_equal(f.t.timed_plays, wanted.timed_plays);
	assert_int_equal(f.t.ms, wanted.ms);
}

static void
add_totals(struct world *w, void *ctx)
{
	const struct totals_record t = { .won = 398,
		.lost = 1,
		.unfinished = 1,
		.doubles_taken = 1,
		.doubles_passed = 999,
		.takes = 2,
		.takes_won = 1 };

	(void)ctx;
	store_totals_add(w->store, 1, "backgammon", 5, &t);
}

TEST(rates_are_shown_from_0_to_100)
{
	struct fixture *h = fixture_new(NULL);
	unsigned ann = fixture_telnet(h, "ann");

	fixture_run_in_turn(h, add_totals, NULL);
	fixture_discard(h);
	fixture_type(h, ann, "stats");
	assert_non_null(strstr(fixture_read(h, ann),
	    "Per cent: matches finished 99, own doubles taken 1, opponents' doubles\r\n"
	    "taken 100, games won after a take 50.\r\n"));
	fixture_free(&h);
}

TEST(totals_are_counted_exactly_once)
{
	struct table t = { .h = fixture_new(NULL), .space = malloc(sizeof(*t.space)) };
	struct recounted_totals c = { .space = t.space };
	struct match_record r;

	assert_non_null(t.space);
	rng_seed(&t.rng, 11);
	come(&t);
	fixture_type(t.h, t.conn[1], "toggle ready"); /* so that bob can be invited */
	fixture_type(t.h, t.conn[0], "invite bob 9");
	fixture_type(t.h, t.conn[1], "join ann");
	for (unsigned i = 0; i < 400; i++) {
		assert_true(store_match_by_id(fixture_store(t.h), 1, &r));
		if (r.ended_ms != 0)
			break;
		play(&t, 1 + (unsigned)rng_below(&t.rng, 30));
		if (!plays(&t))
			continue;
		if (i % 3 == 2) {
			fixture_restart(t.h);
			come(&t);
		} else {
			fixture_type(t.h, t.conn[i % 2], "leave");
		}
		resume(&t);
	}
	assert_true(r.ended_ms != 0 && r.winner >= 0);
	match_init(&c.state, VARIANT_FIBS, 9);
	store_actions_each(fixture_store(t.h), 1, recount_action, &c);
	assert_int_equal(c.state.phase, PH_OVER);
	assert_true(c.totals.of[0].takes + c.totals.of[1].takes > 0);
	compare(&t, "ann", 0, &c.totals, r.winner == 0);
	compare(&t, "bob", 1, &c.totals, r.winner == 1);
	assert_int_equal(
	    store_pair_wins(fixture_store(t.h), r.user[r.winner], r.user[1 - r.winner]), 1);
	free(t.space);
	fixture_free(&t.h);
}
