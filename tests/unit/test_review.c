/* SPDX-License-Identifier: MIT */
/* Analysis of finished matches: which ones, when, for whom, and what is stored. */
#include "domain.h"
#include "people/people.h"
#include "review/review.h"
#include "stats/counters.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

struct two {
	struct fixture *h;
	unsigned ann, bob;
};

static struct two
start(bool rated_matches)
{
	struct fixture_options o;
	struct two t;

	fixture_options_default(&o);
	o.world.analyse = true;
	o.world.rated_matches = rated_matches;
	t.h = fixture_new(&o);
	t.ann = fixture_telnet(t.h, "ann");
	t.bob = fixture_telnet(t.h, "bob");
	return t;
}

/* Runs until the server has nothing left to analyse. */
static void
run_until_reviewed(struct fixture *h)
{
	int64_t asker;

	for (unsigned i = 0; store_review_next_match(fixture_store(h), &asker) != 0; i++) {
		assert_true(i < 10000);
		fixture_advance(h, 1);
	}
	fixture_turn(h); /* this turn finds no more work */
}

static void
begin(const struct two *t, const char *length)
{
	if (!player_has_toggle(fixture_session(t->h, t->bob)->player, TOGGLE_ready))
		fixture_type(t->h, t->bob, "toggle ready");
	fixture_typef(t->h, t->ann, "invite bob %s yes", length); /* discards a saved match */
	fixture_type(t->h, t->bob, "join ann");
	fixture_both_move(t->h, t->ann, t->bob);
}

static void
end(const struct two *t)
{
	fixture_type(t->h, t->bob, "resign n");
	fixture_type(t->h, t->ann, "accept");
}

static void
play(const struct two *t)
{
	begin(t, "1");
	end(t);
}

/* Plays an unlimited match.  It is over once another match replaces it, and it is not rated. */
static void
play_unrated(const struct two *t)
{
	begin(t, "unlimited");
	end(t);
	fixture_type(t->h, t->ann, "leave");
}

static void
says(struct fixture *h, unsigned conn, const char *line, const char *answer)
{
	fixture_discard(h);
	fixture_type(h, conn, line);
	if (strstr(fixture_read(h, conn), answer) == NULL)
		fail_msg("%s: not '%s'", line, answer);
}

struct error_rows {
	unsigned n;
	struct error_totals_record t;
};

static void
store_errors(void *ctx, const char *game, const struct error_totals_record *t)
{
	struct error_rows *e = ctx;

	assert_string_equal(game, "backgammon");
	e->n++;
	e->t = *t;
}

static struct error_rows
errors_of(struct fixture *h, int64_t user)
{
	struct error_rows e = { 0 };

	store_error_totals_each(fixture_store(h), user, store_errors, &e);
	return e;
}

static struct review_record
review_of(struct fixture *h, int64_t match, unsigned seat)
{
	struct review_record r[2];

	assert_true(store_review_read(fixture_store(h), match, r));
	return r[seat];
}

/* ---- when matches are analysed ---- */

TEST(a_rated_match_is_analysed_automatically_once)
{
	struct two t = start(true);
	struct review_record r[2];
	struct error_rows e;

	play(&t);
	run_until_reviewed(t.h);
	assert_true(review_of(t.h, 1, 0).play_decisions > 0);
	assert_int_equal(review_of(t.h, 1, 0).plies, 1);
	e = errors_of(t.h, 1);
	assert_int_equal(e.n, 1);
	assert_int_equal(e.t.matches, 1);
	assert_int_equal(e.t.decisions,
	    review_of(t.h, 1, 0).play_decisions + review_of(t.h, 1, 0).cube_decisions);
	says(t.h, t.ann, "analyse 1", "Analysis of match 1, ann against bob");
	says(t.h, t.ann, "stats", "Analysed matches:");
	assert_int_equal(reviews_next_timer(fixture_world(t.h)), -1);
	assert_true(store_review_read(fixture_store(t.h), 1, r));
	fixture_restart(t.h);
	run_until_reviewed(t.h);
	assert_int_equal(errors_of(t.h, 1).t.matches, 1);
	fixture_free(&t.h);
}

