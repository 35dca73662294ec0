/* SPDX-License-Identifier: MIT */
/* See faultvfs.h.  Owns all file contents.  Files are kept until faultvfs_free, because a
 * removed name may reappear when power returns.  Every write is copied in memory; a sync takes
 * time proportional to the data it saves. */
#include "tests/support/faultvfs.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"

#define SECTOR_BYTES 512
#define NAME_BYTES 512
#define FILES_MAX 4096
#define NAMES_MAX 32
#define SHM_MAX 64
#define NO_FILE (-1)

struct content {
	unsigned char *bytes;
	size_t size, capacity;
};

/* A write or truncation that has not been synced yet. */
struct pending_write {
	struct pending_write *next;
	uint64_t no;
	bool is_truncation; /* truncate to `at`; otherwise write n bytes there */
	size_t at, n;
	unsigned char bytes[];
};

struct file {
	struct content visible, on_disk;
	size_t allocated; /* allocated size; bytes beyond the visible size are zero */
	struct pending_write *first_pending, **last_pending;
};

struct dir_entry {
	char file_name[NAME_BYTES]; /* "" if unused */
	int file;
};

/* A change to the directory: a name and the file it refers to, NO_FILE if removed. */
struct dir_change {
	char file_name[NAME_BYTES];
	int file;
};

struct faultvfs {
	sqlite3_vfs vfs;
	struct file *files[FILES_MAX];
	int files_len;
	struct dir_entry visible_names[NAMES_MAX], disk_names[NAMES_MAX];
	struct dir_change changes[NAMES_MAX];
	int changes_len;
	struct rng random;
	unsigned epoch; /* handles opened in an earlier epoch are dead */
	int open_handles;
	int last_errno;
	/* power */
	uint64_t changes_made, crash_at, writes_requested, sync_up_to;
	uint64_t length_queries;
	bool crashed, crash_in_journal;
	enum fault_call crash_call;
	/* failing calls */
	unsigned fail_mask;
	uint64_t fail_call_no, matching_calls, calls_failed;
	bool fail_forever;
	int fail_errno;
	/* space */
	int64_t size_limit;
};

struct handle {
	sqlite3_file base;
	struct faultvfs *f;
	int file;
	unsigned epoch;
	bool sync_names; /* the first sync of a journal also syncs the directory, as SQLite's
			    unix VFS does */
	bool is_journal;
	char delete_on_close[NAME_BYTES]; /* delete on close; "" for none */
	unsigned char *shm[SHM_MAX];
};

/* ---- contents ---- */

static void *
must_allocate(void *p)
{
	CHECK(p != NULL);
	return p;
}

static void
content_resize(struct content *c, size_t size)
{
	if (size > c->capacity) {
		c->capacity = size + size / 2 + 4096;
		c->bytes = must_allocate(realloc(c->bytes, c->capacity));
	}
	if (size > c->size)
		memset(c->bytes + c->size, 0, size - c->size);
	c->size = size;
}

static void
content_write(struct content *c, size_t at, const unsigned char *bytes, size_t n)
{
	if (n == 0)
		return;
	if (at + n > c->size)
		content_resize(c, at + n);
	memcpy(c->bytes + at, bytes, n);
}

static void
content_copy(struct content *to, const struct content *from)
{
	content_resize(to, from->size);
	if (from->size > 0)
		memcpy(to->bytes, from->bytes, from->size);
}

static size_t
file_size(const struct file *file)
{
	return file->allocated > file->visible.size ? file->allocated : file->visible.size;
}

static void
file_request_write(struct faultvfs *f, struct file *file, bool truncate, size_t at,
    const unsigned char *bytes, size_t n)
{
	struct pending_write *p = must_allocate(malloc(sizeof(*p) + n));

	p->next = NULL;
	p->no = ++f->writes_requested;
	p->is_truncation = truncate;
	p->at = at;
	p->n = n;
	if (n > 0)
		memcpy(p->bytes, bytes, n);
	*file->last_pending = p;
	file->last_pending = &p->next;
	if (truncate)
		content_resize(&file->visible, at);
	else
		content_write(&file->visible, at, bytes, n);
}

static void
drop_first_pending(struct file *file)
{
	struct pending_write *p = file->first_pending;

	file->first_pending = p->next;
	if (p->next == NULL)
		file->last_pending = &file->first_pending;
	free(p);
}

