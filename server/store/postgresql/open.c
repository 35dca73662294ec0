/* SPDX-License-Identifier: MIT */
/* Opens and closes a PostgreSQL database, and waits for another server to release one.
 *
 * The order matters, as with SQLite: nothing is written before the database has proved to be
 * ours or empty, and not newer than the program.  Even then only the process that holds the
 * lock writes.  All migrations are one transaction, which also sets the version.
 *
 * Texts must be compared and sorted as bytes, with the upper and lower case of ASCII:
 * look_at_locale refuses a database that was created otherwise. */
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

#define OLDEST_SERVER 130000
#define LOCK_TRIES 30 /* PostgreSQL soon releases the lock of a server that was killed */
#define LOCK_WAIT_MS 100
#define SCRIPT_MAX 65536u
#define DISK_FULL "53100" /* SQLSTATE */

#define WAIT_MS 250
#define ANSWER_MS 10000 /* time for an answer while waiting for another server */
#define STILL_MS 12000
/* After PostgreSQL was unreachable, the previous server has this long to take the lock again
 * (reconnect.c). */
#define BACK_MS 5000
#define STILL_TEXT "12 seconds"

/* Creates a table before the first migration.  Its single row contains the version of the
 * schema, the generation (the number of the server that may write), and the number of turns
 * committed. */
static const char FIRST[] =
    "CREATE EXTENSION IF NOT EXISTS citext SCHEMA public;"
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END$$;"
    "CREATE TABLE gammond (version bigint NOT NULL, generation bigint NOT NULL, "
    "turn bigint NOT NULL);"
    "INSERT INTO gammond VALUES (0, 0, 0)";

struct opening {
	struct store *s;
	struct sbuf *error;
	int newest, found;     /* schema versions; found 0: none */
	bool empty;            /* no tables */
	bool waits;            /* an answer may take only ANSWER_MS */
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
	SBUF_ON(&why, text);
	sbuf_addf(&why, "storage failure: %s", message != NULL ? message : "a warning");
	sql_break(s, text);
}

static void
no_notices(void *ctx, const PGresult *r)
{
	(void)ctx;
	(void)r;
}

/* ---- before the pipeline ---- */

