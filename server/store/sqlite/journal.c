/* SPDX-License-Identifier: MIT */
/* The journal, which is SQLite's write-ahead log: its syncs, its room, and its checkpoints.
 *
 * SQLite is configured not to sync commits (WAL, synchronous = NORMAL); sync_make syncs them,
 * in any thread.  This relies on the following facts, with references to SQLite's documents:
 *
 * COMMIT appends the turn's pages to the journal, marks the last page, and does not sync them
 * (pragma.html, synchronous).  After a power failure, everything is valid up to the last mark
 * before the first page with a wrong checksum; checksums are chained from page to page.  So a
 * prefix of the turns survives, each complete, and it includes all synced turns.  Writing new
 * pages does not endanger the synced pages before them, because bytes next to a write are safe
 * (fileformat2.html 4.1, 4.2, 4.5; psow.html).
 *
 * A checkpoint syncs the journal, moves the pages into the database, and syncs the database.
 * Only then may a commit restart the journal, which writes and syncs its header before the
 * pages after it.  So every page in the database was in a synced journal, and no page of an old
 * journal is read again (fileformat2.html 4.3, 4.4).  With NORMAL, SQLite does these syncs too,
 * but in place.  So its files get our own methods, which move the syncs to where no user waits:
 *   - The journal's sync before pages are moved is omitted if every turn has been synced, as is
 *     the case when store_checkpoint_some moves them.
 *   - The database's sync after that is deferred (STORE_SYNC_DATABASE).  Until the database is
 *     synced the journal must not restart, as if a reader still used the old journal (wal.html
 *     2.2): commits are appended.  If SQLite writes the journal's header nevertheless, the
 *     database is synced first.
 *   - The sync of that header stays in place: it affects one commit in thousands.
 *
 * If turns were added without a pause, the journal would never restart, because new pages would
 * be written while others are moved.  So if few pages were moved, turns that arrive during the
 * short sync of these pages are held, and committed together after it (sql_holds_turns).
 *
 * xSync is fdatasync(2) on the descriptor through which SQLite writes.  The first call, made at
 * the opening, also syncs the directory.  Later calls use nothing but the descriptor
 * (os_unix.c), so another thread may make them.  They open and close no descriptor, so none of
 * SQLite's locks is lost (howtocorrupt.html 2.2).  Everything else, in particular checkpoints,
 * must be done by the loop's connection (wal.html, the WAL-reset bug; Debian 12 has it).
 *
 * A turn never meets a full disk: between turns, the journal and its index are allocated for
 * the largest possible turn (LIMITS.md 2.5), as disk blocks and not only as file size.  If that
 * fails, the store refuses writes: callers then put off every write that can wait, and other
 * writes use the remaining room.  A checkpoint that finds no room in the database leaves the
 * pages in the journal.
 *
 * Checkpoints are run here and not by SQLite, which ignores their errors.  They are not part of
 * the commit, for which users wait, unless they have been deferred for a long time; such a
 * commit also does all their syncs.
 *
 * The cost of store_checkpoint_some is proportional to the pages that it moves. */
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>

/* ---- syncs ---- */

bool
sqlite_needs_sync(const struct store *s, enum store_sync which)
{
	return s->synced_files[which].writes_done > s->synced_files[which].writes_synced;
}

void
sqlite_sync_begin(struct store *s, enum store_sync which)
{
	s->synced_files[which].writes_covered = s->synced_files[which].writes_done;
	/* after SQLITE_ABORT, sync_make does nothing */
	s->synced_files[which].result = s->head.broken ? SQLITE_ABORT : SQLITE_OK;
}

/* Performs a sync.  May run in another thread, so it uses only s->synced_files[which]. */
void
sqlite_sync_make(struct store *s, enum store_sync which)
{
	struct sql_synced_file *y = &s->synced_files[which];

	if (y->result == SQLITE_OK && y->file != NULL)
		y->result = y->sqlite_methods->xSync(y->file, SQLITE_SYNC_NORMAL);
	y->sys_errno = errno;
}

