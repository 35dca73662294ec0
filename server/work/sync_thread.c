/* SPDX-License-Identifier: MIT */
/* A thread that waits between its runs: see sync_thread.h.  Two semaphores hand data over in
 * both directions, so no lock is needed. */
#include "work/sync_thread.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "os/sandbox.h"
#include "work/background.h"

struct sync_thread {
	void (*fn)(void *ctx);
	void *ctx;
	void (*wake)(void *ctx);
	void *wake_ctx;
	pthread_t thread;
	sem_t run_begun, run_ended;
	atomic_bool stop; /* checked by the thread at the beginning of each run */
};

static void
wait_semaphore(sem_t *sem)
{
	while (sem_wait(sem) != 0)
		CHECK(errno == EINTR);
}

static void *
run(void *arg)
{
	struct sync_thread *b = arg;

	sandbox_enter_thread(SANDBOX_SYNC);
	for (wait_semaphore(&b->run_begun); !atomic_load(&b->stop);
	     wait_semaphore(&b->run_begun)) {
		b->fn(b->ctx);
		CHECK(sem_post(&b->run_ended) == 0);
		b->wake(b->wake_ctx);
	}
	return NULL;
}

struct sync_thread *
sync_thread_start(void (*fn)(void *ctx), void *ctx, void (*wake)(void *ctx), void *wake_ctx)
{
	struct sync_thread *b = calloc(1, sizeof(*b));

	if (b == NULL)
		return NULL;
	b->fn = fn;
	b->ctx = ctx;
	b->wake = wake;
	b->wake_ctx = wake_ctx;
	CHECK(sem_init(&b->run_begun, 0, 0) == 0 && sem_init(&b->run_ended, 0, 0) == 0);
	if (thread_start(&b->thread, run, b))
		return b;
	free(b);
	return NULL;
}

void
sync_thread_sync_begin(struct sync_thread *b)
{
	CHECK(sem_post(&b->run_begun) == 0);
}

bool
sync_thread_sync_ended(struct sync_thread *b, bool wait)
{
	if (!wait)
		return sem_trywait(&b->run_ended) == 0;
	wait_semaphore(&b->run_ended);
	return true;
}

void
sync_thread_stop(struct sync_thread **bp)
{
	struct sync_thread *b = *bp;

	*bp = NULL;
	if (b == NULL)
		return;
	atomic_store(&b->stop, true);
	sync_thread_sync_begin(b);
	CHECK(pthread_join(b->thread, NULL) == 0);
	(void)sem_destroy(&b->run_begun);
	(void)sem_destroy(&b->run_ended);
	free(b);
}
