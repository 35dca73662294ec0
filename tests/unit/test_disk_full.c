/* SPDX-License-Identifier: MIT */
/* The whole server on a full disk: commands whose effect must be stored are refused with a
 * message, all others work, and service resumes automatically. */
#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define NO_ROOM_LINE "** Sorry, the server has no room to save anything just now."

static struct disk_test {
	struct fulldisk full;
	struct fixture *h; /* the fixture on this disk */
	unsigned ann, bob, eve;
} d;

BEFORE_EACH
{
	fulldisk_open(&d.full, NULL);
	d.h = d.full.h;
	d.ann = fixture_telnet(d.h, "ann");
	d.bob = fixture_telnet(d.h, "bob");
	d.eve = fixture_clip(d.h, "eve");
	fixture_type(d.h, d.ann, "toggle ready");
	fixture_type(d.h, d.bob, "toggle ready");
	fixture_type(d.h, d.eve, "watch ann");
	fixture_discard(d.h);
}

AFTER_EACH
{
	fulldisk_close(&d.full);
}

static void
start_match(void)
{
	fixture_type(d.h, d.ann, "invite bob 3");
	fixture_type(d.h, d.bob, "join ann");
	assert_int_not_equal(fixture_session(d.h, d.ann)->match, 0);
	fixture_discard(d.h);
}

/* Returns a copy of the state of ann's match. */
static struct match_state
match_state_now(void)
{
	struct match *m = session_match(fixture_world(d.h), fixture_session(d.h, d.ann));

	assert_non_null(m);
	return m->state;
}

/* Checks that the state is what the stored actions give. */
static void
state_is_what_is_stored(void)
{
	struct match *m = session_match(fixture_world(d.h), fixture_session(d.h, d.ann));
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	assert_true(store_match_by_id(d.full.store, m->row, &r));
	assert_true(match_replay(fixture_world(d.h), &r, &st, &seq));
	assert_memory_equal(&st, &m->state, sizeof(st));
	assert_int_equal(seq, m->next_seq);
}

TEST(a_refused_command_changes_nothing)
{
	struct match_state before, after;
	unsigned mover, other;

	start_match();
	before = match_state_now();
	mover = before.turn == fixture_session(d.h, d.ann)->seat ? d.ann : d.bob;
	other = mover == d.ann ? d.bob : d.ann;
	fulldisk_fill(&d.full);
	fixture_type(d.h, mover, "resign n");
	assert_string_equal(
	    fixture_read(d.h, mover), NO_ROOM_LINE " Please try again in a minute.\r\n> ");
	assert_string_equal(fixture_read(d.h, other), "");
	assert_string_equal(fixture_read(d.h, d.eve), "");
	after = match_state_now();
	assert_memory_equal(&before, &after, sizeof(before));
	state_is_what_is_stored();
	/* everything else works */
	fixture_type(d.h, mover, "say still here");
	assert_non_null(strstr(fixture_read(d.h, other), "says: still here"));
	fixture_type(d.h, mover, "board");
	assert_non_null(strstr(fixture_read(d.h, mover), "BAR: O-0 X-0   OFF: O-0 X-0"));
	fixture_type(d.h, mover, "clock");
	assert_string_equal(fixture_read(d.h, mover), "** This match has no clock.\r\n> ");
	/* with free space, service resumes */
	fulldisk_clear_and_resume(&d.full);
	fixture_discard(d.h);
	fixture_type(d.h, mover, "resign n");
	assert_non_null(strstr(fixture_read(d.h, mover), "You want to resign."));
	state_is_what_is_stored();
}

TEST(a_refused_match_has_not_started)
{
	fixture_type(d.h, d.ann, "invite bob 3");
	fixture_discard(d.h);
	fulldisk_fill(&d.full);
	fixture_type(d.h, d.bob, "join ann");
	assert_string_equal(
	    fixture_read(d.h, d.bob), NO_ROOM_LINE " Please try again in a minute.\r\n> ");
	assert_string_equal(fixture_read(d.h, d.ann), "");
	assert_int_equal(fixture_session(d.h, d.ann)->match, 0);
	assert_int_equal(fixture_session(d.h, d.bob)->match, 0);
	assert_int_not_equal(fixture_session(d.h, d.eve)->watching, 0);
	fulldisk_clear_and_resume(&d.full);
	fixture_discard(d.h);
	fixture_type(d.h, d.bob, "join ann");
	assert_non_null(
	    strstr(fixture_read(d.h, d.bob), "You are now playing a 3 point match with ann"));
	state_is_what_is_stored();
}

