/* SPDX-License-Identifier: MIT */
/* The order of one turn of the loop: handle input, commit, send what a sync has covered.  The
 * server and the tests run the same one.
 *
 *	wait (turn_events)  ->  turn_end: password results, timers, prompts,
 *	                        COMMIT, news, the end of a sync, the begin of the next one,
 *	                        send, free
 *
 * The time of the world is the monotonic clock less what the server has lost: when a turn comes
 * late, because the process was stopped or the disk was slow, it is as if no time had passed
 * since the turn before (LIMITS.md D11).
 */
#ifndef TURN_H
#define TURN_H

#include "base/ports.h"
#include "world/world.h"
#include "store/store.h"
#include "work/work.h"

/* What a turn spends its time on, in this order. */
enum turn_part {
	TURN_HANDLE, /* events, results, timers */
	TURN_COMMIT, /* the COMMIT, and the sync when it is made in place */
	TURN_SEND,   /* news, long answers, sending, freeing */
	TURN_TIDY,   /* the store's put-off work, memory */
	TURN_PARTS,
};

/* Syncs of one kind beside the loop: begin runs store_sync_make of the turn's store, once, and
 * wakes the loop at its end; ended says so, once for each (wait: when it has).  begin NULL: in
 * place. */
struct sync_port {
	void *ctx;
	void (*begin)(void *ctx);
	bool (*ended)(void *ctx, bool wait);
};

struct turn {
	struct world *world;
	struct store *store;
	/* the edges: real ones in the server, fakes in tests */
	void *clock_ctx;
	int64_t (*mono_ms)(void *ctx);
	int64_t (*wall_ms)(void *ctx);
	int64_t (*mono_us)(void *ctx); /* for the share of news in a turn and for how long it
					  takes; NULL: all they can get, and whole ms */
	int64_t (*cpu_us)(void *ctx);  /* processor time of this thread; with mono_us */
	void *work_ctx;
	bool (*work_next)(void *ctx, struct work_result *result_out);
	struct sync_port sync[STORE_SYNCS];
	bool one_processor; /* all that the process may use, by its affinity */
	/* A second after the last event, with work_ctx: memory may be given back; NULL nothing.
	 */
	void (*tidy)(void *ctx);
	/* private */
	bool begun;
	int64_t began_us, began_cpu_us;
	int64_t seen_us;     /* when the fine clock was last looked at */
	int64_t due_us;      /* by when it had to be looked at again */
	int64_t catch_up_us; /* until then what waits in the sockets is served first */
	int64_t stood_ms;    /* time that does not count, in all; and since the last turn */
	int64_t stood_now_ms;
	int64_t stood_us;       /* less than one of them, so far */
	int64_t may_stand_us;   /* for turns that are not very late */
	int64_t longest_cpu_us; /* of a turn: what it took of the processor, not of the disk */
	int64_t until_us[TURN_PARTS]; /* where each part ended, with mono_us */
	bool untidy;                  /* something has happened since the last tidying */
	int64_t quiet_since_ms;       /* by the clock of the world: nothing has since */
	bool more;                    /* results of passwords that had to wait */
	bool refusing;                /* what the log has been told of the store */
	struct syncing {
		bool on;          /* beside the loop */
		int64_t since_us; /* when it began, with mono_us */
		unsigned behind;  /* turns since then */
	} syncing[STORE_SYNCS];
	bool held;            /* what turns have written is not committed yet */
	unsigned lines;       /* of this turn */
	unsigned lone;        /* turns with one line, which nobody else waited for */
	unsigned beside_left; /* with one processor: syncs of turns that are the thread's, after
				 a long one */
	unsigned tend_steps;  /* of put-off work that it takes to do it */
};

/* Wires the parts given (world, store, the edges). */
void turn_init(struct turn *t);

/* What the network is to call while it waits.  The clock is read when the first of them comes.
 */
struct net_events turn_events(struct turn *t);

/* Reads the clock and begins a turn, if none has begun: before anything is done to the world
 * that does not come from the network. */
void turn_begin(struct turn *t);

/* How long the next wait may last, in milliseconds; -1 for ever. */
int turn_wait_ms(const struct turn *t);

/* The rest of the turn.  -1 when storage failed in a way that only a restart mends: nothing
 * that is not on disk has been sent, and the process must end. */
MUST_USE int turn_end(struct turn *t);

/* Between turns: all that they have said is synced, stands, and is sent as far as it can be. -1
 * as turn_end. */
MUST_USE int turn_rest(struct turn *t);

/* The store has been closed: NULL, there is none, and no turn; or it is there again. */
void turn_reopened(struct turn *t, struct store *store);

/* Before the first turn of a world that was another process's: its time was so, and goes on
 * from there.  Again right before that turn, because the time until then does not count. */
void turn_goes_on(struct turn *t, int64_t world_ms);

/* Something that turns have said waits for a sync. */
bool turn_waits(const struct turn *t);

#endif