TEST(the_metrics_count_waiting_matches_once_a_minute)
{
	struct two t = start(true);
	const struct counters *c = fixture_world(t.h)->counters;

	play(&t);
	assert_int_equal(c->analyses_queued, 0);
	fixture_advance(t.h, COUNTERS_SAMPLE_MS);
	assert_int_equal(c->analyses_queued, 1);
	run_until_reviewed(t.h);
	assert_int_equal(c->analyses_queued, 1);
	fixture_advance(t.h, COUNTERS_SAMPLE_MS);
	assert_int_equal(c->analyses_queued, 0);
	assert_int_equal(c->database_bytes, store_database_bytes(fixture_store(t.h)));
	assert_true(c->database_bytes > 0);
	fixture_free(&t.h);
}

TEST(an_unfinished_match_is_never_analysed)
{
	struct two t = start(true);
	unsigned eve = fixture_telnet(t.h, "eve");

	begin(&t, "3");
	fixture_type(t.h, eve, "watch ann");
	for (unsigned saved = 0; saved < 2; saved++) {
		says(t.h, t.ann, "analyse 1", "** That match is not over yet.");
		says(t.h, t.bob, "analyse 1", "** That match is not over yet.");
		says(t.h, eve, "analyse 1", "** That match is not over yet.");
		assert_false(store_review_is_queued(fixture_store(t.h), 1));
		run_until_reviewed(t.h);
		fixture_type(t.h, t.ann, "leave");
	}
	fixture_free(&t.h);
}

/* An unlimited match can be resumed until it is over, so it is not analysed before then. */
TEST(an_unlimited_match_is_analysed_on_request_once_over)
{
	struct two t = start(true);
	unsigned eve = fixture_clip(t.h, "eve");

	play_unrated(&t);
	says(t.h, t.ann, "analyse 1", "** That match is not over yet.");
	play(&t); /* this match replaces the unlimited match */
	run_until_reviewed(t.h);
	assert_true(review_of(t.h, 2, 0).play_decisions > 0);
	fixture_discard(t.h);
	says(t.h, t.ann, "analyse 1", "** Match 1 is queued for analysis");
	fixture_type(t.h, eve, "analyse 1");
	run_until_reviewed(t.h);
	if (strstr(fixture_read(t.h, t.ann), "** The analysis of match 1 is there") == NULL)
		fail_msg("nothing is said");
	assert_null(strstr(fixture_read(t.h, eve), "is there"));
	says(t.h, t.bob, "analyse 1", "With average luck ann would win ");
	assert_int_equal(errors_of(t.h, 2).t.matches, 1); /* the match was not rated */
	fixture_free(&t.h);
}

TEST(requests_per_user_are_limited)
{
	struct two t = start(false);

	for (unsigned i = 0; i < 4; i++)
		play(&t);
	run_until_reviewed(t.h);
	fixture_hold_work(t.h, true, 64);
	for (unsigned i = 1; i <= REVIEW_REQUESTS_MAX; i++) {
		char line[32];

		(void)snprintf(line, sizeof(line), "analyse %u", i);
		says(t.h, t.ann, line, "is queued for analysis");
		says(t.h, t.ann, line,
		    "is queued for analysis"); /* asking again has no effect */
	}
	says(t.h, t.ann, "analyse 4", "** 3 of your matches are already queued for analysis.");
	says(t.h, t.bob, "analyse 4", "** Match 4 is queued for analysis");
	fixture_hold_work(t.h, false, 64);
	run_until_reviewed(t.h);
	for (unsigned i = 1; i <= 4; i++)
		(void)review_of(t.h, i, 0);
	fixture_free(&t.h);
}

/* A request for a match that the server has already queued counts like any other, and is served
 * after earlier requests. */
