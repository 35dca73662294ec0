/* SPDX-License-Identifier: MIT */
/* TEST: timeout=300 */
/* LINK: -Wl,--wrap=PQsendQueryPrepared,--wrap=PQntuples */
/* The tests of test_store.c on a PostgreSQL server started for them, and what is specific to
 * this engine: the same schema from the same migrations, only one server at a time, and no
 * commits by a server that was replaced. */
#define _GNU_SOURCE /* strcasestr */
#define SQLITE_TEST(name) __attribute__((unused)) static void name(void **state)
#define SUITE_PLACE "postgresql:options='-csearch_path=suite,public'"
#define SUITE_CLEAR() clear_place()

static void clear_place(void);

struct store;
#include <stdint.h>
uint64_t pg_round_trips(const struct store
	*s); /* store/postgresql/postgresql.h; its struct differs from the one here */

#pragma GCC diagnostic ignored "-Wunused-function" /* helpers of the SQLite tests */
#include "tests/unit/test_store.c"

#include <libpq-fe.h>

#include "store/dialect.h"
#include "tests/support/postgres.h"

/* Runs before main, because the suite already has a BEFORE_ALL. */
__attribute__((constructor)) static void
start(void)
{
	CHECK(setenv("STORE_ENGINE", "postgresql", 1) == 0);
	postgres_start();
	/* settings that an operator may have made must make no difference */
	postgres_run("ALTER ROLE CURRENT_USER SET bytea_output = 'escape';"
		     "ALTER ROLE CURRENT_USER SET extra_float_digits = -10;"
		     "ALTER ROLE CURRENT_USER SET client_encoding = 'UTF8';"
		     "ALTER ROLE CURRENT_USER SET client_min_messages = 'error';"
		     "ALTER ROLE CURRENT_USER SET standard_conforming_strings = off");
}

static void
clear_place(void)
{
	postgres_run("DROP SCHEMA IF EXISTS suite CASCADE; CREATE SCHEMA suite");
}

/* Returns rows of one column, one per line, from the suite's schema. */
static void
ask_rows(const char *sql, struct sbuf *out)
{
	PGconn *conn = PQconnectdb("options='-csearch_path=suite,public'");
	PGresult *r = PQexec(conn, sql);

	if (PQresultStatus(r) != PGRES_TUPLES_OK)
		fail_msg("%s", PQerrorMessage(conn));
	for (int i = 0; i < PQntuples(r); i++)
		sbuf_addf(out, "%s\n", PQgetvalue(r, i, 0));
	PQclear(r);
	PQfinish(conn);
	assert_true(sbuf_ok(out));
}

static void
ask_sqlite_rows(sqlite3 *db, const char *sql, struct sbuf *out)
{
	sqlite3_stmt *q;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW)
		sbuf_addf(out, "%s\n", (const char *)sqlite3_column_text(q, 0));
	(void)sqlite3_finalize(q);
	assert_true(sbuf_ok(out));
}

/* Queries, one for each engine, that list the tables (columns, types, NOT NULL, keys), the
 * indexes and the triggers. */
