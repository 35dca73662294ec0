/* SPDX-License-Identifier: MIT */
/* Failing disks: no space at every n-th write, once and for good; a small quota; errors of
 * reading, writing and syncing; no memory.  After each: what was acknowledged is there, what
 * was refused is not, and service returns by store_probe, or, after anything but "no space",
 * the store does not touch the disk again.  TEST: long */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/sqlite.h"
#include "tests/support/faultvfs.h"
#include "tests/support/storedump.h"
#include "tests/support/rows.h"

#define VFS_NAME "full"
#define TURNS 10

static char dir[64], ballast[128];
static char acked[DUMP_BYTES], inside[DUMP_BYTES], now[DUMP_BYTES];

struct run {
	struct faultvfs *f;
	struct store *s;
	struct work w;
	unsigned refused;
};

/* Pages SQLite may keep in memory; with few it writes in the middle of a turn, and even reading
 * may write. */
static int cache_pages = 2000;

static void
dump(struct store *s, char space[DUMP_BYTES])
{
	struct sbuf b;

	sbuf_init(&b, space, DUMP_BYTES);
	store_dump(s, &b);
	assert_true(sbuf_ok(&b));
}

static void
must_open(struct run *run)
{
	char text[500];
	struct sbuf error;

	SBUF_ON(&error, text);
	if (store_open(dir, STORE_DURABLE_FULL, VFS_NAME, &run->s, &error) != STORE_OK)
		fail_msg("%s", text);
	if (cache_pages < 100)
		assert_int_equal(
		    sqlite3_exec(run->s->db, "PRAGMA cache_size = 6", NULL, NULL, NULL),
		    SQLITE_OK);
}

static enum store_err
tend(struct store *s)
{
	unsigned moved;

	return store_tend(s, 1000, &moved);
}

/* A store with some turns in it; acked holds what it holds. */
static void
run_init(struct run *run, uint64_t seed)
{
	*run = (struct run){ .f = faultvfs_new(VFS_NAME) };
	must_open(run);
	work_init(&run->w, seed);
	for (int i = 0; i < TURNS; i++) {
		work_turn(&run->w, run->s);
		assert_int_equal(store_commit(run->s, NULL), STORE_OK);
		assert_int_equal(tend(run->s), STORE_OK);
	}
	dump(run->s, acked);
}

static void
run_done(struct run *run)
{
	store_close(&run->s);
	faultvfs_free(&run->f);
}

/* Loses power with nothing unsynced surviving, and compares what is left. */
static void
must_have_kept(struct run *run)
{
	store_close(&run->s);
	faultvfs_fail(run->f, 0, 0, false, 0);
	faultvfs_limit(run->f, -1, NULL);
	faultvfs_power_on(run->f, 0);
	must_open(run);
	dump(run->s, now);
	assert_string_equal(now, acked);
}

/* One turn; when it is refused, the workload forgets it too. */
static enum store_err
turn(struct run *run, char *text, size_t size)
{
	struct work saved = run->w;
	struct sbuf error;
	enum store_err err;

	sbuf_init(&error, text, size);
	work_turn(&run->w, run->s);
	err = store_commit(run->s, &error);
	if (err == STORE_OK)
		return tend(run->s);
	saved.r = run->w.r;
	run->w = saved;
	return err;
}

/* While refusing: reading works, writing does nothing and says so, nothing of the lost turn is
 * seen. */
static void
must_refuse(struct run *run)
{
	char text[500];

	assert_true(store_refusing(run->s));
	assert_false(store_dirty(run->s));
	dump(run->s, now);
	assert_string_equal(now, acked);
	store_user_set_hash(run->s, 1, "never");
	assert_true(store_dirty(run->s));
	assert_int_equal(turn(run, text, sizeof(text)), STORE_FULL);
	assert_non_null(strstr(text, "no space"));
	dump(run->s, now);
	assert_string_equal(now, acked);
	assert_int_equal(store_idle(run->s), STORE_OK);
}

