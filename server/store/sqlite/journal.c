/* SPDX-License-Identifier: MIT */
/* The journal, SQLite's write-ahead log: its syncs, its room, and how it is moved into the
 * database.
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
 * again (fileformat2.html 4.3, 4.4).  SQLite makes these syncs with NORMAL too, wherever it is,
 * so its files are given methods of ours, which make them where nobody waits:
 *   - the journal's sync before pages are moved is left out when every turn has been synced, as
 * it has when store_tend moves them;
 *   - the database's sync behind that is put off (STORE_SYNC_MOVED); until it has been made the
 *     journal may not begin anew, as if somebody were still reading the old one
 *     (wal.html 2.2): commits go on behind what is in it.  Should SQLite write its head all the
 *     same, the database is synced first;
 *   - the sync of that head stays where it is: in one commit of thousands.
 * A journal to which turns are added without a pause would never begin anew, because whatever
 * is moved, they have written more.  So when little was moved, which is synced soon, the turns
 * that come meanwhile are committed together behind it (sql_holds).
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
 * the commit, for which people wait, unless it was put off for long: then with all its syncs.
 *
 * Cost: what store_tend does, the pages that it moves. */
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>

/* ---- syncs ---- */

bool
sqlite_unsynced(const struct store *s, enum store_sync which)
{
	return s->sync[which].done > s->sync[which].synced;
}

void
sqlite_sync_begin(struct store *s, enum store_sync which)
{
	s->sync[which].covered = s->sync[which].done;
	s->sync[which].result = s->head.broken ? SQLITE_ABORT : SQLITE_OK; /* not made then */
}

/* Nothing else of the store is used. */
void
sqlite_sync_make(struct store *s, enum store_sync which)
{
	struct sql_sync *y = &s->sync[which];

	if (y->result == SQLITE_OK && y->file != NULL)
		y->result = y->under->xSync(y->file, SQLITE_SYNC_NORMAL);
	y->sys_errno = errno;
}

enum store_err
sqlite_sync_end(struct store *s, enum store_sync which)
{
	struct sql_sync *y = &s->sync[which];

	if (y->result != SQLITE_OK)
		sql_note(s, y->result, y->sys_errno, sqlite3_errstr(y->result),
		    which == STORE_SYNC_TURNS ? "the sync of the journal"
					      : "the sync of the database");
	else if (y->covered > y->synced)
		y->synced = y->covered;
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

/* In place; how it went. */
static int
sync_now(struct store *s, enum store_sync which)
{
	struct sql_sync *y = &s->sync[which];
	uint64_t done = y->done;
	int rc = y->under->xSync(y->file, SQLITE_SYNC_NORMAL);

	if (rc == SQLITE_OK)
		y->synced = done;
	return rc;
}

bool
sql_sync_moved(struct store *s)
{
	int rc;

	if (s->head.broken || !sqlite_unsynced(s, STORE_SYNC_MOVED))
		return !s->head.broken;
	rc = sync_now(s, STORE_SYNC_MOVED);
	if (rc != SQLITE_OK)
		sql_note(s, rc, errno, sqlite3_errstr(rc), "the sync of the database");
	return !s->head.broken;
}

/* ---- the methods that SQLite calls ---- */

/* A file's methods are the first member of its sync. */
static struct sql_sync *
sync_of(const sqlite3_file *file)
{
	return (struct sql_sync *)(uintptr_t)file->pMethods;
}

static int
journal_sync(sqlite3_file *file, int flags)
{
	struct sql_sync *y = sync_of(file);

	if (y->store->moving && y->store->durable &&
	    !sqlite_unsynced(y->store, STORE_SYNC_TURNS))
		return SQLITE_OK;
	return y->under->xSync(file, flags);
}

/* With its head the journal begins anew. */
static int
journal_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at)
{
	struct sql_sync *y = sync_of(file);
	int rc = SQLITE_OK;

	if (at == 0) {
		y->store->wal_moved = 0;
		y->store->wal_bytes = 0; /* another program may have cut it */
		if (sqlite_unsynced(y->store, STORE_SYNC_MOVED))
			rc = sync_now(y->store, STORE_SYNC_MOVED);
	}
	return rc == SQLITE_OK ? y->under->xWrite(file, bytes, n, at) : rc;
}

static int
database_sync(sqlite3_file *file, int flags)
{
	struct sql_sync *y = sync_of(file);

	(void)flags;
	y->done++;
	return y->store->moving ? SQLITE_OK : sync_now(y->store, STORE_SYNC_MOVED);
}