TEST(requesting_a_queued_match_overtakes_no_other_request)
{
	struct two t = start(true);
	int64_t asker;

	fixture_hold_work(t.h, true, 64);
	for (unsigned i = 0; i < 6; i++)
		play(&t);
	says(t.h, t.bob, "analyse 6", "is queued for analysis");
	for (unsigned i = 2; i <= 5; i++) {
		char line[32];

		(void)snprintf(line, sizeof(line), "analyse %u", i);
		says(t.h, t.ann, line, "is queued for analysis");
	}
	assert_int_equal(store_reviews_queued_by(fixture_store(t.h), 1), REVIEW_REQUESTS_MAX);
	assert_int_equal(
	    store_reviews_queued_by(fixture_store(t.h), 0), 2); /* matches 1 and 5 */
	assert_int_equal(store_review_next_match(fixture_store(t.h), &asker), 6);
	assert_int_equal(asker, 2);
	fixture_hold_work(t.h, false, 64);
	run_until_reviewed(t.h);
	fixture_free(&t.h);
}

TEST(a_server_that_does_not_analyse_says_so)
{
	struct fixture *h = fixture_new(NULL);
	struct two t = { h, fixture_telnet(h, "ann"), fixture_telnet(h, "bob") };

	play(&t);
	says(h, t.ann, "analyse 1", "** This server does not analyse matches.");
	assert_int_equal(reviews_next_timer(fixture_world(h)), -1);
	fixture_free(&h);
}

/* ---- what is stored ---- */

TEST(an_analysis_restarted_after_a_restart_gives_the_same_result)
{
	struct review_record r[2];

	for (unsigned cut = 0; cut < 2; cut++) {
		struct two t = start(true);

		begin(&t, "1");
		if (cut == 1)
			fixture_hold_work(t.h, true, 64);
		end(&t);
		if (cut == 1) {
			fixture_turn(t.h); /* the analysis is in progress */
			assert_true(store_review_is_queued(fixture_store(t.h), 1));
			fixture_restart(t.h);
			fixture_hold_work(t.h, false, 64);
		}
		run_until_reviewed(t.h);
		r[cut] = review_of(t.h, 1, 0);
		assert_int_equal(errors_of(t.h, 1).t.matches, 1);
		fixture_free(&t.h);
	}
	assert_memory_equal(&r[0], &r[1], sizeof(r[0]));
}

static void
erase_bob(struct world *w, void *ctx)
{
	(void)ctx;
	store_user_erase(w->store, 2, "erased_2", 1);
}

TEST(no_sums_are_kept_for_an_erased_user)
{
	struct two t = start(true);

	begin(&t, "1");
	fixture_hold_work(t.h, true, 64);
	end(&t);
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	fixture_run_in_turn(t.h, erase_bob, NULL);
	fixture_hold_work(t.h, false, 64);
	run_until_reviewed(t.h);
	(void)review_of(t.h, 1, 1);
	assert_int_equal(errors_of(t.h, 1).n, 1);
	assert_int_equal(errors_of(t.h, 2).n, 0);
	fixture_free(&t.h);
}

/* ---- imported and practice matches ---- */

static void
add_unrated(struct world *w, void *ctx)
{
	static const struct action_record ACTIONS[] = {
		{ .match = 1,
		    .seat = 2,
		    .kind = "start",
		    .text = "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31" },
		{ .match = 1, .seq = 1, .seat = 0, .kind = "move", .text = "6/3 6/5" },
	};
	struct match_record r = { .user = { 1, 2 },
		.length = 1,
		.variant = "backgammon",
		.unrated = true,
		.created_ms = 1 };
	const uint32_t score[2] = { 1, 0 };

	assert_int_equal(store_match_create(w->store, &r), 1);
	for (unsigned i = 0; i < ARRAY_LEN(ACTIONS); i++)
		store_action_add(w->store, &ACTIONS[i]);
	store_match_end(w->store, 1, 1, ctx, 0, score);
}

TEST(an_imported_match_is_marked_and_counts_nowhere)
{
	struct two t = start(true);
	char reason[] = MATCH_IMPORTED;

	fixture_run_in_turn(t.h, add_unrated, reason);
	says(t.h, t.ann, "history", " won  imported");
	says(t.h, t.ann, "match 1", "  Moves of ann: 1.\r\n  Moves of bob: 0.\r\n");
	says(t.h, t.ann, "fair 1", "It was not played here: nothing is known of its dice.");
	says(t.h, t.ann, "analyse 1", "** Match 1 is queued for analysis");
	run_until_reviewed(t.h);
	says(t.h, t.ann, "analyse 1", "move 1 of ann: ??");
	assert_int_equal(errors_of(t.h, 1).n, 0);
	fixture_free(&t.h);
}

