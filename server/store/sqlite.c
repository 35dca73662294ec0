/* SPDX-License-Identifier: MIT */
/* The turn: beginning, committing, syncing, failing, and the statements through which the other
 * files of this module reach SQLite.  Owns the state of struct store while it is open.
 *
 * A failure of any kind is final: the turn cannot be taken back in memory, so nothing more is
 * written and the process ends.  That holds for a failed sync above all, after which nobody
 * knows what is on the disk, and which is not tried again by the checkpoint that closing a
 * database makes.
 *
 * SQLite is told not to sync commits (WAL, synchronous = NORMAL); sync_make does, in whichever
 * thread.  What that rests on, with the places in SQLite's documents:
 *
 * COMMIT writes the turn's pages behind those before it, the last one with a mark, and does not
 * sync them (pragma.html, synchronous).  After a loss of power all is there up to the last mark
 * before the first page whose sums are wrong, which go on from page to page: a first part of
 * the turns, each whole, and no less than was synced.  Pages that are written behind synced
 * ones do them no harm, because bytes beside a write are safe (fileformat2.html 4.1, 4.2, 4.5;
 * psow.html).
 *
 * A checkpoint syncs the journal, writes the pages into the database, and syncs that; only then
 * may a commit begin the journal anew, which writes and syncs its head before the pages behind
 * it.  So a page in the database was in a synced journal, and none of an old journal is read
 * again.  SQLite makes these syncs itself, with NORMAL too (fileformat2.html 4.3, 4.4).
 *
 * xSync is fdatasync(2) on the descriptor through which SQLite writes.  Once the first one has
 * synced the directory, which opening does, it uses nothing else of the file (os_unix.c), so
 * that another thread may call it; and since no descriptor is opened or closed for it, none of
 * SQLite's locks is lost (howtocorrupt.html 2.2).  All else, checkpoints above all, is for the
 * loop's connection only (wal.html, the WAL-reset bug; Debian 12 has it).
 *
 * A full disk is no failure, because a turn never meets it: between turns the journal and its
 * index are made as long as the largest turn can need (LIMITS.md 2.5), in the file system and
 * not only in name.  Where that cannot be had, the store refuses: callers then write nothing
 * that can wait, and what cannot wait has what is left of the room.  A checkpoint that finds no
 * room in the database leaves the pages where they are.
 *
 * The automatic checkpoint is made here and not by SQLite, which ignores its errors; and not in
 * the commit, for which people wait, unless it was put off for long.
 *
 * Cost: store_commit no sync; store_tend, when there is something to do, two.  */
#include "store/sqlite.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* ---- failures ---- */

void
sql_break(struct store *s, const char *why)
{
	struct sbuf b;

	if (s->broken)
		return;
	SBUF_ON(&b, s->why);
	sbuf_add(&b, why);
	s->broken = true;
}

void
sqlite_abandon(struct store *s)
{
	sql_break(s, "storage failure: the database is damaged");
}

static bool
no_space(int rc, int sys_errno)
{
	return (rc & 0xff) == SQLITE_FULL ||
	       (rc == SQLITE_IOERR_WRITE && (sys_errno == ENOSPC || sys_errno == EDQUOT));
}

/* Keeps the first failure. */
static void
note(struct store *s, int rc, int sys_errno, const char *message, const char *doing)
{
	char text[sizeof(s->why)];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "%s: %s (result %d",
	    no_space(rc, sys_errno) ? "no space for the database" : "storage failure", message,
	    rc);
	if ((rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN)
		sbuf_addf(&b, ", %s", strerror(sys_errno));
	sbuf_addf(&b, ") in: %.60s", doing);
	sql_break(s, text);
}

static void
note_failure(struct store *s, int rc, const char *doing)
{
	note(s, rc, sql_errno(s->db), sqlite3_errmsg(s->db), doing);
}

/* ---- statements ---- */

/* Texts stay where they are: every statement is run before the caller's call ends. */
void
sql_bind(struct store *s, sqlite3_stmt *q, int at, struct sql_value value)
{
	int rc = SQLITE_OK;

	switch (value.kind) {
	case SQL_INT:
		rc = sqlite3_bind_int64(q, at, value.n);
		break;
	case SQL_REAL:
		rc = sqlite3_bind_double(q, at, value.real);
		break;
	case SQL_TEXT:
		rc = sqlite3_bind_text(q, at, value.bytes, -1, SQLITE_STATIC);
		break;
	case SQL_BYTES:
		rc = sqlite3_bind_blob64(q, at, value.bytes, value.len, SQLITE_STATIC);
		break;
	}
	if (rc != SQLITE_OK)
		note_failure(s, rc, sqlite3_sql(q));
}

