/* SPDX-License-Identifier: MIT */
/* See wallclock.h.  Costs a few comparisons in each turn, and three rows every ten minutes. */
#include "world/wallclock.h"

#include <inttypes.h>

#include "os/log.h"
#include "world/event.h"
#include "world/world.h"

#define MINUTE_MS INT64_C(60000)
#define DAY_MS INT64_C(86400000)
#define WEEK_MS (7 * DAY_MS)
#define STORE_EVERY_MS (10 * MINUTE_MS)
/* 1 January 2026: no earlier time can be right */
#define EARLIEST_TIME_MS INT64_C(1767225600000)

void
wallclock_load(struct world *w)
{
	struct wallclock *c = &w->wallclock;

	c->earliest_ms = store_counter(w->store, COUNTER_CLOCK_SEEN);
	c->wait_left_ms = store_counter(w->store, COUNTER_CLOCK_WAIT);
	c->doubted_since_ms = store_counter(w->store, COUNTER_CLOCK_SINCE);
	c->earliest_if_slow_ms = store_counter(w->store, COUNTER_CLOCK_PEAK);
	c->slow_believed_ms = store_counter(w->store, COUNTER_CLOCK_SLOW);
	c->slow_corrected_ms = store_counter(w->store, COUNTER_CLOCK_PUT);
}

/* ---- checks ---- */

/* Compares the wall clock with earliest_ms, the earliest possible time, and sets `behind` and
 * ahead_ms. */
static void
compare_with_earliest(struct wallclock *c, int64_t wall_ms)
{
	int64_t gap_ms = wall_ms - c->earliest_ms;

	c->behind = gap_ms < -MINUTE_MS;
	c->ahead_ms = gap_ms > DAY_MS ? gap_ms : 0;
	if (!c->behind)
		c->earliest_ms = wall_ms - c->ahead_ms;
}

static void
begin_doubt(struct wallclock *c, int64_t wall_ms)
{
	c->warning_due = c->warning_due || c->wait_left_ms == 0;
	c->wait_left_ms = WALLCLOCK_WAIT_MS;
	c->doubted_since_ms = c->behind ? 0 : wall_ms;
	c->next_store_ms = c->last_turn_mono_ms;
}

static void
check_at_start(struct wallclock *c, int64_t wall_ms)
{
	if (c->earliest_ms == 0 && wall_ms >= EARLIEST_TIME_MS)
		c->earliest_ms = wall_ms;
	if (c->earliest_ms < EARLIEST_TIME_MS)
		c->earliest_ms = EARLIEST_TIME_MS;
	compare_with_earliest(c, wall_ms);
	if ((c->behind || c->ahead_ms > 0) && c->wait_left_ms == 0)
		begin_doubt(c, wall_ms);
}

/* Ends a period in which the clock was behind, because it is now right or considered right.
 * Data stored in that period counts from now. */
static void
correct_behind_times(struct wallclock *c, int64_t wall_ms)
{
	if (!c->behind)
		return;
	c->wrong_first_ms = c->wrong_last_ms = c->earliest_ms + 1;
	c->correction_ms = wall_ms;
	c->next_store_ms = c->last_turn_mono_ms;
	if (c->doubted_since_ms == 0)
		c->doubted_since_ms = wall_ms;
}

/* Believes a clock that is still behind.  If the clock is slow after all, times stored from now
 * on will count from the moment of its correction. */
static void
believe_slow_clock(struct wallclock *c, int64_t wall_ms)
{
	if (c->earliest_ms > c->earliest_if_slow_ms)
		c->earliest_if_slow_ms = c->earliest_ms;
	if (c->slow_corrected_ms > wall_ms)
		c->slow_corrected_ms = c->slow_believed_ms = 0; /* the correction was wrong */
	if (c->slow_believed_ms == 0 || wall_ms < c->slow_believed_ms)
		c->slow_believed_ms = wall_ms;
}

/* Corrects the times stored by a slow clock that was believed: the clock has jumped past
 * earliest_if_slow_ms, and the jump is now believed. */
static void
correct_slow_times(struct wallclock *c)
{
	c->wrong_first_ms = c->slow_believed_ms;
	c->wrong_last_ms = c->doubted_since_ms - 1;
	c->correction_ms = c->slow_corrected_ms = c->doubted_since_ms;
	c->earliest_if_slow_ms = 0;
}

