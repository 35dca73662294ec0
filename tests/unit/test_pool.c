/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll */
/* How many bots there are, which users get one, and how a bot treats an opponent who is idle or
 * talks to it. */
#include "bot/bot.h"
#include "eval/brain.h"
#include "match/match.h"
#include "tests/support/fixture.h"
#include "tests/support/script_dice.h"
#include "tests/unit/test.h"

/* Starts a server with EasyBot, ClubBot and at most `most` bots in all.  They do not think. */
static struct fixture *
start(unsigned most, struct store *store)
{
	struct fixture_options o;
	struct fixture *h;

	fixture_options_default(&o);
	o.world.beginner = "EasyBot";
	o.world.club = "ClubBot";
	o.world.most = most;
	o.flood_limits = true;
	o.store = store;
	h = fixture_new(&o);
	fixture_hold_work(h, true, 100);
	fixture_turn(h);
	return h;
}

static unsigned
login(struct fixture *h, const char *name, const char *addr)
{
	struct user_record u;
	unsigned c = fixture_connect(h, addr);

	if (!store_user_by_name(fixture_store(h), name, &u))
		(void)fixture_user(h, name, 1500, 0);
	fixture_hold_work(h, false, 100);
	fixture_type(h, c, name);
	fixture_type(h, c, FIXTURE_PASSWORD);
	fixture_advance(h, 60000);
	fixture_hold_work(h, true, 100);
	assert_non_null(fixture_session(h, c)->player);
	fixture_discard(h);
	return c;
}

static bool
is_here(struct fixture *h, const char *name)
{
	return session_by_name(fixture_world(h), name) != NULL;
}

/* Returns the name of the opponent of a connection, or "". */
static const char *
opponent(struct fixture *h, unsigned c)
{
	const struct session *x = session_opponent(fixture_world(h), fixture_session(h, c));

	return x != NULL ? x->player->name : "";
}

/* ---- adding and removing bots ---- */

TEST(a_bot_is_added_when_all_of_a_grade_play_and_removed_when_idle)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.1");

	assert_true(is_here(h, "EasyBot"));
	assert_false(is_here(h, "EasyBot_B"));
	fixture_type(h, ann, "invite EasyBot 5");
	assert_true(is_here(h, "EasyBot_B"));
	assert_false(is_here(h, "EasyBot_C"));
	assert_false(is_here(h, "ClubBot_B"));
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "invite EasyBot_B 5");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot");
	assert_string_equal(opponent(h, bob), "EasyBot_B");
	assert_true(is_here(h, "EasyBot_C"));
	fixture_type(h, ann, "leave");
	fixture_type(h, bob, "leave");
	fixture_run_ms(h, 290000);
	assert_true(is_here(h, "EasyBot_C"));
	fixture_run_ms(h, 20000);
	assert_false(is_here(h, "EasyBot_B"));
	assert_false(is_here(h, "EasyBot_C"));
	assert_true(is_here(h, "EasyBot"));
	fixture_free(&h);
}

