/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll */
/* TEST: timeout=600 */
/* `play`: users who type it are matched with each other, even if bots were found for them
 * first. */
#include "base/pack.h"
#include "base/rng.h"
#include "match/match.h"
#include "tests/support/fixture.h"
#include "tests/support/rows.h"
#include "tests/support/script_dice.h"
#include "tests/unit/test.h"

/* Starts a server with any number of bots, which do not think.  Users must log in with
 * hold(false). */
static struct fixture *
start(void)
{
	struct fixture_options o;
	struct fixture *h;

	fixture_options_default(&o);
	o.world.beginner = "EasyBot";
	o.world.most = 40;
	h = fixture_new(&o);
	fixture_turn(h);
	return h;
}

static void
hold_work(struct fixture *h)
{
	fixture_hold_work(h, true, 100);
	fixture_discard(h);
}

/* Returns the name of the opponent of a connection, or "". */
static const char *
opponent_name(struct fixture *h, unsigned c)
{
	const struct session *x = session_opponent(fixture_world(h), fixture_session(h, c));

	return x != NULL ? x->player->name : "";
}

static bool
plays_bot(struct fixture *h, unsigned c)
{
	const struct session *x = session_opponent(fixture_world(h), fixture_session(h, c));

	return x != NULL && x->player->bot;
}

static void
assert_reads(struct fixture *h, unsigned c, const char *what)
{
	const char *text = fixture_read(h, c);

	if (strstr(text, what) == NULL)
		print_error("no '%s' in '%s'\n", what, text);
	assert_non_null(strstr(text, what));
}

static double
rating_with_bots(struct fixture *h, unsigned c)
{
	return user_bots_standing(
	    fixture_world(h), fixture_session(h, c)->player->user, VARIANT_FIBS)
	    .rating;
}

/* ---- a user who already plays a bot ---- */

TEST(a_user_playing_a_bot_is_asked_and_may_switch_at_no_cost)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");
	int64_t row;
	struct match_record r;

	hold_work(h);
	fixture_type(h, ann, "play 5");
	fixture_run_ms(h, 2000);
	assert_true(plays_bot(h, ann));
	row = session_match(fixture_world(h), fixture_session(h, ann))->row;
	fixture_discard(h);
	fixture_type(h, bob, "play");
	assert_reads(h, bob,
	    "You invited ann to a 5 point match.\r\n** If nobody joins you within 15 seconds");
	assert_reads(
	    h, ann, "Type 'join bob' to accept.\r\n** Your match with EasyBot then ends");
	fixture_type(h, ann, "join bob");
	assert_string_equal(opponent_name(h, ann), "bob");
	assert_int_equal(
	    session_match(fixture_world(h), fixture_session(h, ann))->state.length, 5);
	assert_reads(h, ann, "** Your match with EasyBot has ended and counts for nothing.");
	assert_true(store_match_by_id(fixture_store(h), row, &r));
	assert_string_equal(r.end_reason, "replaced");
	assert_int_equal(r.winner, -1);
	assert_true(rating_with_bots(h, ann) >= 1500);
	assert_int_equal(
	    store_matches_open_count(fixture_store(h), fixture_session(h, ann)->player->user),
	    1);
	fixture_free(&h);
}

/* ---- the dice ---- */

/* Reads the commitment that `fair NAME` shows. */
static void
read_commitment(struct fixture *h, unsigned c, const char *name, char hex[65])
{
	const char *at;

	fixture_discard(h);
	fixture_typef(h, c, "fair %s", name);
	at = strstr(fixture_read(h, c), "commitment ");
	hex[0] = '\0';
	if (at != NULL)
		(void)sscanf(at, "commitment %64[0-9a-f]", hex);
}

static struct match_record
record_of(struct fixture *h, unsigned c)
{
	struct match_record r;

	assert_true(store_match_by_id(
	    fixture_store(h), session_match(fixture_world(h), fixture_session(h, c))->row, &r));
	return r;
}

