/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* LINK: -Wl,--wrap=fair_dice_roll */
/* Saved matches: asking to resume a match, the notices to both players, and which player loses
 * when the match is due.  All times refer to the fixture's clocks. */
#include <string.h>

#include "base/pack.h"
#include "login/lifecycle.h"
#include "match/match.h"
#include "tests/support/fixture.h"
#include "tests/support/script_dice.h"
#include "tests/unit/test.h"

#define MINUTE_MS 60000
#define HOUR_MS (60 * MINUTE_MS)
#define SAVED_DAYS 10

static struct {
	struct fixture *h;
	unsigned ann, bob;
	int64_t user[2]; /* ann, bob */
	int64_t match;
} t;

static void
open_bots(bool bots)
{
	struct fixture_options o;

	fixture_options_default(&o);
	if (bots)
		fixture_options_bots(&o);
	o.world.saved_days = SAVED_DAYS;
	o.world.idle_s = 365 * 24 * 3600;
	t.h = fixture_new(&o);
	fixture_turn(t.h);
	t.user[0] = fixture_user(t.h, "ann", 1500, 100);
	t.user[1] = fixture_user(t.h, "bob", 1500, 100);
	t.ann = fixture_telnet(t.h, "ann");
	t.bob = fixture_telnet(t.h, "bob");
	fixture_type(t.h, t.ann, "toggle ready");
	fixture_type(t.h, t.bob, "toggle ready");
}

static void
close_all(void)
{
	fixture_free(&t.h);
}

static void
load_match_row(void)
{
	struct match_record r;

	assert_true(store_match_find_unfinished(fixture_store(t.h), t.user[0], t.user[1], &r));
	t.match = r.id;
}

/* Makes ann and bob start a match and move, and ann leave it.  Afterwards both are online and
 * have read all output. */
static void
leave_match(const char *invitation)
{
	fixture_type(t.h, t.ann, invitation);
	fixture_type(t.h, t.bob, "join ann");
	load_match_row();
	fixture_both_move(t.h, t.ann, t.bob);
	fixture_type(t.h, t.ann, "leave");
	fixture_discard(t.h);
}

static void
open_and_leave_match(void)
{
	open_bots(false);
	leave_match("invite bob 5");
}

static void
pass_days(unsigned n)
{
	for (unsigned i = 0; i < 24 * n; i++)
		fixture_advance(t.h, HOUR_MS);
}

/* Waits longer than a player who asks must stay online.  The clock advances by one minute at a
 * time. */
static void
keep_online(void)
{
	for (unsigned i = 0; i < 11; i++)
		fixture_advance(t.h, MINUTE_MS);
}

/* Makes a player ask to resume the match and stay online, on each of n days. */
static void
ask_days(unsigned who, const char *invitation, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		fixture_type(t.h, who, invitation);
		keep_online();
		pass_days(1);
	}
}

static unsigned
days_of(unsigned seat)
{
	struct resume_request_record a;

	(void)store_resume_request(fixture_store(t.h), t.user[seat], t.match, &a);
	return a.request_day_count;
}

static struct match_record
record(void)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(t.h), t.match, &r));
	return r;
}

static double
rating_of(const char *name)
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_store(t.h), name, &u));
	return u.rating;
}

static void
assert_unrated_end(void)
{
	const struct match_record r = record();

	assert_string_equal(r.end_reason, "expired");
	assert_int_equal(r.winner, -1);
	assert_true(rating_of("ann") == 1500 && rating_of("bob") == 1500);
}

static void
assert_won_by(unsigned winner)
{
	const struct match_record r = record();

	assert_string_equal(r.end_reason, "forfeit");
	assert_int_equal(r.user[r.winner], t.user[winner]);
	assert_true(rating_of(winner == 0 ? "ann" : "bob") > 1500);
	assert_true(rating_of(winner == 0 ? "bob" : "ann") < 1500);
}

static void
assert_not_over(void)
{
	assert_int_equal(record().ended_ms, 0);
}

/* ---- the loser ---- */

TEST(a_player_who_asked_on_three_days_wins_and_is_rated)
{
	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	ask_days(t.ann, "invite bob", 3);
	assert_int_equal(days_of(0), 3);
	assert_int_equal(days_of(1), 0);
	pass_days(SAVED_DAYS);
	assert_won_by(0);
	close_all();
}