TEST(the_number_of_bots_is_limited_by_the_configuration)
{
	struct fixture *h = start(3, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");
	unsigned eve = login(h, "eve", "10.0.0.3"), joe = login(h, "joe", "10.0.0.4");

	fixture_type(h, ann, "play beginner");
	fixture_type(h, bob, "play beginner");
	fixture_type(h, eve, "play beginner");
	assert_non_null(strstr(fixture_read(h, eve), "No bot like that is free"));
	fixture_type(h, eve, "play club");
	fixture_discard(h);
	fixture_type(h, joe, "play practice");
	assert_non_null(strstr(fixture_read(h, joe), "None of the server's bots is free"));
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot");
	assert_string_equal(opponent(h, bob), "EasyBot_B");
	assert_string_equal(opponent(h, eve), "ClubBot");
	assert_false(is_here(h, "EasyBot_C"));
	fixture_free(&h);
}

TEST(an_idle_bot_makes_room_for_one_of_another_grade)
{
	struct fixture *h = start(3, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");

	fixture_type(h, ann, "play club");
	fixture_run_ms(h, 2000);
	assert_true(is_here(h, "ClubBot_B"));
	fixture_type(h, bob, "play beginner");
	fixture_run_ms(h, 2000);
	assert_true(is_here(h, "ClubBot_B")); /* the only free bot of its grade */
	fixture_type(h, ann, "leave");
	fixture_type(h, ann, "play beginner");
	assert_non_null(strstr(fixture_read(h, ann), "You invited EasyBot_B to"));
	assert_false(is_here(h, "ClubBot_B"));
	fixture_free(&h);
}

TEST(names_of_users_are_skipped_and_the_others_reserved_for_bots)
{
	struct fixture *made = fixture_new(NULL), *h;
	unsigned ann, g;

	(void)fixture_user(made, "easybot_b", 1500, 0);
	h = start(40, fixture_store(made));
	ann = login(h, "ann", "10.0.0.1");
	fixture_type(h, ann, "invite EasyBot 5");
	assert_false(is_here(h, "EasyBot_B"));
	assert_true(is_here(h, "EasyBot_C"));
	g = fixture_connect(h, "10.0.0.2");
	fixture_type(h, g, "guest");
	fixture_type(h, g, "name ClubBot_M");
	assert_non_null(strstr(fixture_read(h, g), "already used"));
	fixture_type(h, g, "name C_lubBot_AC");
	assert_non_null(strstr(fixture_read(h, g), "already used"));
	fixture_type(h, g, "name Clubby_M");
	assert_null(strstr(fixture_read(h, g), "already used"));
	fixture_free(&h);
	fixture_free(&made);
}

/* ---- saved matches ---- */

static void
save_with_bot(struct fixture *h, unsigned conn, const char *bot, const char *line)
{
	fixture_type(h, conn, line);
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, conn), bot);
	fixture_type(h, conn, "leave");
}

TEST(a_saved_match_brings_its_bot_back)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");

	fixture_type(h, bob, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	save_with_bot(h, ann, "EasyBot_B", "invite EasyBot_B 7");
	fixture_type(h, bob, "leave");
	fixture_run_ms(h, 310000);
	assert_false(is_here(h, "EasyBot_B"));
	assert_true(bots_name_available(fixture_world(h), "EasyBot_B"));
	assert_false(bots_name_available(fixture_world(h), "EasyBot_b2"));
	assert_false(bots_name_available(fixture_world(h), "StrongBot_B"));
	fixture_type(h, bob, "invite EasyBot_B 3"); /* bob has no saved match with this bot */
	assert_non_null(strstr(fixture_read(h, bob), "There is no one called EasyBot_B"));
	fixture_type(h, ann, "invite easybot_b");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot_B");
	assert_int_equal(
	    session_match(fixture_world(h), fixture_session(h, ann))->state.length, 7);
	fixture_free(&h);
}

/* A user must not lose a saved match because the match's bot cannot log in. */
TEST(a_bot_is_available_only_if_the_named_ones_leave_room)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");
	struct world *w = fixture_world(h);

	fixture_type(h, bob, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	save_with_bot(h, ann, "EasyBot_B", "invite EasyBot_B 7");
	fixture_type(h, bob, "leave");
	w->config.most = 2; /* room for EasyBot and ClubBot only */
	assert_true(bots_name_available(w, "EasyBot_B"));
	fixture_run_ms(h, 310000);
	assert_false(is_here(h, "EasyBot_B"));
	assert_false(bots_name_available(w, "EasyBot_B"));
	assert_true(bots_name_available(w, "EasyBot"));
	fixture_discard(h);
	fixture_type(h, ann, "invite EasyBot_B");
	assert_non_null(strstr(fixture_read(h, ann), "There is no one called EasyBot_B"));
	w->config.most = 3;
	assert_true(bots_name_available(w, "EasyBot_B"));
	fixture_type(h, ann, "invite EasyBot_B");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot_B");
	fixture_free(&h);
}

