/* SPDX-License-Identifier: MIT */
/* The whole server on a disk that has no room: a turn that could not be saved never happened,
 * is told so to those who typed in it and to nobody else, and service comes back by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "game/match.h"
#include "game/session.h"
#include "tests/support/fulldisk.h"
#include "tests/support/house.h"

#define SORRY "** Sorry, the server has no room to save anything just now."

struct disk {
	struct fulldisk full;
	struct house *h; /* on it */
	unsigned ann, bob, eve;
};

static void
disk_open(struct disk *d)
{
	fulldisk_open(&d->full, NULL);
	d->h = d->full.h;
	d->ann = house_telnet(d->h, "ann");
	d->bob = house_telnet(d->h, "bob");
	d->eve = house_clip(d->h, "eve");
	house_type(d->h, d->ann, "toggle ready");
	house_type(d->h, d->bob, "toggle ready");
	house_type(d->h, d->eve, "watch ann");
	house_discard(d->h);
}

static void
start_match(struct disk *d)
{
	house_type(d->h, d->ann, "invite bob 3");
	house_type(d->h, d->bob, "join ann");
	assert_int_not_equal(house_session(d->h, d->ann)->d.match, 0);
	house_discard(d->h);
}

/* The state of ann's match as bytes. */
static struct match_state
state_of(struct disk *d)
{
	struct match *m = session_match(house_world(d->h), house_session(d->h, d->ann));

	assert_non_null(m);
	return m->d.state;
}

/* ... and as its stored actions tell it. */
static void
state_is_what_is_stored(struct disk *d)
{
	struct match *m = session_match(house_world(d->h), house_session(d->h, d->ann));
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	assert_true(store_match_by_id(d->full.store, m->row, &r));
	assert_true(match_replay(house_world(d->h), &r, &st, &seq));
	assert_memory_equal(&st, &m->d.state, sizeof(st));
	assert_int_equal(seq, m->d.next_seq);
}

static void
a_turn_without_room_never_happened(void **unused)
{
	struct disk d;
	struct match_state before, after;
	unsigned mover, other;

	(void)unused;
	disk_open(&d);
	start_match(&d);
	before = state_of(&d);
	mover = before.turn == house_session(d.h, d.ann)->d.seat ? d.ann : d.bob;
	other = mover == d.ann ? d.bob : d.ann;
	fulldisk_fill(&d.full, 1);
	house_type(d.h, mover, "resign n");
	assert_true(house_warned(d.h, "disk_full"));
	assert_string_equal(
	    house_read(d.h, mover), SORRY " Nothing of what you just typed was done.\r\n> ");
	assert_string_equal(house_read(d.h, other), "");
	assert_string_equal(house_read(d.h, d.eve), "");
	after = state_of(&d);
	assert_memory_equal(&before, &after, sizeof(before));
	state_is_what_is_stored(&d);
	/* now it is refused before it is tried, and the rest goes on */
	house_type(d.h, mover, "resign n");
	assert_string_equal(
	    house_read(d.h, mover), SORRY " Please try again in a minute.\r\n> ");
	house_type(d.h, mover, "say still here");
	assert_non_null(strstr(house_read(d.h, other), "says: still here"));
	house_type(d.h, mover, "board");
	assert_non_null(strstr(house_read(d.h, mover), "BAR: O-0 X-0   OFF: O-0 X-0"));
	/* room comes back, and with it service */
	fulldisk_room_again(&d.full);
	house_discard(d.h);
	house_type(d.h, mover, "resign n");
	assert_non_null(strstr(house_read(d.h, mover), "You want to resign."));
	state_is_what_is_stored(&d);
	fulldisk_close(&d.full);
}