static void
drop_all_pending(struct file *file)
{
	while (file->first_pending != NULL)
		drop_first_pending(file);
}

static void
file_apply_pending(const struct faultvfs *f, struct file *file)
{
	while (file->first_pending != NULL &&
	       (f->sync_up_to == 0 || file->first_pending->no <= f->sync_up_to)) {
		const struct pending_write *p = file->first_pending;

		if (p->is_truncation)
			content_resize(&file->on_disk, p->at);
		else
			content_write(&file->on_disk, p->at, p->bytes, p->n);
		drop_first_pending(file);
	}
}

static int
file_new(struct faultvfs *f)
{
	struct file *file = must_allocate(calloc(1, sizeof(*file)));

	CHECK(f->files_len < FILES_MAX);
	file->last_pending = &file->first_pending;
	f->files[f->files_len] = file;
	return f->files_len++;
}

/* ---- names ---- */

static struct dir_entry *
find_name(struct dir_entry *names, const char *text)
{
	for (int i = 0; i < NAMES_MAX; i++)
		if (names[i].file_name[0] != '\0' && strcmp(names[i].file_name, text) == 0)
			return &names[i];
	return NULL;
}

static void
name_copy(char to[NAME_BYTES], const char *from)
{
	size_t n = strlen(from);

	CHECK(n < NAME_BYTES);
	memcpy(to, from, n + 1);
}

static void
set_name(struct dir_entry *names, const char *text, int file)
{
	struct dir_entry *n = find_name(names, text);

	if (file == NO_FILE) {
		if (n != NULL)
			n->file_name[0] = '\0';
		return;
	}
	for (int i = 0; n == NULL && i < NAMES_MAX; i++)
		if (names[i].file_name[0] == '\0')
			n = &names[i];
	CHECK(n != NULL);
	name_copy(n->file_name, text);
	n->file = file;
}

static void
apply_name_changes(struct faultvfs *f, int n)
{
	for (int i = 0; i < n; i++)
		set_name(f->disk_names, f->changes[i].file_name, f->changes[i].file);
	f->changes_len = 0;
}

static void
request_name_change(struct faultvfs *f, const char *text, int file)
{
	struct dir_change *c = &f->changes[f->changes_len];

	/* When the list is full, the oldest change counts as having reached the disk. */
	if (f->changes_len == NAMES_MAX) {
		set_name(f->disk_names, f->changes[0].file_name, f->changes[0].file);
		memmove(f->changes, f->changes + 1, (NAMES_MAX - 1) * sizeof(f->changes[0]));
		f->changes_len--;
		c--;
	}
	name_copy(c->file_name, text);
	c->file = file;
	f->changes_len++;
	set_name(f->visible_names, text, file);
}

/* ---- misbehaviour ---- */

static bool
handle_is_dead(const struct handle *h)
{
	return h->f->crashed || h->epoch != h->f->epoch;
}

/* Counts a call that changes the disk.  Returns true if power is lost during that call. */
static bool
power_fails(struct faultvfs *f, enum fault_call call, bool journal)
{
	f->changes_made++;
	if (f->crash_at == 0 || f->changes_made != f->crash_at)
		return false;
	f->crashed = true;
	f->crash_call = call;
	f->crash_in_journal = journal;
	f->last_errno = EIO;
	return true;
}

static bool
call_fails(struct faultvfs *f, unsigned call)
{
	if (f->fail_call_no == 0 || (f->fail_mask & call) == 0)
		return false;
	f->matching_calls++;
	if (f->matching_calls != f->fail_call_no &&
	    !(f->fail_forever && f->matching_calls > f->fail_call_no))
		return false;
	f->calls_failed++;
	f->last_errno = f->fail_errno;
	return true;
}

