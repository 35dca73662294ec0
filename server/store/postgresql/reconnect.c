/* SPDX-License-Identifier: MIT */
/* A thread that reconnects, so that the loop need not wait: see postgresql.h.
 *
 * The order matters.  The generation is read first: if it has changed, nothing else is done.
 * The backend of the old connection is terminated if it holds the lock.  So is the backend of
 * an earlier try, which may have taken the lock although the answer was lost.  After taking the
 * lock, the thread can be sure that these backends commit nothing more.  The last statement
 * writes, so that its answer arrives only when everything before it is as durable as COMMITs
 * must be, including on standbys.  This includes turns that the old connection committed but
 * whose answer never arrived. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "os/sandbox.h"
#include "work/background.h"

#define ANSWER_TIMEOUT_MS 10000 /* time for one answer */
#define LOCK_TRIES 40
#define LOCK_WAIT_MS 50
#define RETRY_MS 100 /* pause between two tries; doubled each time */
#define RETRY_MAX_MS 2000

struct pg_reconnect {
	char *conninfo, *schema;
	bool durable;
	pthread_t thread;
	pthread_mutex_t mutex; /* protects everything below */
	pthread_cond_t state_changed;
	bool requested,
	    finished;        /* requested: the thread has a task; finished: the task is done */
	bool stop_requested; /* the thread must end, and free this structure */
	int fd;
	struct pg_backend backend;
	int64_t generation;
	struct pg_new_connection result;
};

/* A try in progress. */
struct
try {
	struct pg_reconnect *a;
	PGconn *conn;
	struct pg_backend lost_backend; /* the backend of the lost connection */
	struct pg_backend own; /* the last backend that asked for the lock; pid 0: none */
	int64_t generation, last_turn;
	bool warned, taken_over;
};

static void
lock_reconnect(struct pg_reconnect *a)
{
	CHECK(pthread_mutex_lock(&a->mutex) == 0);
}

static void
unlock_reconnect(struct pg_reconnect *a)
{
	CHECK(pthread_mutex_unlock(&a->mutex) == 0);
}

/* Waits for a change, at most ms.  The caller holds the mutex. */
static void
wait_for_change(struct pg_reconnect *a, int64_t ms)
{
	struct timespec until;
	int64_t at = pg_now_ms() + ms;

	until = (struct timespec){ .tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000 };
	(void)pthread_cond_timedwait(&a->state_changed, &a->mutex, &until);
}

/* Waits for ms.  Returns false if the thread must stop. */
static bool
pause_before_retry(struct pg_reconnect *a, int64_t ms)
{
	int64_t until = pg_now_ms() + ms;
	bool stop;

	lock_reconnect(a);
	while (!a->stop_requested && pg_now_ms() < until)
		wait_for_change(a, until - pg_now_ms());
	stop = a->stop_requested;
	unlock_reconnect(a);
	return !stop;
}

/* ---- one try ---- */

/* Notes a warning: a COMMIT with a warning is not sufficiently durable. */
static void
on_notice(void *ctx, const PGresult *r)
{
	struct try *t = ctx;

	(void)r;
	t->warned = true;
}

/* Runs a query.  Returns false on an error, or if there was no answer. */
static bool
ask(struct try *t, const char *sql, char *out, size_t size)
{
	return pg_query_value(t->conn, pg_now_ms() + ANSWER_TIMEOUT_MS, sql, out, size, NULL) &&
	       !t->warned;
}

static bool
generation_is_ours(struct try *t)
{
	char text[32];

	if (!ask(t, "SELECT generation FROM gammond", text, sizeof(text)))
		return false;
	t->taken_over = strtoll(text, NULL, 10) != t->generation;
	return !t->taken_over;
}

/* Terminates the backend of an earlier try.  Does so even if that backend does not hold the
 * lock, because it may be about to take the lock. */
static bool
end_backend(struct try *t, struct pg_backend backend, const char *which)
{
	char sql[600];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %d "
	    "AND " PG_BACKEND_START_SQL " = %" PRId64 "%s",
	    backend.pid, backend.process_started_us, which);
	return ask(t, sql, NULL, 0);
}

/* Takes the lock.  Identifies its own backend first: if the answer about the lock is lost, the
 * next try must terminate that backend. */
static bool
take_lock(struct try *t)
{
	struct pg_backend own;
	bool taken;

	if (!pg_identify_backend(t->conn, pg_now_ms() + ANSWER_TIMEOUT_MS, &own, NULL) ||
	    !end_backend(t, t->lost_backend,
		" AND pid IN (SELECT pid FROM pg_locks WHERE " PG_LOCK_CONDITION_SQL ")") ||
	    !end_backend(t, t->own, ""))
		return false;
	t->own = own;
	for (unsigned i = 0; i < LOCK_TRIES; i++) {
		if (!pg_try_lock(t->conn, pg_now_ms() + ANSWER_TIMEOUT_MS, &taken, NULL) ||
		    t->warned)
			return false;
		if (taken)
			return true;
		if (!pause_before_retry(t->a, LOCK_WAIT_MS))
			return false;
	}
	return false;
}