void
pg_add_line(struct sbuf *error, const char *message)
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
		int64_t left = until_ms == PG_EVER ? -1 : until_ms - pg_now_ms();

		if (until_ms != PG_EVER && left <= 0) {
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
pg_ask(
    PGconn *conn, int64_t until_ms, const char *sql, char *out, size_t size, struct sbuf *error)
{
	bool sent = PQsendQuery(conn, sql) == 1, refused = false, late = false;
	PGresult *r;

	if (out != NULL)
		out[0] = '\0';
	while (sent && (r = next_result(conn, until_ms, &late)) != NULL) {
		ExecStatusType status = PQresultStatus(r);

		if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
			pg_add_line(refused ? NULL : error, PQresultErrorMessage(r));
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
	pg_add_line(error, late ? "there was no answer" : PQerrorMessage(conn));
	return false;
}

/* Returns the statement that sets synchronous_commit.  With "off", PostgreSQL would answer
 * before a turn is on disk; stricter levels are the operator's choice.  The parameter is set in
 * any case, because a value set in the session does not change when PostgreSQL reloads its
 * configuration. */
static const char *
durability_of(bool durable)
{
	return durable ? "SELECT set_config('synchronous_commit', "
			 "replace(current_setting('synchronous_commit'), 'off', 'on'), false)"
		       : "SET synchronous_commit = off";
}

bool
pg_settle(PGconn *conn, int64_t until_ms, const char *schema, bool durable, struct sbuf *error)
{
	char sql[200];

	(void)snprintf(sql, sizeof(sql), "SET search_path = %s, public", schema);
	return pg_ask(conn, until_ms, DIALECT_PG_SESSION, NULL, 0, error) &&
	       pg_ask(conn, until_ms, durability_of(durable), NULL, 0, error) &&
	       (schema[0] == '\0' || pg_ask(conn, until_ms, sql, NULL, 0, error));
}

bool
pg_who(PGconn *conn, int64_t until_ms, struct pg_backend *own_out, struct sbuf *error)
{
	char text[32];

	if (!pg_ask(conn, until_ms,
		"SELECT " PG_STARTED " FROM pg_stat_activity WHERE pid = pg_backend_pid()",
		text, sizeof(text), error))
		return false;
	*own_out = (struct pg_backend){ PQbackendPID(conn), strtoll(text, NULL, 10) };
	if (own_out->started_us != 0)
		return true;
	pg_add_line(error, "PostgreSQL does not say when the connection began");
	return false;
}

bool
pg_try_lock(PGconn *conn, int64_t until_ms, bool *taken_out, struct sbuf *error)
{
	char text[32];

	if (!pg_ask(conn, until_ms,
		"SELECT pg_try_advisory_lock(1734438253, hashtext(current_schema()))", text,
		sizeof(text), error))
		return false;
	*taken_out = strcmp(text, "t") == 0;
	return true;
}

static int64_t
patience(const struct opening *o)
{
	return o->waits ? pg_now_ms() + ANSWER_MS : PG_EVER;
}

/* Runs a query during opening.  A failure is reported and ends the opening. */
static bool
ask(struct opening *o, const char *sql, char *out, size_t size)
{
	char text[400];
	struct sbuf why;

	SBUF_ON(&why, text);
	if (pg_ask(o->s->conn, patience(o), sql, out, size, &why))
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
look_for_pooler(struct opening *o)
{
	char pid[32];

	if (!ask(o, "SELECT pg_backend_pid()", pid, sizeof(pid)))
		return STORE_DIRECTORY;
	if (strtol(pid, NULL, 10) == PQbackendPID(o->s->conn))
		return STORE_OK;
	sbuf_add(o->error,
	    "the database: conninfo leads to a connection pooler such as pgbouncer; the server "
	    "must connect to PostgreSQL itself");
	return STORE_DIRECTORY;
}

/* Returns whether the server could not be reached, closed the connection, or did not answer. */
static bool
is_away(const struct opening *o)
{
	const PGconn *conn = o->s->conn;

	return PQstatus(conn) != CONNECTION_OK ||
	       (o->waits && PQtransactionStatus(conn) == PQTRANS_ACTIVE);
}

static enum store_err
connect_to(struct opening *o)
{
	enum store_err err;

	o->s->conn = pg_connect(o->s->conninfo);
	if (PQstatus(o->s->conn) != CONNECTION_OK) {
		sbuf_add(o->error, "the database: ");
		pg_add_line(o->error, PQerrorMessage(o->s->conn));
		return STORE_DIRECTORY;
	}
	(void)PQsetNoticeReceiver(o->s->conn, on_notice, o->s);
	if (PQserverVersion(o->s->conn) < OLDEST_SERVER) {
		sbuf_addf(o->error, "PostgreSQL %d is too old: it must be %d or newer",
		    PQserverVersion(o->s->conn) / 10000, OLDEST_SERVER / 10000);
		return STORE_DIRECTORY;
	}
	err = look_for_pooler(o); /* before the settings, which a pooler would share */
	if (err == STORE_OK && !pg_settle(o->s->conn, patience(o), "", o->s->durable, o->error))
		err = STORE_DIRECTORY;
	return err;
}

/* Creates a private schema for a store used by tests. */
static enum store_err
make_private(struct opening *o)
{
	static unsigned made;
	struct store *s = o->s;
	char sql[200];

	(void)snprintf(s->schema, sizeof(s->schema), "private_%ld_%u", (long)getpid(), made++);
	(void)snprintf(sql, sizeof(sql), "CREATE SCHEMA %s; SET search_path = %s, public",
	    s->schema, s->schema);
	return run(o, sql) ? STORE_OK : STORE_DIRECTORY;
}

/* ---- origin ---- */

static enum store_err
look_at_locale(struct opening *o)
{
	char text[100];

	if (!ask(o,
		"SELECT pg_encoding_to_char(encoding) || ' ' || datcollate || ' ' || datctype "
		"FROM pg_database WHERE datname = current_database()",
		text, sizeof(text)))
		return STORE_DIRECTORY;
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

	if (!pg_who(o->s->conn, PG_EVER, &o->own, o->error))
		return STORE_DIRECTORY;
	for (unsigned i = 0; i < LOCK_TRIES; i++) {
		if (!pg_try_lock(o->s->conn, PG_EVER, &taken, o->error))
			return STORE_DIRECTORY;
		if (taken)
			return STORE_OK;
		(void)poll(NULL, 0, LOCK_WAIT_MS);
	}
	sbuf_add(o->error, "another server uses the database");
	return STORE_LOCKED;
}

static enum store_err
identify(struct opening *o)
{
	char text[32];

	if (!ask(o, "SELECT to_regclass('gammond')", text, sizeof(text)))
		return STORE_DIRECTORY;
	if (text[0] == '\0') {
		if (!ask(o,
			"SELECT count(*) FROM pg_class WHERE relnamespace = "
			"current_schema()::regnamespace AND relkind IN ('r', 'p', 'v')",
			text, sizeof(text)))
			return STORE_DIRECTORY;
		o->empty = strcmp(text, "0") == 0;
		if (o->empty)
			return STORE_OK;
		sbuf_add(o->error, "the database belongs to another program");
		return STORE_FOREIGN;
	}
	if (!ask(o, "SELECT version FROM gammond", text, sizeof(text)))
		return STORE_DIRECTORY;
	o->found = (int)strtol(text, NULL, 10);
	if (o->found <= o->newest)
		return STORE_OK;
	sbuf_addf(o->error,
	    "the database has schema version %d, but this program knows only %d: use a newer "
	    "program",
	    o->found, o->newest);
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
		pg_add_line(o->error, PQerrorMessage(o->s->conn));
	}
	PQclear(r);
	return err;
}

static enum store_err
migrate_one(struct opening *o, const struct embedded *file)
{
	char *script = malloc(SCRIPT_MAX);
	struct sbuf b;
	enum store_err err;

	CHECK(script != NULL);
	sbuf_init(&b, script, SCRIPT_MAX);
	CHECK(dialect_script(file->data, &b));
	sbuf_addf(&b, "UPDATE gammond SET version = %d", sql_migration_of(file->name));
	CHECK(sbuf_ok(&b));
	err = run_script(o, script);
	free(script);
	if (err != STORE_OK)
		sbuf_addf(o->error, ", in %s", file->name);
	return err;
}

/* Runs the migrations that are due.  An error ends the opening, and with it the transaction. */
static enum store_err
migrate(struct opening *o)
{
	enum store_err err;

	if (o->found == o->newest)
		return STORE_OK;
	err = run_script(o, "BEGIN");
	if (err == STORE_OK && o->empty)
		err = run_script(o, FIRST);
	for (const struct embedded *f = EMBEDDED; err == STORE_OK && f->name != NULL; f++)
		if (sql_migration_of(f->name) > o->found)
			err = migrate_one(o, f);
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
		return STORE_DIRECTORY;
	o->s->generation = strtoll(text, &end, 10);
	o->s->turns_before = strtoll(end, NULL, 10);
	if (!ask(o, "SELECT coalesce(max(id), 0) FROM action", text, sizeof(text)))
		return STORE_DIRECTORY;
	o->s->head.runs = (struct sql_runs){ strtoll(text, NULL, 10) + SQL_RUN_MOST,
		SQL_RUN_MOST }; /* long runs, because PostgreSQL logs rows rather than pages */
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
	pg_prepare_frames(s);
	return true;
}

static enum store_err
begin_pipeline(struct opening *o)
{
	struct store *s = o->s;

	if (pipe(s->wake) != 0 || fcntl(s->wake[0], F_SETFL, O_NONBLOCK) != 0 ||
	    fcntl(s->wake[1], F_SETFL, O_NONBLOCK) != 0 ||
	    fcntl(s->wake[0], F_SETFD, FD_CLOEXEC) != 0 ||
	    fcntl(s->wake[1], F_SETFD, FD_CLOEXEC) != 0) {
		sbuf_addf(o->error, "cannot make a pipe: %s", strerror(errno));
		return STORE_DIRECTORY;
	}
	if (!pg_begin_pipeline(s, s->conn, o->own)) {
		pg_add_line(o->error, PQerrorMessage(s->conn));
		return STORE_DIRECTORY;
	}
	pg_prepare_all(s);
	if (s->head.broken) {
		sbuf_add(o->error, s->head.why);
		return STORE_DAMAGED;
	}
	s->turn_ms = s->looked_ms = pg_now_ms();
	if (s->reader)
		return STORE_OK;
	s->reconnect = pg_reconnect_start(s->conninfo, s->schema, s->durable, s->wake[1]);
	if (s->reconnect != NULL)
		return STORE_OK;
	sbuf_addf(o->error, "cannot start a thread: %s", strerror(errno));
	return STORE_DIRECTORY;
}

static enum store_err
writer_steps(struct opening *o, bool private)
{
	enum store_err err = connect_to(o);

	if (err == STORE_OK && private)
		err = make_private(o);
	if (err == STORE_OK)
		err = look_at_locale(o);
	if (err == STORE_OK)
		err = take_lock(o);
	if (err == STORE_OK)
		err = identify(o);
	if (err == STORE_OK)
		err = migrate(o);
	if (err == STORE_OK)
		err = begin_generation(o);
	return err == STORE_OK ? begin_pipeline(o) : err;
}

static enum store_err
reader_steps(struct opening *o)
{
	enum store_err err = connect_to(o);

	if (err == STORE_OK)
		err = look_at_locale(o);
	if (err == STORE_OK && !run(o, "SET default_transaction_read_only = on"))
		err = STORE_DIRECTORY;
	if (err == STORE_OK)
		err = identify(o);
	if (err != STORE_OK)
		return err;
	if (o->found == o->newest)
		return begin_pipeline(o);
	if (o->found == 0) {
		sbuf_add(o->error, "the database is empty");
		return STORE_DIRECTORY;
	}
	sbuf_addf(o->error,
	    "the database has schema version %d, this program needs %d: the server brings it "
	    "up "
	    "to date when it starts",
	    o->found, o->newest);
	return STORE_OLDER;
}

/* Drops a private schema over a new connection, because the store's connection may have
 * failed. */
static void
release(struct store *s)
{
	char sql[100];

	pg_reconnect_stop(&s->reconnect);
	PQfinish(s->conn);
	if (s->schema[0] != '\0') {
		PGconn *conn = PQconnectdb(s->conninfo);

		(void)PQsetNoticeReceiver(conn, no_notices, NULL);
		(void)snprintf(sql, sizeof(sql), "DROP SCHEMA %s CASCADE", s->schema);
		PQclear(PQexec(conn, sql));
		PQfinish(conn);
	}
	for (unsigned i = 0; i < ARRAY_LEN(s->wake); i++)
		if (s->wake[i] >= 0)
			(void)close(s->wake[i]);
	pg_forget_all(s);
	PQclear(s->kept);
	free(s->conninfo);
	free(s);
}

static struct store *
make(const char *database)
{
	struct store *s = calloc(1, sizeof(*s));

	if (s != NULL)
		s->conninfo = strdup(database != NULL ? database + strlen(PG_PREFIX) : "");
	CHECK(s != NULL && s->conninfo != NULL);
	s->head.engine = &STORE_POSTGRESQL;
	s->head.driver = &PG_DRIVER;
	s->limits = &PG_LIMITS;
	s->wake[0] = s->wake[1] = -1;
	return s;
}

static enum store_err
open_database(const char *database, bool reader, enum store_durability durability,
    struct store **store_out, struct sbuf *error)
{
	char unread[1];
	struct sbuf nobody;
	struct opening o = { .s = make(database), .newest = sql_schema_version() };
	enum store_err err;

	SBUF_ON(&nobody, unread);
	o.error = error != NULL ? error : &nobody;
	*store_out = NULL;
	o.s->reader = reader;
	o.s->durable = durability == STORE_DURABLE_FULL;
	err = reader ? reader_steps(&o) : writer_steps(&o, database == NULL);
	if (err != STORE_OK && is_away(&o))
		err = STORE_AWAY;
	if (err == STORE_OK)
		*store_out = o.s;
	else
		release(o.s);
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
	release(s);
}

/* ---- work that PostgreSQL does itself ---- */

/* Opens a reader, which prepares all statements and so shows that every table and column
 * exists.  No further check is needed, because PostgreSQL checks its own pages. */
static enum store_err
check(const char *database, bool whole, struct store_stop *stop, struct sbuf *why)
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
repair(const char *database, struct sbuf *error)
{
	(void)database;
	sbuf_add(error, "PostgreSQL rebuilds its indexes itself: reindexdb(1)");
	return STORE_DIRECTORY;
}

static enum store_err
backup(const char *database, const char *to, struct sbuf *error)
{
	(void)database;
	(void)to;
	sbuf_add(error, "PostgreSQL has its own tool for copying a database: pg_dump(1)");
	return STORE_DIRECTORY;
}

static enum store_err
space(const char *database, struct store_space *s_out, struct sbuf *error)
{
	(void)database;
	(void)s_out;
	sbuf_add(error, "PostgreSQL does not report the free space of its disk");
	return STORE_DIRECTORY;
}

static bool
exists(const char *database)
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
end_the_other(struct opening *o)
{
	return run(o,
	    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid) "
	    "WHERE wait_event_type = 'Client' AND "
	    "state_change < now() - interval '" STILL_TEXT "' AND " PG_LOCK_ROW);
}

/* Waits until no process holds the lock.  While a turn number in the database changes, another
 * server is working; an empty database has none yet.  back: PostgreSQL was unreachable, so the
 * previously active server gets some time to take the lock again.  Returns false on failure. */
static bool
wait_for_lock(struct opening *o, bool back, store_waiting_fn *waits, void *ctx)
{
	char locked[8], turn[32] = "", before[32] = "";
	int64_t since_ms = pg_now_ms();

	for (;; (void)poll(NULL, 0, WAIT_MS)) {
		if (!ask(o, "SELECT count(*) FROM pg_locks WHERE " PG_LOCK_ROW, locked,
			sizeof(locked)) ||
		    (!o->empty && !ask(o, "SELECT turn FROM gammond", turn, sizeof(turn))))
			return false;
		if (strcmp(locked, "0") == 0 && (!back || pg_now_ms() - since_ms >= BACK_MS))
			return true;
		waits(ctx, NULL);
		if (strcmp(locked, "0") == 0)
			continue;
		back = false;
		if (strcmp(turn, before) != 0)
			since_ms = pg_now_ms();
		(void)sbuf_copy(before, sizeof(before), turn);
		if (pg_now_ms() - since_ms >= STILL_MS && !end_the_other(o))
			return false;
	}
}

/* Connects once and waits for the lock over that connection. */
static enum store_err
wait_once(
    const char *database, bool *there, store_waiting_fn *waits, void *ctx, struct sbuf *error)
{
	struct opening o = { .error = error, .newest = sql_schema_version(), .waits = true };
	const bool back = *there;
	enum store_err err;

	o.s = make(database);
	err = connect_to(&o);
	if (err == STORE_OK)
		err = identify(&o);
	*there = *there || err == STORE_OK;
	if (err == STORE_OK && !wait_for_lock(&o, back, waits, ctx))
		err = STORE_DIRECTORY;
	if (err != STORE_OK && is_away(&o))
		err = STORE_AWAY;
	release(o.s);
	return err;
}

/* Waits without a limit: this process has acknowledged nothing to users, and moving PostgreSQL
 * to another machine may take any time. */
static enum store_err
wait_for_it(const char *database, bool was_there, store_waiting_fn *waits, void *ctx,
    struct sbuf *error)
{
	enum store_err err;

	while ((err = wait_once(database, &was_there, waits, ctx, error)) == STORE_AWAY &&
	       was_there) {
		waits(ctx, error->text);
		sbuf_init(error, error->text, error->size);
		(void)poll(NULL, 0, WAIT_MS);
	}
	return err;
}

const struct store_engine STORE_POSTGRESQL = {
	.name = "postgresql",
	.open = open_writer,
	.open_reader = open_reader,
	.close = close_store,
	.check = check,
	.repair = repair,
	.backup = backup,
	.space = space,
	.exists = exists,
	.wait = wait_for_it,
#define ENGINE_VERB(type, name, params, args) .name = pg_##name,
#define ENGINE_VOID_VERB(name, params, args) .name = pg_##name,
#define VERB(type, name, params, args) .name = verb_##name,
#define VOID_VERB(name, params, args) .name = verb_##name,
#include "store/verbs.def"
};
