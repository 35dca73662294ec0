/* SPDX-License-Identifier: MIT */
/* The store on ordinary files: every function and its guarantees, with the engine named by
 * STORE_ENGINE (default: the first one).  Tests marked SQLITE_TEST cover opening and refusing
 * to open, migrations, damaged files and query plans.  Failing disks are in test_store_full.c,
 * loss of power in test_power.c; test_store_postgresql.c runs these tests on PostgreSQL. */
#ifndef SQLITE_TEST
#define _GNU_SOURCE /* strcasestr */
#define SQLITE_TEST TEST
#define SUITE_PLACE dir /* for tests that open a store again */
#define SUITE_CLEAR() folder_clear(dir)
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/sqlite/sqlite.h"
#include "tests/support/folder.h"
#include "tests/support/counters.h"
#include "tests/support/faultvfs.h"
#include "tests/support/memstore.h"
#include "tests/support/rows.h"
#include "tests/support/storedump.h"
#include "tests/unit/test.h"

static char dir[FOLDER_PATH_MAX];
static struct store *s;
static char first_dump[STORE_DUMP_BYTES], second_dump[STORE_DUMP_BYTES];

/* ---- helpers ---- */

static const char *
in_dir(const char *name)
{
	static char path[256];

	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void
must_open(const char *where)
{
	char text[500];
	struct sbuf error;

	SBUF_INIT(&error, text);
	if ((where == NULL ? memstore_open(&s, &error)
			   : store_open(where == dir ? SUITE_PLACE : where, STORE_DURABLE_FULL,
				 getenv("STORE_ENGINE"), &s, &error)) != STORE_OK)
		fail_msg("%s", text);
}

/* A test with a store in memory. */
#define STORE_TEST(name) IN_MEMORY(TEST, name)
#define SQLITE_STORE_TEST(name) IN_MEMORY(SQLITE_TEST, name)
#define IN_MEMORY(test, name)                                                                  \
	static void name##_in_it(void);                                                        \
	test(name)                                                                             \
	{                                                                                      \
		must_open(NULL);                                                               \
		name##_in_it();                                                                \
	}                                                                                      \
	static void name##_in_it(void)

/* Checks that opening fails with this error and a message that contains the words. */
static void
assert_open_refused(enum store_err expected, const char *words)
{
	char text[500];
	struct sbuf error;
	struct store *none;

	SBUF_INIT(&error, text);
	assert_int_equal(store_open(dir, STORE_DURABLE_FULL, NULL, &none, &error), expected);
	assert_null(none);
	if (strstr(text, words) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text, words);
}

static void
assert_commit(void)
{
	assert_int_equal(store_save(s, NULL), STORE_OK);
}

static void
assert_commit_breaks(const char *words)
{
	char text[500];
	struct sbuf error;

	SBUF_INIT(&error, text);
	assert_true(store_dirty(s));
	assert_int_equal(store_save(s, &error), STORE_BROKEN);
	if (strcasestr(text, words) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text, words);
	assert_int_equal(store_commit(s, NULL), STORE_BROKEN);
}

static int64_t
make_user(const char *name)
{
	struct user_record u = { .rating = 1500.0, .experience = 7, .created_s = 1234 };
	struct sbuf b;

	SBUF_INIT(&b, u.name);
	sbuf_add(&b, name);
	SBUF_INIT(&b, u.hash);
	sbuf_add(&b, "$argon2id$x");
	return store_user_create(s, &u);
}

static int64_t
make_match(int64_t a, int64_t b, int64_t at_ms)
{
	struct match_record m = { .user = { a, b }, .length = 5, .created_ms = at_ms };
	struct sbuf v;

	SBUF_INIT(&v, m.variant);
	sbuf_add(&v, "backgammon");
	for (size_t i = 0; i < sizeof(m.seed); i++)
		m.seed[i] = (uint8_t)(i * 8);
	return store_match_create(s, &m);
}

static void
add_action(int64_t match, uint32_t seq, int64_t at_ms, const char *text)
{
	struct action_record a = { .match = match,
		.seq = seq,
		.at_ms = at_ms,
		.elapsed_ms = 4000000000u,
		.seat = 1,
		.automatic = true,
		.kind = "move",
		.text = text };

	store_action_add(s, &a);
}

static int64_t
ask_number(const char *sql)
{
	sqlite3_stmt *q;
	int64_t n;

	assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	n = sqlite3_column_int64(q, 0);
	assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
	return n;
}

/* Checks a count in the SQLite database, if SQLite is the engine. */
static void
must_say(const char *sql, int64_t n)
{
	if (store_engine_of(s) == &STORE_SQLITE)
		assert_int_equal(ask_number(sql), n);
}

/* ---- users ---- */

STORE_TEST(a_user_is_found_by_name_in_any_case)
{
	struct user_record u = { .id = 77 };
	int64_t id = make_user("MarkoPolo");

	assert_true(id > 0);
	assert_true(store_dirty(s));
	assert_commit();
	assert_false(store_dirty(s));
	assert_true(store_user_by_name(s, "mARKOpOLO", &u));
	assert_int_equal(u.id, id);
	assert_string_equal(u.name, "MarkoPolo");
	assert_string_equal(u.hash, "$argon2id$x");
	assert_string_equal(u.email, "");
	assert_string_equal(u.role, "user");
	assert_true(u.rating == 1500.0);
	assert_int_equal(u.experience, 7);
	assert_int_equal(u.created_s, 1234);
	assert_int_equal(u.last_login_s, 0);
	assert_int_equal(u.last_logout_s, 0);
	u.id = 77;
	assert_false(store_user_by_name(s, "MarkoPol", &u));
	assert_false(store_user_by_id(s, id + 1, &u));
	assert_int_equal(u.id, 77);
	store_close(&s);
	assert_null(s);
}

STORE_TEST(a_taken_name_is_reported_without_breaking_the_store)
{
	assert_int_equal(make_user("bob"), 1);
	assert_int_equal(make_user("BOB"), 0);
	assert_int_equal(make_user("bobby"), 2);
	assert_commit();
	assert_int_equal(make_user("Bob"), 0);
	assert_false(store_dirty(s));
	assert_commit();
	assert_int_equal(store_users_count(s), 2);
}

STORE_TEST(user_fields_can_be_changed)
{
	int64_t id = make_user("bob");
	struct user_record u;
	char host[200];

	memset(host, 'h', sizeof(host) - 1);
	host[sizeof(host) - 1] = '\0';
	assert_false(store_user_set_hash(s, id, "not this", "wrong"));
	assert_true(store_user_set_hash(s, id, "$argon2id$x", "other"));
	store_user_set_rating(s, id, 1623.456789012345, 4294967295u);
	store_user_set_login(s, id, 5000000000, "2001:db8::1");
	store_user_set_logout(s, id, 5000000001, host);
	assert_commit();
	assert_true(store_user_by_id(s, id, &u));
	assert_string_equal(u.hash, "other");
	assert_true(u.rating == 1623.456789012345);
	assert_true(u.experience == 4294967295u);
	assert_int_equal(u.last_login_s, 5000000000);
	assert_string_equal(u.last_login_host, "2001:db8::1");
	assert_int_equal(u.last_logout_s, 5000000001);
	assert_int_equal(strlen(u.last_logout_host), STORE_HOST_MAX - 1);
}

static void
add_setting(void *ctx, const char *name, const char *value)
{
	sbuf_addf(ctx, "%s=%s;", name, value);
}

STORE_TEST(a_setting_is_replaced)
{
	int64_t a = make_user("a"), b = make_user("b");
	char text[200];
	struct sbuf out;

	store_setting_set(s, a, "boardstyle", "3");
	store_setting_set(s, a, "allowpip", "1");
	store_setting_set(s, b, "boardstyle", "2");
	store_setting_set(s, a, "boardstyle", "1");
	store_setting_set(s, a, "x'; DROP TABLE user; --", "'");
	assert_commit();
	SBUF_INIT(&out, text);
	store_settings_each(s, a, add_setting, &out);
	assert_string_equal(text, "allowpip=1;boardstyle=1;x'; DROP TABLE user; --=';");
	SBUF_INIT(&out, text);
	store_settings_each(s, b, add_setting, &out);
	assert_string_equal(text, "boardstyle=2;");
	SBUF_INIT(&out, text);
	store_settings_each(s, 99, add_setting, &out);
	assert_string_equal(text, "");
}

/* ---- matches ---- */

struct ids {
	int64_t id[8];
	unsigned n, most;
};

static bool
add_id(void *ctx, const struct match_record *m)
{
	struct ids *ids = ctx;

	ids->id[ids->n++] = m->id;
	return ids->n < ids->most;
}

STORE_TEST(a_match_is_read_as_written)
{
	int64_t a = make_user("Ann"), b = make_user("Bob"),
		id = make_match(b, a, 1700000000123);
	struct match_record m;

	assert_commit();
	assert_true(store_match_by_id(s, id, &m));
	assert_int_equal(m.id, id);
	assert_int_equal(m.user[0], b);
	assert_int_equal(m.user[1], a);
	assert_string_equal(m.name[0], "Bob");
	assert_string_equal(m.name[1], "Ann");
	assert_int_equal(m.length, 5);
	assert_string_equal(m.variant, "backgammon");
	assert_int_equal(m.seed[31], 248);
	assert_int_equal(m.created_ms, 1700000000123);
	assert_int_equal(m.last_ms, 1700000000123);
	assert_int_equal(m.score[0] + m.score[1], 0);
	assert_int_equal(m.ended_ms, 0);
	assert_string_equal(m.end_reason, "");
	assert_int_equal(m.winner, -1);
	assert_false(store_match_by_id(s, id + 1, &m));
}

/* Makes an unrated tournament match.  Returns its id. */
static int64_t
make_event_match(int64_t a, int64_t b, int64_t event)
{
	struct match_record m = { .user = { a, b },
		.length = 7,
		.created_ms = 5,
		.tournament = event,
		.pairing = 4000000000u,
		.terms = STORE_TERM_NO_CUBE | STORE_TERM_CRAWFORD,
		.unrated = true };
	struct sbuf v;

	SBUF_INIT(&v, m.variant);
	sbuf_add(&v, "backgammon");
	return store_match_create(s, &m);
}

STORE_TEST(tournament_matches_are_not_in_the_lists)
{
	int64_t a = make_user("a"), b = make_user("b");
	int64_t e1 = make_event_match(a, b, INT64_MAX), plain = make_match(b, a, 1000);
	int64_t e2 = make_event_match(b, a, 1);
	struct match_brief brief[4];
	struct match_record m;
	struct ids ids = { .most = 8 };

	assert_commit(); /* three matches of one pair, which the index allows */
	assert_true(store_match_by_id(s, e1, &m));
	assert_true(m.tournament == INT64_MAX && m.pairing == 4000000000u && m.unrated &&
		    m.terms == (STORE_TERM_NO_CUBE | STORE_TERM_CRAWFORD));
	assert_true(store_match_by_id(s, plain, &m));
	assert_true(m.tournament == 0 && m.pairing == 0 && m.terms == 0 && !m.unrated);
	assert_true(store_match_find_unfinished(s, a, b, &m) && m.id == plain);
	assert_int_equal(store_matches_open_count(s, a), 1);
	assert_int_equal(store_matches_open_count(s, b), 1);
	store_matches_open_each(s, a, add_id, &ids);
	assert_int_equal(ids.n, 1);
	assert_int_equal(ids.id[0], plain);
	ids.n = 0;
	store_tournament_matches_of_user(s, a, add_id, &ids);
	assert_int_equal(ids.n, 2);
	assert_true(ids.id[0] == e2 && ids.id[1] == e1);
	assert_int_equal(store_matches_open_after(s, 0, 4, brief), 1);
	assert_int_equal(brief[0].id, plain);
	store_match_end(s, e1, 9, "forfeit", -1, (const uint32_t[2]){ 0, 0 });
	ids.n = 0;
	store_tournament_matches_of_user(s, b, add_id, &ids);
	assert_int_equal(ids.n, 1);
	assert_commit();
}

static bool
keep_action(void *ctx, const struct action_record *a)
{
	*(struct action_record *)ctx = *a;
	return true;
}

STORE_TEST(lag_credit_is_stored_with_the_action)
{
	int64_t a = make_user("a"), b = make_user("b"), id = make_match(a, b, 1);
	struct action_record r = { .match = id,
		.at_ms = 2,
		.elapsed_ms = 5000,
		.credit_ms = 1000,
		.seat = 1,
		.kind = "roll",
		.text = "x" };
	struct action_record got = { 0 };

	store_action_add(s, &r);
	assert_commit();
	store_actions_each(s, id, keep_action, &got);
	assert_int_equal(got.credit_ms, 1000);
	assert_int_equal(got.elapsed_ms, 5000);
	r.seq = 1;
	r.credit_ms = 1001;
	store_action_add(s, &r);
	assert_commit_breaks("CHECK");
}

STORE_TEST(the_open_match_of_a_pair_is_the_last_one)
{
	int64_t a = make_user("a"), b = make_user("b"), c = make_user("c");
	const uint32_t score[2] = { 5, 3 };
	int64_t id = make_match(b, a, 1000), other = make_match(b, c, 1000), again;
	struct match_record m;

	assert_true(store_match_find_unfinished(s, a, b, &m) && m.id == id);
	assert_true(store_match_find_unfinished(s, b, a, &m) && m.id == id);
	assert_true(store_match_find_unfinished(s, c, b, &m) && m.id == other);
	assert_false(store_match_find_unfinished(s, a, c, &m));
	store_match_end(s, id, 2000, "won", 1, score);
	assert_false(store_match_find_unfinished(s, a, b, &m));
	assert_true(store_match_by_id(s, id, &m));
	assert_int_equal(m.ended_ms, 2000);
	assert_string_equal(m.end_reason, "won");
	assert_int_equal(m.winner, 1);
	assert_int_equal(m.score[0], 5);
	assert_int_equal(m.score[1], 3);
	again = make_match(a, b, 3000);
	assert_true(again > id);
	assert_true(store_match_find_unfinished(s, a, b, &m) && m.id == again);
	again = make_match(b, a, 4000);
	assert_true(store_match_find_unfinished(s, a, b, &m) && m.id == again);
	store_match_end(s, again, 5000, "won", 1, score);
	assert_true(store_match_find_unfinished(s, a, b, &m) && m.id < again);
	assert_commit();
}

STORE_TEST(a_match_belongs_to_its_tournament_until_released)
{
	int64_t a = make_user("a"), b = make_user("b");
	struct match_record r = { .user = { a, b },
		.length = 5,
		.variant = "backgammon",
		.created_ms = 1000,
		.tournament = 7,
		.pairing = 3 };
	struct match_brief brief;
	struct match_record m;
	int64_t id = store_match_create(s, &r);

	assert_true(store_match_by_id(s, id, &m) && m.bound && m.tournament == 7);
	assert_false(store_match_find_unfinished(s, a, b, &m));
	assert_int_equal(store_matches_open_count(s, a), 0);
	assert_int_equal(store_matches_open_after(s, 0, 1, &brief), 0);
	store_match_bind(s, id, false);
	assert_true(store_match_by_id(s, id, &m) && !m.bound);
	assert_true(store_match_find_unfinished(s, a, b, &m));
	assert_true(m.id == id && m.tournament == 7 && m.pairing == 3);
	assert_int_equal(store_matches_open_count(s, b), 1);
	assert_int_equal(store_matches_open_after(s, 0, 1, &brief), 1);
	store_match_bind(s, id, true);
	assert_false(store_match_find_unfinished(s, a, b, &m));
	assert_commit();
}

STORE_TEST(open_matches_are_listed_latest_first)
{
	int64_t u[5], m[4];
	const uint32_t score[2] = { 1, 0 };
	struct ids ids = { .most = 8 };

	for (int i = 0; i < 5; i++)
		u[i] = make_user((const char *[]){ "a", "b", "c", "d", "e" }[i]);
	m[0] = make_match(u[0], u[1], 1000);
	m[1] = make_match(u[2], u[0], 2000);
	m[2] = make_match(u[0], u[3], 3000);
	m[3] = make_match(u[4], u[0], 4000);
	(void)make_match(u[1], u[2], 9000);
	add_action(m[1], 0, 5000, "x");
	store_match_end(s, m[2], 6000, "replaced", -1, score);
	assert_commit();
	store_matches_open_each(s, u[0], add_id, &ids);
	assert_int_equal(ids.n, 3);
	assert_int_equal(ids.id[0], m[1]);
	assert_int_equal(ids.id[1], m[3]);
	assert_int_equal(ids.id[2], m[0]);
	assert_int_equal(store_matches_open_count(s, u[0]), 3);
	assert_int_equal(store_matches_open_count(s, u[3]), 0);
	ids = (struct ids){ .most = 2 };
	store_matches_open_each(s, u[0], add_id, &ids);
	assert_int_equal(ids.n, 2);
}

static bool
add_action_text(void *ctx, const struct action_record *a)
{
	sbuf_addf(ctx, "%" PRIu32 " %" PRId64 " %" PRIu32 " %d%d %s %s;", a->seq, a->at_ms,
	    a->elapsed_ms, a->seat, (int)a->automatic, a->kind, a->text);
	return a->seq < 2;
}

STORE_TEST(actions_are_listed_in_order)
{
	int64_t a = make_user("a"), b = make_user("b"), c = make_user("c");
	int64_t x = make_match(a, b, 10), y = make_match(b, c, 10);
	const uint32_t score[2] = { 2, 4294967295u };
	struct match_record m;
	char text[500];
	struct sbuf out;

	for (uint32_t i = 0; i < 4; i++) {
		add_action(x, i, 100 + i, "8/5 6/5");
		add_action(y, i, 200 + i, "bar/20");
	}
	store_match_score(s, x, score);
	assert_commit();
	SBUF_INIT(&out, text);
	store_actions_each(s, x, add_action_text, &out);
	assert_string_equal(text,
	    "0 100 4000000000 11 move 8/5 6/5;1 101 4000000000 11 move 8/5 6/5;"
	    "2 102 4000000000 11 move 8/5 6/5;");
	assert_true(store_match_by_id(s, x, &m));
	assert_int_equal(m.last_ms, 103);
	assert_int_equal(m.score[0], 2);
	assert_true(m.score[1] == 4294967295u);
	SBUF_INIT(&out, text);
	store_actions_each(s, 99, add_action_text, &out);
	assert_string_equal(text, "");
}

struct sequence_check {
	uint32_t next, n;
};

static bool
in_sequence(void *ctx, const struct action_record *a)
{
	struct sequence_check *q = ctx;

	assert_int_equal(a->seq, q->next);
	assert_int_equal(a->at_ms, 1000 * a->match + a->seq);
	q->next++;
	q->n++;
	return true;
}

static void
must_have_actions(int64_t match, uint32_t n)
{
	for (uint32_t from = 0; from < n; from += 7) {
		struct sequence_check all = { from, 0 }, some = { from, 0 };

		store_actions_from(s, match, from, UINT32_MAX, in_sequence, &all);
		assert_int_equal(all.n, n - from);
		store_actions_from(s, match, from, 5, in_sequence, &some);
		assert_int_equal(some.n, n - from < 5 ? n - from : 5);
	}
}

/* Three matches get actions all the time and a fourth occasionally.  A reopened store continues
 * after the existing runs. */
TEST(actions_of_many_runs_are_listed_in_order)
{
	static const unsigned LIVES = 3;
	uint32_t n[5] = { 0 };
	struct match_record m;

	for (unsigned life = 0; life < LIVES; life++) {
		uint32_t before[5];
		int64_t next, room;

		must_open(dir);
		for (int64_t k = 1; life == 0 && k <= 4; k++)
			(void)make_match(k == 1 ? make_user("a") : 1,
			    make_user((char[]){ 'a' + (char)k, 0 }), 1);
		next = sql_head_of(s)->id_runs.next_id;
		room = sql_head_of(s)->id_runs.run_length;
		memcpy(before, n, sizeof(before));
		for (unsigned i = 0; i < 100; i++) {
			int64_t match = i % 40 == 0 ? 4 : 1 + i % 3;

			add_action(match, n[match], 1000 * match + n[match], "8/5 6/5");
			n[match]++;
			if (i % 9 == 0)
				assert_commit();
		}
		assert_commit();
		for (int64_t match = 1; match <= 4; match++) {
			must_have_actions(match, n[match]);
			assert_true(store_match_by_id(s, match, &m));
			assert_int_equal(m.actions, n[match]);
			assert_int_equal(m.last_ms, 1000 * match + n[match] - 1);
			next += (n[match] - before[match] + room - 1) / room * room;
		}
		assert_int_equal(sql_head_of(s)->id_runs.next_id, next);
		store_close(&s);
	}
}

/* A match row is not updated with each action; the values that it copies from its actions are
 * correct anyway, even if the server was killed before a game ended. */
SQLITE_TEST(match_rows_are_updated_from_their_actions)
{
	static const char *const COPY =
	    "SELECT actions * 1000 + last_ms FROM match WHERE id = 1";
	const uint32_t score[2] = { 1, 0 };
	struct match_record m;
	struct match_brief brief;

	must_open(dir);
	(void)make_match(make_user("a"), make_user("b"), 10);
	for (uint32_t i = 0; i < 3; i++)
		add_action(1, i, 100 + i, "8/5 6/5");
	assert_commit();
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ask_number(COPY), 10);
		assert_true(store_match_by_id(s, 1, &m));
		assert_int_equal(m.actions, 3);
		assert_int_equal(m.last_ms, 102);
		assert_int_equal(store_matches_open_after(s, 0, 1, &brief), 1);
		assert_int_equal(brief.last_ms, 102);
		store_close(&s);
		must_open(dir);
	}
	add_action(1, 3, 103, "8/5 6/5");
	store_match_score(s, 1, score);
	assert_int_equal(ask_number(COPY), 4103);
	add_action(1, 4, 104, "8/5 6/5");
	assert_int_equal(ask_number(COPY), 4103);
	store_match_end(s, 1, 110, "won", 0, score);
	assert_int_equal(ask_number(COPY), 5104);
	assert_commit();
}

