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
#define WRITE_EVERY_MS (10 * MINUTE_MS)
#define LEAST_MS INT64_C(1767225600000) /* 1 January 2026: no earlier time can be right */

void
wallclock_load(struct world *w)
{
	struct wallclock *c = &w->clock;

	c->seen_ms = store_counter(w->store, COUNTER_CLOCK_SEEN);
	c->wait_ms = store_counter(w->store, COUNTER_CLOCK_WAIT);
	c->since_ms = store_counter(w->store, COUNTER_CLOCK_SINCE);
	c->peak_ms = store_counter(w->store, COUNTER_CLOCK_PEAK);
	c->slow_ms = store_counter(w->store, COUNTER_CLOCK_SLOW);
	c->put_ms = store_counter(w->store, COUNTER_CLOCK_PUT);
}

/* ---- checks ---- */

/* Compares the wall clock with seen_ms, the earliest possible time, and sets `behind` and
 * ahead_ms. */
static void
compare(struct wallclock *c, int64_t wall_ms)
{
	int64_t gap_ms = wall_ms - c->seen_ms;

	c->behind = gap_ms < -MINUTE_MS;
	c->ahead_ms = gap_ms > DAY_MS ? gap_ms : 0;
	if (!c->behind)
		c->seen_ms = wall_ms - c->ahead_ms;
}

static void
doubt(struct wallclock *c, int64_t wall_ms)
{
	c->warn = c->warn || c->wait_ms == 0;
	c->wait_ms = WALLCLOCK_WAIT_MS;
	c->since_ms = c->behind ? 0 : wall_ms;
	c->write_ms = c->mono_ms;
}

static void
first_turn(struct wallclock *c, int64_t wall_ms)
{
	if (c->seen_ms == 0 && wall_ms >= LEAST_MS)
		c->seen_ms = wall_ms;
	if (c->seen_ms < LEAST_MS)
		c->seen_ms = LEAST_MS;
	compare(c, wall_ms);
	if ((c->behind || c->ahead_ms > 0) && c->wait_ms == 0)
		doubt(c, wall_ms);
}

/* Ends a period in which the clock was behind, because it is now right or considered right.
 * Data stored in that period counts from now. */
static void
correct_behind_times(struct wallclock *c, int64_t wall_ms)
{
	if (!c->behind)
		return;
	c->wrong_first_ms = c->wrong_last_ms = c->seen_ms + 1;
	c->right_ms = wall_ms;
	c->write_ms = c->mono_ms;
	if (c->since_ms == 0)
		c->since_ms = wall_ms;
}

/* Believes a clock that is still behind.  If the clock is slow after all, times stored from now
 * on will count from the moment of its correction. */
static void
believe_slow_clock(struct wallclock *c, int64_t wall_ms)
{
	if (c->seen_ms > c->peak_ms)
		c->peak_ms = c->seen_ms;
	if (c->put_ms > wall_ms)
		c->put_ms = c->slow_ms = 0; /* the correction was wrong */
	if (c->slow_ms == 0 || wall_ms < c->slow_ms)
		c->slow_ms = wall_ms;
}

/* Corrects the times stored by a slow clock that was believed: the clock has jumped past
 * peak_ms, and the jump is now believed. */
static void
correct_slow_times(struct wallclock *c)
{
	c->wrong_first_ms = c->slow_ms;
	c->wrong_last_ms = c->since_ms - 1;
	c->right_ms = c->put_ms = c->since_ms;
	c->peak_ms = 0;
}

/* Called when the time reaches peak_ms without a jump: the clock that was believed was not
 * slow, and a later jump does not correct it. */
static void
forget_peak(struct wallclock *c)
{
	c->peak_ms = 0;
	if (c->put_ms == 0)
		c->slow_ms = 0;
	c->write_ms = c->mono_ms;
}

/* Returns whether the clock has stepped by more than a day.  If so, the clock is doubted from
 * now on. */
static bool
has_stepped(struct wallclock *c, int64_t wall_ms)
{
	int64_t step_ms = wall_ms - c->mono_ms - c->step_ms;

	if (step_ms >= -MINUTE_MS && step_ms <= MINUTE_MS)
		return false;
	c->write_ms = c->mono_ms;
	if (c->behind || (step_ms >= -DAY_MS && step_ms <= DAY_MS))
		return false;
	c->seen_ms = c->step_ms + c->mono_ms - c->ahead_ms;
	compare(c, wall_ms);
	doubt(c, wall_ms);
	return true;
}

static void
wait_on(struct wallclock *c, int64_t up_ms, int64_t wall_ms)
{
	if (c->wait_ms == 0)
		return;
	if (up_ms < c->wait_ms) {
		c->wait_ms -= up_ms;
		return;
	}
	if (wall_ms < LEAST_MS)
		return; /* the time is certainly wrong: nothing is done until it is corrected */
	correct_behind_times(c, wall_ms);
	if (c->behind)
		believe_slow_clock(c, wall_ms);
	else if (c->peak_ms != 0 && c->ahead_ms > 0 && c->since_ms + MINUTE_MS >= c->peak_ms)
		correct_slow_times(c);
	c->behind = false;
	c->wait_ms = c->ahead_ms = c->since_ms = 0;
	c->seen_ms = wall_ms;
	c->publish_settled = true;
	c->write_ms = c->mono_ms;
}

