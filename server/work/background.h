/* SPDX-License-Identifier: MIT */
/* One long job beside the loop, in a thread of its own: so long that it must not stand in the
 * way of passwords (work.h). */
#ifndef WORK_BACKGROUND_H
#define WORK_BACKGROUND_H

#include <pthread.h>
#include <stdbool.h>

#include "base/check.h"

struct background;

/* Runs fn(ctx) once, with all signals blocked; wake(wake_ctx) when it has ended, from that
 * thread.  NULL with errno: it cannot be started. */
MUST_USE struct background *background_start(
    void (*fn)(void *ctx), void *ctx, void (*wake)(void *ctx), void *wake_ctx);

/* What fn has written can be read from then on. */
bool background_ended(const struct background *a);

/* Starts a thread with all signals blocked: they are for the loop.  False with errno. */
MUST_USE bool thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

/* In a thread beside the loop: where both want the same processor, the loop goes first.  For
 * passwords NICE_WORK, so that they go on under a full load too; NICE_BACKGROUND when nobody
 * waits.
 */
#define NICE_WORK 10
#define NICE_BACKGROUND 19
void thread_yields(int nice);

/* Waits for its end.  NULL does nothing. */
void background_join(struct background **a);

#endif