static void
a_match_that_could_not_begin_has_not_begun(void **unused)
{
	struct disk d;

	(void)unused;
	disk_open(&d);
	house_type(d.h, d.ann, "invite bob 3");
	house_discard(d.h);
	fulldisk_fill(&d.full, 1);
	house_type(d.h, d.bob, "join ann");
	assert_true(house_warned(d.h, "disk_full"));
	assert_string_equal(
	    house_read(d.h, d.bob), SORRY " Nothing of what you just typed was done.\r\n> ");
	assert_string_equal(house_read(d.h, d.ann), "");
	assert_int_equal(house_session(d.h, d.ann)->d.match, 0);
	assert_int_equal(house_session(d.h, d.bob)->d.match, 0);
	assert_int_not_equal(house_session(d.h, d.eve)->d.watching, 0);
	fulldisk_room_again(&d.full);
	house_discard(d.h);
	house_type(d.h, d.bob, "join ann");
	assert_non_null(
	    strstr(house_read(d.h, d.bob), "You are now playing a 3 point match with ann"));
	state_is_what_is_stored(&d);
	fulldisk_close(&d.full);
}

/* Everything else that happens in such a turn is undone with it. */
static void
what_others_did_in_that_turn_is_undone_too(void **unused)
{
	struct disk d;
	struct session *eve;

	(void)unused;
	disk_open(&d);
	start_match(&d);
	fulldisk_fill(&d.full, 1);
	house_queue(d.h, d.ann, "resign g");
	house_queue(d.h, d.bob, "leave");
	house_queue(d.h, d.eve, "unwatch");
	house_turn(d.h);
	assert_true(house_warned(d.h, "disk_full"));
	eve = house_session(d.h, d.eve);
	assert_ptr_equal(session_watched(house_world(d.h), eve), house_session(d.h, d.ann));
	state_is_what_is_stored(&d);
	assert_string_equal(
	    house_read(d.h, d.bob), SORRY " Nothing of what you just typed was done.\r\n> ");
	assert_string_equal(
	    house_read(d.h, d.eve), SORRY " Nothing of what you just typed was done.\r\n");
	fulldisk_close(&d.full);
}

static void
logging_in_and_out_goes_on(void **unused)
{
	struct disk d;
	unsigned zoe;

	(void)unused;
	disk_open(&d);
	house_user(d.h, "zoe", 1500, 0);
	fulldisk_fill(&d.full, 1);
	house_type(d.h, d.ann, "toggle bell");
	assert_true(house_warned(d.h, "disk_full"));
	house_discard(d.h);
	zoe = house_telnet(d.h, "zoe");
	assert_int_equal(house_session(d.h, zoe)->d.state, ST_ONLINE);
	house_type(d.h, zoe, "toggle bell");
	assert_string_equal(house_read(d.h, zoe), SORRY " Please try again in a minute.\r\n> ");
	house_type(d.h, zoe, "bye");
	assert_non_null(strstr(house_read(d.h, zoe), "Goodbye."));
	assert_false(house_open(d.h, zoe));
	fulldisk_close(&d.full);
}

/* The rating list too is as it was: nobody has moved in it, and nobody has come into it. */
static void
a_match_that_could_not_end_moved_nobody_in_the_rating_list(void **unused)
{
	static const char before[] = " rank name            rating    Experience\r\n"
				     "    1 yan             1500.00       60\r\n"
				     "    2 xia             1499.00       90\r\n";
	struct disk d;
	unsigned yan, zoe;

	(void)unused;
	disk_open(&d);
	(void)house_user(d.h, "yan", 1500, 60);
	(void)house_user(d.h, "zoe", 1500, 50);
	(void)house_user(d.h, "xia", 1499, 90);
	yan = house_clip(d.h, "yan");
	zoe = house_clip(d.h, "zoe");
	house_type(d.h, zoe, "toggle ready");
	house_type(d.h, yan, "invite zoe 1");
	house_type(d.h, zoe, "join yan");
	house_both_move(d.h, yan, zoe);
	house_type(d.h, yan, "resign n");
	house_discard(d.h);
	fulldisk_fill(&d.full, 1);
	house_type(d.h, zoe, "accept");
	assert_true(house_warned(d.h, "disk_full"));
	house_discard(d.h);
	house_type(d.h, yan, "ratings");
	assert_string_equal(house_read(d.h, yan), before);
	fulldisk_room_again(&d.full);
	house_discard(d.h);
	house_type(d.h, yan, "ratings");
	assert_string_equal(house_read(d.h, yan), before);
	house_type(d.h, zoe, "accept");
	house_discard(d.h);
	house_type(d.h, yan, "ratings");
	assert_string_equal(house_read(d.h, yan),
	    " rank name            rating    Experience\r\n"
	    "    1 zoe             1509.00       51\r\n"
	    "    2 xia             1499.00       90\r\n"
	    "    3 yan             1491.20       61\r\n");
	fulldisk_close(&d.full);
}