/* A turn, and what has to hold after it. */
static void
turn_or_refusal(struct run *run, bool forever)
{
	char text[500];
	enum store_err err = turn(run, text, sizeof(text));

	if (err == STORE_OK) {
		dump(run->s, acked);
		return;
	}
	assert_int_equal(err, STORE_FULL);
	assert_non_null(strstr(text, "no space"));
	run->refused++;
	must_refuse(run);
	if (forever) {
		assert_false(store_probe(run->s));
		must_refuse(run);
		faultvfs_fail(run->f, 0, 0, false, 0);
	}
	assert_true(store_probe(run->s) || store_probe(run->s));
	assert_false(store_refusing(run->s));
	assert_int_equal(turn(run, text, sizeof(text)), STORE_OK);
	dump(run->s, acked);
}

static unsigned
stride(unsigned full)
{
	const char *counts = getenv("GAMMON_COUNTS");

	if (test_under_valgrind())
		return full * 100;
	return counts != NULL && strcmp(counts, "tenth") == 0 ? full * 10 : full;
}

/* What is few: all of it, but every so many where a tenth is wanted, and under valgrind. */
static unsigned
every(unsigned tenth, unsigned valgrind)
{
	return test_under_valgrind() ? valgrind : stride(1) > 1 ? tenth : 1;
}

/* From the first write on, each step-th.  Returns how many turns were refused in all, and how
 * many n there were. */
static unsigned
every_write_from(unsigned first, bool forever, int errnum, unsigned step, unsigned *n_out)
{
	unsigned refused = 0, quiet = 0, n;

	/* Three workloads in turn; the end is where none of them writes so often. */
	for (n = first; quiet < 3; n += step) {
		uint64_t failed;
		struct run run;

		run_init(&run, 1 + n % 3);
		faultvfs_fail(run.f, FAULT_WRITE, n, forever, errnum);
		for (int i = 0; i < TURNS; i++) {
			turn_or_refusal(&run, forever);
			if (i == TURNS / 2)
				assert_int_not_equal(
				    store_checkpoint(run.s, i % 2 == 0), STORE_BROKEN);
		}
		failed = faultvfs_failed(run.f) + run.refused;
		must_have_kept(&run);
		refused += run.refused;
		run_done(&run);
		quiet = failed == 0 ? quiet + 1 : 0;
	}
	*n_out = n;
	return refused;
}

static unsigned
every_write(bool forever, int errnum, unsigned step, unsigned *n_out)
{
	return every_write_from(1, forever, errnum, step, n_out);
}

static void
no_space_at_every_write_once(void **state)
{
	unsigned n, refused = every_write(false, ENOSPC, stride(1), &n);

	(void)state;
	print_message("writes 1 to %u fail once: %u turns refused\n", n, refused);
	assert_true(refused > 0);
}

static void
no_space_from_every_write_on(void **state)
{
	unsigned n, refused = every_write(true, ENOSPC, stride(1), &n);

	(void)state;
	print_message("from write 1 to %u on all fail: %u turns refused\n", n, refused);
	assert_true(refused > 0);
}

static void
no_space_in_the_middle_of_a_turn(void **state)
{
	unsigned n, refused;

	(void)state;
	cache_pages = 6;
	/* Every write has its turn, once or for good: both of each were seen above. */
	refused = every_write_from(1, false, ENOSPC, stride(2), &n);
	refused += every_write_from(2, true, ENOSPC, stride(2), &n);
	print_message("writes 1 to %u with hardly any cache: %u turns refused\n", n, refused);
	assert_true(refused > 0);
	cache_pages = 2000;
}

struct listing {
	struct run *run;
	unsigned rows;
};

