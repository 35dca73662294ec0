/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* LINK: -Wl,--wrap=crypto_pwhash_str_verify */
/* The worker threads, with hashes as cheap as possible.  The wake-up is a semaphore, so the
 * tests never sleep. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

#include "work/work.h"
#include "tests/unit/test.h"

#define CHEAP_HASH                                                                             \
	{                                                                                      \
		.threads = 1, .queue_max = 4, .new_account_jobs_max = 4, .argon2_mem_kib = 8,  \
		.argon2_ops = 1                                                                \
	}

static sem_t woken_sem;

static void
post_woken(void *ctx)
{
	assert_int_equal(sem_post(&woken_sem), 0);
}

/* Returns the next result, waiting at most ten seconds. */
static struct work_result
next(struct work *w)
{
	struct work_result r;
	struct timespec until;

	assert_int_equal(clock_gettime(CLOCK_REALTIME, &until), 0);
	until.tv_sec += 10;
	while (!work_next_result(w, &r))
		assert_int_equal(sem_timedwait(&woken_sem, &until), 0);
	return r;
}

static struct work_job
job(enum work_kind kind, uint64_t ticket, const char *password, const char *hash)
{
	struct work_job j = { .kind = kind, .ticket = ticket };

	assert_true(strlen(password) <= PASSWORD_MAX && strlen(hash) < PASSWORD_HASH_MAX);
	memcpy(j.password, password, strlen(password) + 1);
	memcpy(j.hash, hash, strlen(hash) + 1);
	return j;
}

static bool
post(struct work *w, enum work_kind kind, uint64_t ticket, const char *password,
    const char *hash)
{
	struct work_job j = job(kind, ticket, password, hash);
	struct work_port port = work_port(w);

	return port.post(port.ctx, &j);
}

/* The queued jobs as reported, and their number. */
struct job_order {
	uint64_t ticket[16];
	unsigned before[16];
	unsigned n;
};

static void
store_order(void *ctx, uint64_t ticket, unsigned before)
{
	struct job_order *o = ctx;

	o->before[o->n] = before;
	o->ticket[o->n++] = ticket;
}

static unsigned
busy_jobs(struct work *w, struct job_order *o)
{
	struct work_port port = work_port(w);

	o->n = 0;
	port.each_waiting(port.ctx, store_order, o);
	return o->n;
}

static sem_t job_may_end;

static void
wait_for_sem(void *arg)
{
	assert_int_equal(sem_wait(arg), 0);
}

static struct work *
start(struct work_config c)
{
	struct work *w;

	assert_int_equal(sem_init(&woken_sem, 0, 0), 0);
	w = work_start(&c, post_woken, NULL);
	assert_non_null(w);
	return w;
}

TEST(a_hash_verifies_its_password_only)
{
	struct work *w = start((struct work_config)CHEAP_HASH);
	struct work_result made;
	struct work_result r;

	assert_true(post(w, WORK_HASH, 7, "secret", ""));
	made = next(w);
	assert_true(made.ok);
	assert_false(made.hash_renewed);
	assert_int_equal(made.kind, WORK_HASH);
	assert_int_equal(made.ticket, 7);
	assert_int_equal(strncmp(made.hash, "$argon2id$v=19$m=8,t=1,p=1$", 27), 0);

	assert_true(post(w, WORK_VERIFY, 8, "secret", made.hash));
	r = next(w);
	assert_true(r.ok);
	assert_false(r.hash_renewed);
	assert_int_equal(r.kind, WORK_VERIFY);
	assert_int_equal(r.ticket, 8);
	assert_int_equal(r.hash[0], '\0');

	assert_true(post(w, WORK_VERIFY, 9, "Secret", made.hash));
	assert_false(next(w).ok);
	work_stop(&w);
	assert_null(w);
}

TEST(two_hashes_of_a_password_differ)
{
	struct work *w = start((struct work_config)CHEAP_HASH);
	struct work_result a;
	struct work_result b;

	assert_true(post(w, WORK_HASH, 1, "same", ""));
	a = next(w);
	assert_true(post(w, WORK_HASH, 2, "same", ""));
	b = next(w);
	assert_string_not_equal(a.hash, b.hash);
	work_stop(&w);
}

TEST(long_passwords_are_not_cut)
{
	struct work *w = start((struct work_config)CHEAP_HASH);
	char password[PASSWORD_MAX + 1];
	struct work_result made;

	memset(password, 'p', PASSWORD_MAX);
	password[PASSWORD_MAX] = '\0';
	assert_true(post(w, WORK_HASH, 1, password, ""));
	made = next(w);
	assert_true(post(w, WORK_VERIFY, 2, password, made.hash));
	assert_true(next(w).ok);
	password[PASSWORD_MAX - 1] = 'q';
	assert_true(post(w, WORK_VERIFY, 3, password, made.hash));
	assert_false(next(w).ok);
	work_stop(&w);
}

