/* SPDX-License-Identifier: MIT */
/* Copies a database from SQLite to PostgreSQL or back: see store_move.
 *
 * Both databases are opened as a server does, which takes their locks and creates the tables of
 * the new one.  The rows are copied over separate connections, in a single transaction of the
 * new database.  It is committed only if both sides, read again, have the same number of rows
 * and the same digest for each table.  So an interruption leaves an empty database.
 *
 * A row is passed as a line in the text format of PostgreSQL's COPY.  The digest of a table is
 * the sum of its rows' digests, so that the order of rows, which differs between the engines,
 * makes no difference.  SQLite's schema determines the tables and columns.  PostgreSQL's own
 * table, gammond, is not copied. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "store/dialect.h"
#include "store/sqlite/sqlite.h"

#define PG_DATABASE_PREFIX "postgresql:"
#define TABLES_MAX 64u
#define COLUMNS_MAX 40u
#define TABLE_NAME_MAX 64u
#define ROW_LINE_MAX (8u << 20) /* length of a row's line; values have at most 1 MiB */
#define SUM_LANES 4u

struct table {
	char name[TABLE_NAME_MAX];
	char columns[1024]; /* quoted, separated by commas */
	unsigned n;
	bool is_real[COLUMNS_MAX], is_number[COLUMNS_MAX], is_bytes[COLUMNS_MAX];
	bool autoincrement; /* the table never reuses an id */
	bool has_ids;       /* the table has a numeric key that the engine assigns */
};

struct table_digest {
	int64_t rows;
	uint64_t lane[SUM_LANES];
};

struct transfer {
	sqlite3 *db;
	PGconn *conn;
	const char *path; /* path of the SQLite database, for messages */
	bool to_pg;
	struct table table[TABLES_MAX];
	unsigned tables_n;
	char *line, *normalised_line; /* buffers of ROW_LINE_MAX bytes each */
	sqlite3_stmt *insert;
	struct sbuf *error;
};

/* ---- failures ---- */

static bool
report_sqlite_error(struct transfer *m)
{
	sbuf_addf(m->error, "the database %s: %s", m->path, sqlite3_errmsg(m->db));
	return false;
}

static bool
report_pg_error(struct transfer *m)
{
	const char *why = PQerrorMessage(m->conn);

	sbuf_add(m->error, "PostgreSQL: ");
	sbuf_addn(m->error, why, strcspn(why, "\n"));
	return false;
}

static bool
pg_run(struct transfer *m, const char *sql)
{
	PGresult *r = PQexec(m->conn, sql);
	ExecStatusType status = PQresultStatus(r);

	PQclear(r);
	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || report_pg_error(m);
}

static bool
pg_query_number(struct transfer *m, const char *sql, int64_t *out)
{
	PGresult *r = PQexec(m->conn, sql);
	bool ok = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;

	if (ok)
		*out = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
	PQclear(r);
	return ok || report_pg_error(m);
}

static bool
lite_query_number(struct transfer *m, const char *sql, int64_t *out)
{
	return sql_query_value(m->db, sql, out, NULL, 0) == SQLITE_ROW ||
	       report_sqlite_error(m);
}

