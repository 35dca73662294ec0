/* SPDX-License-Identifier: MIT */
/* One short job that is done again and again beside the loop, in a thread of its own: what
 * keeps a disk waiting. */
#ifndef WORK_BESIDE_H
#define WORK_BESIDE_H

#include <stdbool.h>

#include "base/check.h"

struct beside;

/* Starts the thread, with all signals blocked.  It runs fn(ctx) each time that it is told to,
 * and then wake(wake_ctx).  NULL with errno. */
MUST_USE struct beside *beside_start(
    void (*fn)(void *ctx), void *ctx, void (*wake)(void *ctx), void *wake_ctx);

/* Once; not again before it has ended. */
void beside_begin(struct beside *b);

/* True, once for each time: it has ended, and what fn has written can be read.  wait: not
 * before it has; it must have begun. */
bool beside_ended(struct beside *b, bool wait);

/* Waits for what is under way; what the thread has not come to is left out.  NULL does nothing.
 */
void beside_stop(struct beside **b);

#endif
