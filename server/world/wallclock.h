/* SPDX-License-Identifier: MIT */
/* Decides whether the wall clock can be believed.
 *
 * Deadlines are wall times.  A clock that was wrong for just a minute could end saved matches,
 * delete accounts and cancel tournaments, none of which can be undone.  The clock is doubted
 *
 *	- when it steps by more than a day against the monotonic clock, or
 *	- when the server starts and was last up more than a day ago, or more than a minute in
 *	  the future.
 *
 * From then on, anything that cannot be undone waits until the server has been up for 24 hours
 * in total, over any number of starts.  Another start does not restart the count; another step
 * does, unless it sets a slow clock to the right time.
 *
 * The clock is slow (`behind`) while it shows a time before the server was last up, or before
 * this program was written: a machine without a battery-backed clock starts in 1970.  Data
 * stored meanwhile is dated by wallclock_new_stamp_ms, just after the server was last up, and
 * counts from the moment at which the clock is corrected (wallclock_correct_stamp_ms).
 *
 * A clock that is still behind after the 24 hours is believed, because the earlier time may
 * have been wrong.  If it later jumps by more than a day past that earlier time, it was slow:
 * once the jump is believed, times stored since the slow clock was believed count from it. */
#ifndef WORLD_WALLCLOCK_H
#define WORLD_WALLCLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct world;

#define WALLCLOCK_WAIT_MS INT64_C(86400000) /* 24 hours */

struct wallclock {
	int64_t earliest_ms; /* lower bound of the true time; 0 until the first turn */
	int64_t ahead_ms; /* how far the wall clock is ahead of earliest_ms, if that distance is
			     doubted; otherwise 0 */
	int64_t wait_left_ms; /* how long the server must still be up before the clock is
			       * believed; 0: the clock is believed */
	/* when the wait began (wall time); 0: unknown, clock is behind */
	int64_t doubted_since_ms;
	/* wall time less monotonic time at the last check for steps */
	int64_t wall_less_mono_ms;
	int64_t last_turn_mono_ms; /* monotonic time of the last turn */
	int64_t next_store_ms;     /* monotonic time of the next write */
	int64_t correction_ms;     /* time of a correction not yet published; 0: none */
	/* range of the stored times that count from correction_ms */
	int64_t wrong_first_ms, wrong_last_ms;
	int64_t earliest_if_slow_ms; /* value of earliest_ms when a clock that may be slow was
			    believed; 0: none was */
	int64_t slow_believed_ms;    /* wall time when a clock that may be slow was believed; 0:
					never */
	int64_t slow_corrected_ms;   /* times stored between slow_believed_ms and
				      * slow_corrected_ms count from the latter; 0:   none */
	bool had_turn;               /* a turn has begun since the start */
	bool behind;
	bool publish_trusted; /* the end of the wait must be published */
	bool warning_due;     /* a warning must be logged */
};

/* Reads the stored state.  Call it before the first turn. */
void wallclock_load(struct world *w);

/* Checks the clocks of a turn that has begun. */
void wallclock_check(struct world *w);

/* Logs a new doubt; publishes EVENT_clock_corrected and EVENT_clock_trusted and stores the
 * state when they are due. */
void wallclock_run_timers(struct world *w);

/* Returns the monotonic time of the next call of wallclock_run_timers; -1: never. */
int64_t wallclock_next_timer(const struct world *w);

/* Stores the state now, for the next process. */
void wallclock_store(struct world *w);

/* Returns whether actions that cannot be undone (expiry, deletion, cancellation, forfeits at a
 * deadline) may happen now if they are due.  EVENT_clock_trusted is published when such actions
 * may happen again.  Actions requested by a user or an operator never wait. */
bool wallclock_trusted(const struct world *w);

/* Like wallclock_trusted, for deletions that the owner of the data requested: also true seven
 * days after the wait began, however little the server was up. */
bool wallclock_trusted_or_week(const struct world *w);

/* Returns whether the clock is doubted because it may be ahead of the true time. */
bool wallclock_may_be_ahead(const struct world *w);

/* Returns the time since which the clock has been doubted.  Call it only while the clock is
 * doubted.  A restart or upgrade does not change the clock, so the doubt continues if the
 * server was down for less than a day; otherwise it begins now. */
int64_t wallclock_doubted_since_ms(const struct world *w);

/* Returns the current time to store with anything that will expire. */
int64_t wallclock_new_stamp_ms(const struct world *w);

/* Returns the time from which a stored time counts: the stored time itself, or the time of the
 * clock's correction.  Looks up one row. */
int64_t wallclock_corrected_ms(const struct world *w, int64_t stamp_ms);

/* Like wallclock_corrected_ms, but also corrects a time that a fast clock has stored.  If
 * stamp_ms is in the future and the clock is trusted, stores the current time as the correction
 * of stamp_ms and returns the current time. */
int64_t wallclock_correct_stamp_ms(struct world *w, int64_t stamp_ms);

#endif