TEST(unknown_users_and_broken_hashes_fail)
{
	static const char *const hashes[] = { "", "x", "$argon2id$v=19$m=8,t=1,p=1$",
		"$argon2id$" };
	struct work *w = start((struct work_config)CHEAP_HASH);

	for (size_t i = 0; i < sizeof(hashes) / sizeof(hashes[0]); i++) {
		struct work_result r;

		assert_true(post(w, WORK_VERIFY, i, "nobody", hashes[i]));
		r = next(w);
		assert_false(r.ok);
		assert_false(r.hash_renewed);
	}
	work_stop(&w);
}

/* ---- the cost of a check: the parameters of the hash that is checked ---- */

static unsigned
    times_verified; /* read only once the result is available, so no lock is needed */
static char parameters[64];

int __real_crypto_pwhash_str_verify(
    const char *hash, const char *password, unsigned long long len);
int __wrap_crypto_pwhash_str_verify(
    const char *hash, const char *password, unsigned long long len);

int
__wrap_crypto_pwhash_str_verify(const char *hash, const char *password, unsigned long long len)
{
	const char *end = strrchr(hash, '$'); /* after the salt */

	times_verified++;
	while (end > hash && end[-1] != '$')
		end--;
	(void)snprintf(parameters, sizeof(parameters), "%.*s", (int)(end - hash), hash);
	return __real_crypto_pwhash_str_verify(hash, password, len);
}

/* Checks a wrong password, recording the parameters of the hash used. */
static void
one_check(struct work *w, const char *hash)
{
	times_verified = 0;
	assert_true(post(w, WORK_VERIFY, 1, "wrong", hash));
	assert_false(next(w).ok);
	assert_int_equal(times_verified, 1);
}

TEST(an_unknown_user_costs_the_same_as_a_wrong_password)
{
	struct work *w = start((struct work_config){ .threads = 1,
	    .queue_max = 4,
	    .new_account_jobs_max = 4,
	    .argon2_mem_kib = 4096,
	    .argon2_ops = 2 });
	struct work_result made;
	char known[sizeof(parameters)];

	assert_true(post(w, WORK_HASH, 1, "right", ""));
	made = next(w);
	one_check(w, made.hash);
	memcpy(known, parameters, sizeof(known));
	assert_non_null(strstr(known, "m=4096,t=2"));
	one_check(w, "");
	assert_string_equal(parameters, known);
	work_stop(&w);
}

TEST(a_weaker_hash_is_replaced)
{
	struct work *w = start((struct work_config)CHEAP_HASH);
	struct work_result old;
	struct work_result r;

	assert_true(post(w, WORK_HASH, 1, "secret", ""));
	old = next(w);
	work_stop(&w);
	w = start((struct work_config){ .threads = 1,
	    .queue_max = 4,
	    .new_account_jobs_max = 4,
	    .argon2_mem_kib = 16,
	    .argon2_ops = 2 });
	assert_true(post(w, WORK_VERIFY, 2, "wrong", old.hash));
	r = next(w);
	assert_false(r.ok || r.hash_renewed);
	assert_int_equal(r.hash[0], '\0');
	assert_true(post(w, WORK_VERIFY, 3, "secret", old.hash));
	r = next(w);
	assert_true(r.ok && r.hash_renewed);
	assert_int_equal(strncmp(r.hash, "$argon2id$v=19$m=16,t=2,p=1$", 28), 0);
	assert_true(post(w, WORK_VERIFY, 4, "secret", r.hash));
	r = next(w);
	assert_true(r.ok);
	assert_false(r.hash_renewed);
	work_stop(&w);
}

TEST(the_queue_is_bounded_and_nothing_is_lost)
{
	static bool seen[4000];
	struct work *w = start((struct work_config){ .threads = 3,
	    .queue_max = 5,
	    .new_account_jobs_max = 5,
	    .argon2_mem_kib = 8,
	    .argon2_ops = 1 });
	unsigned posted = 0;
	unsigned refused = 0;

	memset(seen, 0, sizeof(seen));
	for (unsigned i = 0; i < 4000 && refused < 200; i++) {
		if (post(w, WORK_HASH, posted, "x", "")) {
			posted++;
			continue;
		}
		refused++;
		/* Queue and threads are full, and stay full while results are not collected. */
		seen[next(w).ticket] = true;
	}
	assert_int_equal(refused, 200);
	for (unsigned i = refused; i < posted; i++)
		seen[next(w).ticket] = true;
	for (unsigned i = 0; i < posted; i++)
		assert_true(seen[i]);
	work_stop(&w);
}

