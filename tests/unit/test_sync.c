/* SPDX-License-Identifier: MIT */
/* Users see nothing, neither text nor a closed connection, until a sync that began after the
 * commit has ended.  Then power is lost at random moments during play, with syncs of any
 * length: nothing that any user has read is missing afterwards.  TEST: long */
#include <errno.h>

#include "store/sqlite/sqlite.h"
#include "tests/support/counters.h"
#include "tests/support/fixture.h"
#include "tests/support/fulldisk.h"
#include "tests/support/random_player.h"
#include "tests/support/rows.h"
#include "tests/support/slowsync.h"
#include "tests/unit/test.h"

static struct fulldisk D;
static struct slowsync Y, M;

static void
slow_sync(struct slowsync *y, enum store_sync which)
{
	const struct sync_port port = slowsync_port(y);

	*y = (struct slowsync){ .f = D.f, .s = D.store, .store_sync = which };
	fixture_set_sync(D.h, which, &port);
}

static void
slow_all_syncs(void)
{
	slow_sync(&Y, STORE_SYNC_WAL);
	slow_sync(&M, STORE_SYNC_DATABASE);
}

/* Returns the answer to a line in the same turn. */
static const char *
line_answer(unsigned conn, const char *line)
{
	fixture_queue(D.h, conn, line);
	fixture_turn(D.h);
	return fixture_read(D.h, conn);
}

/* Ends the current sync, with a turn in which nothing else happens. */
static void
end_sync(void)
{
	Y.may_end = true;
	fixture_turn(D.h);
}

#define SET_40 "Value of 'linelength' set to 40.\r\n> "
#define SET_50 "Value of 'linelength' set to 50.\r\n> "

TEST(an_answer_waits_for_a_sync_started_after_the_commit)
{
	unsigned ann, bert, cora;

	fulldisk_open(&D, NULL);
	ann = fixture_telnet(D.h, "ann");
	bert = fixture_telnet(D.h, "bert");
	cora = fixture_telnet(D.h, "cora");
	slow_all_syncs();
	/* A command that changes nothing is answered at once if nothing is pending. */
	assert_string_equal(line_answer(cora, "x"), "** Unknown command: 'x'\r\n> ");
	assert_int_equal(Y.syncs_begun, 0);
	assert_string_equal(line_answer(ann, "set linelength 40"), "");
	assert_int_equal(Y.syncs_begun, 1);
	/* This turn is too late for the first sync, and a second one does not start in
	 * parallel. */
	assert_string_equal(line_answer(bert, "set linelength 50"), "");
	assert_string_equal(line_answer(cora, "x"), "");
	assert_int_equal(Y.syncs_begun, 1);
	end_sync();
	assert_string_equal(fixture_read(D.h, ann), SET_40);
	assert_string_equal(fixture_read(D.h, bert), "");
	assert_string_equal(fixture_read(D.h, cora), "");
	assert_int_equal(Y.syncs_begun, 2);
	/* bert, whose answer the second sync covers, gets more output. */
	assert_string_equal(line_answer(bert, "set linelength 40"), "");
	end_sync();
	assert_string_equal(fixture_read(D.h, bert), SET_50);
	assert_string_equal(fixture_read(D.h, cora), "** Unknown command: 'x'\r\n> ");
	assert_int_equal(Y.syncs_begun, 3);
	/* Output after the last turn that changed something needs no further sync. */
	assert_string_equal(line_answer(cora, "x"), "");
	end_sync();
	assert_string_equal(fixture_read(D.h, bert), SET_40);
	assert_string_equal(fixture_read(D.h, cora), "** Unknown command: 'x'\r\n> ");
	assert_int_equal(Y.syncs_begun, 3);
	fulldisk_close(&D);
}

TEST(opponents_and_watchers_wait_too)
{
	unsigned ann, bert, cora;

	fulldisk_open(&D, NULL);
	ann = fixture_telnet(D.h, "ann");
	bert = fixture_telnet(D.h, "bert");
	cora = fixture_telnet(D.h, "cora");
	fixture_type(D.h, ann, "toggle ready");
	fixture_type(D.h, bert, "toggle ready");
	fixture_type(D.h, cora, "watch ann");
	fixture_type(D.h, ann, "invite bert 3");
	fixture_discard(D.h);
	slow_all_syncs();
	assert_string_equal(line_answer(bert, "join ann"), "");
	assert_string_equal(fixture_read(D.h, ann), "");
	assert_string_equal(fixture_read(D.h, cora), "");
	assert_string_equal(line_answer(cora, "x"), "");
	end_sync();
	assert_non_null(strstr(fixture_read(D.h, ann), "bert has joined you"));
	assert_non_null(strstr(fixture_read(D.h, bert), "Starting a new game"));
	assert_non_null(strstr(fixture_read(D.h, cora), "start a 3 point match"));
	fulldisk_close(&D);
}

