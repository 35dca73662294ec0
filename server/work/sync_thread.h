/* SPDX-License-Identifier: MIT */
/* Runs a short job that waits for a disk, repeatedly, in its own thread alongside the loop. */
#ifndef WORK_SYNC_THREAD_H
#define WORK_SYNC_THREAD_H

#include <stdbool.h>

#include "base/check.h"

struct sync_thread;

/* Starts the thread, with all signals blocked.  For each call of sync_thread_sync_begin, the
 * thread runs fn(ctx) and then wake(wake_ctx).  Returns NULL with errno. */
MUST_USE struct sync_thread *sync_thread_start(
    void (*fn)(void *ctx), void *ctx, void (*wake)(void *ctx), void *wake_ctx);

/* Starts one run.  Do not call it again before that run has ended. */
void sync_thread_sync_begin(struct sync_thread *b);

/* Returns true once for each run, after its end; the results of fn may then be read.  wait:
 * waits for the end; a run must have begun. */
bool sync_thread_sync_ended(struct sync_thread *b, bool wait);

/* Waits for the current run and frees the thread; a run that has not started is dropped.  NULL
 * does nothing. */
void sync_thread_stop(struct sync_thread **b);

#endif
