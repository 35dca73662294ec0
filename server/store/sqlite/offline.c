/* SPDX-License-Identifier: MIT */
/* Checks and copies the database while a server may be running, on a separate connection; also
 * repairs its indexes without a server.  A copy shows the database at one moment, because it is
 * read in one transaction.  The copy is checked before it gets its final name, so a file of
 * that name is always complete.
 *
 * Cost: reads the whole database, and writes all of a copy; meanwhile the running server's
 * journal cannot be shortened. */
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PART_SUFFIX ".part"
#define STOP_CHECK_STEPS 1000 /* SQLite instructions between two checks of `requested` */

struct backup_job {
	sqlite3 *source, *target;
	char from_path[STORE_PATH_MAX], to_path[STORE_PATH_MAX],
	    part_path[STORE_PATH_MAX + sizeof(PART_SUFFIX)];
	struct sbuf *error;
};

static enum store_err
report_cannot(struct backup_job *c, const char *what, const char *path)
{
	sbuf_addf(c->error, "cannot %s %s: %s", what, path, strerror(errno));
	return STORE_INACCESSIBLE;
}

static enum store_err
make_folder(struct backup_job *c, const char *dir)
{
	struct stat st;
	int fd;

	if (!sql_database_path(dir, c->to_path, sizeof(c->to_path))) {
		sbuf_add(c->error, "the name of the folder is too long");
		return STORE_INACCESSIBLE;
	}
	(void)snprintf(c->part_path, sizeof(c->part_path), "%s" PART_SUFFIX, c->to_path);
	if (mkdir(dir, 0700) != 0 && errno != EEXIST)
		return report_cannot(c, "make the folder", dir);
	if (stat(c->to_path, &st) == 0) {
		sbuf_addf(c->error, "%s already exists", c->to_path);
		return STORE_INACCESSIBLE;
	}
	if (unlink(c->part_path) != 0 && errno != ENOENT)
		return report_cannot(c, "remove", c->part_path);
	fd = open(c->part_path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	if (fd < 0)
		return report_cannot(c, "write", c->part_path);
	(void)close(fd);
	return STORE_OK;
}

/* Opens a database.  access: SQLITE_OPEN_READONLY or _READWRITE.  On a failure sets `error`.
 * The caller closes *db_out in any case. */
static enum store_err
open_file(const char *path, int access, sqlite3 **db_out, struct sbuf *error)
{
	int rc = sqlite3_open_v2(
	    path, db_out, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);

	if (*db_out == NULL) {
		sbuf_add(error, "out of memory");
		return STORE_INACCESSIBLE;
	}
	if (rc != SQLITE_OK)
		return sql_describe_failure(*db_out, path, rc, error);
	sql_configure(*db_out);
	return STORE_OK;
}

static enum store_err
open_both_databases(struct backup_job *c)
{
	enum store_err err =
	    open_file(c->from_path, SQLITE_OPEN_READONLY, &c->source, c->error);

	if (err == STORE_OK)
		err = open_file(c->part_path, SQLITE_OPEN_READWRITE, &c->target, c->error);
	return err == STORE_OK ? sql_identify_database(c->source, c->from_path, NULL, c->error)
			       : err;
}

static enum store_err
copy_database(struct backup_job *c)
{
	sqlite3_backup *b = sqlite3_backup_init(c->target, "main", c->source, "main");
	int rc = b != NULL ? sqlite3_backup_step(b, -1) : sqlite3_errcode(c->target);

	if (b != NULL)
		(void)sqlite3_backup_finish(b);
	if (rc == SQLITE_DONE)
		return STORE_OK;
	if ((rc & 0xff) == SQLITE_FULL) {
		sbuf_addf(c->error, "no space for %s", c->part_path);
		return STORE_INACCESSIBLE;
	}
	return sql_describe_failure(
	    c->target, c->part_path, rc == SQLITE_OK ? SQLITE_BUSY : rc, c->error);
}

/* Switches the copy to a rollback journal, so that reading it leaves no WAL files next to it.
 * A server switches the copy back to WAL. */
static enum store_err
switch_off_wal(struct backup_job *c)
{
	int rc = sql_query_value(c->target, "PRAGMA journal_mode = DELETE", NULL, NULL, 0);

	return rc == SQLITE_ROW ? STORE_OK
				: sql_describe_failure(c->target, c->part_path, rc, c->error);
}

static enum store_err
give_final_name(struct backup_job *c, const char *dir)
{
	int fd;

	if (rename(c->part_path, c->to_path) != 0)
		return report_cannot(c, "rename", c->part_path);
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0) {
		(void)fsync(fd); /* ignored, because some file systems cannot sync a
				  * directory */
		(void)close(fd);
	}
	return STORE_OK;
}

enum store_err
sqlite_backup(const char *dir, const char *to, struct sbuf *error)
{
	struct backup_job c = { .error = error };
	enum store_err err;

	if (!sql_database_path(dir, c.from_path, sizeof(c.from_path))) {
		sbuf_add(error, "the name of the data directory is too long");
		return STORE_INACCESSIBLE;
	}
	err = make_folder(&c, to);
	if (err != STORE_OK)
		return err;
	err = open_both_databases(&c);
	if (err == STORE_OK)
		err = copy_database(&c);
	if (err == STORE_OK)
		err = sql_examine_database(c.target, c.part_path, true, error);
	if (err == STORE_OK)
		err = switch_off_wal(&c);
	(void)sqlite3_close(c.source);
	if (sqlite3_close(c.target) != SQLITE_OK && err == STORE_OK) {
		sbuf_addf(error, "cannot close %s", c.part_path);
		err = STORE_INACCESSIBLE;
	}
	if (err == STORE_OK)
		err = give_final_name(&c, to);
	if (err != STORE_OK)
		(void)unlink(c.part_path);
	return err;
}

