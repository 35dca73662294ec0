/* SPDX-License-Identifier: MIT */
/* How a turn divides its time: the journal is moved into the database in portions of limited
 * duration, however long the disk needs per page, and not at the end of a long turn.  The
 * simulated clock advances by the cost of a page that the test sets. */
#include <errno.h>
#include <string.h>

#include "store/store.h"
#include "tests/support/counters.h"
#include "tests/support/faultvfs.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define VALUE_BYTES 1000

static struct {
	struct store *store;
	int64_t now_us;
	int page_ns;     /* cost of moving one page */
	int handling_us; /* time a turn takes before its commit */
	int pages;       /* pages in the journal when the clock was last read */
	int most;        /* largest number of pages so far */
} disk;

static int64_t
us_now(void *ctx)
{
	int pages = disk.store != NULL ? journal_pages(disk.store) : 0;

	if (pages < disk.pages) /* pages have been moved since */
		disk.now_us += (int64_t)disk.pages * disk.page_ns / 1000;
	disk.pages = pages;
	disk.most = pages > disk.most ? pages : disk.most;
	return disk.now_us;
}

static void
write_much(struct world *w, void *ctx)
{
	static unsigned turn;
	char value[VALUE_BYTES + 1], name[20];

	memset(value, 'a' + (int)(turn % 26), VALUE_BYTES);
	value[VALUE_BYTES] = '\0';
	turn++;
	for (unsigned i = 0; i < 20; i++) {
		(void)snprintf(name, sizeof(name), "some %u", i * 50 + turn % 50);
		store_server_setting_set(disk.store, name, value);
	}
	disk.now_us += disk.handling_us;
}

/* Runs `turns` turns.  Returns the largest size of the journal, in pages, during the second
 * half of these turns. */
static int
longest_turn_us(struct fixture *h, int page_ns, int handling_us, unsigned turns)
{
	disk.page_ns = page_ns;
	disk.handling_us = handling_us;
	for (unsigned i = 0; i < turns; i++) { /* the first turns adapt the portion */
		fixture_run_in_turn(h, write_much, NULL);
		if (i == turns / 2)
			disk.most = 0;
	}
	return disk.most;
}

TEST(the_journal_is_moved_in_portions_of_limited_duration)
{
	struct fixture_options options;
	struct fulldisk full;
	struct fixture *h;

	fixture_options_default(&options);
	options.mono_us = us_now;
	fulldisk_open(&full, &options);
	disk.store = full.store;
	h = full.h;
	/* A portion takes 3,500 us: 350 pages at 10 us, but at least 100 and at most 6,000. */
	assert_in_range(longest_turn_us(h, 10000, 0, 400), 330, 430);
	assert_in_range(longest_turn_us(h, 100000, 0, 400), 100, 170);
	if (!test_few_cases()) { /* needs long journals */
		assert_in_range(longest_turn_us(h, 2500, 0, 1000), 1350, 1500);
		assert_in_range(longest_turn_us(h, 10, 0, 3000), 6000, 6100);
		/* No portion is moved in a turn that already took long; at 12,000 pages the
		 * commit moves them. */
		assert_in_range(longest_turn_us(h, 10, 6000, 3000), 11900, 12000);
		assert_in_range(longest_turn_us(h, 10000, 5000, 1000), 330, 430);
	}
	fulldisk_close(&full);
}

static unsigned
lines_left(struct fixture *h, unsigned first, unsigned n)
{
	unsigned left = 0;

	for (unsigned i = 0; i < n; i++)
		left += fixture_lines_waiting(h, first + i);
	return left;
}

FIXTURE_TEST(lines_per_turn_are_limited_by_rows_written)
{
	enum {
		PEOPLE = 60,
		LINES = 20 /* lines of one connection in a turn, each of which writes one row */
	};
	unsigned first = fixture_crowd(h, PEOPLE, "connect");

	fixture_settle(h);
	for (unsigned i = 0; i < PEOPLE; i++)
		for (unsigned k = 0; k < LINES; k++)
			fixture_queue(h, first + i, "toggle bell");
	fixture_turn(h);
	assert_in_range(lines_left(h, first, PEOPLE), 1, PEOPLE * LINES - 1000);
	fixture_turn(h);
	assert_int_equal(lines_left(h, first, PEOPLE), 0);
}

/* The loop wakes up every second while a user is connected, and once more, to tidy up the store
 * and the heap, a second after the last event. */
FIXTURE_TEST(an_empty_server_sleeps_for_ten_seconds)
{
	unsigned anna;

	fixture_advance(h, 1000);
	assert_int_equal(fixture_wait_ms(h), 10000);
	anna = fixture_clip(h, "anna");
	fixture_advance(h, 1000);
	assert_int_equal(fixture_wait_ms(h), 1000);
	fixture_type(h, anna, "bye");
	assert_int_equal(fixture_wait_ms(h), 1000);
	fixture_advance(h, 1000);
	assert_int_equal(fixture_wait_ms(h), 10000);
}

TEST(a_refusing_store_gives_the_reason)
{
	static const int ERRORS[] = { EDQUOT, EFBIG, EIO };
	struct fulldisk d;

	fulldisk_open(&d, NULL);
	assert_string_equal(store_refusal_reason(d.store), "");
	fulldisk_fill(&d);
	assert_string_equal(store_refusal_reason(d.store), "the disk is full");
	for (size_t i = 0; i < ARRAY_LEN(ERRORS); i++) {
		faultvfs_set_failure(d.f, FAULT_ALLOCATE, 1, true, ERRORS[i]);
		assert_false(store_probe_writable(d.store));
		assert_string_equal(store_refusal_reason(d.store), strerror(ERRORS[i]));
	}
	fulldisk_clear_and_resume(&d);
	assert_string_equal(store_refusal_reason(d.store), "");
	fulldisk_close(&d);
}