/* So with another game, whose ratings only the store has. */
static void
nor_in_the_list_of_another_game(void **unused)
{
	static const char before[] = " rank name            rating    Experience\r\n"
				     "    1 yan             1500.00       60\r\n"
				     "    2 xia             1499.00       90\r\n> ";
	struct disk d;
	unsigned yan, zoe;
	int64_t rated, id;
	double rating;
	uint32_t experience;

	(void)unused;
	disk_open(&d);
	(void)house_user(d.h, "yan", 1700, 0);
	id = house_user(d.h, "zoe", 1600, 0);
	(void)house_user(d.h, "xia", 1500, 0);
	house_standing(d.h, "yan", "hyper", 1500, 60);
	house_standing(d.h, "xia", "hyper", 1499, 90);
	yan = house_telnet(d.h, "yan");
	zoe = house_telnet(d.h, "zoe");
	house_type(d.h, zoe, "toggle ready");
	house_type(d.h, yan, "invite zoe 1 hyper");
	house_type(d.h, zoe, "join yan");
	house_both_move(d.h, yan, zoe);
	house_type(d.h, yan, "resign n");
	house_discard(d.h);
	rated = store_counter(house_store(d.h), COUNTER_RATINGS);
	fulldisk_fill(&d.full, 1);
	house_type(d.h, zoe, "accept");
	assert_true(house_warned(d.h, "disk_full"));
	house_discard(d.h);
	house_type(d.h, yan, "ratings hyper");
	assert_string_equal(house_read(d.h, yan), before);
	fulldisk_room_again(&d.full);
	house_discard(d.h);
	house_type(d.h, yan, "ratings hyper");
	assert_string_equal(house_read(d.h, yan), before);
	assert_false(store_game_rating(house_store(d.h), id, "hyper", &rating, &experience));
	assert_int_equal(store_counter(house_store(d.h), COUNTER_RATINGS), rated);
	house_type(d.h, zoe, "accept");
	house_discard(d.h);
	house_type(d.h, yan, "ratings hyper zoe");
	assert_string_equal(house_read(d.h, yan),
	    " rank name            rating    Experience\r\n"
	    "*     zoe             1510.00        1\r\n> ");
	house_type(d.h, yan, "ratings hyper");
	assert_string_equal(house_read(d.h, yan),
	    " rank name            rating    Experience\r\n"
	    "    1 xia             1499.00       90\r\n"
	    "    2 yan             1491.20       61\r\n"
	    "Not in the list yet, with an experience of 1 to 50:\r\n"
	    "      zoe             1510.00        1\r\n> ");
	assert_int_equal(store_counter(house_store(d.h), COUNTER_RATINGS), rated + 2);
	fulldisk_close(&d.full);
}

/* A connection that broke in that turn stays broken; whoever came in it is greeted again. */
static void
sockets_are_facts(void **unused)
{
	struct disk d;

	(void)unused;
	disk_open(&d);
	start_match(&d);
	fulldisk_fill(&d.full, 1);
	house_queue(d.h, d.ann, "resign g");
	house_drop(d.h, d.bob, NET_CLOSE_PEER);
	assert_true(house_warned(d.h, "disk_full"));
	assert_null(session_by_name(house_world(d.h), "bob"));
	assert_int_equal(house_session(d.h, d.ann)->d.match, 0);
	assert_non_null(
	    strstr(house_read(d.h, d.ann), "bob drops connection. The game was saved."));
	fulldisk_close(&d.full);
}

/* Random evenings with room that comes and goes: the world always holds together and is what
 * the store says. */