TEST(a_bot_with_a_saved_match_replaces_an_idle_one_when_there_are_too_many)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");
	unsigned joe = login(h, "joe", "10.0.0.3");

	fixture_type(h, bob, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	save_with_bot(h, ann, "EasyBot_B", "invite EasyBot_B 7");
	fixture_type(h, bob, "leave");
	fixture_run_ms(h, 310000);
	fixture_type(h, bob, "play club");
	fixture_run_ms(h, 2000);
	fixture_type(h, joe, "play ClubBot_B");
	fixture_run_ms(h, 2000);
	assert_true(is_here(h, "ClubBot_C"));
	assert_false(is_here(h, "EasyBot_B"));
	fixture_world(h)->config.most = 3; /* four bots are online */
	fixture_type(h, ann, "invite EasyBot_B");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot_B");
	assert_false(is_here(h, "ClubBot_C"));
	fixture_free(&h);
}

TEST(play_resumes_a_saved_match_and_reports_one_that_differs)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1");
	const char *text;

	save_with_bot(h, ann, "EasyBot", "play EasyBot 5");
	fixture_discard(h);
	fixture_type(h, ann, "play 3");
	text = fixture_read(h, ann);
	assert_non_null(strstr(text, "saved match with EasyBot. Type 'invite EasyBot'"));
	assert_non_null(strstr(text, "You invited EasyBot_B to a 3 point match"));
	fixture_run_ms(h, 2000);
	fixture_type(h, ann, "leave");
	fixture_discard(h);
	fixture_type(h, ann, "play EasyBot 1 grasshopper");
	text = fixture_read(h, ann);
	assert_non_null(strstr(text, "Type 'invite EasyBot"));
	assert_non_null(strstr(text, "You invited EasyBot_C to a 1 point match"));
	fixture_run_ms(h, 2000);
	fixture_type(h, ann, "leave");
	fixture_discard(h);
	fixture_type(h, ann, "play 5");
	assert_non_null(strstr(fixture_read(h, ann), "You invited EasyBot to resume"));
	fixture_run_ms(h, 2000);
	fixture_type(h, ann, "leave");
	fixture_discard(h);
	fixture_type(h, ann, "play");
	assert_non_null(strstr(fixture_read(h, ann), "to resume a saved match"));
	fixture_type(h, ann, "play club");
	assert_non_null(strstr(fixture_read(h, ann), "You invited ClubBot to a 3 point match"));
	fixture_type(h, ann, "play EasyBot club");
	assert_non_null(strstr(fixture_read(h, ann), "no game called 'club'"));
	fixture_type(h, ann, "play strong");
	assert_non_null(strstr(fixture_read(h, ann), "No bot like that is free"));
	fixture_free(&h);
}

/* A saved match in a game that the session has switched off is reported, not resumed. */
TEST(play_does_not_resume_a_game_that_is_switched_off)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1");

	save_with_bot(h, ann, "EasyBot", "play EasyBot 5 plakoto");
	fixture_type(h, ann, "toggle variants");
	fixture_discard(h);
	fixture_type(h, ann, "play");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot_B");
	assert_ptr_equal(
	    session_match(fixture_world(h), fixture_session(h, ann))->state.variant,
	    VARIANT_FIBS);
	fixture_free(&h);
}

TEST(a_bot_unavailable_for_a_saved_match_is_reported_as_busy)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");
	const char *text;

	fixture_type(h, bob, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	save_with_bot(h, ann, "EasyBot_B", "invite EasyBot_B 7");
	fixture_type(h, bob, "leave");
	fixture_run_ms(h, 310000);
	fixture_world(h)->config.most = 3;
	fixture_type(h, login(h, "eve", "10.0.0.3"), "play club");
	fixture_run_ms(h, 2000);
	fixture_type(h, login(h, "joe", "10.0.0.4"), "play club");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "invite EasyBot");
	fixture_run_ms(h, 2000);
	assert_true(is_here(h, "ClubBot_B"));
	assert_false(is_here(h, "EasyBot_B"));
	fixture_discard(h);
	fixture_type(h, ann, "invite EasyBot_B");
	text = fixture_read(h, ann);
	assert_non_null(strstr(text, "Type 'invite EasyBot_B' again later"));
	assert_null(strstr(text, "There is no one"));
	fixture_free(&h);
}