static const struct {
	const char *sqlite, *postgresql;
} CATALOG_QUERIES[] = {
	{ "SELECT t.name || '.' || c.name || ' ' || CASE c.type WHEN 'INTEGER' THEN 'bigint' "
	  "WHEN 'REAL' THEN 'double precision' WHEN 'BLOB' THEN 'bytea' ELSE "
	  "CASE WHEN t.name || '.' || c.name IN ('user.name', 'operator_log.actor', "
	  "'operator_log.whom', 'ban.what', 'tourney.name', 'kept_name.name') "
	  "THEN 'citext' ELSE 'text' END END || ' ' || (c.\"notnull\" OR c.pk > 0) "
	  "FROM pragma_table_list t, pragma_table_info(t.name) c "
	  "WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1",
	    "SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, NULL) || ' "
	    "' "
	    "|| a.attnotnull::int FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
	    "WHERE c.relnamespace = 'suite'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 "
	    "AND NOT a.attisdropped AND c.relname <> 'gammond' ORDER BY 1" },
	{ "SELECT name || ' on ' || tbl_name FROM sqlite_schema WHERE type = 'index' "
	  "AND sql IS NOT NULL ORDER BY 1",
	    "SELECT indexname || ' on ' || tablename FROM pg_indexes WHERE schemaname = "
	    "'suite' "
	    "AND indexname !~ '_p?key$' ORDER BY 1" },
	{ "SELECT name || ' on ' || tbl_name FROM sqlite_schema WHERE type = 'trigger' "
	  "ORDER BY 1",
	    "SELECT tgname || ' on ' || c.relname FROM pg_trigger t JOIN pg_class c "
	    "ON c.oid = t.tgrelid WHERE c.relnamespace = 'suite'::regnamespace "
	    "AND NOT tgisinternal ORDER BY 1" },
	{ "SELECT DISTINCT t.name || ' refers to ' || f.\"table\" || ' by ' || f.\"from\" "
	  "FROM pragma_table_list t, pragma_foreign_key_list(t.name) f "
	  "WHERE t.schema = 'main' ORDER BY 1",
	    "SELECT c.relname || ' refers to ' || r.relname || ' by ' || a.attname "
	    "FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid "
	    "JOIN pg_class r ON r.oid = k.confrelid "
	    "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1] "
	    "WHERE k.contype = 'f' AND k.connamespace = 'suite'::regnamespace ORDER BY 1" },
};

TEST(both_engines_have_the_same_schema)
{
	struct store *lite;

	must_open(dir);
	assert_int_equal(store_open(NULL, STORE_DURABLE_FULL, "sqlite", &lite, NULL), STORE_OK);
	for (unsigned i = 0; i < ARRAY_LEN(CATALOG_QUERIES); i++) {
		struct sbuf a, b;

		sbuf_init(&a, first_dump, STORE_DUMP_BYTES);
		sbuf_init(&b, second_dump, STORE_DUMP_BYTES);
		ask_sqlite_rows(lite->db, CATALOG_QUERIES[i].sqlite, &a);
		ask_rows(CATALOG_QUERIES[i].postgresql, &b);
		assert_true(a.len > 100);
		assert_string_equal(first_dump, second_dump);
	}
	store_close(&lite);
}

static void
must_translate(const char *sql, const char *expected)
{
	char text[2000];
	struct sbuf b;

	SBUF_INIT(&b, text);
	assert_true(dialect_statement(sql, &b, NULL));
	assert_string_equal(text, expected);
}

TEST(sqlite_syntax_is_translated)
{
	char text[2000];
	struct sbuf b;

	must_translate(
	    "SELECT max(id), max(a, min(b, 1)) FROM user INDEXED BY x WHERE user = ?12",
	    "SELECT max(id), greatest(a, least(b, 1)) FROM \"user\"  WHERE \"user\" = $12");
	must_translate("SELECT 'user ?1 max(a, b)', users FROM a CROSS JOIN b ON 1",
	    "SELECT 'user ?1 max(a, b)', users FROM a JOIN b ON 1");
	must_translate("SELECT ifnull(x'00ff', CAST(m.c AS TEXT)), CAST(?1 AS INTEGER)",
	    "SELECT coalesce('\\x00ff', m.c), CAST($1 AS bigint)");
	SBUF_INIT(&b, text);
	assert_true(
	    dialect_script("-- it's\nPRAGMA user_version = 1;\n"
			   "CREATE TABLE t (\n\tid INTEGER PRIMARY KEY, -- no\n\t"
			   "name TEXT NOT NULL COLLATE NOCASE CHECK (length(CAST(name AS "
			   "BLOB)) > 1),\n\ttext TEXT NOT NULL\n) STRICT, WITHOUT ROWID;\n"
			   "CREATE TRIGGER a BEFORE DELETE ON t\nBEGIN\n\tSELECT "
			   "raise(ABORT, 'no; END');\nEND;\n",
		&b));
	assert_string_equal(text,
	    "CREATE TABLE t ( id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "
	    "name citext NOT NULL  CHECK (octet_length(name) > 1), text text NOT NULL ) ;\n"
	    "CREATE TRIGGER a BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION "
	    "refuse('no; END');\n");
}

