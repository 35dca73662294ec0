/* SPDX-License-Identifier: MIT */
/* See sync.h. */
#include "turn/sync.h"

#include <inttypes.h>

#include "os/log.h"
#include "stats/counters.h"
#include "turn/turn.h"

/* After this many consecutive turns with one line each, the loop performs syncs itself. */
#define SOLO_TURNS_BEFORE_SYNC_IN_PLACE 64u
/* with one processor, a sync is slow if it takes longer than this */
#define SLOW_SYNC_US 2000
#define THREADED_AFTER_SLOW_SYNC 16u /* syncs that the thread performs after a slow sync */
/* if more turns than this are not on disk, the loop waits for the sync */
#define UNSYNCED_TURNS_MAX 256u

/* Gets the reason from store_commit, which returns the error of a failed store at each call. */
int
turn_storage_failed(struct turn *t)
{
	char why[256];
	struct sbuf error;

	SBUF_INIT(&error, why);
	(void)(store_commit(t->store, &error) == STORE_OK); /* a failed store never succeeds */
	log_error("storage_failed", "turn=%" PRIu64 " detail=\"%s\"", t->world->turn_no, why);
	return -1;
}

bool
turn_output_waits(const struct turn *t)
{
	return t->syncs.running[STORE_SYNC_WAL].on || t->syncs.commit_deferred;
}

/* ---- in the thread or in place ---- */

/* Returns whether only one user, or very few, are playing: each line arrives after the answer
 * to the previous one was sent, never two in a turn.  The loop would then be idle during a
 * sync, and handing the sync to the thread costs more than it saves.  With many users, 64 such
 * turns in a row do not occur by chance. */
static bool
is_solo(struct turn *t)
{
	struct turn_syncs *y = &t->syncs;

	if (y->input_lines > 1 || (y->input_lines > 0 && turn_output_waits(t)))
		y->solo_turns = 0;
	else if (y->input_lines > 0 && y->solo_turns < SOLO_TURNS_BEFORE_SYNC_IN_PLACE)
		y->solo_turns++;
	y->input_lines = 0;
	return y->solo_turns == SOLO_TURNS_BEFORE_SYNC_IN_PLACE;
}

/* Returns whether the loop should sync in place, and wait for the disk.  With one processor,
 * the thread can start a sync only when the loop is idle, and what the loop does until then is
 * covered only by the next sync; with a fast disk, waiting is better.  After a slow sync the
 * thread performs the next THREADED_AFTER_SLOW_SYNC, so that a slow disk rarely blocks the
 * loop. */
static bool
thread_would_delay_sync(const struct turn *t)
{
	return t->syncs.one_processor && t->syncs.threaded_syncs_left == 0;
}

/* Returns whether the loop must wait for the disk, because unsent output must not grow without
 * limit.  As during a sync in place, the time spent waiting does not count for players.  A
 * database that cannot be reached does not block the loop: meanwhile only talk is written, and
 * at most net_config.output_hard bytes are kept for each connection. */
static bool
must_wait_for_sync(const struct turn *t, enum store_sync which)
{
	const struct turn_syncs *y = &t->syncs;

	if ((which == STORE_SYNC_DATABASE && !y->commit_deferred) ||
	    store_unreachable(t->store))
		return false; /* no output waits for this sync */
	return y->running[which].turns >= UNSYNCED_TURNS_MAX ||
	       turn_clock_now_us(&t->clock) - y->running[which].since_us > TURN_LATE_US;
}

/* Returns whether something must be synced and a sync can start now. */
static bool
can_begin_sync(const struct turn *t, enum store_sync which)
{
	return store_needs_sync(t->store, which) && !t->syncs.running[which].on &&
	       !t->syncs.commit_deferred;
}

/* ---- one sync ---- */

/* Records how long answers waited for a sync: from its start until the loop noticed its end. */
static int64_t
measure_sync(struct turn *t, int64_t since_us)
{
	int64_t us;

	if (t->clock.mono_us == NULL)
		return 0;
	us = turn_clock_now_us(&t->clock) - since_us;
	counters_add_sync(t->world, us);
	return us;
}

/* Ends a sync in progress if it has completed (wait: waits until it has), and releases the
 * output that it covered. */