/* Returns the error code that SQLite's unix VFS would return. */
static int
write_error_code(const struct faultvfs *f)
{
	return f->last_errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

int64_t
faultvfs_used(const struct faultvfs *f)
{
	int64_t used = 0;

	for (int i = 0; i < NAMES_MAX; i++)
		if (f->visible_names[i].file_name[0] != '\0')
			used += (int64_t)file_size(f->files[f->visible_names[i].file]);
	return used;
}

/* ---- sqlite3_file ---- */

static struct file *
file_of(struct handle *h)
{
	return h->f->files[h->file];
}

static int
x_close(sqlite3_file *base)
{
	struct handle *h = (struct handle *)base;

	if (h->delete_on_close[0] != '\0' && !handle_is_dead(h))
		request_name_change(h->f, h->delete_on_close, NO_FILE);
	for (int i = 0; i < SHM_MAX; i++)
		free(h->shm[i]);
	h->f->open_handles--;
	return SQLITE_OK;
}

static int
x_read(sqlite3_file *base, void *out, int n, sqlite3_int64 at)
{
	struct handle *h = (struct handle *)base;
	struct content *c = &file_of(h)->visible;
	size_t from = (size_t)at, have;

	if (handle_is_dead(h) || call_fails(h->f, FAULT_READ))
		return SQLITE_IOERR_READ;
	have = from < c->size ? c->size - from : 0;
	if (have > (size_t)n)
		have = (size_t)n;
	if (have > 0)
		memcpy(out, c->bytes + from, have);
	if (have < (size_t)n)
		memset((unsigned char *)out + have, 0, (size_t)n - have);
	return from + (size_t)n <= file_size(file_of(h)) ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int
x_write(sqlite3_file *base, const void *bytes, int n, sqlite3_int64 at)
{
	struct handle *h = (struct handle *)base;
	struct faultvfs *f = h->f;
	struct file *file = file_of(h);
	int64_t growth = (int64_t)at + n - (int64_t)file_size(file);

	if (handle_is_dead(h))
		return SQLITE_IOERR_WRITE;
	if (call_fails(f, FAULT_WRITE | (h->is_journal ? 0u : FAULT_DATABASE))) {
		file_request_write(f, file, false, (size_t)at, bytes, (size_t)n / 2);
		return write_error_code(f);
	}
	if (f->size_limit >= 0 && growth > 0 && faultvfs_used(f) + growth > f->size_limit) {
		file_request_write(
		    f, file, false, (size_t)at, bytes, (size_t)(growth < n ? n - growth : 0));
		f->last_errno = ENOSPC;
		return SQLITE_FULL;
	}
	file_request_write(f, file, false, (size_t)at, bytes, (size_t)n);
	return power_fails(f, FAULT_WRITE, h->is_journal) ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int
x_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	struct handle *h = (struct handle *)base;

	if (handle_is_dead(h) || call_fails(h->f, FAULT_TRUNCATE))
		return SQLITE_IOERR_TRUNCATE;
	file_request_write(h->f, file_of(h), true, (size_t)size, NULL, 0);
	if (file_of(h)->allocated > (size_t)size)
		file_of(h)->allocated = (size_t)size;
	return power_fails(h->f, FAULT_TRUNCATE, h->is_journal) ? SQLITE_IOERR_TRUNCATE
								: SQLITE_OK;
}

static int
x_sync(sqlite3_file *base, int flags)
{
	struct handle *h = (struct handle *)base;

	if (handle_is_dead(h) || power_fails(h->f, FAULT_SYNC, h->is_journal))
		return SQLITE_IOERR_FSYNC;
	if (call_fails(h->f, FAULT_SYNC)) {
		drop_all_pending(file_of(h));
		return SQLITE_IOERR_FSYNC;
	}
	file_apply_pending(h->f, file_of(h));
	if (h->sync_names)
		apply_name_changes(h->f, h->f->changes_len);
	h->sync_names = false;
	return SQLITE_OK;
}

static int
x_file_size(sqlite3_file *base, sqlite3_int64 *size_out)
{
	struct handle *h = (struct handle *)base;

	if (handle_is_dead(h))
		return SQLITE_IOERR_FSTAT;
	h->f->length_queries += h->is_journal;
	*size_out = (sqlite3_int64)file_size(file_of(h));
	return SQLITE_OK;
}

static int
x_lock(sqlite3_file *base, int level)
{
	return SQLITE_OK;
}

static int
x_check_reserved(sqlite3_file *base, int *out)
{
	*out = 0;
	return SQLITE_OK;
}

/* Extends a file as posix_fallocate does, to the exact size; SQLite's chunk size is ignored. */
static int
x_file_control(sqlite3_file *base, int op, void *arg)
{
	struct handle *h = (struct handle *)base;
	struct faultvfs *f = h->f;
	int64_t growth;

	if (op == SQLITE_FCNTL_CHUNK_SIZE)
		return SQLITE_OK;
	if (op != SQLITE_FCNTL_SIZE_HINT)
		return SQLITE_NOTFOUND;
	growth = *(sqlite3_int64 *)arg - (int64_t)file_size(file_of(h));
	if (growth <= 0)
		return SQLITE_OK;
	if (handle_is_dead(h) || call_fails(f, FAULT_ALLOCATE))
		return SQLITE_IOERR_WRITE;
	if (f->size_limit >= 0 && faultvfs_used(f) + growth > f->size_limit) {
		f->last_errno = ENOSPC;
		return SQLITE_IOERR_WRITE;
	}
	file_of(h)->allocated = (size_t)(*(sqlite3_int64 *)arg);
	return power_fails(f, FAULT_ALLOCATE, h->is_journal) ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int
x_sector_size(sqlite3_file *base)
{
	return 4096;
}

static int
x_characteristics(sqlite3_file *base)
{
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int
x_shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **out)
{
	struct handle *h = (struct handle *)base;

	CHECK(region < SHM_MAX);
	if (h->shm[region] == NULL && extend)
		h->shm[region] = must_allocate(calloc(1, (size_t)size));
	*out = h->shm[region];
	return SQLITE_OK;
}

static int
x_shm_lock(sqlite3_file *base, int at, int n, int flags)
{
	return SQLITE_OK;
}

static void
x_shm_barrier(sqlite3_file *base)
{
}

static int
x_shm_unmap(sqlite3_file *base, int remove)
{
	struct handle *h = (struct handle *)base;

	for (int i = 0; i < SHM_MAX; i++) {
		free(h->shm[i]);
		h->shm[i] = NULL;
	}
	return SQLITE_OK;
}

static const sqlite3_io_methods METHODS = {
	.iVersion = 2,
	.xClose = x_close,
	.xRead = x_read,
	.xWrite = x_write,
	.xTruncate = x_truncate,
	.xSync = x_sync,
	.xFileSize = x_file_size,
	.xLock = x_lock,
	.xUnlock = x_lock,
	.xCheckReservedLock = x_check_reserved,
	.xFileControl = x_file_control,
	.xSectorSize = x_sector_size,
	.xDeviceCharacteristics = x_characteristics,
	.xShmMap = x_shm_map,
	.xShmLock = x_shm_lock,
	.xShmBarrier = x_shm_barrier,
	.xShmUnmap = x_shm_unmap,
};

/* ---- sqlite3_vfs ---- */

/* Returns the file with this name, creating it if the flags allow that.  Returns NO_FILE and
 * sets *rc_out on failure. */
static int
open_name(struct faultvfs *f, const char *text, int flags, int *rc_out)
{
	struct dir_entry *n = find_name(f->visible_names, text);
	int file;

	*rc_out = SQLITE_CANTOPEN;
	if (n != NULL)
		return n->file;
	if ((flags & SQLITE_OPEN_CREATE) == 0 || call_fails(f, FAULT_OPEN))
		return NO_FILE;
	file = file_new(f);
	request_name_change(f, text, file);
	return power_fails(f, FAULT_OPEN, (flags & SQLITE_OPEN_WAL) != 0) ? NO_FILE : file;
}

static int
x_open(sqlite3_vfs *vfs, const char *text, sqlite3_file *base, int flags, int *flags_out)
{
	struct faultvfs *f = vfs->pAppData;
	struct handle *h = (struct handle *)base;
	int rc = SQLITE_CANTOPEN, file;

	memset(h, 0, sizeof(*h));
	if (f->crashed)
		return SQLITE_CANTOPEN;
	file = text != NULL ? open_name(f, text, flags, &rc) : file_new(f);
	if (file == NO_FILE)
		return rc;
	h->f = f;
	h->file = file;
	h->epoch = f->epoch;
	h->is_journal = (flags & SQLITE_OPEN_WAL) != 0;
	h->sync_names = (flags & SQLITE_OPEN_CREATE) != 0 &&
			(flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
	if (text != NULL && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0)
		name_copy(h->delete_on_close, text);
	h->base.pMethods = &METHODS;
	f->open_handles++;
	if (flags_out != NULL)
		*flags_out = flags;
	return SQLITE_OK;
}

static int
x_delete(sqlite3_vfs *vfs, const char *text, int sync)
{
	struct faultvfs *f = vfs->pAppData;

	if (f->crashed || call_fails(f, FAULT_DELETE))
		return SQLITE_IOERR_DELETE;
	if (find_name(f->visible_names, text) == NULL)
		return SQLITE_IOERR_DELETE_NOENT;
	request_name_change(f, text, NO_FILE);
	if (power_fails(f, FAULT_DELETE, strstr(text, "-wal") != NULL))
		return SQLITE_IOERR_DELETE;
	if (sync)
		apply_name_changes(f, f->changes_len);
	return SQLITE_OK;
}

static int
x_access(sqlite3_vfs *vfs, const char *text, int flags, int *out)
{
	struct faultvfs *f = vfs->pAppData;
	struct dir_entry *n = find_name(f->visible_names, text);

	if (f->crashed)
		return SQLITE_IOERR_ACCESS;
	/* As in SQLite's unix VFS, an empty file does not "exist". */
	*out =
	    n != NULL && (flags != SQLITE_ACCESS_EXISTS || f->files[n->file]->visible.size > 0);
	return SQLITE_OK;
}

static int
x_full_pathname(sqlite3_vfs *vfs, const char *text, int size, char *out)
{
	size_t n = strlen(text);

	if (n >= (size_t)size)
		return SQLITE_CANTOPEN;
	memcpy(out, text, n + 1);
	return SQLITE_OK;
}

static int
x_randomness(sqlite3_vfs *vfs, int n, char *out)
{
	struct faultvfs *f = vfs->pAppData;

	rng_bytes(&f->random, out, (size_t)n);
	return n;
}

static int
x_sleep(sqlite3_vfs *vfs, int us)
{
	return us;
}

static int
x_time(sqlite3_vfs *vfs, sqlite3_int64 *ms_out)
{
	*ms_out = (sqlite3_int64)2460000 * 86400000;
	return SQLITE_OK;
}

static int
x_time_days(sqlite3_vfs *vfs, double *days_out)
{
	*days_out = 2460000.0;
	return SQLITE_OK;
}

static int
x_last_error(sqlite3_vfs *vfs, int n, char *out)
{
	struct faultvfs *f = vfs->pAppData;

	return f->last_errno;
}

struct faultvfs *
faultvfs_new(const char *name)
{
	struct faultvfs *f = must_allocate(calloc(1, sizeof(*f)));

	f->vfs = (sqlite3_vfs){
		.iVersion = 2,
		.szOsFile = (int)sizeof(struct handle),
		.mxPathname = NAME_BYTES - 16,
		.zName = name,
		.pAppData = f,
		.xOpen = x_open,
		.xDelete = x_delete,
		.xAccess = x_access,
		.xFullPathname = x_full_pathname,
		.xRandomness = x_randomness,
		.xSleep = x_sleep,
		.xCurrentTime = x_time_days,
		.xGetLastError = x_last_error,
		.xCurrentTimeInt64 = x_time,
	};
	f->size_limit = -1;
	rng_seed(&f->random, 1);
	CHECK(sqlite3_vfs_register(&f->vfs, 0) == SQLITE_OK);
	return f;
}

struct faultvfs *
faultvfs_copy(const char *name, const struct faultvfs *from)
{
	struct faultvfs *f = faultvfs_new(name);

	memcpy(f->visible_names, from->disk_names, sizeof(f->visible_names));
	memcpy(f->disk_names, from->disk_names, sizeof(f->disk_names));
	for (int i = 0; i < from->files_len; i++) {
		struct file *file = f->files[file_new(f)];

		content_copy(&file->visible, &from->files[i]->on_disk);
		content_copy(&file->on_disk, &from->files[i]->on_disk);
	}
	return f;
}

void
faultvfs_add_file(struct faultvfs *f, const char *path, const unsigned char *bytes, size_t n)
{
	int no = file_new(f);

	content_write(&f->files[no]->visible, 0, bytes, n);
	content_write(&f->files[no]->on_disk, 0, bytes, n);
	set_name(f->visible_names, path, no);
	set_name(f->disk_names, path, no);
}

void
faultvfs_free(struct faultvfs **fp)
{
	struct faultvfs *f = *fp;

	CHECK(f->open_handles == 0);
	CHECK(sqlite3_vfs_unregister(&f->vfs) == SQLITE_OK);
	for (int i = 0; i < f->files_len; i++) {
		drop_all_pending(f->files[i]);
		free(f->files[i]->visible.bytes);
		free(f->files[i]->on_disk.bytes);
		free(f->files[i]);
	}
	free(f);
	*fp = NULL;
}

/* ---- power ---- */

uint64_t
faultvfs_changes(const struct faultvfs *f)
{
	return f->changes_made;
}

uint64_t
faultvfs_writes_requested(const struct faultvfs *f)
{
	return f->writes_requested;
}

uint64_t
faultvfs_length_queries(const struct faultvfs *f)
{
	return f->length_queries;
}

void
faultvfs_sync_until(struct faultvfs *f, uint64_t n)
{
	f->sync_up_to = n;
}

void
faultvfs_crash_at(struct faultvfs *f, uint64_t n)
{
	f->crash_at = n;
}

void
faultvfs_crash_now(struct faultvfs *f)
{
	f->crashed = true;
	f->last_errno = EIO;
}

bool
faultvfs_crashed(const struct faultvfs *f)
{
	return f->crashed;
}

enum fault_call
faultvfs_crash_call(const struct faultvfs *f)
{
	return f->crash_call;
}

bool
faultvfs_crash_in_journal(const struct faultvfs *f)
{
	return f->crash_in_journal;
}

/* How much unsynced data survives: kept_in_8 0 is none, 8 is all, otherwise each sector
 * survives with a chance of kept_in_8 in 8.  If junk_instead is set, a lost sector that was
 * being written may hold garbage. */
struct survival {
	struct rng r;
	uint32_t kept_in_8;
	bool junk_instead;
};

static bool
sector_survives(struct survival *fate)
{
	return rng_below(&fate->r, 8) < fate->kept_in_8;
}

static void
write_survives(struct file *file, const struct pending_write *p, struct survival *fate)
{
	unsigned char junk[SECTOR_BYTES];
	size_t from = 0;

	while (from < p->n) {
		size_t n = SECTOR_BYTES - (p->at + from) % SECTOR_BYTES;

		if (n > p->n - from)
			n = p->n - from;
		if (sector_survives(fate)) {
			content_write(&file->on_disk, p->at + from, p->bytes + from, n);
		} else if (fate->junk_instead && rng_below(&fate->r, 16) == 0) {
			rng_bytes(&fate->r, junk, n);
			content_write(&file->on_disk, p->at + from, junk, n);
		}
		from += n;
	}
}

static void
file_after_power_loss(struct file *file, struct survival *fate)
{
	for (struct pending_write *p = file->first_pending; p != NULL; p = p->next) {
		if (!p->is_truncation)
			write_survives(file, p, fate);
		else if (sector_survives(fate))
			content_resize(&file->on_disk, p->at);
	}
	drop_all_pending(file);
	content_copy(&file->visible, &file->on_disk);
	if (!sector_survives(fate))
		file->allocated = 0;
}

void
faultvfs_power_on(struct faultvfs *f, uint64_t seed)
{
	static const uint32_t KEEP[] = { 0, 8, 1, 4, 4, 7, 7, 7 };
	struct survival fate;
	int names;

	rng_seed(&fate.r, seed);
	fate.kept_in_8 = KEEP[rng_below(&fate.r, (uint32_t)ARRAY_LEN(KEEP))];
	fate.junk_instead = rng_below(&fate.r, 2) == 0;
	/* A journalling file system preserves the order of directory changes. */
	names = fate.kept_in_8 == 0   ? 0
		: fate.kept_in_8 == 8 ? f->changes_len
				      : (int)rng_below(&fate.r, (uint32_t)f->changes_len + 1);
	apply_name_changes(f, names);
	memcpy(f->visible_names, f->disk_names, sizeof(f->visible_names));
	for (int i = 0; i < f->files_len; i++)
		file_after_power_loss(f->files[i], &fate);
	f->crashed = false;
	f->crash_at = 0;
	f->epoch++;
}

/* ---- failing calls, space ---- */

void
faultvfs_set_failure(struct faultvfs *f, unsigned mask, uint64_t n, bool forever, int errnum)
{
	f->fail_mask = mask;
	f->fail_call_no = n;
	f->matching_calls = 0;
	f->calls_failed = 0;
	f->fail_forever = forever;
	f->fail_errno = errnum;
}

uint64_t
faultvfs_calls_failed(const struct faultvfs *f)
{
	return f->calls_failed;
}

void
faultvfs_set_size_limit(struct faultvfs *f, int64_t bytes)
{
	f->size_limit = bytes;
}

void
faultvfs_trim(struct faultvfs *f)
{
	for (int i = 0; i < f->files_len; i++)
		if (f->files[i] != NULL)
			f->files[i]->allocated = 0;
}
