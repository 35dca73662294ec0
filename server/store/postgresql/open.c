/* SPDX-License-Identifier: MIT */
/* Opens and closes a PostgreSQL database, and waits for another server to release one.
 *
 * The order matters, as with SQLite: nothing is written before the database has proved to be
 * ours or empty, and not newer than the program.  Even then only the process that holds the
 * lock writes.  All migrations are one transaction, which also sets the version.
 *
 * Texts must be compared and sorted as bytes, with the upper and lower case of ASCII:
 * check_locale refuses a database that was created otherwise. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "embed.h"
#include "store/dialect.h"

#define OLDEST_SERVER_VERSION 130000
#define LOCK_TRIES 30 /* PostgreSQL soon releases the lock of a server that was killed */
#define LOCK_WAIT_MS 100
#define SCRIPT_MAX 65536u
#define DISK_FULL "53100" /* SQLSTATE */

#define LOCK_POLL_MS 250
#define ANSWER_TIMEOUT_MS 10000 /* time for an answer while waiting for another server */
#define NO_PROGRESS_MS 12000
/* After PostgreSQL was unreachable, the previous server has this long to take the lock again
 * (reconnect.c). */
#define RETURN_GRACE_MS 5000
#define NO_PROGRESS_SQL "12 seconds"

/* Creates a table before the first migration.  Its single row contains the version of the
 * schema, the generation (the number of the server that may write), and the number of turns
 * committed. */
static const char CREATE_BASE_SQL[] =
    "CREATE EXTENSION IF NOT EXISTS citext SCHEMA public;"
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END$$;"
    "CREATE TABLE gammond (version bigint NOT NULL, generation bigint NOT NULL, "
    "turn bigint NOT NULL);"
    "INSERT INTO gammond VALUES (0, 0, 0)";

struct opening {
	struct store *s;
	struct sbuf *error;
	int newest_version, found_version; /* schema versions; found 0: none */
	bool database_is_empty;            /* no tables */
	bool has_answer_timeout;           /* an answer may take only ANSWER_TIMEOUT_MS */
	struct pg_backend own; /* the backend of this connection, which asks for the lock */
};

/* Breaks the store after a warning.  Only a COMMIT causes one: the turn is not on the standbys'
 * disks as required.  But a warning that PostgreSQL is about to close the connection (class
 * 57P) is treated as a lost connection. */
static void
on_notice(void *ctx, const PGresult *r)
{
	struct store *s = ctx;
	const char *severity = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);
	const char *message = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
	char text[sizeof(s->head.why)];
	struct sbuf why;

	if (PQpipelineStatus(s->conn) == PQ_PIPELINE_OFF || severity == NULL ||
	    strcmp(severity, "WARNING") != 0)
		return;
	s->cut = state != NULL && strncmp(state, "57P", 3) == 0;
	if (s->cut)
		return;
	SBUF_INIT(&why, text);
	sbuf_addf(&why, "storage failure: %s", message != NULL ? message : "a warning");
	sql_break_store(s, text);
}

static void
ignore_notice(void *ctx, const PGresult *r)
{
	(void)ctx;
	(void)r;
}

/* ---- before the pipeline ---- */

void
pg_add_first_line(struct sbuf *error, const char *message)
{
	if (error != NULL)
		sbuf_addn(error, message, strcspn(message, "\n"));
}

/* Waits for the next result of a query.  Returns NULL at the end of the results.  Also returns
 * NULL on a failure or after a timeout; then the connection is unusable. */
static PGresult *
next_result(PGconn *conn, int64_t until_ms, bool *late_out)
{
	while (PQisBusy(conn)) {
		struct pollfd fd = { .fd = PQsocket(conn), .events = POLLIN };
		int64_t left = until_ms == PG_NO_DEADLINE ? -1 : until_ms - pg_now_ms();

		if (until_ms != PG_NO_DEADLINE && left <= 0) {
			*late_out = true;
			return NULL;
		}
		if ((poll(&fd, 1, (int)left) < 0 && errno != EINTR) ||
		    PQconsumeInput(conn) != 1)
			return NULL;
	}
	return PQgetResult(conn);
}

