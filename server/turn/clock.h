/* SPDX-License-Identifier: MIT */
/* The clock of the loop.  The time of the world is the monotonic clock less the time for which
 * the server was stalled.
 *
 * If a turn is late, because the process was stopped or the disk was slow, the time since the
 * previous turn does not count (LIMITS.md D11). */
#ifndef TURN_CLOCK_H
#define TURN_CLOCK_H

#include "world/world.h"

#define TURN_LATE_US 50000 /* a turn that begins this much after its deadline is late */

struct turn_clock {
	/* The system's clocks: real in the server, simulated in tests. */
	void *ctx;
	int64_t (*mono_ms)(void *ctx);
	int64_t (*wall_ms)(void *ctx);
	/* Used to limit the time for news in a turn, and for measurements.  NULL: no limit, and
	 * measurements in whole milliseconds. */
	int64_t (*mono_us)(void *ctx);
	int64_t (*cpu_us)(void *ctx); /* processor time of this thread; used with mono_us */
	/* private: */
	int64_t last_read_us;   /* last reading of the fine clock */
	int64_t deadline_us;    /* latest time at which the fine clock should be read again */
	int64_t grace_until_us; /* time stays stopped until this time, while input that waited
				   in sockets is read */
	int64_t stalled_ms;     /* total time that did not count */
	int64_t stalled_unreported_ms; /* time that did not count since the last turn */
	int64_t stalled_rest_us; /* fraction of a millisecond that is not yet in stalled_ms */
	int64_t stall_budget_us; /* allowance for turns that are only slightly late */
};

/* Initialises the private fields. */
void turn_clock_init(struct turn_clock *c);

/* Returns the fine clock's time; 0 if there is none. */
int64_t turn_clock_now_us(const struct turn_clock *c);

/* Reads the fine clock after a wait.  If the reading is late, the time since the last one does
 * not count. */
void turn_clock_read(struct turn_clock *c, struct world *w);

/* Reads the clocks at the beginning of a turn.  Returns the world's time, which never
 * decreases. */
int64_t turn_clock_begin_turn(struct turn_clock *c, struct world *w);

/* Returns the milliseconds that did not count since the last call. */
int64_t turn_clock_take_stalled(struct turn_clock *c);

/* Sets the deadline of the next reading: wait_ms after the last one. */
void turn_clock_set_deadline(struct turn_clock *c, int wait_ms);

/* See turn_resume_clock. */
void turn_clock_resume(struct turn_clock *c, struct world *w, int64_t world_ms);

#endif