TEST(an_asked_user_sees_the_commitment_of_the_dice_before_joining)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");
	char shown[65], again[65];
	struct match_record r;

	fixture_type(h, ann, "toggle ready");
	hold_work(h);
	fixture_type(h, bob, "play 1");
	read_commitment(h, ann, "bob", shown);
	assert_int_equal(strlen(shown), 64);
	read_commitment(h, bob, "ann", again);
	assert_string_equal(shown, again);
	fixture_type(h, ann, "seed of ann");
	fixture_type(h, ann, "join bob");
	assert_string_equal(opponent_name(h, ann), "bob");
	r = record_of(h, ann);
	assert_true(r.dice_committed);
	assert_string_equal(r.dice_text[0], "");
	assert_string_equal(r.dice_text[1], "of ann");
	fixture_type(h, ann, "fair");
	assert_non_null(strstr(fixture_read(h, ann), shown));
	fixture_free(&h);
}

/* The seed of the match with the bot is revealed when that match ends. */
TEST(the_dice_of_a_match_with_a_bot_are_not_used_again)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");
	struct match_record with_bot, r;
	char shown[65], again[65];

	fixture_type(h, ann, "toggle ready");
	hold_work(h);
	fixture_type(h, bob, "play");
	read_commitment(h, ann, "bob", shown);
	fixture_run_ms(h, 20000);
	assert_true(plays_bot(h, bob));
	with_bot = record_of(h, bob);
	read_commitment(h, ann, "bob", again);
	assert_string_equal(shown, again);
	fixture_type(h, ann, "join bob"); /* too late: this makes ann invite bob */
	read_commitment(h, bob, "ann", shown);
	assert_string_equal(shown, again);
	fixture_type(h, bob, "join ann");
	assert_string_equal(opponent_name(h, ann), "bob");
	r = record_of(h, ann);
	assert_true(r.dice_committed);
	assert_memory_not_equal(r.seed, with_bot.seed, sizeof(r.seed));
	fixture_type(h, ann, "fair");
	assert_non_null(strstr(fixture_read(h, ann), shown));
	fixture_free(&h);
}

TEST(a_match_with_a_waiting_user_begins_without_a_commitment)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned ann, bob;

	fixture_options_default(&o);
	h = fixture_new(&o); /* no bots */
	ann = fixture_telnet(h, "ann");
	bob = fixture_telnet(h, "bob");
	fixture_type(h, ann, "play");
	fixture_type(h, bob, "play");
	assert_string_equal(opponent_name(h, ann), "bob");
	assert_false(record_of(h, ann).dice_committed);
	fixture_free(&h);
}

/* bob sees a commitment for a match with ann.  It stays the same when she asks to play him. */
TEST(the_dice_of_the_first_question_are_used_if_both_users_ask)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");
	char first[65], second[65];

	hold_work(h);
	fixture_type(h, ann, "play 5");
	fixture_type(h, ann, "play 5");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "play");
	fixture_run_ms(h, 16000);
	assert_true(plays_bot(h, ann) && plays_bot(h, bob));
	read_commitment(h, bob, "ann", first);
	assert_int_equal(strlen(first), 64);
	fixture_type(h, ann, "seed of ann");
	fixture_type(h, ann, "join bob");
	read_commitment(h, bob, "ann", second);
	assert_string_equal(first, second);
	fixture_type(h, bob, "join ann");
	assert_string_equal(opponent_name(h, ann), "bob");
	assert_true(record_of(h, ann).dice_committed);
	assert_string_equal(record_of(h, ann).dice_text[0], "of ann");
	fixture_type(h, ann, "fair");
	assert_non_null(strstr(fixture_read(h, ann), first));
	fixture_free(&h);
}

/* Client programs that have requested the additional lines are matched too; other programs are
 * not asked. */
TEST(client_programs_with_additional_lines_are_matched_too)
{
	struct fixture *h = start();
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"),
		 cora = fixture_clip(h, "cora");

	hold_work(h);
	fixture_type(h, cora, "play 5");
	fixture_run_ms(h, 2000);
	fixture_type(h, ann, "additions");
	fixture_type(h, ann, "play 5");
	fixture_type(h, bob, "additions");
	fixture_run_ms(h, 2000);
	assert_true(plays_bot(h, ann) && plays_bot(h, cora));
	fixture_discard(h);
	fixture_type(h, bob, "play");
	assert_reads(
	    h, ann, "Type 'join bob' to accept.\r\n** Your match with EasyBot_B then ends");
	assert_null(strstr(fixture_read(h, cora), "join bob"));
	fixture_type(h, ann, "join bob");
	assert_string_equal(opponent_name(h, ann), "bob");
	fixture_free(&h);
}

