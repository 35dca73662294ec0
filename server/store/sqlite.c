/* SPDX-License-Identifier: MIT */
/* The turn: beginning, committing, failing, and the statements through which the other files of
 * this room reach SQLite.  Owns the state of struct store while it is open.
 *
 * Failures fall in two classes (see store.h).  "No space" is only what provably left nothing
 * behind: SQLite could not write.  A failed fsync is never "no space", whatever its errno says,
 * and neither is a failure in the shared index of the journal: by then the commit may be on
 * disk already.  After those nothing is written any more, not even by the checkpoint that
 * closing a database makes: it would repeat the fsync and might be told that all is well.
 *
 * For the same reason the automatic checkpoint is made here and not by SQLite, which ignores
 * its errors; and not in the commit, for which people wait, unless it was put off for long.
 *
 * Cost: store_commit one fsync; store_tend, when there is something to do, two.  Not to be
 * called from a callback of a store_..._each: store_commit, store_tend, store_probe,
 * store_idle, store_close. */
#include "store/sqlite.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* ---- failures ---- */

/* sqlite3_system_errno is not set by a COMMIT that fails. */
int
store_errno(sqlite3 *db)
{
	sqlite3_vfs *vfs = NULL;
	int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);

	if (rc != SQLITE_OK || vfs == NULL || vfs->xGetLastError == NULL)
		return 0;
	return vfs->xGetLastError(vfs, 0, NULL);
}

static enum store_err
classify(int rc, int sys_errno)
{
	bool no_room = sys_errno == ENOSPC || sys_errno == EDQUOT;

	if ((rc & 0xff) == SQLITE_FULL)
		return STORE_FULL;
	if (no_room && (rc == SQLITE_IOERR_WRITE || (rc & 0xff) == SQLITE_CANTOPEN))
		return STORE_FULL;
	return STORE_BROKEN;
}

static void
set_broken(struct store *s)
{
	s->turn_err = STORE_BROKEN;
	s->dirty = true;
}

void
store_break(struct store *s, const char *why)
{
	struct sbuf b;

	if (s->turn_err == STORE_BROKEN)
		return;
	SBUF_ON(&b, s->why);
	sbuf_add(&b, why);
	set_broken(s);
}

void
store_abandon(struct store *s)
{
	store_break(s, "storage failure: the database is damaged");
}