TEST(if_both_asked_on_three_days_there_is_no_winner)
{
	open_and_leave_match();
	for (unsigned i = 0; i < 3; i++) {
		fixture_type(t.h, t.ann, "invite bob");
		fixture_type(t.h, t.bob, "invite ann");
		keep_online();
		pass_days(1);
	}
	assert_int_equal(days_of(0), 3);
	assert_int_equal(days_of(1), 3);
	pass_days(SAVED_DAYS);
	assert_unrated_end();
	close_all();
}

TEST(asking_on_two_days_is_not_enough)
{
	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	ask_days(t.ann, "invite bob", 2);
	pass_days(SAVED_DAYS);
	assert_unrated_end();
	close_all();
}

TEST(a_day_counts_once_however_often_a_player_asks)
{
	open_and_leave_match();
	for (unsigned i = 0; i < 5; i++) {
		fixture_type(t.h, t.ann, "invite bob");
		keep_online();
	}
	assert_int_equal(days_of(0), 1);
	close_all();
}

TEST(asking_repeatedly_does_not_restart_the_ten_minutes)
{
	open_and_leave_match();
	for (unsigned i = 0; i < 10; i++) {
		fixture_type(t.h, t.ann, "invite bob");
		fixture_advance(t.h, MINUTE_MS);
	}
	assert_int_equal(days_of(0), 1);
	assert_non_null(strstr(
	    fixture_read(t.h, t.ann), "** Today counts as a day on which you asked bob"));
	close_all();
}

/* The second of these matches is left before both players have moved. */
static const char *const WITHOUT_RATING[] = { "invite bob unlimited", "invite bob 5" };

TEST(an_unrated_match_ends_without_a_winner)
{
	for (unsigned i = 0; i < ARRAY_LEN(WITHOUT_RATING); i++) {
		open_bots(false);
		fixture_type(t.h, t.ann, WITHOUT_RATING[i]);
		fixture_type(t.h, t.bob, "join ann");
		load_match_row();
		if (i == 0)
			fixture_both_move(t.h, t.ann, t.bob);
		fixture_type(t.h, t.ann, "leave");
		fixture_type(t.h, t.bob, "bye");
		ask_days(t.ann, "invite bob", 4);
		assert_int_equal(days_of(0), 0);
		pass_days(SAVED_DAYS);
		assert_unrated_end();
		close_all();
	}
}

/* ---- what counts as asking ---- */

static void
log_out(void)
{
	fixture_type(t.h, t.ann, "bye");
}

static void
lose_connection(void)
{
	fixture_drop(t.h, t.ann, NET_CLOSE_PEER);
}

static void
play_other_user(void)
{
	unsigned eve = fixture_telnet(t.h, "eve");

	fixture_type(t.h, eve, "toggle ready");
	fixture_type(t.h, t.ann, "invite eve 1");
	fixture_type(t.h, eve, "join ann");
	assert_int_not_equal(fixture_session(t.h, t.ann)->match, 0);
	fixture_type(t.h, t.ann, "leave");
}

static void
refuse_briefly(void)
{
	fixture_type(t.h, t.ann, "toggle ready");
	fixture_advance(t.h, MINUTE_MS);
	fixture_type(t.h, t.ann, "toggle ready");
}

static void
restart(void)
{
	fixture_restart(t.h);
	fixture_turn(t.h);
	t.ann = fixture_telnet(t.h, "ann");
}

TEST(asking_requires_staying_available_for_ten_minutes)
{
	static void (*const WAYS[])(
	    void) = { log_out, lose_connection, play_other_user, refuse_briefly, restart };

	for (unsigned i = 0; i < ARRAY_LEN(WAYS); i++) {
		open_and_leave_match();
		fixture_type(t.h, t.bob, "bye");
		fixture_type(t.h, t.ann, "invite bob");
		for (unsigned k = 0; k < 9; k++)
			fixture_advance(t.h, MINUTE_MS);
		WAYS[i]();
		keep_online();
		assert_int_equal(days_of(0), 0);
		close_all();
	}
}

static void
carry(struct world *w, void *pack)
{
	matches_hand_over(w, pack);
	assert_false(((struct pack *)pack)->bad);
}