bool
pg_query_value(
    PGconn *conn, int64_t until_ms, const char *sql, char *out, size_t size, struct sbuf *error)
{
	bool sent = PQsendQuery(conn, sql) == 1, refused = false, late = false;
	PGresult *r;

	if (out != NULL)
		out[0] = '\0';
	while (sent && (r = next_result(conn, until_ms, &late)) != NULL) {
		ExecStatusType status = PQresultStatus(r);

		if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
			pg_add_first_line(refused ? NULL : error, PQresultErrorMessage(r));
			refused = true;
		} else if (out != NULL && PQntuples(r) > 0 && PQnfields(r) > 0) {
			(void)sbuf_copy(out, size, PQgetvalue(r, 0, 0));
		}
		PQclear(r);
	}
	if (refused)
		return false;
	if (sent && PQstatus(conn) == CONNECTION_OK && !PQisBusy(conn))
		return true;
	pg_add_first_line(error, late ? "there was no answer" : PQerrorMessage(conn));
	return false;
}

/* Returns the statement that sets synchronous_commit.  With "off", PostgreSQL would answer
 * before a turn is on disk; stricter levels are the operator's choice.  The parameter is set in
 * any case, because a value set in the session does not change when PostgreSQL reloads its
 * configuration. */
static const char *
durability_sql(bool durable)
{
	return durable ? "SELECT set_config('synchronous_commit', "
			 "replace(current_setting('synchronous_commit'), 'off', 'on'), false)"
		       : "SET synchronous_commit = off";
}

bool
pg_configure_session(
    PGconn *conn, int64_t until_ms, const char *schema, bool durable, struct sbuf *error)
{
	char sql[200];

	(void)snprintf(sql, sizeof(sql), "SET search_path = %s, public", schema);
	return pg_query_value(conn, until_ms, DIALECT_PG_SESSION_SQL, NULL, 0, error) &&
	       pg_query_value(conn, until_ms, durability_sql(durable), NULL, 0, error) &&
	       (schema[0] == '\0' || pg_query_value(conn, until_ms, sql, NULL, 0, error));
}

bool
pg_identify_backend(
    PGconn *conn, int64_t until_ms, struct pg_backend *own_out, struct sbuf *error)
{
	char text[32];

	if (!pg_query_value(conn, until_ms,
		"SELECT " PG_BACKEND_START_SQL
		" FROM pg_stat_activity WHERE pid = pg_backend_pid()",
		text, sizeof(text), error))
		return false;
	*own_out = (struct pg_backend){ PQbackendPID(conn), strtoll(text, NULL, 10) };
	if (own_out->process_started_us != 0)
		return true;
	pg_add_first_line(error, "PostgreSQL does not say when the connection began");
	return false;
}

bool
pg_try_lock(PGconn *conn, int64_t until_ms, bool *taken_out, struct sbuf *error)
{
	char text[32];

	if (!pg_query_value(conn, until_ms,
		"SELECT pg_try_advisory_lock(1734438253, hashtext(current_schema()))", text,
		sizeof(text), error))
		return false;
	*taken_out = strcmp(text, "t") == 0;
	return true;
}

static int64_t
answer_deadline_ms(const struct opening *o)
{
	return o->has_answer_timeout ? pg_now_ms() + ANSWER_TIMEOUT_MS : PG_NO_DEADLINE;
}

/* Runs a query during opening.  A failure is reported and ends the opening. */
static bool
ask(struct opening *o, const char *sql, char *out, size_t size)
{
	char text[400];
	struct sbuf why;

	SBUF_INIT(&why, text);
	if (pg_query_value(o->s->conn, answer_deadline_ms(o), sql, out, size, &why))
		return true;
	sbuf_addf(o->error, "the database: %s", text);
	return false;
}

static bool
run(struct opening *o, const char *sql)
{
	return ask(o, sql, NULL, 0);
}