TEST(history_cannot_be_changed_in_the_database)
{
	static const char *const WRONG[] = { "DELETE FROM match", "DELETE FROM action",
		"UPDATE action SET text = 'x'", "DELETE FROM match_run",
		"DELETE FROM operator_log", "UPDATE operator_log SET why = 'x'" };

	must_open(dir);
	(void)make_match(make_user("a"), make_user("b"), 1);
	add_action(1, 0, 1, "zero");
	store_operator_act_add(s, &(struct operator_record){ 1, 1, "a", "kick", "b", "", "" });
	assert_commit();
	for (unsigned i = 0; i < ARRAY_LEN(WRONG); i++) {
		PGconn *conn = PQconnectdb("options='-csearch_path=suite,public'");
		PGresult *r = PQexec(conn, WRONG[i]);

		assert_int_equal(PQresultStatus(r), PGRES_FATAL_ERROR);
		assert_non_null(strstr(PQerrorMessage(conn), "never"));
		PQclear(r);
		PQfinish(conn);
	}
}

/* ---- one server ---- */

static void
must_not_open(const char *place, enum store_err expected, const char *words)
{
	char text[500];
	struct sbuf error;
	struct store *none;

	SBUF_INIT(&error, text);
	assert_int_equal(store_open(place, STORE_DURABLE_FULL, NULL, &none, &error), expected);
	assert_null(none);
	if (strstr(text, words) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text, words);
}

TEST(only_one_server_can_use_a_database)
{
	struct store *reader;
	struct user_record u;

	must_open(dir);
	must_not_open(SUITE_PLACE, STORE_LOCKED, "another server");
	assert_int_equal(make_user("ann"), 1);
	assert_int_equal(store_open_reader(SUITE_PLACE, &reader, NULL), STORE_OK);
	assert_false(store_user_by_id(reader, 1, &u));
	assert_commit();
	assert_true(store_user_by_id(reader, 1, &u));
	store_user_set_email(reader, 1, "a@b");
	assert_int_equal(store_save(reader, NULL), STORE_BROKEN);
	store_close(&reader);
	assert_int_equal(store_check(SUITE_PLACE, true, NULL, NULL), STORE_OK);
	store_close(&s);
	must_open(dir);
}

static PGconn *schema_maker; /* connected to an empty database; holds the lock */

static void
maker_ends(void *ctx, const char *away)
{
	assert_null(away);
	(*(unsigned *)ctx)++;
	PQfinish(schema_maker);
	schema_maker = NULL;
}

static bool
is_ready(void *ctx)
{
	return *(unsigned *)ctx > 0;
}

static bool
is_never_ready(void *ctx)
{
	(void)ctx;
	return false;
}

/* The opening server sleeps between tries and reports that it is waiting. */
TEST(opening_waits_for_a_server_that_is_creating_the_database)
{
	char text[500];
	struct sbuf error;
	unsigned waited = 0;

	schema_maker = PQconnectdb("options='-csearch_path=suite,public'");
	PQclear(PQexec(
	    schema_maker, "SELECT pg_advisory_lock(1734438253, hashtext(current_schema()))"));
	SBUF_INIT(&error, text);
	assert_int_equal(store_open_when_free(SUITE_PLACE, STORE_DURABLE_FULL, maker_ends,
			     is_ready, &waited, &s, &error),
	    STORE_OK);
	assert_int_equal(waited, 1);
}

TEST(a_server_that_is_not_ready_does_not_take_over)
{
	char text[500];
	struct sbuf error;
	struct store *none;

	must_open(dir);
	store_close(&s);
	SBUF_INIT(&error, text);
	assert_int_equal(store_open_when_free(SUITE_PLACE, STORE_DURABLE_FULL, NULL,
			     is_never_ready, NULL, &none, &error),
	    STORE_INACCESSIBLE);
	assert_null(none);
	SBUF_INIT(&error, text);
	ask_rows("SELECT generation FROM gammond", &error);
	assert_string_equal(text, "1\n");
	must_open(dir);
}