static void
room_comes_and_goes(void **unused)
{
	static const char *const lines[] = { "roll", "double", "accept", "reject", "resign n",
		"join", "invite bob 1", "join ann", "leave", "toggle ready", "toggle automove",
		"toggle greedy", "off", "watch ann", "unwatch", "shout hi", "set boardstyle 2",
		"who", "invite bob", "invite ann 2", "join bob", "kibitz x" };
	struct disk d;
	struct rng r;

	(void)unused;
	disk_open(&d);
	rng_seed(&r, 7);
	house_type(d.h, d.ann, "toggle automove");
	house_type(d.h, d.bob, "toggle automove");
	for (unsigned i = 0; i < 4000; i++) {
		unsigned who[] = { d.ann, d.bob, d.eve };
		unsigned n = rng_below(&r, 3) + 1;

		if (i % 40 == 20)
			fulldisk_fill(&d.full, rng_below(&r, 3) + 1);
		if (i % 40 == 30)
			fulldisk_room_again(&d.full);
		for (unsigned k = 0; k < n; k++)
			house_queue(
			    d.h, who[rng_below(&r, 3)], lines[rng_below(&r, ARRAY_LEN(lines))]);
		house_turn(d.h);
		(void)house_warned(d.h, "disk_full");
		if (house_session(d.h, d.ann)->d.match != 0)
			state_is_what_is_stored(&d);
		house_discard(d.h);
	}
	fulldisk_close(&d.full);
}

/* ---- at the prompts before the lobby ---- */

static unsigned
guest_at_password(struct disk *d)
{
	unsigned g = house_connect(d->h, "127.0.0.1");

	house_type(d->h, g, "guest");
	house_type(d->h, g, "name zoe");
	assert_int_equal(house_session(d->h, g)->d.state, ST_NEW_PASSWORD);
	return g;
}

static void
an_undone_log_in_begins_again(void **unused)
{
	struct disk d;
	unsigned zoe;

	(void)unused;
	disk_open(&d);
	house_user(d.h, "zoe", 1500, 0);
	zoe = house_connect(d.h, "127.0.0.1");
	house_type(d.h, zoe, "zoe");
	house_advance(d.h, 5000);
	house_discard(d.h);
	fulldisk_fill(&d.full, 1);
	house_type(
	    d.h, zoe, HOUSE_PASSWORD); /* the log-in itself finds that there is no room */
	assert_true(house_warned(d.h, "disk_full"));
	assert_int_equal(house_session(d.h, zoe)->d.state, ST_NAME);
	assert_non_null(strstr(house_read(d.h, zoe), "login: "));
	house_type(d.h, zoe, "zoe");
	house_type(d.h, zoe, HOUSE_PASSWORD); /* now without being written down */
	assert_int_equal(house_session(d.h, zoe)->d.state, ST_ONLINE);
	fulldisk_close(&d.full);
}

static void
an_undone_choice_of_password_is_forgotten(void **unused)
{
	struct disk d;
	unsigned g;

	(void)unused;
	disk_open(&d);
	g = guest_at_password(&d);
	house_type(d.h, g, "first");
	assert_int_equal(house_session(d.h, g)->d.state, ST_RETYPE_PASSWORD);
	fulldisk_fill(&d.full, 1);
	house_queue(
	    d.h, g, "second"); /* differs, which wipes the first; then the turn is undone */
	house_queue(d.h, d.ann, "toggle bell");
	house_turn(d.h);
	assert_true(house_warned(d.h, "disk_full"));
	assert_int_equal(house_session(d.h, g)->d.state, ST_GUEST);
	fulldisk_room_again(&d.full);
	house_type(d.h, g, ""); /* an empty line is no password */
	house_type(d.h, g, "name zoe");
	house_type(d.h, g, "");
	assert_int_equal(house_session(d.h, g)->d.state, ST_GUEST);
	fulldisk_close(&d.full);
}