PGconn *
pg_connect(const char *conninfo)
{
	/* parameters in conninfo take precedence */
	const char *const names[] = { "fallback_application_name", "connect_timeout",
		"keepalives_idle", "keepalives_interval", "keepalives_count",
		"tcp_user_timeout", "dbname", NULL };
	const char *const values[] = { "gammond", "10", "5", "2", "3", "10000", conninfo,
		NULL };

	return PQconnectdbParams(names, values, 1);
}

/* Refuses a connection pooler, which may run each transaction in another session, without the
 * settings and the lock of this session.  The process number that libpq receives from a pooler
 * is not that of the session. */
static enum store_err
refuse_pooler(struct opening *o)
{
	char pid[32];

	if (!ask(o, "SELECT pg_backend_pid()", pid, sizeof(pid)))
		return STORE_INACCESSIBLE;
	if (strtol(pid, NULL, 10) == PQbackendPID(o->s->conn))
		return STORE_OK;
	sbuf_add(o->error,
	    "the database: conninfo leads to a connection pooler such as pgbouncer; the server "
	    "must connect to PostgreSQL itself");
	return STORE_INACCESSIBLE;
}

/* Returns whether the server could not be reached, closed the connection, or did not answer. */
static bool
is_unreachable(const struct opening *o)
{
	const PGconn *conn = o->s->conn;

	return PQstatus(conn) != CONNECTION_OK ||
	       (o->has_answer_timeout && PQtransactionStatus(conn) == PQTRANS_ACTIVE);
}

static enum store_err
connect_to(struct opening *o)
{
	enum store_err err;

	o->s->conn = pg_connect(o->s->conninfo);
	if (PQstatus(o->s->conn) != CONNECTION_OK) {
		sbuf_add(o->error, "the database: ");
		pg_add_first_line(o->error, PQerrorMessage(o->s->conn));
		return STORE_INACCESSIBLE;
	}
	(void)PQsetNoticeReceiver(o->s->conn, on_notice, o->s);
	if (PQserverVersion(o->s->conn) < OLDEST_SERVER_VERSION) {
		sbuf_addf(o->error, "PostgreSQL %d is too old: it must be %d or newer",
		    PQserverVersion(o->s->conn) / 10000, OLDEST_SERVER_VERSION / 10000);
		return STORE_INACCESSIBLE;
	}
	err = refuse_pooler(o); /* before the settings, which a pooler would share */
	if (err == STORE_OK && !pg_configure_session(o->s->conn, answer_deadline_ms(o), "",
				   o->s->durable, o->error))
		err = STORE_INACCESSIBLE;
	return err;
}

/* Creates a private schema for a store used by tests. */
static enum store_err
create_private_schema(struct opening *o)
{
	static unsigned made;
	struct store *s = o->s;
	char sql[200];

	(void)snprintf(s->private_schema, sizeof(s->private_schema), "private_%ld_%u",
	    (long)getpid(), made++);
	(void)snprintf(sql, sizeof(sql), "CREATE SCHEMA %s; SET search_path = %s, public",
	    s->private_schema, s->private_schema);
	return run(o, sql) ? STORE_OK : STORE_INACCESSIBLE;
}

/* ---- origin ---- */

static enum store_err
check_locale(struct opening *o)
{
	char text[100];

	if (!ask(o,
		"SELECT pg_encoding_to_char(encoding) || ' ' || datcollate || ' ' || datctype "
		"FROM pg_database WHERE datname = current_database()",
		text, sizeof(text)))
		return STORE_INACCESSIBLE;
	if (strcmp(text, "SQL_ASCII C C") == 0)
		return STORE_OK;
	sbuf_addf(o->error,
	    "the database has the wrong encoding and locale (%s): make it with 'createdb -T "
	    "template0 -E SQL_ASCII -l C NAME'",
	    text);
	return STORE_FOREIGN;
}