/* Makes both players roll and move `moves` times each; ann starts. */
static void
play_on(struct fixture *h, unsigned ann, unsigned moves)
{
	static const char *const LINES[] = { "8/5 6/5", "13/10 13/9" };

	for (unsigned i = 0; i < moves; i++) {
		if (i > 0) {
			script_dice_add(4, 3);
			fixture_type(h, ann, "roll");
		}
		fixture_type(h, ann, LINES[i]);
		script_dice_add(2, 1);
		fixture_hold_work(h, false, 100);
		fixture_run_ms(h, 5000);
		fixture_hold_work(h, true, 100);
	}
}

TEST(a_match_with_two_moves_each_is_not_abandoned)
{
	for (unsigned moves = 1; moves <= 2; moves++) {
		struct fixture *h = start();
		unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

		hold_work(h);
		script_dice_add(3, 1);
		fixture_type(h, ann, "play 5");
		fixture_run_ms(h, 2000);
		fixture_type(h, bob, "play");
		play_on(h, ann, moves);
		fixture_discard(h);
		fixture_type(h, ann, "join bob");
		if (moves < 2) {
			assert_string_equal(opponent_name(h, ann), "bob");
		} else {
			assert_string_equal(opponent_name(h, ann), "EasyBot");
			assert_reads(
			    h, ann, "You and EasyBot have both moved twice. Type 'leave'");
			fixture_type(h, ann, "join EasyBot");
			assert_reads(h, ann, "You can't play two games at once");
		}
		script_dice_clear();
		fixture_free(&h);
	}
}

/* ann has lost a game, so leaving the match would cost her points. */
TEST(a_match_with_a_lost_game_is_not_abandoned)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	hold_work(h);
	script_dice_add(3, 1);
	fixture_type(h, ann, "play 5");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "play");
	fixture_type(h, ann, "8/5 6/5");
	fixture_hold_work(h, false, 100);
	fixture_type(h, ann, "resign normal");
	fixture_run_ms(h, 5000);
	fixture_hold_work(h, true, 100);
	assert_true(
	    session_match(fixture_world(h), fixture_session(h, ann))->state.score[0] +
		session_match(fixture_world(h), fixture_session(h, ann))->state.score[1] >
	    0);
	fixture_type(h, ann, "join bob");
	assert_string_equal(opponent_name(h, ann), "EasyBot");
	script_dice_clear();
	fixture_free(&h);
}

TEST(a_bot_joins_if_no_user_has_within_fifteen_seconds)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	hold_work(h);
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "play"); /* bob is ready, so he is asked */
	assert_reads(h, bob, "ann wants to play a 3 point match with you.");
	fixture_run_ms(h, 14000);
	assert_string_equal(opponent_name(h, ann), "");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent_name(h, ann), "EasyBot");
	fixture_type(h, bob, "play");
	fixture_type(h, bob, "play"); /* does not wait for an answer */
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent_name(h, bob), "EasyBot_B");
	fixture_free(&h);
}

TEST(two_users_playing_bots_must_both_agree_to_switch)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	hold_work(h);
	fixture_type(h, ann, "play 5");
	fixture_type(h, ann, "play 5");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "play");
	fixture_run_ms(h, 16000);
	assert_true(plays_bot(h, ann) && plays_bot(h, bob));
	fixture_discard(h);
	fixture_type(h, bob, "join ann"); /* ann was asked and has not answered */
	assert_reads(h, bob, "You can't play two games at once");
	fixture_type(h, ann, "join bob");
	assert_true(plays_bot(h, ann) && plays_bot(h, bob));
	assert_reads(
	    h, bob, "Type 'join ann' to accept.\r\n** Your match with EasyBot_B then ends");
	fixture_type(h, bob, "join ann");
	assert_string_equal(opponent_name(h, ann), "bob");
	fixture_free(&h);
}

