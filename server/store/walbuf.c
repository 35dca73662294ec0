/* SPDX-License-Identifier: MIT */
/* The collecting VFS: see walbuf.h.  Owns a buffer of BUFFER_BYTES while a log is open; files
 * of other kinds are opened by the VFS below as if this one were not there.
 *
 * A failure to write shows up in the call that needed the bytes written, and what was collected
 * is forgotten with it.  For a commit that is its sync, which then is not tried, so that
 * nothing of it counts; SQLite takes back a whole transaction of which a write or a sync has
 * failed. After a failed read it need not, so then nothing that relies on those bytes succeeds
 * until they are written over or a sync has failed for it.  Cost: a copy of what is written. */
#include "store/walbuf.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_BYTES (124 * 1024) /* SQLite's own VFS takes 131,071 in a call at most */
#define NAME_BYTES 40

struct walbuf {
	sqlite3_vfs vfs;
	sqlite3_vfs *below;
	char name[NAME_BYTES];
};

/* The file below lies behind it in the same memory. */
struct log {
	sqlite3_file file;
	sqlite3_file *below;
	unsigned char *bytes; /* fill of them belong at offset at */
	sqlite3_int64 at;
	int fill;
	int lost_rc;           /* why bytes that were taken are not there; SQLITE_OK none */
	sqlite3_int64 lost_at; /* the first of them */
};

static struct log *
log_of(sqlite3_file *file)
{
	return (struct log *)(void *)file;
}

/* ---- the log ---- */

static int
write_out(struct log *l)
{
	int n = l->fill;

	if (n == 0)
		return l->lost_rc;
	l->fill = 0;
	l->lost_rc = l->below->pMethods->xWrite(l->below, l->bytes, n, l->at);
	l->lost_at = l->at;
	return l->lost_rc;
}

/* The same for a caller after whose failure SQLite takes all back. */
static int
write_out_or_undo(struct log *l)
{
	int rc = write_out(l);

	l->lost_rc = SQLITE_OK;
	return rc;
}

static int
log_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at)
{
	struct log *l = log_of(file);
	bool fits = at == l->at + l->fill && n <= BUFFER_BYTES - l->fill;
	int rc;

	if (at <= l->lost_at)
		l->lost_rc = SQLITE_OK;
	if ((l->lost_rc != SQLITE_OK || !fits) && (rc = write_out_or_undo(l)) != SQLITE_OK)
		return rc;
	if (n > BUFFER_BYTES)
		return l->below->pMethods->xWrite(l->below, bytes, n, at);
	if (l->fill == 0)
		l->at = at;
	memcpy(l->bytes + l->fill, bytes, (size_t)n);
	l->fill += n;
	return SQLITE_OK;
}

static int
log_close(sqlite3_file *file)
{
	struct log *l = log_of(file);
	int written = write_out(l);
	int rc = l->below->pMethods->xClose(l->below);

	free(l->bytes);
	l->bytes = NULL;
	return written != SQLITE_OK ? written : rc;
}

static int
log_read(sqlite3_file *file, void *out, int n, sqlite3_int64 at)
{
	struct log *l = log_of(file);
	sqlite3_int64 end = l->at + l->fill;
	int rc;

	if (l->fill > 0 && at >= l->at && at + n <= end) {
		memcpy(out, l->bytes + (at - l->at), (size_t)n);
		return SQLITE_OK;
	}
	if (l->lost_rc != SQLITE_OK && at + n > l->lost_at)
		return l->lost_rc;
	if (l->fill > 0 && at < end && at + n > l->at && (rc = write_out(l)) != SQLITE_OK)
		return rc;
	return l->below->pMethods->xRead(l->below, out, n, at);
}

static int
log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	struct log *l = log_of(file);
	int rc = write_out(l);

	return rc != SQLITE_OK ? rc : l->below->pMethods->xTruncate(l->below, size);
}

static int
log_sync(sqlite3_file *file, int flags)
{
	struct log *l = log_of(file);
	int rc = write_out_or_undo(l);

	return rc != SQLITE_OK ? rc : l->below->pMethods->xSync(l->below, flags);
}

static int
log_size(sqlite3_file *file, sqlite3_int64 *size_out)
{
	struct log *l = log_of(file);
	int rc = write_out(l);

	return rc != SQLITE_OK ? rc : l->below->pMethods->xFileSize(l->below, size_out);
}

static int
log_lock(sqlite3_file *file, int level)
{
	return log_of(file)->below->pMethods->xLock(log_of(file)->below, level);
}

static int
log_unlock(sqlite3_file *file, int level)
{
	return log_of(file)->below->pMethods->xUnlock(log_of(file)->below, level);
}

static int
log_reserved(sqlite3_file *file, int *out)
{
	return log_of(file)->below->pMethods->xCheckReservedLock(log_of(file)->below, out);
}