enum store_err
sqlite_sync_end(struct store *s, enum store_sync which)
{
	struct sql_synced_file *y = &s->synced_files[which];

	if (y->result != SQLITE_OK)
		sql_break_with(s, y->result, y->sys_errno, sqlite3_errstr(y->result),
		    which == STORE_SYNC_WAL ? "the sync of the journal"
					    : "the sync of the database");
	else if (y->writes_covered > y->writes_synced)
		y->writes_synced = y->writes_covered;
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

/* Syncs in the calling thread.  Returns SQLite's result. */
static int
sync_now(struct store *s, enum store_sync which)
{
	struct sql_synced_file *y = &s->synced_files[which];
	uint64_t done = y->writes_done;
	int rc = y->sqlite_methods->xSync(y->file, SQLITE_SYNC_NORMAL);

	if (rc == SQLITE_OK)
		y->writes_synced = done;
	return rc;
}

bool
sql_sync_moved_pages(struct store *s)
{
	int rc;

	if (s->head.broken || !sqlite_needs_sync(s, STORE_SYNC_DATABASE))
		return !s->head.broken;
	rc = sync_now(s, STORE_SYNC_DATABASE);
	if (rc != SQLITE_OK)
		sql_break_with(s, rc, errno, sqlite3_errstr(rc), "the sync of the database");
	return !s->head.broken;
}

/* ---- methods that SQLite calls ---- */

/* Returns the sql_synced_file of a file, whose first member is the file's methods. */
static struct sql_synced_file *
sync_of(const sqlite3_file *file)
{
	return (struct sql_synced_file *)(uintptr_t)file->pMethods;
}

static int
journal_sync(sqlite3_file *file, int flags)
{
	struct sql_synced_file *y = sync_of(file);

	if (y->store->in_checkpoint && y->store->durable &&
	    !sqlite_needs_sync(y->store, STORE_SYNC_WAL))
		return SQLITE_OK;
	return y->sqlite_methods->xSync(file, flags);
}

/* SQLite's xWrite for the journal.  A write of the header restarts the journal. */
static int
journal_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at)
{
	struct sql_synced_file *y = sync_of(file);
	int rc = SQLITE_OK;

	if (at == 0) {
		y->store->wal_frames_moved = 0;
		y->store->wal_bytes = 0; /* another program may have truncated it */
		if (sqlite_needs_sync(y->store, STORE_SYNC_DATABASE))
			rc = sync_now(y->store, STORE_SYNC_DATABASE);
	}
	return rc == SQLITE_OK ? y->sqlite_methods->xWrite(file, bytes, n, at) : rc;
}

static int
database_sync(sqlite3_file *file, int flags)
{
	struct sql_synced_file *y = sync_of(file);

	(void)flags;
	y->writes_done++;
	return y->store->in_checkpoint ? SQLITE_OK : sync_now(y->store, STORE_SYNC_DATABASE);
}

/* Prevents a restart of the journal while moved pages are not synced.  For a restart, SQLite
 * locks all reader marks except the first, which belongs to readers that do not use the
 * journal.  This function refuses that lock. */
static int
database_lock(sqlite3_file *file, int at, int n, int flags)
{
	const struct sql_synced_file *y = sync_of(file);

	if ((flags & SQLITE_SHM_LOCK) != 0 && n > 1 && at + n == SQLITE_SHM_NLOCK &&
	    sqlite_needs_sync(y->store, STORE_SYNC_DATABASE))
		return SQLITE_BUSY;
	return y->sqlite_methods->xShmLock(file, at, n, flags);
}

static bool
hook_file(struct store *s, enum store_sync which, int control)
{
	struct sql_synced_file *y = &s->synced_files[which];

	y->store = s;
	if (sqlite3_file_control(s->db, "main", control, (void *)&y->file) != SQLITE_OK ||
	    y->file->pMethods == NULL) {
		y->file = NULL;
		return false;
	}
	y->sqlite_methods = y->file->pMethods;
	y->own = *y->sqlite_methods;
	y->file->pMethods = &y->own;
	return true;
}

