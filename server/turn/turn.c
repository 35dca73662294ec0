/* SPDX-License-Identifier: MIT */
/* One turn: see turn.h.  The order of the steps guarantees that no change is announced before
 * it is on disk: the output of a turn is sent once a sync that began after the turn's COMMIT
 * has completed. */
#include "turn/turn.h"

#include <inttypes.h>

#include "bot/bot.h"
#include "cmd/cmd.h"
#include "domain.h"
#include "os/log.h"
#include "match/match.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "output/output.h"
#include "stats/counters.h"

#define SLOW_TURN_MS 10 /* longer turns are logged */
#define LATE_US 50000   /* a turn that begins this much after its deadline is late */
/* longest wait, after which clock and files are checked; quiet time before tidying */
#define TICK_MS 1000
#define EMPTY_MS 10000      /* longest wait while no session is connected */
#define CATCH_UP_US 1000000 /* maximum catch-up time after a late turn */
#define STOPPED_US 10000000 /* players cannot make a turn as late as this */
/* allowance for turns that are less late; refilled at half speed */
#define STALL_BUDGET_US 30000000
#define RESULTS_MAX 32u /* password results in one turn; each is a log-in */
#define RESULTS_LEAST 4u
#define RESULTS_UNTIL_US 4000     /* time in the turn after which only the minimum is taken */
#define TYPED_MAX 16u             /* lines of bots in one turn */
#define CHECKPOINT_BEFORE_US 5500 /* latest time in the turn to start deferred work */
#define CHECKPOINT_US 3500        /* target duration of the store's deferred work */
#define CHECKPOINT_STEPS 1000     /* steps of deferred work, until their duration is known */
#define CHECKPOINT_STEPS_LEAST 100
#define CHECKPOINT_STEPS_MOST 6000
/* consecutive solo turns after which the loop makes the sync itself, in place */
#define SOLO_TURNS 64u
/* with one processor: after a longer sync, the thread makes the next BESIDE_SYNCS */
#define LONG_SYNC_US 2000
#define BESIDE_SYNCS 16u   /* number of syncs left to the thread after a long one */
#define BEHIND_MAX 256u    /* most turns not yet on disk; then the loop waits for the sync */
#define FEED_SESSION_US 10 /* cost of news for one session, mostly the send */
#define FEED_SLICE_LEAST 8

/* Returns how much of a delay may stop the clocks.  Players can keep a slow disk busy, and if
 * every delay stopped their clocks they could think for free; so turns that are not very late
 * use a limited allowance. */
static int64_t
stall_budget_take(struct turn *t, int64_t us, int64_t late)
{
	if (late > STOPPED_US)
		return us;
	us = us < t->stall_budget_us ? us : t->stall_budget_us;
	t->stall_budget_us -= us;
	return us;
}

static void
stalled(struct turn *t, int64_t us)
{
	int64_t ms = (t->stalled_us + us) / 1000;

	t->stalled_us = (t->stalled_us + us) % 1000;
	t->stalled_ms += ms;
	t->stalled_now_ms += ms;
	t->world->net.stalled(t->world->net.ctx, ms);
}

/* If the turn is late, all the time since the last reading is lost, including the intended
 * wait: a player whose time was nearly up may have sent an action that is still in the socket.
 * Reading that action may take several turns, so time is stopped for a little longer. */
static void
look_at_clock(struct turn *t)
{
	int64_t now, late;

	if (t->mono_us == NULL)
		return;
	now = t->mono_us(t->clock_ctx);
	late = now - t->deadline_us;
	if (late > LATE_US) {
		int64_t until = now + (late < CATCH_UP_US ? late : CATCH_UP_US);

		if (until > t->grace_until_us)
			t->grace_until_us = until;
		log_client(LOG_LEVEL_INFO, "late_turn", "turn=%" PRIu64 " ms=%" PRId64,
		    t->world->turn, late / 1000);
	}
	t->stall_budget_us += (now - t->clock_read_us) / 2;
	if (t->stall_budget_us > STALL_BUDGET_US)
		t->stall_budget_us = STALL_BUDGET_US;
	if (t->clock_read_us < t->grace_until_us) {
		int64_t us =
		    (now < t->grace_until_us ? now : t->grace_until_us) - t->clock_read_us;

		stalled(t, stall_budget_take(t, us, late));
	}
	t->clock_read_us = t->deadline_us = now;
}

/* Returns the world's time, which never decreases.  The coarse clock is read before the fine
 * one: if the process is stopped between the two readings, the fine clock shows it and the time
 * does not count. */