/* bob has not typed `play`: he wants to play only ann. */
TEST(a_ready_user_who_joins_too_late_becomes_the_inviter)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");
	unsigned eve = fixture_telnet(h, "eve");

	hold_work(h);
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "play 5");
	fixture_run_ms(h, 16000);
	assert_true(plays_bot(h, ann));
	fixture_discard(h);
	fixture_type(h, bob, "join ann");
	assert_reads(h, ann, "bob wants to play a 5 point match with you.");
	fixture_type(h, eve, "play 5");
	assert_string_equal(opponent_name(h, eve), "");
	assert_string_equal(opponent_name(h, bob), "");
	fixture_type(h, ann, "join bob");
	assert_string_equal(opponent_name(h, ann), "bob");
	fixture_free(&h);
}

TEST(an_asked_user_is_notified_when_it_is_too_late)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");
	unsigned eve = fixture_telnet(h, "eve");

	hold_work(h);
	fixture_type(h, ann, "play");
	fixture_type(h, ann, "play");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "play");
	fixture_discard(h);
	fixture_type(h, eve, "play");
	assert_string_equal(opponent_name(h, eve), "bob");
	assert_reads(h, ann, "** bob no longer waits for you.");
	fixture_type(h, ann, "join bob");
	assert_reads(h, ann, "You can't play two games at once");
	assert_true(plays_bot(h, ann));
	fixture_free(&h);
}

/* One `play` asks many users; repeating it must not ring their bells each time. */
TEST(an_asked_user_is_rung_at_most_once_a_minute)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");
	unsigned carl = fixture_telnet(h, "carl");
	unsigned rings[3];

	hold_work(h);
	fixture_type(h, ann, "toggle bell");
	fixture_type(h, carl, "toggle ready");
	fixture_type(h, carl, "away lunch");
	fixture_type(h, ann, "play");
	fixture_run_ms(h, 2000);
	fixture_discard(h);
	for (unsigned i = 0; i < 3; i++) {
		fixture_type(h, bob, "invite carl 1"); /* this ends bob's earlier `play` */
		if (i == 2)
			fixture_advance(h, 61000);
		fixture_discard(h);
		fixture_type(h, bob, "play 3");
		rings[i] = fixture_count_text(fixture_read(h, ann), "\a");
		assert_reads(h, bob, "You invited ann to a 3 point match.");
	}
	assert_int_equal(rings[0], 1);
	assert_int_equal(rings[1], 0);
	assert_int_equal(rings[2], 1);
	fixture_free(&h);
}

TEST(an_asked_user_is_not_rung_again_because_the_asking_one_logs_in_again)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	fixture_type(h, ann, "toggle bell");
	hold_work(h);
	fixture_type(h, ann, "play");
	fixture_run_ms(h, 2000);
	fixture_discard(h);
	for (unsigned rings = 2; rings-- > 0;) {
		fixture_type(h, bob, "play");
		assert_int_equal(fixture_count_text(fixture_read(h, ann), "\a"), rings);
		assert_reads(h, bob, "You invited ann to a 3 point match.");
		fixture_type(h, bob, "bye");
		fixture_hold_work(h, false, 100);
		fixture_type(h, ann, "join bob"); /* bob has logged out */
		assert_true(plays_bot(h, ann));
		bob = fixture_telnet(h, "bob");
		hold_work(h);
		fixture_type(h, ann, "join bob"); /* bob has not asked again */
		assert_true(plays_bot(h, ann));
		fixture_discard(h);
	}
	fixture_free(&h);
}

TEST(a_question_outlasts_many_others_and_lapses_after_fifteen_minutes)
{
	struct fixture *h = start();
	const struct world *w = fixture_world(h);
	const struct session *s[36];

	for (unsigned i = 0; i < ARRAY_LEN(s); i++) {
		char name[] = { 'u', 's', 'e', 'r', '_', (char)('a' + i % 26),
			(char)('a' + i / 26), '\0' };

		s[i] = fixture_session(h, fixture_telnet(h, name));
	}
	for (unsigned by = 0; by < ARRAY_LEN(s); by++) /* 1,260 questions */
		for (unsigned to = 0; to < ARRAY_LEN(s); to++)
			assert_true(
			    by == to || match_ask_to_play(fixture_world(h), s[by], s[to]));
	assert_true(match_has_question(w, s[0], s[1]));
	assert_false(match_has_question(w, s[0], s[0]));
	fixture_advance(h, 899000);
	assert_true(match_has_question(w, s[0], s[1]));
	fixture_advance(h, 1000);
	assert_false(match_has_question(w, s[0], s[1]));
	fixture_free(&h);
}

