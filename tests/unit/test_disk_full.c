/* SPDX-License-Identifier: MIT */
/* The whole server on a disk that has no room: a turn that could not be saved never happened, is told so to
 * those who typed in it and to nobody else, and service comes back by itself. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "game/match.h"
#include "game/session.h"
#include "tests/support/faultvfs.h"
#include "tests/support/house.h"

#define VFS "diskfull"
#define DIR_TEMPLATE "/tmp/gammond-full-XXXXXX"
#define SORRY "** Sorry, the server has no room to save anything just now."

struct disk {
	struct faultvfs *f;
	struct store *store;
	struct house *h;
	unsigned ann, bob, eve;
	char dir[64];
};

static void
disk_open(struct disk *d)
{
	struct house_options o;
	struct sbuf error;
	char text[256];

	memset(d, 0, sizeof(*d));
	memcpy(d->dir, DIR_TEMPLATE, sizeof(DIR_TEMPLATE));
	assert_non_null(mkdtemp(d->dir));
	d->f = faultvfs_new(VFS);
	SBUF_ON(&error, text);
	assert_int_equal(store_open(d->dir, STORE_DURABLE_FULL, VFS, &d->store, &error), STORE_OK);
	house_options_default(&o);
	o.store = d->store;
	d->h = house_new(&o);
	d->ann = house_telnet(d->h, "ann");
	d->bob = house_telnet(d->h, "bob");
	d->eve = house_clip(d->h, "eve");
	house_type(d->h, d->ann, "toggle ready");
	house_type(d->h, d->bob, "toggle ready");
	house_type(d->h, d->eve, "watch ann");
	house_discard(d->h);
}

static void
disk_close(struct disk *d)
{
	char path[128];
	static const char *const names[] = { "/ballast", "/gammond.lock", "/gammond.db" };

	house_free(&d->h);
	store_close(&d->store);
	faultvfs_free(&d->f);
	for (unsigned i = 0; i < ARRAY_LEN(names); i++) {
		struct sbuf b;

		SBUF_ON(&b, path);
		sbuf_addf(&b, "%s%s", d->dir, names[i]);
		(void)unlink(path);
	}
	(void)rmdir(d->dir);
}

static void
no_room(struct disk *d)
{
	faultvfs_fail(d->f, FAULT_WRITE, 1, true, ENOSPC);
}

static void
room_again(struct disk *d)
{
	faultvfs_fail(d->f, 0, 0, false, 0);
	house_advance(d->h, 3000);
	house_advance(d->h, 3000);
	assert_false(store_refusing(d->store));
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

	assert_true(store_match_by_id(d->store, m->row, &r));
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
	no_room(&d);
	house_type(d.h, mover, "resign n");
	assert_true(house_warned(d.h, "disk_full"));
	assert_string_equal(house_read(d.h, mover), SORRY " Nothing of what you just typed was done.\r\n> ");
	assert_string_equal(house_read(d.h, other), "");
	assert_string_equal(house_read(d.h, d.eve), "");
	after = state_of(&d);
	assert_memory_equal(&before, &after, sizeof(before));
	state_is_what_is_stored(&d);
	/* now it is refused before it is tried, and the rest goes on */
	house_type(d.h, mover, "resign n");
	assert_string_equal(house_read(d.h, mover), SORRY " Please try again in a minute.\r\n> ");
	house_type(d.h, mover, "say still here");
	assert_non_null(strstr(house_read(d.h, other), "says: still here"));
	house_type(d.h, mover, "board");
	assert_non_null(strstr(house_read(d.h, mover), "board:You:"));
	/* room comes back, and with it service */
	room_again(&d);
	house_discard(d.h);
	house_type(d.h, mover, "resign n");
	assert_non_null(strstr(house_read(d.h, mover), "You want to resign."));
	state_is_what_is_stored(&d);
	disk_close(&d);
}