/* ---- check ---- */

static int
stop_requested(void *ctx)
{
	return atomic_load(&((struct store_stop *)ctx)->requested);
}

static void
interrupt_check(void *running)
{
	sqlite3_interrupt(running);
}

static void
set_running_check(struct store_stop *stop, sqlite3 *db)
{
	if (stop == NULL)
		return;
	while (atomic_flag_test_and_set(&stop->running_lock))
		;
	stop->running = db;
	stop->interrupt = interrupt_check;
	atomic_flag_clear(&stop->running_lock);
}

/* Stopping needs two mechanisms: sqlite3_interrupt stops a check in the middle of a B-tree, but
 * does not affect a statement that has not begun; the progress handler stops such a statement,
 * but is not called in the middle of a B-tree. */
enum store_err
sqlite_check(const char *dir, bool whole, struct store_stop *stop, struct sbuf *why)
{
	char path[STORE_PATH_MAX];
	sqlite3 *db = NULL;
	enum store_err err;

	if (!sql_database_path(dir, path, sizeof(path))) {
		sbuf_add(why, "the name of the data directory is too long");
		return STORE_INACCESSIBLE;
	}
	err = open_file(path, SQLITE_OPEN_READONLY, &db, why);
	if (err == STORE_OK) {
		if (stop != NULL)
			sqlite3_progress_handler(db, STOP_CHECK_STEPS, stop_requested, stop);
		set_running_check(stop, db);
		err = sql_identify_database(db, path, NULL, why);
	}
	if (err == STORE_OK)
		err = sql_examine_database(db, path, whole, why);
	set_running_check(stop, NULL);
	(void)sqlite3_close(db);
	return err;
}

/* ---- space ---- */

enum store_err
sqlite_measure_space(const char *dir, struct store_space *s_out, struct sbuf *error)
{
	char path[STORE_PATH_MAX];
	struct store_space x = { 0 };
	sqlite3 *db = NULL;
	int version = 0, dir_fd;
	enum store_err err;

	if (!sql_database_path(dir, path, sizeof(path))) {
		sbuf_add(error, "the name of the data directory is too long");
		return STORE_INACCESSIBLE;
	}
	err = open_file(path, SQLITE_OPEN_READONLY, &db, error);
	if (err == STORE_OK)
		err = sql_identify_database(db, path, &version, error);
	if (err == STORE_OK)
		err = sql_database_bytes(db, path, &x.bytes, error);
	(void)sqlite3_close(db);
	if (err != STORE_OK)
		return err;
	dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	x.free = disk_free_bytes(dir_fd);
	if (dir_fd >= 0)
		(void)close(dir_fd);
	x.due = sql_migration_room(version, sql_schema_version(), x.bytes);
	x.most = sql_migration_room_max(x.bytes);
	*s_out = x;
	return STORE_OK;
}

/* ---- repair ---- */

/* Rebuilds the indexes in one transaction, so that a killed process leaves them as they
 * were. */
static enum store_err
rebuild_indexes(sqlite3 *db, const char *path, struct sbuf *error)
{
	int rc = sqlite3_exec(
	    db, "PRAGMA synchronous = FULL; BEGIN IMMEDIATE; REINDEX", NULL, NULL, NULL);
	enum store_err err = rc == SQLITE_OK ? sql_examine_database(db, path, true, error)
					     : sql_describe_failure(db, path, rc, error);

	if (err != STORE_OK)
		return err;
	rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	return rc == SQLITE_OK ? STORE_OK : sql_describe_failure(db, path, rc, error);
}

static enum store_err
repair_file(const char *path, struct sbuf *error)
{
	char text[400];
	struct sbuf unread;
	sqlite3 *db = NULL;
	enum store_err err = open_file(path, SQLITE_OPEN_READWRITE, &db, error);

	SBUF_INIT(&unread, text);
	if (err == STORE_OK)
		err = sql_identify_database(db, path, NULL, error);
	if (err == STORE_OK)
		err = sql_examine_database(db, path, true, &unread);
	if (err == STORE_INDEX_STALE)
		err = rebuild_indexes(db, path, error);
	else
		sbuf_add(error, text);
	(void)sqlite3_close(db); /* rolls back an open transaction */
	return err;
}

enum store_err
sqlite_repair(const char *dir, struct sbuf *error)
{
	char path[STORE_PATH_MAX];
	int dir_fd, lock_fd;
	enum store_err err;

	if (!sql_database_path(dir, path, sizeof(path))) {
		sbuf_add(error, "the name of the data directory is too long");
		return STORE_INACCESSIBLE;
	}
	err = disk_lock_directory(dir, &dir_fd, &lock_fd, error);
	if (err != STORE_OK)
		return err;
	err = repair_file(path, error);
	disk_unlock_directory(dir_fd, lock_fd);
	return err;
}