static bool
read_last_turn(struct try *t)
{
	char sql[200], text[32];

	(void)snprintf(sql, sizeof(sql),
	    "UPDATE gammond SET turn = turn WHERE generation = %" PRId64 " RETURNING turn",
	    t->generation);
	if (!ask(t, sql, text, sizeof(text)))
		return false;
	t->taken_over = text[0] == '\0';
	t->last_turn = strtoll(text, NULL, 10);
	return !t->taken_over;
}

/* Tries once.  Returns true if the task is done: connected, or another server has taken
 * over. */
static bool
try_to_connect(struct try *t)
{
	t->warned = false;
	t->conn = pg_connect(t->a->conninfo);
	(void)PQsetNoticeReceiver(t->conn, on_notice, t);
	if (pg_configure_session(
		t->conn, pg_now_ms() + ANSWER_TIMEOUT_MS, t->a->schema, t->a->durable, NULL) &&
	    !t->warned && generation_is_ours(t) && take_lock(t) && read_last_turn(t))
		return true;
	PQfinish(t->conn);
	t->conn = NULL;
	return t->taken_over;
}

/* ---- the thread ---- */

static void
free_reconnect(struct pg_reconnect *a)
{
	if (a->result.conn != NULL)
		PQfinish(a->result.conn);
	(void)pthread_mutex_destroy(&a->mutex);
	(void)pthread_cond_destroy(&a->state_changed);
	free(a->conninfo);
	free(a->schema);
	free(a);
}

/* Waits for a task.  Returns false if the thread must stop. */
static bool
wait_for_task(struct pg_reconnect *a)
{
	bool stop;

	lock_reconnect(a);
	while (!a->stop_requested && !a->requested)
		CHECK(pthread_cond_wait(&a->state_changed, &a->mutex) == 0);
	stop = a->stop_requested;
	unlock_reconnect(a);
	return !stop;
}

static bool
run_task(struct pg_reconnect *a)
{
	struct try t = { .a = a };
	int64_t ms = RETRY_MS;

	lock_reconnect(a);
	t.lost_backend = a->backend;
	t.generation = a->generation;
	a->requested = false;
	unlock_reconnect(a);
	while (pause_before_retry(a, 0) && !try_to_connect(&t) && pause_before_retry(a, ms))
		ms = ms * 2 < RETRY_MAX_MS ? ms * 2 : RETRY_MAX_MS;
	lock_reconnect(a);
	a->result = (struct pg_new_connection){ t.conn, t.own, t.last_turn };
	a->finished = true;
	CHECK(pthread_cond_broadcast(&a->state_changed) == 0);
	if (!a->stop_requested)
		(void)!write(a->fd, "", 1);
	unlock_reconnect(a);
	return wait_for_task(a);
}

/* The body of the thread.  It enters its sandbox with its first task, because the sandbox is
 * set up only after the store is opened. */
static void *
run(void *arg)
{
	if (wait_for_task(arg)) {
		sandbox_enter_thread(SANDBOX_RECONNECT);
		while (run_task(arg))
			;
	}
	free_reconnect(arg);
	return NULL;
}

struct pg_reconnect *
pg_reconnect_start(const char *conninfo, const char *schema, bool durable, int fd)
{
	struct pg_reconnect *a = calloc(1, sizeof(*a));
	pthread_condattr_t attr;

	CHECK(a != NULL);
	a->conninfo = strdup(conninfo);
	a->schema = strdup(schema);
	CHECK(a->conninfo != NULL && a->schema != NULL);
	a->durable = durable;
	a->fd = fd;
	CHECK(pthread_mutex_init(&a->mutex, NULL) == 0 && pthread_condattr_init(&attr) == 0 &&
	      pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 &&
	      pthread_cond_init(&a->state_changed, &attr) == 0);
	(void)pthread_condattr_destroy(&attr);
	if (thread_start(&a->thread, run, a))
		return a;
	free_reconnect(a);
	return NULL;
}

/* Requests that the thread end and free everything.  Does not join it, because it may need ten
 * seconds to connect. */
void
pg_reconnect_stop(struct pg_reconnect **ap)
{
	struct pg_reconnect *a = *ap;

	*ap = NULL;
	if (a == NULL)
		return;
	CHECK(pthread_detach(a->thread) == 0);
	lock_reconnect(a);
	a->stop_requested = true;
	CHECK(pthread_cond_broadcast(&a->state_changed) == 0);
	unlock_reconnect(a);
}

void
pg_reconnect_request(struct pg_reconnect *a, struct pg_backend backend, int64_t generation)
{
	lock_reconnect(a);
	a->requested = true;
	a->finished = false;
	a->backend = backend;
	a->generation = generation;
	CHECK(pthread_cond_broadcast(&a->state_changed) == 0);
	unlock_reconnect(a);
}

bool
pg_reconnect_take_result(
    struct pg_reconnect *a, int64_t wait_ms, struct pg_new_connection *found_out)
{
	int64_t until = pg_now_ms() + wait_ms;
	bool ended;

	lock_reconnect(a);
	while (!a->finished && pg_now_ms() < until)
		wait_for_change(a, until - pg_now_ms());
	ended = a->finished;
	if (ended) {
		*found_out = a->result;
		a->result.conn = NULL;
		a->finished = false;
	}
	unlock_reconnect(a);
	return ended;
}

bool
pg_reconnect_has_result(struct pg_reconnect *a)
{
	bool ended;

	lock_reconnect(a);
	ended = a->finished;
	unlock_reconnect(a);
	return ended;
}