TEST(a_bot_that_another_user_has_invited_is_not_invited)
{
	struct fixture *h = start(2, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");

	save_with_bot(h, ann, "EasyBot", "play EasyBot 5");
	fixture_type(h, bob, "invite EasyBot 3");
	fixture_discard(h);
	fixture_type(h, ann, "invite EasyBot");
	assert_non_null(strstr(fixture_read(h, ann), "EasyBot is about to play another user."));
	fixture_type(h, ann, "play 5");
	assert_non_null(strstr(fixture_read(h, ann), "You invited ClubBot to a 5 point match"));
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, bob), "EasyBot");
	assert_string_equal(opponent(h, ann), "ClubBot");
	fixture_free(&h);
}

/* Makes ann finish a match with EasyBot_B, which then logs out. */
static void
finish_with_bot(struct fixture *h, unsigned ann, unsigned bob, const char *line)
{
	struct action a = { .kind = ACT_FORFEIT };

	fixture_type(h, bob, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	fixture_type(h, ann, line);
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot_B");
	a.seat = fixture_session(h, ann)->seat;
	assert_int_equal(match_direct_action(fixture_world(h),
			     session_match(fixture_world(h), fixture_session(h, ann))->row, &a),
	    MATCH_OK);
	fixture_type(h, bob, "leave");
	fixture_run_ms(h, 310000);
	assert_false(is_here(h, "EasyBot_B"));
	fixture_discard(h);
}

TEST(rematch_brings_a_bot_back)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");

	finish_with_bot(h, ann, bob, "invite EasyBot_B 7");
	fixture_type(h, ann, "rematch");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot_B");
	fixture_free(&h);
}

/* Types the line and checks that it is refused and does not bring EasyBot_B online. */
static void
assert_brings_none(struct fixture *h, unsigned ann, const char *line, const char *refusal)
{
	fixture_discard(h);
	fixture_type(h, ann, line);
	assert_non_null(strstr(fixture_read(h, ann), refusal));
	assert_false(is_here(h, "EasyBot_B"));
}

TEST(no_bot_is_brought_back_for_an_invitation_that_is_refused)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");
	const unsigned saved_max = fixture_world(h)->config.saved_max;

	finish_with_bot(h, ann, bob, "invite EasyBot_B 7 plakoto");
	fixture_type(h, ann, "toggle variants");
	assert_brings_none(h, ann, "rematch", "Type 'toggle variants' first.");
	fixture_type(h, ann, "toggle variants");
	fixture_world(h)->config.saved_max = 0;
	assert_brings_none(h, ann, "rematch", "You are not allowed to create new games.");
	fixture_world(h)->config.saved_max = saved_max;
	fixture_type(h, ann, "rematch");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot_B");
	fixture_type(h, ann, "leave");
	fixture_run_ms(h, 310000);
	assert_brings_none(h, ann, "rematch", "You have a saved match with EasyBot_B.");
	fixture_type(h, ann, "toggle variants");
	assert_brings_none(h, ann, "invite EasyBot_B", "Type 'toggle variants' first.");
	fixture_free(&h);
}

TEST(no_bot_is_brought_back_for_a_user_with_a_tournament_match)
{
	static const char *const LINES[] = { "tournament create Cup format single",
		"tournament set checkin 0", "tournament open", "tournament register 1" };
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");

	finish_with_bot(h, ann, bob, "invite EasyBot_B 7");
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++)
		fixture_type(h, ann, LINES[i]);
	fixture_type(h, bob, "tournament register 1");
	fixture_type(h, ann, "tournament start 1 yes");
	fixture_run_ms(h, 400000);
	fixture_drop(h, bob, NET_CLOSE_PEER);
	fixture_run_ms(h, 1000);
	fixture_type(h, ann, "leave");
	assert_brings_none(h, ann, "rematch", "You have a match of tournament Cup to play.");
	fixture_free(&h);
}

/* ---- which grade ---- */