TEST(closed_connections_and_greetings_wait_too)
{
	unsigned ann, bert, again, next;

	fulldisk_open(&D, NULL);
	ann = fixture_telnet(D.h, "ann");
	bert = fixture_telnet(D.h, "bert");
	again = fixture_connect(D.h, "127.0.0.1");
	fixture_discard(D.h);
	slow_all_syncs();
	assert_string_equal(line_answer(ann, "bye"), "");
	assert_true(fixture_is_open(D.h, ann));
	next = fixture_connect(D.h, "127.0.0.1");
	assert_string_equal(fixture_read(D.h, next), "");
	/* A user takes over their own session: the old connection ends with the second sync. */
	fixture_queue(D.h, again, "connect bert " FIXTURE_PASSWORD);
	fixture_turn(D.h);
	fixture_turn(D.h); /* the password check */
	end_sync();
	assert_false(fixture_is_open(D.h, ann));
	assert_true(fixture_is_open(D.h, bert));
	assert_string_equal(fixture_read(D.h, again), "");
	end_sync();
	assert_false(fixture_is_open(D.h, bert));
	assert_non_null(strstr(fixture_read(D.h, again), "bert"));
	assert_non_null(strstr(fixture_read(D.h, next), "login: "));
	fulldisk_close(&D);
}

TEST(a_failed_sync_ends_the_server)
{
	unsigned ann, bert;

	for (unsigned in_place = 0; in_place < 2; in_place++) {
		fulldisk_open(&D, NULL);
		ann = fixture_telnet(D.h, "ann");
		bert = fixture_telnet(D.h, "bert");
		if (!in_place)
			slow_all_syncs();
		faultvfs_set_failure(D.f, FAULT_SYNC, 1, false, EIO);
		fixture_queue(D.h, ann, "set linelength 40");
		if (!in_place) {
			fixture_turn(D.h);
			fixture_queue(D.h, bert, "set linelength 40");
			Y.may_end = true;
		}
		assert_int_equal(fixture_try_turn(D.h), -1);
		assert_true(fixture_warned(D.h, "storage_failed"));
		assert_string_equal(fixture_read(D.h, ann), "");
		assert_string_equal(fixture_read(D.h, bert), "");
		assert_int_equal(faultvfs_calls_failed(D.f), 1); /* there was no further sync */
		fulldisk_close(&D);
	}
}

/* A disk that does not respond blocks the loop instead of filling the memory. */
TEST(the_number_of_unsynced_turns_is_limited)
{
	unsigned ann;

	fulldisk_open(&D, NULL);
	ann = fixture_telnet(D.h, "ann");
	slow_all_syncs();
	for (unsigned i = 0; i < 600; i++)
		(void)line_answer(ann, i % 2 == 0 ? "set linelength 40" : "set linelength 50");
	assert_int_equal(Y.syncs_waited_for, 2);
	fulldisk_close(&D);
}

static int64_t
us_now(void *ctx)
{
	return D.h != NULL ? fixture_now_ms(D.h) * 1000 : 0;
}

TEST(the_time_turns_stay_unsynced_is_limited)
{
	struct fixture_options o;
	unsigned ann;

	D.h = NULL;
	fixture_options_default(&o);
	o.mono_us = us_now;
	fulldisk_open(&D, &o);
	ann = fixture_telnet(D.h, "ann");
	slow_all_syncs();
	assert_string_equal(line_answer(ann, "set linelength 40"), "");
	fixture_advance(D.h, 50);
	assert_string_equal(fixture_read(D.h, ann), "");
	fixture_advance(D.h, 1);
	assert_string_equal(fixture_read(D.h, ann), SET_40);
	assert_int_equal(Y.syncs_waited_for, 1);
	fulldisk_close(&D);
}

