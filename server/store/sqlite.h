/* SPDX-License-Identifier: MIT */
/* What the files of this room share, and what its own tests look at.  Nobody else includes it.
 */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>

#include "embed.h"
#include "store/store.h"

#define STORE_APPLICATION_ID 0x67616d6d /* "gamm"; also in schema/001_base.sql */
#define STORE_FILE "gammond.db"
#define STORE_PATH_MAX 4096
#define STORE_EXAMINE_BYTES (INT64_C(64) * 1024 * 1024) /* larger ones are examined beside */
/* LIMITS.md 2.5: what a turn may need of the journal, and after how many rows it ends. */
#define STORE_ROOM_FRAMES 4096
#define STORE_TURN_ROWS 1000
#define STORE_ROOM_STEP_BYTES (1 << 20) /* the journal is lengthened by so much */
#define STORE_REGION_FRAMES 4096        /* of the journal in a region of its index: SQLite's */
#define STORE_REGION_BYTES 32768
#define STORE_LATE_FRAMES 12000 /* journal pages with which the commit makes the checkpoint */
#define STORE_IDLE_FRAMES 256   /* that make an idle moment worth a checkpoint */
#define STORE_KEPT_FRAMES 6000  /* a journal of more is cut to nothing then */

enum store_statement {
#define S(name, ...) ST_##name,
#include "store/statements.def"
#undef S
	ST_COUNT
};

struct store {
	sqlite3 *db;
	sqlite3_stmt *stmt[ST_COUNT];
	int dir_fd;            /* -1: a database in memory */
	int lock_fd;
	bool broken;     /* for good; `why` says what */
	bool refusing;   /* the journal has not all the room it should */
	bool unchecked;  /* opened without a look through all of it */
	int frame_bytes; /* of the journal: a page and its head */
	int wal_frames;  /* pages in the journal after the last commit, 0 when all are moved */
	int wal_tried;   /* so many there were when a checkpoint last left some there, because
			    it failed or somebody reads: the next one waits for more */
	int wal_end;     /* behind which page of it the next turn writes, at the latest */
	int wal_regions; /* of its index that are allocated */
	int64_t rows_before; /* the turn: rows changed since opening */
	char why[400];       /* the sentence about `broken` */
};

/* ---- sqlite.c: statements and failures ---- */

/* The text of a statement. */
const char *store_statement_sql(enum store_statement st);

/* A statement ready for binding; NULL when the store is broken.  For writing it begins the
 * turn's transaction.  One that is in use further up the stack is prepared a second time. */
sqlite3_stmt *store_read(struct store *s, enum store_statement st);
sqlite3_stmt *store_write(struct store *s, enum store_statement st);

/* Gives a statement back: resets it, or frees a second copy. */
void store_done(struct store *s, sqlite3_stmt *q);

/* Steps.  True: a row is there.  False: the end, or a failure, which is noted. */
bool store_step(struct store *s, sqlite3_stmt *q);

/* Steps a writing statement to its end and gives it back.  rows: how many it must change, -1
 * any number; another number breaks the store, because the caller relied on something that is
 * not so. */
bool store_run(struct store *s, sqlite3_stmt *q, int rows);

/* The number that a statement about one user answers. */
unsigned store_count_of(struct store *s, enum store_statement st, int64_t user);

/* Runs a statement that writes as many rows as there are of one user. */
void store_run_of(struct store *s, enum store_statement st, int64_t user);

/* Binding; a failure is noted. */
void store_bind_int(struct store *s, sqlite3_stmt *q, int at, int64_t value);
void store_bind_real(struct store *s, sqlite3_stmt *q, int at, double value);
void store_bind_text(struct store *s, sqlite3_stmt *q, int at, const char *text);
void store_bind_blob(struct store *s, sqlite3_stmt *q, int at, const void *bytes, size_t n);

/* Columns; a value that cannot be is damage and breaks the store. */
int64_t store_int(struct store *s, sqlite3_stmt *q, int at, int64_t least, int64_t most);
void store_text(struct store *s, sqlite3_stmt *q, int at, char *out, size_t size);
const char *store_text_here(
    struct store *s, sqlite3_stmt *q, int at); /* never NULL; until the next step */

/* errno of the file system call that failed last. */
int store_errno(sqlite3 *db);

/* Notes a failure that only a restart can mend. */
void store_break(struct store *s, const char *why);

/* mode: one of SQLite's. */
void store_checkpoint(struct store *s, int mode);

/* After opening: the journal gets its room, or the store refuses. */
void store_make_room(struct store *s);

/* ---- open.c ---- */

/* store_open with migrations of the caller's (rows as in EMBEDDED); the highest is the newest
 * version known. */
MUST_USE enum store_err store_open_with(const char *dir, enum store_durability durability,
    const char *vfs, const struct embedded *files, struct store **store_out,
    struct sbuf *error);

/* The name of the database in dir; false when it is too long.  "./" keeps SQLite from taking a
 * relative name for something else than a file. */
bool store_path(const char *dir, char *path, size_t size);

/* What belongs to every connection: limits, switches. */
void store_configure(sqlite3 *db);

/* The first value of the first row; number and text may be NULL.  SQLITE_ROW when there is one,
 * SQLITE_DONE when not. */
int store_ask(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size);

/* What an SQLite failure means before a store is there, with a sentence. */
enum store_err store_failed(sqlite3 *db, const char *path, int rc, struct sbuf *error);

/* Whose database it is.  STORE_OK also of an empty one. */
enum store_err store_identify(sqlite3 *db, const char *path, struct sbuf *error);

/* ---- soundness.c ---- */

/* Looks through everything: STORE_DAMAGED, or what store_failed says; with a sentence. */
enum store_err store_examine(sqlite3 *db, const char *path, struct sbuf *error);

/* ---- disk.c: the data directory beside the database.  Sentences go to error. ---- */

/* Makes and opens the directory and takes its lock. */
MUST_USE enum store_err disk_lock(
    const char *dir, int *dir_fd_out, int *lock_fd_out, struct sbuf *error);
void disk_unlock(int dir_fd, int lock_fd);
/* Makes an empty file that only its owner may read, unless there is one; SQLite's own would
 * take the umask. */
void disk_make_private(int dir_fd, const char *name);
#endif