TEST(logins_and_logouts_work_on_a_full_disk)
{
	unsigned zoe;

	fixture_user(d.h, "zoe", 1500, 0);
	fulldisk_fill(&d.full);
	fixture_type(d.h, d.ann, "toggle bell");
	fixture_discard(d.h);
	zoe = fixture_telnet(d.h, "zoe");
	assert_int_equal(fixture_session(d.h, zoe)->state, ST_ONLINE);
	fixture_type(d.h, zoe, "toggle bell");
	assert_string_equal(
	    fixture_read(d.h, zoe), NO_ROOM_LINE " Please try again in a minute.\r\n> ");
	fixture_type(d.h, zoe, "bye");
	assert_non_null(strstr(fixture_read(d.h, zoe), "Goodbye."));
	assert_false(fixture_is_open(d.h, zoe));
}

/* No player has a new place in the rating list or has been added to it. */
TEST(a_refused_end_of_a_match_leaves_the_rating_list_unchanged)
{
	static const char before[] = " rank name            rating    Experience\r\n"
				     "    1 yan             1500.00       60\r\n"
				     "    2 xia             1499.00       90\r\n";
	unsigned yan, zoe;

	(void)fixture_user(d.h, "yan", 1500, 60);
	(void)fixture_user(d.h, "zoe", 1500, 50);
	(void)fixture_user(d.h, "xia", 1499, 90);
	yan = fixture_clip(d.h, "yan");
	zoe = fixture_clip(d.h, "zoe");
	fixture_type(d.h, zoe, "toggle ready");
	fixture_type(d.h, yan, "invite zoe 1");
	fixture_type(d.h, zoe, "join yan");
	fixture_both_move(d.h, yan, zoe);
	fixture_type(d.h, yan, "resign n");
	fixture_discard(d.h);
	fulldisk_fill(&d.full);
	fixture_type(d.h, zoe, "accept");
	fixture_discard(d.h);
	fixture_type(d.h, yan, "ratings");
	assert_string_equal(fixture_read(d.h, yan), before);
	fulldisk_clear_and_resume(&d.full);
	fixture_discard(d.h);
	fixture_type(d.h, yan, "ratings");
	assert_string_equal(fixture_read(d.h, yan), before);
	fixture_type(d.h, zoe, "accept");
	fixture_discard(d.h);
	fixture_type(d.h, yan, "ratings");
	assert_string_equal(fixture_read(d.h, yan),
	    " rank name            rating    Experience\r\n"
	    "    1 zoe             1509.00       51\r\n"
	    "    2 xia             1499.00       90\r\n"
	    "    3 yan             1491.20       61\r\n");
}

