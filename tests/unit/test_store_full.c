/* SPDX-License-Identifier: MIT */
/* Failing disks: no space to allocate ahead; no space at every n-th write, once and
 * permanently; read, write and sync errors; no memory.  Afterwards acknowledged data is present
 * and all other data is absent.  Without space the store refuses writes and resumes after
 * store_probe_writable; after a failure it does not touch the disk again.  TEST: long */
#include <errno.h>
#include <unistd.h>

#include "store/sqlite/sqlite.h"
#include "tests/support/faultvfs.h"
#include "tests/support/folder.h"
#include "tests/support/storedump.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define VFS_NAME "full"
#define TURNS 10

static char dir[FOLDER_PATH_MAX];
static char acknowledged_dump[STORE_DUMP_BYTES], turn_dump[STORE_DUMP_BYTES],
    current_dump[STORE_DUMP_BYTES];

struct run {
	struct faultvfs *f;
	struct store *s;
	struct random_writes w;
};

/* Size of SQLite's page cache.  With few pages it writes during a turn, and even reading may
 * write. */
static int cache_pages = 2000;

static void
must_open(struct run *run)
{
	char text[500];
	struct sbuf error;

	SBUF_INIT(&error, text);
	if (sqlite_open_with(dir, STORE_DURABLE_FULL, VFS_NAME, NULL, &run->s, &error) !=
	    STORE_OK)
		fail_msg("%s", text);
	if (cache_pages < 100)
		assert_int_equal(
		    sqlite3_exec(run->s->db, "PRAGMA cache_size = 6", NULL, NULL, NULL),
		    SQLITE_OK);
}

static enum store_err
checkpoint_some(struct store *s)
{
	unsigned moved;

	return store_checkpoint_some(s, 1000, &moved);
}

/* A file system on which a store was opened and closed once. */
static struct faultvfs *opened_once;

/* Makes a store with some turns in it; acknowledged_dump holds its contents. */
static void
run_init(struct run *run, uint64_t seed)
{
	*run = (struct run){ .f = faultvfs_copy(VFS_NAME, opened_once) };
	must_open(run);
	random_writes_init(&run->w, seed);
	for (int i = 0; i < TURNS; i++) {
		random_writes_turn(&run->w, run->s);
		assert_int_equal(store_save(run->s, NULL), STORE_OK);
		assert_int_equal(checkpoint_some(run->s), STORE_OK);
	}
	store_dump(run->s, acknowledged_dump);
}

static void
run_done(struct run *run)
{
	store_close(&run->s);
	faultvfs_free(&run->f);
}

/* Loses power with no unsynced data surviving, and compares what is left. */
static void
assert_data_kept(struct run *run)
{
	store_close(&run->s);
	faultvfs_set_failure(run->f, 0, 0, false, 0);
	faultvfs_set_size_limit(run->f, -1);
	faultvfs_power_on(run->f, 0);
	must_open(run);
	store_dump(run->s, current_dump);
	assert_string_equal(current_dump, acknowledged_dump);
}

/* Runs one turn.  If it fails, the workload undoes its own record of the turn. */
static enum store_err
turn(struct run *run, char *text, size_t size)
{
	struct random_writes saved = run->w;
	struct sbuf error;
	enum store_err err;

	sbuf_init(&error, text, size);
	random_writes_turn(&run->w, run->s);
	err = store_save(run->s, &error);
	if (err == STORE_OK) {
		store_dump(run->s, acknowledged_dump);
		return checkpoint_some(run->s);
	}
	saved.r = run->w.r;
	run->w = saved;
	return err;
}

static void
assert_turn(struct run *run)
{
	char text[500];

	if (turn(run, text, sizeof(text)) != STORE_OK)
		fail_msg("%s", text);
}

/* Checks that the journal has as much free space as the largest turn may need. */
static void
assert_room_reserved(struct run *run)
{
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;

	assert_int_equal(
	    sqlite3_file_control(run->s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file),
	    SQLITE_OK);
	assert_int_equal(file->pMethods->xFileSize(file, &size), SQLITE_OK);
	assert_true(size >= ((int64_t)run->s->wal_last_frame + STORE_TURN_FRAMES_MAX) * 4120);
	assert_true(
	    (run->s->wal_last_frame + STORE_TURN_FRAMES_MAX) / STORE_INDEX_REGION_FRAMES <
	    run->s->wal_index_regions);
}

