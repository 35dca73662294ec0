/* SPDX-License-Identifier: MIT */
/* What every connection to one of our databases needs: the file name, limits and options, the
 * checks that the database is ours and sound, and what each failure means.
 *
 * In a server, apart from the migrations, only this file and open.c run SQL that was not
 * prepared at opening; that SQL is constant.  sql_examine_database reads the whole database, in
 * five to ten microseconds a row. */
#include "store/sqlite/sqlite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Limits far below SQLite's own and far above what the statements need, so that a damaged or
 * malicious schema cannot consume much time. */
static const struct {
	int what, most;
} SQLITE_LIMITS[] = {
	{ SQLITE_LIMIT_LENGTH, 1024 * 1024 },
	{ SQLITE_LIMIT_SQL_LENGTH, 64 * 1024 },
	{ SQLITE_LIMIT_COLUMN, 64 },
	{ SQLITE_LIMIT_EXPR_DEPTH, 32 },
	{ SQLITE_LIMIT_COMPOUND_SELECT, 4 },
	{ SQLITE_LIMIT_VDBE_OP, 25000 },
	{ SQLITE_LIMIT_FUNCTION_ARG, 8 },
	{ SQLITE_LIMIT_ATTACHED, 0 },
	{ SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64 },
	{ SQLITE_LIMIT_VARIABLE_NUMBER, 32 },
	{ SQLITE_LIMIT_TRIGGER_DEPTH, 4 },
	{ SQLITE_LIMIT_WORKER_THREADS, 0 },
};