/* Keeps the first failure of a turn; a broken store stays broken. */
static void
note_failure(struct store *s, int rc, const char *doing)
{
	int sys_errno = store_errno(s->db);
	enum store_err err = classify(rc, sys_errno);
	struct sbuf b;

	if (s->turn_err == STORE_BROKEN || (s->turn_err == STORE_FULL && err == STORE_FULL))
		return;
	SBUF_ON(&b, s->why);
	sbuf_addf(&b, "%s: %s (result %d",
	    err == STORE_FULL ? "no space for the database" : "storage failure",
	    sqlite3_errmsg(s->db), rc);
	if ((rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN)
		sbuf_addf(&b, ", %s", strerror(sys_errno));
	sbuf_addf(&b, ") in: %.60s", doing);
	s->turn_err = err;
	s->dirty = true;
	if (err == STORE_BROKEN)
		set_broken(s);
}

/* Rolls back what SQLite has not rolled back by itself.  In the journal mode used this writes
 * nothing to disk.  A list that is being read goes on with rows from before the turn, or ends.
 */
static void
undo(struct store *s)
{
	int rc;

	if (s->turn_err == STORE_BROKEN || sqlite3_get_autocommit(s->db))
		return;
	rc = sqlite3_step(s->stmt[ST_ROLLBACK]);
	if (rc != SQLITE_DONE)
		store_break(s, "storage failure: cannot roll back");
	(void)sqlite3_reset(s->stmt[ST_ROLLBACK]);
}

/* ---- statements ---- */

static bool
begin(struct store *s)
{
	s->dirty = true;
	if (s->turn_err != STORE_OK)
		return false;
	if (s->refusing) {
		struct sbuf b;

		SBUF_ON(&b, s->why);
		sbuf_add(
		    &b, "no space for the database: writing is refused until there is room");
		s->turn_err = STORE_FULL;
		return false;
	}
	if (!sqlite3_get_autocommit(s->db))
		return true;
	(void)store_step(s, s->stmt[ST_BEGIN]);
	(void)sqlite3_reset(s->stmt[ST_BEGIN]);
	return s->turn_err == STORE_OK;
}

sqlite3_stmt *
store_read(struct store *s, enum store_statement st)
{
	sqlite3_stmt *q = s->stmt[st];
	int rc;

	if (s->turn_err == STORE_BROKEN)
		return NULL;
	if (!sqlite3_stmt_busy(q))
		return q;
	rc = sqlite3_prepare_v2(s->db, sqlite3_sql(s->stmt[st]), -1, &q, NULL);
	if (rc == SQLITE_OK)
		return q;
	note_failure(s, rc, sqlite3_sql(s->stmt[st]));
	undo(s);
	return NULL;
}

sqlite3_stmt *
store_write(struct store *s, enum store_statement st)
{
	return begin(s) ? store_read(s, st) : NULL;
}

void
store_done(struct store *s, sqlite3_stmt *q)
{
	for (size_t i = 0; i < ST_COUNT; i++)
		if (s->stmt[i] == q) {
			(void)sqlite3_reset(q);
			return;
		}
	(void)sqlite3_finalize(q);
}

bool
store_step(struct store *s, sqlite3_stmt *q)
{
	int rc;

	if (s->turn_err == STORE_BROKEN)
		return false;
	rc = sqlite3_step(q);
	if (rc == SQLITE_ROW)
		return true;
	if (rc == SQLITE_DONE)
		return false;
	note_failure(s, rc, sqlite3_sql(q));
	(void)sqlite3_reset(q);
	undo(s);
	return false;
}

bool
store_run(struct store *s, sqlite3_stmt *q, int rows)
{
	bool ok = s->turn_err == STORE_OK;

	if (ok) {
		CHECK(!store_step(s, q));
		ok = s->turn_err == STORE_OK;
	}
	if (ok && rows >= 0 && sqlite3_changes(s->db) != rows) {
		struct sbuf b;

		ok = false;
		SBUF_ON(&b, s->why);
		sbuf_addf(&b, "storage failure: %d rows instead of %d in: %.60s",
		    sqlite3_changes(s->db), rows, sqlite3_sql(q));
		set_broken(s);
	}
	store_done(s, q);
	return ok;
}

/* Texts stay where they are: every statement is run before the caller's call ends. */
static void
bound(struct store *s, sqlite3_stmt *q, int rc)
{
	if (rc == SQLITE_OK)
		return;
	note_failure(s, rc, sqlite3_sql(q));
	undo(s);
}

void
store_bind_int(struct store *s, sqlite3_stmt *q, int at, int64_t value)
{
	bound(s, q, sqlite3_bind_int64(q, at, value));
}

void
store_bind_real(struct store *s, sqlite3_stmt *q, int at, double value)
{
	bound(s, q, sqlite3_bind_double(q, at, value));
}

void
store_bind_text(struct store *s, sqlite3_stmt *q, int at, const char *text)
{
	bound(s, q, sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC));
}

void
store_bind_blob(struct store *s, sqlite3_stmt *q, int at, const void *bytes, size_t n)
{
	bound(s, q, sqlite3_bind_blob64(q, at, bytes, n, SQLITE_STATIC));
}

int64_t
store_int(struct store *s, sqlite3_stmt *q, int at, int64_t least, int64_t most)
{
	int64_t v = sqlite3_column_int64(q, at);

	if (v >= least && v <= most)
		return v;
	store_break(s, "storage failure: the database holds a number that cannot be");
	return least;
}

const char *
store_text_here(struct store *s, sqlite3_stmt *q, int at)
{
	const unsigned char *text = sqlite3_column_text(q, at);

	if (text != NULL)
		return (const char *)text;
	store_break(s, "storage failure: a text of the database cannot be read");
	return "";
}

void
store_text(struct store *s, sqlite3_stmt *q, int at, char *out, size_t size)
{
	const char *text = store_text_here(s, q, at);
	struct sbuf b;

	sbuf_init(&b, out, size);
	sbuf_add(&b, text);
	if (!sbuf_ok(&b))
		store_break(s, "storage failure: the database holds a text that is too long");
}

/* ---- the turn ---- */