/* Sessions are handed over separately; here the users log in again, in the same order. */
TEST(the_ten_minutes_continue_after_a_takeover)
{
	struct pack p = { 0 };
	uint32_t busy_no;

	open_and_leave_match();
	fixture_type(t.h, t.ann, "invite bob");
	for (unsigned i = 0; i < 5; i++)
		fixture_advance(t.h, MINUTE_MS);
	busy_no = fixture_session(t.h, t.ann)->resume.busy_seq;
	fixture_run_in_turn(t.h, carry, &p);
	fixture_restart(t.h);
	t.ann = fixture_telnet(t.h, "ann");
	fixture_session(t.h, t.ann)->resume.busy_seq = busy_no;
	pack_start_reading(&p);
	fixture_run_in_turn(t.h, carry, &p);
	for (unsigned i = 0; i < 4; i++)
		fixture_advance(t.h, MINUTE_MS);
	assert_int_equal(days_of(0), 0);
	fixture_advance(t.h, MINUTE_MS);
	assert_int_equal(days_of(0), 1);
	pack_destroy(&p);
	close_all();
}

TEST(a_player_in_a_match_cannot_ask)
{
	unsigned eve;

	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	eve = fixture_telnet(t.h, "eve");
	fixture_type(t.h, eve, "toggle ready");
	fixture_type(t.h, t.ann, "invite eve 1");
	fixture_type(t.h, eve, "join ann");
	fixture_type(t.h, t.ann, "invite bob");
	fixture_type(t.h, t.ann, "leave");
	keep_online();
	assert_int_equal(days_of(0), 0);
	assert_null(strstr(fixture_read(t.h, t.ann), "at the next log-in"));
	close_all();
}

static void
gag(void)
{
	fixture_type(t.h, t.bob, "gag ann");
}

static void
refuse_games(void)
{
	fixture_type(t.h, t.bob, "toggle ready");
}

static void
blind_ann(void)
{
	fixture_type(t.h, t.bob, "blind ann");
}

static void
play_all_day(void)
{
	unsigned eve = fixture_telnet(t.h, "eve");

	fixture_type(t.h, eve, "toggle ready");
	fixture_type(t.h, t.bob, "invite eve 1");
	fixture_type(t.h, eve, "join bob");
	assert_int_not_equal(fixture_session(t.h, t.bob)->match, 0);
}

TEST(refusing_invitations_does_not_prevent_asking)
{
	static void (*const WAYS[])(void) = { gag, refuse_games, blind_ann, play_all_day };

	for (unsigned i = 0; i < ARRAY_LEN(WAYS); i++) {
		open_and_leave_match();
		WAYS[i]();
		ask_days(t.ann, "invite bob", 3);
		assert_int_equal(days_of(0), 3);
		pass_days(SAVED_DAYS);
		assert_won_by(0);
		close_all();
	}
}

/* If the second invitation voided the first, a player could ask and then prevent acceptance by
 * inviting another user. */
TEST(a_request_can_be_accepted_after_another_user_was_invited)
{
	open_and_leave_match();
	fixture_type(t.h, fixture_telnet(t.h, "eve"), "toggle ready");
	fixture_type(t.h, t.ann, "invite bob");
	fixture_type(t.h, t.ann, "invite eve 1");
	fixture_type(t.h, t.bob, "join ann");
	assert_int_not_equal(fixture_session(t.h, t.bob)->match, 0);
	assert_int_equal(
	    session_match(fixture_world(t.h), fixture_session(t.h, t.bob))->row, t.match);
	close_all();
}

TEST(an_expired_request_cannot_be_accepted_after_another_invitation)
{
	open_and_leave_match();
	fixture_type(t.h, fixture_telnet(t.h, "eve"), "toggle ready");
	fixture_type(t.h, t.ann, "invite bob");
	keep_online();
	fixture_type(t.h, t.ann, "invite eve 1");
	fixture_type(t.h, t.bob, "join ann");
	assert_int_equal(fixture_session(t.h, t.bob)->match, 0);
	assert_non_null(strstr(fixture_read(t.h, t.bob), "** ann didn't invite you."));
	close_all();
}

/* ---- when both have returned ---- */

static void
resume_match(void)
{
	fixture_type(t.h, t.ann, "invite bob");
	fixture_type(t.h, t.bob, "join ann");
	assert_int_not_equal(fixture_session(t.h, t.bob)->match, 0);
}

TEST(the_days_restart_once_both_have_acted_again)
{
	open_and_leave_match();
	ask_days(t.ann, "invite bob", 3);
	resume_match();
	fixture_both_move(t.h, t.ann, t.bob);
	fixture_type(t.h, t.ann, "resign n");
	fixture_type(t.h, t.bob, "reject");
	fixture_type(t.h, t.bob, "resign n");
	fixture_type(t.h, t.ann, "reject");
	assert_int_equal(days_of(0), 0);
	fixture_type(t.h, t.bob, "leave");
	pass_days(SAVED_DAYS + 8);
	assert_unrated_end();
	close_all();
}