static void
a_job_of_an_undone_turn_means_nothing(void **unused)
{
	struct disk d;
	unsigned eve2;

	(void)unused;
	disk_open(&d);
	eve2 = house_connect(d.h, "127.0.0.1");
	house_hold_work(d.h, true, 8);
	fulldisk_fill(&d.full, 1);
	house_queue(d.h, eve2, "login c 1008 eve " HOUSE_PASSWORD);
	house_queue(d.h, d.ann, "toggle bell");
	house_turn(d.h);
	assert_true(house_warned(d.h, "disk_full"));
	house_discard(d.h);
	house_hold_work(d.h, false, 8);
	house_settle(d.h);
	assert_int_equal(house_session(d.h, eve2)->d.state, ST_NAME);
	assert_int_equal(house_session(d.h, eve2)->d.failed, 0);
	assert_int_equal(house_penalty(d.h, eve2), 0);
	fulldisk_close(&d.full);
}

static void
shutting_down_without_room_still_tells_everybody(void **unused)
{
	struct disk d;

	(void)unused;
	disk_open(&d);
	fulldisk_fill(&d.full, 1);
	house_shutdown(d.h);
	house_shutdown(d.h); /* as main does: the second needs no disk */
	assert_true(house_warned(d.h, "disk_full"));
	assert_non_null(strstr(house_read(d.h, d.ann), "All running games will be saved."));
	assert_false(house_open(d.h, d.bob));
	fulldisk_close(&d.full);
}

/* What somebody at any prompt might type; seeded, with passwords that take a while. */
static void
log_ins_while_room_comes_and_goes(void **unused)
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
	struct disk d;
	struct rng r;

	(void)unused;
	disk_open(&d);
	rng_seed(&r, 11);
	for (unsigned i = 0; i < CONNS; i++)
		conn[i] = house_connect(d.h, "10.0.0.1");
	for (unsigned i = 0; i < 5000; i++) {
		unsigned n = rng_below(&r, 4) + 1;

		if (i % 50 == 25)
			fulldisk_fill(&d.full, rng_below(&r, 3) + 1);
		if (i % 50 == 35)
			fulldisk_room_again(&d.full);
		if (i % 17 == 3 || i % 17 == 9)
			house_hold_work(d.h, i % 17 == 3, 2);
		for (unsigned k = 0; k < n; k++) {
			unsigned *c = &conn[rng_below(&r, CONNS)];

			if (house_open(d.h, *c) && rng_below(&r, 40) == 0)
				house_drop(d.h, *c, NET_CLOSE_PEER);
			if (!house_open(d.h, *c))
				*c = house_connect(d.h, "10.0.0.1");
			house_queue(d.h, *c, lines[rng_below(&r, ARRAY_LEN(lines))]);
		}
		house_advance(d.h, rng_below(&r, 60) == 0 ? 3600 * 1000 : 200);
		(void)house_warned(d.h, "disk_full");
		for (unsigned k = 0; k < CONNS; k++) {
			const struct session *s =
			    house_open(d.h, conn[k]) ? house_session(d.h, conn[k]) : NULL;

			if (s == NULL)
				continue;
			if (house_paused(d.h, conn[k]))
				assert_true(s->wake_ms != 0 || s->d.state == ST_VERIFY ||
					    s->d.state == ST_REGISTER ||
					    (s->form != NULL && s->form->changing));
			if (s->d.state == ST_RETYPE_PASSWORD)
				assert_true(s->form != NULL && s->form->password[0] != '\0');
		}
		house_discard(d.h);
	}
	fulldisk_close(&d.full);
}

/* Who turned a page in such a turn is told, and starts over; who only waits at one goes on. */
static void
pages_in_a_turn_without_room(void **unused)
{
	struct disk d;

	(void)unused;
	disk_open(&d);
	house_type(d.h, d.ann, "set pagelength 2");
	house_type(d.h, d.bob, "set pagelength 2");
	house_type(d.h, d.ann, "set");
	house_type(d.h, d.bob, "set");
	house_discard(d.h);
	fulldisk_fill(&d.full, 1);
	house_queue(d.h, d.ann, "");
	house_queue(d.h, d.eve, "toggle bell");
	house_turn(d.h);
	assert_true(house_warned(d.h, "disk_full"));
	assert_string_equal(
	    house_read(d.h, d.ann), SORRY " Nothing of what you just typed was done.\r\n> ");
	assert_string_equal(house_read(d.h, d.bob), "");
	house_type(d.h, d.ann, "");
	assert_string_equal(house_read(d.h, d.ann), "> ");
	house_type(d.h, d.eve, "tell bob hi");
	assert_string_equal(house_read(d.h, d.bob), "\r\neve says: hi\r\n[Return]");
	house_type(d.h, d.bob, "");
	assert_string_equal(house_read(d.h, d.bob), "boardstyle: 2\r\n[Return]");
	fulldisk_room_again(&d.full);
	fulldisk_close(&d.full);
}