static enum store_err
take_lock(struct opening *o)
{
	bool taken;

	if (!pg_identify_backend(o->s->conn, PG_NO_DEADLINE, &o->own, o->error))
		return STORE_INACCESSIBLE;
	for (unsigned i = 0; i < LOCK_TRIES; i++) {
		if (!pg_try_lock(o->s->conn, PG_NO_DEADLINE, &taken, o->error))
			return STORE_INACCESSIBLE;
		if (taken)
			return STORE_OK;
		(void)poll(NULL, 0, LOCK_WAIT_MS);
	}
	sbuf_add(o->error, "another server uses the database");
	return STORE_LOCKED;
}

static enum store_err
identify_database(struct opening *o)
{
	char text[32];

	if (!ask(o, "SELECT to_regclass('gammond')", text, sizeof(text)))
		return STORE_INACCESSIBLE;
	if (text[0] == '\0') {
		if (!ask(o,
			"SELECT count(*) FROM pg_class WHERE relnamespace = "
			"current_schema()::regnamespace AND relkind IN ('r', 'p', 'v')",
			text, sizeof(text)))
			return STORE_INACCESSIBLE;
		o->database_is_empty = strcmp(text, "0") == 0;
		if (o->database_is_empty)
			return STORE_OK;
		sbuf_add(o->error, "the database belongs to another program");
		return STORE_FOREIGN;
	}
	if (!ask(o, "SELECT version FROM gammond", text, sizeof(text)))
		return STORE_INACCESSIBLE;
	o->found_version = (int)strtol(text, NULL, 10);
	if (o->found_version <= o->newest_version)
		return STORE_OK;
	sbuf_addf(o->error,
	    "the database has schema version %d, but this program knows only %d: use a newer "
	    "program",
	    o->found_version, o->newest_version);
	return STORE_NEWER;
}

/* ---- migrations ---- */

/* Runs SQL of a migration.  Returns STORE_FULL if the server's disk is full. */
static enum store_err
run_script(struct opening *o, const char *sql)
{
	PGresult *r = PQexec(o->s->conn, sql);
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
	ExecStatusType status = PQresultStatus(r);
	enum store_err err = STORE_OK;

	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
		err =
		    state != NULL && strcmp(state, DISK_FULL) == 0 ? STORE_FULL : STORE_DAMAGED;
		sbuf_add(o->error, "the database: ");
		pg_add_first_line(o->error, PQerrorMessage(o->s->conn));
	}
	PQclear(r);
	return err;
}

static enum store_err
run_migration(struct opening *o, const struct embedded *file)
{
	char *script = malloc(SCRIPT_MAX);
	struct sbuf b;
	enum store_err err;

	CHECK(script != NULL);
	sbuf_init(&b, script, SCRIPT_MAX);
	CHECK(dialect_script(file->data, &b));
	sbuf_addf(&b, "UPDATE gammond SET version = %d", sql_migration_number(file->name));
	CHECK(sbuf_ok(&b));
	err = run_script(o, script);
	free(script);
	if (err != STORE_OK)
		sbuf_addf(o->error, ", in %s", file->name);
	return err;
}

/* Runs the migrations that are due.  An error ends the opening, and with it the transaction. */
static enum store_err
run_pending_migrations(struct opening *o)
{
	enum store_err err;

	if (o->found_version == o->newest_version)
		return STORE_OK;
	err = run_script(o, "BEGIN");
	if (err == STORE_OK && o->database_is_empty)
		err = run_script(o, CREATE_BASE_SQL);
	for (const struct embedded *f = EMBEDDED; err == STORE_OK && f->name != NULL; f++)
		if (sql_migration_number(f->name) > o->found_version)
			err = run_migration(o, f);
	return err == STORE_OK ? run_script(o, "COMMIT") : err;
}

/* ---- opening ---- */