/* If the days counted so far were lost, the absent player could resume the match at the last
 * moment and leave it at once. */
TEST(the_days_are_kept_if_only_one_has_acted_again)
{
	open_and_leave_match();
	ask_days(t.ann, "invite bob", 3);
	resume_match();
	fixture_type(t.h, t.bob, "resign n");
	fixture_type(t.h, t.bob, "leave");
	assert_int_equal(days_of(0), 3);
	fixture_type(t.h, t.bob, "bye");
	pass_days(SAVED_DAYS + 8);
	assert_won_by(0);
	close_all();
}

/* ---- the due date ---- */

TEST(a_saved_match_does_not_end_before_saved_days)
{
	open_and_leave_match();
	pass_days(SAVED_DAYS - 1);
	assert_not_over();
	pass_days(2);
	assert_unrated_end();
	close_all();
}

/* The server is up for half an hour on each of many days, and then normally. */
TEST(a_saved_match_does_not_end_before_seven_days_of_uptime)
{
	open_and_leave_match();
	for (unsigned day = 0; day < 2 * SAVED_DAYS; day++) {
		fixture_pass_time(t.h, 23 * HOUR_MS + 30 * MINUTE_MS);
		fixture_restart(t.h);
		for (unsigned i = 0; i < 30; i++)
			fixture_advance(t.h, MINUTE_MS);
	}
	assert_not_over();
	for (unsigned day = 0; day < 6; day++) {
		fixture_pass_time(t.h, 21 * HOUR_MS);
		fixture_restart(t.h);
		for (unsigned i = 0; i < 3; i++)
			fixture_advance(t.h, HOUR_MS);
	}
	assert_not_over();
	pass_days(3);
	assert_unrated_end();
	close_all();
}

/* A database of an earlier version, without announcements, may hold an overdue match. */
TEST(an_overdue_match_ends_a_week_after_its_announcement)
{
	struct match_record m = { .length = 5, .variant = "backgammon" };

	open_bots(false);
	pass_days(8);
	m.user[0] = t.user[0];
	m.user[1] = t.user[1];
	m.created_ms = fixture_now_ms(t.h) - 100 * 24 * (int64_t)HOUR_MS;
	t.match = store_match_create(fixture_store(t.h), &m);
	assert_int_equal(store_commit(fixture_store(t.h), NULL), STORE_OK);
	pass_days(6);
	assert_not_over();
	pass_days(2);
	assert_unrated_end();
	close_all();
}

/* ---- bots ---- */

/* ann leaves a match with a bot after both have moved, and logs out. */
static void
leave_bot(void)
{
	struct user_record bot;

	open_bots(true);
	assert_true(store_user_by_name(fixture_store(t.h), "ClubBot", &bot));
	t.user[1] = bot.id;
	script_dice_add(3, 1);
	script_dice_add(6, 4);
	fixture_type(t.h, t.ann, "invite ClubBot 3");
	for (unsigned i = 0; i < 20; i++)
		fixture_advance(t.h, 100);
	fixture_type(t.h, t.ann, "move 8/5 6/5");
	for (unsigned i = 0; i < 40; i++)
		fixture_advance(t.h, 100);
	load_match_row();
	fixture_type(t.h, t.ann, "leave");
	fixture_type(t.h, t.ann, "bye");
}

static double
rating_with_bots(void)
{
	return user_bots_standing(fixture_world(t.h), t.user[0], VARIANT_FIBS).rating;
}

TEST(leaving_a_bot_loses_despite_restarts_in_the_last_week)
{
	leave_bot();
	pass_days(SAVED_DAYS - 2);
	fixture_restart(t.h);
	pass_days(1);
	fixture_restart(t.h);
	assert_not_over();
	pass_days(2);
	assert_string_equal(record().end_reason, "forfeit");
	assert_int_equal(record().user[record().winner], t.user[1]);
	assert_true(rating_with_bots() < 1500);
	close_all();
}

TEST(a_match_with_a_bot_that_is_offline_ends_without_a_winner)
{
	unsigned root;

	leave_bot();
	(void)fixture_user(t.h, "root", 1500, 0);
	fixture_set_role(t.h, "root", "admin");
	root = fixture_telnet(t.h, "root");
	fixture_type(t.h, root, "ban ClubBot because of a test");
	pass_days(SAVED_DAYS + 1);
	assert_string_equal(record().end_reason, "expired");
	assert_true(rating_with_bots() >= 1500);
	close_all();
}

/* ---- notices ---- */

