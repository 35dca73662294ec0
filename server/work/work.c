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

/* The queues, in order of priority.  FIRST is for log-ins, and for everything that has no queue
 * of its own. */
enum {
	FIRST,
	ACCOUNTS,
	THOUGHTS,
	FILES,
	IDLE,
	/* for the thread of the engine: */
	ENGINE_THOUGHTS,
	ENGINE_IDLE,
	QUEUES
};

#define THOUGHTS_MAX 4u /* limit on waiting jobs */
#define IDLE_MAX 1u

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
	pthread_cond_t more;  /* a job for the other threads has arrived, or they must stop */
	pthread_cond_t asked; /* a job for the engine's thread has arrived, or it must stop */
	struct external *engine;
	bool stop;
	unsigned busy; /* number of jobs being run, except the engine's */
	struct work_queue *jobs[QUEUES];
	unsigned under_way[QUEUES];  /* number of jobs waiting, being run, or with uncollected
				      * results */
	uint64_t *tickets;           /* space for all tickets, used by each() */
	struct work_result *results; /* a ring buffer of results_max */
	unsigned results_head, results_len, results_max;
};

static unsigned
queue_of(enum work_kind kind, bool engine)
{
	if (kind == WORK_THOUGHT)
		return engine ? ENGINE_THOUGHTS : THOUGHTS;
	if (kind == WORK_FILE)
		return FILES;
	if (kind == WORK_IDLE)
		return engine ? ENGINE_IDLE : IDLE;
	return kind == WORK_HASH ? ACCOUNTS : FIRST;
}

static unsigned
most_waiting(const struct work_config *c, unsigned q)
{
	if (q == THOUGHTS || q == ENGINE_THOUGHTS)
		return THOUGHTS_MAX;
	if (q == FILES || q == IDLE || q == ENGINE_IDLE)
		return IDLE_MAX;
	return q == FIRST ? c->queue_max : c->accounts_max;
}

static unsigned
most_under_way(const struct work *w, unsigned q)
{
	return most_waiting(&w->config, q) + w->config.threads;
}

static size_t
memory_bytes(const struct work_config *c)
{
	return (size_t)c->argon2_mem_kib * 1024;
}

static bool
hash_make(const struct work_config *c, const char *password, char out[PASSWORD_HASH_MAX])
{
	return crypto_pwhash_str(
		   out, password, strlen(password), c->argon2_ops, memory_bytes(c)) == 0;
}

/* Checks a password.  For an unknown user, performs an equally long check against another hash
 * and ignores the result. */
static void
verify(const struct work *w, const struct work_job *job, struct work_result *r)
{
	bool known = job->hash[0] != '\0';
	const char *hash = known ? job->hash : w->unknown_hash;
	bool right = crypto_pwhash_str_verify(hash, job->password, strlen(job->password)) == 0;

	memcpy(r->checked, job->hash, sizeof(r->checked));
	r->ok = r->right = right && known;
	if (!r->ok || job->kind == WORK_CHANGE ||
	    crypto_pwhash_str_needs_rehash(
		hash, w->config.argon2_ops, memory_bytes(&w->config)) == 0)
		return;
	r->stale = hash_make(&w->config, job->password, r->hash);
}

static void
job_do(const struct work *w, const struct work_job *job, struct work_result *r)
{
	memset(r, 0, sizeof(*r));
	r->kind = job->kind;
	r->engine = job->engine;
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
		verify(w, job, r);
		break;
	case WORK_CHANGE:
		r->user = job->user;
		verify(w, job, r);
		r->ok = r->ok && hash_make(&w->config, job->chosen, r->hash);
		break;
	case WORK_HASH:
		r->ok = hash_make(&w->config, job->password, r->hash);
		break;
	}
}

/* Adds a result.  Returns true if it is the only one.  The caller holds the lock. */
static bool
result_put(struct work *w, const struct work_result *r)
{
	CHECK(w->results_len < w->results_max);
	w->results[(w->results_head + w->results_len) % w->results_max] = *r;
	w->busy -= !r->engine;
	return w->results_len++ == 0;
}

static bool
take(struct work *w, unsigned first, unsigned last, struct work_job *job)
{
	for (unsigned q = first; q <= last; q++)
		if (queue_take(w->jobs[q], job))
			return true;
	return false;
}