/* The first row uses up the disk in the middle of the list. */
static bool
fill_while_listing(void *ctx, const struct action_record *a)
{
	struct listing *l = ctx;
	char name[20], value[1000];

	(void)a;
	if (l->rows++ > 0)
		return true;
	memset(value, 'v', sizeof(value) - 1);
	value[sizeof(value) - 1] = '\0';
	if (l->run->f != NULL)
		faultvfs_fail(l->run->f, FAULT_WRITE, 1, true, ENOSPC);
	for (int i = 0; i < 500; i++) {
		(void)snprintf(name, sizeof(name), "%d", i);
		store_setting_set(l->run->s, 1, name, value);
	}
	return true;
}

/* The same where not the disk says so but SQLite: the database may not grow. */
static void
a_list_ends_when_the_database_is_full(void **state)
{
	struct run run = { 0 };
	struct listing l = { .run = &run };

	(void)state;
	assert_int_equal(store_open(NULL, STORE_DURABLE_FULL, NULL, &run.s, NULL), STORE_OK);
	work_init(&run.w, 1);
	while (run.w.matches == 0 || run.w.seq[1] < 3)
		work_turn(&run.w, run.s);
	assert_int_equal(store_commit(run.s, NULL), STORE_OK);
	dump(run.s, acked);
	assert_int_equal(
	    sqlite3_exec(run.s->db, "PRAGMA max_page_count = 1", NULL, NULL, NULL), SQLITE_OK);
	store_actions_each(run.s, 1, fill_while_listing, &l);
	assert_true(l.rows > 0);
	assert_int_equal(store_commit(run.s, NULL), STORE_FULL);
	must_refuse(&run);
	assert_int_equal(
	    sqlite3_exec(run.s->db, "PRAGMA max_page_count = 9999", NULL, NULL, NULL),
	    SQLITE_OK);
	assert_true(store_probe(run.s));
	turn_or_refusal(&run, false);
	store_close(&run.s);
}

static void
a_list_ends_when_its_turn_is_undone(void **state)
{
	struct match_record m;
	struct listing l;
	struct run run = { .f = faultvfs_new(VFS_NAME) };

	(void)state;
	cache_pages = 6;
	must_open(&run);
	work_init(&run.w, 1);
	while (run.w.matches == 0)
		work_turn(&run.w, run.s);
	assert_int_equal(store_commit(run.s, NULL), STORE_OK);
	assert_true(store_match_by_id(run.s, 1, &m));
	for (uint32_t i = run.w.seq[1]; i < 500; i++)
		store_action_add(
		    run.s, &(struct action_record){
			       .match = 1, .seq = i, .kind = "move", .text = "8/5 6/5" });
	assert_int_equal(store_commit(run.s, NULL), STORE_OK);
	dump(run.s, acked);
	l = (struct listing){ .run = &run };
	store_actions_each(run.s, 1, fill_while_listing, &l);
	assert_true(l.rows < 500);
	assert_int_equal(store_commit(run.s, NULL), STORE_FULL);
	must_refuse(&run);
	must_have_kept(&run);
	run_done(&run);
	cache_pages = 2000;
}

static void
over_quota_is_no_space(void **state)
{
	unsigned n, once = every_write(false, EDQUOT, stride(5), &n);
	unsigned forever = every_write(true, EDQUOT, stride(5), &n);

	(void)state;
	assert_true(once > 0 && forever > 0);
}

/* ---- errors that are not about space ---- */

/* The store is broken for good and leaves the disk alone, even while closing. */
static void
must_be_broken(struct run *run)
{
	uint64_t calls = faultvfs_changes(run->f);
	char text[500];

	assert_int_equal(turn(run, text, sizeof(text)), STORE_BROKEN);
	assert_non_null(strstr(text, "storage failure"));
	assert_int_equal(store_commit(run->s, NULL), STORE_BROKEN);
	assert_int_equal(store_idle(run->s), STORE_BROKEN);
	assert_false(store_probe(run->s));
	dump(run->s, now);
	store_close(&run->s);
	assert_int_equal(faultvfs_changes(run->f), calls);
}