static unsigned
step_between_cases(unsigned full)
{
	return test_scaled(full, full * 10, full * 100);
}

/* Returns the stride for short loops. */
static unsigned
test_every(unsigned tenth, unsigned few)
{
	return test_scaled(1, tenth, few);
}

/* ---- space ---- */

TEST(space_is_allocated_ahead)
{
	int turns = test_few_cases() ? 90 : 300;
	struct run run;

	run_init(&run, 7);
	for (int i = 0; i < turns; i++) {
		assert_turn(&run);
		assert_room_reserved(&run);
		if (i % 40 == 0)
			assert_int_equal(store_run_idle_work(run.s), STORE_OK);
		assert_room_reserved(&run);
	}
	assert_data_kept(&run);
	run_done(&run);
}

/* journal.c explains the cost. */
TEST(turns_do_not_query_the_length_of_a_journal_with_space)
{
	uint64_t asked = 0;
	struct run run;
	int end = 0;

	run_init(&run, 8);
	for (int i = 0; i < 60; i++)
		assert_turn(&run);
	end = run.s->wal_last_frame;
	assert_int_equal(
	    store_run_idle_work(run.s), STORE_OK); /* makes the journal start over */
	for (int i = 0; i < 30; i++) {
		assert_turn(&run);
		if (i == 0)
			asked = faultvfs_length_queries(run.f);
	}
	assert_in_range(run.s->wal_last_frame, 1, end);
	assert_int_equal(faultvfs_length_queries(run.f), asked);
	run_done(&run);
}

/* The n-th extension of a file fails, or the n-th and all later extensions; turns never
 * fail. */
TEST(lack_of_space_at_every_allocation)
{
	unsigned refused = 0, quiet = 0, n;

	for (n = 1; quiet < 3; n += test_every(1, 11)) {
		for (unsigned forever = 0; forever < 2; forever++) {
			unsigned hits = 0;
			struct run run;

			run_init(&run, n);
			faultvfs_set_failure(
			    run.f, FAULT_ALLOCATE | FAULT_DATABASE, n, forever != 0, ENOSPC);
			/* enough turns to make the journal grow, however full it is now */
			for (int i = 0; i < 5 * TURNS; i++) {
				/* works even while the store refuses, because space is left */
				assert_turn(&run);
				hits += store_refusing(run.s);
				if (!store_refusing(run.s))
					assert_room_reserved(&run);
				else if (forever == 0)
					assert_true(store_probe_writable(run.s) ||
						    store_probe_writable(run.s));
				else
					assert_false(store_probe_writable(run.s));
			}
			faultvfs_set_failure(run.f, 0, 0, false, 0);
			assert_true(store_probe_writable(run.s));
			assert_room_reserved(&run);
			assert_turn(&run);
			assert_data_kept(&run);
			run_done(&run);
			refused += hits;
			quiet = hits == 0 ? quiet + 1 : 0;
		}
	}
	print_message("lengthenings 1 to %u fail: %u times refusing\n", n, refused);
	assert_true(refused > 0);
}

/* Tries every size of a small disk, from one too small to open the store. */
TEST(small_disks_lose_no_acknowledged_turn)
{
	unsigned opened = 0, small = 0;

	for (int64_t limit = 0; limit < 24 * 1024 * 1024;
	     limit += limit < 600 * 1024 ? (int64_t)test_every(10, 60) * 8 * 1024
					 : (int64_t)test_every(1, 8) * 1024 * 1024) {
		struct run run = { .f = faultvfs_new(VFS_NAME) };
		char text[500];
		struct sbuf error;
		enum store_err err;

		SBUF_INIT(&error, text);
		random_writes_init(&run.w, (uint64_t)limit);
		faultvfs_set_size_limit(run.f, limit);
		err = sqlite_open_with(dir, STORE_DURABLE_FULL, VFS_NAME, NULL, &run.s, &error);
		if (err != STORE_OK) {
			assert_int_equal(err, STORE_INACCESSIBLE);
			assert_non_null(strstr(text, "full"));
			small++;
			faultvfs_set_size_limit(run.f, -1);
			must_open(&run);
			run_done(&run);
			continue;
		}
		opened++;
		store_dump(run.s, acknowledged_dump);
		for (int i = 0; i < 60 && !store_refusing(run.s); i++) {
			assert_turn(&run);
			if (i % 20 == 0)
				assert_int_equal(store_run_idle_work(run.s), STORE_OK);
		}
		assert_true(store_refusing(run.s) || limit > 16 * 1024 * 1024);
		faultvfs_set_size_limit(run.f, -1);
		assert_true(store_probe_writable(run.s));
		assert_room_reserved(&run);
		assert_turn(&run);
		assert_data_kept(&run);
		run_done(&run);
	}
	print_message("disks too small to open on %u, opened %u\n", small, opened);
	assert_true(opened > 0 && small > 0);
}

