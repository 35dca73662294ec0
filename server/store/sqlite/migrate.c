/* SPDX-License-Identifier: MIT */
/* Migrations of a database: the space that they need, running them, and returning the space
 * that they free.
 *
 * All pending migrations are one transaction, so if they are interrupted, the previous program
 * can still use the database.  Their pages are first appended to the journal and then
 * moved into the database, which needs room for both.  sql_has_migration_room checks that
 * there is enough. */
#include "store/sqlite/sqlite.h"

#include <stdlib.h>
#include <string.h>

/* Migrations that need more than DEFAULT_ROOM_PERCENT of the size of the database.
 * test_migrations.c measures what they need. */
static const struct {
	int version;
	unsigned percent;
} MIGRATION_ROOM[] = {
	{ 22, 25 },  /* indexes of ratings */
	{ 23, 240 }, /* copies the table of actions */
	{ 34, 220 }, /* copies settings */
};

#define DEFAULT_ROOM_PERCENT 10
#define MIGRATION_ROOM_MIN (INT64_C(1) << 20)
/* VACUUM runs if at least this many pages, and a tenth of all pages, are free. */
#define VACUUM_FREE_PAGES_MIN 256

int
sql_migration_number(const char *name)
{
	if (strncmp(name, "schema/", 7) != 0)
		return 0;
	return (int)strtol(name + 7, NULL, 10);
}

static unsigned
room_percent_of(int version)
{
	for (size_t i = 0; i < ARRAY_LEN(MIGRATION_ROOM); i++)
		if (MIGRATION_ROOM[i].version == version)
			return MIGRATION_ROOM[i].percent;
	return DEFAULT_ROOM_PERCENT;
}

int64_t
sql_migration_room(int from, int to, int64_t bytes)
{
	unsigned percent = 0;

	for (int version = from + 1; version <= to; version++)
		percent += room_percent_of(version);
	return percent > 0 ? bytes / 100 * percent + MIGRATION_ROOM_MIN : 0;
}

int64_t
sql_migration_room_max(int64_t bytes)
{
	unsigned most = DEFAULT_ROOM_PERCENT;

	for (size_t i = 0; i < ARRAY_LEN(MIGRATION_ROOM); i++)
		if (MIGRATION_ROOM[i].percent > most)
			most = MIGRATION_ROOM[i].percent;
	return bytes / 100 * most + MIGRATION_ROOM_MIN;
}

static int
database_size(sqlite3 *db, int64_t *pages_out, int64_t *page_bytes_out)
{
	int rc = sql_query_value(db, "PRAGMA page_count", pages_out, NULL, 0);

	return rc == SQLITE_ROW
		   ? sql_query_value(db, "PRAGMA page_size", page_bytes_out, NULL, 0)
		   : rc;
}

enum store_err
sql_database_bytes(sqlite3 *db, const char *path, int64_t *bytes_out, struct sbuf *error)
{
	int64_t pages = 0, page_bytes = 0;
	int rc = database_size(db, &pages, &page_bytes);

	if (rc != SQLITE_ROW)
		return sql_describe_failure(db, path, rc, error);
	*bytes_out = pages * page_bytes;
	return STORE_OK;
}

enum store_err
sql_has_migration_room(
    sqlite3 *db, const char *path, int dir_fd, int from, int to, struct sbuf *error)
{
	int64_t bytes = 0, need, there = disk_free_bytes(dir_fd);
	enum store_err err = sql_database_bytes(db, path, &bytes, error);

	if (err != STORE_OK)
		return err;
	need = sql_migration_room(from, to, bytes);
	if (there < 0 || there >= need)
		return STORE_OK;
	sbuf_addf(error,
	    "the database %s must be converted for this version, which needs %lld MB of free "
	    "disk "
	    "space, but only %lld MB are free: nothing was changed; make room and start again",
	    path, (long long)(need >> 20) + 1, (long long)(there >> 20));
	return STORE_FULL;
}

/* ---- running migrations ---- */

static int
run_migration(sqlite3 *db, const struct embedded *file)
{
	int64_t version = 0;
	int rc = sqlite3_exec(db, file->data, NULL, NULL, NULL);

	if (rc != SQLITE_OK)
		return rc;
	CHECK(!sqlite3_get_autocommit(db));
	rc = sql_query_value(db, "PRAGMA user_version", &version, NULL, 0);
	if (rc != SQLITE_ROW)
		return rc;
	CHECK(version == sql_migration_number(file->name));
	return SQLITE_OK;
}

/* Runs the migrations after version `from`.  Sets *last_out to the name of the last migration
 * begun. */
static int
run_migrations(sqlite3 *db, const struct embedded *files, int from, const char **last_out)
{
	int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	/* a migration may change the text of the schema */
	(void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
	for (const struct embedded *f = files; rc == SQLITE_OK && f->name != NULL; f++) {
		if (sql_migration_number(f->name) <= from)
			continue;
		*last_out = f->name;
		rc = run_migration(db, f);
	}
	(void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	return rc == SQLITE_OK ? sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) : rc;
}

enum store_err
sql_migrate(
    sqlite3 *db, const char *path, const struct embedded *files, int from, struct sbuf *error)
{
	const char *last = "schema";
	int rc = run_migrations(db, files, from, &last);
	enum store_err err;

	if (rc == SQLITE_OK)
		return STORE_OK;
	err = from > 0 && sql_is_no_space(rc, sql_errno(db))
		  ? STORE_FULL
		  : sql_describe_failure(db, path, rc, error);
	if (err == STORE_FULL)
		sbuf_addf(error,
		    "the disk became full while the database %s was converted for this "
		    "version: "
		    "nothing was changed; make room and start again",
		    path);
	sbuf_addf(error, ", in %s", last);
	(void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return err;
}

/* ---- afterwards ---- */

/* Failures are ignored: the free pages then remain in the database, which uses them later. */
void
sql_return_free_pages(sqlite3 *db, int dir_fd)
{
	int64_t pages = 0, page_bytes = 0, unused = 0, used;

	/* moves the journal's pages into the database and truncates the journal */
	(void)sqlite3_wal_checkpoint_v2(db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	if (database_size(db, &pages, &page_bytes) != SQLITE_ROW ||
	    sql_query_value(db, "PRAGMA freelist_count", &unused, NULL, 0) != SQLITE_ROW ||
	    unused < VACUUM_FREE_PAGES_MIN || unused < pages / 10)
		return;
	used = (pages - unused) * page_bytes;
	/* VACUUM needs room for a copy and for the journal */
	if (disk_free_bytes(dir_fd) < 2 * used + MIGRATION_ROOM_MIN)
		return;
	(void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 1);
	(void)sqlite3_exec(db, "PRAGMA temp_store = FILE; VACUUM", NULL, NULL, NULL);
	/* done even after a failed VACUUM, because the sandbox forbids temporary files */
	(void)sqlite3_exec(db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	(void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	(void)sqlite3_wal_checkpoint_v2(db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}