/* The n-th call of a kind fails; false when there were not so many. */
static bool
one_error(unsigned mask, unsigned n, bool forever, int errnum)
{
	char text[500];
	bool hit = false;
	struct run run;

	run_init(&run, 1 + n % 3);
	faultvfs_fail(run.f, mask, n, forever, errnum);
	for (int i = 0; i < TURNS && !hit; i++) {
		struct sbuf error;

		SBUF_ON(&error, text);
		dump(run.s, acked);
		work_turn(&run.w, run.s);
		dump(run.s, inside);
		hit = store_commit(run.s, &error) != STORE_OK;
		if (!hit && i == TURNS / 2)
			hit = store_checkpoint(run.s, true) != STORE_OK;
	}
	assert_true(hit == (faultvfs_failed(run.f) > 0));
	if (!hit) {
		run_done(&run);
		return false;
	}
	must_be_broken(&run);
	faultvfs_fail(run.f, 0, 0, false, 0);
	faultvfs_power_on(run.f, n);
	must_open(&run);
	dump(run.s, now);
	assert_true(strcmp(now, acked) == 0 || strcmp(now, inside) == 0);
	run_done(&run);
	return true;
}

static unsigned
every_error(unsigned mask, bool forever, int errnum, unsigned step)
{
	unsigned n, quiet = 0;

	for (n = 1; quiet < 3; n += step)
		quiet = one_error(mask, n, forever, errnum) ? 0 : quiet + 1;
	return n;
}

static void
failed_sync_breaks(void **state)
{
	unsigned n = every_error(FAULT_SYNC, false, EIO, every(1, 5));

	(void)state;
	print_message("syncs 1 to %u fail\n", n);
	assert_true(n > TURNS);
	assert_true(every_error(FAULT_SYNC, true, EIO, every(1, 5)) > TURNS);
}

/* After a failed sync nobody knows what is on the disk, so room has nothing to do with it. */
static void
failed_sync_for_lack_of_space_breaks_too(void **state)
{
	(void)state;
	assert_true(every_error(FAULT_SYNC, false, ENOSPC, every(1, 5)) > TURNS);
}

static void
failed_write_breaks(void **state)
{
	unsigned n = every_error(FAULT_WRITE | FAULT_TRUNCATE, false, EIO, stride(2));

	(void)state;
	print_message("writes 1 to %u fail\n", n);
	assert_true(n > 2 * TURNS);
}

static void
failed_read_breaks(void **state)
{
	unsigned n;

	(void)state;
	for (n = 1;; n += every(1, 3)) {
		struct run run;
		bool hit;

		run_init(&run, 2);
		store_close(&run.s);
		must_open(&run);
		/* Opening has read everything. */
		assert_int_equal(sqlite3_db_release_memory(run.s->db), SQLITE_OK);
		faultvfs_fail(run.f, FAULT_READ, n, n % 2 == 0, EIO);
		dump(run.s, now);
		hit = faultvfs_failed(run.f) > 0;
		assert_int_equal(store_commit(run.s, NULL), hit ? STORE_BROKEN : STORE_OK);
		must_have_kept(&run);
		run_done(&run);
		if (!hit)
			break;
	}
	print_message("reads 1 to %u fail\n", n);
	assert_true(n > 3);
}