static int
end_completed_sync(struct turn *t, enum store_sync which, bool wait)
{
	struct turn_syncs *y = &t->syncs;
	const struct sync_port *port = &y->ports[which];
	enum store_err err;

	if (!y->running[which].on)
		return 0;
	y->running[which].turns++;
	if (!port->ended(port->ctx, wait || must_wait_for_sync(t, which)))
		return 0;
	err = store_sync_end(t->store, which);
	if (err == STORE_SYNC_INCOMPLETE) {
		port->begin(port->ctx);
		return 0;
	}
	y->running[which].on = false;
	if (err != STORE_OK)
		return turn_storage_failed(t);
	if (which == STORE_SYNC_WAL) {
		(void)measure_sync(t, y->running[which].since_us);
		t->world->net.release_covered(t->world->net.ctx);
	}
	return 0;
}

/* Starts a sync in the thread.  A sync of the WAL covers the output of this turn, and of
 * earlier turns that the last sync did not cover. */
static void
sync_in_thread(struct turn *t, enum store_sync which)
{
	struct turn_syncs *y = &t->syncs;

	if (which == STORE_SYNC_WAL) {
		t->world->net.mark_covered(t->world->net.ctx);
		y->threaded_syncs_left -= y->threaded_syncs_left > 0;
	}
	y->running[which].on = true;
	y->running[which].since_us = turn_clock_now_us(&t->clock);
	y->running[which].turns = 0;
	y->ports[which].begin(y->ports[which].ctx);
}

static void
begin_sync(struct turn *t, enum store_sync which)
{
	store_sync_begin(t->store, which);
	sync_in_thread(t, which);
}

static int
sync_in_place(struct turn *t, enum store_sync which)
{
	int64_t since_us = turn_clock_now_us(&t->clock);
	const bool has_thread = t->syncs.ports[which].begin != NULL;
	enum store_err err;

	store_sync_begin(t->store, which);
	do {
		store_sync_make(t->store, which);
		err = store_sync_end(t->store, which);
	} while (err == STORE_SYNC_INCOMPLETE && !(has_thread && store_unreachable(t->store)));
	if (err == STORE_SYNC_INCOMPLETE) {
		sync_in_thread(t, which);
		return 0;
	}
	if (err != STORE_OK)
		return turn_storage_failed(t);
	if (which != STORE_SYNC_WAL)
		return 0;
	if (measure_sync(t, since_us) > SLOW_SYNC_US && t->syncs.one_processor)
		t->syncs.threaded_syncs_left = THREADED_AFTER_SLOW_SYNC;
	return 0;
}

/* ---- the steps of a turn ---- */

int
turn_sync_commit(struct turn *t)
{
	bool solo, in_place;

	if (end_completed_sync(t, STORE_SYNC_DATABASE, false) != 0)
		return -1;
	if (store_commit(t->store, NULL) != STORE_OK)
		return turn_storage_failed(t);
	t->syncs.commit_deferred = store_dirty(t->store);
	if (end_completed_sync(t, STORE_SYNC_WAL, false) != 0)
		return -1;
	solo = is_solo(t);
	in_place = solo || thread_would_delay_sync(t) ||
		   t->syncs.ports[STORE_SYNC_WAL].begin == NULL ||
		   store_checkpoint_due(t->store, t->maintenance.checkpoint_steps);
	return in_place && can_begin_sync(t, STORE_SYNC_WAL) ? sync_in_place(t, STORE_SYNC_WAL)
							     : 0;
}

void
turn_sync_send(struct turn *t)
{
	if (can_begin_sync(t, STORE_SYNC_WAL))
		begin_sync(t, STORE_SYNC_WAL);
	t->world->net.flush(t->world->net.ctx,
	    !store_needs_sync(t->store, STORE_SYNC_WAL) && !t->syncs.commit_deferred);
}

int
turn_sync_database(struct turn *t)
{
	if (!can_begin_sync(t, STORE_SYNC_DATABASE))
		return 0;
	if (t->syncs.ports[STORE_SYNC_DATABASE].begin == NULL)
		return sync_in_place(t, STORE_SYNC_DATABASE);
	begin_sync(t, STORE_SYNC_DATABASE);
	return 0;
}

int
turn_drain(struct turn *t)
{
	if (end_completed_sync(t, STORE_SYNC_DATABASE, true) != 0 ||
	    end_completed_sync(t, STORE_SYNC_WAL, true) != 0)
		return -1;
	if (store_save(t->store, NULL) != STORE_OK)
		return turn_storage_failed(t);
	t->syncs.commit_deferred = false;
	t->world->net.flush(t->world->net.ctx, true);
	return 0;
}
