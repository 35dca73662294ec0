/* SPDX-License-Identifier: MIT */
/* TEST: timeout=120 */
/* LINK: -Wl,--wrap=pg_try_lock */
/* How long a lost connection to PostgreSQL is tolerated: each limit, when set low, takes
 * effect, but not too early.  Also which backend is terminated for a new connection. */
#include <libpq-fe.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#include "store/postgresql/postgresql.h"
#include "tests/support/postgres.h"
#include "tests/unit/test.h"

#define DATABASE "postgresql:options='-csearch_path=connection,public'"
#define VERY_LONG_MS 600000

static struct connection_test {
	PGconn *operator; /* connects before a test forbids the role to log in */
	struct store *s;
	struct pg_limits limits;
	pid_t stopped; /* a PostgreSQL backend; 0 for none */
} c;

BEFORE_ALL
{
	postgres_start();
}

static void
run(const char *sql)
{
	PGresult *r = PQexec(c.operator, sql);

	if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
		fail_msg("%s: %s", sql, PQerrorMessage(c.operator));
	PQclear(r);
}

static int64_t
number(const char *sql)
{
	PGresult *r = PQexec(c.operator, sql);
	int64_t n = PQntuples(r) == 1 ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : -1;

	PQclear(r);
	return n;
}

/* Opens a store that tolerates a lost connection forever, unless a test sets a limit. */
BEFORE_EACH
{
	c.operator= PQconnectdb("");
	(void)PQsetNoticeProcessor(c.operator, NULL, NULL);
	run("SET client_min_messages = error; DROP SCHEMA IF EXISTS connection CASCADE; "
	    "CREATE SCHEMA connection");
	assert_int_equal(store_open(DATABASE, STORE_DURABLE_FULL, NULL, &c.s, NULL), STORE_OK);
	store_server_setting_set(c.s, "before", "there");
	assert_int_equal(store_save(c.s, NULL), STORE_OK);
	c.limits = (struct pg_limits){ VERY_LONG_MS, VERY_LONG_MS, VERY_LONG_MS, VERY_LONG_MS,
		SIZE_MAX };
	c.s->limits = &c.limits;
}

static void
let_it_go_on(void)
{
	if (c.stopped != 0)
		assert_int_equal(kill(c.stopped, SIGCONT), 0);
	c.stopped = 0;
}

AFTER_EACH
{
	let_it_go_on();
	run("ALTER ROLE CURRENT_USER LOGIN");
	store_close(&c.s);
	PQfinish(c.operator);
}

/* Makes PostgreSQL stop answering without closing the connection. */
static void
stop_backend(void)
{
	c.stopped = c.s->backend.pid;
	assert_int_equal(kill(c.stopped, SIGSTOP), 0);
}

/* Terminates the connection and makes PostgreSQL refuse new connections. */
static void
be_away(void)
{
	run("ALTER ROLE CURRENT_USER NOLOGIN; SELECT pg_terminate_backend(pid, 60000) FROM "
	    "pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'gammond'");
	while (c.s->conn_state != PG_LOST)
		assert_int_equal(store_commit(c.s, NULL), STORE_OK);
}

/* Runs turns until the condition holds. */
#define RUN_UNTIL(condition)                                                                   \
	do {                                                                                   \
		const int64_t begun = pg_now_ms();                                             \
                                                                                               \
		while (!(condition) && pg_now_ms() - begun < VERY_LONG_MS / 10) {              \
			(void)poll(NULL, 0, 1);                                                \
			if (store_commit(c.s, NULL) != STORE_OK)                               \
				break;                                                         \
		}                                                                              \
		assert_true(condition);                                                        \
	} while (0)

