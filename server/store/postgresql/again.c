/* SPDX-License-Identifier: MIT */
/* A thread that connects anew when the line is lost, so that the loop need not wait: see
 * postgresql.h.
 *
 * Order matters.  The generation is read first: with another one nothing of ours is done.  The
 * old connection is ended by its process, and only if that one holds the lock; so is that of an
 * earlier try, which may have the lock without having heard of it.  Who has the lock then knows
 * that nothing more is committed by them.  The last statement writes, so that its answer comes
 * when all before it is where COMMITs have to be, on standbys too, also what the old connection
 * had committed and could not say. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sandbox.h"
#include "work/background.h"

#define ANSWER_MS 10000 /* to one question */
#define LOCK_TRIES 40
#define LOCK_WAIT_MS 50
#define REST_MS 100 /* between two connections, twice as long each time */
#define REST_MOST_MS 2000

struct pg_again {
	char *conninfo, *schema;
	bool durable;
	pthread_t thread;
	pthread_mutex_t mutex; /* for all below */
	pthread_cond_t changed;
	bool asked, ended; /* a task was given; was done */
	bool stop;         /* nobody waits any more; the thread frees this */
	int fd;
	struct pg_backend backend;
	int64_t generation;
	struct pg_found found;
};

/* A try that is under way. */
struct
try {
	struct pg_again *a;
	PGconn *conn;
	struct pg_backend lost; /* of the line */
	struct pg_backend own;  /* the last that has asked for the lock; pid 0 none */
	int64_t generation, turn;
	bool warned, taken;
};

static void
lock(struct pg_again *a)
{
	CHECK(pthread_mutex_lock(&a->mutex) == 0);
}

static void
unlock(struct pg_again *a)
{
	CHECK(pthread_mutex_unlock(&a->mutex) == 0);
}

/* Holding the lock: until something changes, or so long. */
static void
wait_change(struct pg_again *a, int64_t ms)
{
	struct timespec until;
	int64_t at = pg_now_ms() + ms;

	until = (struct timespec){ .tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000 };
	(void)pthread_cond_timedwait(&a->changed, &a->mutex, &until);
}

/* False: it is to stop. */
static bool
rest(struct pg_again *a, int64_t ms)
{
	int64_t until = pg_now_ms() + ms;
	bool stop;

	lock(a);
	while (!a->stop && pg_now_ms() < until)
		wait_change(a, until - pg_now_ms());
	stop = a->stop;
	unlock(a);
	return !stop;
}

/* ---- one try ---- */

/* A COMMIT that warns is not where it has to be. */
static void
on_notice(void *ctx, const PGresult *r)
{
	struct try *t = ctx;

	(void)r;
	t->warned = true;
}

/* False: no answer, or a refusal. */
static bool
ask(struct try *t, const char *sql, char *out, size_t size)
{
	return pg_ask(t->conn, pg_now_ms() + ANSWER_MS, sql, out, size, NULL) && !t->warned;
}

static bool
is_ours(struct try *t)
{
	char text[32];

	if (!ask(t, "SELECT generation FROM gammond", text, sizeof(text)))
		return false;
	t->taken = strtoll(text, NULL, 10) != t->generation;
	return !t->taken;
}

/* That of an earlier try is ended with or without the lock: it may be about to take it. */
static bool
end_backend(struct try *t, struct pg_backend backend, const char *which)
{
	char sql[600];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %d "
	    "AND " PG_STARTED " = %" PRId64 "%s",
	    backend.pid, backend.started_us, which);
	return ask(t, sql, NULL, 0);
}

/* Whose connection it is is known before it asks for the lock: the answer may not come, and the
 * next try has to end who has it. */
static bool
take_lock(struct try *t)
{
	struct pg_backend own;
	bool taken;

	if (!pg_who(t->conn, pg_now_ms() + ANSWER_MS, &own, NULL) ||
	    !end_backend(
		t, t->lost, " AND pid IN (SELECT pid FROM pg_locks WHERE " PG_LOCK_ROW ")") ||
	    !end_backend(t, t->own, ""))
		return false;
	t->own = own;
	for (unsigned i = 0; i < LOCK_TRIES; i++) {
		if (!pg_try_lock(t->conn, pg_now_ms() + ANSWER_MS, &taken, NULL) || t->warned)
			return false;
		if (taken)
			return true;
		if (!rest(t->a, LOCK_WAIT_MS))
			return false;
	}
	return false;
}