static int
steps_of(void)
{
	int n = 0;

	for (size_t i = 0; i < Q_STATEMENT_COUNT; i++)
		n += sqlite3_stmt_status(s->stmt[i], SQLITE_STMTSTATUS_VM_STEP, 1);
	return n;
}

/* The cost of an action in countable units: at most 55 steps of SQLite's virtual machine and
 * one page of the journal.  An action that starts a new run costs at most 85 steps and two
 * pages. */
SQLITE_TEST(an_action_costs_little)
{
	must_open(dir);
	(void)make_match(make_user("a"), make_user("b"), 10);
	add_action(1, 0, 100, "8/5 6/5");
	assert_commit();
	for (uint32_t i = 1; i < 20; i++) {
		const int times = i % (uint32_t)sql_head_of(s)->id_runs.run_length == 0 ? 2 : 1;
		int frames = s->wal_frames;

		(void)steps_of();
		add_action(1, i, 100 + i, "8/5 6/5");
		assert_in_range(
		    steps_of(), 1, times == 1 ? 55 : 85); /* three steps are for BEGIN */
		assert_commit();
		assert_int_equal(s->wal_frames - frames, times);
	}
}

static void
add_rating_text(void *ctx, const struct rating_record *r)
{
	sbuf_addf(ctx, "%" PRId64 " %" PRId64 " %.2f %.2f %u %u %" PRId64 "%s;", r->match,
	    r->user, r->before, r->after, r->experience_before, r->experience_after, r->at_ms,
	    r->game);
}

STORE_TEST(ratings_of_a_match_are_kept)
{
	int64_t a = make_user("a"), b = make_user("b"), m = make_match(a, b, 10);
	char text[300];
	struct sbuf out;

	store_rating_change_add(
	    s, &(struct rating_record){ m, b, 1500, 1503.25, 10, 15, 77, "tavli", 0.5, true });
	store_rating_change_add(
	    s, &(struct rating_record){ m, a, 1500, 1496.75, 0, 5, 77, "", 1, false });
	assert_commit();
	SBUF_INIT(&out, text);
	store_rating_changes_each(s, m, add_rating_text, &out);
	assert_string_equal(
	    text, "1 1 1500.00 1496.75 0 5 77;1 2 1500.00 1503.25 10 15 77tavli;");
	store_rating_change_add(
	    s, &(struct rating_record){ m, a, 1500, 1496.75, 0, 5, 77, "", 1, false });
	assert_commit_breaks("UNIQUE");
}

static void
add_game_text(void *ctx, const char *game, double rating, uint32_t experience)
{
	sbuf_addf(ctx, "%s %.2f %u;", game, rating, experience);
}

static const char *
games_of(int64_t user)
{
	static char text[200];
	struct sbuf out;

	SBUF_INIT(&out, text);
	store_game_ratings_each(s, user, add_game_text, &out);
	assert_true(sbuf_ok(&out));
	return text;
}

