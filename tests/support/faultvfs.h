/* SPDX-License-Identifier: MIT */
/* An in-memory file system for SQLite that can lose power, fail the n-th call or run out of
 * space.
 *
 * Each file has two contents: what a reader sees and what is on the disk.  A write changes the
 * first; only a sync copies it to the second.  When power is lost, every 512-byte sector of
 * every unsynced write, every unsynced change of size, and the newest directory changes each
 * survive or not, depending on the seed.  Writes are thus dropped, reordered and torn.  The
 * disk keeps the promises SQLite relies on: a write does not damage adjacent bytes
 * (SQLITE_IOCAP_POWERSAFE_OVERWRITE), and synced data is safe.  A failed sync discards the data
 * it should have saved and the next sync succeeds, as on real operating systems.
 *
 * One connection per file, one thread.  Calls that change something are counted: creating a
 * file, write, sync, truncate, delete and allocate. */
#ifndef SUPPORT_FAULTVFS_H
#define SUPPORT_FAULTVFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct faultvfs;

enum fault_call {
	FAULT_OPEN = 1, /* creates a file */
	FAULT_READ = 2, /* never counted as a change */
	FAULT_WRITE = 4,
	FAULT_SYNC = 8,
	FAULT_TRUNCATE = 16,
	FAULT_DELETE = 32,
	FAULT_ALLOCATE = 64, /* extends a file before it is written */
	FAULT_DATABASE =
	    128, /* a write to a file other than a journal; also counted as a write */
};

/* Returns an empty file system, registered with SQLite as `name`.  That string must outlive the
 * file system. */
struct faultvfs *faultvfs_new(const char *name);
/* Returns a new file system with the files that are on the disk of another. */
struct faultvfs *faultvfs_copy(const char *name, const struct faultvfs *from);
/* Adds a file that is already on the disk. */
void faultvfs_add_file(
    struct faultvfs *f, const char *path, const unsigned char *bytes, size_t n);
/* All files must be closed. */
void faultvfs_free(struct faultvfs **f);

/* ---- power ---- */

/* Returns the number of changing calls so far. */
uint64_t faultvfs_changes(const struct faultvfs *f);
/* Cuts the power in the n-th changing call since the file system was made (0: never).  If that
 * call is a write or a truncation, its data may survive; a sync interrupted this way has saved
 * nothing.  Every later call fails. */
void faultvfs_crash_at(struct faultvfs *f, uint64_t n);
void faultvfs_crash_now(struct faultvfs *f);
bool faultvfs_crashed(const struct faultvfs *f);
/* Return the kind of call during which the power was lost, and whether it was on a journal
 * ("-wal").  Valid only after a crash in a call. */
enum fault_call faultvfs_crash_call(const struct faultvfs *f);
bool faultvfs_crash_in_journal(const struct faultvfs *f);
/* Returns the number of writes and truncations requested so far. */
uint64_t faultvfs_writes_requested(const struct faultvfs *f);
/* Makes syncs cover only the first n writes and truncations, as if each sync had begun after
 * them (0: no limit). */
void faultvfs_sync_until(struct faultvfs *f, uint64_t n);
/* Returns how many times the length of a journal was queried. */
uint64_t faultvfs_length_queries(const struct faultvfs *f);
/* Restores power; the seed determines which unsynced data survived.  Also works without an
 * earlier crash.  Files that are still open stay unusable. */
void faultvfs_power_on(struct faultvfs *f, uint64_t seed);

/* ---- failing calls ---- */

/* Makes the n-th call from now (1: the next) of the kinds in `mask` fail with the errno
 * `errnum`.  With `forever`, all later calls of these kinds fail, too.  A failing write writes
 * its first half.  If n is 0, no call fails. */
void faultvfs_set_failure(
    struct faultvfs *f, unsigned mask, uint64_t n, bool forever, int errnum);
/* Returns the number of calls that have failed since faultvfs_set_failure. */
uint64_t faultvfs_calls_failed(const struct faultvfs *f);

/* ---- space ---- */

/* Limits the total size of all files (-1: no limit). */
void faultvfs_set_size_limit(struct faultvfs *f, int64_t bytes);
int64_t faultvfs_used(const struct faultvfs *f);
/* Releases space that was allocated but not used. */
void faultvfs_trim(struct faultvfs *f);

#endif