/* Like the previous test, but with a game whose ratings are only in the store. */
TEST(a_refused_end_leaves_the_list_of_another_game_unchanged)
{
	static const char before[] = " rank name            rating    Experience\r\n"
				     "    1 yan             1500.00       60\r\n"
				     "    2 xia             1499.00       90\r\n"
				     "Players are listed with an experience of more "
				     "than 50.\r\n> ";
	unsigned yan, zoe;
	int64_t rated, id;
	double rating;
	uint32_t experience;

	(void)fixture_user(d.h, "yan", 1700, 0);
	id = fixture_user(d.h, "zoe", 1600, 0);
	(void)fixture_user(d.h, "xia", 1500, 0);
	fixture_set_standing(d.h, "yan", "hyper", 1500, 60);
	fixture_set_standing(d.h, "xia", "hyper", 1499, 90);
	yan = fixture_telnet(d.h, "yan");
	zoe = fixture_telnet(d.h, "zoe");
	fixture_type(d.h, zoe, "toggle ready");
	fixture_type(d.h, yan, "invite zoe 1 hyper");
	fixture_type(d.h, zoe, "join yan");
	fixture_both_move(d.h, yan, zoe);
	fixture_type(d.h, yan, "resign n");
	fixture_discard(d.h);
	rated = store_counter(fixture_store(d.h), COUNTER_RATINGS);
	fulldisk_fill(&d.full);
	fixture_type(d.h, zoe, "accept");
	fixture_discard(d.h);
	fixture_type(d.h, yan, "ratings hyper");
	assert_string_equal(fixture_read(d.h, yan), before);
	fulldisk_clear_and_resume(&d.full);
	fixture_discard(d.h);
	fixture_type(d.h, yan, "ratings hyper");
	assert_string_equal(fixture_read(d.h, yan), before);
	assert_false(store_game_rating(fixture_store(d.h), id, "hyper", &rating, &experience));
	assert_int_equal(store_counter(fixture_store(d.h), COUNTER_RATINGS), rated);
	fixture_type(d.h, zoe, "accept");
	fixture_discard(d.h);
	fixture_type(d.h, yan, "ratings hyper zoe");
	assert_string_equal(fixture_read(d.h, yan),
	    " rank name            rating    Experience\r\n"
	    "*     zoe             1510.00        1\r\n> ");
	fixture_type(d.h, yan, "ratings hyper");
	assert_string_equal(fixture_read(d.h, yan),
	    " rank name            rating    Experience\r\n"
	    "    1 xia             1499.00       90\r\n"
	    "    2 yan             1491.20       61\r\n"
	    "Not in the list yet, with an experience of 1 to 50:\r\n"
	    "      zoe             1510.00        1\r\n"
	    "Players are listed with an experience of more than 50.\r\n> ");
	assert_int_equal(store_counter(fixture_store(d.h), COUNTER_RATINGS), rated + 2);
}

/* A disconnection while the disk is full ends the session. */
TEST(disconnections_take_effect_on_a_full_disk)
{
	start_match();
	fulldisk_fill(&d.full);
	fixture_queue(d.h, d.ann, "resign g");
	fixture_drop(d.h, d.bob, NET_CLOSE_PEER);
	assert_null(session_by_name(fixture_world(d.h), "bob"));
	assert_int_equal(fixture_session(d.h, d.ann)->match, 0);
	assert_non_null(
	    strstr(fixture_read(d.h, d.ann), "bob drops connection. The game was saved."));
}

/* Random sessions while space comes and goes: the world stays consistent and matches the
 * store. */
TEST(random_commands_while_space_comes_and_goes)
{
	static const char *const lines[] = { "roll", "double", "accept", "reject", "resign n",
		"join", "invite bob 1", "join ann", "leave", "toggle ready", "toggle automove",
		"toggle greedy", "off", "watch ann", "unwatch", "shout hi", "set boardstyle 2",
		"who", "invite bob", "invite ann 2", "join bob", "kibitz x" };
	struct rng r;

	rng_seed(&r, 7);
	fixture_type(d.h, d.ann, "toggle automove");
	fixture_type(d.h, d.bob, "toggle automove");
	for (unsigned i = 0; i < 4000; i++) {
		unsigned who[] = { d.ann, d.bob, d.eve };
		unsigned n = rng_below(&r, 3) + 1;

		if (i % 40 == 20)
			fulldisk_fill(&d.full);
		if (i % 40 == 30)
			fulldisk_clear_and_resume(&d.full);
		for (unsigned k = 0; k < n; k++)
			fixture_queue(
			    d.h, who[rng_below(&r, 3)], lines[rng_below(&r, ARRAY_LEN(lines))]);
		fixture_turn(d.h);
		if (fixture_session(d.h, d.ann)->match != 0)
			state_is_what_is_stored();
		fixture_discard(d.h);
	}
}

TEST(a_shutdown_on_a_full_disk_notifies_all_users)
{
	fulldisk_fill(&d.full);
	fixture_shutdown(d.h);
	fixture_shutdown(d.h); /* a second shutdown needs no disk space either */
	assert_non_null(strstr(fixture_read(d.h, d.ann), "All running games will be saved."));
	assert_false(fixture_is_open(d.h, d.bob));
}