/* Every call of an opening fails once: it says so, or it copes; the next opening works. */
static void
failed_opening_harms_nothing(void **state)
{
	static const int ERRORS[] = { ENOSPC, EIO };
	const unsigned all =
	    FAULT_OPEN | FAULT_READ | FAULT_WRITE | FAULT_SYNC | FAULT_TRUNCATE | FAULT_DELETE;
	unsigned refused = 0, step = every(3, 15);

	(void)state;
	for (unsigned k = 0; k < 4; k++)
		for (unsigned n = 1 + k % step;; n += step) {
			struct run run;
			char text[500] = "";
			struct sbuf error;
			enum store_err err;
			uint64_t failed;

			SBUF_ON(&error, text);
			if (k < 2) {
				run = (struct run){ .f = faultvfs_new(VFS_NAME) };
			} else {
				/* One that has a journal to recover. */
				run_init(&run, 3);
				faultvfs_crash_now(run.f);
				store_close(&run.s);
				faultvfs_power_on(run.f, n);
			}
			faultvfs_fail(run.f, all, n, false, ERRORS[k % 2]);
			err = store_open(dir, STORE_DURABLE_FULL, VFS_NAME, &run.s, &error);
			failed = faultvfs_failed(run.f);
			faultvfs_fail(run.f, 0, 0, false, 0);
			if (err != STORE_OK) {
				refused++;
				assert_true(failed > 0);
				assert_null(run.s);
				assert_true(text[0] != '\0');
				/* The check calls what it cannot read damaged. */
				assert_true(
				    err == STORE_DIRECTORY || strstr(text, "damaged") != NULL);
				must_open(&run);
			}
			if (k >= 2) {
				dump(run.s, now);
				assert_string_equal(now, acked);
			}
			run_done(&run);
			if (failed == 0)
				break;
		}
	print_message("%u openings refused\n", refused);
	assert_true(refused > 20);
}

/* ---- quota ---- */

static bool
there(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

/* Turns until the space is used up. */
static void
fill(struct run *run)
{
	char text[500];

	for (int i = 0; i < 100000; i++) {
		enum store_err err = turn(run, text, sizeof(text));

		if (err == STORE_FULL)
			return;
		assert_int_equal(err, STORE_OK);
		if (i % 50 == 0)
			assert_int_equal(store_idle(run->s), STORE_OK);
		if (i % 20 == 0 || faultvfs_used(run->f) > 0)
			dump(run->s, acked);
	}
	fail_msg("never full");
}

static void
ballast_is_given_up_and_comes_back(void **state)
{
	struct run run;

	(void)state;
	run_init(&run, 5);
	assert_true(there(ballast));
	faultvfs_limit(run.f, STORE_BALLAST_BYTES + 700 * 1024, ballast);
	for (int round = 0; round < 3; round++) {
		fill(&run);
		assert_false(there(ballast));
		/* The journal was emptied into the database. */
		assert_int_equal(run.s->wal_frames, 0);
		must_refuse(&run);
		/* Others take what that left.  No room for the ballast: no service. */
		faultvfs_limit(run.f, faultvfs_used(run.f) + STORE_BALLAST_BYTES, ballast);
		assert_false(store_probe(run.s));
		assert_false(there(ballast));
		must_refuse(&run);
		faultvfs_limit(run.f, STORE_BALLAST_BYTES + 700 * 1024 * (round + 2), ballast);
		assert_true(store_probe(run.s));
		assert_true(there(ballast));
		assert_false(store_refusing(run.s));
		turn_or_refusal(&run, false);
	}
	must_have_kept(&run);
	run_done(&run);
}

/* Every size of a small disk, from too small to open on. */
static void
small_disks(void **state)
{
	unsigned opened = 0, refused = 0;

	(void)state;
	for (int64_t limit = 0; limit < 600 * 1024;
	     limit += (int64_t)every(10, 30) * 8 * 1024) {
		struct run run = { .f = faultvfs_new(VFS_NAME) };
		char text[500];
		struct sbuf error;
		enum store_err err;

		SBUF_ON(&error, text);
		work_init(&run.w, (uint64_t)limit);
		faultvfs_limit(run.f, limit, NULL);
		err = store_open(dir, STORE_DURABLE_FULL, VFS_NAME, &run.s, &error);
		if (err != STORE_OK) {
			assert_int_equal(err, STORE_DIRECTORY);
			assert_non_null(strstr(text, "full"));
			refused++;
			faultvfs_limit(run.f, -1, NULL);
			must_open(&run);
			run_done(&run);
			continue;
		}
		opened++;
		dump(run.s, acked);
		fill(&run);
		must_refuse(&run);
		faultvfs_limit(run.f, -1, NULL);
		assert_true(store_probe(run.s));
		turn_or_refusal(&run, false);
		must_have_kept(&run);
		run_done(&run);
	}
	print_message("disks too small to open on %u, filled %u\n", refused, opened);
	assert_true(opened > 0 && refused > 0);
}

/* ---- no memory ---- */

static sqlite3_mem_methods memory;
static uint64_t memory_left; /* allocations until one fails; 0: none does */

static bool
memory_fails(void)
{
	return memory_left > 0 && --memory_left == 0;
}

static void *
memory_malloc(int n)
{
	return memory_fails() ? NULL : memory.xMalloc(n);
}

static void *
memory_realloc(void *p, int n)
{
	return memory_fails() ? NULL : memory.xRealloc(p, n);
}

static void
memory_replace(void)
{
	sqlite3_mem_methods mine;

	assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory), SQLITE_OK);
	mine = memory;
	mine.xMalloc = memory_malloc;
	mine.xRealloc = memory_realloc;
	assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &mine), SQLITE_OK);
}

