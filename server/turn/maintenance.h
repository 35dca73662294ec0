/* SPDX-License-Identifier: MIT */
/* Deferred work of the store and of memory, at the end of a turn: a slice of the work when
 * there is much of it, and all of the work after a quiet second. */
#ifndef TURN_MAINTENANCE_H
#define TURN_MAINTENANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"

struct turn;

struct turn_maintenance {
	unsigned checkpoint_steps; /* a slice begins once this many steps have accumulated */
	bool idle_work_due;        /* something has happened since idle work was last done */
	int64_t quiet_since_ms;    /* time of the last event, in the world's time */
};

void turn_maintenance_init(struct turn_maintenance *m);

/* Called at the end of a turn, after its answers.  active: something happened in it; waited:
 * output waited for a sync, which also ends the quiet time.  Returns -1 if storage has failed.
 */
MUST_USE int turn_maintain(struct turn *t, bool active, bool waited);

#endif