enum store_err
store_checkpoint(struct store *s, bool all)
{
	int mode = all ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
	int there = 0, moved = 0, rc;

	if (s->dir_fd < 0)
		return STORE_OK;
	rc = sqlite3_wal_checkpoint_v2(s->db, "main", mode, &there, &moved);
	if (rc == SQLITE_OK && moved == there) {
		s->wal_frames = 0;
		s->wal_tried = 0;
		return STORE_OK;
	}
	s->wal_tried = s->wal_frames;
	if (rc == SQLITE_OK || (rc & 0xff) == SQLITE_BUSY || (rc & 0xff) == SQLITE_LOCKED)
		return STORE_OK; /* somebody reads: later */
	if (classify(rc, store_errno(s->db)) == STORE_FULL)
		return STORE_FULL;
	note_failure(s, rc, "checkpoint");
	set_broken(s);
	return STORE_BROKEN;
}

/* The turn that met a full disk is undone already.  The ballast makes room to move the journal
 * into the database, which empties the journal: from here on reading needs no space. */
static void
refuse(struct store *s)
{
	if (s->refusing)
		return;
	s->refusing = true;
	if (s->ballast) {
		disk_ballast_take(s->dir_fd);
		s->ballast = false;
		s->ballast_owed = true;
	}
	(void)store_checkpoint(s, true);
}

static enum store_err
broken(const struct store *s, struct sbuf *error)
{
	if (error != NULL)
		sbuf_add(error, s->why);
	return STORE_BROKEN;
}

enum store_err
store_commit(struct store *s, struct sbuf *error)
{
	if (s->turn_err == STORE_OK && !sqlite3_get_autocommit(s->db)) {
		(void)store_step(s, s->stmt[ST_COMMIT]);
		(void)sqlite3_reset(s->stmt[ST_COMMIT]);
	}
	if (s->turn_err == STORE_FULL)
		refuse(s);
	/* The turn is safe by now; a full disk here only means a longer journal. */
	if (s->turn_err == STORE_OK && s->wal_frames - s->wal_tried >= STORE_LATE_FRAMES)
		(void)store_checkpoint(s, false);
	if (s->turn_err == STORE_BROKEN)
		return broken(s, error);
	s->dirty = false;
	if (s->turn_err == STORE_OK)
		return STORE_OK;
	s->turn_err = STORE_OK;
	if (error != NULL)
		sbuf_add(error, s->why);
	return STORE_FULL;
}

enum store_err
store_tend(struct store *s, unsigned pages, unsigned *moved_out)
{
	int fresh = s->wal_frames - s->wal_tried;

	*moved_out = 0;
	if (s->turn_err == STORE_OK && !s->dirty && fresh > 0 && (unsigned)fresh >= pages) {
		(void)store_checkpoint(s, false);
		*moved_out = s->wal_frames == 0 ? (unsigned)fresh : 0;
	}
	return s->turn_err == STORE_BROKEN ? STORE_BROKEN : STORE_OK;
}

bool
store_dirty(const struct store *s)
{
	return s->dirty;
}

bool
store_refusing(const struct store *s)
{
	return s->refusing;
}

/* Writes one row for good. */
static bool
probe_row(struct store *s)
{
	sqlite3_stmt *q = store_write(s, ST_PROBE);

	return q != NULL && store_run(s, q, 1) && store_commit(s, NULL) == STORE_OK;
}

bool
store_probe(struct store *s)
{
	if (s->turn_err == STORE_BROKEN)
		return false;
	if (!s->refusing)
		return true;
	CHECK(!s->dirty);
	/* With the ballast gone there would be room at once; service returns when it can be
	 * spared again. */
	if (s->ballast_owed && !disk_ballast_put(s->dir_fd))
		return false;
	s->refusing = false;
	s->ballast = s->ballast_owed;
	if (probe_row(s)) {
		s->ballast_owed = false;
		return true;
	}
	/* Ends a turn that failed before its commit: back to refusing, without the ballast. */
	return store_commit(s, NULL) == STORE_OK && !s->refusing;
}

enum store_err
store_idle(struct store *s)
{
	if (s->turn_err == STORE_BROKEN)
		return STORE_BROKEN;
	if (s->dir_fd < 0 || s->dirty || s->wal_frames < STORE_IDLE_FRAMES ||
	    s->wal_frames == s->wal_tried)
		return STORE_OK;
	if (!s->ballast && !s->refusing)
		s->ballast = disk_ballast_put(s->dir_fd);
	return store_checkpoint(s, s->wal_frames > STORE_KEPT_FRAMES) == STORE_BROKEN
		   ? STORE_BROKEN
		   : STORE_OK;
}