TEST(uncollected_results_count_towards_the_limit)
{
	struct work *w = start((struct work_config)CHEAP_HASH);
	unsigned posted = 0;
	struct timespec until;

	assert_int_equal(clock_gettime(CLOCK_REALTIME, &until), 0);
	until.tv_sec += 10;
	assert_true(post(w, WORK_HASH, posted++, "x", ""));
	assert_int_equal(sem_timedwait(&woken_sem, &until), 0); /* wait for a result */
	for (unsigned i = 0; i < 100000; i++)
		posted += post(w, WORK_HASH, posted, "x", "");
	assert_int_equal(posted, 5); /* four in the queue, one in the thread */
	for (unsigned i = 0; i < posted; i++)
		assert_int_equal(next(w).ticket, i); /* a single thread keeps the order */
	assert_true(post(w, WORK_HASH, 9, "x", ""));
	assert_int_equal(next(w).ticket, 9);
	work_stop(&w);
}

TEST(the_worker_is_busy_until_password_results_are_collected)
{
	struct work *w = start((struct work_config)CHEAP_HASH);

	assert_false(work_busy(w));
	assert_true(post(w, WORK_HASH, 1, "x", ""));
	assert_true(post(w, WORK_VERIFY, 2, "x", ""));
	assert_true(work_busy(w));
	(void)next(w);
	assert_true(work_busy(w));
	(void)next(w);
	assert_false(work_busy(w));
	work_stop(&w);
}

TEST(stopping_discards_queued_jobs)
{
	struct work *w = start((struct work_config){ .threads = 4,
	    .queue_max = 100,
	    .new_account_jobs_max = 100,
	    .argon2_mem_kib = 8,
	    .argon2_ops = 1 });

	for (unsigned i = 0; i < 100; i++)
		(void)post(w, WORK_HASH, i, "x", "");
	work_stop(&w);
	assert_null(w);
	work_stop(&w); /* stopping again has no effect */
}

TEST(signals_are_blocked_in_workers)
{
	struct work *w;
	sigset_t before;
	sigset_t after;

	assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &before), 0);
	w = start((struct work_config)CHEAP_HASH);
	assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &after), 0);
	assert_int_equal(sigismember(&before, SIGTERM), sigismember(&after, SIGTERM));
	work_stop(&w);
}

TEST(invalid_settings_are_refused)
{
	static const struct work_config bad[] = {
		{ .threads = 0,
		    .queue_max = 4,
		    .new_account_jobs_max = 4,
		    .argon2_mem_kib = 8,
		    .argon2_ops = 1 },
		{ .threads = 5,
		    .queue_max = 4,
		    .new_account_jobs_max = 4,
		    .argon2_mem_kib = 8,
		    .argon2_ops = 1 },
		{ .threads = 1,
		    .queue_max = 0,
		    .new_account_jobs_max = 0,
		    .argon2_mem_kib = 8,
		    .argon2_ops = 1 },
		{ .threads = 1,
		    .queue_max = 4,
		    .new_account_jobs_max = 4,
		    .argon2_mem_kib = 7,
		    .argon2_ops = 1 },
		{ .threads = 1,
		    .queue_max = 4,
		    .new_account_jobs_max = 4,
		    .argon2_mem_kib = 8,
		    .argon2_ops = 0 },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		errno = 0;
		assert_null(work_start(&bad[i], post_woken, NULL));
		assert_int_equal(errno, EINVAL);
	}
}

static void
nothing(void *arg)
{
	(void)arg;
}