/* Who begins the journal anew locks all marks of readers but the one of those who read nothing
 * of it. */
static int
database_lock(sqlite3_file *file, int at, int n, int flags)
{
	const struct sql_sync *y = sync_of(file);

	if ((flags & SQLITE_SHM_LOCK) != 0 && n > 1 && at + n == SQLITE_SHM_NLOCK &&
	    sqlite_unsynced(y->store, STORE_SYNC_MOVED))
		return SQLITE_BUSY;
	return y->under->xShmLock(file, at, n, flags);
}

static bool
take_file(struct store *s, enum store_sync which, int control)
{
	struct sql_sync *y = &s->sync[which];

	y->store = s;
	if (sqlite3_file_control(s->db, "main", control, (void *)&y->file) != SQLITE_OK ||
	    y->file->pMethods == NULL) {
		y->file = NULL;
		return false;
	}
	y->under = y->file->pMethods;
	y->own = *y->under;
	y->file->pMethods = &y->own;
	return true;
}

bool
sql_take_files(struct store *s)
{
	struct sql_sync *journal = &s->sync[STORE_SYNC_TURNS];
	struct sql_sync *database = &s->sync[STORE_SYNC_MOVED];

	if (!take_file(s, STORE_SYNC_TURNS, SQLITE_FCNTL_JOURNAL_POINTER) ||
	    !take_file(s, STORE_SYNC_MOVED, SQLITE_FCNTL_FILE_POINTER)) {
		sql_break(s, "storage failure: the journal cannot be opened");
		return false;
	}
	journal->own.xSync = journal_sync;
	journal->own.xWrite = journal_write;
	database->own.xSync = database_sync;
	database->own.xShmLock = database_lock;
	return true;
}

/* ---- the journal ---- */

/* A sync of turns of which it is not known yet how it went.  Linux reports an error of the disk
 * once: were SQLite to sync the journal now and hear of none, it would move pages that the
 * journal on the disk may lack. */
static bool
sync_is_out(const struct store *s)
{
	const struct sql_sync *y = &s->sync[STORE_SYNC_TURNS];

	return y->covered > y->synced;
}

/* No room in the database, or somebody who reads, is no failure: the next one comes when there
 * is more to move. */
int
sql_checkpoint(struct store *s, int mode)
{
	int there = 0, moved = 0, before = s->wal_moved, rc;

	if (s->head.broken || s->dir_fd < 0 || sync_is_out(s) ||
	    (mode != SQLITE_CHECKPOINT_PASSIVE && !sql_sync_moved(s)))
		return 0;
	if (mode != SQLITE_CHECKPOINT_PASSIVE)
		s->wal_bytes = 0; /* it may be cut */
	rc = sqlite3_wal_checkpoint_v2(s->db, "main", mode, &there, &moved);
	s->wal_tried = s->wal_frames;
	if (rc == SQLITE_OK)
		s->wal_end = there;
	if (rc == SQLITE_OK && moved == there) {
		s->wal_frames = 0;
		s->wal_tried = 0;
		s->wal_moved = there;
		if (mode != SQLITE_CHECKPOINT_PASSIVE) /* else a reader may keep it */
			s->wal_moved = s->wal_end = 0;
		return there - before;
	}
	s->wal_moved = 0;
	if (rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY && (rc & 0xff) != SQLITE_LOCKED &&
	    !sql_no_space(rc, sql_errno(s->db)))
		sql_note(s, rc, sql_errno(s->db), sqlite3_errmsg(s->db), "checkpoint");
	return 0;
}

/* Right after a call that has failed to get some, before another changes errno; not every one
 * sets it. */
static bool
no_room(struct store *s, const char *otherwise)
{
	const int error = sql_errno(s->db);
	const uint64_t wanted =
	    (uint64_t)(STORE_ROOM_FRAMES + STORE_REGION_FRAMES) * (unsigned)s->frame_bytes;
	struct statvfs fs;

	s->no_room = "the disk is full";
	if (error != 0 && error != ENOSPC)
		s->no_room = strerror(error);
	else if (error == 0 && fstatvfs(s->dir_fd, &fs) == 0 &&
		 fs.f_bavail * fs.f_frsize > wanted)
		s->no_room = otherwise;
	return false;
}

/* Makes the journal at least so long, for good.  False: there is no room.  It is not asked for
 * its length each time: since Linux 6.13 a file that was asked has a new time at the next
 * write, which the next sync then has to write, too. */