/* Simulates a server whose machine was thought dead, so that another server has taken over. */
TEST(a_replaced_server_cannot_commit)
{
	char text[500];
	struct sbuf error;
	struct user_record u;

	must_open(dir);
	(void)make_user("ann");
	assert_commit();
	postgres_run("UPDATE suite.gammond SET generation = generation + 1");
	store_user_set_email(s, 1, "too@late");
	SBUF_INIT(&error, text);
	assert_int_equal(store_save(s, &error), STORE_BROKEN);
	assert_string_equal(text, "another server has taken over the database");
	store_close(&s);
	must_open(dir);
	assert_true(store_user_by_id(s, 1, &u));
	assert_string_equal(u.email, "");
}

/* The statement that detects a replaced server fails for a different reason. */
TEST(other_failures_are_reported_as_such)
{
	must_open(dir);
	(void)make_user("ann");
	assert_commit();
	postgres_run("ALTER TABLE suite.gammond RENAME generation TO other");
	store_user_set_email(s, 1, "a@b");
	assert_commit_breaks("generation");
}

static void
cut_connections(void)
{
	postgres_run("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
		     "WHERE pid <> pg_backend_pid() AND application_name = 'gammond'");
}

/* Makes one turn per step, losing the connection before step `at`; turns are committed without
 * waiting.  Ids assigned before the loss remain valid. */
static void
write_and_cut(unsigned at)
{
	char name[2][8];
	struct match_record m;
	struct user_record u;
	int64_t user[2], match = 0;
	unsigned step = 0;

	for (unsigned i = 0; i < 2; i++) {
		(void)snprintf(name[i], sizeof(name[i]), "%c%c", 'a' + (int)i, 'a' + (int)at);
		if (step++ == at)
			cut_connections();
		user[i] = make_user(name[i]);
		assert_true(user[i] > 0);
		assert_int_equal(store_commit(s, NULL), STORE_OK);
	}
	if (step++ == at)
		cut_connections();
	match = make_match(user[0], user[1], 1);
	for (uint32_t i = 0; i < 6; i++) {
		if (step++ == at)
			cut_connections();
		add_action(match, i, 10 + i, "8/5 6/5");
		if (i % 2 == 1)
			assert_int_equal(store_commit(s, NULL), STORE_OK);
	}
	if (step == at)
		cut_connections();
	assert_commit();
	assert_true(store_match_by_id(s, match, &m)); /* over the new connection */
	assert_false(store_refusing(s));
	assert_int_equal(m.actions, 6);
	for (unsigned i = 0; i < 2; i++) {
		assert_true(store_user_by_id(s, user[i], &u));
		assert_string_equal(u.name, name[i]);
	}
}

TEST(no_turn_is_lost_with_a_connection)
{
	must_open(dir);
	for (unsigned at = 0; at <= 9; at++)
		write_and_cut(at);
	assert_int_equal(store_counter(s, COUNTER_MATCHES), 10);
	assert_int_equal(store_accounts_created(s), 20);
}

/* Tests a server that was replaced while disconnected, and one that reconnects to a different
 * database. */
TEST(another_generation_or_lost_turns_break_the_store)
{
	must_open(dir);
	(void)make_user("ann");
	assert_commit();
	postgres_run("UPDATE suite.gammond SET generation = generation + 1");
	cut_connections();
	store_user_set_email(s, 1, "a@b");
	assert_commit_breaks("another server has taken over");
	store_close(&s);
	must_open(dir);
	store_user_set_email(s, 1, "c@d");
	assert_commit();
	postgres_run("UPDATE suite.gammond SET turn = turn - 1");
	cut_connections();
	store_user_set_email(s, 1, "a@b");
	assert_commit_breaks("lost turns");
	store_close(&s);
	must_open(dir);
}

static void
run_at_user_insert(const char *what)
{
	char sql[300];

	(void)snprintf(sql, sizeof(sql),
	    "CREATE OR REPLACE FUNCTION suite.act() RETURNS trigger LANGUAGE plpgsql AS "
	    "$$BEGIN %s; RETURN NEW; END$$; DROP TRIGGER IF EXISTS act ON suite.\"user\"; "
	    "CREATE TRIGGER act BEFORE INSERT ON "
	    "suite.\"user\" FOR EACH ROW EXECUTE FUNCTION suite.act()",
	    what);
	postgres_run(sql);
}

/* PostgreSQL gives this warning for a COMMIT that no standby has confirmed.  The statement
 * timeout that would end such a wait is ignored. */
