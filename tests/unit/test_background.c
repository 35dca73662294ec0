/* SPDX-License-Identifier: MIT */
/* Jobs beside the world: a long one runs once, says when it has ended, and is waited for; a
 * short one does so again and again. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "work/background.h"
#include "work/beside.h"
#include "tests/unit/test.h"

struct job {
	int gate[2], bell[2]; /* pipes: it goes on when a byte comes; it has ended */
	unsigned runs;
	bool signals_blocked;
};

static void
work(void *ctx)
{
	struct job *j = ctx;
	sigset_t mask;
	char byte;

	assert_int_equal(read(j->gate[0], &byte, 1), 1);
	j->signals_blocked =
	    pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && sigismember(&mask, SIGTERM) == 1;
	j->runs++;
}

static void
ring(void *ctx)
{
	struct job *j = ctx;

	assert_int_equal(write(j->bell[1], "", 1), 1);
}

TEST(a_job_runs_beside_and_is_waited_for)
{
	struct job j = { 0 };
	struct background *a;
	sigset_t mask;
	char byte;

	assert_int_equal(pipe(j.gate), 0);
	assert_int_equal(pipe(j.bell), 0);
	a = background_start(work, &j, ring, &j);
	assert_non_null(a);
	assert_false(background_ended(a)); /* it stands before its gate */
	assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &mask), 0);
	assert_int_equal(sigismember(&mask, SIGTERM), 0); /* ours are as they were */
	assert_int_equal(write(j.gate[1], "", 1), 1);
	assert_int_equal(read(j.bell[0], &byte, 1), 1);
	assert_true(background_ended(a));
	background_join(&a);
	assert_null(a);
	assert_int_equal(j.runs, 1);
	assert_true(j.signals_blocked);
	background_join(&a); /* nothing */
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(close(j.gate[i]), 0);
		assert_int_equal(close(j.bell[i]), 0);
	}
}

TEST(a_short_job_runs_each_time_that_it_is_told_to)
{
	struct job j = { 0 };
	struct beside *b;
	char byte;

	assert_int_equal(pipe(j.gate), 0);
	assert_int_equal(pipe(j.bell), 0);
	b = beside_start(work, &j, ring, &j);
	assert_non_null(b);
	for (unsigned i = 1; i <= 3; i++) {
		beside_begin(b);
		assert_false(beside_ended(b, false)); /* it stands before its gate */
		assert_int_equal(write(j.gate[1], "", 1), 1);
		if (i < 3) {
			assert_int_equal(read(j.bell[0], &byte, 1), 1);
			assert_true(beside_ended(b, false));
		} else {
			assert_true(beside_ended(b, true));
		}
		assert_int_equal(j.runs, i);
		assert_false(beside_ended(b, false)); /* once for each */
	}
	assert_true(j.signals_blocked);
	beside_stop(&b);
	assert_null(b);
	beside_stop(&b); /* nothing */
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(close(j.gate[i]), 0);
		assert_int_equal(close(j.bell[i]), 0);
	}
}