static enum store_err
begin_generation(struct opening *o)
{
	char text[64];
	char *end;

	if (!ask(o,
		"UPDATE gammond SET generation = generation + 1 "
		"RETURNING generation || ' ' || turn",
		text, sizeof(text)))
		return STORE_INACCESSIBLE;
	o->s->generation = strtoll(text, &end, 10);
	o->s->earlier_turns = strtoll(end, NULL, 10);
	if (!ask(o, "SELECT coalesce(max(id), 0) FROM action", text, sizeof(text)))
		return STORE_INACCESSIBLE;
	o->s->head.id_runs = (struct sql_id_runs){
		strtoll(text, NULL, 10) + SQL_ID_RUN_MAX, SQL_ID_RUN_MAX
	}; /* long runs, because PostgreSQL logs rows rather than pages */
	return STORE_OK;
}

bool
pg_begin_pipeline(struct store *s, PGconn *conn, struct pg_backend backend)
{
	s->conn = conn;
	s->socket = PQsocket(conn);
	s->backend = backend; /* libpq forgets the backend when the connection is lost */
	(void)PQsetNoticeReceiver(conn, on_notice, s);
	if (PQsetnonblocking(conn, 1) != 0 || PQenterPipelineMode(conn) != 1)
		return false;
	pg_prepare_turn_statements(s);
	return true;
}

static enum store_err
begin_pipeline(struct opening *o)
{
	struct store *s = o->s;

	if (pipe(s->wake_pipe) != 0 || fcntl(s->wake_pipe[0], F_SETFL, O_NONBLOCK) != 0 ||
	    fcntl(s->wake_pipe[1], F_SETFL, O_NONBLOCK) != 0 ||
	    fcntl(s->wake_pipe[0], F_SETFD, FD_CLOEXEC) != 0 ||
	    fcntl(s->wake_pipe[1], F_SETFD, FD_CLOEXEC) != 0) {
		sbuf_addf(o->error, "cannot make a pipe: %s", strerror(errno));
		return STORE_INACCESSIBLE;
	}
	if (!pg_begin_pipeline(s, s->conn, o->own)) {
		pg_add_first_line(o->error, PQerrorMessage(s->conn));
		return STORE_INACCESSIBLE;
	}
	pg_prepare_all(s);
	if (s->head.broken) {
		sbuf_add(o->error, s->head.why);
		return STORE_DAMAGED;
	}
	s->last_commit_ms = s->judged_ms = pg_now_ms();
	if (s->read_only)
		return STORE_OK;
	s->reconnect =
	    pg_reconnect_start(s->conninfo, s->private_schema, s->durable, s->wake_pipe[1]);
	if (s->reconnect != NULL)
		return STORE_OK;
	sbuf_addf(o->error, "cannot start a thread: %s", strerror(errno));
	return STORE_INACCESSIBLE;
}

static enum store_err
open_writer_steps(struct opening *o, bool private)
{
	enum store_err err = connect_to(o);

	if (err == STORE_OK && private)
		err = create_private_schema(o);
	if (err == STORE_OK)
		err = check_locale(o);
	if (err == STORE_OK)
		err = take_lock(o);
	if (err == STORE_OK)
		err = identify_database(o);
	if (err == STORE_OK)
		err = run_pending_migrations(o);
	if (err == STORE_OK)
		err = begin_generation(o);
	return err == STORE_OK ? begin_pipeline(o) : err;
}

static enum store_err
open_reader_steps(struct opening *o)
{
	enum store_err err = connect_to(o);

	if (err == STORE_OK)
		err = check_locale(o);
	if (err == STORE_OK && !run(o, "SET default_transaction_read_only = on"))
		err = STORE_INACCESSIBLE;
	if (err == STORE_OK)
		err = identify_database(o);
	if (err != STORE_OK)
		return err;
	if (o->found_version == o->newest_version)
		return begin_pipeline(o);
	if (o->found_version == 0) {
		sbuf_add(o->error, "the database is empty");
		return STORE_INACCESSIBLE;
	}
	sbuf_addf(o->error,
	    "the database has schema version %d, this program needs %d: the server brings it "
	    "up "
	    "to date when it starts",
	    o->found_version, o->newest_version);
	return STORE_OLDER;
}

/* Drops a private schema over a new connection, because the store's connection may have
 * failed. */
