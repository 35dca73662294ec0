/* SPDX-License-Identifier: MIT */
/* The order of one turn of the loop: handle input, commit, send what a sync has covered.  The
 * server and the tests run the same one.
 *
 *	wait (turn_events)  ->  turn_end: password results, timers, prompts,
 *	                        COMMIT, news, the end of a sync, the start of the next one,
 *	                        send, free
 *
 * The time of the world is the monotonic clock less the time that the server has lost: when a
 * turn is late, because the process was stopped or the disk was slow, no time has passed since
 * the turn before (LIMITS.md D11). */
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

/* Makes syncs of one kind in a thread. begin runs store_sync_make of the turn's store once, and
 * wakes the loop at the end; ended returns true once for each (wait: waits for it). begin NULL:
 * in place. */
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
	int64_t (*mono_us)(void *ctx); /* for the share of news in a turn and for measuring;
					  NULL: no limit, and whole ms */
	int64_t (*cpu_us)(void *ctx);  /* processor time of this thread; used with mono_us */
	void *work_ctx;
	bool (*work_next)(void *ctx, struct work_result *result_out);
	struct sync_port sync[STORE_SYNCS];
	bool one_processor; /* by the affinity of the process */
	/* Called a second after the last event, with work_ctx: may give memory back; NULL:
	 * nothing. */
	void (*tidy)(void *ctx);
	/* private: */
	bool begun;
	int64_t began_us, began_cpu_us;
	int64_t clock_read_us;  /* last reading of the fine clock */
	int64_t deadline_us;    /* when it had to be read again */
	int64_t grace_until_us; /* until then, input waiting in sockets is served first */
	int64_t stalled_ms; /* time that does not count: in total, and since the last turn */
	int64_t stalled_now_ms;
	int64_t stalled_us;           /* remainder below a millisecond */
	int64_t stall_budget_us;      /* allowance for turns that are only slightly late */
	int64_t longest_cpu_us;       /* most processor time of a turn */
	int64_t until_us[TURN_PARTS]; /* end of each part, with mono_us */
	bool idle_work_due;           /* something has happened since the last tidying */
	int64_t quiet_since_ms;       /* last event, in the world's time */
	bool more;                    /* results of passwords remain */
	bool refusing;                /* state of the store as last logged */
	struct syncing {
		bool on;          /* in progress in the thread */
		int64_t since_us; /* its start, with mono_us */
		unsigned behind;  /* turns since then */
	} syncing[STORE_SYNCS];
	bool commit_deferred; /* output of turns is not committed yet */
	unsigned lines;       /* in this turn */
	unsigned
	    solo_turns; /* consecutive turns with a single line and no other waiting output */
	unsigned threaded_syncs_left; /* with one processor: syncs of turns left to the thread
				 after a slow one */
	unsigned checkpoint_steps;    /* steps of deferred work at which it is done */
};

/* Initialises the private fields; the others must be set (world, store, system interface). */
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
