/* SPDX-License-Identifier: MIT */
/* The turn: beginning, committing, failing, and the statements through which the other files
 * of this module reach SQLite.  Owns the state of struct store while it is open.
 *
 * A failure of any kind is final: the turn cannot be taken back in memory, so nothing more is
 * written and the process ends.  That holds for a failed sync above all, after which nobody
 * knows what is on the disk, and which is not tried again by the checkpoint that closing a
 * database makes.
 *
 * What a COMMIT writes is synced later, and moved later still: journal.c.
 *
 * Cost: store_commit no sync.  */
#include "store/sqlite.h"

#include <errno.h>
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

bool
sql_no_space(int rc, int sys_errno)
{
	return (rc & 0xff) == SQLITE_FULL ||
	       (rc == SQLITE_IOERR_WRITE && (sys_errno == ENOSPC || sys_errno == EDQUOT));
}

void
sql_note(struct store *s, int rc, int sys_errno, const char *message, const char *doing)
{
	char text[sizeof(s->why)];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "%s: %s (result %d",
	    sql_no_space(rc, sys_errno) ? "no space for the database" : "storage failure",
	    message, rc);
	if ((rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN)
		sbuf_addf(&b, ", %s", strerror(sys_errno));
	sbuf_addf(&b, ") in: %.60s", doing);
	sql_break(s, text);
}

static void
note_failure(struct store *s, int rc, const char *doing)
{
	sql_note(s, rc, sql_errno(s->db), sqlite3_errmsg(s->db), doing);
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

/* ---- the turn ---- */

/* Somebody who copies or cleans up by hand: what is written from then on is in a file without a
 * name, and gone with the process. */
static void
look_for_files(struct store *s)
{
	int moved = 0;

	if (s->broken || s->journal_inode == 0 || s->now_ms - s->looked_ms < STORE_LOOK_MS)
		return;
	s->looked_ms = s->now_ms;
	(void)sqlite3_file_control(s->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	if (moved != 0 || disk_inode(s->dir_fd, STORE_FILE "-wal") != s->journal_inode)
		sql_break(s, "the database was moved, replaced or deleted while it was in use");
}

/* What another process writes must not come between a turn's check and its write. */
static void
take_lock(struct store *s)
{
	int rc;

	if (s->broken || !sqlite3_get_autocommit(s->db))
		return;
	s->rows_before = sqlite3_total_changes64(s->db);
	(void)sqlite3_busy_timeout(s->db, 0);
	rc = sqlite3_step(s->stmt[Q_BEGIN]);
	(void)sqlite3_reset(s->stmt[Q_BEGIN]);
	(void)sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
	if (rc != SQLITE_DONE && (rc & 0xff) != SQLITE_BUSY) {
		note_failure(s, rc, sqlite3_sql(s->stmt[Q_BEGIN]));
		return;
	}
	if (rc != SQLITE_DONE && !s->held)
		s->held_ms = s->now_ms;
	s->held = rc != SQLITE_DONE;
	if (s->held && s->now_ms - s->held_ms > STORE_HELD_MS)
		sql_break(s, "another process has kept the database locked for too long");
}

void
sqlite_begin(struct store *s, int64_t now_ms)
{
	s->now_ms = now_ms;
	s->turn = true;
	look_for_files(s);
	if (s->held)
		take_lock(s);
}

bool
sqlite_held(const struct store *s)
{
	return s->held;
}

enum store_err
sqlite_commit(struct store *s, struct sbuf *error)
{
	bool wrote = sqlite_dirty(s);

	s->turn = false;
	if (!s->broken && wrote && sql_holds(s))
		return STORE_OK;
	if (!s->broken && !sqlite3_get_autocommit(s->db)) {
		(void)sql_step(s, s->stmt[Q_COMMIT]);
		(void)sqlite3_reset(s->stmt[Q_COMMIT]);
		s->sync[STORE_SYNC_TURNS].done += s->durable && wrote;
	}
	if (!s->broken && s->wal_frames - s->wal_tried >= STORE_LATE_FRAMES)
		(void)sql_checkpoint(s, SQLITE_CHECKPOINT_PASSIVE);
	if (wrote && !s->refusing)
		sql_make_room(s);
	if (s->broken && error != NULL)
		sbuf_add(error, s->why);
	return s->broken ? STORE_BROKEN : STORE_OK;
}

bool
sqlite_dirty(const struct store *s)
{
	return !sqlite3_get_autocommit(s->db) &&
	       (s->broken || sqlite3_total_changes64(s->db) != s->rows_before);
}

bool
sqlite_spent(const struct store *s)
{
	return sqlite_dirty(s) &&
	       sqlite3_total_changes64(s->db) - s->rows_before >= STORE_TURN_ROWS;
}

bool
sqlite_refusing(struct store *s)
{
	if (s->turn && !sqlite_was_refusing(s))
		take_lock(s);
	return sqlite_was_refusing(s);
}

bool
sqlite_was_refusing(const struct store *s)
{
	return s->refusing || s->held;
}

bool
sqlite_probe(struct store *s)
{
	CHECK(s->broken || !sqlite_dirty(s));
	if (s->refusing)
		sql_make_room(s);
	return !s->broken && !s->refusing;
}