/* Called when the time reaches earliest_if_slow_ms without a jump: the clock that was believed
 * was not slow, and a later jump does not correct it. */
static void
forget_slow_suspicion(struct wallclock *c)
{
	c->earliest_if_slow_ms = 0;
	if (c->slow_corrected_ms == 0)
		c->slow_believed_ms = 0;
	c->next_store_ms = c->last_turn_mono_ms;
}

/* Returns whether the clock has stepped by more than a day.  If so, the clock is doubted from
 * now on. */
static bool
check_step(struct wallclock *c, int64_t wall_ms)
{
	int64_t step_ms = wall_ms - c->last_turn_mono_ms - c->wall_less_mono_ms;

	if (step_ms >= -MINUTE_MS && step_ms <= MINUTE_MS)
		return false;
	c->next_store_ms = c->last_turn_mono_ms;
	if (c->behind || (step_ms >= -DAY_MS && step_ms <= DAY_MS))
		return false;
	c->earliest_ms = c->wall_less_mono_ms + c->last_turn_mono_ms - c->ahead_ms;
	compare_with_earliest(c, wall_ms);
	begin_doubt(c, wall_ms);
	return true;
}

static void
continue_wait(struct wallclock *c, int64_t up_ms, int64_t wall_ms)
{
	if (c->wait_left_ms == 0)
		return;
	if (up_ms < c->wait_left_ms) {
		c->wait_left_ms -= up_ms;
		return;
	}
	if (wall_ms < EARLIEST_TIME_MS)
		return; /* the time is certainly wrong: nothing is done until it is corrected */
	correct_behind_times(c, wall_ms);
	if (c->behind)
		believe_slow_clock(c, wall_ms);
	else if (c->earliest_if_slow_ms != 0 && c->ahead_ms > 0 &&
		 c->doubted_since_ms + MINUTE_MS >= c->earliest_if_slow_ms)
		correct_slow_times(c);
	c->behind = false;
	c->wait_left_ms = c->ahead_ms = c->doubted_since_ms = 0;
	c->earliest_ms = wall_ms;
	c->publish_trusted = true;
	c->next_store_ms = c->last_turn_mono_ms;
}

void
wallclock_check(struct world *w)
{
	struct wallclock *c = &w->wallclock;
	int64_t up_ms = w->mono_ms - c->last_turn_mono_ms;

	c->last_turn_mono_ms = w->mono_ms;
	if (!c->had_turn) {
		c->had_turn = true;
		c->next_store_ms = w->mono_ms;
		c->wall_less_mono_ms = w->wall_ms - w->mono_ms;
		check_at_start(c, w->wall_ms);
		return;
	}
	if (check_step(c, w->wall_ms))
		up_ms = 0;
	if (c->behind && w->wall_ms + MINUTE_MS >= c->earliest_ms) {
		correct_behind_times(c, w->wall_ms);
		compare_with_earliest(c, w->wall_ms);
	}
	if (!c->behind)
		c->earliest_ms = w->wall_ms - c->ahead_ms;
	if (c->next_store_ms <= c->last_turn_mono_ms)
		c->wall_less_mono_ms = w->wall_ms - w->mono_ms;
	if (c->earliest_if_slow_ms != 0 && c->wait_left_ms == 0 &&
	    w->wall_ms >= c->earliest_if_slow_ms)
		forget_slow_suspicion(c);
	continue_wait(c, up_ms, w->wall_ms);
}

/* ---- storing and publishing ---- */

void
wallclock_store(struct world *w)
{
	struct wallclock *c = &w->wallclock;

	if (c->earliest_ms == 0 || store_refusing(w->store))
		return;
	store_counter_set(w->store, COUNTER_CLOCK_SEEN, c->earliest_ms, false);
	if (c->wait_left_ms != 0 || store_counter(w->store, COUNTER_CLOCK_WAIT) != 0) {
		store_counter_set(w->store, COUNTER_CLOCK_WAIT, c->wait_left_ms, false);
		store_counter_set(w->store, COUNTER_CLOCK_SINCE, c->doubted_since_ms, false);
	}
	if (c->slow_believed_ms != 0 || store_counter(w->store, COUNTER_CLOCK_SLOW) != 0) {
		store_counter_set(w->store, COUNTER_CLOCK_PEAK, c->earliest_if_slow_ms, false);
		store_counter_set(w->store, COUNTER_CLOCK_SLOW, c->slow_believed_ms, false);
		store_counter_set(w->store, COUNTER_CLOCK_PUT, c->slow_corrected_ms, false);
	}
	c->next_store_ms = c->last_turn_mono_ms + STORE_EVERY_MS;
}

