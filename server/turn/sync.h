/* SPDX-License-Identifier: MIT */
/* When turns are committed and synced, and whether the loop waits for the disk.  The output of
 * a turn is sent after the completion of a sync that began after its COMMIT. */
#ifndef TURN_SYNC_H
#define TURN_SYNC_H

#include "base/check.h"
#include "store/store.h"

struct turn;

/* Makes syncs of one kind in a thread. begin runs store_sync_make of the turn's store once, and
 * wakes the loop at the end; ended returns true once for each (wait: waits for it). begin NULL:
 * in place. */
struct sync_port {
	void *ctx;
	void (*begin)(void *ctx);
	bool (*ended)(void *ctx, bool wait);
};

struct turn_syncs {
	struct sync_port port[STORE_SYNCS];
	bool one_processor; /* by the affinity of the process */
	/* private: */
	struct {
		bool on;          /* in progress in the thread */
		int64_t since_us; /* its start, with mono_us */
		unsigned turns;   /* since then */
	} running[STORE_SYNCS];
	bool commit_deferred; /* output of turns is not committed yet */
	unsigned lines;       /* in this turn; counted by turn.c */
	unsigned solo_turns;  /* consecutive turns with a single line and no other waiting
				 output */
	unsigned threaded_syncs_left; /* with one processor: syncs of turns left to the thread
					 after a slow one */
};

/* Functions that return int: 0, or -1 if storage has failed. */

/* Logs the reason.  Returns -1. */
MUST_USE int turn_storage_failed(struct turn *t);

/* Commits the turn; syncs it too if that is to be done in place. */
MUST_USE int turn_sync_commit(struct turn *t);

/* Begins a sync in the thread if one is needed, and sends what has been covered. */
void turn_sync_send(struct turn *t);

/* Syncs the pages that the store has moved into the database, in the thread if there is one. */
MUST_USE int turn_sync_database(struct turn *t);

#endif
