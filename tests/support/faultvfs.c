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

#define SECTOR 512
#define NAME_BYTES 512
#define FILES_MAX 4096
#define NAMES_MAX 32
#define SHM_MAX 64
#define NO_FILE (-1)

struct content {
	unsigned char *bytes;
	size_t size, room;
};

/* A write or truncation that has not been synced yet. */
struct pending {
	struct pending *next;
	uint64_t no;
	bool truncate; /* truncate to `at`; otherwise write n bytes there */
	size_t at, n;
	unsigned char bytes[];
};

struct file {
	struct content seen, disk;
	size_t room; /* allocated size; bytes beyond the visible size are zero */
	struct pending *first, **last;
};

struct name {
	char text[NAME_BYTES]; /* "" if unused */
	int file;
};

/* A change to the directory: a name and the file it refers to, NO_FILE if removed. */
struct dir_change {
	char text[NAME_BYTES];
	int file;
};

struct faultvfs {
	sqlite3_vfs vfs;
	struct file *files[FILES_MAX];
	int files_len;
	struct name seen[NAMES_MAX], disk[NAMES_MAX];
	struct dir_change changes[NAMES_MAX];
	int changes_len;
	struct rng random;
	unsigned epoch; /* handles opened in an earlier epoch are dead */
	int handles;
	int last_errno;
	/* power */
	uint64_t calls, crash_at, asked, sync_until;
	uint64_t lengths;
	bool crashed, crash_in_journal;
	enum fault_call crash_call;
	/* failing calls */
	unsigned fail_mask;
	uint64_t fail_n, fail_seen, failed;
	bool fail_forever;
	int fail_errno;
	/* space */
	int64_t limit;
};

struct handle {
	sqlite3_file base;
	struct faultvfs *f;
	int file;
	unsigned epoch;
	bool sync_names; /* the first sync of a journal also syncs the directory, as SQLite's
			    unix VFS does */
	bool journal;
	char remove[NAME_BYTES]; /* delete on close; "" for none */
	unsigned char *shm[SHM_MAX];
};

/* ---- contents ---- */

static void *
must(void *p)
{
	CHECK(p != NULL);
	return p;
}

