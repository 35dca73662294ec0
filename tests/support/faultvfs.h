/* SPDX-License-Identifier: MIT */
/* A file system for SQLite that lives in memory and misbehaves on request: it loses power, it
 * fails the n-th call, it is full.
 *
 * Each file has two contents: what a reader sees and what the disk holds.  A write changes the
 * first; only a sync carries it to the second.  When power is lost, every 512-byte sector of
 * every unsynced write, every unsynced change of size, and the newest names of the directory
 * each survive or not, by seed: so writes are dropped, reordered and torn.  The disk promises
 * what SQLite counts on: bytes beside a write are safe (SQLITE_IOCAP_POWERSAFE_OVERWRITE), and
 * what was synced is there.  A sync that fails drops what it should have saved, and the next
 * one succeeds: what operating systems do.
 *
 * One connection per file, one thread.  A counted call is one that changes something: open of a
 * new file, write, sync, truncate, delete, allocate. */
#ifndef SUPPORT_FAULTVFS_H
#define SUPPORT_FAULTVFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct faultvfs;

enum fault_call {
	FAULT_OPEN = 1, /* creating a file */
	FAULT_READ = 2, /* never counted as a change */
	FAULT_WRITE = 4,
	FAULT_SYNC = 8,
	FAULT_TRUNCATE = 16,
	FAULT_DELETE = 32,
	FAULT_ALLOCATE = 64,  /* lengthening a file ahead of its use */
	FAULT_DATABASE = 128, /* a write that is not to a journal; counted once, as a write */
};

/* An empty file system, registered with SQLite under the name (which must outlive it). */
struct faultvfs *faultvfs_new(const char *name);
/* One with the files that another one's disk holds. */
struct faultvfs *faultvfs_copy(const char *name, const struct faultvfs *from);
/* A file that is on its disk before anything is done. */
void faultvfs_put(struct faultvfs *f, const char *path, const unsigned char *bytes, size_t n);
/* Every file must be closed. */
void faultvfs_free(struct faultvfs **f);

/* ---- power ---- */

/* Changing calls so far. */
uint64_t faultvfs_changes(const struct faultvfs *f);
/* Power is lost in the n-th changing call from the beginning (0: never): a write or truncation
 * has just been asked for, a sync has saved nothing yet.  From then on every call fails. */
void faultvfs_crash_at(struct faultvfs *f, uint64_t n);
void faultvfs_crash_now(struct faultvfs *f);
bool faultvfs_crashed(const struct faultvfs *f);
/* In which call, and whether on the journal ("-wal"); meaningful after a crash in a call. */
enum fault_call faultvfs_crash_call(const struct faultvfs *f);
bool faultvfs_crash_in_journal(const struct faultvfs *f);
/* How many writes and truncations were asked for.  A sync saves those until number `last` only,
 * as one does that began then (0: all). */
uint64_t faultvfs_asked(const struct faultvfs *f);
void faultvfs_sync_until(struct faultvfs *f, uint64_t last);
/* How often the length of a journal was asked for. */
uint64_t faultvfs_lengths(const struct faultvfs *f);
/* Power returns: the seed decides what survived.  Works without a crash before, too.  Files
 * that are still open stay dead. */
void faultvfs_power_on(struct faultvfs *f, uint64_t seed);

/* ---- failing calls ---- */

/* Fails the n-th call from now (1: the next) of the kinds in mask, or from the n-th on, with
 * this errno. A failing write has written its first half.  n 0: off. */
void faultvfs_fail(struct faultvfs *f, unsigned mask, uint64_t n, bool forever, int errnum);
/* Calls failed since. */
uint64_t faultvfs_failed(const struct faultvfs *f);

/* ---- space ---- */

/* All files together may have so many bytes (-1: no limit). */
void faultvfs_limit(struct faultvfs *f, int64_t bytes);
int64_t faultvfs_used(const struct faultvfs *f);
/* What was allocated ahead of its use is gone again. */
void faultvfs_trim(struct faultvfs *f);

#endif