static bool
allocate(struct store *s, int64_t bytes)
{
	int step = STORE_ROOM_STEP_BYTES;
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;

	if (s->wal_bytes >= bytes)
		return true;
	if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) !=
		SQLITE_OK ||
	    file->pMethods == NULL) {
		s->no_room = "the journal is not there";
		return false;
	}
	if (file->pMethods->xFileSize(file, &size) != SQLITE_OK || size < bytes) {
		size = bytes;
		(void)file->pMethods->xFileControl(file, SQLITE_FCNTL_CHUNK_SIZE, &step);
		errno = 0;
		if (file->pMethods->xFileControl(file, SQLITE_FCNTL_SIZE_HINT, &size) !=
		    SQLITE_OK)
			return no_room(s, "the journal cannot be made longer");
	}
	s->wal_bytes = size;
	return true;
}

/* The same for the index of the journal, which SQLite maps in regions; n of them. */
static bool
allocate_index(struct store *s, int n)
{
	sqlite3_file *file = NULL;
	void volatile *region;

	if (n <= s->wal_regions)
		return true;
	errno = 0;
	if (sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) !=
		SQLITE_OK ||
	    file->pMethods->xShmMap(file, n - 1, STORE_REGION_BYTES, 1, &region) != SQLITE_OK)
		return no_room(s, "the index of the journal cannot be made longer");
	s->wal_regions = n;
	return true;
}

/* Whether the largest turn finds its room; gets it when it can be had. */
static bool
has_room(struct store *s)
{
	int64_t frames = (int64_t)s->wal_end + STORE_ROOM_FRAMES;

	return s->dir_fd < 0 || (allocate(s, frames * s->frame_bytes) &&
				    allocate_index(s, (int)(frames / STORE_REGION_FRAMES + 1)));
}

void
sql_make_room(struct store *s)
{
	if (!s->head.broken &&
	    !has_room(s)) /* from the beginning again, in the file as it is? */
		(void)sql_checkpoint(s, SQLITE_CHECKPOINT_RESTART);
	s->refusing = s->head.broken || !has_room(s);
}

/* ---- between turns ---- */

/* What is in the journal and not in the database, for all that is known. */
static int
fresh_frames(const struct store *s)
{
	return s->wal_frames > s->wal_moved ? s->wal_frames - s->wal_moved : 0;
}

/* The journal could begin anew, had turns not gone on behind what was moved. */
static bool
has_tail(const struct store *s)
{
	return s->wal_moved > 0 && fresh_frames(s) > 0;
}

bool
sqlite_due(const struct store *s, unsigned steps)
{
	return !sqlite_unsynced(s, STORE_SYNC_MOVED) &&
	       (has_tail(s) ? fresh_frames(s) >= STORE_TAIL_FRAMES / 2
			    : s->wal_frames - s->wal_tried >= (int)(steps + steps / 4));
}

bool
sql_holds(const struct store *s)
{
	return s->durable && s->hold && sqlite_unsynced(s, STORE_SYNC_MOVED) &&
	       !sqlite_spent(s) && !s->refusing;
}

/* Nothing waits for a sync. */
static bool
at_rest(const struct store *s)
{
	return !s->head.broken && !sqlite_dirty(s) && !sqlite_unsynced(s, STORE_SYNC_TURNS) &&
	       !sqlite_unsynced(s, STORE_SYNC_MOVED);
}

static int
move(struct store *s)
{
	int moved;

	s->moving = true;
	moved = sql_checkpoint(s, SQLITE_CHECKPOINT_PASSIVE);
	s->moving = false;
	s->hold = moved <= STORE_TAIL_FRAMES;
	return moved;
}

enum store_err
sqlite_tend(struct store *s, unsigned steps, unsigned *done_out)
{
	int fresh = s->wal_frames - s->wal_tried;

	*done_out = 0;
	if (at_rest(s) && fresh > 0 && ((unsigned)fresh >= steps || has_tail(s)))
		*done_out = (unsigned)move(s);
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

enum store_err
sqlite_idle(struct store *s)
{
	if (!at_rest(s) || s->wal_frames < STORE_IDLE_FRAMES || s->wal_frames == s->wal_tried)
		return s->head.broken ? STORE_BROKEN : STORE_OK;
	if (s->wal_frames > STORE_KEPT_FRAMES)
		(void)sql_checkpoint(s, SQLITE_CHECKPOINT_TRUNCATE);
	else
		(void)move(s);
	sql_make_room(s);
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}
