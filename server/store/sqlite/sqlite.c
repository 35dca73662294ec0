/* SPDX-License-Identifier: MIT */
/* Turns, failures, and the driver through which the rest of the module uses SQLite.  Owns the
 * state of struct store while it is open.
 *
 * Every failure is final: the turn's changes in memory cannot be undone, so nothing more is
 * written and the process ends.  This applies in particular to a failed sync, after which the
 * contents of the disk are unknown; the checkpoint that SQLite runs when it closes a database
 * must not repeat the sync.
 *
 * journal.c syncs the pages that a COMMIT writes, and later moves them into the database.
 *
 * store_commit does not sync. */
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <string.h>

/* ---- failures ---- */

bool
sql_is_no_space(int rc, int sys_errno)
{
	return (rc & 0xff) == SQLITE_FULL ||
	       (rc == SQLITE_IOERR_WRITE && (sys_errno == ENOSPC || sys_errno == EDQUOT));
}

void
sql_break_with(struct store *s, int rc, int sys_errno, const char *message, const char *doing)
{
	char text[sizeof(s->head.why)];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "%s: %s (result %d",
	    sql_is_no_space(rc, sys_errno) ? "no space for the database" : "storage failure",
	    message, rc);
	if ((rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN)
		sbuf_addf(&b, ", %s", strerror(sys_errno));
	sbuf_addf(&b, ") in: %.60s", doing);
	sql_break_store(s, text);
}

static void
break_on_failure(struct store *s, int rc, const char *doing)
{
	sql_break_with(s, rc, sql_errno(s->db), sqlite3_errmsg(s->db), doing);
}

/* ---- statements ---- */

/* Binds a value.  Texts are not copied, because every statement has run before the caller
 * returns. */
static void
bind_value(struct store *s, sqlite3_stmt *q, int at, struct sql_value value)
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
		break_on_failure(s, rc, sqlite3_sql(q));
}

/* Returns a statement with its values bound: a copy if the statement is in use further up the
 * stack. */
static sqlite3_stmt *
bind_statement(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	sqlite3_stmt *q = s->stmt[st];
	int rc;

	if (s->head.broken)
		return NULL;
	if (sqlite3_stmt_busy(q)) {
		rc = sqlite3_prepare_v2(s->db, sqlite3_sql(s->stmt[st]), -1, &q, NULL);
		if (rc != SQLITE_OK) {
			break_on_failure(s, rc, sqlite3_sql(s->stmt[st]));
			return NULL;
		}
		s->copies_in_use++;
	}
	for (size_t i = 0; i < n; i++)
		bind_value(s, q, (int)i + 1, values[i]);
	return q;
}

static void
release_statement(struct store *s, sqlite3_stmt *q)
{
	bool copy = s->copies_in_use > 0 && q != NULL;

	for (size_t i = 0; copy && i < Q_STATEMENT_COUNT; i++)
		copy = s->stmt[i] != q;
	if (copy) {
		(void)sqlite3_finalize(q);
		s->copies_in_use--;
	} else {
		(void)sqlite3_reset(q);
	}
}

static bool
step_statement(struct store *s, sqlite3_stmt *q)
{
	int rc;

	if (s->head.broken)
		return false;
	rc = sqlite3_step(q);
	if (rc == SQLITE_ROW)
		return true;
	if (rc == SQLITE_DONE)
		return false;
	break_on_failure(s, rc, sqlite3_sql(q));
	(void)sqlite3_reset(q);
	return false;
}

/* ---- the driver: struct sql_query is a prepared statement of SQLite ---- */

static sqlite3_stmt *
statement_of(struct sql_query *q)
{
	return (sqlite3_stmt *)(void *)q;
}

static struct sql_query *
driver_start_query(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	return (struct sql_query *)(void *)bind_statement(s, st, values, n);
}

static bool
driver_step(struct store *s, struct sql_query *q)
{
	return step_statement(s, statement_of(q));
}

static void
driver_end_query(struct store *s, struct sql_query *q)
{
	release_statement(s, statement_of(q));
}

static int64_t
driver_column_int(struct sql_query *q, int at)
{
	return sqlite3_column_int64(statement_of(q), at);
}

static double
driver_column_real(struct sql_query *q, int at)
{
	return sqlite3_column_double(statement_of(q), at);
}

static const char *
driver_column_text(struct sql_query *q, int at)
{
	return (const char *)sqlite3_column_text(statement_of(q), at);
}

static const void *
driver_column_bytes(struct sql_query *q, int at, size_t *n_out)
{
	const void *bytes = sqlite3_column_blob(statement_of(q), at);

	*n_out = (size_t)sqlite3_column_bytes(statement_of(q), at);
	return bytes;
}

static bool
driver_write(struct store *s, enum store_statement st, int rows, const struct sql_value *values,
    size_t n)
{
	char text[sizeof(s->head.why)];
	sqlite3_stmt *q;
	struct sbuf b;

	if (!s->head.broken && sqlite3_get_autocommit(s->db)) {
		s->changes_before = sqlite3_total_changes64(s->db);
		(void)step_statement(s, s->stmt[Q_BEGIN]);
		(void)sqlite3_reset(s->stmt[Q_BEGIN]);
	}
	q = bind_statement(s, st, values, n);
	if (q == NULL)
		return false;
	CHECK(!step_statement(s, q));
	if (!s->head.broken && rows >= 0 && sqlite3_changes(s->db) != rows) {
		SBUF_INIT(&b, text);
		sbuf_addf(&b, "storage failure: %d rows instead of %d in: %.60s",
		    sqlite3_changes(s->db), rows, sqlite3_sql(q));
		sql_break_store(s, text);
	}
	release_statement(s, q);
	return !s->head.broken;
}