/* ---- unexpected lack of space ---- */

/* Fails the n-th write, for every step-th n.  A failure breaks the store in a turn, and has no
 * effect in a checkpoint.  Returns how many turns failed; *n_out is the number of writes
 * tried. */
static unsigned
every_write(bool forever, int errnum, unsigned step, unsigned *n_out)
{
	unsigned broken = 0, quiet = 0, n;

	for (n = 1; quiet < 3; n += step) {
		enum store_err err = STORE_OK;
		char text[500];
		struct run run;

		run_init(&run, 1 + n % 3);
		faultvfs_set_failure(run.f, FAULT_WRITE, n, forever, errnum);
		for (int i = 0; i < TURNS && err == STORE_OK; i++) {
			err = turn(&run, text, sizeof(text));
			if (i == TURNS / 2)
				sql_checkpoint(run.s, i % 2 == 0 ? SQLITE_CHECKPOINT_TRUNCATE
								 : SQLITE_CHECKPOINT_PASSIVE);
		}
		quiet = faultvfs_calls_failed(run.f) == 0 ? quiet + 1 : 0;
		if (err != STORE_OK) {
			assert_int_equal(err, STORE_BROKEN);
			assert_non_null(strstr(text, "no space"));
			broken++;
		}
		assert_data_kept(&run);
		run_done(&run);
	}
	*n_out = n;
	return broken;
}

TEST(lack_of_space_at_every_write)
{
	unsigned n, once = every_write(false, ENOSPC, step_between_cases(1), &n);
	unsigned forever = every_write(true, ENOSPC, step_between_cases(1), &n);

	print_message("writes 1 to %u fail: %u and %u turns failed\n", n, once, forever);
	assert_true(once > 0 && forever > 0);
	cache_pages = 6;
	assert_true(every_write(false, ENOSPC, step_between_cases(2), &n) > 0);
	cache_pages = 2000;
	assert_true(every_write(false, EDQUOT, step_between_cases(5), &n) > 0);
}

struct listing {
	struct run *run;
	unsigned rows;
};

/* Fills the disk at the first row, in the middle of the list. */
static bool
fill_while_listing(void *ctx, const struct action_record *a)
{
	struct listing *l = ctx;
	char name[20], value[1000];

	if (l->rows++ > 0)
		return true;
	memset(value, 'v', sizeof(value) - 1);
	value[sizeof(value) - 1] = '\0';
	faultvfs_set_failure(l->run->f, FAULT_WRITE, 1, true, ENOSPC);
	for (int i = 0; i < 500; i++) {
		(void)snprintf(name, sizeof(name), "%d", i);
		store_setting_set(l->run->s, 1, name, value);
	}
	return true;
}

TEST(a_list_ends_if_its_turn_fails)
{
	struct match_record m;
	struct listing l;
	struct run run = { .f = faultvfs_new(VFS_NAME) };

	cache_pages = 6;
	must_open(&run);
	random_writes_init(&run.w, 1);
	while (run.w.matches == 0)
		random_writes_turn(&run.w, run.s);
	assert_int_equal(store_save(run.s, NULL), STORE_OK);
	assert_true(store_match_by_id(run.s, 1, &m));
	for (uint32_t i = run.w.seq[1]; i < 500; i++)
		store_action_add(
		    run.s, &(struct action_record){
			       .match = 1, .seq = i, .kind = "move", .text = "8/5 6/5" });
	assert_int_equal(store_save(run.s, NULL), STORE_OK);
	store_dump(run.s, acknowledged_dump);
	l = (struct listing){ .run = &run };
	store_actions_each(run.s, 1, fill_while_listing, &l);
	assert_true(l.rows < 500);
	assert_int_equal(store_save(run.s, NULL), STORE_BROKEN);
	assert_data_kept(&run);
	run_done(&run);
	cache_pages = 2000;
}

/* ---- other errors ---- */

/* Checks that the store is permanently broken and does not touch the disk, even when
 * closing. */
