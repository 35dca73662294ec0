/* SPDX-License-Identifier: MIT */
/* Shared by the files of the SQLite engine.  Only these and the engine's tests include it.
 *
 *	open.c      opening, migrations, closing      offline.c   check and backup
 *	connect.c   what every connection needs       sqlite.c    turns, failures, statements
 *	disk.c      the data directory                journal.c   syncs and checkpoints
 *	move.c      copies between the engines
 *
 * The rows of verbs.def that the engine implements itself are sqlite_NAME here; the others are
 * in sql.h. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>

#include "embed.h"
#include "store/sql.h"

#define STORE_APPLICATION_ID 0x67616d6d /* "gamm"; also in schema/001_base.sql */
#define STORE_FILE_NAME "gammond.db"
#define STORE_PATH_MAX 4096
/* LIMITS.md 2.5: the journal pages that a turn may need, and the number of rows after which it
 * ends. */
#define STORE_TURN_FRAMES_MAX 4096
#define STORE_TURN_ROWS_MAX 1000
/* keeps the actions of 50 concurrent matches on about seven pages */
#define STORE_ID_RUN_LENGTH 8
#define STORE_JOURNAL_STEP_BYTES (1 << 20) /* the journal grows in steps of this size */
/* journal pages per region of its index; fixed by SQLite */
#define STORE_INDEX_REGION_FRAMES 4096
#define STORE_INDEX_REGION_BYTES 32768
#define STORE_LOCK_HELD_MAX_MS 10000 /* how long another process may hold the write lock */
#define STORE_FILE_CHECK_MS 1000
#define STORE_BUSY_MS 1000 /* timeout for callers that do not retry in the next turn */
/* journal pages at which a commit includes a checkpoint */
#define STORE_LATE_CHECKPOINT_FRAMES 12000
/* an idle checkpoint needs at least this many journal pages */
#define STORE_IDLE_CHECKPOINT_FRAMES 256
#define STORE_HOLD_FRAMES 1024 /* turns are held while at most this many pages are synced */
#define STORE_TRIM_FRAMES 6000 /* an idle checkpoint truncates a journal with more pages */

/* A file, the state of its syncs, and the methods that SQLite calls for it. */
struct sql_synced_file {
	sqlite3_io_methods own; /* must be first: see sync_of in journal.c */
	const sqlite3_io_methods *sqlite_methods;
	sqlite3_file *file; /* NULL: in memory, or not open yet */
	struct store *store;
	/* Number of commits or of checkpoints: in total, covered by the sync in progress, and
	 * covered by completed syncs. */
	uint64_t writes_done, writes_covered, writes_synced;
	int result, sys_errno; /* result of the last sync */
};

struct store {
	struct sql_head head; /* must be first: see sql.h */
	sqlite3 *db;
	sqlite3_stmt *stmt[Q_STATEMENT_COUNT];
	unsigned copies_in_use; /* number of copies in use, made of statements whose stmt[] is
				   busy */
	int dir_fd;             /* -1: a database in memory */
	int lock_fd;
	bool refusing; /* the journal has no room, for the reason in no_room_reason */
	const char *no_room_reason;
	bool locked_elsewhere;    /* another process holds the write lock */
	int64_t locked_since_ms;  /* when it was first found locked */
	int64_t turn_time_ms;     /* the time of the turn */
	bool in_turn;             /* a turn has begun and is not committed */
	int64_t files_checked_ms; /* when the files were last checked */
	uint64_t journal_inode;   /* 0: the database is not in a file */
	bool opened_unchecked;    /* opened without a full check */
	bool durable;             /* turns are synced: the database is in a file and
				   * STORE_DURABLE_FULL */
	bool in_checkpoint;       /* a checkpoint is running; its syncs are done separately */
	bool may_hold_turns;      /* few pages were moved: turns may be held until their sync */
	struct sql_synced_file synced_files[STORE_SYNC_COUNT]; /* indexed by enum store_sync */
	int frame_bytes;        /* size of a page and its header in the journal */
	int wal_frames;         /* journal pages at the last commit; 0: all moved */
	int wal_frames_tried;   /* wal_frames at the last checkpoint; the next needs more */
	int wal_frames_moved;   /* last journal page moved, if a checkpoint has moved all pages;
				 * otherwise 0 */
	int wal_last_frame;     /* the next turn writes after this page, or at the start */
	int64_t wal_bytes;      /* minimum length of the journal; 0: unknown */
	int wal_index_regions;  /* allocated regions of the journal's index */
	int64_t changes_before; /* rows changed before this turn */
};

/* ---- the engine ---- */

#define ENGINE_VERB(type, name, params, args) type sqlite_##name params;
#define ENGINE_VOID_VERB(name, params, args) void sqlite_##name params;
#define VERB(type, name, params, args)
#define VOID_VERB(name, params, args)
#include "store/verbs.def"

/* For tests: opens with another VFS of SQLite (NULL: the default) and other migrations (NULL:
 * EMBEDDED; the highest is the newest known version). */
MUST_USE enum store_err sqlite_open_with(const char *dir, enum store_durability durability,
    const char *vfs, const struct embedded *files, struct store **store_out,
    struct sbuf *error);
