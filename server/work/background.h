/* SPDX-License-Identifier: MIT */
/* Runs one long job in its own thread, alongside the loop.  In a worker (work.h) the job would
 * delay passwords. */
#ifndef WORK_BACKGROUND_H
#define WORK_BACKGROUND_H

#include <pthread.h>
#include <stdbool.h>

#include "base/check.h"

struct background;

/* Runs fn(ctx) once, with all signals blocked, then wake(wake_ctx) in the same thread.  Returns
 * NULL with errno if the thread cannot be started. */
MUST_USE struct background *background_start(
    void (*fn)(void *ctx), void *ctx, void (*wake)(void *ctx), void *wake_ctx);

/* Returns whether fn has returned; its results may then be read. */
bool background_has_ended(const struct background *a);

/* Starts a thread with all signals blocked, because the loop handles them.  Returns false with
 * errno. */
MUST_USE bool thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

/* Lowers the priority of the calling thread, so that the loop gets a shared processor first.
 * Workers that hash passwords use NICE_WORKER, so that they make progress even under full load;
 * work for which no user waits uses NICE_BACKGROUND. */
#define NICE_WORKER 10
#define NICE_BACKGROUND 19
void thread_lower_priority(int nice);

/* Waits for the thread to end and frees it.  NULL does nothing. */
void background_join(struct background **a);

#endif