TEST(a_warning_breaks_the_store_and_a_time_limit_does_not)
{
	postgres_run("ALTER ROLE CURRENT_USER SET statement_timeout = '300ms'");
	must_open(dir);
	postgres_run("ALTER ROLE CURRENT_USER RESET statement_timeout");
	run_at_user_insert("PERFORM pg_sleep(0.5)");
	(void)make_user("ann");
	assert_commit();
	run_at_user_insert("RAISE WARNING 'on no other disk'");
	(void)make_user("bob");
	assert_commit_breaks("storage failure: on no other disk");
	store_close(&s);
	must_open(dir);
}

TEST(foreign_databases_are_refused)
{
	postgres_run("CREATE TABLE suite.theirs (a int)");
	must_not_open(SUITE_PLACE, STORE_FOREIGN, "another program");
	postgres_run("DROP TABLE suite.theirs");
	must_open(dir);
	store_close(&s);
	postgres_run("UPDATE suite.gammond SET version = 999");
	must_not_open(SUITE_PLACE, STORE_NEWER, "999");
	postgres_run("DROP DATABASE IF EXISTS other");
	postgres_run(
	    "CREATE DATABASE other TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'");
	must_not_open("postgresql:dbname=other", STORE_FOREIGN, "createdb");
	must_not_open("postgresql:dbname=nowhere", STORE_UNREACHABLE, "nowhere");
}

static unsigned statements; /* statements sent */

int __real_PQsendQueryPrepared(PGconn *conn, const char *name, int n, const char *const *values,
    const int *lengths, const int *formats, int result_format);
int __wrap_PQsendQueryPrepared(PGconn *conn, const char *name, int n, const char *const *values,
    const int *lengths, const int *formats, int result_format);

int
__wrap_PQsendQueryPrepared(PGconn *conn, const char *name, int n, const char *const *values,
    const int *lengths, const int *formats, int result_format)
{
	statements++;
	return __real_PQsendQueryPrepared(
	    conn, name, n, values, lengths, formats, result_format);
}

static bool
in_order(void *ctx, const struct action_record *a)
{
	unsigned *n = ctx;

	assert_int_equal(a->seq, *n);
	assert_int_equal(a->at_ms, 10 + *n);
	assert_string_equal(a->text, *n % 2 == 0 ? "8/5 6/5" : "24/18 'x'");
	++*n;
	return true;
}

/* A read in the same turn sees everything written before it. */
TEST(actions_are_sent_eight_at_a_time_before_later_statements)
{
	static const unsigned N[] = { 1, 7, 8, 9, 16, 20 };
	int64_t a, b;

	must_open(dir);
	a = make_user("a");
	b = make_user("b");
	for (unsigned i = 0; i < 2 * ARRAY_LEN(N); i++) {
		const unsigned most = N[i / 2];
		int64_t match = make_match(a, b, 1);
		unsigned n = 0;

		assert_commit();
		statements = 0;
		for (uint32_t k = 0; k < most; k++)
			add_action(match, k, 10 + k, k % 2 == 0 ? "8/5 6/5" : "24/18 'x'");
		if (i % 2 == 0) {
			store_actions_each(s, match, in_order, &n);
			assert_int_equal(n, most);
			assert_int_equal(statements, 1 + 1 + most / 8 + most % 8 + 1);
		}
		store_match_end(s, match, 100, "won", 1, (const uint32_t[2]){ 0, 1 });
		assert_commit();
		n = 0;
		store_actions_each(s, match, in_order, &n);
		assert_int_equal(n, most);
	}
}

/* The cost does not depend on the number of actions, even with runs as short as SQLite's, the
 * shortest that occur. */