sqlite3_stmt *
sql_get_values(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	sqlite3_stmt *q = s->stmt[st];
	int rc;

	if (s->broken)
		return NULL;
	if (sqlite3_stmt_busy(q)) {
		rc = sqlite3_prepare_v2(s->db, sqlite3_sql(s->stmt[st]), -1, &q, NULL);
		if (rc != SQLITE_OK) {
			note_failure(s, rc, sqlite3_sql(s->stmt[st]));
			return NULL;
		}
		s->copies++;
	}
	for (size_t i = 0; i < n; i++)
		sql_bind(s, q, (int)i + 1, values[i]);
	return q;
}

void
sql_done(struct store *s, sqlite3_stmt *q)
{
	bool copy = s->copies > 0 && q != NULL;

	for (size_t i = 0; copy && i < Q_COUNT; i++)
		copy = s->stmt[i] != q;
	if (copy) {
		(void)sqlite3_finalize(q);
		s->copies--;
	} else {
		(void)sqlite3_reset(q);
	}
}

bool
sql_step(struct store *s, sqlite3_stmt *q)
{
	int rc;

	if (s->broken)
		return false;
	rc = sqlite3_step(q);
	if (rc == SQLITE_ROW)
		return true;
	if (rc == SQLITE_DONE)
		return false;
	note_failure(s, rc, sqlite3_sql(q));
	(void)sqlite3_reset(q);
	return false;
}

bool
sql_put_values(struct store *s, enum store_statement st, int rows,
    const struct sql_value *values, size_t n)
{
	char text[sizeof(s->why)];
	sqlite3_stmt *q;
	struct sbuf b;

	if (!s->broken && sqlite3_get_autocommit(s->db)) {
		s->rows_before = sqlite3_total_changes64(s->db);
		(void)sql_step(s, s->stmt[Q_BEGIN]);
		(void)sqlite3_reset(s->stmt[Q_BEGIN]);
	}
	q = sql_get_values(s, st, values, n);
	if (q == NULL)
		return false;
	CHECK(!sql_step(s, q));
	if (!s->broken && rows >= 0 && sqlite3_changes(s->db) != rows) {
		SBUF_ON(&b, text);
		sbuf_addf(&b, "storage failure: %d rows instead of %d in: %.60s",
		    sqlite3_changes(s->db), rows, sqlite3_sql(q));
		sql_break(s, text);
	}
	sql_done(s, q);
	return !s->broken;
}

int64_t
sql_answer(struct store *s, sqlite3_stmt *q)
{
	int64_t n = 0;

	if (sql_step(s, q))
		n = sql_int(s, q, 0, 0, INT64_MAX);
	sql_done(s, q);
	return n;
}

int64_t
sql_int(struct store *s, sqlite3_stmt *q, int at, int64_t least, int64_t most)
{
	int64_t v = sqlite3_column_int64(q, at);

	if (v >= least && v <= most)
		return v;
	sql_break(s, "storage failure: the database holds a number that cannot be");
	return least;
}

const char *
sql_text_here(struct store *s, sqlite3_stmt *q, int at)
{
	const unsigned char *text = sqlite3_column_text(q, at);

	if (text != NULL)
		return (const char *)text;
	sql_break(s, "storage failure: a text of the database cannot be read");
	return "";
}

void
sql_text(struct store *s, sqlite3_stmt *q, int at, char *out, size_t size)
{
	const char *text = sql_text_here(s, q, at);
	struct sbuf b;

	sbuf_init(&b, out, size);
	sbuf_add(&b, text);
	if (!sbuf_ok(&b))
		sql_break(s, "storage failure: the database holds a text that is too long");
}

/* ---- the journal ---- */

/* No room in the database, or somebody who reads, is no failure: the next one comes when there
 * is more to move. */
void
sql_checkpoint(struct store *s, int mode)
{
	int there = 0, moved = 0, rc;

	if (s->dir_fd < 0)
		return;
	rc = sqlite3_wal_checkpoint_v2(s->db, "main", mode, &there, &moved);
	s->wal_tried = s->wal_frames;
	if (rc == SQLITE_OK)
		s->wal_end = there;
	if (rc == SQLITE_OK && moved == there) {
		s->wal_frames = 0;
		s->wal_tried = 0;
		if (mode != SQLITE_CHECKPOINT_PASSIVE) /* else a reader may keep it */
			s->wal_end = 0;
	} else if (rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY &&
		   (rc & 0xff) != SQLITE_LOCKED && !no_space(rc, sql_errno(s->db))) {
		note_failure(s, rc, "checkpoint");
	}
}

/* Makes a file of SQLite's at least so long, for good.  False: there is no room. */
static bool
allocate(struct store *s, int which, int64_t bytes)
{
	int step = STORE_ROOM_STEP_BYTES;
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;

	if (sqlite3_file_control(s->db, "main", which, &file) != SQLITE_OK ||
	    file->pMethods == NULL)
		return false;
	if (file->pMethods->xFileSize(file, &size) == SQLITE_OK && size >= bytes)
		return true;
	size = bytes;
	(void)file->pMethods->xFileControl(file, SQLITE_FCNTL_CHUNK_SIZE, &step);
	return file->pMethods->xFileControl(file, SQLITE_FCNTL_SIZE_HINT, &size) == SQLITE_OK;
}