/* A single user does not have to wait for another thread. */
TEST(with_a_single_user_syncs_are_inline)
{
	unsigned ann, bert;

	fulldisk_open(&D, NULL);
	ann = fixture_telnet(D.h, "ann");
	bert = fixture_telnet(D.h, "bert");
	slow_all_syncs();
	Y.ends_at_once = true;
	fixture_queue(D.h, ann, "x");
	(void)line_answer(bert, "x");
	for (unsigned i = 0; i < 63; i++) {
		(void)line_answer(i % 2 == 0 ? ann : bert, "toggle bell");
		fixture_turn(D.h); /* the sync ends in this turn */
	}
	assert_int_equal(Y.syncs_begun, 63);
	assert_non_null(strstr(line_answer(ann, "set linelength 40"), "set to 40"));
	assert_non_null(strstr(line_answer(bert, "set linelength 50"), "set to 50"));
	assert_int_equal(Y.syncs_begun, 63);
	/* Two commands at once. */
	fixture_queue(D.h, ann, "set linelength 50");
	assert_string_equal(line_answer(bert, "set linelength 40"), "");
	assert_int_equal(Y.syncs_begun, 64);
	fulldisk_close(&D);
}

static int64_t clock_read_cost_us; /* time that reading the clock takes */

static int64_t
clock_with_cost(void *ctx)
{
	static int64_t us;

	return us += clock_read_cost_us;
}

/* With one processor another thread would not help; but the loop does not wait for a slow
 * disk. */
TEST(with_one_processor_short_syncs_are_inline)
{
	struct fixture_options o;
	unsigned ann, bert;

	clock_read_cost_us = 10;
	fixture_options_default(&o);
	o.mono_us = clock_with_cost;
	fulldisk_open(&D, &o);
	ann = fixture_telnet(D.h, "ann");
	bert = fixture_telnet(D.h, "bert");
	slow_all_syncs();
	fixture_use_one_processor(D.h);
	for (unsigned i = 0; i < 10; i++) {
		fixture_queue(D.h, bert, "toggle bell");
		assert_non_null(strstr(line_answer(ann, "set linelength 40"), SET_40));
		assert_string_not_equal(fixture_read(D.h, bert), "");
	}
	assert_int_equal(Y.syncs_begun, 0);
	clock_read_cost_us = 5000;
	fixture_queue(D.h, bert, "x");
	assert_string_equal(line_answer(ann, "set linelength 50"), SET_50);
	clock_read_cost_us = 10;
	Y.ends_at_once = true;
	fixture_queue(D.h, bert, "x");
	assert_string_equal(line_answer(ann, "set linelength 40"), "");
	for (unsigned i = 1; i < 16; i++) {
		fixture_queue(D.h, bert, "x");
		assert_string_equal(line_answer(ann, "set linelength 40"), SET_40);
	}
	assert_int_equal(Y.syncs_begun, 16);
	/* The next sync is inline again, but not while the last parallel one is still
	 * running. */
	Y.ends_at_once = false;
	fixture_queue(D.h, bert, "x");
	assert_string_equal(line_answer(ann, "set linelength 50"), "");
	Y.may_end = true;
	fixture_queue(D.h, bert, "x");
	assert_string_equal(line_answer(ann, "set linelength 40"), SET_40 SET_50 SET_40);
	assert_int_equal(Y.syncs_begun, 16);
	fulldisk_close(&D);
}

/* Writes so much that part of the journal is soon moved into the database. */
static void
write_large_setting(struct world *w, void *ctx)
{
	static unsigned turn;
	char value[1001], name[20];

	(void)ctx;
	memset(value, 'a' + (int)(turn++ % 26), sizeof(value) - 1);
	value[sizeof(value) - 1] = '\0';
	for (unsigned i = 0; i < 100; i++) {
		(void)snprintf(name, sizeof(name), "some %u", i);
		store_server_setting_set(w->store, name, value);
	}
}

/* The commit of a turn may be postponed until moved pages are synced; nothing is sent until
 * then. */