void
wallclock_begin(struct world *w)
{
	struct wallclock *c = &w->clock;
	int64_t up_ms = w->mono_ms - c->mono_ms;

	c->mono_ms = w->mono_ms;
	if (!c->had_turn) {
		c->had_turn = true;
		c->write_ms = w->mono_ms;
		c->step_ms = w->wall_ms - w->mono_ms;
		first_turn(c, w->wall_ms);
		return;
	}
	if (has_stepped(c, w->wall_ms))
		up_ms = 0;
	if (c->behind && w->wall_ms + MINUTE_MS >= c->seen_ms) {
		correct_behind_times(c, w->wall_ms);
		compare(c, w->wall_ms);
	}
	if (!c->behind)
		c->seen_ms = w->wall_ms - c->ahead_ms;
	if (c->write_ms <= c->mono_ms)
		c->step_ms = w->wall_ms - w->mono_ms;
	if (c->peak_ms != 0 && c->wait_ms == 0 && w->wall_ms >= c->peak_ms)
		forget_peak(c);
	wait_on(c, up_ms, w->wall_ms);
}

/* ---- storing and publishing ---- */

void
wallclock_write(struct world *w)
{
	struct wallclock *c = &w->clock;

	if (c->seen_ms == 0 || store_refusing(w->store))
		return;
	store_counter_set(w->store, COUNTER_CLOCK_SEEN, c->seen_ms, false);
	if (c->wait_ms != 0 || store_counter(w->store, COUNTER_CLOCK_WAIT) != 0) {
		store_counter_set(w->store, COUNTER_CLOCK_WAIT, c->wait_ms, false);
		store_counter_set(w->store, COUNTER_CLOCK_SINCE, c->since_ms, false);
	}
	if (c->slow_ms != 0 || store_counter(w->store, COUNTER_CLOCK_SLOW) != 0) {
		store_counter_set(w->store, COUNTER_CLOCK_PEAK, c->peak_ms, false);
		store_counter_set(w->store, COUNTER_CLOCK_SLOW, c->slow_ms, false);
		store_counter_set(w->store, COUNTER_CLOCK_PUT, c->put_ms, false);
	}
	c->write_ms = c->mono_ms + WRITE_EVERY_MS;
}

static void
publish(struct world *w)
{
	struct wallclock *c = &w->clock;

	if (c->right_ms != 0) {
		struct world_event e = { .kind = EVENT_clock_right,
			.clock_right = { c->wrong_first_ms, c->wrong_last_ms, c->right_ms } };

		if (c->wrong_first_ms == c->wrong_last_ms)
			store_clock_right(w->store, c->wrong_first_ms, c->right_ms);
		c->right_ms = 0;
		event_publish(w, &e);
	}
	if (c->publish_settled) {
		c->publish_settled = false;
		log_info("clock_believed", "detail=\"up for 24 hours\"");
		event_publish(w, &(struct world_event){ .kind = EVENT_clock_settled });
	}
}

void
wallclock_timers(struct world *w)
{
	struct wallclock *c = &w->clock;

	if (c->warn)
		log_warn("clock_doubted",
		    "wall_s=%" PRId64 " last_up_s=%" PRId64
		    " detail=\"nothing expires, is deleted or cancelled until the server has "
		    "been "
		    "up for 24 hours\"",
		    w->wall_ms / 1000, c->seen_ms / 1000);
	c->warn = false;
	if (c->write_ms > w->mono_ms || store_refusing(w->store))
		return;
	publish(w);
	wallclock_write(w);
}

int64_t
wallclock_next_timer(const struct world *w)
{
	const struct wallclock *c = &w->clock;
	/* a clock that is certainly wrong settles only when it is corrected, which may be at
	 * any time */
	const bool settles = c->wait_ms > 0 && w->wall_ms >= LEAST_MS;
	int64_t settles_ms = settles ? c->mono_ms + c->wait_ms : INT64_MAX;

	if (store_was_refusing(w->store))
		return -1;
	return c->write_ms < settles_ms ? c->write_ms : settles_ms;
}

/* ---- the gate ---- */

bool
wallclock_settled(const struct world *w)
{
	return w->clock.wait_ms == 0;
}

bool
wallclock_may_be_ahead(const struct world *w)
{
	return w->clock.ahead_ms > 0;
}

int64_t
wallclock_doubted_since_ms(const struct world *w)
{
	const struct wallclock *c = &w->clock;
	int64_t ms = w->wall_ms - c->since_ms;

	return c->since_ms != 0 && ms >= 0 && ms - (WALLCLOCK_WAIT_MS - c->wait_ms) < DAY_MS
		   ? c->since_ms
		   : wallclock_stamp_ms(w);
}

bool
wallclock_settled_or_week(const struct world *w)
{
	const struct wallclock *c = &w->clock;

	return wallclock_settled(w) ||
	       (!c->behind && c->since_ms != 0 && w->wall_ms - c->since_ms >= WEEK_MS);
}

/* ---- stored times ---- */

int64_t
wallclock_stamp_ms(const struct world *w)
{
	return w->clock.behind ? w->clock.seen_ms + 1 : w->wall_ms;
}

int64_t
wallclock_counted_ms(const struct world *w, int64_t stamp_ms)
{
	const struct wallclock *c = &w->clock;
	int64_t right_ms = store_clock_was_right(w->store, stamp_ms);

	if (right_ms == 0)
		right_ms = stamp_ms;
	return right_ms >= c->slow_ms && right_ms < c->put_ms ? c->put_ms : right_ms;
}

int64_t
wallclock_counts_ms(struct world *w, int64_t stamp_ms)
{
	int64_t counts_ms = wallclock_counted_ms(w, stamp_ms);

	if (counts_ms <= w->wall_ms || !wallclock_settled(w))
		return counts_ms;
	store_clock_right(w->store, stamp_ms, w->wall_ms);
	return w->wall_ms;
}