/* Random input at every prompt, with passwords that take time to check; seeded. */
TEST(random_logins_while_space_comes_and_goes)
{
	static const char *const lines[] = { "ann", "bob", "secret", "secret", "wrong",
		"login c 1008 ann secret", "login c 1008 bob secret", "connect ann secret",
		"connect eve secret", "login c 1008 eve wrong", "guest", "login c 1 x y",
		"login c 1008 guest guest", "name zoe", "name zed", "secret", "secret", "", "",
		"bye", "toggle ready", "toggle ready", "invite bob 1", "invite ann 1",
		"join ann", "join bob", "resign n", "accept", "reject", "leave", "watch ann",
		"watch bob", "unwatch", "toggle bell", "shout hi", "invite bob",
		"invite eve unlimited", "join", "password secret:secret:secret",
		"message bob hi", "away x", "back", "gag ann", "waitfor zoe", "!!",
		"address a@b.c", "tell ann hi", "who", "show saved", "toggle automove", "roll",
		"double" };
	enum {
		CONNS = 6
	};
	unsigned conn[CONNS];
	struct rng r;

	rng_seed(&r, 11);
	for (unsigned i = 0; i < CONNS; i++)
		conn[i] = fixture_connect(d.h, "10.0.0.1");
	for (unsigned i = 0; i < 5000; i++) {
		unsigned n = rng_below(&r, 4) + 1;

		if (i % 50 == 25)
			fulldisk_fill(&d.full);
		if (i % 50 == 35)
			fulldisk_clear_and_resume(&d.full);
		if (i % 17 == 3 || i % 17 == 9)
			fixture_hold_work(d.h, i % 17 == 3, 2);
		for (unsigned k = 0; k < n; k++) {
			unsigned *c = &conn[rng_below(&r, CONNS)];

			if (fixture_is_open(d.h, *c) && rng_below(&r, 40) == 0)
				fixture_drop(d.h, *c, NET_CLOSE_PEER);
			if (!fixture_is_open(d.h, *c))
				*c = fixture_connect(d.h, "10.0.0.1");
			fixture_queue(d.h, *c, lines[rng_below(&r, ARRAY_LEN(lines))]);
		}
		fixture_advance(d.h, rng_below(&r, 60) == 0 ? 3600 * 1000 : 200);
		for (unsigned k = 0; k < CONNS; k++) {
			const struct session *s = fixture_is_open(d.h, conn[k])
						      ? fixture_session(d.h, conn[k])
						      : NULL;

			if (s == NULL)
				continue;
			if (fixture_is_paused(d.h, conn[k]))
				assert_true(s->times.pause_end_ms != 0 ||
					    s->state == ST_VERIFY || s->state == ST_REGISTER ||
					    (s->form != NULL && s->form->worker_busy));
			if (s->state == ST_RETYPE_PASSWORD)
				assert_true(s->form != NULL && s->form->password[0] != '\0');
		}
		fixture_discard(d.h);
	}
}

TEST(a_refused_language_does_not_take_effect)
{
	fulldisk_fill(&d.full);
	fixture_type(d.h, d.ann, "set language it");
	assert_string_equal(
	    fixture_read(d.h, d.ann), NO_ROOM_LINE " Please try again in a minute.\r\n> ");
	fixture_type(d.h, d.ann, "back");
	assert_string_equal(fixture_read(d.h, d.ann), "** You're not away.\r\n> ");
	fulldisk_clear_and_resume(&d.full);
	fixture_type(d.h, d.ann, "set language it");
	fixture_discard(d.h);
	/* the language set earlier stays in effect, even for the refusal */
	fulldisk_fill(&d.full);
	fixture_type(d.h, d.ann, "toggle telnet");
	assert_memory_equal(fixture_read(d.h, d.ann), "** In questo momento", 20);
	fixture_type(d.h, d.ann, "back");
	assert_string_equal(fixture_read(d.h, d.ann), "** Non risulti assente.\r\n> ");
	fulldisk_clear_and_resume(&d.full);
}
