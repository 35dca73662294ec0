/* SPDX-License-Identifier: MIT */
/* The workers: see work.h.
 *
 * Owns the threads, one lock, the waiting jobs (queue.h) and a ring buffer of results not yet
 * collected.  A job is refused if the jobs in progress could exceed the ring, so there is
 * always room for a result.  Every copy of a password is wiped once it is hashed.  Only
 * work_start (one hash) and work_stop (the jobs in progress) take a long time. */
#include "work/work.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "os/sandbox.h"
#include "work/background.h"
#include "work/queue.h"

#define THREADS_MAX 4u

/* The queues, in order of priority.  QUEUE_LOGINS is for log-ins, and for everything that has
 * no queue of its own. */
enum {
	QUEUE_LOGINS,
	QUEUE_ACCOUNTS,
	QUEUE_THOUGHTS,
	QUEUE_FILES,
	QUEUE_IDLE,
	/* for the thread of the engine: */
	QUEUE_ENGINE_THOUGHTS,
	QUEUE_ENGINE_IDLE,
	QUEUE_COUNT
};

#define WAITING_THOUGHTS_MAX 4u /* limit on waiting jobs */
#define WAITING_IDLE_MAX 1u

_Static_assert(PASSWORD_HASH_MAX >= crypto_pwhash_STRBYTES, "a hash has room");

struct work {
	struct work_config config;
	void (*wake)(void *ctx);
	void *wake_ctx;
	char unknown_hash[PASSWORD_HASH_MAX]; /* checked by WORK_VERIFY if the user is
					       * unknown */
	pthread_t threads[THREADS_MAX + 1];
	unsigned threads_len;
	pthread_mutex_t lock; /* protects everything below */
	pthread_cond_t
	    workers_cond; /* a job for the other threads has arrived, or they must stop */
	pthread_cond_t
	    engine_cond; /* a job for the engine's thread has arrived, or it must stop */
	struct external *engine;
	bool stop;
	unsigned jobs_running; /* number of jobs being run, except the engine's */
	struct work_queue *queues[QUEUE_COUNT];
	unsigned unfinished_jobs[QUEUE_COUNT]; /* number of jobs waiting, being run, or with
						* uncollected results */
	uint64_t *tickets;           /* space for all tickets, used by each_waiting_job() */
	struct work_result *results; /* a ring buffer of results_max */
	unsigned results_head, results_len, results_max;
};

static unsigned
queue_of(enum work_kind kind, bool engine)
{
	if (kind == WORK_THOUGHT)
		return engine ? QUEUE_ENGINE_THOUGHTS : QUEUE_THOUGHTS;
	if (kind == WORK_FILE)
		return QUEUE_FILES;
	if (kind == WORK_IDLE)
		return engine ? QUEUE_ENGINE_IDLE : QUEUE_IDLE;
	return kind == WORK_HASH ? QUEUE_ACCOUNTS : QUEUE_LOGINS;
}

static unsigned
most_waiting(const struct work_config *c, unsigned q)
{
	if (q == QUEUE_THOUGHTS || q == QUEUE_ENGINE_THOUGHTS)
		return WAITING_THOUGHTS_MAX;
	if (q == QUEUE_FILES || q == QUEUE_IDLE || q == QUEUE_ENGINE_IDLE)
		return WAITING_IDLE_MAX;
	return q == QUEUE_LOGINS ? c->queue_max : c->new_account_jobs_max;
}

static unsigned
most_unfinished(const struct work *w, unsigned q)
{
	return most_waiting(&w->config, q) + w->config.threads;
}

static size_t
hash_memory_bytes(const struct work_config *c)
{
	return (size_t)c->argon2_mem_kib * 1024;
}

static bool
make_hash(const struct work_config *c, const char *password, char out[PASSWORD_HASH_MAX])
{
	return crypto_pwhash_str(
		   out, password, strlen(password), c->argon2_ops, hash_memory_bytes(c)) == 0;
}

/* Checks a password.  For an unknown user, performs an equally long check against another hash
 * and ignores the result. */