static const struct {
	int what, value;
} DB_OPTIONS[] = {
	{ SQLITE_DBCONFIG_DEFENSIVE, 1 },
	{ SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
	{ SQLITE_DBCONFIG_ENABLE_FKEY, 1 },
	{ SQLITE_DBCONFIG_ENABLE_TRIGGER, 1 },
	{ SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
	{ SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
	{ SQLITE_DBCONFIG_DQS_DML, 0 },
	{ SQLITE_DBCONFIG_DQS_DDL, 0 },
};

/* Asks the VFS for errno, because a COMMIT that fails does not set sqlite3_system_errno. */
int
sql_errno(sqlite3 *db)
{
	sqlite3_vfs *vfs = NULL;
	int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);

	if (rc != SQLITE_OK || vfs == NULL || vfs->xGetLastError == NULL)
		return 0;
	return vfs->xGetLastError(vfs, 0, NULL);
}

enum store_err
sql_describe_failure(sqlite3 *db, const char *path, int rc, struct sbuf *error)
{
	switch (rc & 0xff) {
	case SQLITE_NOTADB:
		sbuf_addf(error,
		    "%s is not a database of this program, or its beginning is damaged", path);
		return STORE_FOREIGN;
	case SQLITE_CORRUPT:
	case SQLITE_ERROR:
	case SQLITE_CONSTRAINT:
		sbuf_addf(error, "the database %s is damaged: %s", path, sqlite3_errmsg(db));
		return STORE_DAMAGED;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		sbuf_addf(error, "the database %s is locked by another program", path);
		return STORE_LOCKED;
	}
	sbuf_addf(error, "cannot use the database %s: %s", path, sqlite3_errmsg(db));
	if ((rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN)
		sbuf_addf(error, " (%s)", strerror(sql_errno(db)));
	return STORE_INACCESSIBLE;
}

void
sql_configure(sqlite3 *db)
{
	for (size_t i = 0; i < ARRAY_LEN(SQLITE_LIMITS); i++)
		(void)sqlite3_limit(db, SQLITE_LIMITS[i].what, SQLITE_LIMITS[i].most);
	for (size_t i = 0; i < ARRAY_LEN(DB_OPTIONS); i++)
		CHECK(sqlite3_db_config(db, DB_OPTIONS[i].what, DB_OPTIONS[i].value, NULL) ==
		      SQLITE_OK);
	(void)sqlite3_busy_timeout(db, STORE_BUSY_MS);
}

bool
sql_database_path(const char *dir, char *path, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, path, size);
	sbuf_addf(&b, "%s%s/" STORE_FILE_NAME, dir[0] == '/' ? "" : "./", dir);
	return sbuf_ok(&b);
}

int
sql_query_value(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size)
{
	sqlite3_stmt *q;
	int rc = sqlite3_prepare_v2(db, sql, -1, &q, NULL);

	if (rc != SQLITE_OK)
		return rc;
	rc = sqlite3_step(q);
	if (rc == SQLITE_ROW && number != NULL)
		*number = sqlite3_column_int64(q, 0);
	if (rc == SQLITE_ROW && text != NULL) {
		const unsigned char *t = sqlite3_column_text(q, 0);
		struct sbuf b;

		sbuf_init(&b, text, size);
		sbuf_add(&b, t != NULL ? (const char *)t : "");
	}
	if (rc == SQLITE_ROW || rc == SQLITE_DONE)
		(void)sqlite3_finalize(q);
	else
		rc = sqlite3_finalize(q); /* keeps the message for sqlite3_errmsg */
	return rc;
}

/* Accepts two kinds of file as version 0: a new file, and a file whose first opening was
 * interrupted before the first migration. */
enum store_err
sql_identify_database(sqlite3 *db, const char *path, int *version_out, struct sbuf *error)
{
	int64_t application = 0, version = 0, objects = 0;
	int rc = sql_query_value(db, "PRAGMA application_id", &application, NULL, 0);

	if (rc == SQLITE_ROW)
		rc = sql_query_value(db, "PRAGMA user_version", &version, NULL, 0);
	if (rc == SQLITE_ROW)
		rc = sql_query_value(
		    db, "SELECT count(*) FROM sqlite_schema", &objects, NULL, 0);
	if (rc != SQLITE_ROW)
		return sql_describe_failure(db, path, rc, error);
	if (version_out != NULL)
		*version_out = (int)version;
	if (application == 0 && version == 0 && objects == 0)
		return STORE_OK;
	if (application != STORE_APPLICATION_ID) {
		sbuf_addf(error, "%s belongs to another program (application id %lld)", path,
		    (long long)application);
		return STORE_FOREIGN;
	}
	if (version >= 1)
		return STORE_OK;
	sbuf_addf(
	    error, "the database %s is damaged: schema version %lld", path, (long long)version);
	return STORE_DAMAGED;
}

/* Runs one of SQLite's checks.  wrong: the result to return if the check finds an error. */
static enum store_err
run_check(sqlite3 *db, const char *path, const char *pragma, enum store_err wrong,
    const char *what, struct sbuf *error)
{
	char verdict[200];
	int rc = sql_query_value(db, pragma, NULL, verdict, sizeof(verdict));

	if (rc != SQLITE_ROW)
		return sql_describe_failure(db, path, rc, error);
	if (strcmp(verdict, "ok") == 0)
		return STORE_OK;
	for (char *p = verdict; (p = strchr(p, '\n')) != NULL;)
		*p = p[1] != '\0' ? ' ' : '\0';
	sbuf_addf(error, "the database %s %s: %s", path, what, verdict);
	return wrong;
}

/* Runs the slow checks.  integrity_check, unlike quick_check, finds damaged indexes.  An action
 * outside all runs of its match would never be read. */
static enum store_err
examine_indexes(sqlite3 *db, const char *path, struct sbuf *error)
{
	int64_t version = 0;
	enum store_err err = run_check(db, path, "PRAGMA integrity_check(1)", STORE_INDEX_STALE,
	    "has an index that does not match its table", error);

	if (err == STORE_OK)
		err =
		    sql_query_value(db, "PRAGMA user_version", &version, NULL, 0) == SQLITE_ROW
			? STORE_OK
			: STORE_DAMAGED;
	if (err != STORE_OK || version < 23)
		return err;
	return run_check(db, path,
	    "SELECT CASE WHEN (SELECT count(*) FROM action) = (SELECT count(*) "
	    "FROM match_run r CROSS JOIN action a ON a.id BETWEEN first AND first + room - 1 "
	    "AND a.match = r.match AND a.seq = r.seq + a.id - first) THEN 'ok' "
	    "ELSE 'an action is in no run of its match' END",
	    STORE_DAMAGED, "is damaged", error);
}

enum store_err
sql_examine_database(sqlite3 *db, const char *path, bool whole, struct sbuf *error)
{
	char table[200];
	enum store_err err =
	    run_check(db, path, "PRAGMA quick_check(1)", STORE_DAMAGED, "is damaged", error);
	int rc;

	if (err != STORE_OK)
		return err;
	rc = sql_query_value(db, "PRAGMA foreign_key_check", NULL, table, sizeof(table));
	if (rc == SQLITE_DONE)
		return whole ? examine_indexes(db, path, error) : STORE_OK;
	if (rc != SQLITE_ROW)
		return sql_describe_failure(db, path, rc, error);
	sbuf_addf(error,
	    "the database %s is damaged: a row of table %s refers to one that is missing", path,
	    table);
	return STORE_DAMAGED;
}
