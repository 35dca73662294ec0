/* SPDX-License-Identifier: MIT */
/* What the files of the SQLite engine share, and what its own tests look at.  Nobody else
 * includes it.
 *
 *	open.c      opening, migrations, closing      offline.c   check and backup
 *	connect.c   what any connection needs         sqlite.c    turns, failures, statements
 *	disk.c      the data directory                journal.c   syncs, and moving the journal
 *
 * Rows of verbs.def that are an engine's own are sqlite_NAME here; sql.h has the others. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>

#include "embed.h"
#include "store/sql.h"

#define STORE_APPLICATION_ID 0x67616d6d /* "gamm"; also in schema/001_base.sql */
#define STORE_FILE "gammond.db"
#define STORE_PATH_MAX 4096
#define STORE_EXAMINE_BYTES (INT64_C(64) * 1024 * 1024) /* larger ones are examined beside */
/* LIMITS.md 2.5: what a turn may need of the journal, and after how many rows it ends. */
#define STORE_ROOM_FRAMES 4096
#define STORE_TURN_ROWS 1000
#define STORE_RUN 8                     /* the actions of 50 matches lie on some seven pages */
#define STORE_ROOM_STEP_BYTES (1 << 20) /* the journal is lengthened by so much */
#define STORE_REGION_FRAMES 4096        /* of the journal in a region of its index: SQLite's */
#define STORE_REGION_BYTES 32768
#define STORE_HELD_MS 10000 /* that another process may write */
#define STORE_LOOK_MS 1000
#define STORE_BUSY_MS 1000      /* for what cannot wait for another process */
#define STORE_LATE_FRAMES 12000 /* journal pages with which the commit makes the checkpoint */
#define STORE_IDLE_FRAMES 256   /* that make an idle moment worth a checkpoint */
#define STORE_TAIL_FRAMES                                                                      \
	1024                   /* moved: so few are synced soon, and turns are held for them   \
				*/
#define STORE_KEPT_FRAMES 6000 /* a journal of more is cut to nothing then */

/* A file, what of it is to be synced, and the methods through which SQLite uses it. */
struct sql_sync {
	sqlite3_io_methods own; /* first: sync_of in journal.c */
	const sqlite3_io_methods *under;
	sqlite3_file *file; /* NULL: in memory, or not open yet */
	struct store *store;
	/* the last turn that was committed, or the last time that pages were moved; of those
	 * what the sync that has begun covers; what one has covered that has ended */
	uint64_t done, covered, synced;
	int result, sys_errno; /* of the last one */
};

struct store {
	struct sql_head head; /* first: sql.h */
	sqlite3 *db;
	sqlite3_stmt *stmt[Q_COUNT];
	unsigned copies; /* of these, in use beside them */
	int dir_fd;      /* -1: a database in memory */
	int lock_fd;
	bool refusing; /* the journal has not all the room it should, because: */
	const char *no_room;
	bool held; /* another process has the right to write, since: */
	int64_t held_ms;
	int64_t now_ms;         /* of the turn */
	bool turn;              /* has begun and is not committed */
	int64_t looked_ms;      /* when the files were last looked for */
	uint64_t journal_inode; /* 0: it is none of a file system's */
	bool unchecked;         /* opened without a look through all of it */
	bool durable;           /* turns are to be synced: a file, and STORE_DURABLE_FULL */
	bool moving;            /* pages, and others make the syncs for it */
	bool hold;              /* few were moved: turns may wait until that is synced */
	struct sql_sync sync[STORE_SYNCS]; /* of the journal, of the database */
	int frame_bytes;                   /* of the journal: a page and its head */
	int wal_frames; /* pages in the journal after the last commit, 0 when all are moved */
	int wal_tried;  /* so many there were when a checkpoint last left some there, because
			   it failed or somebody reads: the next one waits for more */
	int wal_moved;  /* all of them up to that one are moved; 0 none, or not all that were
			   there */
	int wal_end;    /* behind which page of it the next turn writes, at the latest */
	int64_t wal_bytes;   /* the journal is at least so long; 0 not known */
	int wal_regions;     /* of its index that are allocated */
	int64_t rows_before; /* the turn: rows changed since opening */
};