static void
carry(struct world *w, void *pack)
{
	matches_hand_over(w, pack);
}

TEST(an_upgrade_keeps_questions_and_their_dice)
{
	struct fixture *h = start();
	const char *names[] = { "ann", "bob", "carl" };
	struct dice_record before, after;
	struct session *s[3];
	struct pack pack = { 0 };

	for (unsigned i = 0; i < 3; i++)
		s[i] = fixture_session(h, fixture_telnet(h, names[i]));
	(void)match_ask_to_play(fixture_world(h), s[1], s[0]);
	(void)match_ask_to_play(fixture_world(h), s[2], s[0]);
	(void)match_withdraw_question(fixture_world(h), s[2], &(int64_t){ 0 });
	assert_true(match_question_dice(fixture_world(h), s[1], s[0], &before));
	fixture_run_in_turn(h, carry, &pack);
	fixture_restart(h);
	pack_start_reading(&pack);
	fixture_run_in_turn(h, carry, &pack);
	assert_false(pack.bad);
	pack_destroy(&pack);
	for (unsigned i = 0; i < 3; i++)
		s[i] = fixture_session(h, fixture_telnet(h, names[i]));
	assert_true(match_has_question(fixture_world(h), s[1], s[0]));
	assert_false(match_has_question(fixture_world(h), s[2], s[0]));
	assert_true(match_question_dice(fixture_world(h), s[1], s[0], &after));
	assert_memory_equal(after.seed, before.seed, sizeof(after.seed));
	assert_false(
	    match_ask_to_play(fixture_world(h), s[1], s[0])); /* the bell rang before */
	fixture_advance(h, 900000);
	assert_false(match_has_question(fixture_world(h), s[1], s[0]));
	fixture_free(&h);
}

TEST(explicitly_requested_matches_with_bots_continue)
{
	static const char *const LINES[] = { "play practice", "play beginner 3", "play EasyBot",
		"invite EasyBot 3" };

	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		struct fixture *h = start();
		unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

		hold_work(h);
		fixture_type(h, ann, LINES[i]);
		fixture_run_ms(h, 2000);
		assert_true(plays_bot(h, ann));
		fixture_discard(h);
		fixture_type(h, bob, "play");
		assert_null(strstr(fixture_read(h, ann), "bob"));
		fixture_run_ms(h, 2000);
		assert_true(plays_bot(h, bob));
		fixture_type(h, ann, "join bob");
		assert_true(plays_bot(h, ann));
		fixture_free(&h);
	}
}

TEST(a_saved_match_of_two_users_is_not_lost_without_a_warning)
{
	struct fixture *h = start();
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	hold_work(h);
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 7");
	fixture_type(h, bob, "join ann");
	fixture_type(h, ann, "leave");
	fixture_type(h, ann, "play 3");
	fixture_type(h, ann, "play 3");
	fixture_discard(h);
	fixture_type(h, bob, "play");
	assert_string_equal(opponent_name(h, ann), "");
	assert_reads(h, ann, "Don't accept if you want to continue the saved 7 point match");
	fixture_type(h, ann, "join bob");
	assert_string_equal(opponent_name(h, ann), "bob");
	fixture_free(&h);
}

/* ---- a saved match with a bot ---- */

/* ann and bob may play any length.  ann has a saved match with EasyBot to five points.  It has
 * barely started. */
static struct fixture *
start_with_saved_bot_match(unsigned *ann, unsigned *bob)
{
	struct fixture *h = start();

	(void)fixture_user(h, "ann", 1500, 1000);
	(void)fixture_user(h, "bob", 1500, 1000);
	*ann = fixture_telnet(h, "ann");
	*bob = fixture_telnet(h, "bob");
	hold_work(h);
	script_dice_add(3, 1);
	fixture_type(h, *ann, "play EasyBot 5");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent_name(h, *ann), "EasyBot");
	fixture_type(h, *ann, "8/5 6/5");
	fixture_type(h, *ann, "leave");
	return h;
}

static unsigned
length_of(struct fixture *h, unsigned c)
{
	return session_match(fixture_world(h), fixture_session(h, c))->state.length;
}