static void
publish_correction_and_trust(struct world *w)
{
	struct wallclock *c = &w->wallclock;

	if (c->correction_ms != 0) {
		struct world_event e = { .kind = EVENT_clock_corrected,
			.clock_corrected = {
			    c->wrong_first_ms, c->wrong_last_ms, c->correction_ms } };

		if (c->wrong_first_ms == c->wrong_last_ms)
			store_clock_right(w->store, c->wrong_first_ms, c->correction_ms);
		c->correction_ms = 0;
		event_publish(w, &e);
	}
	if (c->publish_trusted) {
		c->publish_trusted = false;
		log_info("clock_believed", "detail=\"up for 24 hours\"");
		event_publish(w, &(struct world_event){ .kind = EVENT_clock_trusted });
	}
}

void
wallclock_run_timers(struct world *w)
{
	struct wallclock *c = &w->wallclock;

	if (c->warning_due)
		log_warn("clock_doubted",
		    "wall_s=%" PRId64 " last_up_s=%" PRId64
		    " detail=\"nothing expires, is deleted or cancelled until the server has "
		    "been "
		    "up for 24 hours\"",
		    w->wall_ms / 1000, c->earliest_ms / 1000);
	c->warning_due = false;
	if (c->next_store_ms > w->mono_ms || store_refusing(w->store))
		return;
	publish_correction_and_trust(w);
	wallclock_store(w);
}

int64_t
wallclock_next_timer(const struct world *w)
{
	const struct wallclock *c = &w->wallclock;
	/* a clock that is certainly wrong settles only when it is corrected, which may be at
	 * any time */
	const bool settles = c->wait_left_ms > 0 && w->wall_ms >= EARLIEST_TIME_MS;
	int64_t settles_ms = settles ? c->last_turn_mono_ms + c->wait_left_ms : INT64_MAX;

	if (store_was_refusing(w->store))
		return -1;
	return c->next_store_ms < settles_ms ? c->next_store_ms : settles_ms;
}

/* ---- the gate ---- */

bool
wallclock_trusted(const struct world *w)
{
	return w->wallclock.wait_left_ms == 0;
}

bool
wallclock_may_be_ahead(const struct world *w)
{
	return w->wallclock.ahead_ms > 0;
}

int64_t
wallclock_doubted_since_ms(const struct world *w)
{
	const struct wallclock *c = &w->wallclock;
	int64_t ms = w->wall_ms - c->doubted_since_ms;

	return c->doubted_since_ms != 0 && ms >= 0 &&
		       ms - (WALLCLOCK_WAIT_MS - c->wait_left_ms) < DAY_MS
		   ? c->doubted_since_ms
		   : wallclock_new_stamp_ms(w);
}

bool
wallclock_trusted_or_week(const struct world *w)
{
	const struct wallclock *c = &w->wallclock;

	return wallclock_trusted(w) || (!c->behind && c->doubted_since_ms != 0 &&
					   w->wall_ms - c->doubted_since_ms >= WEEK_MS);
}

/* ---- stored times ---- */

int64_t
wallclock_new_stamp_ms(const struct world *w)
{
	return w->wallclock.behind ? w->wallclock.earliest_ms + 1 : w->wall_ms;
}

int64_t
wallclock_corrected_ms(const struct world *w, int64_t stamp_ms)
{
	const struct wallclock *c = &w->wallclock;
	int64_t right_ms = store_clock_was_right(w->store, stamp_ms);

	if (right_ms == 0)
		right_ms = stamp_ms;
	return right_ms >= c->slow_believed_ms && right_ms < c->slow_corrected_ms
		   ? c->slow_corrected_ms
		   : right_ms;
}

int64_t
wallclock_correct_stamp_ms(struct world *w, int64_t stamp_ms)
{
	int64_t counts_ms = wallclock_corrected_ms(w, stamp_ms);

	if (counts_ms <= w->wall_ms || !wallclock_trusted(w))
		return counts_ms;
	store_clock_right(w->store, stamp_ms, w->wall_ms);
	return w->wall_ms;
}