static void
assert_broken(struct run *run)
{
	uint64_t calls = faultvfs_changes(run->f);
	char text[500];

	assert_int_equal(turn(run, text, sizeof(text)), STORE_BROKEN);
	assert_non_null(strstr(text, "storage failure"));
	assert_int_equal(store_save(run->s, NULL), STORE_BROKEN);
	assert_int_equal(store_run_idle_work(run->s), STORE_BROKEN);
	assert_false(store_probe_writable(run->s));
	store_dump(run->s, current_dump);
	store_close(&run->s);
	assert_int_equal(faultvfs_changes(run->f), calls);
}

/* Fails the n-th call of a kind.  Returns false if there were fewer calls. */
static bool
one_error(unsigned mask, unsigned n, bool forever, int errnum)
{
	char text[500];
	bool hit = false;
	struct run run;

	run_init(&run, 1 + n % 3);
	faultvfs_set_failure(run.f, mask, n, forever, errnum);
	for (int i = 0; i < TURNS && !hit; i++) {
		struct sbuf error;

		SBUF_INIT(&error, text);
		store_dump(run.s, acknowledged_dump);
		random_writes_turn(&run.w, run.s);
		store_dump(run.s, turn_dump);
		hit = store_save(run.s, &error) != STORE_OK;
		if (!hit && i == TURNS / 2) {
			sql_checkpoint(run.s, SQLITE_CHECKPOINT_TRUNCATE);
			hit = store_save(run.s, NULL) != STORE_OK;
		}
	}
	assert_true(hit == (faultvfs_calls_failed(run.f) > 0));
	if (!hit) {
		run_done(&run);
		return false;
	}
	assert_broken(&run);
	faultvfs_set_failure(run.f, 0, 0, false, 0);
	faultvfs_power_on(run.f, n);
	must_open(&run);
	store_dump(run.s, current_dump);
	assert_true(strcmp(current_dump, acknowledged_dump) == 0 ||
		    strcmp(current_dump, turn_dump) == 0);
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

TEST(a_failed_sync_breaks_the_store)
{
	unsigned n = every_error(FAULT_SYNC, false, EIO, test_every(1, 11));

	print_message("syncs 1 to %u fail\n", n);
	assert_true(n > TURNS);
	assert_true(every_error(FAULT_SYNC, true, EIO, test_every(1, 11)) > TURNS);
}

/* After a failed sync the state of the disk is unknown, whatever the error. */
TEST(a_failed_sync_for_lack_of_space_breaks_the_store)
{
	assert_true(every_error(FAULT_SYNC, false, ENOSPC, test_every(1, 11)) > TURNS);
}

TEST(a_failed_write_breaks_the_store)
{
	unsigned n =
	    every_error(FAULT_WRITE | FAULT_TRUNCATE, false, EIO, step_between_cases(2));

	print_message("writes 1 to %u fail\n", n);
	assert_true(n > 2 * TURNS);
}

TEST(a_failed_read_breaks_the_store)
{
	unsigned n;

	for (n = 1;; n += test_every(1, 7)) {
		struct run run;
		bool hit;

		run_init(&run, 2);
		store_close(&run.s);
		must_open(&run);
		/* Empties the page cache, which the opening has filled. */
		assert_int_equal(sqlite3_db_release_memory(run.s->db), SQLITE_OK);
		faultvfs_set_failure(run.f, FAULT_READ, n, n % 2 == 0, EIO);
		store_dump(run.s, current_dump);
		hit = faultvfs_calls_failed(run.f) > 0;
		assert_int_equal(store_save(run.s, NULL), hit ? STORE_BROKEN : STORE_OK);
		assert_data_kept(&run);
		run_done(&run);
		if (!hit)
			break;
	}
	print_message("reads 1 to %u fail\n", n);
	assert_true(n > 3);
}

/* Fails each call of an opening in turn: the opening reports the error or copes, and the next
 * opening works. */
TEST(a_failed_opening_harms_nothing)
{
	static const int ERRORS[] = { ENOSPC, EIO };
	const unsigned all =
	    FAULT_OPEN | FAULT_READ | FAULT_WRITE | FAULT_SYNC | FAULT_TRUNCATE | FAULT_DELETE;
	unsigned refused = 0, step = test_every(3, 31);

	for (unsigned k = 0; k < 4; k++)
		for (unsigned n = 1 + k % step;; n += step) {
			struct run run;
			char text[500] = "";
			struct sbuf error;
			enum store_err err;
			uint64_t failed;

			SBUF_INIT(&error, text);
			if (k < 2) {
				run = (struct run){ .f = faultvfs_new(VFS_NAME) };
			} else {
				/* A store with a journal to recover. */
				run_init(&run, 3);
				faultvfs_crash_now(run.f);
				store_close(&run.s);
				faultvfs_power_on(run.f, n);
			}
			faultvfs_set_failure(run.f, all, n, false, ERRORS[k % 2]);
			err = sqlite_open_with(
			    dir, STORE_DURABLE_FULL, VFS_NAME, NULL, &run.s, &error);
			failed = faultvfs_calls_failed(run.f);
			faultvfs_set_failure(run.f, 0, 0, false, 0);
			if (err != STORE_OK) {
				refused++;
				assert_true(failed > 0);
				assert_null(run.s);
				assert_true(text[0] != '\0');
				/* Data that the check cannot read is reported as damaged. */
				assert_true(err == STORE_INACCESSIBLE ||
					    strstr(text, "damaged") != NULL);
				must_open(&run);
			}
			if (k >= 2) {
				store_dump(run.s, current_dump);
				assert_string_equal(current_dump, acknowledged_dump);
			}
			run_done(&run);
			if (failed == 0)
				break;
		}
	print_message("%u openings refused\n", refused);
	assert_true(refused > 20);
}

/* ---- no memory ---- */

static sqlite3_mem_methods real_memory;
static uint64_t memory_left; /* allocations until one fails; 0: none fails */

static bool
memory_fails(void)
{
	return memory_left > 0 && --memory_left == 0;
}

static void *
memory_malloc(int n)
{
	return memory_fails() ? NULL : real_memory.xMalloc(n);
}

static void *
memory_realloc(void *p, int n)
{
	return memory_fails() ? NULL : real_memory.xRealloc(p, n);
}

static void
memory_replace(void)
{
	sqlite3_mem_methods mine;

	assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory), SQLITE_OK);
	mine = real_memory;
	mine.xMalloc = memory_malloc;
	mine.xRealloc = memory_realloc;
	assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &mine), SQLITE_OK);
}