/* Checks which bot `play 1` finds for a new account with the given results against bots. */
static void
assert_found(const char *results, double people, uint32_t experience, const char *bot)
{
	struct fixture_options o;
	char want[64];
	struct fixture *h;
	unsigned ann;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	h = fixture_new(&o);
	(void)fixture_user(h, "ann", people, experience);
	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
	for (; *results != '\0'; results++) {
		script_dice_add(3, 1);
		fixture_type(h, ann, "toggle fast");
		fixture_type(h, ann, "invite ClubBot 1");
		fixture_turn(h);
		fixture_run_ms(h, 1000);
		fixture_type(h, ann, "8/5 6/5");
		for (unsigned i = 0; i < 40; i++)
			fixture_advance(h, 100);
		if (*results == 'w') {
			const struct session *b = session_by_name(fixture_world(h), "ClubBot");
			struct action a = { .kind = ACT_ABANDON, .seat = b->seat };

			assert_int_equal(match_direct_action(fixture_world(h),
					     session_match(fixture_world(h), b)->row, &a),
			    MATCH_OK);
		} else {
			fixture_type(h, ann, "resign normal");
			fixture_run_ms(h, 2000);
		}
		assert_string_equal(opponent(h, ann), "");
		fixture_type(h, ann, "toggle fast");
	}
	fixture_discard(h);
	fixture_type(h, ann, "play 1");
	(void)snprintf(want, sizeof(want), "You invited %s to", bot);
	assert_non_null(strstr(fixture_read(h, ann), want));
	script_dice_clear();
	fixture_free(&h);
}

TEST(play_finds_a_bot_near_the_users_rating)
{
	assert_found("", 1500, 0, "EasyBot");
	/* 1500 in the common ratings is 2000 among bots */
	assert_found("", 1500, 1000, "ClubBot");
	assert_found("", 1900, 1000, "StrongBot");
}

/* The account with a bot's name belongs to a user: its rating says nothing about the
 * grade. */
TEST(the_rating_of_a_user_with_a_bots_name_is_ignored)
{
	struct fixture *made = fixture_new(NULL), *h;
	const struct world *w;

	(void)fixture_user(made, "EasyBot", 2400, 1000);
	h = start(40, fixture_store(made));
	assert_true(fixture_warned(h, "bot_name_taken"));
	w = fixture_world(h);
	assert_true(bots_grade_rating(w, GRADE_beginner, VARIANT_FIBS) <
		    bots_grade_rating(w, GRADE_club, VARIANT_FIBS));
	fixture_free(&h);
	fixture_free(&made);
}

TEST(two_results_of_one_kind_move_the_grade_by_one)
{
	assert_found("l", 1900, 1000, "StrongBot");
	assert_found("ll", 1900, 1000, "ClubBot");
	assert_found("ll", 1500, 1000, "EasyBot");
	assert_found("w", 1500, 1000, "ClubBot");
	assert_found("ww", 1500, 1000, "StrongBot");
	assert_found("ww", 1900, 1000, "StrongBot"); /* there is no stronger bot */
	assert_found("lw", 1500, 1000, "ClubBot");
	assert_found("wl", 1500, 1000, "ClubBot");
}

/* ---- all bots are playing ---- */

/* Logs in accounts thief_a, thief_b, ... from one address.  In this order they start n matches
 * with bots. */
static void
occupy_bots(struct fixture *h, unsigned n, const char *addr, unsigned conn_out[])
{
	for (unsigned i = 0; i < n; i++) {
		char name[] = { 't', 'h', 'i', 'e', 'f', '_', (char)('a' + i), '\0' };

		conn_out[i] = login(h, name, addr);
		fixture_type(h, conn_out[i], "toggle fast");
		fixture_type(h, conn_out[i], "play practice 5");
		fixture_hold_work(h, true, 100);
		fixture_run_ms(h, 1000);
		assert_string_not_equal(opponent(h, conn_out[i]), "");
	}
	fixture_discard(h);
}

TEST(a_network_with_most_of_all_bots_gives_up_its_newest_match)
{
	struct fixture *h = start(4, NULL);
	unsigned thief[4], ann, eve;
	char bot[32];

	occupy_bots(h, 3, "10.1.1.1", thief);
	ann = login(h, "ann", "10.2.2.2");
	fixture_type(h, ann, "play practice");
	fixture_run_ms(h, 2000);
	assert_string_not_equal(
	    opponent(h, ann), ""); /* no match was given up for this request */
	assert_string_not_equal(opponent(h, thief[2]), "");
	(void)snprintf(bot, sizeof(bot), "%s", opponent(h, thief[2]));
	fixture_discard(h);
	eve = login(h, "eve", "10.3.3.3");
	fixture_type(h, eve, "play practice");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, thief[2]), "");
	assert_string_equal(opponent(h, eve), bot);
	assert_non_null(strstr(fixture_read(h, thief[2]), "Your match is saved. Type 'invite"));
	assert_int_equal(store_matches_open_count(
			     fixture_store(h), fixture_session(h, thief[2])->player->user),
	    1);
	/* the network now has only half of the bots, so no match is given up */
	fixture_type(h, login(h, "joe", "10.4.4.4"), "play practice");
	fixture_run_ms(h, 2000);
	assert_string_not_equal(opponent(h, thief[1]), "");
	fixture_free(&h);
}