/* A match that an earlier process began gets its checksum later. */
TEST(a_finished_match_has_a_checksum)
{
	const uint32_t score[2] = { 5, 3 };
	struct checksum_record c;
	int64_t a, b, id[2];

	must_open(dir);
	a = make_user("a");
	b = make_user("b");
	for (unsigned i = 0; i < 2; i++) {
		id[i] = make_match(a, b, 1000);
		for (uint32_t seq = 0; seq < 20; seq++)
			add_action(id[i], seq, 1000 + seq, seq % 2 == 0 ? "8/5 6/5" : "");
		if (i == 0)
			store_match_end(s, id[i], 2000, "won", 1, score);
	}
	for (unsigned i = 0; i < 2; i++)
		store_rating_change_add(s, &(struct rating_record){ .match = id[0],
					       .user = i == 0 ? b : a,
					       .before = 1500,
					       .after = 1500 - 1 / 3.0,
					       .at_ms = 2000,
					       .counted_fraction = 0.1,
					       .near_limit = true });
	assert_commit();
	assert_int_equal(store_checksum_missing(s), 0);
	assert_true(store_checksum_next_match(s, 0, &c));
	assert_int_equal(c.match, id[0]);
	for (unsigned i = 0; i < 2; i++)
		assert_false(store_checksum_read_actions(s, &c, 10));
	assert_true(store_checksum_read_actions(s, &c, 10));
	assert_true(c.computed == c.stored && c.stored != 0);
	assert_true(c.computed_ratings == c.stored_ratings && c.stored_ratings != 0);
	assert_false(store_checksum_next_match(s, id[0], &c));
	store_close(&s);
	must_open(dir);
	add_action(id[1], 20, 3000, "x");
	store_match_end(s, id[1], 4000, "won", 1, score);
	assert_commit();
	assert_int_equal(store_checksum_missing(s), id[1]);
	assert_true(store_checksum_next_match(s, id[1] - 1, &c));
	assert_int_equal(c.stored, 0);
	assert_true(store_checksum_read_actions(s, &c, 100));
	store_checksum_set(s, &c);
	assert_commit();
	assert_int_equal(store_checksum_missing(s), 0);
	assert_true(store_checksum_next_match(s, id[1] - 1, &c));
	assert_true(store_checksum_read_actions(s, &c, 100));
	assert_true(c.computed == c.stored && c.computed_ratings == 0 && c.stored_ratings == 0);
}

STORE_TEST(ratings_of_games_are_kept)
{
	int64_t a = make_user("a"), b = make_user("b");
	struct user_record before, after;
	double rating = 7.0;
	uint32_t experience = 7;

	assert_true(store_user_by_id(s, a, &before));
	assert_false(store_game_rating(s, a, "tavli", &rating, &experience));
	assert_true(rating == 7.0 && experience == 7);
	assert_string_equal(games_of(a), "");
	store_game_rating_set(s, a, "tavli", 1512.25, 5);
	store_game_rating_set(s, a, "hyper", 1490.5, 4294967295u);
	store_game_rating_set(s, b, "tavli", 1488, 6);
	store_game_rating_set(s, a, "tavli", 1511.75, 9);
	assert_commit();
	assert_true(store_game_rating(s, a, "tavli", &rating, &experience));
	assert_true(rating == 1511.75);
	assert_int_equal(experience, 9);
	assert_false(store_game_rating(s, b, "hyper", &rating, &experience));
	assert_false(store_game_rating(s, a, "Tavli", &rating, &experience));
	assert_string_equal(games_of(a), "hyper 1490.50 4294967295;tavli 1511.75 9;");
	assert_string_equal(games_of(b), "tavli 1488.00 6;");
	/* the backgammon rating is not affected */
	assert_true(store_user_by_id(s, a, &after));
	assert_true(after.rating == before.rating && after.experience == before.experience);
	store_user_erase(s, a, "erased_x", 1);
	assert_commit();
	assert_string_equal(games_of(a), "");
	assert_string_equal(games_of(b), "tavli 1488.00 6;");
	store_game_rating_set(s, 99, "tavli", 1500, 1);
	assert_commit_breaks("FOREIGN KEY");
}

/* ---- lists within lists ---- */

struct nested_list {
	struct store *s;
	int64_t user;
	unsigned outer, inner;
};

static bool
count_inner(void *ctx, const struct match_record *m)
{
	struct nested_list *n = ctx;

	n->inner++;
	return true;
}

static bool
list_within_list(void *ctx, const struct match_record *m)
{
	struct nested_list *n = ctx;

	n->outer++;
	store_matches_open_each(
	    n->s, m->user[0] == n->user ? m->user[1] : m->user[0], count_inner, n);
	return true;
}

static bool
end_listed_match(void *ctx, const struct match_record *m)
{
	struct nested_list *n = ctx;

	n->outer++;
	store_match_end(n->s, m->id, 5, "replaced", -1, (const uint32_t[2]){ 0, 0 });
	return true;
}

STORE_TEST(a_list_may_be_read_within_a_list)
{
	int64_t a = make_user("a"), b = make_user("b"), c = make_user("c");
	struct nested_list n = { .s = s, .user = a };

	(void)make_match(a, b, 1);
	(void)make_match(c, a, 2);
	(void)make_match(b, c, 3);
	store_matches_open_each(s, a, list_within_list, &n);
	assert_int_equal(n.outer, 2);
	assert_int_equal(n.inner, 4);
	n.outer = 0;
	store_matches_open_each(s, a, end_listed_match, &n);
	assert_int_equal(n.outer, 2);
	assert_int_equal(store_matches_open_count(s, a), 0);
	assert_int_equal(store_matches_open_count(s, b), 1);
	assert_commit();
}

/* ---- rules of the store ---- */

static void
do_unknown_user(void)
{
	store_user_set_role(s, 99, "user");
}

static void
do_setting_of_nobody(void)
{
	store_setting_set(s, 99, "a", "b");
}

static void
do_gap(void)
{
	add_action(1, 3, 1, "x");
}

static void
do_same_seq(void)
{
	add_action(1, 1, 1, "x");
}

static void
do_action_of_no_match(void)
{
	add_action(9, 0, 1, "x");
}

static void
do_end_twice(void)
{
	const uint32_t score[2] = { 0, 0 };

	store_match_end(s, 1, 9, "won", 0, score);
	store_match_end(s, 1, 9, "won", 1, score);
}

static void
do_match_alone(void)
{
	(void)make_match(1, 1, 5);
}

static void
do_match_with_nobody(void)
{
	(void)make_match(1, 9, 5);
}

static void
do_bad_seat(void)
{
	store_action_add(s, &(struct action_record){
				.match = 1, .seq = 2, .seat = 3, .kind = "a", .text = "" });
}

TEST(invalid_writes_break_the_store_and_undo_the_turn)
{
	static void (*const WRONG[])(void) = { do_unknown_user, do_setting_of_nobody, do_gap,
		do_same_seq, do_action_of_no_match, do_end_twice, do_match_alone,
		do_match_with_nobody, do_bad_seat };

	for (size_t i = 0; i < ARRAY_LEN(WRONG); i++) {
		struct user_record u;

		must_open(dir);
		if (i == 0) {
			(void)make_match(make_user("a"), make_user("b"), 1);
			add_action(1, 0, 1, "zero");
			add_action(1, 1, 1, "one");
			assert_commit();
			store_dump(s, first_dump);
		}
		assert_true(store_user_set_hash(s, 1, "$argon2id$x", "undone"));
		WRONG[i]();
		(void)store_user_set_hash(s, 2, "$argon2id$x", "undone");
		assert_false(store_user_by_id(s, 1, &u));
		assert_commit_breaks("storage failure");
		store_close(&s);
		must_open(dir);
		store_dump(s, second_dump);
		assert_string_equal(first_dump, second_dump);
		store_close(&s);
	}
}

SQLITE_STORE_TEST(history_cannot_be_deleted_or_changed)
{
	static const char *const WRONG[] = { "DELETE FROM action", "DELETE FROM match",
		"DELETE FROM match_run", "UPDATE match_run SET room = 7",
		"UPDATE action SET text = 'x'", "UPDATE action SET seq = 5",
		"INSERT INTO action VALUES (1, 1, 'x', 1, 1, 0, 0, 0, 'k', 't')",
		"UPDATE match SET length = 'five'", "DELETE FROM user WHERE id = 1",
		"UPDATE match SET ended_ms = 5", "UPDATE user SET name = 'B'",
		"DELETE FROM operator_log", "UPDATE operator_log SET why = ''",
		"PRAGMA writable_schema = ON; DELETE FROM sqlite_schema" };

	(void)make_match(make_user("a"), make_user("b"), 1);
	add_action(1, 0, 1, "zero");
	store_operator_act_add(s,
	    &(struct operator_record){
		.at_s = 1, .actor = "a", .act = "kick", .whom = "b", .detail = "", .why = "" });
	assert_commit();
	for (size_t i = 0; i < ARRAY_LEN(WRONG); i++)
		assert_int_not_equal(
		    sqlite3_exec(s->db, WRONG[i], NULL, NULL, NULL), SQLITE_OK);
}

STORE_TEST(the_count_of_users_is_kept)
{
	assert_int_equal(store_users_count(s), 0);
	for (int i = 0; i < 50; i++) {
		char name[20];

		(void)snprintf(name, sizeof(name), "user_%d", i);
		(void)make_user(name);
	}
	assert_int_equal(make_user("USER_7"), 0);
	assert_int_equal(store_users_count(s), 50);
	assert_commit();
	must_say("SELECT count(*) FROM user", store_users_count(s));
}

/* ---- turns ---- */

TEST(closing_commits_nothing)
{
	must_open(dir);
	(void)make_user("kept");
	assert_commit();
	(void)make_user("dropped");
	assert_int_equal(store_users_count(s), 2);
	store_close(&s);
	must_open(dir);
	assert_int_equal(store_users_count(s), 1);
	assert_false(store_refusing(s));
	assert_true(store_probe_writable(s));
	store_close(&s);
}

SQLITE_TEST(connection_settings_are_as_required)
{
	const struct {
		const char *sql;
		int64_t value;
	} EXPECTED[] = {
		{ "PRAGMA application_id", STORE_APPLICATION_ID },
		{ "PRAGMA synchronous", 1 },
		{ "PRAGMA foreign_keys", 1 },
		{ "PRAGMA trusted_schema", 0 },
		{ "PRAGMA cell_size_check", 1 },
		{ "PRAGMA mmap_size", 0 },
		{ "PRAGMA temp_store", 2 },
		{ "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'", 1 },
		{ "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND strict = 0 "
		  "AND name NOT LIKE 'sqlite_%'",
		    0 },
	};
	int defensive = 0;

	must_open(dir);
	for (size_t i = 0; i < ARRAY_LEN(EXPECTED); i++)
		if (ask_number(EXPECTED[i].sql) != EXPECTED[i].value)
			fail_msg("%s", EXPECTED[i].sql);
	assert_int_equal(
	    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, -1, &defensive), SQLITE_OK);
	assert_int_equal(defensive, 1);
	assert_true(sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, -1) <= 1024 * 1024);
	assert_int_equal(sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, -1), 0);
	store_close(&s);
}

static int64_t
file_size(const char *name)
{
	struct stat st;

	return stat(in_dir(name), &st) == 0 ? (int64_t)st.st_size : -1;
}

/* Returns the length the journal may have when `frames` of its pages are in use. */
static int64_t
room_bytes(int frames)
{
	return (frames + STORE_TURN_FRAMES_MAX) * INT64_C(4120) + STORE_JOURNAL_STEP_BYTES;
}

/* Makes the journal grow. pages: the argument of store_checkpoint_some; 0: there is never time
 * for a checkpoint between turns. */
static void
fill_journal(unsigned pages)
{
	int bound = (pages > 0 ? (int)pages : STORE_LATE_CHECKPOINT_FRAMES) + 400;
	char value[1000];
	unsigned moved;
	int64_t size;
	int most = 0, turns = test_few_cases() ? 40 : 80;

	folder_clear(dir);
	must_open(dir);
	(void)make_user("a");
	memset(value, 'v', sizeof(value) - 1);
	value[sizeof(value) - 1] = '\0';
	for (int turn = 0; turn < (pages == 0 ? 120 : turns); turn++) {
		for (int i = 0; i < 100; i++) {
			char name[20];

			(void)snprintf(name, sizeof(name), "%d", i * 100 + turn);
			store_setting_set(s, 1, name, value);
		}
		assert_commit();
		most = s->wal_frames > most ? s->wal_frames : most;
		if (pages == 0)
			continue;
		assert_int_equal(store_checkpoint_some(s, pages, &moved), STORE_OK);
		assert_true(moved == 0 || (moved >= pages && s->wal_frames == 0));
		assert_true(s->wal_frames < (int)pages);
	}
	assert_in_range(most, pages > 0 ? pages : STORE_TRIM_FRAMES, bound);
	size = file_size("gammond.db-wal");
	assert_in_range(size, 1, room_bytes((int)bound));
	while (s->wal_frames < STORE_IDLE_CHECKPOINT_FRAMES) {
		value[0] = value[0] == 'v' ? 'w' : 'v';
		store_setting_set(s, 1, "again", value);
		assert_commit();
	}
	most = s->wal_frames;
	assert_int_equal(store_run_idle_work(s), STORE_OK);
	if (most > STORE_TRIM_FRAMES)
		assert_in_range(file_size("gammond.db-wal"), 1, room_bytes(0));
	else
		assert_int_equal(file_size("gammond.db-wal"), size);
	assert_int_equal(s->wal_frames, 0);
	assert_int_equal(store_run_idle_work(s), STORE_OK);
	store_setting_set(s, 1, "at the beginning", value);
	assert_commit();
	assert_in_range(s->wal_frames, 1, 20);
	store_close(&s);
	assert_int_equal(file_size("gammond.db-wal"), -1);
}