static void
a_match_that_could_not_begin_has_not_begun(void **unused)
{
	struct disk d;

	(void)unused;
	disk_open(&d);
	house_type(d.h, d.ann, "invite bob 3");
	house_discard(d.h);
	no_room(&d);
	house_type(d.h, d.bob, "join ann");
	assert_true(house_warned(d.h, "disk_full"));
	assert_string_equal(house_read(d.h, d.bob), SORRY " Nothing of what you just typed was done.\r\n> ");
	assert_string_equal(house_read(d.h, d.ann), "");
	assert_int_equal(house_session(d.h, d.ann)->d.match, 0);
	assert_int_equal(house_session(d.h, d.bob)->d.match, 0);
	assert_int_not_equal(house_session(d.h, d.eve)->d.watching, 0);
	room_again(&d);
	house_discard(d.h);
	house_type(d.h, d.bob, "join ann");
	assert_non_null(strstr(house_read(d.h, d.bob), "You are now playing a 3 point match with ann"));
	state_is_what_is_stored(&d);
	disk_close(&d);
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
	no_room(&d);
	house_queue(d.h, d.ann, "resign g");
	house_queue(d.h, d.bob, "leave");
	house_queue(d.h, d.eve, "unwatch");
	house_turn(d.h);
	assert_true(house_warned(d.h, "disk_full"));
	eve = house_session(d.h, d.eve);
	assert_ptr_equal(session_watched(house_world(d.h), eve), house_session(d.h, d.ann));
	state_is_what_is_stored(&d);
	assert_string_equal(house_read(d.h, d.bob), SORRY " Nothing of what you just typed was done.\r\n> ");
	assert_string_equal(house_read(d.h, d.eve), SORRY " Nothing of what you just typed was done.\r\n");
	disk_close(&d);
}

static void
logging_in_and_out_goes_on(void **unused)
{
	struct disk d;
	unsigned zoe;

	(void)unused;
	disk_open(&d);
	house_user(d.h, "zoe", 1500, 0);
	no_room(&d);
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
	disk_close(&d);
}

/* A connection that broke in that turn stays broken; whoever came in it is greeted again. */
static void
sockets_are_facts(void **unused)
{
	struct disk d;

	(void)unused;
	disk_open(&d);
	start_match(&d);
	no_room(&d);
	house_queue(d.h, d.ann, "resign g");
	house_drop(d.h, d.bob, NET_CLOSE_PEER);
	assert_true(house_warned(d.h, "disk_full"));
	assert_null(session_by_name(house_world(d.h), "bob"));
	assert_int_equal(house_session(d.h, d.ann)->d.match, 0);
	assert_non_null(strstr(house_read(d.h, d.ann), "bob drops connection. The game was saved."));
	disk_close(&d);
}

/* Random evenings with room that comes and goes: the world always holds together and is what the store says. */
static void
room_comes_and_goes(void **unused)
{
	static const char *const lines[] = { "roll", "double", "accept", "reject", "resign n", "join", "invite bob 1",
		"join ann", "leave", "toggle ready", "toggle automove", "toggle greedy", "off", "watch ann", "unwatch",
		"shout hi", "set boardstyle 2", "who", "invite bob", "invite ann 2", "join bob", "kibitz x" };
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
			faultvfs_fail(d.f, FAULT_WRITE, rng_below(&r, 3) + 1, true, ENOSPC);
		if (i % 40 == 30)
			room_again(&d);
		for (unsigned k = 0; k < n; k++)
			house_queue(d.h, who[rng_below(&r, 3)], lines[rng_below(&r, ARRAY_LEN(lines))]);
		house_turn(d.h);
		(void)house_warned(d.h, "disk_full");
		if (house_session(d.h, d.ann)->d.match != 0)
			state_is_what_is_stored(&d);
		house_discard(d.h);
	}
	disk_close(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turn_without_room_never_happened),
		cmocka_unit_test(a_match_that_could_not_begin_has_not_begun),
		cmocka_unit_test(what_others_did_in_that_turn_is_undone_too),
		cmocka_unit_test(logging_in_and_out_goes_on),
		cmocka_unit_test(sockets_are_facts),
		cmocka_unit_test(room_comes_and_goes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
