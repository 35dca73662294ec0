/* SPDX-License-Identifier: MIT */
/* One turn of the loop: handle input, commit, send the output that a sync has covered.  The
 * server and the tests run the same code.
 *
 *	wait (turn_net_events)  ->  turn_end: password results, timers, prompts,
 *	                        COMMIT, news, the end of a sync, the start of the next one,
 *	                        send, free */
#ifndef TURN_H
#define TURN_H

#include "base/ports.h"
#include "world/world.h"
#include "store/store.h"
#include "turn/clock.h"
#include "turn/maintenance.h"
#include "turn/sync.h"
#include "work/work.h"

/* The parts of a turn, in order. */
enum turn_part {
	TURN_HANDLE,   /* events, results, timers */
	TURN_COMMIT,   /* the COMMIT, and the sync if done in place */
	TURN_SEND,     /* news, long answers, sending, freeing */
	TURN_MAINTAIN, /* deferred work of the store, memory */
	TURN_PART_COUNT,
};

struct turn {
	struct world *world;
	struct store *store;
	struct turn_clock clock;
	struct turn_syncs syncs;
	void *work_ctx;
	bool (*work_next_result)(void *ctx, struct work_result *result_out);
	/* Called a second after the last event, with work_ctx: may return memory to the system;
	 * NULL: not called. */
	void (*return_memory)(void *ctx);
	/* private: */
	bool begun;
	int64_t began_us, began_cpu_us;
	int64_t longest_cpu_us;               /* longest processor time used by a turn */
	int64_t part_end_us[TURN_PART_COUNT]; /* time at the end of each part, by mono_us */
	struct turn_maintenance maintenance;
	bool more_results;       /* results are left in the work queue */
	bool logged_refusing;    /* state of the store as last logged */
	bool logged_unreachable; /* as last logged: the database could not be reached */
};

/* Initialises the private fields.  The caller must set the others, including those of clock and
 * syncs. */
void turn_init(struct turn *t);

/* Returns the events that net must report.  The first event of a turn reads the clock. */
struct net_events turn_net_events(struct turn *t);

/* Reads the clock and begins a turn, unless one has begun.  Call it before any change to the
 * world that is not caused by an event from net. */
void turn_begin(struct turn *t);

/* Returns how long the next wait may last, in milliseconds; -1: no limit. */
int turn_wait_ms(const struct turn *t);

/* Completes the turn.  Returns -1 if the store has failed beyond repair: the process must end.
 * Nothing has been sent that is not on disk. */
MUST_USE int turn_end(struct turn *t);

/* Called between turns: syncs everything and sends as much as possible.  Returns -1 as turn_end
 * does. */
MUST_USE int turn_drain(struct turn *t);

/* Sets the store after it was reopened, or NULL after it was closed; then no turn may run until
 * the store is set again. */
void turn_set_store(struct turn *t, struct store *store);

/* Call it for a world that was taken over from another process, so that its time continues from
 * world_ms: once early, and again right before the first turn, because the time between the
 * calls does not count. */
void turn_resume_clock(struct turn *t, int64_t world_ms);

/* Returns whether output of earlier turns waits for a sync. */
bool turn_output_waits(const struct turn *t);

#endif