TEST(a_network_with_one_bot_gives_up_no_match)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned thief, ann;

	fixture_options_default(&o);
	o.world.beginner = "EasyBot";
	h = fixture_new(&o);
	fixture_hold_work(h, true, 100);
	fixture_turn(h);
	occupy_bots(h, 1, "10.1.1.1", &thief);
	ann = login(h, "ann", "10.2.2.2");
	fixture_type(h, ann, "play practice");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "");
	assert_string_equal(opponent(h, thief), "EasyBot");
	fixture_free(&h);
}

/* The only bot of the grade has a saved rated match with ann, so she could not start
 * another. */
TEST(no_match_is_given_up_for_a_bot_that_cannot_play_the_user)
{
	struct fixture *h = start(2, NULL);
	unsigned ann = login(h, "ann", "10.2.2.2"), thief[2];

	save_with_bot(h, ann, "EasyBot", "play EasyBot 5");
	occupy_bots(h, 2, "10.1.1.1", thief);
	fixture_type(h, ann, "play beginner 3");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "");
	assert_string_not_equal(opponent(h, thief[0]), "");
	assert_string_not_equal(opponent(h, thief[1]), "");
	fixture_free(&h);
}

/* `invite BOT LENGTH` is refused while a rated match with the bot is saved, so no other user
 * loses a bot for it. */
TEST(no_match_is_given_up_for_an_invitation_that_is_refused)
{
	struct fixture *h = start(4, NULL);
	unsigned ann = login(h, "ann", "10.2.2.2"), bob = login(h, "bob", "10.3.3.3");
	unsigned thief[4];

	fixture_type(h, bob, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	save_with_bot(h, ann, "EasyBot_B", "play beginner 5");
	fixture_type(h, bob, "leave");
	fixture_run_ms(h, 1000);
	occupy_bots(h, 4, "10.1.1.1", thief);
	fixture_type(h, ann, "invite EasyBot_B 5");
	fixture_type(h, ann, "invite EasyBot_B nonsense");
	fixture_run_ms(h, 2000);
	for (unsigned i = 0; i < 4; i++)
		assert_string_not_equal(opponent(h, thief[i]), "");
	fixture_free(&h);
}

TEST(no_match_is_given_up_within_a_network_or_by_a_shared_one)
{
	struct fixture_options o;
	struct fixture *h = start(4, NULL);
	unsigned thief[4];

	occupy_bots(h, 4, "10.1.1.1", thief);
	fixture_type(h, login(h, "ann", "10.1.1.1"), "play practice");
	fixture_run_ms(h, 2000);
	for (unsigned i = 0; i < 4; i++)
		assert_string_not_equal(opponent(h, thief[i]), "");
	fixture_free(&h);

	fixture_options_default(&o);
	o.world.beginner = "EasyBot";
	o.world.most = 4;
	o.flood_limits = true;
	assert_true(networks_parse(&o.world.shared_networks, "10.1.1.0/24"));
	h = fixture_new(&o);
	fixture_hold_work(h, true, 100);
	fixture_turn(h);
	occupy_bots(h, 4, "10.1.1.1", thief);
	fixture_type(h, login(h, "ann", "10.2.2.2"), "play practice");
	fixture_run_ms(h, 2000);
	for (unsigned i = 0; i < 4; i++)
		assert_string_not_equal(opponent(h, thief[i]), "");
	fixture_free(&h);
}

/* ---- tournaments ---- */

/* Starts a round robin of dora, EasyBot and EasyBot_B, which logged in while EasyBot was
 * playing. */
static unsigned
begin_tournament(struct fixture *h)
{
	static const char *const LINES[] = { "tournament create Cup format robin",
		"tournament set bots yes", "tournament set clock off",
		"tournament set length 25", "tournament set checkin 0", "tournament open",
		"tournament register 1", "tournament add 1 EasyBot",
		"tournament add 1 EasyBot_B" };
	unsigned dora = login(h, "dora", "10.9.9.9"), joe = login(h, "joe", "10.9.9.8");

	fixture_type(h, joe, "play EasyBot");
	fixture_run_ms(h, 2000);
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++)
		fixture_type(h, dora, LINES[i]);
	fixture_type(h, joe, "leave");
	fixture_run_ms(h, 12000); /* the bots register */
	fixture_type(h, dora, "tournament start 1 yes");
	fixture_run_ms(h, 400000);
	return dora;
}