static int64_t
look_at_clocks(struct turn *t)
{
	int64_t ms = t->mono_ms(t->clock_ctx);

	look_at_clock(t);
	ms -= t->stalled_ms;
	return ms > t->world->mono_ms ? ms : t->world->mono_ms;
}

void
turn_begin(struct turn *t)
{
	int64_t world_ms;

	if (t->begun)
		return;
	world_ms = look_at_clocks(t);
	t->begun = true;
	t->began_us = t->mono_us != NULL ? t->mono_us(t->clock_ctx) : 0;
	t->began_cpu_us = t->mono_us != NULL ? t->cpu_us(t->clock_ctx) : 0;
	domain_begin(t->world, world_ms, t->wall_ms(t->clock_ctx), t->stalled_now_ms);
	t->stalled_now_ms = 0;
}

/* ---- events of net; the first reads the clock ---- */

/* Leaves further input to the next turn if this turn has written as much to the store as one
 * turn should. */
static void
handled(struct turn *t)
{
	if (store_spent(t->store))
		t->world->net.full(t->world->net.ctx);
}

/* Returns the session of an event, NULL if it has ended. */
static struct session *
begin_for(struct turn *t, session_id id)
{
	turn_begin(t);
	return session_get(t->world, id);
}

static session_id
on_opened(void *ctx, conn_id c, const char *addr)
{
	struct turn *t = ctx;
	struct session *s;

	turn_begin(t);
	s = session_open(t->world, c, addr);
	if (s == NULL)
		return 0;
	session_greet(t->world, s);
	return s->id;
}

static void
on_line(void *ctx, session_id id, char *text, size_t n)
{
	struct turn *t = ctx;
	struct session *s = begin_for(t, id);

	(void)n;
	t->lines++;
	if (s != NULL)
		cmd_line(t->world, s, text);
	handled(t);
}

static void
on_overlong(void *ctx, session_id id)
{
	struct turn *t = ctx;
	struct session *s = begin_for(t, id);

	if (s != NULL)
		cmd_overlong(t->world, s);
}

static void
on_closed(void *ctx, session_id id, enum net_close why)
{
	struct turn *t = ctx;

	turn_begin(t);
	session_gone(t->world, id, why);
	handled(t);
}

static void
on_drained(void *ctx, session_id id)
{
	struct turn *t = ctx;

	turn_begin(t);
	domain_drained(t->world, id);
}

static void
on_size(void *ctx, session_id id, unsigned columns, unsigned rows)
{
	struct turn *t = ctx;
	struct session *s = begin_for(t, id);

	if (s != NULL)
		session_window(s, columns, rows);
}

static void
on_waited(void *ctx)
{
	look_at_clock(ctx);
}

struct net_events
turn_events(struct turn *t)
{
	return (struct net_events){ t, on_opened, on_line, on_overlong, on_closed, on_drained,
		on_size, on_waited };
}

void
turn_init(struct turn *t)
{
	t->begun = false;
	t->checkpoint_steps = CHECKPOINT_STEPS;
	t->longest_cpu_us = 0;
	t->deadline_us = INT64_MAX;
}

void
turn_resume_clock(struct turn *t, int64_t world_ms)
{
	struct world *w = t->world;
	const int64_t ms = t->mono_ms(t->clock_ctx) - t->stalled_ms - world_ms;

	t->stalled_ms += ms;
	w->net.stalled(w->net.ctx, ms);
	w->mono_ms = world_ms;
	w->wall_ms = t->wall_ms(t->clock_ctx);
}

void
turn_reopened(struct turn *t, struct store *store)
{
	t->store = store;
	t->world->store = store;
}

/* Returns whether no session is connected, nothing is played or deferred, and no other server
 * counts the turns. */
static bool
is_empty(const struct turn *t)
{
	return t->world->people->sessions.used == 0 && matches_playing(t->world) == 0 &&
	       !t->idle_work_due && !store_is_watched(t->store);
}

int
turn_wait_ms(const struct turn *t)
{
	int64_t ms = domain_next_timer(t->world);
	int64_t most = turn_waits(t) ? LATE_US / 1000 : is_empty(t) ? EMPTY_MS : TICK_MS;

	if (t->more)
		return 0;
	return (int)(ms < 0 || ms > most ? most : ms);
}

/* ---- the end of a turn ---- */

/* Returns the number of sessions that get news and long answers at the end of the turn.
 * Serving them, including the sends, should take at most a quarter of the turn, but a few are
 * always served.  If nothing else happened in the turn, or there is no fine clock (tests must
 * be repeatable), returns a full slice. */
