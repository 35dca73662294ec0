/* SPDX-License-Identifier: MIT */
/* Tournament matches that are decided while they are being played.  A match that both players
 * have started belongs to them: it continues as an ordinary match, and only play, time and
 * absence end it. */
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "rules/clock.h"
#include "tests/support/fixture.h"
#include "tests/support/tourney_replay.h"
#include "tests/unit/test.h"

#define MINUTE_MS 60000

struct released_test {
	struct fixture *h;
	int64_t id, row;
	unsigned dir, c[2];
};

static struct released_test k;
static const char *const NAMES[] = { "anna", "bert" };

AFTER_EACH
{
	if (k.h != NULL)
		fixture_free(&k.h);
}

static void
come(unsigned i)
{
	k.c[i] = fixture_telnet(k.h, NAMES[i]);
	fixture_turn(k.h);
}

static void
wait_ms(int64_t ms)
{
	for (; ms > 0; ms -= MINUTE_MS)
		fixture_advance(k.h, ms < MINUTE_MS ? ms : MINUTE_MS);
	fixture_settle(k.h);
}

static struct tourney *
test_tourney(void)
{
	return tourney_get(fixture_world(k.h), k.id);
}

static enum tourney_err
act(const struct tourney_act *a)
{
	enum tourney_err e = fixture_tourney_act(k.h, k.id, k.dir, a);

	wait_ms(1);
	return e;
}

#define ACT(...) act(&(struct tourney_act){ .text = "agreed", __VA_ARGS__ })

/* Starts a tournament of two players and seats their match. */
static void
start_tournament_match(const char *settings)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.idle_s = 86400;
	k = (struct released_test){ .h = fixture_new(&o) };
	k.dir = fixture_telnet(k.h, "dora");
	for (unsigned i = 0; i < 2; i++) {
		(void)fixture_user(k.h, NAMES[i], 1600 - 100 * (double)i, 100);
		come(i);
		fixture_type(k.h, k.c[i], "toggle ready");
	}
	fixture_typef(k.h, k.dir, "tournament create Cup -- format robin length 3 checkin 0 %s",
	    settings);
	k.id = 1;
	fixture_type(k.h, k.dir, "tournament open 1");
	for (unsigned i = 0; i < 2; i++)
		fixture_type(k.h, k.c[i], "tournament register 1");
	fixture_type(k.h, k.dir, "tournament start 1 yes");
	wait_ms(3 * MINUTE_MS);
	k.row = test_tourney()->bouts[0].match;
	assert_true(k.row != 0);
}

static void
start_and_move(const char *settings)
{
	start_tournament_match(settings);
	fixture_both_move(k.h, k.c[0], k.c[1]);
}

static struct match_record
record(void)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(k.h), k.row, &r));
	return r;
}

static struct match *
live(void)
{
	struct match_record r = record();

	return match_find_live(fixture_world(k.h), &r);
}

static double
rating(unsigned i)
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_store(k.h), NAMES[i], &u));
	return u.rating;
}

static void
bert_resigns(void)
{
	fixture_type(k.h, k.c[1], "resign b");
	fixture_type(k.h, k.c[0], "accept");
}

/* Checks that the match is an ordinary one, but still linked to its tournament. */
static void
is_released(void)
{
	struct match_record r = record();

	assert_int_equal(r.ended_ms, 0);
	assert_false(r.bound);
	assert_int_equal(r.tournament, k.id);
	assert_true(rating(0) == 1600 && rating(1) == 1500);
}

/* Makes bert leave the match.  With a clock both players agree to adjourn, so that the clock
 * stops. */
static void
bert_leaves(void)
{
	if (live()->state.clock.on)
		fixture_type(k.h, k.c[0], "leave");
	fixture_type(k.h, k.c[1], "leave");
	assert_null(live());
}

/* Makes bert leave, then both players resume and finish the match, and checks that it is
 * rated. */