TEST(a_tournament_bot_stays_online_and_returns_after_a_restart)
{
	struct fixture *h = start(40, NULL);
	unsigned dora = begin_tournament(h);

	assert_true(is_here(h, "EasyBot_B"));
	fixture_run_ms(h, 400000);
	assert_true(is_here(h, "EasyBot_B"));
	fixture_discard(h);
	fixture_type(h, dora, "tournament standings 1");
	assert_non_null(strstr(fixture_read(h, dora), "EasyBot_B"));
	fixture_restart(h);
	fixture_turn(h);
	fixture_turn(h);
	assert_true(is_here(h, "EasyBot_B"));
	fixture_free(&h);
}

TEST(no_bot_gives_up_or_talks_in_a_match_of_a_tournament)
{
	struct fixture *h = start(2, NULL);
	unsigned dora, ann, thief;

	/* the thieves' two matches are the only ones, and one of them belongs to a
	 * tournament */
	dora = login(h, "dora", "10.1.1.1");
	fixture_type(h, dora, "tournament create Cup format single");
	fixture_type(h, dora, "tournament set bots yes");
	fixture_type(h, dora, "tournament set clock off");
	fixture_type(h, dora, "tournament set checkin 0");
	fixture_type(h, dora, "tournament open");
	fixture_type(h, dora, "tournament register 1");
	fixture_type(h, dora, "tournament add 1 ClubBot");
	fixture_run_ms(h, 12000);
	fixture_type(h, dora, "tournament start 1 yes");
	fixture_run_ms(h, 400000);
	assert_string_equal(opponent(h, dora), "ClubBot");
	fixture_discard(h);
	fixture_type(h, dora, "say hello");
	assert_null(strstr(fixture_read(h, dora), "program"));
	thief = login(h, "thief", "10.1.1.1");
	fixture_type(h, thief, "play beginner");
	fixture_run_ms(h, 2000);
	ann = login(h, "ann", "10.2.2.2");
	fixture_type(h, ann, "play club");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "");
	assert_string_equal(opponent(h, dora), "ClubBot");
	fixture_type(h, ann, "play beginner");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot");
	assert_string_equal(opponent(h, thief), "");
	fixture_free(&h);
}

/* ---- idle and talking users ---- */