/* Practice has no stakes, so it says nothing about a player's strength. */
TEST(a_practice_match_counts_in_no_average)
{
	struct two t = start(true);
	char reason[] = "won";

	fixture_run_in_turn(t.h, add_unrated, reason);
	says(t.h, t.bob, "analyse 1", "** Match 1 is queued for analysis");
	run_until_reviewed(t.h);
	says(t.h, t.bob, "analyse 1", "move 1 of ann: ??");
	assert_int_equal(errors_of(t.h, 1).n, 0);
	assert_int_equal(errors_of(t.h, 2).n, 0);
	fixture_free(&t.h);
}

struct row {
	int seat;
	const char *kind, *text;
};

static void
add_rows(struct world *w, const char *game, const struct row *rows, unsigned n)
{
	struct match_record r = { .user = { 1, 2 }, .length = 7, .created_ms = 1 };
	const uint32_t score[2] = { 1, 0 };

	(void)sbuf_copy(r.variant, sizeof(r.variant), game);
	assert_int_equal(store_match_create(w->store, &r), 1);
	for (unsigned i = 0; i < n; i++) {
		const struct action_record a = {
			.match = 1,
			.seq = i,
			.seat = rows[i].seat,
			.kind = rows[i].kind,
			.text = rows[i].text,
		};

		store_action_add(w->store, &a);
	}
	store_match_end(w->store, 1, 1, "forfeit", 0, score);
}

/* Adds the first *ctx actions of a game in which ann hits twice, bob dances, ann rolls instead
 * of doubling, and bob resigns. */
static void
add_resigned_match(struct world *w, void *ctx)
{
	static const struct row ROWS[] = {
		{ 2, "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31" },
		{ 0, "move", "8/5 6/5" },
		{ 1, "roll", "roll=1 dice=43" },
		{ 1, "move", "6/2 6/3" },
		{ 0, "roll", "roll=2 dice=21" },
		{ 0, "move", "24/22 24/23" },
		{ 1, "roll", "roll=3 dice=55" },
		{ 0, "roll", "roll=4 dice=63" },
		{ 1, "resign", "1" },
		{ 0, "resign_accept", "" },
		{ 2, "start", "o=1 crawford=1 autodouble=0 redoubles=0,0 roll=5 dice=31" },
		{ 0, "move", "6/3 6/5" },
	};
	const unsigned *n = ctx;

	add_rows(w, "backgammon", ROWS, *n);
}

/* The missed double has no move of its own in the list, so it is attached to the last move and
 * names its player. */
TEST(a_missed_double_before_a_resignation_stays_in_its_game)
{
	struct two t = start(true);
	unsigned actions = 12;

	fixture_run_in_turn(t.h, add_resigned_match, &actions);
	fixture_type(t.h, t.ann, "analyse 1");
	run_until_reviewed(t.h);
	says(t.h, t.ann, "analyse 1", "move 4 of ann: ? -0.");
	says(t.h, t.ann, "replay 1 4", "move 4. bob: 55: -\r\n");
	says(t.h, t.ann, "replay 1 4", "\r\nThen ann: ? -0.");
	says(t.h, t.ann, "export 1 txt", "then ann: ? -0.");
	fixture_discard(t.h);
	fixture_type(t.h, t.ann, "replay 1 5");
	assert_non_null(
	    strstr(fixture_read(t.h, t.ann), "better: 17/20 19/20")); /* in X's numbers */
	assert_null(strstr(fixture_read(t.h, t.ann), "better: double"));
	fixture_free(&t.h);
}