/* Whoever was to be kicked in such a turn still stands at [Return], with all that comes behind it:
 * also with more of the answer than is made ready. */
static void
an_undone_kick_at_return(void **unused)
{
	struct disk d;
	unsigned lines = 0;

	(void)unused;
	fulldisk_open(&d.full, NULL);
	d.h = d.full.h;
	(void)house_crowd(d.h, 300, "connect");
	d.ann = house_telnet(d.h, "ann");
	d.eve = house_clip(d.h, "eve");
	house_role(d.h, "eve", "operator");
	house_type(d.h, d.ann, "set pagelength 24");
	house_type(d.h, d.ann, "who");
	house_discard(d.h);
	fulldisk_fill(&d.full, 1);
	house_type(d.h, d.eve, "kick ann");
	assert_true(house_warned(d.h, "disk_full"));
	assert_true(house_open(d.h, d.ann));
	assert_string_equal(house_read(d.h, d.ann), "");
	for (const char *page = "[Return]"; strstr(page, "[Return]") != NULL;) {
		house_type(d.h, d.ann, "");
		page = house_read(d.h, d.ann);
		lines += house_count(page, "\n");
	}
	assert_in_range(lines, 300 - 23, 300 + 10);
	fulldisk_room_again(&d.full);
	fulldisk_close(&d.full);
}

/* The language that could not be kept is not spoken. */
static void
a_language_in_a_turn_without_room(void **unused)
{
	struct disk d;

	(void)unused;
	disk_open(&d);
	fulldisk_fill(&d.full, 1);
	house_type(d.h, d.ann, "set language it");
	assert_true(house_warned(d.h, "disk_full"));
	assert_string_equal(
	    house_read(d.h, d.ann), SORRY " Nothing of what you just typed was done.\r\n> ");
	house_type(d.h, d.ann, "back");
	assert_string_equal(house_read(d.h, d.ann), "** You're not away.\r\n> ");
	fulldisk_room_again(&d.full);
	house_type(d.h, d.ann, "set language it");
	house_discard(d.h);
	/* and one that is spoken goes on being spoken, also in the refusal */
	fulldisk_fill(&d.full, 1);
	house_type(d.h, d.ann, "toggle telnet");
	assert_true(house_warned(d.h, "disk_full"));
	assert_memory_equal(house_read(d.h, d.ann), "** In questo momento", 20);
	house_type(d.h, d.ann, "back");
	assert_string_equal(house_read(d.h, d.ann), "** Non risulti assente.\r\n> ");
	fulldisk_room_again(&d.full);
	fulldisk_close(&d.full);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turn_without_room_never_happened),
		cmocka_unit_test(a_match_that_could_not_begin_has_not_begun),
		cmocka_unit_test(what_others_did_in_that_turn_is_undone_too),
		cmocka_unit_test(logging_in_and_out_goes_on),
		cmocka_unit_test(a_match_that_could_not_end_moved_nobody_in_the_rating_list),
		cmocka_unit_test(nor_in_the_list_of_another_game),
		cmocka_unit_test(sockets_are_facts),
		cmocka_unit_test(room_comes_and_goes),
		cmocka_unit_test(an_undone_log_in_begins_again),
		cmocka_unit_test(an_undone_choice_of_password_is_forgotten),
		cmocka_unit_test(a_job_of_an_undone_turn_means_nothing),
		cmocka_unit_test(shutting_down_without_room_still_tells_everybody),
		cmocka_unit_test(log_ins_while_room_comes_and_goes),
		cmocka_unit_test(pages_in_a_turn_without_room),
		cmocka_unit_test(an_undone_kick_at_return),
		cmocka_unit_test(a_language_in_a_turn_without_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
