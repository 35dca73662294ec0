/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=sqlite_run_idle_work */
/* Store work that is postponed until the server is idle is not done between two commands. */
#include "store/store.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

static unsigned times_run;

enum store_err __real_sqlite_run_idle_work(struct store *s);
enum store_err __wrap_sqlite_run_idle_work(struct store *s);

enum store_err
__wrap_sqlite_run_idle_work(struct store *s)
{
	times_run++;
	return __real_sqlite_run_idle_work(s);
}

TEST(idle_work_is_done_after_a_second_without_input)
{
	struct fixture *h = fixture_new(NULL);
	unsigned alice = fixture_telnet(h, "alice");

	times_run = 0;
	for (unsigned i = 0; i < 10; i++) {
		fixture_type(h, alice, "toggle silent");
		fixture_advance(h, 400);
		fixture_turn(h); /* a turn without input, such as for a timer */
		fixture_advance(h, 500);
	}
	assert_int_equal(times_run, 0);
	fixture_advance(h, 100);
	assert_int_equal(times_run, 1);
	for (unsigned i = 0; i < 5; i++)
		fixture_advance(h, 1000);
	assert_int_equal(times_run, 1);
	fixture_free(&h);
}