static int
log_control(sqlite3_file *file, int op, void *arg)
{
	return log_of(file)->below->pMethods->xFileControl(log_of(file)->below, op, arg);
}

static int
log_sector(sqlite3_file *file)
{
	return log_of(file)->below->pMethods->xSectorSize(log_of(file)->below);
}

static int
log_characteristics(sqlite3_file *file)
{
	return log_of(file)->below->pMethods->xDeviceCharacteristics(log_of(file)->below);
}

static const sqlite3_io_methods LOG_METHODS = {
	.iVersion = 1, /* a log has no shared memory of its own and is not mapped */
	.xClose = log_close,
	.xRead = log_read,
	.xWrite = log_write,
	.xTruncate = log_truncate,
	.xSync = log_sync,
	.xFileSize = log_size,
	.xLock = log_lock,
	.xUnlock = log_unlock,
	.xCheckReservedLock = log_reserved,
	.xFileControl = log_control,
	.xSectorSize = log_sector,
	.xDeviceCharacteristics = log_characteristics,
};

/* ---- the VFS ---- */

static sqlite3_vfs *
below(sqlite3_vfs *vfs)
{
	return ((struct walbuf *)(void *)vfs)->below;
}

static bool
may_collect(sqlite3_file *file)
{
	return (file->pMethods->xDeviceCharacteristics(file) &
		   SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0;
}

static int
open_log(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
	struct log *l = log_of(file);
	int rc;

	*l = (struct log){ .below = (sqlite3_file *)(void *)(l + 1) };
	l->bytes = malloc(BUFFER_BYTES);
	rc =
	    l->bytes == NULL ? SQLITE_NOMEM : vfs->xOpen(vfs, name, l->below, flags, flags_out);
	if (rc == SQLITE_OK && may_collect(l->below)) {
		l->file.pMethods = &LOG_METHODS;
		return SQLITE_OK;
	}
	free(l->bytes);
	if (rc == SQLITE_OK) { /* once more, as a file of the VFS below alone */
		(void)l->below->pMethods->xClose(l->below);
		return vfs->xOpen(vfs, name, file, flags, flags_out);
	}
	file->pMethods = NULL;
	return rc;
}

static int
vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
	if ((flags & SQLITE_OPEN_WAL) != 0)
		return open_log(below(vfs), name, file, flags, flags_out);
	return below(vfs)->xOpen(below(vfs), name, file, flags, flags_out);
}

static int
vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	return below(vfs)->xDelete(below(vfs), name, sync);
}

static int
vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
	return below(vfs)->xAccess(below(vfs), name, flags, out);
}

static int
vfs_full_pathname(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
	return below(vfs)->xFullPathname(below(vfs), name, n, out);
}

static int
vfs_randomness(sqlite3_vfs *vfs, int n, char *out)
{
	return below(vfs)->xRandomness(below(vfs), n, out);
}

static int
vfs_sleep(sqlite3_vfs *vfs, int us)
{
	return below(vfs)->xSleep(below(vfs), us);
}

static int
vfs_time(sqlite3_vfs *vfs, double *out)
{
	return below(vfs)->xCurrentTime(below(vfs), out);
}

static int
vfs_last_error(sqlite3_vfs *vfs, int n, char *out)
{
	return below(vfs)->xGetLastError != NULL ? below(vfs)->xGetLastError(below(vfs), n, out)
						 : 0;
}

struct walbuf *
walbuf_new(const char *base)
{
	struct walbuf *w = calloc(1, sizeof(*w));

	if (w == NULL || (w->below = sqlite3_vfs_find(base)) == NULL) {
		free(w);
		return NULL;
	}
	(void)snprintf(w->name, sizeof(w->name), "gammond-%p", (void *)w);
	w->vfs = (sqlite3_vfs){
		.iVersion = 1, /* no extensions are loaded: no xDlOpen */
		.szOsFile = (int)sizeof(struct log) + w->below->szOsFile,
		.mxPathname = w->below->mxPathname,
		.zName = w->name,
		.xOpen = vfs_open,
		.xDelete = vfs_delete,
		.xAccess = vfs_access,
		.xFullPathname = vfs_full_pathname,
		.xRandomness = vfs_randomness,
		.xSleep = vfs_sleep,
		.xCurrentTime = vfs_time,
		.xGetLastError = vfs_last_error,
	};
	if (sqlite3_vfs_register(&w->vfs, 0) != SQLITE_OK) {
		free(w);
		return NULL;
	}
	return w;
}

const char *
walbuf_name(const struct walbuf *w)
{
	return w->name;
}

void
walbuf_free(struct walbuf **wp)
{
	struct walbuf *w = *wp;

	*wp = NULL;
	if (w == NULL)
		return;
	(void)sqlite3_vfs_unregister(&w->vfs);
	free(w);
}