TEST(a_missed_request_is_shown_once_at_the_next_login)
{
	const char *text;

	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	fixture_type(t.h, t.ann, "invite bob");
	text = fixture_read(t.h, t.ann);
	assert_non_null(strstr(text, "** There is no one called bob\r\n"));
	assert_non_null(strstr(text, "\r\n** bob will see at the next log-in that you asked"));
	t.bob = fixture_connect(t.h, "127.0.0.1");
	fixture_type(t.h, t.bob, "bob");
	fixture_type(t.h, t.bob, FIXTURE_PASSWORD);
	assert_non_null(strstr(fixture_read(t.h, t.bob),
	    "** ann asked you to resume your saved match (Thursday, "));
	fixture_type(t.h, t.bob, "bye");
	t.bob = fixture_connect(t.h, "127.0.0.1");
	fixture_type(t.h, t.bob, "bob");
	fixture_type(t.h, t.bob, FIXTURE_PASSWORD);
	assert_null(strstr(fixture_read(t.h, t.bob), "** ann asked you"));
	close_all();
}

TEST(a_client_program_gets_notices_as_messages_of_its_own_user)
{
	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	fixture_type(t.h, t.ann, "invite bob");
	t.bob = fixture_connect(t.h, "127.0.0.1");
	fixture_type(t.h, t.bob, "login test 1008 bob " FIXTURE_PASSWORD);
	assert_non_null(strstr(fixture_read(t.h, t.bob),
	    "\r\n9 bob 1767268800 ann asked you to resume your saved match ("));
	close_all();
}

TEST(a_client_program_that_asks_gets_the_usual_reply)
{
	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	fixture_type(t.h, t.ann, "bye");
	t.ann = fixture_clip(t.h, "ann");
	fixture_type(t.h, t.ann, "invite bob");
	keep_online();
	assert_string_equal(fixture_read(t.h, t.ann), "** There is no one called bob\r\n");
	assert_int_equal(days_of(0), 1);
	close_all();
}

TEST(both_are_warned_a_week_before_a_match_ends)
{
	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	pass_days(SAVED_DAYS - 8);
	assert_null(strstr(fixture_read(t.h, t.ann), "ends on"));
	pass_days(2);
	assert_int_equal(fixture_count_text(
			     fixture_read(t.h, t.ann), "** Your saved match with bob ends on "),
	    1);
	fixture_type(t.h, t.ann, "show saved");
	assert_non_null(strstr(fixture_read(t.h, t.ann), "\r\n    ends on Sunday, January 11"));
	t.bob = fixture_connect(t.h, "127.0.0.1");
	fixture_type(t.h, t.bob, "bob");
	fixture_type(t.h, t.bob, FIXTURE_PASSWORD);
	assert_non_null(
	    strstr(fixture_read(t.h, t.bob), "** Your saved match with ann ends on Sunday, "));
	close_all();
}

/* After the resumption the first announcement is out of date: it gave a different day and
 * different numbers. */
TEST(the_announcement_is_repeated_after_the_match_was_resumed)
{
	open_and_leave_match();
	pass_days(SAVED_DAYS - 5);
	resume_match();
	fixture_type(t.h, t.bob, "resign n");
	fixture_type(t.h, t.bob, "leave");
	fixture_discard(t.h);
	pass_days(SAVED_DAYS - 5);
	assert_not_over();
	assert_int_equal(fixture_count_text(
			     fixture_read(t.h, t.bob), "** Your saved match with ann ends on "),
	    1);
	pass_days(6);
	assert_unrated_end();
	close_all();
}

TEST(the_end_is_shown_once_at_the_next_login)
{
	const char *text;

	open_and_leave_match();
	fixture_type(t.h, t.bob, "bye");
	ask_days(t.ann, "invite bob", 3);
	fixture_discard(t.h);
	pass_days(SAVED_DAYS);
	text = fixture_read(t.h, t.ann);
	assert_non_null(strstr(
	    text, "** You win your saved match with bob, who did not come back to it.\r\n"));
	assert_null(strstr(text, "forfeit"));
	for (unsigned i = 0; i < 2; i++) {
		t.bob = fixture_connect(t.h, "127.0.0.1");
		fixture_type(t.h, t.bob, "bob");
		fixture_type(t.h, t.bob, FIXTURE_PASSWORD);
		assert_int_equal(fixture_count_text(fixture_read(t.h, t.bob),
				     "** You lose your saved match with ann because you did "
				     "not come back to it.\r\n"),
		    i == 0);
		fixture_type(t.h, t.bob, "bye");
	}
	close_all();
}
