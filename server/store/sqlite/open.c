/* SPDX-License-Identifier: MIT */
/* Opens and closes a database: locks, the checks of its origin and soundness, migrations,
 * settings.
 *
 * The order matters.  Nothing is written before the file has proved to be ours, not newer than
 * the program and undamaged; a file that fails is left unchanged.  migrate.c runs all
 * migrations as one transaction, so a kill leaves either the old or the new version.
 *
 * Cost: reads the whole database once if it is small (STORE_LARGE_BYTES) or a migration is
 * due, otherwise only its schema.  Apart from the migrations, only this file and connect.c run
 * SQL that is not in statements.def while the store is opened; these texts are constant. */
#include "store/sqlite/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAME_HEADER_BYTES 24 /* header of each page in the journal: SQLite file format 4.1 */

/* State shared by the steps of opening. */
struct opening {
	struct store *s;
	const struct embedded *migrations;
	const char *path; /* path of the database, for messages */
	struct sbuf *error;
	int known_version; /* version of the newest migration */
	int found_version; /* version of the database */
};

static enum store_err
opening_failed(const struct opening *o, int rc)
{
	return sql_describe_failure(o->s->db, o->path, rc, o->error);
}

/* ---- origin and soundness ---- */

static int
newest_version(const struct embedded *files)
{
	int newest = 0;

	for (; files->name != NULL; files++) {
		int v = sql_migration_number(files->name);

		if (v == 0)
			continue;
		CHECK(v == newest + 1);
		newest = v;
	}
	return newest;
}

static enum store_err
check_version(struct opening *o)
{
	enum store_err err =
	    sql_identify_database(o->s->db, o->path, &o->found_version, o->error);

	if (err != STORE_OK || o->found_version <= o->known_version)
		return err;
	sbuf_addf(o->error,
	    "the database %s has schema version %d, but this program knows only %d:"
	    " use a newer program",
	    o->path, o->found_version, o->known_version);
	return STORE_NEWER;
}

/* Returns whether a check would delay the start too much: see store_opened_unchecked. */
static bool
is_too_large_to_check(sqlite3 *db)
{
	int64_t pages = 0, bytes = 0;

	return sql_query_value(db, "PRAGMA page_count", &pages, NULL, 0) == SQLITE_ROW &&
	       sql_query_value(db, "PRAGMA page_size", &bytes, NULL, 0) == SQLITE_ROW &&
	       pages * bytes >= STORE_LARGE_BYTES;
}

static enum store_err
examine_opened(struct opening *o)
{
	return sql_examine_database(o->s->db, o->path, false, o->error);
}

/* ---- settings ---- */

static int
note_wal_frames(void *ctx, sqlite3 *db, const char *name, int frames)
{
	struct store *s = ctx;

	(void)db;
	(void)name;
	/* the turn's pages were appended, or written from the journal's start */
	DCHECK(s->refusing || frames - (frames > s->wal_last_frame ? s->wal_last_frame : 0) <=
				  STORE_TURN_FRAMES_MAX);
	s->wal_frames = frames;
	s->wal_last_frame = frames;
	if (frames < s->wal_frames_tried) /* the journal was restarted */
		s->wal_frames_tried = 0;
	return SQLITE_OK;
}

static enum store_err
configure_database(struct opening *o, enum store_durability durability)
{
	sqlite3 *db = o->s->db;
	char mode[16];
	int rc;

	rc = sqlite3_exec(db,
	    "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;"
	    "PRAGMA synchronous = NORMAL", /* see journal.c */
	    NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		return opening_failed(o, rc);
	if (o->s->dir_fd < 0)
		return STORE_OK;
	o->s->durable = durability == STORE_DURABLE_FULL;
	/* disables SQLite's automatic checkpoints */
	(void)sqlite3_wal_hook(db, NULL, NULL);
	rc = sql_query_value(db, "PRAGMA journal_mode = WAL", NULL, mode, sizeof(mode));
	if (rc != SQLITE_ROW)
		return opening_failed(o, rc);
	if (strcmp(mode, "wal") == 0)
		return STORE_OK;
	sbuf_addf(o->error,
	    "cannot use the database %s: write-ahead logging does not work on its file system",
	    o->path);
	return STORE_INACCESSIBLE;
}

static enum store_err
prepare_statements(struct opening *o)
{
	for (size_t i = 0; i < Q_STATEMENT_COUNT; i++) {
		int rc = sqlite3_prepare_v3(o->s->db, sql_text_of((enum store_statement)i), -1,
		    SQLITE_PREPARE_PERSISTENT, &o->s->stmt[i], NULL);

		if (rc != SQLITE_OK)
			return opening_failed(o, rc);
	}
	return STORE_OK;
}

/* Sets wal_last_frame to the number of pages in the journal.  If the disk is full, the
 * journal's pages cannot be moved to the database, and the next turn is written after them. */
static void
measure_journal(struct store *s)
{
	sqlite3_file *file = NULL;
	sqlite3_int64 bytes = 0;

	if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) ==
		SQLITE_OK &&
	    file->pMethods != NULL && file->pMethods->xFileSize(file, &bytes) == SQLITE_OK)
		s->wal_last_frame = (int)(bytes / s->frame_bytes);
}