TEST(queries_for_a_match_use_its_runs)
{
	static const enum store_statement ASKED[] = { Q_ACTIONS, Q_MATCH_NEXT_SEQ,
		Q_MATCH_BY_ID, Q_MATCHES_OPEN_AFTER };
	char text[6000], plan[6000];
	struct sbuf sql, out;

	must_open(dir);
	(void)make_match(make_user("a"), make_user("b"), 1);
	assert_commit();
	store_close(&s);
	postgres_run(
	    "SET search_path = suite, public;"
	    "INSERT INTO match (user0, user1, length, variant, seed, created_ms, last_ms, "
	    "ended_ms, "
	    "end_reason, winner) SELECT user0, user1, length, variant, seed, 1, 2, 2, 'won', 0 "
	    "FROM match, generate_series(1, 600);"
	    "INSERT INTO match_run SELECT id, 8 * k, 8 * (id * 10 + k), 8 FROM match, "
	    "generate_series(0, 9) k;"
	    "INSERT INTO action SELECT first + i, match, seq + i, 1, 1, 0, 0, 0, 'move', '8/5' "
	    "FROM match_run, generate_series(0, 7) i;"
	    "ANALYZE");
	for (size_t i = 0; i < ARRAY_LEN(ASKED); i++) {
		uint32_t used;

		SBUF_INIT(&sql, text);
		SBUF_INIT(&out, plan);
		sbuf_add(&sql, "SET plan_cache_mode = force_generic_plan; PREPARE q AS ");
		assert_true(dialect_statement(sql_text_of(ASKED[i]), &sql, &used));
		sbuf_addf(&sql, "; EXPLAIN EXECUTE q(%s)",
		    used == 7   ? "1, 2, 3"
		    : used == 3 ? "1, 2"
				: "1");
		assert_true(sbuf_ok(&sql));
		ask_rows(text, &out);
		assert_non_null(strstr(plan, " on action"));
		if (strstr(plan, "Seq Scan on action") != NULL)
			fail_msg("%s", plan);
	}
}

static int rows; /* number of rows in the largest result */

int __real_PQntuples(const PGresult *result);
int __wrap_PQntuples(const PGresult *result);

int
__wrap_PQntuples(const PGresult *result)
{
	const int n = __real_PQntuples(result);

	rows = n > rows ? n : rows;
	return n;
}

struct imported {
	uint32_t next;
	unsigned n;
};

static bool
next_imported(void *ctx, const struct action_record *a)
{
	struct imported *x = ctx;

	assert_int_equal(a->seq, x->next++);
	assert_int_equal(a->seat, a->seq % 2);
	x->n++;
	return true;
}

TEST(no_more_rows_of_an_imported_match_are_read_than_needed)
{
	const struct import_record r = { .owner = 1,
		.seat = 2,
		.player_names = { "a", "b" },
		.variant = "backgammon",
		.length = 1,
		.played_ms = 1,
		.stored_ms = 1,
		.winner = 0,
		.actions = 20,
		.header = "" };
	int64_t match;

	must_open(dir);
	assert_int_equal(make_user("a"), 1);
	match = store_import_add(s, &r);
	for (uint32_t i = 0; i < r.actions; i += 2)
		store_import_actions_add(s, match, i, "0 roll x\n1 roll x\n");
	assert_commit();
	for (uint32_t i = 0; i <= r.actions; i++)
		for (unsigned most = 1; most < 5; most++) {
			struct imported x = { .next = i };
			const unsigned left = r.actions - i;

			rows = 0;
			store_actions_from(s, match, i, most, next_imported, &x);
			assert_int_equal(x.n, most < left ? most : left);
			assert_in_range(rows, 1, most);
		}
	{
		struct imported x = { .n = 0 };

		store_actions_each(s, match, next_imported, &x);
		assert_int_equal(x.n, r.actions);
	}
}

/* Neither the action nor the commit waits for PostgreSQL; only the sync does. */
TEST(an_action_waits_for_no_answer)
{
	uint64_t before;
	int64_t match;

	must_open(dir);
	match = make_match(make_user("a"), make_user("b"), 1);
	assert_commit();
	before = pg_round_trips(s);
	for (uint32_t i = 0; i < 50; i++) {
		add_action(match, i, 10 + i, "8/5 6/5");
		assert_int_equal(store_commit(s, NULL), STORE_OK);
		assert_true(store_needs_sync(s, STORE_SYNC_WAL));
	}
	assert_int_equal(pg_round_trips(s), before);
	assert_commit();
	assert_false(store_needs_sync(s, STORE_SYNC_WAL));
	store_close(&s);
	must_open(dir);
	{
		struct match_record m;

		assert_true(store_match_by_id(s, match, &m));
		assert_int_equal(m.actions, 50);
	}
}