TEST(an_idle_opponent_is_reminded_after_two_minutes_and_left_after_five)
{
	struct fixture *h = start(0, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1");

	script_dice_add(3, 1);
	fixture_type(h, ann, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	fixture_discard(h);
	fixture_run_ms(h, 115000);
	assert_string_equal(fixture_read(h, ann), "");
	fixture_run_ms(h, 10000);
	assert_non_null(
	    strstr(fixture_read(h, ann), "EasyBot is waiting for you. After 5 minutes"));
	fixture_run_ms(h, 170000);
	assert_string_equal(fixture_read(h, ann), "");
	assert_string_equal(opponent(h, ann), "EasyBot");
	fixture_run_ms(h, 10000);
	assert_string_equal(opponent(h, ann), "");
	assert_non_null(
	    strstr(fixture_read(h, ann), "EasyBot has left the game. The game was saved"));
	script_dice_clear();
	fixture_free(&h);
}

TEST(an_idle_opponent_is_left_after_the_minutes_of_the_configuration)
{
	for (unsigned minutes = 1; minutes <= 3; minutes++) {
		struct fixture *h = start(0, NULL);
		unsigned ann = login(h, "ann", "10.0.0.1");

		fixture_world(h)->config.idle_minutes = minutes;
		script_dice_add(3, 1);
		fixture_type(h, ann, "invite EasyBot 5");
		fixture_run_ms(h, 2000);
		fixture_discard(h);
		fixture_run_ms(h, minutes * 60000 - 5000);
		assert_string_equal(opponent(h, ann), "EasyBot");
		assert_true((strstr(fixture_read(h, ann), "is waiting for you") != NULL) ==
			    (minutes > 2));
		fixture_run_ms(h, 10000);
		assert_string_equal(opponent(h, ann), "");
		assert_null(strstr(fixture_read(h, ann), "is waiting for you"));
		script_dice_clear();
		fixture_free(&h);
	}
}

TEST(a_client_program_is_not_reminded)
{
	struct fixture *h = start(0, NULL);
	unsigned carl;

	fixture_hold_work(h, false, 100);
	carl = fixture_clip(h, "carl");
	fixture_hold_work(h, true, 100);
	script_dice_add(3, 1);
	fixture_type(h, carl, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	fixture_discard(h);
	fixture_run_ms(h, 290000);
	assert_string_equal(fixture_read(h, carl), "");
	script_dice_clear();
	fixture_free(&h);
}

static unsigned
count_program_answers(struct fixture *h, unsigned c)
{
	unsigned n = 0;

	for (const char *at = fixture_read(h, c); (at = strstr(at, " program")) != NULL; at++)
		n++;
	return n;
}

TEST(a_bot_answers_each_user_once_per_match)
{
	struct fixture *h = start(40, NULL);
	unsigned ann = login(h, "ann", "10.0.0.1"), bob = login(h, "bob", "10.0.0.2");
	unsigned carl;

	fixture_hold_work(h, false, 100);
	carl = fixture_clip(h, "carl");
	fixture_hold_work(h, true, 100);
	fixture_type(h, ann, "set language it");
	fixture_type(h, ann, "invite EasyBot 5");
	fixture_run_ms(h, 2000);
	fixture_type(h, bob, "watch ann");
	fixture_discard(h);
	fixture_type(h, ann, "say hello");
	assert_non_null(strstr(fixture_read(h, ann), "Mi dispiace, sono un programma"));
	fixture_type(h, ann, "say hello?");
	fixture_type(h, ann, "kibitz hello?");
	assert_int_equal(count_program_answers(h, ann), 0);
	fixture_type(h, bob, "kibitz hello");
	fixture_type(h, bob, "tell EasyBot hello");
	fixture_type(h, bob, "whisper hello");
	assert_int_equal(count_program_answers(h, bob), 1);
	assert_int_equal(count_program_answers(h, ann), 0);
	fixture_type(h, carl, "tell EasyBot hello");
	assert_int_equal(
	    count_program_answers(h, carl), 0); /* a client program gets only FIBS's texts */
	fixture_type(h, carl, "additions");
	fixture_type(h, carl, "tell EasyBot hello");
	assert_non_null(strstr(fixture_read(h, carl), "\n12 EasyBot Sorry, I am a program"));
	fixture_type(h, ann, "leave");
	fixture_type(h, ann, "invite EasyBot");
	fixture_run_ms(h, 2000);
	assert_string_equal(opponent(h, ann), "EasyBot");
	fixture_discard(h);
	fixture_type(h, ann, "say hello");
	assert_int_equal(count_program_answers(h, ann),
	    0); /* the same match was resumed, and the bot answers once per match */
	fixture_type(h, ann, "leave");
	fixture_type(h, ann, "play 3");
	fixture_run_ms(h, 2000);
	fixture_discard(h);
	fixture_type(h, ann, "say hello");
	fixture_type(h, ann, "say hello");
	assert_int_equal(count_program_answers(h, ann), 1);
	fixture_type(h, bob, "gag EasyBot");
	fixture_discard(h);
	fixture_type(h, bob, "tell EasyBot hello");
	assert_int_equal(count_program_answers(h, bob), 0);
	fixture_free(&h);
}