static void
release_store(struct store *s)
{
	char sql[100];

	pg_reconnect_stop(&s->reconnect);
	PQfinish(s->conn);
	if (s->private_schema[0] != '\0') {
		PGconn *conn = PQconnectdb(s->conninfo);

		(void)PQsetNoticeReceiver(conn, ignore_notice, NULL);
		(void)snprintf(sql, sizeof(sql), "DROP SCHEMA %s CASCADE", s->private_schema);
		PQclear(PQexec(conn, sql));
		PQfinish(conn);
	}
	for (unsigned i = 0; i < ARRAY_LEN(s->wake_pipe); i++)
		if (s->wake_pipe[i] >= 0)
			(void)close(s->wake_pipe[i]);
	pg_drop_all_turns(s);
	PQclear(s->kept_result);
	free(s->conninfo);
	free(s);
}

static struct store *
new_store(const char *database)
{
	struct store *s = calloc(1, sizeof(*s));

	if (s != NULL)
		s->conninfo =
		    strdup(database != NULL ? database + strlen(PG_DATABASE_PREFIX) : "");
	CHECK(s != NULL && s->conninfo != NULL);
	s->head.engine = &STORE_POSTGRESQL;
	s->head.driver = &PG_DRIVER;
	s->limits = &PG_LIMITS;
	s->wake_pipe[0] = s->wake_pipe[1] = -1;
	return s;
}

static enum store_err
open_database(const char *database, bool reader, enum store_durability durability,
    struct store **store_out, struct sbuf *error)
{
	char unread[1];
	struct sbuf nobody;
	struct opening o = { .s = new_store(database), .newest_version = sql_schema_version() };
	enum store_err err;

	SBUF_INIT(&nobody, unread);
	o.error = error != NULL ? error : &nobody;
	*store_out = NULL;
	o.s->read_only = reader;
	o.s->durable = durability == STORE_DURABLE_FULL;
	err = reader ? open_reader_steps(&o) : open_writer_steps(&o, database == NULL);
	if (err != STORE_OK && is_unreachable(&o))
		err = STORE_UNREACHABLE;
	if (err == STORE_OK)
		*store_out = o.s;
	else
		release_store(o.s);
	return err;
}

static enum store_err
open_writer(const char *database, enum store_durability durability, struct store **store_out,
    struct sbuf *error)
{
	return open_database(database, false, durability, store_out, error);
}

static enum store_err
open_reader(const char *database, struct store **store_out, struct sbuf *error)
{
	return open_database(database, true, STORE_DURABLE_FULL, store_out, error);
}

static void
close_store(struct store *s)
{
	release_store(s);
}

/* ---- work that PostgreSQL does itself ---- */

/* Opens a reader, which prepares all statements and so shows that every table and column
 * exists.  No further check is needed, because PostgreSQL checks its own pages. */
static enum store_err
check_database(const char *database, bool whole, struct store_stop *stop, struct sbuf *why)
{
	struct store *s;
	enum store_err err = open_reader(database, &s, why);

	(void)whole;
	(void)stop;
	if (err == STORE_OK)
		close_store(s);
	return err;
}

static enum store_err
repair_database(const char *database, struct sbuf *error)
{
	(void)database;
	sbuf_add(error, "PostgreSQL rebuilds its indexes itself: reindexdb(1)");
	return STORE_INACCESSIBLE;
}

static enum store_err
backup_database(const char *database, const char *to, struct sbuf *error)
{
	(void)database;
	(void)to;
	sbuf_add(error, "PostgreSQL has its own tool for copying a database: pg_dump(1)");
	return STORE_INACCESSIBLE;
}

static enum store_err
measure_space(const char *database, struct store_space *s_out, struct sbuf *error)
{
	(void)database;
	(void)s_out;
	sbuf_add(error, "PostgreSQL does not report the free space of its disk");
	return STORE_INACCESSIBLE;
}

static bool
database_exists(const char *database)
{
	(void)database;
	return true; /* opening reports errors */
}

/* ---- waiting for another server ---- */