TEST(a_turn_with_a_postponed_commit_waits_too)
{
	unsigned ann, bert;

	fulldisk_open(&D, NULL);
	ann = fixture_telnet(D.h, "ann");
	bert = fixture_telnet(D.h, "bert");
	slow_all_syncs();
	Y.ends_at_once = true;
	for (unsigned i = 0; i < 20 && !M.under_way; i++)
		fixture_run_in_turn(D.h, write_large_setting, NULL);
	assert_true(M.under_way); /* many pages are being moved */
	assert_string_equal(line_answer(ann, "set linelength 40"), "");
	assert_false(store_dirty(D.store));
	M.may_end = true;
	fixture_turn(D.h);
	fixture_turn(D.h);
	assert_string_equal(fixture_read(D.h, ann), SET_40);
	assert_true(M.under_way); /* the few pages written afterwards are being moved */
	assert_string_equal(line_answer(ann, "set linelength 50"), "");
	assert_true(store_dirty(D.store));
	assert_string_equal(line_answer(bert, "x"), "");
	M.may_end = true;
	fixture_turn(D.h);
	assert_false(store_dirty(D.store));
	assert_string_equal(fixture_read(D.h, ann), "");
	fixture_turn(D.h);
	assert_string_equal(fixture_read(D.h, ann), SET_50);
	assert_string_equal(fixture_read(D.h, bert), "** Unknown command: 'x'\r\n> ");
	assert_in_range(journal_pages(D.store), 1, 50); /* the journal has started over */
	fulldisk_close(&D);
}

/* ---- loss of power ---- */

#define PEOPLE 5u
#define ACTS 60u
#define VFS "fulldisk" /* as in tests/support/fulldisk.c */

static struct {
	struct rng r;
	unsigned said[PEOPLE], told[PEOPLE]; /* increasing numbers that each user sets: the last
						one sent and the last one confirmed */
	char line[PEOPLE][512];
	size_t len[PEOPLE];
	struct random_player player[2];
	struct move_space space;
	unsigned held;  /* turns whose commit was postponed */
	unsigned rolls; /* rolls shown to either player */
	unsigned seen[2];
	bool listening;
} T;

static const char *const NAMES[PEOPLE] = { "ann", "bert", "cora", "dora", "emil" };

/* Records a whole line that a user has read. */
static void
heard(unsigned who, const char *line)
{
	char answer_text[RANDOM_PLAYER_COMMAND_MAX];
	unsigned n, a, b;
	char name[32];
	struct sbuf out;

	if (sscanf(line, "Value of 'linelength' set to %u", &n) == 1 && n > T.told[who])
		T.told[who] = n;
	if (who > 1)
		return;
	T.seen[who] += sscanf(line, "You roll %u and %u", &a, &b) == 2 ||
		       sscanf(line, "%31s rolls %u and %u", name, &a, &b) == 3;
	T.rolls = T.seen[who] > T.rolls ? T.seen[who] : T.rolls;
	SBUF_INIT(&out, answer_text);
	if ((random_player_line(&T.player[who], line, &T.r, &T.space, &out) & DUEL_ASKED) != 0)
		fixture_queue(D.h, who, answer_text);
}

static void
listen_to(void *ctx, unsigned conn, const char *bytes, size_t n)
{
	for (size_t i = 0; T.listening && bytes != NULL && i < n; i++) {
		if (bytes[i] != '\n' && T.len[conn] < sizeof(T.line[0]) - 1) {
			T.line[conn][T.len[conn]++] = bytes[i];
			continue;
		}
		T.line[conn][T.len[conn]] = '\0';
		T.line[conn][strcspn(T.line[conn], "\r")] = '\0';
		heard(conn, T.line[conn]);
		T.len[conn] = 0;
	}
}

static void
set_next(unsigned who)
{
	char line[32];

	(void)snprintf(line, sizeof(line), "set linelength %u", ++T.said[who]);
	fixture_queue(D.h, who, line);
}

/* Makes turns seem slow now and then. */
static int64_t
us_uneven(void *ctx)
{
	static int64_t us;
	static unsigned looks;

	return us += ++looks % 151 == 0 ? 5000 : 3;
}

static void
begin(uint64_t seed)
{
	const bool one_processor = seed % 2 == 0;
	struct fixture_options o;

	memset(&T, 0, sizeof(T));
	rng_seed(&T.r, seed);
	fixture_options_default(&o);
	o.seed = seed;
	o.on_output = listen_to;
	if (one_processor)
		o.mono_us = us_uneven;
	fulldisk_open(&D, &o);
	for (unsigned i = 0; i < PEOPLE; i++) {
		assert_int_equal(fixture_clip(D.h, NAMES[i]), i);
		T.said[i] = T.told[i] = 100;
	}
	for (unsigned i = 0; i < 2; i++) {
		T.player[i].rival = NAMES[1 - i];
		fixture_type(D.h, i, "set boardstyle 3");
		fixture_type(D.h, i, "toggle double");
		fixture_type(D.h, i, "toggle ready");
	}
	fixture_discard(D.h);
	T.listening = true;
	slow_all_syncs();
	if (one_processor)
		fixture_use_one_processor(D.h);
	Y.ends_at_once = true;
	for (unsigned i = rng_below(&T.r, 16); i > 0; i--)
		fixture_run_in_turn(D.h, write_large_setting, NULL);
	fixture_queue(D.h, 0, "invite bert 3");
}