/* One allocation fails: the opening or the turn says so, or SQLite did without; nothing
 * acknowledged goes. */
static void
no_memory_at_many_allocations(void **state)
{
	unsigned openings = 0, turns = 0;
	uint64_t n;
	bool hit = true;

	(void)state;
	for (n = 1; hit; n += n < 100 ? every(2, 10) : stride(41)) {
		struct run run;
		enum store_err err;

		run_init(&run, 4);
		store_close(&run.s);
		memory_left = n;
		err = store_open(dir, STORE_DURABLE_FULL, VFS_NAME, &run.s, NULL);
		if (err != STORE_OK)
			openings++;
		for (int i = 0; i < 3 && err == STORE_OK; i++) {
			work_turn(&run.w, run.s);
			dump(run.s, inside);
			err = store_commit(run.s, NULL);
			if (err == STORE_OK)
				memcpy(acked, inside, sizeof(acked));
			else
				turns++;
		}
		store_close(&run.s);
		hit = memory_left == 0;
		memory_left = 0;
		must_open(&run);
		dump(run.s, now);
		assert_true(strcmp(now, acked) == 0 || strcmp(now, inside) == 0);
		run_done(&run);
	}
	print_message("allocations up to %u: %u openings and %u turns failed\n", (unsigned)n,
	    openings, turns);
	assert_true(openings > 0 && turns > 0);
}

/* ---- */

static int
make_dir(void **state)
{
	(void)state;
	memory_replace();
	(void)snprintf(dir, sizeof(dir), "/tmp/gammon-full-XXXXXX");
	if (mkdtemp(dir) == NULL)
		return -1;
	(void)snprintf(ballast, sizeof(ballast), "%s/ballast", dir);
	return 0;
}

static int
remove_dir(void **state)
{
	char path[128];

	(void)state;
	(void)snprintf(path, sizeof(path), "%s/gammond.lock", dir);
	(void)unlink(path);
	(void)unlink(ballast);
	return rmdir(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_space_at_every_write_once),
		cmocka_unit_test(no_space_from_every_write_on),
		cmocka_unit_test(no_space_in_the_middle_of_a_turn),
		cmocka_unit_test(a_list_ends_when_its_turn_is_undone),
		cmocka_unit_test(a_list_ends_when_the_database_is_full),
		cmocka_unit_test(over_quota_is_no_space),
		cmocka_unit_test(failed_sync_breaks),
		cmocka_unit_test(failed_sync_for_lack_of_space_breaks_too),
		cmocka_unit_test(failed_write_breaks),
		cmocka_unit_test(failed_read_breaks),
		cmocka_unit_test(failed_opening_harms_nothing),
		cmocka_unit_test(ballast_is_given_up_and_comes_back),
		cmocka_unit_test(small_disks),
		cmocka_unit_test(no_memory_at_many_allocations),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