bool
sql_hook_files(struct store *s)
{
	struct sql_synced_file *journal = &s->synced_files[STORE_SYNC_WAL];
	struct sql_synced_file *database = &s->synced_files[STORE_SYNC_DATABASE];

	if (!hook_file(s, STORE_SYNC_WAL, SQLITE_FCNTL_JOURNAL_POINTER) ||
	    !hook_file(s, STORE_SYNC_DATABASE, SQLITE_FCNTL_FILE_POINTER)) {
		sql_break_store(s, "storage failure: the journal cannot be opened");
		return false;
	}
	journal->own.xSync = journal_sync;
	journal->own.xWrite = journal_write;
	database->own.xSync = database_sync;
	database->own.xShmLock = database_lock;
	return true;
}

/* ---- the journal ---- */

/* Returns whether a sync of turns has begun whose result is unknown.  Linux reports a disk
 * error only once: if SQLite synced the journal now and got no error, it would move pages that
 * may be missing from the journal on disk. */
static bool
sync_is_pending(const struct store *s)
{
	const struct sql_synced_file *y = &s->synced_files[STORE_SYNC_WAL];

	return y->writes_covered > y->writes_synced;
}

/* A checkpoint that is stopped by a reader, or for which the database has no room, is not a
 * failure: the next checkpoint is tried when there is more to move. */
int
sql_checkpoint(struct store *s, int mode)
{
	int there = 0, moved = 0, before = s->wal_frames_moved, rc;

	if (s->head.broken || s->dir_fd < 0 || sync_is_pending(s) ||
	    (mode != SQLITE_CHECKPOINT_PASSIVE && !sql_sync_moved_pages(s)))
		return 0;
	if (mode != SQLITE_CHECKPOINT_PASSIVE)
		s->wal_bytes = 0; /* the journal may be truncated */
	rc = sqlite3_wal_checkpoint_v2(s->db, "main", mode, &there, &moved);
	s->wal_frames_tried = s->wal_frames;
	if (rc == SQLITE_OK)
		s->wal_last_frame = there;
	if (rc == SQLITE_OK && moved == there) {
		s->wal_frames = 0;
		s->wal_frames_tried = 0;
		s->wal_frames_moved = there;
		if (mode != SQLITE_CHECKPOINT_PASSIVE) /* after a passive checkpoint a reader
							* may still use the journal */
			s->wal_frames_moved = s->wal_last_frame = 0;
		return there - before;
	}
	s->wal_frames_moved = 0;
	if (rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY && (rc & 0xff) != SQLITE_LOCKED &&
	    !sql_is_no_space(rc, sql_errno(s->db)))
		sql_break_with(s, rc, sql_errno(s->db), sqlite3_errmsg(s->db), "checkpoint");
	return 0;
}

/* Sets no_room_reason and returns false.  Call it right after an allocation has failed, before
 * errno changes.  If the failed call did not set errno, the reason is `otherwise`. */
static bool
set_no_room_reason(struct store *s, const char *otherwise)
{
	const int error = sql_errno(s->db);
	const uint64_t wanted = (uint64_t)(STORE_TURN_FRAMES_MAX + STORE_INDEX_REGION_FRAMES) *
				(unsigned)s->frame_bytes;
	struct statvfs fs;

	s->no_room_reason = "the disk is full";
	if (error != 0 && error != ENOSPC)
		s->no_room_reason = strerror(error);
	else if (error == 0 && fstatvfs(s->dir_fd, &fs) == 0 &&
		 fs.f_bavail * fs.f_frsize > wanted)
		s->no_room_reason = otherwise;
	return false;
}

/* Allocates at least `bytes` for the journal.  Returns false if there is no room.  The length
 * is cached: since Linux 6.13, after a query of a file's length the next write changes the
 * file's time, which the next sync must then write as well. */
static bool
allocate_journal(struct store *s, int64_t bytes)
{
	int step = STORE_JOURNAL_STEP_BYTES;
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;

	if (s->wal_bytes >= bytes)
		return true;
	if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) !=
		SQLITE_OK ||
	    file->pMethods == NULL) {
		s->no_room_reason = "the journal is missing";
		return false;
	}
	if (file->pMethods->xFileSize(file, &size) != SQLITE_OK || size < bytes) {
		size = bytes;
		(void)file->pMethods->xFileControl(file, SQLITE_FCNTL_CHUNK_SIZE, &step);
		errno = 0;
		if (file->pMethods->xFileControl(file, SQLITE_FCNTL_SIZE_HINT, &size) !=
		    SQLITE_OK)
			return set_no_room_reason(s, "the journal cannot be extended");
	}
	s->wal_bytes = size;
	return true;
}