/* Moves the pages that a killed server or a migration left in the journal, and allocates the
 * journal's room.  Syncs everything, including the file names. */
static enum store_err
prepare_journal(struct opening *o)
{
	int64_t page_bytes = 0;

	if (o->s->dir_fd < 0)
		return STORE_OK;
	(void)sqlite3_wal_hook(o->s->db, note_wal_frames, o->s);
	if (sql_query_value(o->s->db, "PRAGMA page_size", &page_bytes, NULL, 0) == SQLITE_ROW) {
		o->s->frame_bytes = (int)page_bytes + FRAME_HEADER_BYTES;
		measure_journal(o->s);
		(void)sql_checkpoint(o->s, SQLITE_CHECKPOINT_PASSIVE);
	} else {
		sql_break_store(o->s, "storage failure: cannot ask for the size of a page");
	}
	sql_make_journal_room(o->s);
	o->s->journal_inode = disk_inode(o->s->dir_fd, STORE_FILE_NAME "-wal");
	if (!o->s->head.broken && sql_hook_files(o->s)) {
		sqlite_sync_begin(o->s, STORE_SYNC_WAL);
		sqlite_sync_make(o->s, STORE_SYNC_WAL);
		if (sqlite_sync_end(o->s, STORE_SYNC_WAL) == STORE_OK)
			return STORE_OK;
	}
	sbuf_add(o->error, o->s->head.why);
	return STORE_INACCESSIBLE;
}

/* ---- opening ---- */

static enum store_err
open_file(struct opening *o, int how, const char *vfs)
{
	int flags = how | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
	int rc;

	/* Disables memory statistics, which take a lock at each allocation.  Only the first
	 * call has an effect. */
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	rc = sqlite3_open_v2(o->path, &o->s->db, flags, vfs);
	if (rc == SQLITE_OK)
		return STORE_OK;
	if (o->s->db != NULL)
		return opening_failed(o, rc);
	sbuf_add(o->error, "cannot open the database: out of memory");
	return STORE_INACCESSIBLE;
}

static enum store_err
open_steps(struct opening *o, enum store_durability durability, const char *vfs)
{
	enum store_err err = open_file(o, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs);
	int before;

	if (err != STORE_OK)
		return err;
	sql_configure(o->s->db);
	err = check_version(o);
	before = o->found_version;
	if (err == STORE_OK && before == o->known_version)
		o->s->opened_unchecked = is_too_large_to_check(o->s->db);
	if (err == STORE_OK && before > 0 && !o->s->opened_unchecked)
		err = examine_opened(o);
	if (err == STORE_OK && before > 0 && before < o->known_version)
		err = sql_has_migration_room(
		    o->s->db, o->path, o->s->dir_fd, before, o->known_version, o->error);
	if (err == STORE_OK)
		err = configure_database(o, durability);
	if (err == STORE_OK && before < o->known_version)
		err = sql_migrate(o->s->db, o->path, o->migrations, before, o->error);
	if (err == STORE_OK && before > 0 && before < o->known_version) {
		sql_return_free_pages(o->s->db, o->s->dir_fd);
		err = examine_opened(o);
	}
	if (err == STORE_OK)
		err = prepare_statements(o);
	if (err == STORE_OK)
		o->s->head.id_runs = (struct sql_id_runs){
			.next_id = sql_read_number(o->s, sql_select_all(o->s, Q_ACTION_LAST)) +
				   SQL_ID_RUN_MAX,
			.run_length = STORE_ID_RUN_LENGTH,
		};
	if (err == STORE_OK)
		err = prepare_journal(o);
	return err;
}

/* Frees the store.  After a failure nothing more is written, so that a failed sync is not
 * repeated. */