static void
verify_password(const struct work *w, const struct work_job *job, struct work_result *r)
{
	bool known = job->hash[0] != '\0';
	const char *hash = known ? job->hash : w->unknown_hash;
	bool right = crypto_pwhash_str_verify(hash, job->password, strlen(job->password)) == 0;

	memcpy(r->checked_hash, job->hash, sizeof(r->checked_hash));
	r->ok = r->password_right = right && known;
	if (!r->ok || job->kind == WORK_CHANGE_PASSWORD ||
	    crypto_pwhash_str_needs_rehash(
		hash, w->config.argon2_ops, hash_memory_bytes(&w->config)) == 0)
		return;
	r->hash_renewed = make_hash(&w->config, job->password, r->hash);
}

static void
run_job(const struct work *w, const struct work_job *job, struct work_result *r)
{
	memset(r, 0, sizeof(*r));
	r->kind = job->kind;
	r->used_engine = job->needs_engine;
	r->ticket = job->ticket;
	switch (job->kind) {
	case WORK_TASK:
	case WORK_THOUGHT:
	case WORK_FILE:
	case WORK_IDLE:
		job->run(job->arg);
		r->ok = true;
		break;
	case WORK_VERIFY:
		verify_password(w, job, r);
		break;
	case WORK_CHANGE_PASSWORD:
		r->password_user = job->password_user;
		verify_password(w, job, r);
		r->ok = r->ok && make_hash(&w->config, job->new_password, r->hash);
		break;
	case WORK_HASH:
		r->ok = make_hash(&w->config, job->password, r->hash);
		break;
	}
}

/* Adds a result.  Returns true if it is the only one.  The caller holds the lock. */
static bool
put_result(struct work *w, const struct work_result *r)
{
	CHECK(w->results_len < w->results_max);
	w->results[(w->results_head + w->results_len) % w->results_max] = *r;
	w->jobs_running -= !r->used_engine;
	return w->results_len++ == 0;
}

static bool
take(struct work *w, unsigned first, unsigned last, struct work_job *job)
{
	for (unsigned q = first; q <= last; q++)
		if (queue_take(w->queues[q], job))
			return true;
	return false;
}

/* Makes the engine abandon idle questions while thoughts wait.  The caller holds the lock. */
static void
update_engine_hurry(struct work *w)
{
	if (w->engine != NULL)
		external_set_hurry(w->engine, queue_len(w->queues[QUEUE_ENGINE_THOUGHTS]) > 0);
}

/* Runs the jobs of a range of queues, earlier queues first. */
static void
do_jobs(struct work *w, unsigned first_queue, unsigned last_queue, pthread_cond_t *more)
{
	struct work_job job;
	struct work_result result;

	(void)pthread_mutex_lock(&w->lock);
	while (!w->stop) {
		bool first;

		if (!take(w, first_queue, last_queue, &job)) {
			(void)pthread_cond_wait(more, &w->lock);
			continue;
		}
		update_engine_hurry(w);
		w->jobs_running += !job.needs_engine;
		(void)pthread_mutex_unlock(&w->lock);
		run_job(w, &job, &result);
		sodium_memzero(&job, sizeof(job));
		(void)pthread_mutex_lock(&w->lock);
		first = put_result(w, &result);
		sodium_memzero(&result, sizeof(result));
		if (first) {
			(void)pthread_mutex_unlock(&w->lock);
			w->wake(w->wake_ctx);
			(void)pthread_mutex_lock(&w->lock);
		}
	}
	(void)pthread_mutex_unlock(&w->lock);
}

static void *
worker_thread(void *ctx)
{
	struct work *w = ctx;

	thread_lower_priority(NICE_WORKER);
	sandbox_enter_thread(SANDBOX_WORKER);
	do_jobs(w, QUEUE_LOGINS, QUEUE_IDLE, &w->workers_cond);
	return NULL;
}