/* Makes the engine abandon idle questions while thoughts wait.  The caller holds the lock. */
static void
tell_hurry(struct work *w)
{
	if (w->engine != NULL)
		external_hurry(w->engine, queue_len(w->jobs[ENGINE_THOUGHTS]) > 0);
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
		tell_hurry(w);
		w->busy += !job.engine;
		(void)pthread_mutex_unlock(&w->lock);
		job_do(w, &job, &result);
		sodium_memzero(&job, sizeof(job));
		(void)pthread_mutex_lock(&w->lock);
		first = result_put(w, &result);
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
worker(void *ctx)
{
	struct work *w = ctx;

	thread_yields(NICE_WORK);
	sandbox_thread(SANDBOX_WORKER);
	do_jobs(w, FIRST, IDLE, &w->more);
	return NULL;
}

static void *
asker(void *ctx)
{
	struct work *w = ctx;

	thread_yields(NICE_WORK);
	sandbox_thread(SANDBOX_ENGINE);
	do_jobs(w, ENGINE_THOUGHTS, ENGINE_IDLE, &w->asked);
	return NULL;
}

static bool
threads_start(struct work *w)
{
	while (w->threads_len < w->config.threads) {
		if (!thread_start(&w->threads[w->threads_len], worker, w))
			return false;
		w->threads_len++;
	}
	if (w->engine == NULL)
		return true;
	if (!thread_start(&w->threads[w->threads_len], asker, w))
		return false;
	w->threads_len++;
	return true;
}

static bool
asked_for(const struct external_address *engine)
{
	return engine->port != 0 || engine->path[0] != '\0';
}

static bool
config_ok(const struct work_config *c)
{
	return c->threads >= 1 && c->threads <= THREADS_MAX && c->queue_max >= 1 &&
	       c->queue_max <= 1u << 20 && c->accounts_max >= 1 &&
	       c->accounts_max <= 1u << 20 && c->argon2_ops >= crypto_pwhash_OPSLIMIT_MIN &&
	       memory_bytes(c) >= crypto_pwhash_MEMLIMIT_MIN;
}

static void
work_free(struct work *w)
{
	(void)pthread_cond_destroy(&w->more);
	(void)pthread_cond_destroy(&w->asked);
	(void)pthread_mutex_destroy(&w->lock);
	if (w->results != NULL)
		sodium_memzero(w->results, w->results_max * sizeof(*w->results));
	for (unsigned q = 0; q < QUEUES; q++)
		queue_free(&w->jobs[q]);
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
	for (unsigned q = 0; q < QUEUES; q++)
		w->results_max += most_under_way(w, q);
	(void)pthread_mutex_init(&w->lock, NULL);
	(void)pthread_cond_init(&w->more, NULL);
	(void)pthread_cond_init(&w->asked, NULL);
	w->jobs[FIRST] = queue_new(config->queue_max, config->queue_each);
	w->jobs[ACCOUNTS] = queue_new(config->accounts_max, config->queue_each);
	for (unsigned q = THOUGHTS; q < QUEUES; q++)
		w->jobs[q] = queue_new(most_waiting(config, q), 0);
	if (asked_for(&config->engine))
		w->engine = external_new(&config->engine, config->now_ms);
	w->tickets = calloc(w->results_max, sizeof(*w->tickets));
	w->results = calloc(w->results_max, sizeof(*w->results));
	/* The salt of unknown_hash is random, so no known password matches that hash; verify
	 * ignores a match anyway. */
	for (unsigned q = 0; q < QUEUES; q++)
		room = room && w->jobs[q] != NULL;
	if (!room || w->tickets == NULL || w->results == NULL ||
	    (asked_for(&config->engine) && w->engine == NULL) ||
	    !hash_make(config, "nobody", w->unknown_hash)) {
		work_free(w);
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
	(void)pthread_cond_broadcast(&w->more);
	(void)pthread_cond_broadcast(&w->asked);
	(void)pthread_mutex_unlock(&w->lock);
	if (w->engine != NULL)
		external_stop(w->engine);
	for (unsigned i = 0; i < w->threads_len; i++)
		(void)pthread_join(w->threads[i], NULL);
	work_free(w);
	errno = error;
}

static bool
post(void *ctx, const struct work_job *job)
{
	struct work *w = ctx;
	unsigned q = queue_of(job->kind, job->engine);
	bool room;

	CHECK(!job->engine || (w->engine != NULL && q >= ENGINE_THOUGHTS));

	(void)pthread_mutex_lock(&w->lock);
	room = w->under_way[q] < most_under_way(w, q) && queue_put(w->jobs[q], job);
	if (room) {
		w->under_way[q]++;
		(void)pthread_cond_signal(job->engine ? &w->asked : &w->more);
		tell_hurry(w);
	}
	(void)pthread_mutex_unlock(&w->lock);
	return room;
}

static bool
drop(void *ctx, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket)
{
	struct work *w = ctx;
	bool dropped = false;

	(void)pthread_mutex_lock(&w->lock);
	for (unsigned q = 0; q < QUEUES && !dropped; q++) {
		dropped = queue_drop(w->jobs[q], from, ticket);
		w->under_way[q] -= dropped;
	}
	tell_hurry(w);
	(void)pthread_mutex_unlock(&w->lock);
	return dropped;
}

/* Calls fn after releasing the lock, so that fn does not delay the threads. */
static void
each(void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
{
	struct work *w = ctx;
	unsigned busy;
	unsigned n;

	(void)pthread_mutex_lock(&w->lock);
	busy = w->busy;
	n = queue_order(w->jobs[FIRST], w->tickets);
	n += queue_order(w->jobs[ACCOUNTS], w->tickets + n);
	(void)pthread_mutex_unlock(&w->lock);
	for (unsigned i = 0; i < n; i++)
		fn(fn_ctx, w->tickets[i], busy + i);
}

struct work_port
work_port(struct work *w)
{
	return (struct work_port){
		.ctx = w, .engine = w->engine, .post = post, .drop = drop, .each = each
	};
}

void
work_pause(void)
{
	(void)sched_yield();
}

void
work_waiting(struct work *w, unsigned *others_out, unsigned *accounts_out)
{
	(void)pthread_mutex_lock(&w->lock);
	*others_out = queue_len(w->jobs[FIRST]);
	*accounts_out = queue_len(w->jobs[ACCOUNTS]);
	(void)pthread_mutex_unlock(&w->lock);
}

bool
work_busy(struct work *w)
{
	bool busy;

	(void)pthread_mutex_lock(&w->lock);
	busy = w->under_way[FIRST] + w->under_way[ACCOUNTS] > 0;
	(void)pthread_mutex_unlock(&w->lock);
	return busy;
}

bool
work_next(struct work *w, struct work_result *result_out)
{
	bool found;

	(void)pthread_mutex_lock(&w->lock);
	found = w->results_len > 0;
	if (found) {
		*result_out = w->results[w->results_head];
		sodium_memzero(&w->results[w->results_head], sizeof(*result_out));
		w->results_head = (w->results_head + 1) % w->results_max;
		w->results_len--;
		w->under_way[queue_of(result_out->kind, result_out->engine)]--;
	}
	(void)pthread_mutex_unlock(&w->lock);
	return found;
}