/* Terminates the connection of a server that holds the lock but makes no progress: the server
 * is frozen, or its machine has vanished without PostgreSQL noticing.  PostgreSQL must have
 * been waiting for that server for the whole time.  A server that waits for PostgreSQL, during
 * a migration or for a standby, is healthy. */
static bool
end_other_server(struct opening *o)
{
	return run(o,
	    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid) "
	    "WHERE wait_event_type = 'Client' AND "
	    "state_change < now() - interval '" NO_PROGRESS_SQL "' AND " PG_LOCK_CONDITION_SQL);
}

/* Waits until no process holds the lock.  While a turn number in the database changes, another
 * server is working; an empty database has none yet.  back: PostgreSQL was unreachable, so the
 * previously active server gets some time to take the lock again.  Returns false on failure. */
static bool
wait_for_lock(struct opening *o, bool back, store_waiting_fn *waits, void *ctx)
{
	char locked[8], turn[32] = "", before[32] = "";
	int64_t since_ms = pg_now_ms();

	for (;; (void)poll(NULL, 0, LOCK_POLL_MS)) {
		if (!ask(o, "SELECT count(*) FROM pg_locks WHERE " PG_LOCK_CONDITION_SQL,
			locked, sizeof(locked)) ||
		    (!o->database_is_empty &&
			!ask(o, "SELECT turn FROM gammond", turn, sizeof(turn))))
			return false;
		if (strcmp(locked, "0") == 0 &&
		    (!back || pg_now_ms() - since_ms >= RETURN_GRACE_MS))
			return true;
		waits(ctx, NULL);
		if (strcmp(locked, "0") == 0)
			continue;
		back = false;
		if (strcmp(turn, before) != 0)
			since_ms = pg_now_ms();
		(void)sbuf_copy(before, sizeof(before), turn);
		if (pg_now_ms() - since_ms >= NO_PROGRESS_MS && !end_other_server(o))
			return false;
	}
}

/* Connects once and waits for the lock over that connection. */
static enum store_err
wait_once_for_lock(
    const char *database, bool *there, store_waiting_fn *waits, void *ctx, struct sbuf *error)
{
	struct opening o = { .error = error,
		.newest_version = sql_schema_version(),
		.has_answer_timeout = true };
	const bool back = *there;
	enum store_err err;

	o.s = new_store(database);
	err = connect_to(&o);
	if (err == STORE_OK)
		err = identify_database(&o);
	*there = *there || err == STORE_OK;
	if (err == STORE_OK && !wait_for_lock(&o, back, waits, ctx))
		err = STORE_INACCESSIBLE;
	if (err != STORE_OK && is_unreachable(&o))
		err = STORE_UNREACHABLE;
	release_store(o.s);
	return err;
}

/* Waits without a limit: this process has acknowledged nothing to users, and moving PostgreSQL
 * to another machine may take any time. */
static enum store_err
wait_until_free(const char *database, bool was_there, store_waiting_fn *waits, void *ctx,
    struct sbuf *error)
{
	enum store_err err;

	while ((err = wait_once_for_lock(database, &was_there, waits, ctx, error)) ==
		   STORE_UNREACHABLE &&
	       was_there) {
		waits(ctx, error->text);
		sbuf_init(error, error->text, error->size);
		(void)poll(NULL, 0, LOCK_POLL_MS);
	}
	return err;
}

const struct store_engine STORE_POSTGRESQL = {
	.name = "postgresql",
	.open = open_writer,
	.open_reader = open_reader,
	.close = close_store,
	.check = check_database,
	.repair = repair_database,
	.backup = backup_database,
	.measure_space = measure_space,
	.exists = database_exists,
	.wait_until_free = wait_until_free,
#define ENGINE_VERB(type, name, params, args) .name = pg_##name,
#define ENGINE_VOID_VERB(name, params, args) .name = pg_##name,
#define VERB(type, name, params, args) .name = verb_##name,
#define VOID_VERB(name, params, args) .name = verb_##name,
#include "store/verbs.def"
};