static unsigned
feed_slice(const struct turn *t, bool quiet)
{
	int64_t n;

	if (t->mono_us == NULL || quiet)
		return FEED_SLICE;
	n = (t->mono_us(t->clock_ctx) - t->began_us) / 3 / FEED_SESSION_US;
	return n < FEED_SLICE_LEAST ? FEED_SLICE_LEAST
	       : n > FEED_SLICE     ? FEED_SLICE
				    : (unsigned)n;
}

/* Records the end of a part of the turn. */
static void
mark(struct turn *t, enum turn_part part)
{
	if (t->mono_us != NULL)
		t->until_us[part] = t->mono_us(t->clock_ctx);
}

/* Logs when the store starts or stops refusing. */
static void
log_room(struct turn *t)
{
	if (store_was_refusing(t->store) == t->refusing)
		return;
	t->refusing = !t->refusing;
	if (t->refusing)
		log_warn(store_away(t->store)   ? "database_away"
			 : store_held(t->store) ? "database_locked"
						: "disk_full",
		    "turn=%" PRIu64 " detail=\"%s\"", t->world->turn, store_refusal(t->store));
	else
		log_info("disk_back", "turn=%" PRIu64, t->world->turn);
}

/* Logs why the store has failed: a failed store returns the reason at each commit. */
static int
storage_failed(struct turn *t)
{
	char why[256];
	struct sbuf error;

	SBUF_ON(&error, why);
	(void)(store_commit(t->store, &error) == STORE_OK); /* it never succeeds */
	log_error("storage_failed", "turn=%" PRIu64 " detail=\"%s\"", t->world->turn, why);
	return -1;
}

bool
turn_waits(const struct turn *t)
{
	return t->syncing[STORE_SYNC_WAL].on || t->commit_deferred;
}

/* Returns whether only one user, or hardly more, is playing: each line arrives after the answer
 * to the previous one was sent, never two in a turn.  The loop would then be idle during a
 * sync, and handing the sync to the thread costs more than it saves.  With many users, 64 such
 * turns in a row do not occur by chance. */
static bool
is_solo(struct turn *t)
{
	if (t->lines > 1 || (t->lines > 0 && turn_waits(t)))
		t->solo_turns = 0;
	else if (t->lines > 0 && t->solo_turns < SOLO_TURNS)
		t->solo_turns++;
	t->lines = 0;
	return t->solo_turns == SOLO_TURNS;
}

/* With one processor, the thread gets to start a sync only when the loop is idle, and what the
 * loop does until then is covered only by the next sync.  With a fast disk, it is better if the
 * loop makes the sync itself and waits.  After a slow sync the thread makes the next
 * BESIDE_SYNCS, so that a slow disk rarely blocks the loop. */
static bool
is_thread_in_the_way(const struct turn *t)
{
	return t->one_processor && t->threaded_syncs_left == 0;
}

/* Returns whether the loop must wait for the disk: unsent output must not grow without limit,
 * and time spent waiting does not count for players, as during a sync in place.  A database
 * that cannot be reached does not block the loop: meanwhile only talk is written, and at most
 * net_config.output_hard bytes are kept for each connection. */
static bool
is_late(const struct turn *t, enum store_sync which)
{
	const struct syncing *y = &t->syncing[which];

	if ((which == STORE_SYNC_DATABASE && !t->commit_deferred) || store_away(t->store))
		return false; /* no output waits for it */
	return y->behind >= BEHIND_MAX ||
	       (t->mono_us != NULL && t->mono_us(t->clock_ctx) - y->since_us > LATE_US);
}

/* Records the duration of a sync until the loop noticed its end, which is how long answers have
 * waited. */
static int64_t
measure_sync(struct turn *t, int64_t since_us)
{
	int64_t us;

	if (t->mono_us == NULL)
		return 0;
	us = t->mono_us(t->clock_ctx) - since_us;
	counters_sync(t->world, us);
	return us;
}

/* Ends a sync in progress if it has completed (wait: waits until it has), and releases the
 * output that it covered. */
static int
end_sync(struct turn *t, enum store_sync which, bool wait)
{
	struct syncing *y = &t->syncing[which];
	const struct sync_port *port = &t->sync[which];
	enum store_err err;

	if (!y->on)
		return 0;
	y->behind++;
	if (!port->ended(port->ctx, wait || is_late(t, which)))
		return 0;
	err = store_sync_end(t->store, which);
	if (err == STORE_AGAIN) {
		port->begin(port->ctx);
		return 0;
	}
	y->on = false;
	if (err != STORE_OK)
		return storage_failed(t);
	if (which == STORE_SYNC_WAL) {
		(void)measure_sync(t, y->since_us);
		t->world->net.release(t->world->net.ctx);
	}
	return 0;
}

