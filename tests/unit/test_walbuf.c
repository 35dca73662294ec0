/* SPDX-License-Identifier: MIT */
/* The pages of a turn are written together, and a log behaves as one that is not collected:
 * against the same calls made on a plain file in memory, with failures; and with a database
 * that another connection reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <sqlite3.h>
#include <unistd.h>

#include "base/rng.h"
#include "store/walbuf.h"
#include "tests/support/faultvfs.h"
#include "tests/support/folder.h"

#define VFS "walbuf-below"
#define SIZE_MAX_LOG 400000

struct bench {
	struct faultvfs *f;
	struct walbuf *w;
	sqlite3_vfs *vfs;
	sqlite3_file *file;
};

static struct bench
open_log(void)
{
	struct bench b = { .f = faultvfs_new(VFS), .w = walbuf_new(VFS) };
	int flags = SQLITE_OPEN_WAL | SQLITE_OPEN_CREATE | SQLITE_OPEN_READWRITE;

	assert_non_null(b.w);
	b.vfs = sqlite3_vfs_find(walbuf_name(b.w));
	assert_non_null(b.vfs);
	b.file = calloc(1, (size_t)b.vfs->szOsFile);
	assert_non_null(b.file);
	assert_int_equal(b.vfs->xOpen(b.vfs, "some-wal", b.file, flags, &flags), SQLITE_OK);
	return b;
}

static void
close_log(struct bench *b)
{
	assert_int_equal(b->file->pMethods->xClose(b->file), SQLITE_OK);
	free(b->file);
	walbuf_free(&b->w);
	assert_null(b->w);
	faultvfs_free(&b->f);
}

static int
put(struct bench *b, char fill, int n, sqlite3_int64 at)
{
	static char bytes[SIZE_MAX_LOG];

	memset(bytes, fill, (size_t)n);
	return b->file->pMethods->xWrite(b->file, bytes, n, at);
}

static int
get(struct bench *b, char *out, int n, sqlite3_int64 at)
{
	return b->file->pMethods->xRead(b->file, out, n, at);
}

static int
sync_log(struct bench *b)
{
	return b->file->pMethods->xSync(b->file, SQLITE_SYNC_NORMAL);
}

static void
what_follows_itself_is_written_once(void **state)
{
	struct bench b = open_log();
	uint64_t before = faultvfs_changes(b.f);
	sqlite3_int64 size;

	(void)state;
	for (int i = 0; i < 20; i++) {
		assert_int_equal(put(&b, 'h', 24, i * 4120), SQLITE_OK);
		assert_int_equal(put(&b, 'p', 4096, i * 4120 + 24), SQLITE_OK);
	}
	assert_int_equal(faultvfs_changes(b.f), before);
	assert_int_equal(sync_log(&b), SQLITE_OK);
	assert_int_equal(faultvfs_changes(b.f), before + 2); /* a write and a sync */
	assert_int_equal(sync_log(&b), SQLITE_OK);
	assert_int_equal(faultvfs_changes(b.f), before + 3);
	assert_int_equal(b.file->pMethods->xFileSize(b.file, &size), SQLITE_OK);
	assert_int_equal(size, 20 * 4120);
	close_log(&b);
}