static void
release_store(struct store *s, bool failure)
{
	for (size_t i = 0; i < Q_STATEMENT_COUNT; i++)
		(void)sqlite3_finalize(s->stmt[i]);
	if (s->db != NULL) {
		if (failure || !sql_sync_moved_pages(s))
			(void)sqlite3_db_config(
			    s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
		CHECK(sqlite3_close(s->db) == SQLITE_OK);
	}
	if (s->dir_fd >= 0)
		disk_unlock_directory(s->dir_fd, s->lock_fd);
	free(s);
}

static struct store *
new_store(void)
{
	struct store *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->head.engine = &STORE_SQLITE;
	s->head.driver = &SQLITE_DRIVER;
	s->dir_fd = -1;
	s->lock_fd = -1;
	return s;
}

static enum store_err
open_in_directory(
    struct opening *o, const char *dir, enum store_durability durability, const char *vfs)
{
	char path[STORE_PATH_MAX] = ":memory:";
	enum store_err err;

	o->path = path;
	if (dir != NULL) {
		if (!sql_database_path(dir, path, sizeof(path))) {
			sbuf_add(o->error, "the name of the data directory is too long");
			return STORE_INACCESSIBLE;
		}
		err = disk_lock_directory(dir, &o->s->dir_fd, &o->s->lock_fd, o->error);
		if (err != STORE_OK)
			return err;
		(void)unlinkat(o->s->dir_fd, "ballast", 0); /* created by versions before 0.2 */
	}
	if (dir == NULL || vfs != NULL)
		return open_steps(o, durability, vfs);
	if (disk_had_database(o->s->dir_fd) && !disk_has_database(o->s->dir_fd)) {
		sbuf_addf(o->error,
		    "the database %s is missing, though one was made there: restore a backup, "
		    "or make a new one with 'gammond -d %s new-database'",
		    path, dir);
		return STORE_INACCESSIBLE;
	}
	disk_create_private(o->s->dir_fd, STORE_FILE_NAME);
	err = open_steps(o, durability, vfs);
	if (err == STORE_OK)
		disk_mark_had_database(o->s->dir_fd);
	return err;
}

enum store_err
sqlite_open_with(const char *dir, enum store_durability durability, const char *vfs,
    const struct embedded *files, struct store **store_out, struct sbuf *error)
{
	struct opening o = {
		.s = new_store(), .migrations = files != NULL ? files : EMBEDDED, .error = error
	};
	char unread[1];
	struct sbuf nobody;
	enum store_err err;

	*store_out = NULL;
	if (error == NULL) {
		SBUF_INIT(&nobody, unread);
		o.error = &nobody;
	}
	if (o.s == NULL) {
		sbuf_add(o.error, "cannot open the database: out of memory");
		return STORE_INACCESSIBLE;
	}
	o.known_version = newest_version(o.migrations);
	err = open_in_directory(&o, dir, durability, vfs);
	if (err != STORE_OK) {
		release_store(o.s, true);
		return err;
	}
	*store_out = o.s;
	return STORE_OK;
}

int
sql_schema_version(void)
{
	return newest_version(EMBEDDED);
}

static enum store_err
open_default(const char *dir, enum store_durability durability, struct store **store_out,
    struct sbuf *error)
{
	return sqlite_open_with(dir, durability, NULL, NULL, store_out, error);
}

/* Opens a database read-only for an operator's tool, without disturbing a running server. */
static enum store_err
open_reader_steps(struct opening *o)
{
	enum store_err err = open_file(o, SQLITE_OPEN_READONLY, NULL);

	if (err != STORE_OK)
		return err;
	sql_configure(o->s->db);
	err = check_version(o);
	if (err != STORE_OK)
		return err;
	if (o->found_version == 0) {
		sbuf_addf(o->error, "the database %s is empty", o->path);
		return STORE_INACCESSIBLE;
	}
	if (o->found_version < o->known_version) {
		sbuf_addf(o->error,
		    "the database %s has schema version %d, this program needs %d: the server "
		    "brings it up to date when it starts",
		    o->path, o->found_version, o->known_version);
		return STORE_OLDER;
	}
	return prepare_statements(o);
}

static enum store_err
open_reader(const char *dir, struct store **store_out, struct sbuf *error)
{
	struct opening o = { .s = new_store(),
		.migrations = EMBEDDED,
		.error = error,
		.known_version = sql_schema_version() };
	char path[STORE_PATH_MAX];
	enum store_err err = STORE_INACCESSIBLE;

	*store_out = NULL;
	o.path = path;
	if (o.s == NULL)
		sbuf_add(error, "cannot open the database: out of memory");
	else if (!sql_database_path(dir, path, sizeof(path)))
		sbuf_add(error, "the name of the data directory is too long");
	else
		err = open_reader_steps(&o);
	if (err == STORE_OK)
		*store_out = o.s;
	else if (o.s != NULL)
		release_store(o.s, true);
	return err;
}

bool
sqlite_opened_unchecked(const struct store *s)
{
	return s->opened_unchecked;
}

static void
close_store(struct store *s)
{
	release_store(s, s->head.broken);
}

const struct store_engine STORE_SQLITE = {
	.name = "sqlite",
	.open = open_default,
	.open_reader = open_reader,
	.close = close_store,
	.check = sqlite_check,
	.repair = sqlite_repair,
	.backup = sqlite_backup,
	.measure_space = sqlite_measure_space,
	.exists = sqlite_database_exists,
	.forget_lost = sqlite_forget_lost,
#define ENGINE_VERB(type, name, params, args) .name = sqlite_##name,
#define ENGINE_VOID_VERB(name, params, args) .name = sqlite_##name,
#define VERB(type, name, params, args) .name = verb_##name,
#define VOID_VERB(name, params, args) .name = verb_##name,
#include "store/verbs.def"
};