static int64_t
driver_write_counted(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	return driver_write(s, st, -1, values, n) ? sqlite3_changes(s->db) : -1;
}

static int64_t
driver_insert(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	return driver_write(s, st, 1, values, n) ? sqlite3_last_insert_rowid(s->db) : 0;
}

const struct sql_driver SQLITE_DRIVER = {
	.start_query = driver_start_query,
	.step = driver_step,
	.end_query = driver_end_query,
	.column_int = driver_column_int,
	.column_real = driver_column_real,
	.column_text = driver_column_text,
	.column_bytes = driver_column_bytes,
	.write = driver_write,
	.write_counted = driver_write_counted,
	.insert = driver_insert,
};

/* ---- the turn ---- */

/* Breaks the store if its files were moved or deleted by hand: later writes would go to a file
 * without a name and vanish with the process. */
static void
check_files_in_place(struct store *s)
{
	int moved = 0;

	if (s->head.broken || s->journal_inode == 0 ||
	    s->turn_time_ms - s->files_checked_ms < STORE_FILE_CHECK_MS)
		return;
	s->files_checked_ms = s->turn_time_ms;
	(void)sqlite3_file_control(s->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	if (moved != 0 || disk_inode(s->dir_fd, STORE_FILE_NAME "-wal") != s->journal_inode)
		sql_break_store(
		    s, "the database was moved, replaced or deleted while it was in use");
}

/* Takes the write lock, so that another process cannot write between a turn's checks and its
 * writes. */
static void
take_lock(struct store *s)
{
	int rc;

	if (s->head.broken || !sqlite3_get_autocommit(s->db))
		return;
	s->changes_before = sqlite3_total_changes64(s->db);
	(void)sqlite3_busy_timeout(s->db, 0);
	rc = sqlite3_step(s->stmt[Q_BEGIN]);
	(void)sqlite3_reset(s->stmt[Q_BEGIN]);
	(void)sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
	if (rc != SQLITE_DONE && (rc & 0xff) != SQLITE_BUSY) {
		break_on_failure(s, rc, sqlite3_sql(s->stmt[Q_BEGIN]));
		return;
	}
	if (rc != SQLITE_DONE && !s->locked_elsewhere)
		s->locked_since_ms = s->turn_time_ms;
	s->locked_elsewhere = rc != SQLITE_DONE;
	if (s->locked_elsewhere &&
	    s->turn_time_ms - s->locked_since_ms > STORE_LOCK_HELD_MAX_MS)
		sql_break_store(s, "another process has kept the database locked for too long");
}

void
sqlite_begin_turn(struct store *s, int64_t now_ms)
{
	s->turn_time_ms = now_ms;
	s->in_turn = true;
	check_files_in_place(s);
	if (s->locked_elsewhere)
		take_lock(s);
}

bool
sqlite_unreachable(const struct store *s)
{
	(void)s;
	return false;
}

bool
sqlite_locked_elsewhere(const struct store *s)
{
	return s->locked_elsewhere;
}

enum store_err
sqlite_commit(struct store *s, struct sbuf *error)
{
	bool wrote = sqlite_dirty(s);

	s->in_turn = false;
	if (!s->head.broken && wrote && sql_holds_turns(s))
		return STORE_OK;
	if (!s->head.broken && !sqlite3_get_autocommit(s->db)) {
		(void)step_statement(s, s->stmt[Q_COMMIT]);
		(void)sqlite3_reset(s->stmt[Q_COMMIT]);
		s->synced_files[STORE_SYNC_WAL].writes_done += s->durable && wrote;
	}
	if (!s->head.broken &&
	    s->wal_frames - s->wal_frames_tried >= STORE_LATE_CHECKPOINT_FRAMES)
		(void)sql_checkpoint(s, SQLITE_CHECKPOINT_PASSIVE);
	if (wrote && !s->refusing)
		sql_make_journal_room(s);
	if (s->head.broken && error != NULL)
		sbuf_add(error, s->head.why);
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

bool
sqlite_dirty(const struct store *s)
{
	return !sqlite3_get_autocommit(s->db) &&
	       (s->head.broken || sqlite3_total_changes64(s->db) != s->changes_before);
}

bool
sqlite_turn_full(const struct store *s)
{
	return sqlite_dirty(s) &&
	       sqlite3_total_changes64(s->db) - s->changes_before >= STORE_TURN_ROWS_MAX;
}

bool
sqlite_refusing(struct store *s)
{
	if (s->in_turn && !sqlite_was_refusing(s))
		take_lock(s);
	return sqlite_was_refusing(s);
}

bool
sqlite_was_refusing(const struct store *s)
{
	return s->refusing || s->locked_elsewhere;
}

const char *
sqlite_refusal_reason(const struct store *s)
{
	return s->head.broken        ? s->head.why
	       : s->locked_elsewhere ? "another process has locked the database"
	       : s->refusing         ? s->no_room_reason
				     : "";
}

bool
sqlite_probe_writable(struct store *s)
{
	CHECK(s->head.broken || !sqlite_dirty(s));
	if (s->refusing)
		sql_make_journal_room(s);
	return !s->head.broken && !s->refusing;
}

int64_t
sqlite_database_bytes(struct store *s)
{
	struct sql_query *pages = sql_select_all(s, Q_PAGE_COUNT),
			 *size = sql_select_all(s, Q_PAGE_SIZE);

	return sql_read_number(s, pages) * sql_read_number(s, size);
}