/* The same for the index of the journal, which SQLite maps in regions; n of them. */
static bool
allocate_index(struct store *s, int n)
{
	sqlite3_file *file = NULL;
	void volatile *region;

	if (n <= s->wal_regions)
		return true;
	if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) !=
		SQLITE_OK ||
	    file->pMethods->xShmMap(file, n - 1, STORE_REGION_BYTES, 1, &region) != SQLITE_OK)
		return false;
	s->wal_regions = n;
	return true;
}

/* Whether the largest turn finds its room; gets it when it can be had. */
static bool
has_room(struct store *s)
{
	int64_t frames = (int64_t)s->wal_end + STORE_ROOM_FRAMES;

	return s->dir_fd < 0 ||
	       (allocate(s, SQLITE_FCNTL_JOURNAL_POINTER, frames * s->frame_bytes) &&
		   allocate_index(s, (int)(frames / STORE_REGION_FRAMES + 1)));
}

void
sql_make_room(struct store *s)
{
	if (!s->broken && !has_room(s)) /* from the beginning again, in the file as it is? */
		sql_checkpoint(s, SQLITE_CHECKPOINT_RESTART);
	s->refusing = s->broken || !has_room(s);
}

/* ---- the turn ---- */

enum store_err
sqlite_commit(struct store *s, struct sbuf *error)
{
	bool wrote = !sqlite3_get_autocommit(s->db);

	if (!s->broken && wrote) {
		(void)sql_step(s, s->stmt[Q_COMMIT]);
		(void)sqlite3_reset(s->stmt[Q_COMMIT]);
		s->committed += s->durable;
	}
	if (!s->broken && s->wal_frames - s->wal_tried >= STORE_LATE_FRAMES)
		sql_checkpoint(s, SQLITE_CHECKPOINT_PASSIVE);
	if (wrote && !s->refusing)
		sql_make_room(s);
	if (s->broken && error != NULL)
		sbuf_add(error, s->why);
	return s->broken ? STORE_BROKEN : STORE_OK;
}

/* ---- the sync ---- */

bool
sqlite_unsynced(const struct store *s)
{
	return s->committed > s->synced;
}

void
sqlite_sync_begin(struct store *s)
{
	s->covered = s->committed;
	s->sync_result = sqlite3_file_control(
	    s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, (void *)&s->journal);
}

/* On the descriptor through which SQLite writes.  xSync uses nothing else of the file. */
void
sqlite_sync_make(struct store *s)
{
	if (s->sync_result == SQLITE_OK && s->journal->pMethods != NULL) /* there is one */
		s->sync_result = s->journal->pMethods->xSync(s->journal, SQLITE_SYNC_NORMAL);
	s->sync_errno = errno;
}

enum store_err
sqlite_sync_end(struct store *s)
{
	if (s->sync_result == SQLITE_OK)
		s->synced = s->covered;
	else
		note(s, s->sync_result, s->sync_errno, sqlite3_errstr(s->sync_result),
		    "the sync of the journal");
	return s->broken ? STORE_BROKEN : STORE_OK;
}

/* ---- between turns ---- */

/* Not while a turn waits for its sync: SQLite would make that one in place. */
enum store_err
sqlite_tend(struct store *s, unsigned steps, unsigned *done_out)
{
	int fresh = s->wal_frames - s->wal_tried;

	*done_out = 0;
	if (!s->broken && !sqlite_dirty(s) && !sqlite_unsynced(s) && fresh > 0 &&
	    (unsigned)fresh >= steps) {
		sql_checkpoint(s, SQLITE_CHECKPOINT_PASSIVE);
		*done_out = s->wal_frames == 0 ? (unsigned)fresh : 0;
	}
	return s->broken ? STORE_BROKEN : STORE_OK;
}

bool
sqlite_dirty(const struct store *s)
{
	return !sqlite3_get_autocommit(s->db);
}

bool
sqlite_spent(const struct store *s)
{
	return sqlite_dirty(s) &&
	       sqlite3_total_changes64(s->db) - s->rows_before >= STORE_TURN_ROWS;
}

bool
sqlite_refusing(const struct store *s)
{
	return s->refusing;
}

bool
sqlite_probe(struct store *s)
{
	CHECK(s->broken || !sqlite_dirty(s));
	if (s->refusing)
		sql_make_room(s);
	return !s->broken && !s->refusing;
}

enum store_err
sqlite_idle(struct store *s)
{
	if (!s->broken && !sqlite_dirty(s) && !sqlite_unsynced(s) &&
	    s->wal_frames >= STORE_IDLE_FRAMES && s->wal_frames != s->wal_tried) {
		sql_checkpoint(s, s->wal_frames > STORE_KEPT_FRAMES
				      ? SQLITE_CHECKPOINT_TRUNCATE
				      : SQLITE_CHECKPOINT_PASSIVE);
		sql_make_room(s);
	}
	return s->broken ? STORE_BROKEN : STORE_OK;
}
