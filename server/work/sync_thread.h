/* SPDX-License-Identifier: MIT */
/* Runs a short job repeatedly next to the loop, in its own thread: one that waits for a
 * disk. */
#ifndef WORK_SYNC_THREAD_H
#define WORK_SYNC_THREAD_H

#include <stdbool.h>

#include "base/check.h"

struct sync_thread;

/* Starts the thread, with all signals blocked.  Each time sync_thread_begin is called, it runs
 * fn(ctx) and then wake(wake_ctx).  Returns NULL with errno. */
MUST_USE struct sync_thread *sync_thread_start(
    void (*fn)(void *ctx), void *ctx, void (*wake)(void *ctx), void *wake_ctx);

/* Starts one run.  Not to be called again before that has ended. */
void sync_thread_begin(struct sync_thread *b);

/* Returns true once for each run, after it has ended; what fn has written may then be read.
 * wait: waits for the end; a run must have begun. */
bool sync_thread_ended(struct sync_thread *b, bool wait);

/* Waits for the current run and frees the thread; a run that has not started is dropped.  NULL
 * does nothing. */
void sync_thread_stop(struct sync_thread **b);

#endif