/* A missed double is also kept if the server ends the match right after the player's roll. */
TEST(a_missed_double_at_the_end_stays_in_its_match)
{
	struct two t = start(true);
	unsigned actions = 8;

	fixture_run_in_turn(t.h, add_resigned_match, &actions);
	fixture_type(t.h, t.ann, "analyse 1");
	run_until_reviewed(t.h);
	says(t.h, t.ann, "analyse 1", "move 4 of ann: ? -0.");
	says(t.h, t.ann, "replay 1 4", "move 4. bob: 55: -\r\n");
	says(t.h, t.ann, "replay 1 4", "\r\nThen ann: ? -0.");
	fixture_free(&t.h);
}

/* Adds a match in which both players missed a double at their last roll, and no move follows
 * the second roll.  ctx: ann's last roll and move, which determine whose error is larger. */
static void
add_both_err(struct world *w, void *ctx)
{
	const char *const *last = ctx;
	const struct row rows[] = {
		{ 2, "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=42" },
		{ 0, "move", "22/18 18/16" },
		{ 1, "roll", "roll=1 dice=52" },
		{ 1, "move", "23/18 18/16" },
		{ 0, "roll", "roll=2 dice=32" },
		{ 0, "move", "23/20 24/22" },
		{ 1, "roll", "roll=3 dice=35" },
		{ 1, "move", "24/19 19/16" },
		{ 0, "roll", "roll=4 dice=61" },
		{ 0, "move", "16/10 22/21" },
		{ 1, "roll", "roll=5 dice=35" },
		{ 1, "move", "16/11 22/19" },
		{ 0, "roll", "roll=6 dice=52" },
		{ 0, "move", "21/16 10/8" },
		{ 1, "roll", "roll=7 dice=64" },
		{ 1, "move", "19/13 16/12" },
		{ 0, "roll", last[0] },
		{ 0, "move", last[1] },
		{ 1, "roll", "roll=9 dice=54" },
	};

	add_rows(w, "hyper", rows, ARRAY_LEN(rows));
}

static void
note_cube(void *ctx, const struct review_mark *m)
{
	struct review_mark *cube = ctx;

	if (!m->is_cube_decision)
		return;
	assert_true(cube->error == 0.0);
	*cube = *m;
}

TEST(of_two_cube_errors_on_a_move_the_larger_is_kept)
{
	static const struct {
		const char *last[2];
		int seat;
		double error;
	} CASES[] = { { { "roll=8 dice=56", "8/2 20/15" }, 1, 0.147 },
		{ { "roll=8 dice=25", "20/18 16/11" }, 0, 0.086 } };

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		struct two t = start(true);
		struct review_mark cube = { .error = 0.0 };

		fixture_run_in_turn(t.h, add_both_err, (void *)(uintptr_t)CASES[i].last);
		fixture_type(t.h, t.ann, "analyse 1");
		run_until_reviewed(t.h);
		store_review_marks_of(fixture_store(t.h), 1, 9, note_cube, &cube);
		assert_int_equal(cube.seat, CASES[i].seat);
		assert_true(cube.error > CASES[i].error - 0.002);
		assert_true(cube.error < CASES[i].error + 0.002);
		fixture_free(&t.h);
	}
}

/* ---- adjusted for luck ---- */

static void
add_luck_rows(struct world *w, void *ctx)
{
	static const struct {
		const char *reason;
		int winner;
		double luck;
	} ROWS[] = {
		{ "won", 0, -0.372 },
		{ "won", 1, 0.2 },
		{ "won", 0, 0.058 },
		{ "time", 0, 0.058 },
	};

	(void)ctx;
	for (unsigned i = 0; i < ARRAY_LEN(ROWS); i++) {
		const uint32_t score[2] = { ROWS[i].winner == 0, ROWS[i].winner == 1 };
		const struct review_record x[2] = {
			{ .plies = 1, .rolls = 1, .luck_worth = ROWS[i].luck }, { .plies = 1 }
		};
		struct match_record r = {
			.user = { 1, 2 }, .length = 1, .variant = "backgammon", .created_ms = 1
		};

		assert_int_equal(store_match_create(w->store, &r), i + 1);
		store_match_end(w->store, i + 1, 1, ROWS[i].reason, ROWS[i].winner, score);
		store_review_add(w->store, i + 1, x, NULL, 0);
	}
}