/* Logins have a separate queue and come next, however many registrations are queued. */
TEST(logins_take_precedence_over_registrations)
{
	struct work *w = start((struct work_config){ .threads = 1,
	    .queue_max = 4,
	    .new_account_jobs_max = 6,
	    .argon2_mem_kib = 8,
	    .argon2_ops = 1 });
	struct work_port port = work_port(w);
	struct job_order o = { .n = 0 };
	struct work_job hold = { .kind = WORK_TASK, .run = wait_for_sem, .arg = &job_may_end };
	struct work_job thought = { .kind = WORK_THOUGHT, .run = nothing, .ticket = 77 };
	struct work_job idle = { .kind = WORK_IDLE, .run = nothing, .ticket = 78 };

	assert_int_equal(sem_init(&job_may_end, 0, 0), 0);
	assert_true(port.post(port.ctx, &hold));
	while (busy_jobs(w, &o) != 0) /* until the thread has taken the job */
		continue;
	assert_true(port.post(port.ctx, &idle));
	assert_true(port.post(port.ctx, &thought));
	for (uint64_t i = 0; i < 6; i++)
		assert_true(post(w, WORK_HASH, 10 + i, "new", ""));
	assert_false(post(w, WORK_HASH, 99, "new", ""));
	for (uint64_t i = 0; i < 4; i++)
		assert_true(post(w, WORK_VERIFY, 20 + i, "old", ""));
	assert_false(post(w, WORK_VERIFY, 99, "old", ""));
	o.n = 0;
	port.each_waiting(port.ctx, store_order, &o);
	assert_true(port.withdraw(port.ctx, (uint8_t[WORK_ADDRESS_BYTES]){ 0 }, 15));
	assert_false(port.withdraw(port.ctx, (uint8_t[WORK_ADDRESS_BYTES]){ 0 }, 15));
	assert_int_equal(sem_post(&job_may_end), 0);
	assert_int_equal(next(w).kind, WORK_TASK);
	for (unsigned i = 0; i < 9; i++) {
		uint64_t ticket = next(w).ticket;

		assert_int_equal(ticket, i < 4 ? 20 + i : 10 + i - 4);
		assert_int_equal(o.ticket[i], ticket);
	}
	assert_int_equal(
	    next(w).ticket, 77); /* bots' moves come after logins and registrations */
	assert_int_equal(next(w).ticket, 78); /* analysis has the lowest priority */
	work_stop(&w);
}

static int64_t
no_time(void)
{
	return 0;
}

#define WITH_ENGINE                                                                            \
	{                                                                                      \
		.threads = 1, .queue_max = 4, .new_account_jobs_max = 4, .argon2_mem_kib = 8,  \
		.argon2_ops = 1, .engine = { .path = "/dev/null/none" }, .now_ms = no_time     \
	}

struct engine_asker {
	sem_t begun, go;
	struct external *engine;
	enum external_err err;
};

static void
ask(void *arg)
{
	struct engine_asker *a = arg;
	char answer[EXTERNAL_ANSWER_MAX];

	assert_int_equal(sem_post(&a->begun), 0);
	assert_int_equal(sem_wait(&a->go), 0);
	external_begin_job(a->engine, true);
	a->err = external_ask(a->engine, "q", answer);
}

/* Jobs in the engine's thread do not count as ahead of jobs in other threads.  Withdrawing a
 * bot's thought does not interrupt idle work. */
TEST(the_engine_has_a_separate_thread)
{
	struct work *w = start((struct work_config)WITH_ENGINE);
	struct work_port port = work_port(w);
	struct job_order o = { .n = 0 };
	struct engine_asker a = { .engine = port.engine };
	const struct work_job idle = {
		.kind = WORK_IDLE, .needs_engine = true, .run = ask, .arg = &a, .ticket = 5
	};
	struct work_job thought = {
		.kind = WORK_THOUGHT, .needs_engine = true, .run = nothing, .ticket = 6
	};
	const struct work_job hold = {
		.kind = WORK_TASK, .run = wait_for_sem, .arg = &job_may_end
	};
	struct work_result r;

	assert_int_equal(sem_init(&job_may_end, 0, 0), 0);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(sem_init(&a.begun, 0, 0), 0);
		assert_int_equal(sem_init(&a.go, 0, 0), 0);
		assert_true(port.post(port.ctx, &idle));
		assert_int_equal(sem_wait(&a.begun), 0);
		assert_true(port.post(port.ctx, &thought));
		if (i == 0) {
			assert_true(port.post(port.ctx, &hold));
			while (busy_jobs(w, &o) != 0) /* until the worker has taken the job */
				continue;
			assert_true(post(w, WORK_VERIFY, 20, "old", ""));
			assert_int_equal(busy_jobs(w, &o), 1);
			assert_int_equal(o.before[0], 1);
			assert_int_equal(sem_post(&job_may_end), 0);
			assert_int_equal(next(w).kind, WORK_TASK);
			assert_int_equal(next(w).kind, WORK_VERIFY);
			assert_true(port.withdraw(port.ctx, thought.address, 6));
		}
		assert_int_equal(sem_post(&a.go), 0);
		r = next(w);
		assert_true(r.used_engine && r.ticket == 5);
		assert_int_equal(a.err, i == 0 ? EXTERNAL_UNAVAILABLE : EXTERNAL_ABANDONED);
	}
	assert_int_equal(next(w).ticket, 6);
	work_stop(&w);
}