TEST(a_request_is_kept_while_a_saved_match_with_a_bot_is_resumed)
{
	static const char *const LINES[] = { "play", "play 5" };

	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		unsigned ann, bob;
		struct fixture *h = start_with_saved_bot_match(&ann, &bob);

		fixture_type(h, ann, "play 5");
		fixture_run_ms(h, 2000);
		assert_string_equal(opponent_name(h, ann), "EasyBot");
		fixture_discard(h);
		fixture_type(h, bob, LINES[i]);
		assert_reads(h, ann, "bob wants to play a 5 point match with you.");
		fixture_type(h, ann, "join bob");
		assert_string_equal(opponent_name(h, ann), "bob");
		assert_int_equal(length_of(h, ann), 5);
		script_dice_clear();
		fixture_free(&h);
	}
}

TEST(a_request_is_kept_while_a_bot_waits_to_resume_a_match)
{
	unsigned ann, bob, eve;
	struct fixture *h = start_with_saved_bot_match(&ann, &bob);

	fixture_hold_work(h, false, 100);
	eve = fixture_telnet(h, "eve");
	fixture_hold_work(h, true, 100);
	fixture_type(h, eve, "toggle ready");
	fixture_type(h, ann, "play 5"); /* eve is asked */
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent_name(h, ann), "");
	fixture_type(h, bob, "play");
	assert_string_equal(opponent_name(h, bob), "ann");
	assert_int_equal(length_of(h, bob), 5);
	script_dice_clear();
	fixture_free(&h);
}

/* bob, whom ann has asked by `play`, is then invited to resume a match or to play with a
 * clock. */
TEST(join_accepts_the_latest_invitation)
{
	unsigned ann, bob;
	struct fixture *h = start_with_saved_bot_match(&ann, &bob);

	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 7");
	fixture_type(h, bob, "join ann");
	fixture_type(h, bob, "leave");
	fixture_type(h, bob, "play EasyBot");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "leave");
	fixture_type(h, ann, "play 3");
	fixture_type(h, ann, "play 3");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "play"); /* asks ann */
	fixture_type(h, ann, "leave");
	fixture_type(h, bob, "invite ann");
	fixture_type(h, ann, "join bob");
	assert_string_equal(opponent_name(h, ann), "bob");
	assert_int_equal(length_of(h, ann), 7);
	fixture_type(h, ann, "leave");
	script_dice_clear();
	fixture_free(&h);
}

/* ---- six users, and any number of users in any order ---- */

#define PEOPLE 9u

TEST(six_users_of_one_address_all_play_within_twenty_seconds)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned c[6];

	fixture_options_default(&o);
	fixture_options_bots(&o);
	o.world.most = 40;
	o.flood_limits = true;
	h = fixture_new(&o);
	fixture_turn(h);
	for (unsigned i = 0; i < 6; i++) {
		char name[] = { 'k', 'i', 'd', (char)('a' + i), '\0' };

		c[i] = fixture_telnet(h, name);
	}
	for (unsigned i = 0; i < 6; i++) { /* no user answers a request */
		fixture_type(h, c[i], i % 2 == 0 ? "play" : "play 5 plakoto");
		fixture_run_ms(h, 1000);
	}
	fixture_run_ms(h, 15000);
	for (unsigned i = 0; i < 6; i++)
		assert_string_not_equal(opponent_name(h, c[i]), "");
	fixture_free(&h);
}

struct crowd {
	struct fixture *h;
	struct rng rng;
	unsigned n, conn[PEOPLE];
	const char *line[PEOPLE]; /* the command of each user */
	bool typed[PEOPLE];
	char asked_by[PEOPLE][PEOPLE][8]; /* users that each user may join */
	unsigned asks_n[PEOPLE];
};

static bool
plays_person(struct crowd *g, unsigned i)
{
	return opponent_name(g->h, g->conn[i])[0] != '\0' && !plays_bot(g->h, g->conn[i]);
}