/* Starts a sync in the thread.  A sync of the WAL covers the output of this turn, and of
 * earlier turns that the last sync did not cover. */
static void
sync_beside(struct turn *t, enum store_sync which)
{
	if (which == STORE_SYNC_WAL) {
		t->world->net.cover(t->world->net.ctx);
		t->threaded_syncs_left -= t->threaded_syncs_left > 0;
	}
	t->syncing[which] = (struct syncing){ .on = true,
		.since_us = t->mono_us != NULL ? t->mono_us(t->clock_ctx) : 0 };
	t->sync[which].begin(t->sync[which].ctx);
}

static void
begin_sync(struct turn *t, enum store_sync which)
{
	store_sync_begin(t->store, which);
	sync_beside(t, which);
}

static int
sync_in_place(struct turn *t, enum store_sync which)
{
	int64_t since_us = t->mono_us != NULL ? t->mono_us(t->clock_ctx) : 0;
	const bool has_thread = t->sync[which].begin != NULL;
	enum store_err err;

	store_sync_begin(t->store, which);
	do {
		store_sync_make(t->store, which);
		err = store_sync_end(t->store, which);
	} while (err == STORE_AGAIN && !(has_thread && store_away(t->store)));
	if (err == STORE_AGAIN) {
		sync_beside(t, which);
		return 0;
	}
	if (err != STORE_OK)
		return storage_failed(t);
	if (which != STORE_SYNC_WAL)
		return 0;
	if (measure_sync(t, since_us) > LONG_SYNC_US && t->one_processor)
		t->threaded_syncs_left = BESIDE_SYNCS;
	return 0;
}

/* Returns whether something must be synced and a sync can start now. */
static bool
to_sync(const struct turn *t, enum store_sync which)
{
	return store_unsynced(t->store, which) && !t->syncing[which].on && !t->commit_deferred;
}

static int
commit(struct turn *t, bool quiet)
{
	bool solo, in_place;

	if (end_sync(t, STORE_SYNC_DATABASE, false) != 0)
		return -1;
	if (store_commit(t->store, NULL) != STORE_OK)
		return storage_failed(t);
	t->commit_deferred = store_dirty(t->store);
	if (end_sync(t, STORE_SYNC_WAL, false) != 0)
		return -1;
	solo = is_solo(t);
	in_place = solo || is_thread_in_the_way(t) || t->sync[STORE_SYNC_WAL].begin == NULL ||
		   store_due(t->store, t->checkpoint_steps);
	if (in_place && to_sync(t, STORE_SYNC_WAL) && sync_in_place(t, STORE_SYNC_WAL) != 0)
		return -1;
	mark(t, TURN_COMMIT);
	domain_commit(t->world, feed_slice(t, quiet));
	if (to_sync(t, STORE_SYNC_WAL))
		begin_sync(t, STORE_SYNC_WAL);
	t->world->net.flush(t->world->net.ctx,
	    !store_unsynced(t->store, STORE_SYNC_WAL) && !t->commit_deferred);
	log_room(t);
	return 0;
}

int
turn_drain(struct turn *t)
{
	if (end_sync(t, STORE_SYNC_DATABASE, true) != 0 ||
	    end_sync(t, STORE_SYNC_WAL, true) != 0)
		return -1;
	if (store_save(t->store, NULL) != STORE_OK)
		return storage_failed(t);
	t->commit_deferred = false;
	t->world->net.flush(t->world->net.ctx, true);
	return 0;
}

/* Starts a sync, in the thread, of what a checkpoint has written to the database file. */
static int
after_checkpoint(struct turn *t, enum store_err err)
{
	if (err != STORE_OK)
		return storage_failed(t);
	if (!to_sync(t, STORE_SYNC_DATABASE))
		return 0;
	if (t->sync[STORE_SYNC_DATABASE].begin == NULL)
		return sync_in_place(t, STORE_SYNC_DATABASE);
	begin_sync(t, STORE_SYNC_DATABASE);
	return 0;
}

/* Does deferred work.  Called when nothing has happened for a second. */
static int
run_idle_work(struct turn *t)
{
	t->idle_work_due = false;
	if (t->tidy != NULL)
		t->tidy(t->work_ctx);
	return after_checkpoint(t, store_idle(t->store));
}

/* Returns the number of steps that should take the target duration, judging by the last
 * steps. */