/* ---- the engine ---- */

#define ENGINE_VERB(type, name, params, args) type sqlite_##name params;
#define ENGINE_VOID_VERB(name, params, args) void sqlite_##name params;
#define VERB(type, name, params, args)
#define VOID_VERB(name, params, args)
#include "store/verbs.def"

/* For tests: on another VFS of SQLite's (NULL the default one), and with other migrations (rows
 * as in EMBEDDED, the highest the newest version known; NULL: EMBEDDED). */
MUST_USE enum store_err sqlite_open_with(const char *dir, enum store_durability durability,
    const char *vfs, const struct embedded *files, struct store **store_out,
    struct sbuf *error);
bool sqlite_exists(const char *dir); /* disk.c */
enum store_err sqlite_forget(const char *dir, struct sbuf *error);
/* offline.c */
enum store_err sqlite_check(
    const char *dir, bool whole, struct store_stop *stop, struct sbuf *why);
enum store_err sqlite_repair(const char *dir, struct sbuf *error);
void sqlite_interrupt_check(void *running);
enum store_err sqlite_backup(const char *dir, const char *to, struct sbuf *error);

/* ---- sqlite.c ---- */

extern const struct sql_driver SQLITE_DRIVER;

/* Notes a result of SQLite's that only a restart can mend; keeps the first one. */
void sql_note(struct store *s, int rc, int sys_errno, const char *message, const char *doing);
bool sql_no_space(int rc, int sys_errno);

/* ---- journal.c ---- */

/* When the journal is open: its syncs and those of the database are made here from now on.
 * False: broken. */
bool sql_take_files(struct store *s);

/* mode: one of SQLite's.  How many pages were moved, 0 when not all. */
int sql_checkpoint(struct store *s, int mode);

/* What was moved is synced in place.  False: broken. */
bool sql_sync_moved(struct store *s);

/* After opening: the journal gets its room, or the store refuses. */
void sql_make_room(struct store *s);

/* Turns are not committed now, but with the next ones. */
bool sql_holds(const struct store *s);

/* ---- connect.c ---- */

/* The name of the database in dir; false when it is too long.  "./" keeps SQLite from taking a
 * relative name for something else than a file. */
bool sql_path(const char *dir, char *path, size_t size);

/* What belongs to every connection: limits, switches. */
void sql_configure(sqlite3 *db);

/* The first value of the first row; number and text may be NULL.  SQLITE_ROW when there is one,
 * SQLITE_DONE when not. */
int sql_ask(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size);

/* errno of the file system call that failed last. */
int sql_errno(sqlite3 *db);

/* What an SQLite failure means before a store is there, with a sentence. */
enum store_err sql_failed(sqlite3 *db, const char *path, int rc, struct sbuf *error);

/* Whose database it is, and its schema's version; NULL nobody asks.  STORE_OK also of an empty
 * one. */
enum store_err sql_identify(
    sqlite3 *db, const char *path, int *version_out, struct sbuf *error);

/* Looks through everything; whole: and compares each index with its table.  STORE_DAMAGED,
 * STORE_STALE, or what sql_failed says; with a sentence. */
enum store_err sql_examine(sqlite3 *db, const char *path, bool whole, struct sbuf *error);

/* ---- disk.c: the data directory beside the database.  Sentences go to error. ---- */

/* Makes and opens the directory and takes its locks. */
MUST_USE enum store_err disk_lock(
    const char *dir, int *dir_fd_out, int *lock_fd_out, struct sbuf *error);
void disk_unlock(int dir_fd, int lock_fd);
/* Makes an empty file that only its owner may read, unless there is one; SQLite's own would
 * take the umask. */
void disk_make_private(int dir_fd, const char *name);
/* Notes that a database was made; it is asked when there is none, or an empty file. */
bool disk_is_marked(int dir_fd);
void disk_mark(int dir_fd);
bool disk_has_database(int dir_fd);
/* Its number in the file system; 0 there is none. */
uint64_t disk_inode(int dir_fd, const char *name);
#endif