/* Random writes, reads, sizes, cuts and syncs; the model is an array. */
static void
it_reads_as_a_plain_file(void **state)
{
	static char model[SIZE_MAX_LOG], got[SIZE_MAX_LOG];
	struct rng rng;

	(void)state;
	rng_seed(&rng, 11);
	for (int round = 0; round < 60; round++) {
		struct bench b = open_log();
		sqlite3_int64 size = 0, told, next = 0;

		for (int i = 0; i < 200; i++) {
			int n =
			    (int)rng_below(&rng, 3) == 0 ? 24 : 1 + (int)rng_below(&rng, 9000);
			sqlite3_int64 at = next;

			if (rng_below(&rng, 6) == 0 && size > 0)
				at = rng_below(&rng, (uint32_t)size + 1);
			if (at + n > SIZE_MAX_LOG)
				continue;
			switch (rng_below(&rng, 10)) {
			case 0:
				assert_int_equal(sync_log(&b), SQLITE_OK);
				break;
			case 1:
				assert_int_equal(
				    b.file->pMethods->xFileSize(b.file, &told), SQLITE_OK);
				assert_int_equal(told, size);
				break;
			case 2:
				if (at < size && rng_below(&rng, 5) == 0) {
					assert_int_equal(
					    b.file->pMethods->xTruncate(b.file, at), SQLITE_OK);
					size = next = at;
				}
				break;
			case 3:
			case 4:
				at = size > n ? rng_below(&rng, (uint32_t)(size - n) + 1) : 0;
				n = at + n > size ? (int)(size - at) : n;
				assert_int_equal(get(&b, got, n, at), SQLITE_OK);
				assert_memory_equal(got, model + at, (size_t)n);
				break;
			default:
				assert_int_equal(put(&b, (char)i, n, at), SQLITE_OK);
				memset(model + at, (char)i, (size_t)n);
				next = at + n;
				size = next > size ? next : size;
				break;
			}
		}
		assert_int_equal(get(&b, got, (int)size, 0), SQLITE_OK);
		assert_memory_equal(got, model, (size_t)size);
		close_log(&b);
	}
}

static void
more_than_the_buffer_goes_in_pieces(void **state)
{
	static char got[300000];
	struct bench b = open_log();
	uint64_t before = faultvfs_changes(b.f);

	(void)state;
	for (int i = 0; i < 300; i++)
		assert_int_equal(put(&b, (char)i, 1000, i * 1000), SQLITE_OK);
	assert_int_equal(sync_log(&b), SQLITE_OK);
	assert_in_range(faultvfs_changes(b.f) - before, 3, 5);
	assert_int_equal(get(&b, got, 300000, 0), SQLITE_OK);
	for (int i = 0; i < 300000; i++)
		assert_int_equal(got[i], (char)(i / 1000));
	close_log(&b);
}

/* The sync that cannot write says so and syncs nothing; what was to be written is gone with it.
 */
static void
a_sync_fails_with_its_write(void **state)
{
	struct bench b = open_log();
	sqlite3_int64 size;
	char got[10];

	(void)state;
	assert_int_equal(put(&b, 'a', 100, 0), SQLITE_OK);
	assert_int_equal(sync_log(&b), SQLITE_OK);
	assert_int_equal(put(&b, 'b', 100, 100), SQLITE_OK);
	faultvfs_fail(b.f, FAULT_WRITE, 1, false, ENOSPC);
	assert_int_not_equal(sync_log(&b), SQLITE_OK);
	faultvfs_fail(b.f, 0, 0, false, 0);
	assert_int_equal(b.vfs->xGetLastError(b.vfs, 0, NULL), ENOSPC);
	/* The next turn writes over it. */
	assert_int_equal(sync_log(&b), SQLITE_OK);
	assert_int_equal(put(&b, 'c', 50, 100), SQLITE_OK);
	assert_int_equal(sync_log(&b), SQLITE_OK);
	assert_int_equal(get(&b, got, 10, 120), SQLITE_OK);
	assert_int_equal(got[0], 'c');
	assert_int_equal(b.file->pMethods->xFileSize(b.file, &size), SQLITE_OK);
	assert_int_equal(size, 150);
	close_log(&b);
}

/* A read that has to write first, and cannot: SQLite may go on with its transaction, so what
 * comes behind the gap must fail until it is filled. */