static void
content_size(struct content *c, size_t size)
{
	if (size > c->room) {
		c->room = size + size / 2 + 4096;
		c->bytes = must(realloc(c->bytes, c->room));
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
		content_size(c, at + n);
	memcpy(c->bytes + at, bytes, n);
}

static void
content_copy(struct content *to, const struct content *from)
{
	content_size(to, from->size);
	if (from->size > 0)
		memcpy(to->bytes, from->bytes, from->size);
}

static size_t
file_size(const struct file *file)
{
	return file->room > file->seen.size ? file->room : file->seen.size;
}

static void
file_ask(struct faultvfs *f, struct file *file, bool truncate, size_t at,
    const unsigned char *bytes, size_t n)
{
	struct pending *p = must(malloc(sizeof(*p) + n));

	p->next = NULL;
	p->no = ++f->asked;
	p->truncate = truncate;
	p->at = at;
	p->n = n;
	if (n > 0)
		memcpy(p->bytes, bytes, n);
	*file->last = p;
	file->last = &p->next;
	if (truncate)
		content_size(&file->seen, at);
	else
		content_write(&file->seen, at, bytes, n);
}

static void
forget_first(struct file *file)
{
	struct pending *p = file->first;

	file->first = p->next;
	if (p->next == NULL)
		file->last = &file->first;
	free(p);
}

static void
file_forget(struct file *file)
{
	while (file->first != NULL)
		forget_first(file);
}

static void
file_sync(const struct faultvfs *f, struct file *file)
{
	while (
	    file->first != NULL && (f->sync_until == 0 || file->first->no <= f->sync_until)) {
		const struct pending *p = file->first;

		if (p->truncate)
			content_size(&file->disk, p->at);
		else
			content_write(&file->disk, p->at, p->bytes, p->n);
		forget_first(file);
	}
}

static int
file_new(struct faultvfs *f)
{
	struct file *file = must(calloc(1, sizeof(*file)));

	CHECK(f->files_len < FILES_MAX);
	file->last = &file->first;
	f->files[f->files_len] = file;
	return f->files_len++;
}

/* ---- names ---- */

static struct name *
name_find(struct name *names, const char *text)
{
	for (int i = 0; i < NAMES_MAX; i++)
		if (names[i].text[0] != '\0' && strcmp(names[i].text, text) == 0)
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
name_set(struct name *names, const char *text, int file)
{
	struct name *n = name_find(names, text);

	if (file == NO_FILE) {
		if (n != NULL)
			n->text[0] = '\0';
		return;
	}
	for (int i = 0; n == NULL && i < NAMES_MAX; i++)
		if (names[i].text[0] == '\0')
			n = &names[i];
	CHECK(n != NULL);
	name_copy(n->text, text);
	n->file = file;
}

static void
names_apply(struct faultvfs *f, int n)
{
	for (int i = 0; i < n; i++)
		name_set(f->disk, f->changes[i].text, f->changes[i].file);
	f->changes_len = 0;
}

static void
name_ask(struct faultvfs *f, const char *text, int file)
{
	struct dir_change *c = &f->changes[f->changes_len];

	/* When the list is full, the oldest change counts as having reached the disk. */
	if (f->changes_len == NAMES_MAX) {
		name_set(f->disk, f->changes[0].text, f->changes[0].file);
		memmove(f->changes, f->changes + 1, (NAMES_MAX - 1) * sizeof(f->changes[0]));
		f->changes_len--;
		c--;
	}
	name_copy(c->text, text);
	c->file = file;
	f->changes_len++;
	name_set(f->seen, text, file);
}

/* ---- misbehaviour ---- */

static bool
dead(const struct handle *h)
{
	return h->f->crashed || h->epoch != h->f->epoch;
}

/* Counts a call that changes the disk.  Returns true if power is lost during that call. */
static bool
power_fails(struct faultvfs *f, enum fault_call call, bool journal)
{
	f->calls++;
	if (f->crash_at == 0 || f->calls != f->crash_at)
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
	if (f->fail_n == 0 || (f->fail_mask & call) == 0)
		return false;
	f->fail_seen++;
	if (f->fail_seen != f->fail_n && !(f->fail_forever && f->fail_seen > f->fail_n))
		return false;
	f->failed++;
	f->last_errno = f->fail_errno;
	return true;
}

/* Returns the error code that SQLite's unix VFS would return. */
static int
write_error(const struct faultvfs *f)
{
	return f->last_errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

int64_t
faultvfs_used(const struct faultvfs *f)
{
	int64_t used = 0;

	for (int i = 0; i < NAMES_MAX; i++)
		if (f->seen[i].text[0] != '\0')
			used += (int64_t)file_size(f->files[f->seen[i].file]);
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

	if (h->remove[0] != '\0' && !dead(h))
		name_ask(h->f, h->remove, NO_FILE);
	for (int i = 0; i < SHM_MAX; i++)
		free(h->shm[i]);
	h->f->handles--;
	return SQLITE_OK;
}

static int
x_read(sqlite3_file *base, void *out, int n, sqlite3_int64 at)
{
	struct handle *h = (struct handle *)base;
	struct content *c = &file_of(h)->seen;
	size_t from = (size_t)at, have;

	if (dead(h) || call_fails(h->f, FAULT_READ))
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

	if (dead(h))
		return SQLITE_IOERR_WRITE;
	if (call_fails(f, FAULT_WRITE | (h->journal ? 0u : FAULT_DATABASE))) {
		file_ask(f, file, false, (size_t)at, bytes, (size_t)n / 2);
		return write_error(f);
	}
	if (f->limit >= 0 && growth > 0 && faultvfs_used(f) + growth > f->limit) {
		file_ask(
		    f, file, false, (size_t)at, bytes, (size_t)(growth < n ? n - growth : 0));
		f->last_errno = ENOSPC;
		return SQLITE_FULL;
	}
	file_ask(f, file, false, (size_t)at, bytes, (size_t)n);
	return power_fails(f, FAULT_WRITE, h->journal) ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int
x_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	struct handle *h = (struct handle *)base;

	if (dead(h) || call_fails(h->f, FAULT_TRUNCATE))
		return SQLITE_IOERR_TRUNCATE;
	file_ask(h->f, file_of(h), true, (size_t)size, NULL, 0);
	if (file_of(h)->room > (size_t)size)
		file_of(h)->room = (size_t)size;
	return power_fails(h->f, FAULT_TRUNCATE, h->journal) ? SQLITE_IOERR_TRUNCATE
							     : SQLITE_OK;
}

static int
x_sync(sqlite3_file *base, int flags)
{
	struct handle *h = (struct handle *)base;

	if (dead(h) || power_fails(h->f, FAULT_SYNC, h->journal))
		return SQLITE_IOERR_FSYNC;
	if (call_fails(h->f, FAULT_SYNC)) {
		file_forget(file_of(h));
		return SQLITE_IOERR_FSYNC;
	}
	file_sync(h->f, file_of(h));
	if (h->sync_names)
		names_apply(h->f, h->f->changes_len);
	h->sync_names = false;
	return SQLITE_OK;
}

static int
x_file_size(sqlite3_file *base, sqlite3_int64 *size_out)
{
	struct handle *h = (struct handle *)base;

	if (dead(h))
		return SQLITE_IOERR_FSTAT;
	h->f->lengths += h->journal;
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
	if (dead(h) || call_fails(f, FAULT_ALLOCATE))
		return SQLITE_IOERR_WRITE;
	if (f->limit >= 0 && faultvfs_used(f) + growth > f->limit) {
		f->last_errno = ENOSPC;
		return SQLITE_IOERR_WRITE;
	}
	file_of(h)->room = (size_t)(*(sqlite3_int64 *)arg);
	return power_fails(f, FAULT_ALLOCATE, h->journal) ? SQLITE_IOERR_WRITE : SQLITE_OK;
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
		h->shm[region] = must(calloc(1, (size_t)size));
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
	struct name *n = name_find(f->seen, text);
	int file;

	*rc_out = SQLITE_CANTOPEN;
	if (n != NULL)
		return n->file;
	if ((flags & SQLITE_OPEN_CREATE) == 0 || call_fails(f, FAULT_OPEN))
		return NO_FILE;
	file = file_new(f);
	name_ask(f, text, file);
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
	h->journal = (flags & SQLITE_OPEN_WAL) != 0;
	h->sync_names = (flags & SQLITE_OPEN_CREATE) != 0 &&
			(flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
	if (text != NULL && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0)
		name_copy(h->remove, text);
	h->base.pMethods = &METHODS;
	f->handles++;
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
	if (name_find(f->seen, text) == NULL)
		return SQLITE_IOERR_DELETE_NOENT;
	name_ask(f, text, NO_FILE);
	if (power_fails(f, FAULT_DELETE, strstr(text, "-wal") != NULL))
		return SQLITE_IOERR_DELETE;
	if (sync)
		names_apply(f, f->changes_len);
	return SQLITE_OK;
}

static int
x_access(sqlite3_vfs *vfs, const char *text, int flags, int *out)
{
	struct faultvfs *f = vfs->pAppData;
	struct name *n = name_find(f->seen, text);

	if (f->crashed)
		return SQLITE_IOERR_ACCESS;
	/* As in SQLite's unix VFS, an empty file does not "exist". */
	*out = n != NULL && (flags != SQLITE_ACCESS_EXISTS || f->files[n->file]->seen.size > 0);
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
	struct faultvfs *f = must(calloc(1, sizeof(*f)));

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
	f->limit = -1;
	rng_seed(&f->random, 1);
	CHECK(sqlite3_vfs_register(&f->vfs, 0) == SQLITE_OK);
	return f;
}

struct faultvfs *
faultvfs_copy(const char *name, const struct faultvfs *from)
{
	struct faultvfs *f = faultvfs_new(name);

	memcpy(f->seen, from->disk, sizeof(f->seen));
	memcpy(f->disk, from->disk, sizeof(f->disk));
	for (int i = 0; i < from->files_len; i++) {
		struct file *file = f->files[file_new(f)];

		content_copy(&file->seen, &from->files[i]->disk);
		content_copy(&file->disk, &from->files[i]->disk);
	}
	return f;
}

void
faultvfs_put(struct faultvfs *f, const char *path, const unsigned char *bytes, size_t n)
{
	int no = file_new(f);

	content_write(&f->files[no]->seen, 0, bytes, n);
	content_write(&f->files[no]->disk, 0, bytes, n);
	name_set(f->seen, path, no);
	name_set(f->disk, path, no);
}

void
faultvfs_free(struct faultvfs **fp)
{
	struct faultvfs *f = *fp;

	CHECK(f->handles == 0);
	CHECK(sqlite3_vfs_unregister(&f->vfs) == SQLITE_OK);
	for (int i = 0; i < f->files_len; i++) {
		file_forget(f->files[i]);
		free(f->files[i]->seen.bytes);
		free(f->files[i]->disk.bytes);
		free(f->files[i]);
	}
	free(f);
	*fp = NULL;
}

/* ---- power ---- */

uint64_t
faultvfs_changes(const struct faultvfs *f)
{
	return f->calls;
}

uint64_t
faultvfs_asked(const struct faultvfs *f)
{
	return f->asked;
}

uint64_t
faultvfs_lengths(const struct faultvfs *f)
{
	return f->lengths;
}

void
faultvfs_sync_until(struct faultvfs *f, uint64_t last)
{
	f->sync_until = last;
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

/* How much unsynced data survives: keep 0 is none, 8 is all, otherwise each sector survives
 * with a chance of keep in 8.  If nonsense is set, a lost sector that was being written may
 * hold garbage. */
struct fate {
	struct rng r;
	uint32_t keep;
	bool nonsense;
};

static bool
survives(struct fate *fate)
{
	return rng_below(&fate->r, 8) < fate->keep;
}

static void
write_survives(struct file *file, const struct pending *p, struct fate *fate)
{
	unsigned char junk[SECTOR];
	size_t from = 0;

	while (from < p->n) {
		size_t n = SECTOR - (p->at + from) % SECTOR;

		if (n > p->n - from)
			n = p->n - from;
		if (survives(fate)) {
			content_write(&file->disk, p->at + from, p->bytes + from, n);
		} else if (fate->nonsense && rng_below(&fate->r, 16) == 0) {
			rng_bytes(&fate->r, junk, n);
			content_write(&file->disk, p->at + from, junk, n);
		}
		from += n;
	}
}

static void
file_power_on(struct file *file, struct fate *fate)
{
	for (struct pending *p = file->first; p != NULL; p = p->next) {
		if (!p->truncate)
			write_survives(file, p, fate);
		else if (survives(fate))
			content_size(&file->disk, p->at);
	}
	file_forget(file);
	content_copy(&file->seen, &file->disk);
	if (!survives(fate))
		file->room = 0;
}

void
faultvfs_power_on(struct faultvfs *f, uint64_t seed)
{
	static const uint32_t KEEP[] = { 0, 8, 1, 4, 4, 7, 7, 7 };
	struct fate fate;
	int names;

	rng_seed(&fate.r, seed);
	fate.keep = KEEP[rng_below(&fate.r, (uint32_t)ARRAY_LEN(KEEP))];
	fate.nonsense = rng_below(&fate.r, 2) == 0;
	/* A journalling file system preserves the order of directory changes. */
	names = fate.keep == 0   ? 0
		: fate.keep == 8 ? f->changes_len
				 : (int)rng_below(&fate.r, (uint32_t)f->changes_len + 1);
	names_apply(f, names);
	memcpy(f->seen, f->disk, sizeof(f->seen));
	for (int i = 0; i < f->files_len; i++)
		file_power_on(f->files[i], &fate);
	f->crashed = false;
	f->crash_at = 0;
	f->epoch++;
}

/* ---- failing calls, space ---- */

void
faultvfs_fail(struct faultvfs *f, unsigned mask, uint64_t n, bool forever, int errnum)
{
	f->fail_mask = mask;
	f->fail_n = n;
	f->fail_seen = 0;
	f->failed = 0;
	f->fail_forever = forever;
	f->fail_errno = errnum;
}

uint64_t
faultvfs_failed(const struct faultvfs *f)
{
	return f->failed;
}

void
faultvfs_limit(struct faultvfs *f, int64_t bytes)
{
	f->limit = bytes;
}

void
faultvfs_trim(struct faultvfs *f)
{
	for (int i = 0; i < f->files_len; i++)
		if (f->files[i] != NULL)
			f->files[i]->room = 0;
}