SQLITE_TEST(the_journal_stays_short)
{
	fill_journal(100);
	fill_journal(1000);
	fill_journal(0);
}

/* If a checkpoint ran during a sync, a disk error could be reported only to the checkpoint's
 * own sync, or to neither sync. */
SQLITE_TEST(no_checkpoint_during_a_sync)
{
	folder_clear(dir);
	must_open(dir);
	(void)make_user("a");
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	store_sync_begin(s, STORE_SYNC_WAL);
	s->wal_frames_tried =
	    s->wal_frames - STORE_LATE_CHECKPOINT_FRAMES; /* as if pages had been added since */
	store_setting_set(s, 1, "a", "b");
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	assert_true(s->wal_frames > 0);
	store_sync_make(s, STORE_SYNC_WAL);
	assert_int_equal(store_sync_end(s, STORE_SYNC_WAL), STORE_OK);
	store_setting_set(s, 1, "a", "c");
	assert_commit();
	assert_int_equal(s->wal_frames, 0);
	store_close(&s);
}

static void
add_value(void *ctx, int64_t value, int64_t match, const char *user)
{
	struct sbuf *b = ctx;

	sbuf_addf(b, "%lld %lld %s, ", (long long)value, (long long)match, user);
}

/* Afterwards the database passes SQLite's integrity check. */
STORE_TEST(the_best_values_of_each_kind_are_kept)
{
	static const int64_t VALUE[] = { 3, 9, 1, 9, 4, 7, 5, 2 };
	int64_t a = make_user("ann"), b = make_user("bob"), match;
	char text[400], whole[100];
	struct sbuf out;

	for (unsigned i = 0; i < ARRAY_LEN(VALUE); i++) {
		match = make_match(a, b, 1000 + i);
		store_match_end(s, match, 2000 + i, "won", 0, (const uint32_t[2]){ 5, 0 });
		store_best_add(s, "long", VALUE[i], match, i % 2 == 0 ? a : b);
	}
	assert_commit();
	SBUF_INIT(&out, text);
	store_bests_each(s, "long", add_value, &out);
	assert_string_equal(text, "9 2 bob, 9 4 bob, 7 6 bob, 5 7 ann, 4 5 ann, ");
	if (store_engine_of(s) != &STORE_SQLITE)
		return;
	assert_int_equal(
	    sql_query_value(s->db, "PRAGMA integrity_check", NULL, whole, sizeof(whole)),
	    SQLITE_ROW);
	assert_string_equal(whole, "ok");
}

SQLITE_STORE_TEST(no_statement_scans)
{
	for (int i = 0; i < Q_STATEMENT_COUNT; i++) {
		const char *sql = sql_text_of((enum store_statement)i);
		char text[4000];
		struct sbuf b;
		sqlite3_stmt *q;

		SBUF_INIT(&b, text);
		sbuf_addf(&b, "EXPLAIN QUERY PLAN %s", sql);
		assert_true(sbuf_ok(&b));
		assert_int_equal(sqlite3_prepare_v2(s->db, text, -1, &q, NULL), SQLITE_OK);
		while (sqlite3_step(q) == SQLITE_ROW) {
			const char *plan = (const char *)sqlite3_column_text(q, 3);

			if (strstr(plan, "SCAN") != NULL &&
			    strcmp(plan, "SCAN CONSTANT ROW") != 0 &&
			    strcmp(plan, "SCAN moment") != 0) /* the CTE of RATINGS_OVER */
				fail_msg("%s: %s", sql, plan);
		}
		assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
	}
}

/* Unfinished matches are found with the small indexes of unfinished matches; tournament matches
 * are separate. */
SQLITE_STORE_TEST(unfinished_matches_have_separate_indexes)
{
	static const struct {
		enum store_statement st;
		const char *index[2];
	} row[] = {
		{ Q_MATCH_OPEN,
		    { "match_open_pair (<expr>=? AND <expr>=?)", "match_open_pair" } },
		{ Q_MATCHES_OPEN,
		    { "match_open_user0 (user0=?)", "match_open_user1 (user1=?)" } },
		{ Q_MATCHES_OPEN_COUNT,
		    { "match_open_user0 (user0=?)", "match_open_user1 (user1=?)" } },
		{ Q_MATCHES_TOURNAMENT,
		    { "match_event_user0 (user0=?)", "match_event_user1 (user1=?)" } },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		bool found[2] = { false, false };
		char text[4000];
		struct sbuf b;
		sqlite3_stmt *q;

		SBUF_INIT(&b, text);
		sbuf_addf(&b, "EXPLAIN QUERY PLAN %s", sql_text_of(row[i].st));
		assert_int_equal(sqlite3_prepare_v2(s->db, text, -1, &q, NULL), SQLITE_OK);
		while (sqlite3_step(q) == SQLITE_ROW)
			for (unsigned k = 0; k < 2; k++)
				found[k] =
				    found[k] || strstr((const char *)sqlite3_column_text(q, 3),
						    row[i].index[k]) != NULL;
		assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
		if (!found[0] || !found[1])
			fail_msg("%s", sql_text_of(row[i].st));
	}
}

struct plan {
	enum store_statement st;
	const char *plan[4];
};

static void
plans_are(const struct plan *row, size_t n_rows)
{
	for (size_t i = 0; i < n_rows; i++) {
		char text[1000];
		struct sbuf b;
		sqlite3_stmt *q;
		unsigned n = 0;

		SBUF_INIT(&b, text);
		sbuf_addf(&b, "EXPLAIN QUERY PLAN %s", sql_text_of(row[i].st));
		assert_int_equal(sqlite3_prepare_v2(s->db, text, -1, &q, NULL), SQLITE_OK);
		for (; sqlite3_step(q) == SQLITE_ROW; n++) {
			assert_in_range(n, 0, ARRAY_LEN(row[i].plan) - 1);
			assert_non_null(row[i].plan[n]);
			assert_string_equal(
			    (const char *)sqlite3_column_text(q, 3), row[i].plan[n]);
		}
		assert_true(n == ARRAY_LEN(row[i].plan) || row[i].plan[n] == NULL);
		assert_true(n > 0);
		assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
	}
}

/* The rating list is read only through the index of ranked users: a slice from where the
 * previous one ended, part of one hundredth, or the rows that are shown.  Only users with
 * exactly the same rating are sorted. */
SQLITE_STORE_TEST(the_rating_list_is_read_through_its_index)
{
	static const struct plan row[] = {
		{ Q_RANKED_SAME,
		    { "SEARCH user USING COVERING INDEX user_ranked (rating=? AND id>?)" } },
		{ Q_RANKED_NEXT,
		    { "SEARCH user USING COVERING INDEX user_ranked (rating>?)" } },
		{ Q_RANKED_BEFORE, { "SEARCH user USING COVERING INDEX user_ranked (rating>? "
				     "AND rating<?)" } },
		{ Q_RANKED_ROWS, { "SEARCH user USING COVERING INDEX user_ranked (rating<?)",
				     "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY" } },
		{ Q_GAME_RANKED_SAME,
		    { "SEARCH variant_rating USING COVERING INDEX "
		      "variant_ranked (variant=? AND rating=? AND user>?)" } },
		{ Q_GAME_RANKED_NEXT, { "SEARCH variant_rating USING COVERING INDEX "
					"variant_ranked (variant=? AND rating>?)" } },
		{ Q_GAME_RANKED_BEFORE,
		    { "SEARCH variant_rating USING COVERING INDEX "
		      "variant_ranked (variant=? AND rating>? AND rating<?)" } },
		{ Q_GAME_RANKED_ROWS,
		    { "SEARCH g USING COVERING INDEX variant_ranked (variant=? AND rating<?)",
			"SEARCH u USING INTEGER PRIMARY KEY (rowid=?)",
			"USE TEMP B-TREE FOR RIGHT PART OF ORDER BY" } },
		/* newcomers need no sorting */
		{ Q_NEWCOMER_ROWS,
		    { "SEARCH user USING COVERING INDEX user_newcomer (rating<?)" } },
		{ Q_GAME_NEWCOMER_ROWS,
		    { "SEARCH g USING COVERING INDEX variant_newcomer (variant=? AND rating<?)",
			"SEARCH u USING INTEGER PRIMARY KEY (rowid=?)" } },
		{ Q_GAME_RATING,
		    { "SEARCH variant_rating USING PRIMARY KEY (user=? AND variant=?)" } },
		{ Q_GAME_RATINGS, { "SEARCH variant_rating USING PRIMARY KEY (user=?)" } },
	};

	plans_are(row, ARRAY_LEN(row));
}

/* The cost of queries for earlier matches does not grow with the number of matches. */
SQLITE_STORE_TEST(queries_for_matches_use_indexes)
{
	static const struct plan row[] = {
		{ Q_MATCH_OVER_0,
		    { "SEARCH match USING INDEX match_over_user0 (user0=? AND id<?)" } },
		{ Q_MATCH_OVER_1,
		    { "SEARCH match USING INDEX match_over_user1 (user1=? AND id<?)" } },
		{ Q_MATCH_OVER_PAIR, { "SEARCH match USING INDEX match_pair "
				       "(<expr>=? AND <expr>=? AND id<?)" } },
		{ Q_ACTIONS,
		    { "SEARCH match_run USING PRIMARY KEY (match=? AND seq>?)",
			"SCALAR SUBQUERY 1",
			"SEARCH match_run USING PRIMARY KEY (match=? AND seq<?)",
			"SEARCH action USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)" } },
		{ Q_TOTALS, { "SEARCH tally USING PRIMARY KEY (user=?)" } },
		{ Q_RATING_BEFORE, { "SEARCH rating_change USING INDEX rating_change_user "
				     "(user=? AND variant=? AND at_ms<?)" } },
		{ Q_RATING_AFTER, { "SEARCH rating_change USING INDEX rating_change_user "
				    "(user=? AND variant=? AND at_ms>?)" } },
		{ Q_PAIR_WINS, { "SEARCH pair_tally USING PRIMARY KEY (user=? AND other=?)" } },
		{ Q_BESTS, { "SEARCH b USING PRIMARY KEY (kind=?)",
			       "SEARCH u USING INTEGER PRIMARY KEY (rowid=?)",
			       "USE TEMP B-TREE FOR ORDER BY" } },
		{ Q_ROLLS, { "SEARCH roll_tally USING INTEGER PRIMARY KEY (rowid=?)" } },
		{ Q_REVIEW, { "SEARCH review USING PRIMARY KEY (match=?)" } },
		{ Q_ERROR_TOTALS, { "SEARCH error_tally USING PRIMARY KEY (user=?)" } },
	};

	plans_are(row, ARRAY_LEN(row));
}

/* ---- opening ---- */

/* Starts a process that waits for a byte and then tries to open the store; its exit status is
 * the result of store_open.  Must be called before the database is opened, because SQLite must
 * not be used across a fork. */
static pid_t
start_rival_process(int *go_out)
{
	int ends[2];
	char c;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	(void)fflush(stdout);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(read(ends[0], &c, 1) == 1
			  ? (int)store_open(dir, STORE_DURABLE_FULL, NULL, &s, NULL)
			  : 99);
	(void)close(ends[0]);
	*go_out = ends[1];
	return pid;
}