static void
after_a_failed_read_the_gap_must_be_filled(void **state)
{
	struct bench b = open_log();
	char got[100];

	(void)state;
	assert_int_equal(put(&b, 'a', 100, 0), SQLITE_OK);
	assert_int_equal(sync_log(&b), SQLITE_OK);
	for (int way = 0; way < 2; way++) {
		assert_int_equal(put(&b, 'b', 100, 100), SQLITE_OK);
		faultvfs_fail(b.f, FAULT_WRITE, 1, false, ENOSPC);
		assert_int_not_equal(get(&b, got, 100, 50), SQLITE_OK);
		faultvfs_fail(b.f, 0, 0, false, 0);
		assert_int_not_equal(get(&b, got, 20, 110), SQLITE_OK);
		assert_int_equal(get(&b, got, 20, 10), SQLITE_OK); /* before it all is well */
		if (way == 0)
			assert_int_not_equal(put(&b, 'c', 100, 200), SQLITE_OK);
		else
			assert_int_not_equal(sync_log(&b), SQLITE_OK);
		assert_int_equal(put(&b, 'd', 100, 100), SQLITE_OK);
		assert_int_equal(put(&b, 'e', 100, 200), SQLITE_OK);
		assert_int_equal(sync_log(&b), SQLITE_OK);
		assert_int_equal(get(&b, got, 100, 150), SQLITE_OK);
		assert_true(got[0] == 'd' && got[99] == 'e');
	}
	close_log(&b);
}

/* ---- with a database ---- */

static long
count_rows(sqlite3 *db)
{
	sqlite3_stmt *q;
	long n;

	assert_int_equal(
	    sqlite3_prepare_v2(db, "SELECT count(*) FROM t", -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	n = (long)sqlite3_column_int64(q, 0);
	assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
	return n;
}

static void
run_sql(sqlite3 *db, const char *sql)
{
	char *why = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
		fail_msg("%s: %s", sql, why);
}

/* Another connection, without the collecting VFS, finds each commit and nothing else. */
static void
others_read_every_commit_and_no_more(void **state)
{
	char dir[FOLDER_MAX], path[80];
	struct walbuf *w = walbuf_new(NULL);
	sqlite3 *own, *other;

	(void)state;
	folder_make(dir, "walbuf");
	(void)snprintf(path, sizeof(path), "%s/db", dir);
	assert_int_equal(sqlite3_open_v2(path, &own, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
			     walbuf_name(w)),
	    SQLITE_OK);
	run_sql(own, "PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL; "
		     "PRAGMA wal_autocheckpoint = 40; PRAGMA cache_size = 10; "
		     "CREATE TABLE t (a INTEGER PRIMARY KEY, b)");
	assert_int_equal(sqlite3_open_v2(path, &other, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	for (int i = 0; i < 100; i++) {
		run_sql(own, "BEGIN");
		for (int k = 0; k < 5; k++)
			run_sql(own, "INSERT INTO t (b) VALUES (zeroblob(3000))");
		assert_int_equal(count_rows(other), 5 * i);
		run_sql(own, "COMMIT");
		assert_int_equal(count_rows(other), 5 * (i + 1));
		run_sql(own, "BEGIN; DELETE FROM t; ROLLBACK");
		assert_int_equal(count_rows(other), 5 * (i + 1));
	}
	run_sql(other, "PRAGMA integrity_check");
	assert_int_equal(sqlite3_close(own), SQLITE_OK);
	assert_int_equal(count_rows(other), 500);
	assert_int_equal(sqlite3_close(other), SQLITE_OK);
	walbuf_free(&w);
	folder_remove(dir);
}

static void
a_vfs_that_is_not_there_is_refused(void **state)
{
	(void)state;
	assert_null(walbuf_new("no such thing"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_follows_itself_is_written_once),
		cmocka_unit_test(it_reads_as_a_plain_file),
		cmocka_unit_test(more_than_the_buffer_goes_in_pieces),
		cmocka_unit_test(a_sync_fails_with_its_write),
		cmocka_unit_test(after_a_failed_read_the_gap_must_be_filled),
		cmocka_unit_test(others_read_every_commit_and_no_more),
		cmocka_unit_test(a_vfs_that_is_not_there_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
