/* SPDX-License-Identifier: MIT */
/* When turns are committed and synced, and whether the loop waits for the disk.  The output of
 * a turn is sent once a sync that began after the turn's COMMIT has completed. */
#ifndef TURN_SYNC_H
#define TURN_SYNC_H

#include "base/check.h"
#include "store/store.h"

struct turn;

/* Performs syncs of one kind in a thread.  begin makes the thread call store_sync_make once for
 * the turn's store and then wake the loop.  ended returns true once for each completed call
 * (wait: waits until it is complete).  begin NULL: the loop syncs in place. */
struct sync_port {
	void *ctx;
	void (*begin)(void *ctx);
	bool (*ended)(void *ctx, bool wait);
};

struct turn_syncs {
	struct sync_port ports[STORE_SYNC_COUNT];
	bool one_processor; /* the process may use only one processor, by its affinity */
	/* private: */
	struct {
		bool on;          /* a sync is in progress in the thread */
		int64_t since_us; /* start of the sync, by mono_us */
		unsigned turns;   /* turns since the sync began */
	} running[STORE_SYNC_COUNT];
	bool commit_deferred; /* earlier turns are not committed yet */
	unsigned input_lines; /* lines received in this turn; counted by turn.c */
	unsigned solo_turns;  /* consecutive turns with a single line and no output waiting for
			       * a sync */
	unsigned threaded_syncs_left; /* with one processor: number of syncs still left to the
				       * thread after a slow sync */
};

/* The functions below that return int return 0, or -1 if storage has failed. */

/* Logs the reason.  Returns -1. */
MUST_USE int turn_storage_failed(struct turn *t);

/* Commits the turn, and syncs it if that must be done in place. */
MUST_USE int turn_sync_commit(struct turn *t);

/* Begins a sync in the thread if one is needed, and sends the output that a sync has
 * covered. */
void turn_sync_send(struct turn *t);

/* Syncs what a checkpoint has written to the database file, in the thread if there is one. */
MUST_USE int turn_sync_database(struct turn *t);

#endif