/* Stores the users whom user i may join, taken from the lines sent to user i. */
static void
read_asks(struct crowd *g, unsigned i)
{
	static const char JOIN[] = "Type 'join p";

	for (const char *at = fixture_read(g->h, g->conn[i]); (at = strstr(at, JOIN)) != NULL;
	     at++) {
		const char *name = at + strlen("Type 'join ");
		unsigned k = g->asks_n[i] < PEOPLE ? g->asks_n[i]++ : PEOPLE - 1;

		(void)snprintf(g->asked_by[i][k], sizeof(g->asked_by[i][k]), "%.*s",
		    (int)strcspn(name, "'"), name);
	}
}

/* Makes user i accept the latest request, unless already playing another user. */
static void
accept_invitations(struct crowd *g, unsigned i)
{
	read_asks(g, i);
	while (g->asks_n[i] > 0 && !plays_person(g, i)) {
		fixture_typef(g->h, g->conn[i], "join %s", g->asked_by[i][--g->asks_n[i]]);
		read_asks(g, i);
	}
}

static void
step(struct crowd *g)
{
	unsigned i = (unsigned)rng_below(&g->rng, g->n);

	switch (rng_below(&g->rng, 4)) {
	case 0:
		fixture_advance(g->h, 200 + (int64_t)rng_below(&g->rng, 4000));
		break;
	case 1:
		accept_invitations(g, i);
		break;
	default:
		if (opponent_name(g->h, g->conn[i])[0] != '\0')
			break;
		fixture_type(g->h, g->conn[i], g->line[i]);
		g->typed[i] = true;
	}
}

/* Gives user i a saved match with a bot.  The match has barely started; `named` has its length
 * and game, as arguments of `play`. */
static void
save_with_bot(struct crowd *g, unsigned i, const char *named)
{
	fixture_typef(g->h, g->conn[i], "play EasyBot%s", named + strlen("play"));
	fixture_run_ms(g->h, 2000);
	assert_true(plays_bot(g->h, g->conn[i]));
	fixture_type(g->h, g->conn[i], "leave");
	fixture_discard(g->h);
}

static unsigned
count_without_match(uint64_t seed)
{
	static const char *const NAMED[] = { "play 3", "play 5 plakoto", "play unlimited" };
	struct crowd g = { .h = start() };
	unsigned alone = 0;
	const char *named;
	bool experienced;

	rng_seed(&g.rng, seed);
	named = NAMED[rng_below(&g.rng, ARRAY_LEN(NAMED))];
	experienced = rng_below(&g.rng, 2) == 0;
	g.n = 2 + (unsigned)rng_below(&g.rng, PEOPLE - 1);
	for (unsigned i = 0; i < g.n; i++) {
		char name[] = { 'p', '_', (char)('a' + i), '\0' };

		if (experienced)
			(void)fixture_user(g.h, name, 1500, 1000);
		g.conn[i] = fixture_telnet(g.h, name);
		g.line[i] = rng_below(&g.rng, 2) == 0 ? "play" : named;
	}
	hold_work(g.h);
	if (rng_below(&g.rng, 4) == 0) {
		fixture_type(g.h, g.conn[1], "toggle ready");
		fixture_type(g.h, g.conn[0], "invite p_b 7");
		fixture_type(g.h, g.conn[1], "join p_a");
		assert_string_equal(opponent_name(g.h, g.conn[0]), "p_b");
		fixture_type(g.h, g.conn[1], "leave");
		fixture_discard(g.h);
	}
	for (unsigned i = 0; i < g.n; i++)
		if (rng_below(&g.rng, 3) == 0)
			save_with_bot(&g, i, named);
	for (unsigned i = 0; i < 4 * g.n; i++)
		step(&g);
	for (unsigned i = 0; i < g.n; i++)
		if (!g.typed[i])
			fixture_type(g.h, g.conn[i], g.line[i]);
	for (unsigned round = 0; round < g.n; round++)
		for (unsigned i = 0; i < g.n; i++)
			accept_invitations(&g, i);
	for (unsigned i = 0; i < g.n; i++)
		alone += !plays_person(&g, i);
	fixture_free(&g.h);
	return alone;
}

TEST(at_most_one_user_who_types_play_is_left_without_a_human)
{
	const unsigned seeds = test_scaled(1000, 100, 10);

	for (unsigned seed = 1; seed <= seeds; seed++) {
		unsigned alone = count_without_match(seed);

		if (alone > 1)
			print_error("seed %u: %u people\n", seed, alone);
		assert_in_range(alone, 0, 1);
	}
}