static void *
engine_thread(void *ctx)
{
	struct work *w = ctx;

	thread_lower_priority(NICE_WORKER);
	sandbox_enter_thread(SANDBOX_ENGINE);
	do_jobs(w, QUEUE_ENGINE_THOUGHTS, QUEUE_ENGINE_IDLE, &w->engine_cond);
	return NULL;
}

static bool
threads_start(struct work *w)
{
	while (w->threads_len < w->config.threads) {
		if (!thread_start(&w->threads[w->threads_len], worker_thread, w))
			return false;
		w->threads_len++;
	}
	if (w->engine == NULL)
		return true;
	if (!thread_start(&w->threads[w->threads_len], engine_thread, w))
		return false;
	w->threads_len++;
	return true;
}

static bool
engine_is_configured(const struct external_address *engine)
{
	return engine->port != 0 || engine->path[0] != '\0';
}

static bool
config_ok(const struct work_config *c)
{
	return c->threads >= 1 && c->threads <= THREADS_MAX && c->queue_max >= 1 &&
	       c->queue_max <= 1u << 20 && c->new_account_jobs_max >= 1 &&
	       c->new_account_jobs_max <= 1u << 20 &&
	       c->argon2_ops >= crypto_pwhash_OPSLIMIT_MIN &&
	       hash_memory_bytes(c) >= crypto_pwhash_MEMLIMIT_MIN;
}

static void
work_free_memory(struct work *w)
{
	(void)pthread_cond_destroy(&w->workers_cond);
	(void)pthread_cond_destroy(&w->engine_cond);
	(void)pthread_mutex_destroy(&w->lock);
	if (w->results != NULL)
		sodium_memzero(w->results, w->results_max * sizeof(*w->results));
	for (unsigned q = 0; q < QUEUE_COUNT; q++)
		queue_free(&w->queues[q]);
	external_free(&w->engine);
	free(w->tickets);
	free(w->results);
	free(w);
}

struct work *
work_start(const struct work_config *config, void (*wake)(void *ctx), void *ctx)
{
	struct work *w;
	bool room = true;

	errno = EINVAL;
	if (sodium_init() < 0 || !config_ok(config))
		return NULL;
	w = calloc(1, sizeof(*w));
	if (w == NULL)
		return NULL;
	w->config = *config;
	w->wake = wake;
	w->wake_ctx = ctx;
	for (unsigned q = 0; q < QUEUE_COUNT; q++)
		w->results_max += most_unfinished(w, q);
	(void)pthread_mutex_init(&w->lock, NULL);
	(void)pthread_cond_init(&w->workers_cond, NULL);
	(void)pthread_cond_init(&w->engine_cond, NULL);
	w->queues[QUEUE_LOGINS] = queue_new(config->queue_max, config->queue_address_max);
	w->queues[QUEUE_ACCOUNTS] =
	    queue_new(config->new_account_jobs_max, config->queue_address_max);
	for (unsigned q = QUEUE_THOUGHTS; q < QUEUE_COUNT; q++)
		w->queues[q] = queue_new(most_waiting(config, q), 0);
	if (engine_is_configured(&config->engine))
		w->engine = external_new(&config->engine, config->now_ms);
	w->tickets = calloc(w->results_max, sizeof(*w->tickets));
	w->results = calloc(w->results_max, sizeof(*w->results));
	/* The salt of unknown_hash is random, so no known password matches that hash; verify
	 * ignores a match anyway. */
	for (unsigned q = 0; q < QUEUE_COUNT; q++)
		room = room && w->queues[q] != NULL;
	if (!room || w->tickets == NULL || w->results == NULL ||
	    (engine_is_configured(&config->engine) && w->engine == NULL) ||
	    !make_hash(config, "nobody", w->unknown_hash)) {
		work_free_memory(w);
		errno = ENOMEM;
		return NULL;
	}
	if (!threads_start(w))
		work_stop(&w);
	return w;
}

