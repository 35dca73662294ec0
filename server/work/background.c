/* SPDX-License-Identifier: MIT */
/* Runs one job in a thread: see background.h. */
#include "work/background.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <sys/resource.h>

#include "os/sandbox.h"

struct background {
	void (*fn)(void *ctx);
	void *ctx;
	void (*wake)(void *ctx);
	void *wake_ctx;
	pthread_t thread;
	atomic_bool ended;
};

/* Sets the nice value of this thread; on Linux, the call does not affect the other threads.
 * Failures are ignored: they would only make the loop slower. */
void
thread_lower_priority(int nice)
{
	(void)setpriority(PRIO_PROCESS, 0, nice);
}

bool
thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	sigset_t all, before;
	int error;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(thread, NULL, run, arg);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return error == 0;
}

static void *
run(void *arg)
{
	struct background *a = arg;

	thread_lower_priority(NICE_BACKGROUND);
	sandbox_enter_thread(SANDBOX_BACKGROUND);
	a->fn(a->ctx);
	atomic_store(&a->ended, true);
	a->wake(a->wake_ctx);
	return NULL;
}

struct background *
background_start(void (*fn)(void *ctx), void *ctx, void (*wake)(void *ctx), void *wake_ctx)
{
	struct background *a = calloc(1, sizeof(*a));

	if (a == NULL)
		return NULL;
	a->fn = fn;
	a->ctx = ctx;
	a->wake = wake;
	a->wake_ctx = wake_ctx;
	atomic_init(&a->ended, false);
	if (thread_start(&a->thread, run, a))
		return a;
	free(a);
	return NULL;
}

bool
background_has_ended(const struct background *a)
{
	return atomic_load(&a->ended);
}

void
background_join(struct background **ap)
{
	struct background *a = *ap;

	*ap = NULL;
	if (a == NULL)
		return;
	CHECK(pthread_join(a->thread, NULL) == 0);
	free(a);
}
