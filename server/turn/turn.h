/* SPDX-License-Identifier: MIT */
/* The order of one turn of the loop: handle input, commit, send what a sync has covered.  The
 * server and the tests run the same one.
 *
 *	wait (turn_events)  ->  turn_end: password results, timers, prompts,
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
	TURN_HANDLE, /* events, results, timers */
	TURN_COMMIT, /* the COMMIT, and the sync if made in place */
	TURN_SEND,   /* news, long answers, sending, freeing */
	TURN_TIDY,   /* deferred work of the store, memory */
	TURN_PARTS,
};

struct turn {
	struct world *world;
	struct store *store;
	struct turn_clock clock;
	struct turn_syncs syncs;
	void *work_ctx;
	bool (*work_next)(void *ctx, struct work_result *result_out);
	/* Called a second after the last event, with work_ctx: may give memory back; NULL:
	 * nothing. */
	void (*tidy)(void *ctx);
	/* private: */
	bool begun;
	int64_t began_us, began_cpu_us;
	int64_t longest_cpu_us;       /* most processor time of a turn */
	int64_t until_us[TURN_PARTS]; /* end of each part, with mono_us */
	struct turn_maintenance maintenance;
	bool more;     /* results of passwords remain */
	bool refusing; /* state of the store as last logged */
};

/* Initialises the private fields.  The others must be set, also those of clock and syncs. */
void turn_init(struct turn *t);

/* Returns the events that net must report.  The first of a turn reads the clock. */
struct net_events turn_events(struct turn *t);

/* Reads the clock and begins a turn, unless one has begun.  To be called before anything is
 * done to the world that does not come from net. */
void turn_begin(struct turn *t);

/* Returns how long the next wait may last, in milliseconds; -1: no limit. */
int turn_wait_ms(const struct turn *t);

/* Completes the turn.  Returns -1 if storage has failed so that only a restart helps: nothing
 * has been sent that is not on disk, and the process must end. */
MUST_USE int turn_end(struct turn *t);

/* Called between turns: syncs everything and sends as much as possible.  Returns -1 as turn_end
 * does. */
MUST_USE int turn_drain(struct turn *t);

/* The store was closed (NULL; no turns until then) or opened again. */
void turn_reopened(struct turn *t, struct store *store);

/* To be called before the first turn of a world from another process, whose time continues from
 * world_ms; and again right before that turn, because the time in between does not count. */
void turn_resume_clock(struct turn *t, int64_t world_ms);

/* Returns whether output of turns waits for a sync. */
bool turn_waits(const struct turn *t);

#endif
