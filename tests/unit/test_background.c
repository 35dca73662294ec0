/* SPDX-License-Identifier: MIT */
/* Background jobs: a long job runs once, signals its end and can be joined; a short job can be
 * run repeatedly. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "work/background.h"
#include "work/sync_thread.h"
#include "tests/unit/test.h"

struct job {
	int gate[2], bell[2]; /* pipes: a byte in gate lets the job continue, a byte in bell
				 reports its end */
	unsigned runs;
	bool signals_blocked;
};

static void
run_job(void *ctx)
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
ring_bell(void *ctx)
{
	struct job *j = ctx;

	assert_int_equal(write(j->bell[1], "", 1), 1);
}

TEST(a_background_job_runs_and_is_joined)
{
	struct job j = { 0 };
	struct background *a;
	sigset_t mask;
	char byte;

	assert_int_equal(pipe(j.gate), 0);
	assert_int_equal(pipe(j.bell), 0);
	a = background_start(run_job, &j, ring_bell, &j);
	assert_non_null(a);
	assert_false(background_has_ended(a)); /* the job is blocked on its gate */
	assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &mask), 0);
	assert_int_equal(
	    sigismember(&mask, SIGTERM), 0); /* this thread's signal mask is unchanged */
	assert_int_equal(write(j.gate[1], "", 1), 1);
	assert_int_equal(read(j.bell[0], &byte, 1), 1);
	assert_true(background_has_ended(a));
	background_join(&a);
	assert_null(a);
	assert_int_equal(j.runs, 1);
	assert_true(j.signals_blocked);
	background_join(&a); /* a second join has no effect */
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(close(j.gate[i]), 0);
		assert_int_equal(close(j.bell[i]), 0);
	}
}

TEST(a_short_job_runs_once_per_request)
{
	struct job j = { 0 };
	struct sync_thread *b;
	char byte;

	assert_int_equal(pipe(j.gate), 0);
	assert_int_equal(pipe(j.bell), 0);
	b = sync_thread_start(run_job, &j, ring_bell, &j);
	assert_non_null(b);
	for (unsigned i = 1; i <= 3; i++) {
		sync_thread_sync_begin(b);
		assert_false(
		    sync_thread_sync_ended(b, false)); /* the job is blocked on its gate */
		assert_int_equal(write(j.gate[1], "", 1), 1);
		if (i < 3) {
			assert_int_equal(read(j.bell[0], &byte, 1), 1);
			assert_true(sync_thread_sync_ended(b, false));
		} else {
			assert_true(sync_thread_sync_ended(b, true));
		}
		assert_int_equal(j.runs, i);
		assert_false(sync_thread_sync_ended(b, false)); /* reported only once per run */
	}
	assert_true(j.signals_blocked);
	sync_thread_stop(&b);
	assert_null(b);
	sync_thread_stop(&b); /* a second stop has no effect */
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(close(j.gate[i]), 0);
		assert_int_equal(close(j.bell[i]), 0);
	}
}