bool sqlite_database_exists(const char *dir); /* disk.c */
enum store_err sqlite_forget_lost(const char *dir, struct sbuf *error);
/* offline.c */
enum store_err sqlite_check(
    const char *dir, bool whole, struct store_stop *stop, struct sbuf *why);
enum store_err sqlite_repair(const char *dir, struct sbuf *error);
enum store_err sqlite_backup(const char *dir, const char *to, struct sbuf *error);
enum store_err sqlite_measure_space(
    const char *dir, struct store_space *s_out, struct sbuf *error);

/* ---- sqlite.c ---- */

extern const struct sql_driver SQLITE_DRIVER;

/* Breaks the store after a failure of SQLite.  The first failure is kept. */
void sql_break_with(
    struct store *s, int rc, int sys_errno, const char *message, const char *doing);
bool sql_is_no_space(int rc, int sys_errno);

/* ---- journal.c ---- */

/* Makes journal.c responsible for the syncs of the journal and of the database.  Call it when
 * the journal is open.  Returns false if the store is broken. */
bool sql_hook_files(struct store *s);

/* Performs a checkpoint.  mode: one of SQLite's checkpoint modes.  Returns the number of pages
 * moved, or 0 if some pages could not be moved. */
int sql_checkpoint(struct store *s, int mode);

/* Syncs pages that were moved into the database, in place.  Returns false if the store is
 * broken. */
bool sql_sync_moved_pages(struct store *s);

/* Allocates space in the journal for the largest turn.  If that fails, the store refuses
 * writes. */
void sql_make_journal_room(struct store *s);

/* Returns whether turns are held, to be committed with later ones. */
bool sql_holds_turns(const struct store *s);

/* ---- connect.c ---- */

/* Sets path to the name of the database in dir.  Returns false if it is too long.  A relative
 * name starts with "./", so that SQLite cannot take it for anything but a file. */
bool sql_database_path(const char *dir, char *path, size_t size);

/* Sets the limits and options that every connection needs. */
void sql_configure(sqlite3 *db);

/* Reads the first value of the first row; number and text may be NULL.  Returns SQLITE_ROW, or
 * SQLITE_DONE if there is no row, or an error. */
int sql_query_value(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size);

/* Returns errno of the last file system call that failed. */
int sql_errno(sqlite3 *db);

/* Converts an SQLite failure during opening to a store_err and a sentence. */
enum store_err sql_describe_failure(sqlite3 *db, const char *path, int rc, struct sbuf *error);

/* Checks that the database is ours or empty, and reads its schema version.  version_out may be
 * NULL. */
enum store_err sql_identify_database(
    sqlite3 *db, const char *path, int *version_out, struct sbuf *error);

/* Checks all of the database; whole: also compares each index with its table.  Returns
 * STORE_DAMAGED, STORE_INDEX_STALE, or what sql_describe_failure returns, with a sentence. */
enum store_err sql_examine_database(
    sqlite3 *db, const char *path, bool whole, struct sbuf *error);

/* Gets the size of the database in bytes. */
enum store_err sql_database_bytes(
    sqlite3 *db, const char *path, int64_t *bytes_out, struct sbuf *error);

/* ---- migrate.c ---- */

/* Returns the free space that migrations from one version to another need for a database of
 * `bytes`; 0 if there are none.  sql_migration_room_max returns the space for the most
 * demanding migration. */
int64_t sql_migration_room(int from, int to, int64_t bytes);
int64_t sql_migration_room_max(int64_t bytes);

/* Returns STORE_FULL, with a sentence, if the disk has less free space than these migrations
 * need.  Changes nothing. */
MUST_USE enum store_err sql_has_migration_room(
    sqlite3 *db, const char *path, int dir_fd, int from, int to, struct sbuf *error);

/* Runs the migrations after version `from` in one transaction.  Returns STORE_FULL if the disk
 * became full, or what sql_describe_failure returns.  After any failure nothing is changed. */
MUST_USE enum store_err sql_migrate(
    sqlite3 *db, const char *path, const struct embedded *files, int from, struct sbuf *error);

/* Gives pages that a migration has freed back to the file system, if there are many such pages
 * and there is room for a copy of all others. */
void sql_return_free_pages(sqlite3 *db, int dir_fd);

/* ---- disk.c: the data directory around the database.  Failures set error. ---- */

/* Creates the directory if needed, opens it and takes its locks. */
MUST_USE enum store_err disk_lock_directory(
    const char *dir, int *dir_fd_out, int *lock_fd_out, struct sbuf *error);
void disk_unlock_directory(int dir_fd, int lock_fd);
/* Creates an empty file that only its owner may read, unless it exists.  The permissions of a
 * file that SQLite creates would depend on the umask. */
void disk_create_private(int dir_fd, const char *name);
/* disk_mark_had_database records in the directory that a database was created there.
 * disk_had_database returns whether that was recorded; it is called if the database is missing
 * or empty. */
bool disk_had_database(int dir_fd);
void disk_mark_had_database(int dir_fd);
bool disk_has_database(int dir_fd);
/* Returns how many bytes are free on the directory's file system, -1 if that is unknown. */
int64_t disk_free_bytes(int dir_fd);
/* Returns the file's inode number, 0 if there is no such file. */
uint64_t disk_inode(int dir_fd, const char *name);
#endif