TEST(the_luck_adjusted_result_is_a_probability_and_needs_play)
{
	struct two t = start(true);

	fixture_run_in_turn(t.h, add_luck_rows, NULL);
	says(t.h, t.ann, "analyse 1", "ann would win 100.0 of 100");
	says(t.h, t.ann, "analyse 2", "ann would win 0.0 of 100");
	says(t.h, t.ann, "analyse 3", "ann would win 94.2 of 100");
	fixture_discard(t.h);
	fixture_type(t.h, t.ann, "analyse 4");
	assert_null(strstr(fixture_read(t.h, t.ann), "With average luck"));
	fixture_free(&t.h);
}

/* ---- suspects ---- */

static void
add_players(struct world *w, void *ctx)
{
	static const struct {
		const char *name;
		struct error_totals_record t;
	} ROWS[] = {
		/* squares: the sum of the squared times in seconds, which gives the spread */
		{ "quick", { .matches = 9,
			       .decisions = 400,
			       .error_sum = 1.6,
			       .timed_plays = 100,
			       .thinking_seconds = 300,
			       .seconds_squared = 1800 } }, /* mean 3 s, spread 3 */
		{ "even", { .matches = 9,
			      .decisions = 200,
			      .error_sum = 1.0,
			      .timed_plays = 100,
			      .thinking_seconds = 2000,
			      .seconds_squared = 40400 } }, /* mean 20 s, spread 2 */
		{ "strong", { .matches = 9,
				.decisions = 500,
				.error_sum = 2.0,
				.timed_plays = 100,
				.thinking_seconds = 2000,
				.seconds_squared = 80000 } }, /* mean 20 s, spread 20 */
		{ "weak", { .matches = 9,
			      .decisions = 500,
			      .error_sum = 20.0,
			      .timed_plays = 100,
			      .thinking_seconds = 300,
			      .seconds_squared = 1000 } },
		{ "fresh", { .matches = 2,
			       .decisions = 199,
			       .error_sum = 0.1,
			       .timed_plays = 50,
			       .thinking_seconds = 100,
			       .seconds_squared = 200 } },
		{ "engine", { .matches = 99,
				.decisions = 5000,
				.error_sum = 1.0,
				.timed_plays = 100,
				.thinking_seconds = 100,
				.seconds_squared = 100 } }, /* a bot of the server */
	};

	(void)ctx;
	for (unsigned i = 0; i < ARRAY_LEN(ROWS); i++) {
		struct user_record u = { .rating = 1500, .created_s = 1, .hash = "weak:x" };
		int64_t id;

		CHECK(sbuf_copy(u.name, sizeof(u.name), ROWS[i].name));
		if (strcmp(u.name, "engine") == 0)
			CHECK(sbuf_copy(u.hash, sizeof(u.hash), STORE_HASH_BOT));
		id = store_user_create(w->store, &u);
		assert_true(id > 0);
		store_error_totals_add(w->store, id, "backgammon", &ROWS[i].t);
	}
}

FIXTURE_TEST(suspects_are_accurate_players_at_an_even_pace)
{
	unsigned op = fixture_telnet(h, "oscar");
	const char *text, *quick, *even;

	fixture_set_role(h, "oscar", "operator");
	fixture_drop(h, op, NET_CLOSE_PEER);
	op = fixture_telnet(h, "oscar");
	fixture_run_in_turn(h, add_players, NULL);
	fixture_discard(h);
	fixture_type(h, op, "suspects");
	text = fixture_read(h, op);
	quick = strstr(text,
	    "  quick                Backgammon           9       400  2.00      3.0     3.0");
	even = strstr(text,
	    "  even                 Backgammon           9       200  2.50     20.0     2.0");
	if (quick == NULL || even == NULL || even < quick)
		fail_msg("%s", text);
	assert_null(strstr(text, "strong"));
	assert_null(strstr(text, "weak"));
	assert_null(strstr(text, "fresh"));
	assert_null(strstr(text, "  engine"));
}