static void
is_played_to_its_end(void)
{
	if (live() != NULL) {
		assert_false(live()->bound);
		bert_leaves();
		fixture_discard(k.h);
		fixture_type(k.h, k.c[0], "show saved");
		assert_non_null(strstr(fixture_read(k.h, k.c[0]), "bert"));
	}
	fixture_type(k.h, k.c[0], "invite bert");
	fixture_type(k.h, k.c[1], "join anna");
	assert_non_null(live());
	assert_true(live()->bound == false && live()->tournament == k.id);
	bert_resigns();
	assert_true(record().ended_ms != 0 && record().winner == 0);
	assert_true(rating(0) > 1600 && rating(1) < 1500);
}

/* ---- decisions of the director ---- */

static const struct tourney_act DECISIONS[] = {
	{ .kind = TACT_setresult, .side = 1, .score = { 0, 3 }, .text = "agreed" },
	{ .kind = TACT_forfeit, .side = 0, .text = "agreed" },
	{ .kind = TACT_forfeit, .side = PAIRING_NOBODY, .text = "agreed" },
	{ .kind = TACT_withdraw, .entry = 0, .text = "agreed" },
	{ .kind = TACT_cancel, .text = "agreed" },
};

TEST(a_match_that_both_have_begun_continues)
{
	for (unsigned i = 0; i < ARRAY_LEN(DECISIONS); i++) {
		start_and_move("clock off");
		assert_int_equal(act(&DECISIONS[i]), TOURNEY_OK);
		assert_non_null(live());
		is_released();
		is_played_to_its_end();
		fixture_free(&k.h);
	}
}

TEST(an_interrupted_match_continues)
{
	for (unsigned i = 0; i < ARRAY_LEN(DECISIONS); i++) {
		start_and_move("clock online");
		fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
		assert_null(live());
		assert_int_equal(act(&DECISIONS[i]), TOURNEY_OK);
		is_released();
		come(1);
		assert_null(live()); /* only an invitation resumes the match */
		is_played_to_its_end();
		fixture_free(&k.h);
	}
}

TEST(a_match_held_by_a_director_continues)
{
	for (unsigned drop = 0; drop < 2; drop++) {
		start_and_move("clock online");
		assert_int_equal(ACT(.kind = TACT_hold), TOURNEY_OK);
		if (drop)
			fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
		assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
		is_released();
		if (drop)
			come(1);
		else
			assert_false(live()->state.clock.paused);
		is_played_to_its_end();
		fixture_free(&k.h);
	}
}

TEST(a_released_match_continues_after_a_restart)
{
	start_and_move("clock off");
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	fixture_restart(k.h);
	k.dir = fixture_telnet(k.h, "dora");
	come(0);
	come(1);
	is_released();
	assert_null(live());
	is_played_to_its_end();
}

TEST(a_match_without_moves_of_both_ends_unrated)
{
	for (unsigned i = 0; i < ARRAY_LEN(DECISIONS); i++) {
		start_tournament_match("clock off");
		assert_int_equal(act(&DECISIONS[i]), TOURNEY_OK);
		assert_null(live());
		assert_true(record().ended_ms != 0);
		assert_true(rating(0) == 1600 && rating(1) == 1500);
		fixture_free(&k.h);
	}
}

/* ---- the clock of a released match ---- */

/* A director's decision that releases a match does not start the clock of an absent player. */
TEST(a_decision_does_not_start_an_absent_players_clock)
{
	for (unsigned restart = 0; restart < 2; restart++) {
		start_and_move("clock fast");
		fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
		if (restart) {
			fixture_restart(k.h);
			k.dir = fixture_telnet(k.h, "dora");
			come(0);
		}
		assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
		wait_ms(30 * MINUTE_MS);
		is_released();
		come(1);
		is_played_to_its_end();
		fixture_free(&k.h);
	}
}

TEST(the_clock_of_a_saved_released_match_is_stopped)
{
	uint32_t before[2];

	start_and_move("clock fast");
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	wait_ms(600 * MINUTE_MS);
	is_released();
	come(1);
	fixture_type(k.h, k.c[0], "invite bert");
	fixture_type(k.h, k.c[1], "join anna");
	memcpy(before, live()->state.clock.reserve_ms, sizeof(before));
	assert_true(before[0] > 0 && before[1] > 0);
	bert_leaves();
	wait_ms(600 * MINUTE_MS);
	fixture_type(k.h, k.c[1], "invite anna");
	fixture_type(k.h, k.c[0], "join bert");
	assert_memory_equal(before, live()->state.clock.reserve_ms, sizeof(before));
}