static void
assert_broken_why(const char *words)
{
	if (!c.s->head.broken || strstr(c.s->head.why, words) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", c.s->head.why, words);
}

static void
commit_setting(const char *value)
{
	store_server_setting_set(c.s, "motd", value);
	assert_int_equal(store_commit(c.s, NULL), STORE_OK);
}

TEST(the_limits_are_as_documented_in_LIMITS_D13)
{
	assert_int_equal(PG_LIMITS.refuse_after_ms, 1000);
	assert_int_equal(PG_LIMITS.give_up_after_ms, 5000);
	assert_int_equal(PG_LIMITS.break_after_ms, 60000);
	assert_int_equal(PG_LIMITS.read_wait_ms, 15000);
	assert_int_equal(PG_LIMITS.kept_bytes_max, 64 << 20);
}

TEST(without_answers_writes_are_refused_then_the_connection_is_lost)
{
	int64_t heard;

	c.limits.refuse_after_ms = 60;
	stop_backend();
	commit_setting("late");
	heard = c.s->last_answer_ms;
	RUN_UNTIL(store_refusing(c.s));
	assert_in_range(pg_now_ms() - heard, 60, VERY_LONG_MS);
	assert_int_equal(c.s->conn_state, PG_SILENT);
	c.limits.give_up_after_ms = 200;
	RUN_UNTIL(c.s->conn_state == PG_LOST);
	assert_in_range(pg_now_ms() - heard, 200, VERY_LONG_MS);
	c.limits.give_up_after_ms = VERY_LONG_MS; /* the next connection may be slow */
	let_it_go_on();
	RUN_UNTIL(c.s->conn_state == PG_UP);
	assert_int_equal(store_save(c.s, NULL), STORE_OK);
	assert_int_equal(
	    number("SELECT count(*) FROM connection.server_setting WHERE value = 'late'"), 1);
}

TEST(late_answers_do_not_lose_the_connection)
{
	c.limits.refuse_after_ms = 60;
	stop_backend();
	commit_setting("late");
	RUN_UNTIL(store_refusing(c.s));
	let_it_go_on();
	RUN_UNTIL(!store_refusing(c.s));
	assert_int_equal(c.s->losses, 0);
	assert_int_equal(store_save(c.s, NULL), STORE_OK);
}

TEST(a_database_unreachable_for_too_long_breaks_the_store)
{
	int64_t began;

	commit_setting("kept");
	be_away();
	began = c.s->first_loss_ms;
	assert_false(c.s->head.broken);
	c.limits.break_after_ms = 250;
	RUN_UNTIL(c.s->head.broken);
	assert_in_range(pg_now_ms() - began, 250, VERY_LONG_MS);
	assert_broken_why("cannot be reached");
}

/* The time limit starts again once a turn has been answered. */
TEST(a_reconnection_restarts_the_time_limit)
{
	for (unsigned i = 0; i < 3; i++) {
		be_away();
		assert_int_equal(c.s->losses, 1);
		assert_in_range(pg_now_ms() - c.s->first_loss_ms, 0, VERY_LONG_MS / 10);
		commit_setting("kept");
		run("ALTER ROLE CURRENT_USER LOGIN");
		RUN_UNTIL(c.s->conn_state == PG_UP);
		assert_int_equal(store_save(c.s, NULL), STORE_OK);
		assert_int_equal(c.s->losses, 0);
	}
}

TEST(a_read_waits_for_a_limited_time)
{
	struct user_record u;
	int64_t began;

	c.limits.read_wait_ms = 250;
	be_away();
	began = pg_now_ms();
	assert_false(store_user_by_id(c.s, 1, &u));
	assert_in_range(pg_now_ms() - began, 250, VERY_LONG_MS);
	assert_broken_why("cannot be reached");
}

/* Waits for the missing answer until the connection counts as lost, and then for a new
 * connection. */
TEST(a_read_without_an_answer_waits_for_a_limited_time)
{
	struct user_record u;
	int64_t began;

	c.limits.give_up_after_ms = 100;
	c.limits.read_wait_ms = 300;
	stop_backend();
	began = pg_now_ms();
	assert_false(store_user_by_id(c.s, 1, &u));
	assert_in_range(pg_now_ms() - began, 300, VERY_LONG_MS);
	assert_broken_why("cannot be reached");
}

TEST(data_kept_without_a_connection_is_bounded)
{
	char value[200] = { 0 };
	unsigned n = 0;

	memset(value, 'x', sizeof(value) - 1);
	c.limits.kept_bytes_max = 20000;
	be_away();
	for (; !c.s->head.broken && n < 1000; n++)
		store_server_setting_set(c.s, "motd", value);
	assert_broken_why("too much waits for it");
	assert_in_range(
	    c.s->unanswered.bytes, 20000, 20000 + 2 * sizeof(struct pg_sent_statement));
	assert_in_range(n, 2, 100);
}

TEST(unanswered_data_while_connected_is_not_bounded)
{
	char value[200] = { 0 };

	memset(value, 'x', sizeof(value) - 1);
	c.limits.kept_bytes_max = 1000;
	for (unsigned i = 0; i < 100; i++)
		store_server_setting_set(c.s, "motd", value);
	assert_true(c.s->unanswered.bytes > 1000);
	assert_int_equal(store_save(c.s, NULL), STORE_OK);
	assert_int_equal(c.s->unanswered.bytes, 0);
}

/* ---- which backend is terminated ---- */

#define BACKEND_COUNT_SQL "SELECT count(*) FROM pg_stat_activity WHERE pid = %d"

static int64_t
backends_alive(int pid)
{
	char sql[100];

	(void)snprintf(sql, sizeof(sql), BACKEND_COUNT_SQL, pid);
	return number(sql);
}

/* Counts the lock connections started since the last call, identified by start time, because
 * they exist only briefly. */
static unsigned
connection_attempts(int64_t *last)
{
	int64_t now =
	    number("SELECT coalesce(max(" PG_BACKEND_START_SQL "), 0) FROM pg_stat_activity "
		   "WHERE application_name = 'gammond'");
	unsigned is_new = now > *last;

	*last = now > *last ? now : *last;
	return is_new;
}

/* A backend with the same pid that was started at another time belongs to another client. */
TEST(a_backend_with_a_reused_pid_is_not_terminated)
{
	struct pg_backend other = c.s->backend;
	struct pg_new_connection found;
	struct pg_reconnect *a;
	int64_t last = c.s->backend.process_started_us;
	unsigned tries = 0;
	int fd[2];

	assert_true(other.pid > 0 && other.process_started_us > 1700000000000000);
	assert_int_equal(pipe(fd), 0);
	a = pg_reconnect_start(c.s->conninfo, "connection", true, fd[1]);
	assert_non_null(a);
	other.process_started_us -= 1000000;
	pg_reconnect_request(a, other, c.s->generation);
	while (tries < 2) { /* waits until the first try has been given up */
		assert_false(pg_reconnect_has_result(a));
		tries += connection_attempts(&last);
		(void)poll(NULL, 0, 10);
	}
	assert_int_equal(backends_alive(other.pid), 1);
	pg_reconnect_stop(&a);

	a = pg_reconnect_start(c.s->conninfo, "connection", true, fd[1]);
	assert_non_null(a);
	pg_reconnect_request(a, c.s->backend, c.s->generation);
	assert_true(pg_reconnect_take_result(a, VERY_LONG_MS / 10, &found));
	assert_non_null(found.conn);
	assert_int_equal(PQbackendPID(found.conn), found.backend.pid);
	assert_true(found.backend.process_started_us > c.s->backend.process_started_us);
	assert_int_equal(backends_alive(other.pid), 0);
	PQfinish(found.conn);
	pg_reconnect_stop(&a);
	(void)close(fd[0]);
	(void)close(fd[1]);
}

/* The answer that grants the lock is lost with the connection, and PostgreSQL does not notice:
 * that connection stays open. */
static struct {
	atomic_bool asked;
	atomic_int has_it; /* pid of a PostgreSQL backend */
	int kept;          /* socket of that connection */
} lost_connection = { .kept = -1 };

bool __real_pg_try_lock(PGconn *conn, int64_t until_ms, bool *taken_out, struct sbuf *error);
bool __wrap_pg_try_lock(PGconn *conn, int64_t until_ms, bool *taken_out, struct sbuf *error);

bool
__wrap_pg_try_lock(PGconn *conn, int64_t until_ms, bool *taken_out, struct sbuf *error)
{
	int pair[2];

	if (!__real_pg_try_lock(conn, until_ms, taken_out, error))
		return false;
	if (!*taken_out || !atomic_exchange(&lost_connection.asked, false))
		return true;
	lost_connection.kept = dup(PQsocket(conn));
	CHECK(lost_connection.kept >= 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	CHECK(dup2(pair[0], PQsocket(conn)) >= 0);
	(void)close(pair[0]);
	(void)close(pair[1]);
	atomic_store(&lost_connection.has_it, PQbackendPID(conn));
	return false;
}

TEST(a_backend_that_holds_the_lock_unknowingly_is_terminated)
{
	atomic_store(&lost_connection.asked, true);
	commit_setting("kept");
	run("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE "
	    "pid <> pg_backend_pid() AND application_name = 'gammond'");
	RUN_UNTIL(c.s->conn_state == PG_LOST);
	RUN_UNTIL(c.s->conn_state == PG_UP);
	assert_int_not_equal(lost_connection.has_it, 0);
	assert_int_not_equal(c.s->backend.pid, lost_connection.has_it);
	assert_int_equal(backends_alive(lost_connection.has_it), 0);
	assert_int_equal(store_save(c.s, NULL), STORE_OK);
	(void)close(lost_connection.kept);
}