static bool
read_turn(struct try *t)
{
	char sql[200], text[32];

	(void)snprintf(sql, sizeof(sql),
	    "UPDATE gammond SET turn = turn WHERE generation = %" PRId64 " RETURNING turn",
	    t->generation);
	if (!ask(t, sql, text, sizeof(text)))
		return false;
	t->taken = text[0] == '\0';
	t->turn = strtoll(text, NULL, 10);
	return !t->taken;
}

/* True: it is found out. */
static bool
try_once(struct try *t)
{
	t->warned = false;
	t->conn = pg_connect(t->a->conninfo);
	(void)PQsetNoticeReceiver(t->conn, on_notice, t);
	if (pg_settle(t->conn, pg_now_ms() + ANSWER_MS, t->a->schema, t->a->durable, NULL) &&
	    !t->warned && is_ours(t) && take_lock(t) && read_turn(t))
		return true;
	PQfinish(t->conn);
	t->conn = NULL;
	return t->taken;
}

/* ---- the thread ---- */

static void
free_again(struct pg_again *a)
{
	if (a->found.conn != NULL)
		PQfinish(a->found.conn);
	(void)pthread_mutex_destroy(&a->mutex);
	(void)pthread_cond_destroy(&a->changed);
	free(a->conninfo);
	free(a->schema);
	free(a);
}

/* False: it is to stop. */
static bool
wait_for_task(struct pg_again *a)
{
	bool stop;

	lock(a);
	while (!a->stop && !a->asked)
		CHECK(pthread_cond_wait(&a->changed, &a->mutex) == 0);
	stop = a->stop;
	unlock(a);
	return !stop;
}

static bool
do_task(struct pg_again *a)
{
	struct try t = { .a = a };
	int64_t ms = REST_MS;

	lock(a);
	t.lost = a->backend;
	t.generation = a->generation;
	a->asked = false;
	unlock(a);
	while (rest(a, 0) && !try_once(&t) && rest(a, ms))
		ms = ms * 2 < REST_MOST_MS ? ms * 2 : REST_MOST_MS;
	lock(a);
	a->found = (struct pg_found){ t.conn, t.own, t.turn };
	a->ended = true;
	CHECK(pthread_cond_broadcast(&a->changed) == 0);
	if (!a->stop)
		(void)!write(a->fd, "", 1);
	unlock(a);
	return wait_for_task(a);
}

/* The sandbox begins after the store is opened, so it is entered with the first task. */
static void *
run(void *arg)
{
	if (wait_for_task(arg)) {
		sandbox_thread(SANDBOX_LINE);
		while (do_task(arg))
			;
	}
	free_again(arg);
	return NULL;
}

struct pg_again *
pg_again_start(const char *conninfo, const char *schema, bool durable, int fd)
{
	struct pg_again *a = calloc(1, sizeof(*a));
	pthread_condattr_t attr;

	CHECK(a != NULL);
	a->conninfo = strdup(conninfo);
	a->schema = strdup(schema);
	CHECK(a->conninfo != NULL && a->schema != NULL);
	a->durable = durable;
	a->fd = fd;
	CHECK(pthread_mutex_init(&a->mutex, NULL) == 0 && pthread_condattr_init(&attr) == 0 &&
	      pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 &&
	      pthread_cond_init(&a->changed, &attr) == 0);
	(void)pthread_condattr_destroy(&attr);
	if (thread_start(&a->thread, run, a))
		return a;
	free_again(a);
	return NULL;
}

/* One that connects just now may take ten seconds, and is not waited for. */
void
pg_again_stop(struct pg_again **ap)
{
	struct pg_again *a = *ap;

	*ap = NULL;
	if (a == NULL)
		return;
	CHECK(pthread_detach(a->thread) == 0);
	lock(a);
	a->stop = true;
	CHECK(pthread_cond_broadcast(&a->changed) == 0);
	unlock(a);
}

void
pg_again_begin(struct pg_again *a, struct pg_backend backend, int64_t generation)
{
	lock(a);
	a->asked = true;
	a->ended = false;
	a->backend = backend;
	a->generation = generation;
	CHECK(pthread_cond_broadcast(&a->changed) == 0);
	unlock(a);
}

bool
pg_again_ended(struct pg_again *a, int64_t wait_ms, struct pg_found *found_out)
{
	int64_t until = pg_now_ms() + wait_ms;
	bool ended;

	lock(a);
	while (!a->ended && pg_now_ms() < until)
		wait_change(a, until - pg_now_ms());
	ended = a->ended;
	if (ended) {
		*found_out = a->found;
		a->found.conn = NULL;
		a->ended = false;
	}
	unlock(a);
	return ended;
}

bool
pg_again_done(struct pg_again *a)
{
	bool ended;

	lock(a);
	ended = a->ended;
	unlock(a);
	return ended;
}
