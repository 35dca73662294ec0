/* SPDX-License-Identifier: MIT */
/* One turn of the loop: handle input, commit, send the output that a sync has covered.  The
 * server and the tests run the same code.
 *
 *	wait (turn_events)  ->  turn_end: password results, timers, prompts,
 *	                        COMMIT, news, the end of a sync, the start of the next one,
 *	                        send, free
 *
 * The time of the world is the monotonic clock less the time that the server has lost: if a
 * turn is late, because the process was stopped or the disk was slow, the time since the
 * previous turn does not count (LIMITS.md D11). */
#ifndef TURN_H
#define TURN_H

#include "base/ports.h"
#include "world/world.h"
#include "store/store.h"
#include "work/work.h"

/* The parts of a turn, in order. */
enum turn_part {
	TURN_HANDLE, /* events, results, timers */
	TURN_COMMIT, /* the COMMIT, and the sync if made in place */
	TURN_SEND,   /* news, long answers, sending, freeing */
	TURN_TIDY,   /* deferred work of the store, memory */
	TURN_PARTS,
};

/* Makes syncs of one kind in a thread.  begin starts one call of store_sync_make for the turn's
 * store, after which the thread wakes the loop.  ended returns true once for each completed
 * call (wait: waits until it is complete).  begin NULL: the loop makes the syncs in place. */
struct sync_port {
	void *ctx;
	void (*begin)(void *ctx);
	bool (*ended)(void *ctx, bool wait);
};

struct turn {
	struct world *world;
	struct store *store;
	/* The interface to the system: real in the server, simulated in tests. */
	void *clock_ctx;
	int64_t (*mono_ms)(void *ctx);
	int64_t (*wall_ms)(void *ctx);
	int64_t (*mono_us)(void *ctx); /* to limit the time for news in a turn, and to measure;
					* NULL: no limit, and measures in whole ms */
	int64_t (*cpu_us)(void *ctx);  /* processor time of this thread; used with mono_us */
	void *work_ctx;
	bool (*work_next)(void *ctx, struct work_result *result_out);
	struct sync_port sync[STORE_SYNCS];
	bool one_processor; /* the process may use only one, by its affinity */
	/* Called a second after the last event, with work_ctx: may return memory to the system;
	 * NULL: not called. */
	void (*tidy)(void *ctx);
	/* private: */
	bool begun;
	int64_t began_us, began_cpu_us;
	int64_t clock_read_us;  /* last reading of the fine clock */
	int64_t deadline_us;    /* latest time by which it should be read again */
	int64_t grace_until_us; /* time is stopped until then, while input that waited in
				 * sockets is read */
	int64_t stalled_ms;     /* time lost, which does not count: in total, and since the last
				 * turn */
	int64_t stalled_now_ms;
	int64_t stalled_us;           /* the part of the lost time below a millisecond */
	int64_t stall_budget_us;      /* allowance for turns that are only slightly late */
	int64_t longest_cpu_us;       /* most processor time used by a turn */
	int64_t until_us[TURN_PARTS]; /* time at the end of each part, by mono_us */
	bool idle_work_due;           /* something has happened since idle work was last done */
	int64_t quiet_since_ms;       /* time of the last event, in the world's time */
	bool more;                    /* more password results are waiting */
	bool refusing;                /* state of the store as last logged */
	struct syncing {
		bool on;          /* in progress in the thread */
		int64_t since_us; /* start of the sync, by mono_us */
		unsigned behind;  /* turns since then */
	} syncing[STORE_SYNCS];
	bool commit_deferred; /* the commit of earlier turns is still to come */
	unsigned lines;       /* lines received in this turn */
	unsigned solo_turns; /* consecutive turns with a single line and no output waiting for a
			      * sync */
	unsigned threaded_syncs_left; /* with one processor: number of syncs still left to the
				       * thread after a slow sync */
	unsigned checkpoint_steps;    /* deferred work is done once it takes this many steps */
};

/* Initialises the private fields; the others must be set (world, store, system interface). */
void turn_init(struct turn *t);

/* Returns the events that net must report.  The first of a turn reads the clock. */
struct net_events turn_events(struct turn *t);

/* Reads the clock and begins a turn, unless one has begun.  Call it before any change of the
 * world that is not caused by an event of net. */
void turn_begin(struct turn *t);

/* Returns how long the next wait may last, in milliseconds; -1: no limit. */
int turn_wait_ms(const struct turn *t);

/* Completes the turn.  Returns -1 if the store has failed beyond repair: the process must end.
 * Nothing has been sent that is not on disk. */
MUST_USE int turn_end(struct turn *t);

/* Called between turns: syncs everything and sends as much as possible.  Returns -1 as turn_end
 * does. */
MUST_USE int turn_drain(struct turn *t);

/* Sets the store after it was closed (NULL; no turn may run until it is set again) or
 * reopened. */
void turn_reopened(struct turn *t, struct store *store);

/* Call it for a world that was taken over from another process, so that its time continues from
 * world_ms: once early, and again right before the first turn, because the time between the
 * calls does not count. */
void turn_resume_clock(struct turn *t, int64_t world_ms);

/* Returns whether output of earlier turns waits for a sync. */
bool turn_waits(const struct turn *t);

#endif