static unsigned
steps_in_time(unsigned now, unsigned done, int64_t us)
{
	int64_t n = (int64_t)done * CHECKPOINT_US / (us + 1);

	n = n < now / 2 ? now / 2 : n > now * INT64_C(2) ? now * INT64_C(2) : n;
	return n < CHECKPOINT_STEPS_LEAST  ? CHECKPOINT_STEPS_LEAST
	       : n > CHECKPOINT_STEPS_MOST ? CHECKPOINT_STEPS_MOST
					   : (unsigned)n;
}

/* Does some of the store's deferred work if much has accumulated: after the answers were sent,
 * and not in a turn that is already long. */
static int
checkpoint_some(struct turn *t)
{
	int64_t since = t->mono_us != NULL ? t->mono_us(t->clock_ctx) : 0;
	enum store_err err;
	unsigned done;

	if (since - t->began_us > CHECKPOINT_BEFORE_US)
		return 0;
	err = store_checkpoint_some(t->store, t->checkpoint_steps, &done);
	if (done > 0 && t->mono_us != NULL)
		t->checkpoint_steps =
		    steps_in_time(t->checkpoint_steps, done, t->mono_us(t->clock_ctx) - since);
	return after_checkpoint(t, err);
}

static bool
take_results(struct turn *t)
{
	struct work_result r;
	unsigned n = 0;

	t->more = false;
	while (!t->more && t->work_next(t->work_ctx, &r)) {
		cmd_work_done(t->world, &r);
		n++;
		t->more = n == RESULTS_MAX ||
			  (n >= RESULTS_LEAST && t->mono_us != NULL &&
			      t->mono_us(t->clock_ctx) - t->began_us > RESULTS_UNTIL_US);
	}
	return n > 0;
}

/* Runs the lines that bots type, like lines received from clients. */
static bool
take_bots(struct turn *t)
{
	char line[BOT_LINE_MAX];
	struct session *s;
	unsigned n = 0;

	while (n < TYPED_MAX && bots_type(t->world, &s, line)) {
		cmd_line(t->world, s, line);
		n++;
	}
	return n > 0;
}

static int64_t
part_ms(const struct turn *t, enum turn_part part)
{
	int64_t since = part == 0 ? t->began_us : t->until_us[part - 1];

	return (t->until_us[part] - since + 500) / 1000;
}

/* Records the duration of the turn; in whole milliseconds without a fine clock, as in tests. */
static void
measure(struct turn *t)
{
	mark(t, TURN_TIDY);
	if (t->mono_us == NULL) {
		counters_turn(
		    t->world, (t->mono_ms(t->clock_ctx) - t->world->mono_ms) * 1000, 0);
		return;
	}
	const int64_t us = t->until_us[TURN_TIDY] - t->began_us;
	const int64_t cpu_us = t->cpu_us(t->clock_ctx) - t->began_cpu_us;
	counters_turn(t->world, us, t->until_us[TURN_COMMIT] - t->until_us[TURN_HANDLE]);
	if (cpu_us > t->longest_cpu_us)
		t->longest_cpu_us = cpu_us;
	if (us > SLOW_TURN_MS * 1000)
		log_client(LOG_LEVEL_INFO, "slow_turn",
		    "turn=%" PRIu64 " ms=%" PRId64 " cpu_ms=%" PRId64 " handle_ms=%" PRId64
		    " commit_ms=%" PRId64 " send_ms=%" PRId64 " tidy_ms=%" PRId64,
		    t->world->turn, us / 1000, cpu_us / 1000, part_ms(t, TURN_HANDLE),
		    part_ms(t, TURN_COMMIT), part_ms(t, TURN_SEND), part_ms(t, TURN_TIDY));
}

int
turn_end(struct turn *t)
{
	bool quiet = !t->begun;
	bool waited = turn_waits(t);
	bool busy;
	int result = 0;

	turn_begin(t);
	if (take_results(t))
		quiet = false;
	if (take_bots(t))
		quiet = false;
	domain_timers(t->world);
	domain_prompts(t->world);
	DCHECK((domain_check(t->world), true));
	busy = domain_busy(t->world);
	mark(t, TURN_HANDLE);
	mark(t, TURN_COMMIT);
	if (commit(t, quiet) != 0)
		return -1;
	domain_reap(t->world);
	mark(t, TURN_SEND);
	t->begun = false;
	if (!quiet || waited || busy) {
		t->idle_work_due = t->idle_work_due || !quiet || busy;
		t->quiet_since_ms = t->world->mono_ms;
	}
	if (t->idle_work_due && t->world->mono_ms - t->quiet_since_ms >= TICK_MS)
		result = run_idle_work(t);
	else
		result = checkpoint_some(t);
	measure(t);
	if (t->mono_us != NULL)
		t->deadline_us = t->clock_read_us + (int64_t)turn_wait_ms(t) * 1000;
	return result;
}