/* Fails the n-th allocation, in the opening or in the turns after it.  Returns false if there
 * were fewer allocations. */
static bool
one_without_memory(uint64_t n, bool late, unsigned *openings, unsigned *turns)
{
	struct run run;
	enum store_err err;
	bool hit;

	run_init(&run, 4);
	store_close(&run.s);
	memory_left = late ? 0 : n;
	err = sqlite_open_with(dir, STORE_DURABLE_FULL, VFS_NAME, NULL, &run.s, NULL);
	if (err != STORE_OK)
		++*openings;
	else if (late)
		memory_left = n;
	for (int i = 0; i < 3 && err == STORE_OK; i++) {
		random_writes_turn(&run.w, run.s);
		store_dump(run.s, turn_dump);
		err = store_save(run.s, NULL);
		if (err == STORE_OK)
			memcpy(acknowledged_dump, turn_dump, sizeof(acknowledged_dump));
		else
			++*turns;
	}
	store_close(&run.s);
	hit = memory_left == 0;
	memory_left = 0;
	must_open(&run);
	store_dump(run.s, current_dump);
	assert_true(strcmp(current_dump, acknowledged_dump) == 0 ||
		    strcmp(current_dump, turn_dump) == 0);
	run_done(&run);
	return hit;
}

/* The opening or the turn reports the error, or SQLite copes; no acknowledged data is lost. */
TEST(lack_of_memory_at_many_allocations)
{
	unsigned openings = 0, turns = 0;
	uint64_t n;

	for (unsigned late = 0; late < 2; late++) {
		for (n = 1; one_without_memory(n, late == 1, &openings, &turns);)
			n += n < 100 ? test_every(2, 20) : step_between_cases(41);
		print_message("allocations up to %u\n", (unsigned)n);
	}
	print_message("%u openings and %u turns failed\n", openings, turns);
	assert_true(openings > 0 && turns > 0);
}

/* ---- */

BEFORE_ALL
{
	struct run run;

	memory_replace();
	folder_make(dir, "full");
	run = (struct run){ .f = faultvfs_new(VFS_NAME) };
	must_open(&run);
	store_close(&run.s);
	opened_once = faultvfs_copy("begun", run.f);
	faultvfs_free(&run.f);
}

AFTER_ALL
{
	faultvfs_free(&opened_once);
	folder_remove(dir);
}
