/* SPDX-License-Identifier: MIT */
/* Whether the wall clock can be believed.
 *
 * Deadlines are wall time, so a clock that is wrong for a minute would end saved matches,
 *delete accounts and cancel tournaments, none of which can be undone.  The clock is doubted
 *
 *	- when it steps by more than a day against the monotonic clock, or
 *	- when a start finds that the server was last up more than a day ago, or more than a
 *	  minute in the future.
 *
 * From then on whatever cannot be undone waits until the server has been up for 24 hours in
 * all, however many starts that takes.  A further start does not restart the count; a further
 * step does, except one that takes a slow clock to the right time.
 *
 * The clock is slow (`behind`) as long as it shows a time before the server was last up (or
 *before this program was written): a machine without a battery-backed clock starts in 1970.
 *What is stored meanwhile gets wallclock_stamp_ms, just after the server was last up, and
 *counts from the moment at which the clock is put right: wallclock_counts_ms. */
#ifndef WORLD_WALLCLOCK_H
#define WORLD_WALLCLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct world;

#define WALLCLOCK_WAIT_MS INT64_C(86400000) /* 24 hours */

struct wallclock {
	int64_t seen_ms;  /* the true time is not before that; 0 until the first turn */
	int64_t ahead_ms; /* the wall clock may be wrong by so much more than seen_ms; else 0 */
	int64_t wait_ms;  /* time the server still has to be up; 0: the clock is believed */
	int64_t since_ms; /* wall time since which it has waited; 0: not known while behind */
	int64_t step_ms;  /* wall time less monotonic time when steps were last looked for */
	int64_t mono_ms;  /* of the last turn */
	int64_t write_ms; /* monotonic time of the next write */
	int64_t right_ms; /* put right at this time, which is still to be published; 0 no */
	int64_t stamp_ms; /* and what was stored as this moment counts from then */
	bool begun;
	bool behind;
	bool settled; /* the end of a wait is still to be published */
	bool warn;    /* that the clock is doubted is still to be logged */
};

/* Reads what is stored; before the first turn. */
void wallclock_load(struct world *w);

/* Looks at the clocks of a turn that has begun. */
void wallclock_begin(struct world *w);

/* Logs, stores, and publishes EVENT_clock_right and EVENT_clock_settled. */
void wallclock_timers(struct world *w);

/* Monotonic time of the next call of wallclock_timers. */
int64_t wallclock_next_timer(const struct world *w);

/* Stores it now, for the next process. */
void wallclock_write(struct world *w);

/* The gate: whether what cannot be undone (expiry, deletion, cancellation, forfeits at a
 * deadline) may happen now because its time has come.  EVENT_clock_settled is published when
 * this becomes true again.  What a user or an operator asks for never waits. */
bool wallclock_settled(const struct world *w);

/* The same for what its owner has asked for and waits for: true after seven days, too, however
 * little the server was up. */
bool wallclock_settled_or_week(const struct world *w);

/* The time with which to store what will expire. */
int64_t wallclock_stamp_ms(const struct world *w);

/* The time from which a stored one counts: itself, or when the clock was put right.  While
 * wallclock_settled, a time in the future, stored by a clock that was ahead, counts from now,
 * which is stored.  One row is looked up. */
int64_t wallclock_counts_ms(struct world *w, int64_t stamp_ms);

#endif