/* Runs until power is lost. */
static void
live(void)
{
	uint64_t at = faultvfs_changes(D.f) + 1 + rng_below(&T.r, 1500);
	unsigned turns = 20 + rng_below(&T.r, 200);

	if (rng_below(&T.r, 2) == 0)
		faultvfs_crash_at(D.f, at);
	for (unsigned i = 0; i < turns; i++) {
		for (unsigned k = rng_below(&T.r, 3); k > 0; k--)
			set_next(rng_below(&T.r, PEOPLE));
		Y.may_end = Y.under_way && rng_below(&T.r, 3) == 0;
		M.may_end = M.under_way && rng_below(&T.r, 3) == 0;
		if (rng_below(&T.r, 64) == 0)
			Y.ends_at_once = !Y.ends_at_once;
		if (fixture_try_turn(D.h) != 0) {
			assert_true(faultvfs_crashed(D.f));
			assert_true(fixture_warned(D.h, "storage_failed"));
			return;
		}
		T.held += store_dirty(D.store);
		if (store_dirty(D.store) && rng_below(&T.r, 4) == 0)
			break;
	}
	faultvfs_crash_now(D.f);
}

static bool
count_rolls(void *ctx, const struct action_record *a)
{
	unsigned *n = ctx;

	*n += strcmp(a->kind, "roll") == 0 || strcmp(a->kind, "start") == 0;
	return true;
}

static void
take_setting(void *ctx, const char *name, const char *value)
{
	if (strcmp(name, "program.linelength") == 0)
		*(unsigned *)ctx = (unsigned)strtoul(value, NULL, 10);
}

/* Returns how many users are missing something they were shown. */
static unsigned
look(unsigned *rolls_out)
{
	unsigned lost = 0, rolls = 0;

	T.listening = false;
	fixture_free(&D.h);
	store_close(&D.store);
	faultvfs_power_on(D.f, rng_next(&T.r));
	assert_int_equal(
	    sqlite_open_with(D.dir, STORE_DURABLE_FULL, VFS, NULL, &D.store, NULL), STORE_OK);
	for (unsigned i = 0; i < PEOPLE; i++) {
		unsigned stored = 100;
		struct user_record u;

		assert_true(store_user_by_name(D.store, NAMES[i], &u));
		store_settings_each(D.store, u.id, take_setting, &stored);
		lost += stored < T.told[i];
		assert_true(stored <= T.said[i]);
	}
	for (int64_t match = 1; match <= 3; match++)
		store_actions_each(D.store, match, count_rolls, &rolls);
	lost += rolls < T.rolls;
	*rolls_out += T.rolls;
	fulldisk_close(&D);
	return lost;
}

TEST(no_output_read_by_users_is_lost_with_power)
{
	unsigned n = test_scaled(1000, 100, 3);
	unsigned lost = 0, told = 0, rolls = 0, moved = 0, held = 0;

	for (uint64_t seed = 1; seed <= n; seed++) {
		unsigned missing;

		begin(seed);
		live();
		for (unsigned i = 0; i < PEOPLE; i++)
			told += T.told[i] - 100;
		moved += M.syncs_begun;
		held += T.held;
		missing = look(&rolls);
		if (missing > 0)
			print_message("seed %u: %u lost\n", (unsigned)seed, missing);
		lost += missing;
	}
	print_message(
	    "%u losses of power: %u settings and %u rolls told, lost %u; syncs of the "
	    "database %u, turns not committed %u\n",
	    n, told, rolls, lost, moved, held);
	assert_int_equal(lost, 0);
	assert_true(told > 20 * n && rolls > 2 * n);
	if (!test_few_cases()) /* three seeds may not include every kind */
		assert_true(moved > n / 4 && held > n / 4);
}