SQLITE_TEST(the_directory_is_private_and_locked)
{
	char words[64];
	struct stat st;
	pid_t pid;
	int status, go;

	assert_int_equal(rmdir(dir), 0);
	pid = start_rival_process(&go);
	must_open(dir);
	assert_int_equal(stat(dir, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_int_equal(stat(in_dir("gammond.db"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(stat(in_dir("gammond.db-wal"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_true(file_size("gammond.db-wal") >= STORE_TURN_FRAMES_MAX * INT64_C(4120));
	(void)snprintf(words, sizeof(words), "in use by process %ld", (long)getpid());
	assert_open_refused(STORE_LOCKED, words);
	/* Another process is refused too; its exit does not release the lock. */
	assert_int_equal(write(go, "g", 1), 1);
	(void)close(go);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == STORE_LOCKED);
	assert_open_refused(STORE_LOCKED, words);
	store_close(&s);
	must_open(dir);
}

SQLITE_TEST(an_unusable_directory_is_refused)
{
	char text[500], path[5000];
	struct sbuf error;
	int fd;

	fd = open(in_dir("file"), O_CREAT | O_WRONLY, 0600);
	assert_true(fd >= 0);
	(void)close(fd);
	SBUF_INIT(&error, text);
	assert_int_equal(store_open(in_dir("file"), STORE_DURABLE_FULL, NULL, &s, &error),
	    STORE_INACCESSIBLE);
	assert_non_null(strstr(text, "file: Not a directory"));
	SBUF_INIT(&error, text);
	assert_int_equal(store_open(in_dir("no/such"), STORE_DURABLE_FULL, NULL, &s, &error),
	    STORE_INACCESSIBLE);
	assert_non_null(strstr(text, "No such file"));
	memset(path, 'p', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	SBUF_INIT(&error, text);
	assert_int_equal(
	    store_open(path, STORE_DURABLE_FULL, NULL, &s, &error), STORE_INACCESSIBLE);
	assert_non_null(strstr(text, "too long"));
	/* A directory in place of the file. */
	assert_int_equal(mkdir(in_dir("gammond.db"), 0700), 0);
	assert_open_refused(STORE_INACCESSIBLE, "cannot use the database");
	assert_int_equal(rmdir(in_dir("gammond.db")), 0);
}

static void
write_file(const char *name, const void *bytes, size_t n)
{
	int fd = open(in_dir(name), O_CREAT | O_TRUNC | O_WRONLY, 0600);

	assert_true(fd >= 0);
	if (n > 0)
		assert_int_equal(write(fd, bytes, n), n);
	assert_int_equal(close(fd), 0);
}

static unsigned char *
read_whole(const char *name, size_t *n_out)
{
	int64_t size = file_size(name);
	unsigned char *bytes;
	int fd;

	assert_true(size >= 0);
	bytes = malloc((size_t)size + 1);
	assert_non_null(bytes);
	fd = open(in_dir(name), O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(read(fd, bytes, (size_t)size), size);
	(void)close(fd);
	*n_out = (size_t)size;
	return bytes;
}

/* Runs SQL directly on the database. */
static void
change_file(const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(in_dir("gammond.db"), &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The lock file is removed by an operator who cleans up, or by a script that takes it for a
 * leftover of a crash. */
SQLITE_TEST(a_removed_lock_file_lets_no_second_server_in)
{
	pid_t pid;
	int status, go;

	pid = start_rival_process(&go);
	must_open(dir);
	assert_int_equal(unlink(in_dir("gammond.lock")), 0);
	assert_open_refused(STORE_LOCKED, "in use by another process");
	assert_int_equal(unlink(in_dir("gammond.lock")), 0);
	assert_int_equal(write(go, "g", 1), 1);
	(void)close(go);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == STORE_LOCKED);
	assert_true(make_user("anna") > 0);
	assert_commit();
	store_close(&s);
	must_open(dir);
}

static enum store_err
forget(char text[500])
{
	struct sbuf error;

	sbuf_init(&error, text, 500);
	return store_forget_lost(dir, &error);
}

SQLITE_TEST(a_start_makes_no_database_in_place_of_a_lost_one)
{
	char text[500];
	struct user_record u;

	must_open(dir);
	assert_true(make_user("anna") > 0);
	assert_commit();
	assert_true(file_size("gammond.db") > 0); /* an empty database counts as lost */
	assert_int_equal(forget(text), STORE_LOCKED);
	store_close(&s);
	assert_int_equal(forget(text), STORE_INACCESSIBLE);
	assert_non_null(strstr(text, "there is a database in"));
	must_open(dir);
	assert_true(store_user_by_name(s, "anna", &u));
	store_close(&s);

	assert_int_equal(unlink(in_dir("gammond.db")), 0);
	for (unsigned i = 0; i < 2; i++) {
		assert_open_refused(
		    STORE_INACCESSIBLE, "gammond.db is missing, though one was made");
		assert_open_refused(STORE_INACCESSIBLE, " new-database'");
		assert_int_equal(file_size("gammond.db"), i == 0 ? -1 : 0);
		write_file("gammond.db", "", 0);
	}
	assert_int_equal(forget(text), STORE_OK);
	must_open(dir);
	assert_false(store_user_by_name(s, "anna", &u));
	store_close(&s);
	assert_int_equal(unlink(in_dir("gammond.db")), 0);
	assert_open_refused(STORE_INACCESSIBLE, "is missing");
}

/* The database was made by a release that left no mark, or its first start was interrupted. */
SQLITE_TEST(a_database_without_a_mark_is_opened_and_marked)
{
	struct user_record u;

	must_open(dir);
	assert_true(make_user("anna") > 0);
	assert_commit();
	store_close(&s);
	assert_int_equal(unlink(in_dir("gammond.made")), 0);
	must_open(dir);
	assert_true(store_user_by_name(s, "anna", &u));
	store_close(&s);
	assert_true(file_size("gammond.made") > 0);
}

SQLITE_TEST(a_backup_in_place_of_a_lost_database_is_opened)
{
	char copy[600], file[700], text[500];
	struct user_record u;
	struct sbuf error;

	must_open(dir);
	assert_true(make_user("anna") > 0);
	assert_commit();
	(void)snprintf(copy, sizeof(copy), "%s", in_dir("copy"));
	SBUF_INIT(&error, text);
	assert_int_equal(store_backup(dir, copy, &error), STORE_OK);
	store_close(&s);
	assert_int_equal(unlink(in_dir("gammond.db")), 0);
	assert_open_refused(STORE_INACCESSIBLE, "restore a backup");
	(void)snprintf(file, sizeof(file), "%s/gammond.db", copy);
	assert_int_equal(rename(file, in_dir("gammond.db")), 0);
	assert_int_equal(rmdir(copy), 0);
	must_open(dir);
	assert_true(store_user_by_name(s, "anna", &u));
}

SQLITE_TEST(a_foreign_file_is_refused_and_unchanged)
{
	static const char *const SQL[] = { "CREATE TABLE t (a)",
		"PRAGMA application_id = 5; CREATE TABLE t (a)",
		"PRAGMA user_version = 1; CREATE TABLE t (a)" };
	static const char TEXT[] =
	    "Dear diary, this is not a database, but it is long enough to be looked at as"
	    " one, because a header has one hundred bytes and this text has more than that.";

	for (size_t i = 0; i <= ARRAY_LEN(SQL); i++) {
		size_t n, m;
		unsigned char *before, *after;

		folder_clear(dir);
		if (i == ARRAY_LEN(SQL))
			write_file("gammond.db", TEXT, sizeof(TEXT));
		else
			change_file(SQL[i]);
		before = read_whole("gammond.db", &n);
		assert_open_refused(
		    STORE_FOREIGN, i == ARRAY_LEN(SQL) ? "not a database" : "another program");
		after = read_whole("gammond.db", &m);
		assert_int_equal(n, m);
		assert_memory_equal(before, after, n);
		free(before);
		free(after);
	}
	/* An empty file is a new database. */
	folder_clear(dir);
	write_file("gammond.db", "", 0);
	must_open(dir);
}

/* Reading while the server runs: each read sees committed data, and nothing can be written. */
SQLITE_TEST(a_reader_needs_no_lock)
{
	struct store *reader, *writer;
	struct user_record u;
	char text[500];
	struct sbuf error;

	SBUF_INIT(&error, text);
	assert_int_equal(store_open_reader(dir, &reader, &error), STORE_INACCESSIBLE);
	assert_null(reader);
	assert_non_null(strstr(text, "gammond.db"));
	must_open(dir);
	writer = s;
	assert_int_equal(store_open_reader(dir, &reader, &error), STORE_OK);
	assert_true(make_user("anna") > 0);
	assert_false(store_user_by_name(reader, "anna", &u));
	assert_commit();
	assert_true(store_user_by_name(reader, "anna", &u));
	assert_int_equal(store_commit(reader, NULL), STORE_OK);
	s = reader;
	assert_int_equal(make_user("bert"), 0);
	assert_commit_breaks("");
	s = writer;
	store_close(&reader);
	assert_true(make_user("cora") > 0);
	assert_commit();
	store_close(&s);
	assert_int_equal(store_open_reader(dir, &reader, &error), STORE_OK);
	assert_true(store_user_by_name(reader, "cora", &u));
	store_close(&reader);
	must_open(dir); /* the reader leaves nothing that prevents the next start */
	assert_false(store_user_by_name(s, "bert", &u));
}

SQLITE_TEST(a_reader_accepts_only_the_current_schema)
{
	static const struct {
		const char *sql, *words;
		enum store_err err;
	} row[] = {
		{ "PRAGMA user_version = 1", "brings it up to date", STORE_OLDER },
		{ "PRAGMA user_version = 77", "use a newer program", STORE_NEWER },
		{ "PRAGMA application_id = 5", "another program", STORE_FOREIGN },
	};
	struct store *reader;

	must_open(dir);
	store_close(&s);
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		char text[500];
		struct sbuf error;

		SBUF_INIT(&error, text);
		change_file(row[i].sql);
		assert_int_equal(store_open_reader(dir, &reader, &error), row[i].err);
		assert_null(reader);
		assert_non_null(strstr(text, row[i].words));
	}
}

/* An empty file is left by a first start that was killed immediately. */
SQLITE_TEST(a_reader_finds_nothing_in_an_empty_file)
{
	char text[500];
	struct sbuf error;
	struct store *reader;

	write_file("gammond.db", "", 0);
	SBUF_INIT(&error, text);
	assert_int_equal(store_open_reader(dir, &reader, &error), STORE_INACCESSIBLE);
	assert_null(reader);
	assert_non_null(strstr(text, " is empty"));
	must_open(dir);
}

/* Collects the ids of all matches of a pair, in either order of the two users, oldest first. */
static bool
note_id(void *ctx, const struct match_record *m)
{
	int64_t **next = ctx;

	*(*next)++ = m->id;
	return m->id < 3;
}

TEST(interrupted_matches_are_listed_until_ended)
{
	int64_t found[4], user[3];

	must_open(dir);
	user[0] = make_user("anna");
	user[1] = make_user("bert");
	user[2] = make_user("cora");
	for (unsigned i = 0; i < 3; i++) {
		store_interrupted_add(s, make_match(user[i], user[(i + 1) % 3], 1));
		store_interrupted_add(s, i + 1); /* repeating it has no effect */
	}
	store_interrupted_end(s, 2);
	store_interrupted_end(s, 2);
	assert_commit();
	assert_true(store_interrupted(s, 1));
	assert_false(store_interrupted(s, 2));
	assert_int_equal(store_interrupted_matches_after(s, 0, 4, found), 2);
	assert_int_equal(found[0], 1);
	assert_int_equal(found[1], 3);
	assert_int_equal(store_interrupted_matches_after(s, 0, 1, found), 1);
	assert_int_equal(store_interrupted_matches_after(s, 3, 4, found), 0);
}

TEST(finished_matches_of_a_pair_are_listed)
{
	int64_t ids[8] = { 0 }, *next = ids, user[3];
	const uint32_t score[2] = { 1, 0 };

	must_open(dir);
	user[0] = make_user("anna");
	user[1] = make_user("bert");
	user[2] = make_user("cora");
	for (unsigned i = 0; i < 5; i++) {
		struct match_record m = { .user = { user[i % 2], user[(i + 1) % 2] },
			.length = 1,
			.variant = "backgammon",
			.created_ms = 1 };
		int64_t id = store_match_create(s, &m);

		assert_int_equal(id, i + 1);
		store_match_end(s, id, 2, "won", 0, score);
	}
	assert_commit();
	store_matches_of_pair_each(s, user[1], user[0], note_id, &next);
	assert_int_equal(next - ids, 3); /* listing stops when the callback returns false */
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(ids[i], i + 1);
	store_matches_of_pair_each(s, user[0], user[2], note_id, &next);
	assert_int_equal(next - ids, 3);
}

SQLITE_TEST(a_newer_database_is_refused)
{
	char words[40];

	must_open(dir);
	store_close(&s);
	change_file("PRAGMA user_version = 77");
	assert_open_refused(STORE_NEWER, "version 77");
	(void)snprintf(words, sizeof(words), "knows only %d", sql_schema_version());
	assert_open_refused(STORE_NEWER, words);
	change_file("PRAGMA user_version = 0");
	assert_open_refused(STORE_DAMAGED, "version 0");
	(void)snprintf(words, sizeof(words), "PRAGMA user_version = %d", sql_schema_version());
	change_file(words);
	must_open(dir);
}

SQLITE_TEST(missing_rows_and_tables_are_damage)
{
	must_open(dir);
	(void)make_match(make_user("a"), make_user("b"), 1);
	assert_commit();
	store_close(&s);
	change_file("PRAGMA foreign_keys = OFF; DELETE FROM user WHERE id = 2");
	assert_open_refused(STORE_DAMAGED, "table match refers to one that is missing");
	folder_clear(dir);
	must_open(dir);
	store_close(&s);
	change_file("DROP TABLE rating_change");
	assert_open_refused(STORE_DAMAGED, "rating_change");
}

/* The header claims free pages that do not exist, which no statement would notice. */
SQLITE_TEST(quick_check_is_run_at_opening)
{
	unsigned char *bytes;
	size_t n;

	must_open(dir);
	store_close(&s);
	bytes = read_whole("gammond.db", &n);
	bytes[39] = 3;
	write_file("gammond.db", bytes, n);
	free(bytes);
	assert_open_refused(STORE_DAMAGED, "freelist");
}

/* ---- migrations ---- */

#define NEXT_VERSION (sql_schema_version() + 1)
#define FILES_MAX 64u

static const char NEXT_SQL[] =
    "CREATE TABLE extra (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;\n"
    "INSERT INTO extra (name) SELECT name FROM user;\n"
    "ALTER TABLE user ADD COLUMN shoe INTEGER NOT NULL DEFAULT 42;";
static const char NEXT_SQL_WRONG[] = "CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT;"
				     "INSERT INTO nowhere VALUES (1);";

/* Sets files to the released migrations and one more. */
static void
add_next_migration(struct embedded files[FILES_MAX], const char *sql)
{
	static char name[40], text[500];
	unsigned n = 0;

	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++) {
		if (strncmp(e->name, "schema/", 7) != 0)
			continue;
		assert_true(n + 2 < FILES_MAX);
		files[n++] = *e;
	}
	(void)snprintf(name, sizeof(name), "schema/%03d_test.sql", NEXT_VERSION);
	(void)snprintf(text, sizeof(text), "PRAGMA user_version = %d;\n%s", NEXT_VERSION, sql);
	files[n++] = (struct embedded){ name, text, strlen(text) };
	files[n] = (struct embedded){ 0 };
}

SQLITE_TEST(a_migration_goes_forward_and_keeps_everything)
{
	struct embedded files[FILES_MAX];
	char text[500];
	struct sbuf error;

	must_open(dir);
	(void)make_match(make_user("a"), make_user("b"), 1);
	assert_commit();
	store_dump(s, first_dump);
	store_close(&s);
	add_next_migration(files, NEXT_SQL_WRONG);
	SBUF_INIT(&error, text);
	assert_int_equal(
	    sqlite_open_with(dir, STORE_DURABLE_FULL, NULL, files, &s, &error), STORE_DAMAGED);
	assert_non_null(strstr(text, "nowhere"));
	assert_non_null(strstr(text, "_test.sql"));
	must_open(dir);
	assert_int_equal(
	    ask_number("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"), 0);
	store_close(&s);
	add_next_migration(files, NEXT_SQL);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(
		    sqlite_open_with(dir, STORE_DURABLE_FULL, NULL, files, &s, NULL), STORE_OK);
		assert_int_equal(ask_number("PRAGMA user_version"), NEXT_VERSION);
		assert_int_equal(ask_number("SELECT count(*) FROM extra"), 2);
		assert_int_equal(ask_number("SELECT sum(shoe) FROM user"), 84);
		store_dump(s, second_dump);
		assert_string_equal(first_dump, second_dump);
		store_close(&s);
	}
	assert_open_refused(STORE_NEWER, "schema version");
}

/* ---- a database of the first version ---- */

/* The rows of a database of the first version: three users, two finished matches (one rated,
 * one replaced) and two unfinished ones. */
static const char OLD_ROWS[] =
    "INSERT INTO user (id, name, hash, rating, experience, created_s, last_login_s) VALUES"
    " (1, 'Ann', '$h$1', 1512.5, 70, 1000, 2000), (2, 'bob', '$h$2', 1487.5, 3, 1001, 2001),"
    " (7, 'eve', '$h$7', 1500, 0, 1002, 0);"
    "UPDATE counter SET value = 3 WHERE name = 'users';"
    "INSERT INTO user_setting VALUES (1, 'boardstyle', '2');"
    "INSERT INTO message (user, sender, at_s, text) VALUES (7, 1, 1500, 'hello');"
    "INSERT INTO match (id, user0, user1, length, variant, seed, created_ms, last_ms, actions,"
    " score0, score1, ended_ms, end_reason, winner) VALUES"
    " (1, 1, 2, 1, 'backgammon', zeroblob(32), 10, 30, 3, 1, 0, 30, 'won', 0),"
    " (2, 1, 7, 5, 'backgammon', zeroblob(32), 40, 41, 1, 0, 0, 50, 'replaced', -1),"
    " (3, 7, 1, 3, 'backgammon', zeroblob(32), 50, 55, 2, 2, 1, 0, '', -1),"
    " (9, 2, 7, 0, 'backgammon', zeroblob(32), 60, 60, 0, 0, 0, 0, '', -1);"
    "INSERT INTO action VALUES (1, 0, 10, 0, 2, 1, 'start', 'a'), (1, 1, 20, 5, 0, 0, "
    "'resign', 'b'),"
    " (1, 2, 30, 6, 1, 0, 'resign_accept', 'c'), (2, 0, 41, 0, 2, 1, 'start', 'd'),"
    " (3, 0, 51, 0, 2, 1, 'start', 'e'), (3, 1, 55, 9, 0, 0, 'move', 'f');"
    "INSERT INTO rating_change VALUES (1, 1, 1500, 1512.5, 69, 70, 30), (1, 2, 1500, 1487.5, "
    "2, 3, 30)";

/* Makes a database of the given version that contains OLD_ROWS, then runs the statements in
 * `sql` on it. */
static void
make_version(int version, const char *sql)
{
	sqlite3 *db;

	folder_clear(dir);
	assert_int_equal(sqlite3_open(in_dir("gammond.db"), &db), SQLITE_OK);
	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++) {
		int of_file = sql_migration_number(e->name);

		if (of_file > 0 && of_file <= version)
			assert_int_equal(
			    sqlite3_exec(db, e->data, NULL, NULL, NULL), SQLITE_OK);
		if (of_file == 1)
			assert_int_equal(
			    sqlite3_exec(db, OLD_ROWS, NULL, NULL, NULL), SQLITE_OK);
	}
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static const struct {
	const char *sql; /* its result is the same before and after a migration */
	int64_t is;
} OLD_ROW_CHECKS[] = {
	{ "SELECT count(*) FROM user", 3 },
	{ "SELECT sum(id * rating * 2 + experience + created_s + last_login_s) FROM user",
	    3025 + 70 + 3000 + 5950 + 3 + 3002 + 21000 + 1002 },
	{ "SELECT count(*) FROM user WHERE role = 'user' AND hash = '$h$' || id", 3 },
	{ "SELECT count(*) FROM match WHERE ended_ms = 0", 2 },
	{ "SELECT sum(id * (actions + score0 + score1) + last_ms) FROM match",
	    4 + 30 + 2 + 41 + 15 + 55 + 60 },
	{ "SELECT count(*) FROM action", 6 },
	{ "SELECT sum(match * seq + at_ms + elapsed_ms + unicode(text)) FROM action",
	    1 + 2 + 3 + 207 + 20 + 597 },
	{ "SELECT count(*) FROM rating_change WHERE rating_after IN (1512.5, 1487.5)", 2 },
	{ "SELECT count(*) FROM user_setting WHERE name = 'boardstyle' AND value = '2'", 1 },
	{ "SELECT count(*) FROM message WHERE text = 'hello' AND delivered = 0", 1 },
};

static void
the_old_rows_are_there(void)
{
	for (size_t i = 0; i < ARRAY_LEN(OLD_ROW_CHECKS); i++)
		if (ask_number(OLD_ROW_CHECKS[i].sql) != OLD_ROW_CHECKS[i].is)
			fail_msg("%s: %" PRId64, OLD_ROW_CHECKS[i].sql,
			    ask_number(OLD_ROW_CHECKS[i].sql));
	assert_int_equal(counters_wrong(s), 0);
}

SQLITE_TEST(a_database_of_the_first_version_is_kept_and_counted)
{
	struct match_brief b[4];

	make_version(1, "");
	for (int i = 0; i < 2; i++) { /* migrated the first time, current the second time */
		must_open(dir);
		assert_int_equal(ask_number("PRAGMA user_version"), sql_schema_version());
		the_old_rows_are_there();
		assert_int_equal(store_counter(s, COUNTER_USERS), 3);
		assert_int_equal(store_accounts_created(s), 7);
		assert_int_equal(store_counter(s, COUNTER_MATCHES), 4);
		assert_int_equal(store_counter(s, COUNTER_MATCHES_FINISHED), 2);
		assert_int_equal(store_counter(s, COUNTER_MATCHES_EXPIRED), 0);
		assert_int_equal(store_counter(s, COUNTER_RATINGS), 2);
		assert_int_equal(store_counter(s, COUNTER_LOGINS), 0);
		assert_int_equal(store_counter(s, COUNTER_VISITS), 0);
		assert_int_equal(ask_number("SELECT count(*) FROM pragma_quick_check "
					    "WHERE quick_check = 'ok'"),
		    1);
		assert_int_equal(
		    ask_number("SELECT count(*) FROM pragma_foreign_key_check"), 0);
		store_close(&s);
	}
	/* ids continue from there */
	must_open(dir);
	assert_int_equal(make_user("zoe"), 8);
	assert_int_equal(make_match(1, 8, 70), 10);
	assert_int_equal(store_matches_open_after(s, 0, 4, b), 3);
	assert_int_equal(b[0].id, 3);
	assert_string_equal(b[0].name[0], "eve");
	store_match_end(s, 3, 99, "expired", -1, (uint32_t[2]){ 0, 0 });
	assert_commit();
	assert_int_equal(store_counter(s, COUNTER_MATCHES_EXPIRED), 1);
	assert_int_equal(counters_wrong(s), 0);
}

static bool
seq_text(void *ctx, const struct action_record *a)
{
	sbuf_addf(ctx, "%u ", a->seq);
	return true;
}

/* A match with a gap is set aside when a player resumes it; others are unchanged. */
SQLITE_TEST(gaps_in_old_actions_do_not_prevent_a_migration)
{
	char text[40];
	struct sbuf b;

	make_version(1, "INSERT INTO action VALUES (2, 3, 42, 0, 0, 0, 'move', 'g'), "
			"(2, 4, 43, 0, 1, 0, 'move', 'h')");
	must_open(dir);
	SBUF_INIT(&b, text);
	for (int64_t match = 1; match <= 3; match++)
		store_actions_each(s, match, seq_text, &b);
	assert_string_equal(text, "0 1 2 0 3 4 0 1 ");
	SBUF_INIT(&b, text);
	store_actions_from(s, 2, 2, 1, seq_text, &b);
	assert_string_equal(text, "3 ");
	add_action(2, 5, 44, "i");
	add_action(9, 0, 45, "j");
	assert_commit();
	SBUF_INIT(&b, text);
	store_actions_from(s, 2, 4, 9, seq_text, &b);
	store_actions_each(s, 9, seq_text, &b);
	assert_string_equal(text, "4 5 0 ");
}

/* Up to version 22, finished tournaments could keep the creator's address. */
SQLITE_TEST(addresses_of_finished_tournaments_are_removed)
{
	make_version(22,
	    "INSERT INTO tourney (name, director, seed, created_ms, ended_ms, host) "
	    "VALUES ('over', 1, zeroblob(32), 5, 6, '192.0.2.7'), "
	    "('open', 1, zeroblob(32), 5, 0, '192.0.2.8'), "
	    "('nowhere', 1, zeroblob(32), 5, 6, '')");
	must_open(dir);
	assert_int_equal(ask_number("PRAGMA user_version"), sql_schema_version());
	assert_int_equal(ask_number("SELECT count(*) FROM tourney WHERE host = ''"), 2);
	assert_int_equal(ask_number("SELECT count(*) FROM tourney WHERE host = '192.0.2.8' "
				    "AND ended_ms = 0"),
	    1);
}

/* Up to version 24, tournaments without a played match awarded titles too. */
SQLITE_TEST(titles_of_tournaments_without_a_played_match_are_removed)
{
	make_version(24,
	    "INSERT INTO tourney (id, name, director, seed, created_ms, ended_ms) "
	    "VALUES (1, 'played', 1, zeroblob(32), 5, 6), "
	    "(2, 'set', 1, zeroblob(32), 5, 6);"
	    "INSERT INTO tourney_act VALUES (1, 0, 5, 0, 'result', ''), "
	    "(2, 0, 5, 1, 'setresult', '');"
	    "INSERT INTO tourney_place VALUES (1, 1, 1, 1), (2, 1, 2, 2), (1, 2, 1, 1)");
	must_open(dir);
	assert_int_equal(store_tourney_titles(s, 1), 1);
	assert_int_equal(ask_number("SELECT count(*) FROM tourney_place WHERE tourney = 1"), 2);
	assert_int_equal(ask_number("SELECT count(*) FROM tourney_place WHERE tourney = 2"), 0);
}

/* Up to version 26, only the hours of the last month were stored. */
SQLITE_TEST(days_of_uptime_are_derived_from_stored_hours)
{
	struct hour_record h = { .hour = 289, .uptime_ms = 1 };

	make_version(26,
	    "INSERT INTO hour_use (hour, watched_ms, user_ms, least, most) VALUES "
	    "(240, 3600000, 0, 0, 0), (264, 1800000, 0, 0, 0), (287, 1800000, 0, 0, 0), "
	    "(288, 3599999, 0, 0, 0)");
	must_open(dir);
	assert_int_equal(store_up_days_after(s, 9), 2);
	assert_int_equal(store_up_days_after(s, 10), 1);
	assert_int_equal(store_up_days_after(s, 11), 0);
	store_up_day_add(s, 12);
	assert_int_equal(store_up_days_after(s, 11), 0);
	store_hour_add(s, &h);
	for (unsigned i = 0; i < 2; i++)
		store_up_day_add(s, 12);
	assert_commit();
	assert_int_equal(store_up_days_after(s, 11), 1);
}

/* Up to version 33, client programs and interactive users shared all settings of an account. */
SQLITE_TEST(settings_are_copied_to_client_programs)
{
	static const struct {
		int64_t user;
		const char *want;
	} row[] = {
		{ 1, "boardstyle=2;program.boardstyle=2;" },
		{ 2, "allowpip=0;autoboard=0;bell=1;boardstyle=2;direction=home;language=it;"
		     "linelength=200;moreboards=0;pagelength=3;program.autoboard=0;"
		     "program.bell=1;program.boardstyle=3;program.direction=home;"
		     "program.linelength=200;program.moreboards=0;program.pagelength=3;"
		     "program.telnet=0;program.variants=1;program.wrap=1;telnet=0;"
		     "timezone=UTC;variants=1;wrap=1;" },
		{ 7, "" },
	};

	make_version(33,
	    "INSERT INTO user_setting (user, name, value) VALUES (2, 'allowpip', '0'), "
	    "(2, 'autoboard', '0'), (2, 'bell', '1'), (2, 'boardstyle', '3'), "
	    "(2, 'direction', 'home'), (2, 'language', 'it'), "
	    "(2, 'linelength', '200'), (2, 'moreboards', '0'), (2, 'pagelength', '3'), "
	    "(2, 'telnet', '0'), (2, 'timezone', 'UTC'), (2, 'variants', '1'), "
	    "(2, 'wrap', '1')");
	must_open(dir);
	for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
		char text[700];
		struct sbuf out;

		SBUF_INIT(&out, text);
		store_settings_each(s, row[i].user, add_setting, &out);
		assert_string_equal(text, row[i].want);
	}
}

/* Up to version 4, rated matches of any game changed the only rating. */
SQLITE_TEST(ratings_of_the_previous_version_are_kept)
{
	char text[300];
	struct sbuf out;

	make_version(4, "UPDATE match SET variant = 'tavli' WHERE id = 1;"
			"UPDATE user SET rating = 1512.5, experience = 70 WHERE id = 1");
	must_open(dir);
	assert_int_equal(ask_number("PRAGMA user_version"), sql_schema_version());
	assert_int_equal(ask_number("SELECT count(*) FROM variant_rating"), 0);
	assert_int_equal(
	    ask_number("SELECT count(*) FROM user WHERE rating = 1512.5 AND id = 1"), 1);
	SBUF_INIT(&out, text);
	store_rating_changes_each(s, 1, add_rating_text, &out);
	assert_string_equal(text, "1 1 1500.00 1512.50 69 70 30;1 2 1500.00 1487.50 2 3 30;");
	assert_int_equal(counters_wrong(s), 0);
	assert_string_equal(games_of(1), "");
	store_game_rating_set(s, 1, "tavli", 1501, 51);
	assert_commit();
	assert_int_equal(store_ranked_count_before(s, "tavli", 1500, 2, 1600), 1);
	assert_int_equal(store_ranked_count_before(s, "", 1500, 2, 1600), 1);
	assert_int_equal(store_ranked_count_before(s, "hyper", 1500, 2, 1600), 0);
}

/* Each half of a token lookup uses its own index; the cleanup uses a third. */
SQLITE_STORE_TEST(tokens_are_found_by_index)
{
	static const struct {
		enum store_statement st;
		const char *index[2];
	} want[] = {
		{ Q_TOKEN_FIND, { "token_hash (hash=?)", "token_old_hash (old_hash=?)" } },
		{ Q_TOKENS_FORGET, { "token_until (until_s<?)", "PRIMARY KEY (rowid=?)" } },
		{ Q_TOKEN_USE, { "PRIMARY KEY (rowid=?)", "token" } },
	};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		char sql[1000], plan[1000] = "";
		sqlite3_stmt *q;

		(void)snprintf(
		    sql, sizeof(sql), "EXPLAIN QUERY PLAN %s", sql_text_of(want[i].st));
		assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &q, NULL), SQLITE_OK);
		while (sqlite3_step(q) == SQLITE_ROW)
			(void)snprintf(plan + strlen(plan), sizeof(plan) - strlen(plan), "%s\n",
			    (const char *)sqlite3_column_text(q, 3));
		(void)sqlite3_finalize(q);
		for (unsigned k = 0; k < 2; k++)
			if (strstr(plan, want[i].index[k]) == NULL)
				fail_msg("no %s in\n%s", want[i].index[k], plan);
		assert_null(strstr(plan, "SCAN token"));
	}
}

/* ---- counters, visits, hourly usage ---- */

static void
add_visit(void *ctx, int64_t at_s, const char *name, const char *event)
{
	sbuf_addf(ctx, "%" PRId64 " %s %s,", at_s, name, event);
}

STORE_TEST(the_ring_holds_the_latest_visits_in_order)
{
	char text[600], want[600];
	struct sbuf got, b;

	SBUF_INIT(&got, text);
	store_visits_each(s, add_visit, &got);
	assert_int_equal(got.len, 0);
	for (int i = 0; i < 57; i++) {
		store_visit_add(s, 100 + i, i % 2 == 0 ? "ann" : "bob", "in");
		assert_commit();
		SBUF_INIT(&b, want);
		for (int k = i < 20 ? 0 : i - 19; k <= i; k++)
			sbuf_addf(&b, "%d %s in,", 100 + k, k % 2 == 0 ? "ann" : "bob");
		SBUF_INIT(&got, text);
		store_visits_each(s, add_visit, &got);
		assert_string_equal(text, want);
	}
	must_say("SELECT count(*) FROM visit", STORE_VISITS_KEPT);
}

static void
add_hour(void *ctx, const struct hour_record *h)
{
	sbuf_addf(ctx, "%d:%d/%d %d-%d,", (int)h->hour, (int)h->online_ms, (int)h->uptime_ms,
	    (int)h->min_online, (int)h->max_online);
}

STORE_TEST(hours_are_accumulated_and_deleted)
{
	char text[600];
	struct sbuf got;

	for (int i = 0; i < 9; i++)
		store_hour_add(s, &(struct hour_record){ i, 1, 2, 3, 4 });
	store_hour_add(s, &(struct hour_record){ 7, 10, 20, 5, 5 });
	store_hour_add(s, &(struct hour_record){ 7, 10, 20, 1, 2 });
	store_hours_forget(s, 6, 2);
	assert_commit();
	SBUF_INIT(&got, text);
	store_hours_each(s, 1, add_hour, &got);
	assert_string_equal(
	    text, "2:2/1 3-4,3:2/1 3-4,4:2/1 3-4,5:2/1 3-4,6:2/1 3-4,7:42/21 1-5,8:2/1 3-4,");
	store_hours_forget(s, 6, 50);
	assert_commit();
	must_say("SELECT min(hour) FROM hour_use", 6);
}

STORE_TEST(a_counter_is_set_and_raised)
{
	store_counter_set(s, COUNTER_MOST_ONLINE, 5, true);
	store_counter_set(s, COUNTER_MOST_ONLINE, 4, true);
	assert_int_equal(store_counter(s, COUNTER_MOST_ONLINE), 5);
	store_counter_set(s, COUNTER_EXPIRY, 9, false);
	store_counter_set(s, COUNTER_EXPIRY, 0, false);
	assert_int_equal(store_counter(s, COUNTER_EXPIRY), 0);
	assert_commit();
	for (unsigned i = 0; i < COUNTER_COUNT; i++) { /* each counter has a row */
		store_counter_add(s, (enum store_counter)i, 1);
		assert_commit();
	}
}

/* There are twice as many finished as unfinished matches: the search must not read the finished
 * ones. */
SQLITE_STORE_TEST(open_matches_are_found_by_a_separate_index)
{
	char sql[600], name[24];
	struct match_brief b[8];
	bool found = false;
	sqlite3_stmt *q;
	struct sbuf t;

	for (int i = 0; i < 31; i++) {
		(void)snprintf(name, sizeof(name), "u_%c%c", 'a' + i / 26, 'a' + i % 26);
		assert_int_equal(make_user(name), i + 1);
	}
	for (int i = 0; i < 30; i++) {
		assert_int_equal(make_match(i + 1, i + 2, 5), i + 1);
		if (i % 3 != 0)
			store_match_end(s, i + 1, 9, "won", 0, (uint32_t[2]){ 1, 0 });
	}
	assert_commit();
	assert_int_equal(store_matches_open_after(s, 0, 8, b), 8);
	assert_int_equal(b[7].id, 22);
	assert_string_equal(b[7].name[1], "u_aw");
	assert_int_equal(b[7].last_ms, 5);
	assert_int_equal(store_matches_open_after(s, 22, 8, b), 2);
	assert_int_equal(store_matches_open_after(s, 28, 8, b), 0);
	SBUF_INIT(&t, sql);
	sbuf_addf(&t, "EXPLAIN QUERY PLAN %s", sql_text_of(Q_MATCHES_OPEN_AFTER));
	assert_true(sbuf_ok(&t));
	assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &q, NULL), SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW) {
		const char *plan = (const char *)sqlite3_column_text(q, 3);

		assert_null(strstr(plan, "TEMP B-TREE"));
		found = found || strcmp(plan, "SEARCH m USING INDEX match_open (id>?)") == 0;
	}
	assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
	assert_true(found);
}

/* Loses power at each system call of opening, and thus migrating, an old database: what is left
 * is the old or the new version, with all data. */
SQLITE_TEST(an_interrupted_migration_is_complete_or_undone)
{
	struct embedded files[FILES_MAX];
	unsigned old = 0, new = 0;
	const uint64_t seeds = test_few_cases() ? 1 : 8; /* one seed, but still every moment */
	bool finished = false;
	struct faultvfs *before = faultvfs_new("before");

	add_next_migration(files, NEXT_SQL);
	assert_int_equal(
	    sqlite_open_with(dir, STORE_DURABLE_FULL, "before", NULL, &s, NULL), STORE_OK);
	(void)make_match(make_user("a"), make_user("b"), 1);
	assert_commit();
	store_dump(s, first_dump);
	store_close(&s);
	for (uint64_t n = 1; !finished; n++)
		for (uint64_t seed = 0; seed < seeds; seed++) {
			struct faultvfs *f = faultvfs_copy("migrate", before);
			int64_t version;

			faultvfs_crash_at(f, n);
			finished = sqlite_open_with(dir, STORE_DURABLE_FULL, "migrate", files,
				       &s, NULL) == STORE_OK;
			faultvfs_crash_now(f);
			store_close(&s);
			faultvfs_power_on(f, seed);
			if (sqlite_open_with(dir, STORE_DURABLE_FULL, "migrate", NULL, &s,
				NULL) == STORE_NEWER)
				assert_int_equal(sqlite_open_with(dir, STORE_DURABLE_FULL,
						     "migrate", files, &s, NULL),
				    STORE_OK);
			version = ask_number("PRAGMA user_version");
			assert_int_equal(
			    ask_number(
				"SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"),
			    version - sql_schema_version());
			assert_true(!finished || version == NEXT_VERSION);
			old += version == sql_schema_version();
			new += version == NEXT_VERSION;
			store_dump(s, second_dump);
			assert_string_equal(first_dump, second_dump);
			store_close(&s);
			faultvfs_free(&f);
		}
	faultvfs_free(&before);
	print_message("cut migrations: %u left the old version, %u the new one\n", old, new);
	assert_true(old > 2 * seeds && new > 0);
}

/* ---- damage ---- */

static unsigned
damage_variants(void)
{
	return test_scaled(3000, 300, 80);
}

/* Makes one to four changes: a bit, a byte, a stretch of zeros, or truncation. */
static size_t
damage(struct rng *r, unsigned char *bytes, size_t n)
{
	uint32_t times = 1 + rng_below(r, 4);

	for (uint32_t i = 0; i < times && n > 0; i++) {
		size_t at = rng_below(r, rng_below(r, 3) == 0 && n > 200 ? 200 : (uint32_t)n),
		       len;

		switch (rng_below(r, 8)) {
		case 0:
			n = rng_below(r, (uint32_t)n);
			break;
		case 1:
			len = 1 + rng_below(r, 4096);
			memset(bytes + at, 0, len < n - at ? len : n - at);
			break;
		case 2:
			len = 1 + rng_below(r, 64);
			rng_bytes(r, bytes + at, len < n - at ? len : n - at);
			break;
		case 3:
		case 4:
			bytes[at] = (unsigned char)rng_next(r);
			break;
		default:
			bytes[at] ^= (unsigned char)(1u << rng_below(r, 8));
		}
	}
	return n;
}

struct damage_totals {
	unsigned refused, same, different, broken;
};

static void
open_damaged(struct damage_totals *t)
{
	char text[600];
	struct sbuf error;
	enum store_err err;

	SBUF_INIT(&error, text);
	err = sqlite_open_with(dir, STORE_DURABLE_FULL, "damage", NULL, &s, &error);
	if (err != STORE_OK) {
		assert_true(text[0] != '\0');
		assert_true(err == STORE_DAMAGED || err == STORE_FOREIGN ||
			    err == STORE_NEWER || err == STORE_INACCESSIBLE);
		t->refused++;
		return;
	}
	store_dump(s, second_dump);
	(void)make_user("after_damage");
	if (store_commit(s, NULL) == STORE_BROKEN)
		t->broken++;
	else if (strcmp(first_dump, second_dump) == 0)
		t->same++;
	else
		t->different++;
	store_close(&s);
}

SQLITE_TEST(damage_is_refused_or_harmless)
{
	struct damage_totals file = { 0 }, journal = { 0 };
	size_t db_n, wal_n;
	unsigned char *db, *wal, *copy;
	struct random_writes w;
	struct rng r;

	must_open(dir);
	random_writes_init(&w, 11);
	for (int i = 0; i < 60; i++) {
		random_writes_turn(&w, s);
		assert_commit();
		if (i == 40)
			sql_checkpoint(s, SQLITE_CHECKPOINT_TRUNCATE);
	}
	store_dump(s, first_dump);
	/* A database and its journal, as left when a server is killed. */
	db = read_whole("gammond.db", &db_n);
	wal = read_whole("gammond.db-wal", &wal_n);
	while (wal_n > 0 && wal[wal_n - 1] == 0) /* space that was never written */
		wal_n--;
	store_close(&s);
	assert_true(db_n > 20000 && wal_n > 20000);
	copy = malloc(db_n > wal_n ? db_n : wal_n);
	assert_non_null(copy);
	rng_seed(&r, 5);
	for (unsigned i = 0; i < damage_variants(); i++) {
		bool hit_journal = i % 4 == 0;
		size_t n = hit_journal ? wal_n : db_n;

		/* in memory, where allocating space ahead costs nothing */
		struct faultvfs *f = faultvfs_new("damage");

		memcpy(copy, hit_journal ? wal : db, n);
		n = damage(&r, copy, n);
		faultvfs_add_file(
		    f, in_dir("gammond.db"), hit_journal ? db : copy, hit_journal ? db_n : n);
		faultvfs_add_file(f, in_dir("gammond.db-wal"), hit_journal ? copy : wal,
		    hit_journal ? n : wal_n);
		open_damaged(hit_journal ? &journal : &file);
		faultvfs_free(&f);
	}
	print_message(
	    "damaged database: %u refused, %u broke when read, %u unharmed, %u other content;"
	    " damaged journal: %u, %u, %u, %u\n",
	    file.refused, file.broken, file.same, file.different, journal.refused,
	    journal.broken, journal.same, journal.different);
	assert_true(file.refused > 0 && file.same > 0);
	free(copy);
	free(db);
	free(wal);
}

/* ---- kill -9 ---- */

static _Noreturn void
run_child(int out)
{
	struct random_writes w;

	must_open(dir);
	random_writes_init(&w, (uint64_t)getpid());
	w.users = store_users_count(s);
	for (;;) {
		char name[24];

		(void)snprintf(name, sizeof(name), "k%" PRId64, store_users_count(s));
		(void)make_user(name);
		if (store_commit(s, NULL) != STORE_OK || write(out, "+", 1) != 1)
			_exit(1);
	}
}

SQLITE_TEST(a_killed_process_loses_nothing_and_no_lock_stays)
{
	int64_t acknowledged = 0;
	struct rng r;

	rng_seed(&r, 3);
	for (int i = test_few_cases() ? 5 : 25; i > 0; i--) {
		int ends[2], status;
		char got[4096];
		unsigned stop = 1 + rng_below(&r, 60), told = 0;
		ssize_t n;
		pid_t pid;

		assert_int_equal(pipe(ends), 0);
		(void)fflush(stdout);
		pid = fork();
		assert_true(pid >= 0);
		if (pid == 0)
			run_child(ends[1]);
		(void)close(ends[1]);
		while (told < stop && (n = read(ends[0], got, 1)) > 0)
			told += (unsigned)n;
		assert_int_equal(kill(pid, SIGKILL), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		while ((n = read(ends[0], got, sizeof(got))) > 0)
			told += (unsigned)n;
		(void)close(ends[0]);
		assert_true(told >= stop);
		acknowledged += told;
		must_open(dir);
		/* One more user may have been committed without being acknowledged. */
		assert_true(store_users_count(s) == acknowledged ||
			    store_users_count(s) == acknowledged + 1);
		acknowledged = store_users_count(s);
		store_close(&s);
	}
}

/* ---- */

BEFORE_ALL
{
	folder_make(dir, "store");
}

AFTER_ALL
{
	folder_remove(dir);
}

BEFORE_EACH
{
	SUITE_CLEAR();
}

AFTER_EACH
{
	if (s != NULL)
		store_close(&s);
}

TEST(an_engine_is_chosen_by_name)
{
	const char *name = getenv("STORE_ENGINE") != NULL ? getenv("STORE_ENGINE") : "sqlite";
	char text[200];
	struct sbuf error;

	assert_int_equal(store_open(NULL, STORE_DURABLE_FULL, name, &s, NULL), STORE_OK);
	assert_string_equal(store_engine_of(s)->name, name);
	assert_true(make_user("a") > 0);
	assert_commit();
	store_close(&s);
	SBUF_INIT(&error, text);
	assert_int_equal(
	    store_open(NULL, STORE_DURABLE_FULL, "papyrus", &s, &error), STORE_INACCESSIBLE);
	assert_null(s);
	assert_string_equal(text, "there is no store engine papyrus");
}

/* ---- ignore lists ---- */

static void
add_to_sum(void *ctx, int64_t other)
{
	*(int64_t *)ctx += other;
}

STORE_TEST(ignore_lists_are_kept_until_removed_or_the_user_is_erased)
{
	int64_t a = make_user("a"), b = make_user("b"), c = make_user("c"), sum = 0;

	store_blocked_user_set(s, a, false, b, true);
	store_blocked_user_set(s, a, false, b, true);
	store_blocked_user_set(s, a, false, c, true);
	store_blocked_user_set(s, a, true, c, true);
	store_blocked_user_set(s, b, false, a, true);
	assert_true(store_user_has_blocked(s, a, false, b));
	assert_false(store_user_has_blocked(s, a, true, b));
	assert_false(store_user_has_blocked(s, b, true, a));
	store_blocked_users_each(s, a, false, add_to_sum, &sum);
	assert_int_equal(sum, b + c);
	store_blocked_user_set(s, a, false, b, false);
	store_blocked_user_set(s, a, false, b, false);
	assert_false(store_user_has_blocked(s, a, false, b));
	store_user_erase(s, c, "deleted-1", 5);
	sum = 0;
	store_blocked_users_each(s, a, false, add_to_sum, &sum);
	store_blocked_users_each(s, a, true, add_to_sum, &sum);
	assert_int_equal(sum, 0);
	store_user_erase(s, b, "deleted-2", 5);
	assert_false(store_user_has_blocked(s, b, false, a));
	assert_commit();
}

/* ---- the write lock, and the files ---- */

static void
must_have_ended(const char *words)
{
	char text[500];
	struct sbuf error;

	SBUF_INIT(&error, text);
	assert_int_equal(store_commit(s, &error), STORE_BROKEN);
	if (strstr(text, words) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text, words);
}

/* A turn notices that another process is writing before the turn does anything. */
SQLITE_TEST(a_turn_waits_for_another_process_that_writes)
{
	sqlite3 *other;
	int64_t id, at_ms = 5;

	folder_clear(dir);
	must_open(dir);
	id = make_user("a");
	assert_commit();
	assert_int_equal(sqlite3_open(in_dir("gammond.db"), &other), SQLITE_OK);
	store_begin_turn(s, at_ms); /* a process that does not write delays no turn */
	assert_false(store_was_refusing(s));
	assert_int_equal(
	    sqlite3_exec(other, "BEGIN IMMEDIATE; COMMIT", NULL, NULL, NULL), SQLITE_OK);
	assert_commit();
	for (int round = 0; round < 2; round++) {
		assert_int_equal(
		    sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
		for (int64_t end_ms = at_ms + STORE_LOCK_HELD_MAX_MS; at_ms <= end_ms;
		     at_ms += 500) {
			struct user_record u;

			store_begin_turn(s, at_ms);
			assert_true(store_refusing(s));
			assert_true(store_locked_elsewhere(s));
			assert_true(store_user_by_id(s, id, &u));
			assert_commit();
		}
		if (round == 1)
			break;
		assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
		store_begin_turn(s, at_ms);
		assert_false(store_refusing(s));
		assert_false(store_locked_elsewhere(s));
		assert_false(store_dirty(s));
		assert_int_equal(
		    sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_BUSY);
		store_user_set_email(s, id, "a@b");
		assert_true(store_dirty(s));
		assert_commit();
	}
	store_begin_turn(s, at_ms);
	must_have_ended("another process has kept the database locked");
	assert_int_equal(sqlite3_close(other), SQLITE_OK);
	store_close(&s);
}

SQLITE_TEST(files_made_by_root_belong_to_the_owner_of_the_directory)
{
	static const char *const FILES[] = { "gammond.lock", "gammond.made" };
	const uid_t owner = 65534;
	struct stat st;

	if (geteuid() != 0)
		skip(); /* only root can give files away */
	folder_clear(dir);
	assert_int_equal(chown(dir, owner, (gid_t)-1), 0);
	must_open(dir);
	store_close(&s);
	for (size_t i = 0; i < ARRAY_LEN(FILES); i++) {
		assert_int_equal(stat(in_dir(FILES[i]), &st), 0);
		assert_int_equal(st.st_uid, owner);
	}
	assert_int_equal(chown(dir, 0, (gid_t)-1), 0);
}

/* If root followed the link, the owner of the directory could become the owner of any file. */
SQLITE_TEST(a_lock_file_that_is_a_symbolic_link_is_refused)
{
	static const char TEXT[] = "not ours";
	char text[sizeof(TEXT)] = "";
	int fd;

	folder_clear(dir);
	write_file("other", TEXT, sizeof(TEXT));
	assert_int_equal(symlink("other", in_dir("gammond.lock")), 0);
	assert_open_refused(STORE_INACCESSIBLE, "cannot write in the data directory");
	fd = open(in_dir("other"), O_RDONLY);
	assert_int_equal(read(fd, text, sizeof(text)), sizeof(text));
	(void)close(fd);
	assert_string_equal(text, TEXT);
}

/* Anything written after the files are removed would be lost. */
SQLITE_TEST(removed_files_break_the_store)
{
	static const char *const FILES[] = { "gammond.db", "gammond.db-wal" };

	for (size_t i = 0; i < 2 * ARRAY_LEN(FILES); i++) {
		char path[256], away[256];

		(void)snprintf(path, sizeof(path), "%s", in_dir(FILES[i / 2]));
		(void)snprintf(away, sizeof(away), "%s", in_dir("away"));
		folder_clear(dir);
		must_open(dir);
		(void)make_user("a");
		assert_commit();
		store_begin_turn(s, 5000);
		assert_commit();
		assert_int_equal(i % 2 == 0 ? unlink(path) : rename(path, away), 0);
		store_begin_turn(
		    s, 5000 + STORE_FILE_CHECK_MS - 1); /* not checked in every turn */
		assert_commit();
		store_begin_turn(s, 5000 + STORE_FILE_CHECK_MS);
		must_have_ended("moved, replaced or deleted");
		store_close(&s);
	}
}