TEST(a_released_match_is_lost_on_time)
{
	start_and_move("clock fast");
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	wait_ms(5 * MINUTE_MS);
	assert_null(live());
	assert_string_equal(record().end_reason, "time");
	assert_true(rating(0) + rating(1) == 3100 && rating(0) != 1600);
}

/* ---- decisions that are undone ---- */

TEST(a_match_reopened_while_played_counts_for_the_tournament_again)
{
	int64_t row;

	start_and_move("clock off");
	row = k.row;
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_reopen), TOURNEY_OK);
	assert_int_equal(test_tourney()->bouts[0].match, row);
	assert_true(record().bound && live() != NULL && live()->bound);
	bert_resigns();
	assert_int_equal(test_tourney()->pairings[0].end, PAIRING_PLAYED);
	assert_int_equal(test_tourney()->pairings[0].winner, 0);
}

TEST(a_saved_match_counts_again_when_both_are_present)
{
	start_and_move("clock fast");
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	bert_leaves();
	fixture_drop(k.h, k.c[1], NET_CLOSE_PEER);
	wait_ms(5 * MINUTE_MS);
	assert_int_equal(ACT(.kind = TACT_reopen), TOURNEY_OK);
	wait_ms(2 * MINUTE_MS);
	is_released(); /* the decision does not let an absent player lose the match */
	come(1);
	wait_ms(2 * MINUTE_MS);
	assert_int_equal(test_tourney()->bouts[0].match, k.row);
	assert_true(live() != NULL && live()->bound);
	assert_true(live()->state.clock.reserve_ms[0] > 50000);
	assert_true(live()->state.clock.reserve_ms[1] > 50000);
	bert_resigns();
	assert_int_equal(test_tourney()->pairings[0].winner, 0);
}

TEST(a_restored_entrant_continues_the_match)
{
	start_and_move("format single clock off");
	assert_int_equal(act(&DECISIONS[3]), TOURNEY_OK);
	assert_int_equal(test_tourney()->pairings[0].winner, 1);
	assert_int_equal(ACT(.kind = TACT_restore, .entry = 0), TOURNEY_OK);
	assert_true(live() != NULL && live()->bound);
	assert_int_equal(test_tourney()->bouts[0].match, k.row);
}

TEST(a_match_that_ended_in_the_meantime_is_replayed_and_stays_rated)
{
	double after;

	start_and_move("clock off");
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	bert_resigns();
	after = rating(0);
	assert_true(after > 1600);
	assert_int_equal(ACT(.kind = TACT_setresult, .side = 0, .score = { 3, 0 }), TOURNEY_OK);
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	assert_int_equal(ACT(.kind = TACT_reopen), TOURNEY_OK);
	wait_ms(4 * MINUTE_MS);
	assert_true(test_tourney()->bouts[0].match > k.row);
	assert_true(rating(0) == after);
}

/* ---- other events ---- */

TEST(the_next_match_of_the_tournament_saves_it)
{
	struct match_record other;

	start_and_move("format double clock off");
	assert_int_equal(act(&DECISIONS[0]), TOURNEY_OK);
	wait_ms(4 * MINUTE_MS); /* the same two players play the second final */
	assert_null(live());
	is_released();
	assert_true(session_match(fixture_world(k.h), fixture_session(k.h, k.c[0])) != NULL);
	assert_true(store_match_find_unfinished(
	    fixture_store(k.h), record().user[0], record().user[1], &other));
	assert_int_equal(other.id, k.row);
}

TEST(withdrawing_loses_the_match_in_progress)
{
	start_and_move("clock off");
	fixture_type(k.h, k.c[1], "tournament withdraw 1");
	assert_true(record().ended_ms != 0 && record().winner == 0);
	assert_true(rating(0) > 1600 && rating(1) < 1500);
}