void
work_stop(struct work **wp)
{
	struct work *w = *wp;
	int error = errno;

	*wp = NULL;
	if (w == NULL)
		return;
	(void)pthread_mutex_lock(&w->lock);
	w->stop = true;
	(void)pthread_cond_broadcast(&w->workers_cond);
	(void)pthread_cond_broadcast(&w->engine_cond);
	(void)pthread_mutex_unlock(&w->lock);
	if (w->engine != NULL)
		external_stop(w->engine);
	for (unsigned i = 0; i < w->threads_len; i++)
		(void)pthread_join(w->threads[i], NULL);
	work_free_memory(w);
	errno = error;
}

static bool
post_job(void *ctx, const struct work_job *job)
{
	struct work *w = ctx;
	unsigned q = queue_of(job->kind, job->needs_engine);
	bool room;

	CHECK(!job->needs_engine || (w->engine != NULL && q >= QUEUE_ENGINE_THOUGHTS));

	(void)pthread_mutex_lock(&w->lock);
	room = w->unfinished_jobs[q] < most_unfinished(w, q) && queue_put(w->queues[q], job);
	if (room) {
		w->unfinished_jobs[q]++;
		(void)pthread_cond_signal(
		    job->needs_engine ? &w->engine_cond : &w->workers_cond);
		update_engine_hurry(w);
	}
	(void)pthread_mutex_unlock(&w->lock);
	return room;
}

static bool
withdraw_job(void *ctx, const uint8_t from[WORK_ADDRESS_BYTES], uint64_t ticket)
{
	struct work *w = ctx;
	bool dropped = false;

	(void)pthread_mutex_lock(&w->lock);
	for (unsigned q = 0; q < QUEUE_COUNT && !dropped; q++) {
		dropped = queue_drop(w->queues[q], from, ticket);
		w->unfinished_jobs[q] -= dropped;
	}
	update_engine_hurry(w);
	(void)pthread_mutex_unlock(&w->lock);
	return dropped;
}

/* Calls fn after releasing the lock, so that fn does not delay the threads. */
static void
each_waiting_job(
    void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
{
	struct work *w = ctx;
	unsigned busy;
	unsigned n;

	(void)pthread_mutex_lock(&w->lock);
	busy = w->jobs_running;
	n = queue_tickets_in_order(w->queues[QUEUE_LOGINS], w->tickets);
	n += queue_tickets_in_order(w->queues[QUEUE_ACCOUNTS], w->tickets + n);
	(void)pthread_mutex_unlock(&w->lock);
	for (unsigned i = 0; i < n; i++)
		fn(fn_ctx, w->tickets[i], busy + i);
}

struct work_port
work_port(struct work *w)
{
	return (struct work_port){ .ctx = w,
		.engine = w->engine,
		.post = post_job,
		.withdraw = withdraw_job,
		.each_waiting = each_waiting_job };
}

void
work_yield(void)
{
	(void)sched_yield();
}

void
work_count_waiting(struct work *w, unsigned *others_out, unsigned *accounts_out)
{
	(void)pthread_mutex_lock(&w->lock);
	*others_out = queue_len(w->queues[QUEUE_LOGINS]);
	*accounts_out = queue_len(w->queues[QUEUE_ACCOUNTS]);
	(void)pthread_mutex_unlock(&w->lock);
}

bool
work_busy(struct work *w)
{
	bool busy;

	(void)pthread_mutex_lock(&w->lock);
	busy = w->unfinished_jobs[QUEUE_LOGINS] + w->unfinished_jobs[QUEUE_ACCOUNTS] > 0;
	(void)pthread_mutex_unlock(&w->lock);
	return busy;
}

bool
work_next_result(struct work *w, struct work_result *result_out)
{
	bool found;

	(void)pthread_mutex_lock(&w->lock);
	found = w->results_len > 0;
	if (found) {
		*result_out = w->results[w->results_head];
		sodium_memzero(&w->results[w->results_head], sizeof(*result_out));
		w->results_head = (w->results_head + 1) % w->results_max;
		w->results_len--;
		w->unfinished_jobs[queue_of(result_out->kind, result_out->used_engine)]--;
	}
	(void)pthread_mutex_unlock(&w->lock);
	return found;
}