static bool
lite_run(struct transfer *m, const char *sql)
{
	return sqlite3_exec(m->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       report_sqlite_error(m);
}

static bool
report_row_error(struct transfer *m, const struct table *t, const char *how)
{
	sbuf_addf(m->error, "a row of table %s %s", t->name, how);
	return false;
}

/* Runs a statement in the new database. */
static bool
target_run(struct transfer *m, const char *sql)
{
	return m->to_pg ? pg_run(m, sql) : lite_run(m, sql);
}

/* ---- the list of tables ---- */

static void
add_column(struct table *t, sqlite3_stmt *q)
{
	const char *name = (const char *)sqlite3_column_text(q, 1);
	const char *type = (const char *)sqlite3_column_text(q, 2);
	size_t len = strlen(t->columns);

	CHECK(t->n < COLUMNS_MAX && len + strlen(name) + 8 < sizeof(t->columns));
	(void)snprintf(
	    t->columns + len, sizeof(t->columns) - len, "%s\"%s\"", t->n > 0 ? ", " : "", name);
	t->is_real[t->n] = strcmp(type, "REAL") == 0;
	t->is_number[t->n] = strcmp(type, "INTEGER") == 0;
	t->is_bytes[t->n] = strcmp(type, "BLOB") == 0;
	t->has_ids = t->has_ids || (t->is_number[t->n] && strcmp(name, "id") == 0);
	t->n++;
}

static bool
read_columns(struct transfer *m, struct table *t)
{
	char sql[128];
	sqlite3_stmt *q;
	int rc;

	(void)snprintf(sql, sizeof(sql), "PRAGMA table_info(\"%s\")", t->name);
	if (sqlite3_prepare_v2(m->db, sql, -1, &q, NULL) != SQLITE_OK)
		return report_sqlite_error(m);
	while ((rc = sqlite3_step(q)) == SQLITE_ROW)
		add_column(t, q);
	(void)sqlite3_finalize(q);
	return rc == SQLITE_DONE || report_sqlite_error(m);
}

/* Reads the list of tables in order of creation, because a table refers only to earlier
 * tables. */
static bool
read_tables(struct transfer *m)
{
	sqlite3_stmt *q;
	bool ok = true;
	int rc = SQLITE_DONE;

	if (sqlite3_prepare_v2(m->db,
		"SELECT name, instr(sql, 'AUTOINCREMENT') > 0 FROM sqlite_schema "
		"WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY rowid",
		-1, &q, NULL) != SQLITE_OK)
		return report_sqlite_error(m);
	while (ok && (rc = sqlite3_step(q)) == SQLITE_ROW) {
		struct table *t = &m->table[m->tables_n++];

		CHECK(m->tables_n <= TABLES_MAX);
		CHECK(sbuf_copy(
		    t->name, sizeof(t->name), (const char *)sqlite3_column_text(q, 0)));
		t->autoincrement = sqlite3_column_int(q, 1) != 0;
		ok = read_columns(m, t);
	}
	(void)sqlite3_finalize(q);
	return ok && (rc == SQLITE_DONE || report_sqlite_error(m));
}

/* ---- a row as a line ---- */

static const char ESCAPED[] = "\b\f\n\r\t\v\\", AS[] = "bfnrtv\\";

/* Adds a text with COPY's escapes.  Returns false if it contains a NUL byte, which PostgreSQL
 * does not accept. */
static bool
add_text(struct sbuf *b, const char *text, int n)
{
	for (const char *p = text; *p != '\0'; p++) {
		const char *e = strchr(ESCAPED, *p);

		if (e != NULL)
			sbuf_addf(b, "\\%c", AS[e - ESCAPED]);
		else
			sbuf_addn(b, p, 1);
	}
	return strlen(text) == (size_t)n;
}

static void
add_bytes(struct sbuf *b, const uint8_t *bytes, int n)
{
	sbuf_add(b, "\\\\x");
	for (int i = 0; i < n; i++)
		sbuf_addf(b, "%02x", bytes[i]);
}

static bool
write_row_line(struct transfer *m, const struct table *t, sqlite3_stmt *q)
{
	struct sbuf b;

	sbuf_init(&b, m->line, ROW_LINE_MAX);
	for (unsigned i = 0; i < t->n; i++) {
		int at = (int)i;

		if (i > 0)
			sbuf_add(&b, "\t");
		if (sqlite3_column_type(q, at) == SQLITE_NULL)
			sbuf_add(&b, "\\N");
		else if (t->is_real[i])
			sbuf_addf(&b, "%.17g", sqlite3_column_double(q, at));
		else if (t->is_bytes[i])
			add_bytes(&b, sqlite3_column_blob(q, at), sqlite3_column_bytes(q, at));
		else if (!add_text(&b, (const char *)sqlite3_column_text(q, at),
			     sqlite3_column_bytes(q, at)))
			return report_row_error(m, t, "has a byte 0 in a text");
	}
	return sbuf_ok(&b) || report_row_error(m, t, "is too long");
}

/* Adds a row to the digest.  Real numbers are normalised, because each side formats them
 * differently. */
static void
add_line_to_digest(
    struct transfer *m, const struct table *t, const char *line, struct table_digest *sum)
{
	uint64_t hash[SUM_LANES];
	struct sbuf b;

	sbuf_init(&b, m->normalised_line, ROW_LINE_MAX);
	for (unsigned i = 0; i < t->n; i++) {
		size_t n = strcspn(line, "\t");

		if (t->is_real[i] && line[0] != '\\')
			sbuf_addf(&b, "%a", strtod(line, NULL));
		else
			sbuf_addn(&b, line, n);
		sbuf_add(&b, "\t");
		line += n + (line[n] == '\t');
	}
	(void)crypto_generichash(
	    (unsigned char *)hash, sizeof(hash), (const unsigned char *)b.text, b.len, NULL, 0);
	for (unsigned i = 0; i < SUM_LANES; i++)
		sum->lane[i] += hash[i];
	sum->rows++;
}

/* ---- into PostgreSQL ---- */

static bool
send_line_to_pg(struct transfer *m)
{
	return (PQputCopyData(m->conn, m->line, (int)strlen(m->line)) == 1 &&
		   PQputCopyData(m->conn, "\n", 1) == 1) ||
	       report_pg_error(m);
}

static bool
finish_copy(struct transfer *m)
{
	PGresult *r;
	bool ok = true;

	while ((r = PQgetResult(m->conn)) != NULL) {
		if (PQresultStatus(r) != PGRES_COMMAND_OK && ok)
			ok = report_pg_error(m);
		PQclear(r);
	}
	return ok;
}

static bool
begin_copy(struct transfer *m, const struct table *t, bool in)
{
	char sql[2048];
	PGresult *r;
	bool ok;

	if (in)
		(void)snprintf(
		    sql, sizeof(sql), "COPY \"%s\" (%s) FROM STDIN", t->name, t->columns);
	else
		(void)snprintf(sql, sizeof(sql), "COPY (SELECT %s FROM \"%s\") TO STDOUT",
		    t->columns, t->name);
	r = PQexec(m->conn, sql);
	ok = PQresultStatus(r) == (in ? PGRES_COPY_IN : PGRES_COPY_OUT);
	PQclear(r);
	return ok || report_pg_error(m);
}

/* ---- into SQLite ---- */

/* Decodes COPY's escapes in a field, in place.  Returns NULL for a NULL value. */
static char *
unescape_field(char *field)
{
	char *to = field;

	if (strcmp(field, "\\N") == 0)
		return NULL;
	for (const char *p = field; *p != '\0'; p++) {
		const char *e = p[0] == '\\' && p[1] != '\0' ? strchr(AS, p[1]) : NULL;

		*to++ = e != NULL ? ESCAPED[e - AS] : *p;
		p += e != NULL;
	}
	*to = '\0';
	return field;
}

static int
bind_bytes(sqlite3_stmt *q, int at, const char *hex)
{
	size_t n = strlen(hex), len = 0;
	uint8_t *bytes = malloc(n / 2 + 1);
	int rc;

	CHECK(bytes != NULL);
	if (n < 2 || sodium_hex2bin(bytes, n / 2 + 1, hex + 2, n - 2, NULL, &len, NULL) != 0)
		len = 0;
	rc = sqlite3_bind_blob64(q, at, bytes, len, SQLITE_TRANSIENT);
	free(bytes);
	return rc;
}

static bool
insert_line(struct transfer *m, const struct table *t, char *line)
{
	int rc = SQLITE_OK;

	for (unsigned i = 0; i < t->n && rc == SQLITE_OK; i++) {
		size_t n = strcspn(line, "\t");
		bool more = line[n] == '\t';
		int at = (int)i + 1;
		char *field;

		line[n] = '\0';
		field = unescape_field(line);
		if (field == NULL)
			rc = sqlite3_bind_null(m->insert, at);
		else if (t->is_real[i])
			rc = sqlite3_bind_double(m->insert, at, strtod(field, NULL));
		else if (t->is_number[i])
			rc = sqlite3_bind_int64(m->insert, at, strtoll(field, NULL, 10));
		else if (t->is_bytes[i])
			rc = bind_bytes(m->insert, at, field);
		else
			rc = sqlite3_bind_text(m->insert, at, field, -1, SQLITE_TRANSIENT);
		line += n + more;
	}
	if (rc == SQLITE_OK)
		rc = sqlite3_step(m->insert);
	(void)sqlite3_reset(m->insert);
	return rc == SQLITE_DONE || report_sqlite_error(m);
}

static bool
prepare_insert(struct transfer *m, const struct table *t)
{
	char sql[2048];
	struct sbuf b;

	SBUF_INIT(&b, sql);
	sbuf_addf(&b, "INSERT INTO \"%s\" (%s) VALUES (", t->name, t->columns);
	for (unsigned i = 0; i < t->n; i++)
		sbuf_add(&b, i > 0 ? ", ?" : "?");
	sbuf_add(&b, ")");
	CHECK(sbuf_ok(&b));
	return sqlite3_prepare_v2(m->db, sql, -1, &m->insert, NULL) == SQLITE_OK ||
	       report_sqlite_error(m);
}

/* ---- reading ---- */

/* Read all rows of one side.  copy: also writes them to the other side. */
static bool
read_sqlite_table(
    struct transfer *m, const struct table *t, bool copy, struct table_digest *sum)
{
	char sql[2048];
	sqlite3_stmt *q;
	bool ok = true;
	int rc;

	(void)snprintf(sql, sizeof(sql), "SELECT %s FROM \"%s\"", t->columns, t->name);
	if (sqlite3_prepare_v2(m->db, sql, -1, &q, NULL) != SQLITE_OK)
		return report_sqlite_error(m);
	while (ok && (rc = sqlite3_step(q)) == SQLITE_ROW) {
		ok = write_row_line(m, t, q);
		if (ok)
			add_line_to_digest(m, t, m->line, sum);
		ok = ok && (!copy || send_line_to_pg(m));
	}
	if (ok && rc != SQLITE_DONE)
		ok = report_sqlite_error(m);
	(void)sqlite3_finalize(q);
	return ok;
}

static bool
read_pg_table(struct transfer *m, const struct table *t, bool copy, struct table_digest *sum)
{
	bool ok = true;
	char *line;
	int n;

	if (!begin_copy(m, t, false))
		return false;
	while ((n = PQgetCopyData(m->conn, &line, 0)) > 0) {
		line[n - 1] = '\0'; /* replaces the newline */
		if (ok && (size_t)n < ROW_LINE_MAX / 2) {
			add_line_to_digest(m, t, line, sum);
			ok = !copy || insert_line(m, t, line);
		} else if (ok) {
			ok = report_row_error(m, t, "is too long");
		}
		PQfreemem(line);
	}
	if (n == -2 && ok)
		ok = report_pg_error(m);
	return finish_copy(m) && ok;
}

/* ---- one table ---- */

static bool
copy_table(struct transfer *m, const struct table *t, struct table_digest *sum)
{
	bool ok;

	if (m->to_pg) {
		if (!begin_copy(m, t, true))
			return false;
		ok = read_sqlite_table(m, t, true, sum);
		if (PQputCopyEnd(m->conn, ok ? NULL : "given up") != 1 && ok)
			ok = report_pg_error(m);
		return ok ? finish_copy(m) : false;
	}
	if (!prepare_insert(m, t))
		return false;
	ok = read_pg_table(m, t, true, sum);
	(void)sqlite3_finalize(m->insert);
	m->insert = NULL;
	return ok;
}

/* Ensures that the next id in the new database is larger than any id ever assigned. */
static bool
move_next_ids(struct transfer *m, const struct table *t)
{
	char sql[512];
	int64_t last = 0;

	if (m->to_pg) {
		(void)snprintf(sql, sizeof(sql),
		    "SELECT max(n) FROM (SELECT coalesce(max(id), 0) AS n FROM \"%s\" UNION "
		    "ALL "
		    "SELECT seq FROM sqlite_sequence WHERE name = '%s')",
		    t->name, t->name);
		if (!t->has_ids || !lite_query_number(m, sql, &last) || last <= 0)
			return m->error->len == 0;
		(void)snprintf(sql, sizeof(sql),
		    "SELECT setval(pg_get_serial_sequence('\"%s\"', 'id'), %lld)", t->name,
		    (long long)last);
		return pg_run(m, sql);
	}
	if (!t->autoincrement)
		return true;
	(void)snprintf(sql, sizeof(sql),
	    "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('\"%s\"', "
	    "'id')::regclass), 0)",
	    t->name);
	if (!pg_query_number(m, sql, &last))
		return false;
	(void)snprintf(sql, sizeof(sql),
	    "DELETE FROM sqlite_sequence WHERE name = '%s'; "
	    "INSERT INTO sqlite_sequence (name, seq) VALUES ('%s', %lld)",
	    t->name, t->name, (long long)last);
	return lite_run(m, sql);
}

/* Reads both sides again and compares them, to detect rows that an engine has changed. */
static bool
compare_tables(struct transfer *m, const struct table *t, const struct table_digest *copied)
{
	struct table_digest lite = { 0 }, pg = { 0 };

	if (!read_sqlite_table(m, t, false, &lite) || !read_pg_table(m, t, false, &pg))
		return false;
	if (memcmp(&lite, &pg, sizeof(pg)) == 0 && memcmp(&pg, copied, sizeof(pg)) == 0)
		return true;
	sbuf_addf(m->error,
	    "table %s is not the same on both sides: %lld rows were read, %lld are in SQLite, "
	    "%lld in PostgreSQL",
	    t->name, (long long)copied->rows, (long long)lite.rows, (long long)pg.rows);
	return false;
}

/* ---- the whole database ---- */

/* Returns whether a table of the target contains only the rows that migrations insert in every
 * new database.  `made` is a new database in memory. */
static bool
has_only_new_rows(struct transfer *m, const struct table *t, const struct store *made)
{
	sqlite3 *db = m->db;
	struct table_digest there = { 0 }, first = { 0 };
	bool ok = (m->to_pg ? read_pg_table : read_sqlite_table)(m, t, false, &there);

	m->db = made->db;
	ok = ok && read_sqlite_table(m, t, false, &first);
	m->db = db;
	if (!ok)
		return false;
	if (memcmp(&there, &first, sizeof(first)) == 0)
		return true;
	sbuf_addf(
	    m->error, "the database to move to is not empty: look at its table %s", t->name);
	return false;
}

/* Deletes the rows that every new database has.  First checks that no table has any other
 * rows. */
static bool
clear_tables(struct transfer *m, const struct store *made)
{
	char sql[256];

	for (unsigned i = 0; i < m->tables_n; i++)
		if (!has_only_new_rows(m, &m->table[i], made))
			return false;
	for (unsigned i = m->tables_n; i-- > 0;) {
		(void)snprintf(sql, sizeof(sql), "DELETE FROM \"%s\"", m->table[i].name);
		if (!target_run(m, sql))
			return false;
	}
	return true;
}

static bool
clear_target(struct transfer *m)
{
	struct store *made;
	bool ok = sqlite_open_with(NULL, STORE_DURABLE_NORMAL, NULL, NULL, &made, m->error) ==
		      STORE_OK &&
		  clear_tables(m, made);

	store_close(&made);
	return ok;
}

/* If a server that waits for this process to end (store_open_when_free) sees no turns, it
 * terminates the connection that holds the lock.  Before that server serves, it must update a
 * row of the table gammond, and this transaction locks that row.  The process that updated that
 * row last owns the database. */
static const char BEGIN_PG_SQL[] =
    "BEGIN ISOLATION LEVEL REPEATABLE READ; "
    "SELECT set_config('synchronous_commit', "
    "replace(current_setting('synchronous_commit'), 'off', 'on'), false); "
    "SELECT turn FROM gammond FOR UPDATE";

static bool
move_all(
    struct transfer *m, void (*moved)(void *ctx, const char *table, int64_t rows), void *ctx)
{
	if (!pg_run(m, DIALECT_PG_SESSION_SQL) || !pg_run(m, BEGIN_PG_SQL) ||
	    !lite_run(m, m->to_pg ? "BEGIN" : "PRAGMA synchronous = FULL; BEGIN IMMEDIATE") ||
	    !read_tables(m) || !clear_target(m))
		return false;
	for (unsigned i = 0; i < m->tables_n; i++) {
		const struct table *t = &m->table[i];
		struct table_digest copied = { 0 };

		if (!copy_table(m, t, &copied) || !move_next_ids(m, t) ||
		    !compare_tables(m, t, &copied))
			return false;
		moved(ctx, t->name, copied.rows);
	}
	return target_run(m, "COMMIT");
}

/* Copies all tables.  Anything not committed is rolled back. */
static enum store_err
move_between(const char *lite, const char *pg, bool to_pg,
    void (*moved)(void *ctx, const char *table, int64_t rows), void *ctx, struct sbuf *error)
{
	char path[STORE_PATH_MAX];
	struct transfer *m = calloc(1, sizeof(*m));
	enum store_err err = STORE_INACCESSIBLE;

	CHECK(m != NULL && sodium_init() >= 0);
	m->to_pg = to_pg;
	m->path = path;
	m->error = error;
	m->line = malloc(ROW_LINE_MAX);
	m->normalised_line = malloc(ROW_LINE_MAX);
	CHECK(m->line != NULL && m->normalised_line != NULL &&
	      sql_database_path(lite, path, sizeof(path)));
	m->conn = PQconnectdb(pg + strlen(PG_DATABASE_PREFIX));
	if (PQstatus(m->conn) != CONNECTION_OK)
		(void)report_pg_error(m);
	else if (sqlite3_open_v2(path, &m->db,
		     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
		     NULL) != SQLITE_OK)
		(void)report_sqlite_error(m);
	else {
		sql_configure(m->db);
		if (move_all(m, moved, ctx))
			err = STORE_OK;
	}
	PQfinish(m->conn);
	(void)sqlite3_close(m->db);
	free(m->line);
	free(m->normalised_line);
	free(m);
	return err;
}

static bool
is_pg(const char *database)
{
	return strncmp(database, PG_DATABASE_PREFIX, strlen(PG_DATABASE_PREFIX)) == 0;
}

/* Checks that the source can be read and has the newest version; only a server migrates it. */
static enum store_err
check_source(const char *database, struct sbuf *error)
{
	struct store *s;
	enum store_err err = store_open_reader(database, &s, error);

	store_close(&s);
	return err;
}

/* Checks a target that exists.  A target that cannot be read is ignored here: store_open will
 * create it or report an error. */
static enum store_err
check_target(const char *to, struct sbuf *error)
{
	char text[400];
	struct sbuf why;

	SBUF_INIT(&why, text);
	if (check_source(to, &why) != STORE_OLDER)
		return STORE_OK;
	sbuf_addf(error,
	    "the database to move to is not empty: %s. If it was left by an interrupted "
	    "move-store, %s",
	    text,
	    is_pg(to) ? "drop and recreate it: dropdb(1), createdb(1)" : "remove the folder");
	return STORE_OLDER;
}

enum store_err
store_move(const char *from, const char *to,
    void (*moved)(void *ctx, const char *table, int64_t rows), void *ctx, struct sbuf *error)
{
	struct store *source = NULL, *target = NULL;
	enum store_err err;

	if (is_pg(from) == is_pg(to)) {
		sbuf_add(error, is_pg(from)
				    ? "both are PostgreSQL's, which copies itself: pg_dump(1)"
				    : "both are SQLite's: 'gammond backup' copies one");
		return STORE_INACCESSIBLE;
	}
	err = check_source(from, error);
	if (err == STORE_OK)
		err = check_target(to, error);
	if (err == STORE_OK)
		err = store_open(from, STORE_DURABLE_FULL, NULL, &source, error);
	if (err == STORE_OK)
		err = store_open(to, STORE_DURABLE_FULL, NULL, &target, error);
	if (err == STORE_OK)
		err = move_between(is_pg(from) ? to : from, is_pg(from) ? from : to, is_pg(to),
		    moved, ctx, error);
	store_close(&target);
	store_close(&source);
	return err;
}