/* Like allocate_journal, for n regions of the journal's index, which SQLite maps. */
static bool
allocate_journal_index(struct store *s, int n)
{
	sqlite3_file *file = NULL;
	void volatile *region;

	if (n <= s->wal_index_regions)
		return true;
	errno = 0;
	if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) !=
		SQLITE_OK ||
	    file->pMethods->xShmMap(file, n - 1, STORE_INDEX_REGION_BYTES, 1, &region) !=
		SQLITE_OK)
		return set_no_room_reason(s, "the index of the journal cannot be extended");
	s->wal_index_regions = n;
	return true;
}

/* Returns whether there is room for the largest turn, after trying to allocate it. */
static bool
has_journal_room(struct store *s)
{
	int64_t frames = (int64_t)s->wal_last_frame + STORE_TURN_FRAMES_MAX;

	return s->dir_fd < 0 ||
	       (allocate_journal(s, frames * s->frame_bytes) &&
		   allocate_journal_index(s, (int)(frames / STORE_INDEX_REGION_FRAMES + 1)));
}

void
sql_make_journal_room(struct store *s)
{
	if (!s->head.broken && !has_journal_room(s)) /* there may be room if the journal
						      * restarts at its beginning */
		(void)sql_checkpoint(s, SQLITE_CHECKPOINT_RESTART);
	s->refusing = s->head.broken || !has_journal_room(s);
}

/* ---- between turns ---- */

/* Returns the number of pages not known to be in the database. */
static int
unmoved_frames(const struct store *s)
{
	return s->wal_frames > s->wal_frames_moved ? s->wal_frames - s->wal_frames_moved : 0;
}

/* Returns whether only pages appended since the last checkpoint prevent a restart of the
 * journal. */
static bool
has_only_tail(const struct store *s)
{
	return s->wal_frames_moved > 0 && unmoved_frames(s) > 0;
}

bool
sqlite_checkpoint_due(const struct store *s, unsigned steps)
{
	return !sqlite_needs_sync(s, STORE_SYNC_DATABASE) &&
	       (has_only_tail(s)
		       ? unmoved_frames(s) >= STORE_HOLD_FRAMES / 2
		       : s->wal_frames - s->wal_frames_tried >= (int)(steps + steps / 4));
}

bool
sql_holds_turns(const struct store *s)
{
	return s->durable && s->may_hold_turns && sqlite_needs_sync(s, STORE_SYNC_DATABASE) &&
	       !sqlite_turn_full(s) && !s->refusing;
}

/* Returns whether nothing waits for a sync. */
static bool
nothing_awaits_sync(const struct store *s)
{
	return !s->head.broken && !sqlite_dirty(s) && !sqlite_needs_sync(s, STORE_SYNC_WAL) &&
	       !sqlite_needs_sync(s, STORE_SYNC_DATABASE);
}

static int
move_pages(struct store *s)
{
	int moved;

	s->in_checkpoint = true;
	moved = sql_checkpoint(s, SQLITE_CHECKPOINT_PASSIVE);
	s->in_checkpoint = false;
	s->may_hold_turns = moved <= STORE_HOLD_FRAMES;
	return moved;
}

enum store_err
sqlite_checkpoint_some(struct store *s, unsigned steps, unsigned *done_out)
{
	int fresh = s->wal_frames - s->wal_frames_tried;

	*done_out = 0;
	if (nothing_awaits_sync(s) && fresh > 0 &&
	    ((unsigned)fresh >= steps || has_only_tail(s)))
		*done_out = (unsigned)move_pages(s);
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

enum store_err
sqlite_run_idle_work(struct store *s)
{
	if (!nothing_awaits_sync(s) || s->wal_frames < STORE_IDLE_CHECKPOINT_FRAMES ||
	    s->wal_frames == s->wal_frames_tried)
		return s->head.broken ? STORE_BROKEN : STORE_OK;
	if (s->wal_frames > STORE_TRIM_FRAMES)
		(void)sql_checkpoint(s, SQLITE_CHECKPOINT_TRUNCATE);
	else
		(void)move_pages(s);
	sql_make_journal_room(s);
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}
