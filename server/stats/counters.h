/* SPDX-License-Identifier: MIT */
/* Usage of the server: users online by hour, starts, commands.
 *
 * Time is added up in memory once per turn.  It is stored when an hour of the clock ends, at
 * shutdown, and at each log-in and log-out, which write to the store anyway.  The days on which
 * the server was up for an hour (see match/expiry.c) are stored at the same times. */
#ifndef STATS_COUNTERS_H
#define STATS_COUNTERS_H

#include "world/world.h"

#define COUNTERS_PENDING_HOURS 48u /* hours kept while the store refuses writes */

/* number of parts of 10 s in the last minute; the current part may be incomplete */
#define COUNTERS_MINUTE_PARTS 6

/* Distribution of durations. */
#define HISTOGRAM_BOUNDS 12u
extern const int64_t HISTOGRAM_UPPER_BOUNDS_US[HISTOGRAM_BOUNDS];

struct histogram {
	/* number of durations above the previous bound and up to this bound */
	uint64_t bucket_counts[HISTOGRAM_BOUNDS];
	uint64_t n;
	int64_t sum_us;
};

#define COUNTERS_SAMPLE_MS 60000 /* interval between two readings by counters_sample */

#define COUNTERS_COMMANDS_MAX 192 /* capacity, at least the number of rows in commands.def */

/* State of counters.c. */
struct counters {
	bool timing_begun;
	int64_t start_ms;     /* monotonic, first turn */
	int64_t accounted_ms; /* monotonic; time is accounted for up to here */
	/* hours not stored yet, oldest first */
	struct hour_record pending_hours[COUNTERS_PENDING_HOURS];
	unsigned pending_hours_n;
	bool start_counted; /* the start of the server has been stored */
	uint64_t commands;  /* commands since the start */
	uint64_t commands_by_row[COUNTERS_COMMANDS_MAX]; /* commands since the start, per row of
							  * commands.def */
	uint64_t login_failures;                         /* failed log-ins since the start */
	int64_t next_sample_ms; /* monotonic time at which the next two fields are read again */
	int64_t database_bytes; /* size of the database */
	unsigned analyses_queued; /* matches waiting for analysis */
	struct histogram turn_times, commit_times, sync_times;
	int64_t longest_turn_us;                        /* longest turn */
	int64_t part_longest_us[COUNTERS_MINUTE_PARTS]; /* longest turn in each part of the last
							   minute */
	int64_t current_part; /* number of the current part since the start */
};

/* Returns NULL if memory runs out. */
struct counters *counters_new(void);
void counters_free(struct counters **c);

#define COUNTERS_HOUR_MS 3600000
#define COUNTERS_DAYS_KEPT 30 /* how long hourly usage is kept */

/* Accounts for the time since the last turn.  Call after the clocks have been read, before any
 * log-in or log-out. */
void counters_add_online_time(struct world *w);

/* Stores an hour that has ended, deletes old hours, and counts the start of the server.  While
 * the store refuses writes, all this is postponed. */
void counters_run_timers(struct world *w);

/* Returns the monotonic time, in ms, at which counters_run_timers must be called next. */
int64_t counters_next_timer(const struct world *w);

/* Reads the figures of the store that the metrics show, once a minute: reading them for each
 * page would cost round trips to a remote database, outside of a turn. */
void counters_sample(struct world *w);
int64_t counters_next_sample(const struct world *w);

/* Records a log-in or log-out for the command `last` (event: see visit_event_text), and the
 * usage so far.  Must not be called while the store refuses writes. */
void counters_record_visit(struct world *w, const char *name, const char *event);

/* Stores the usage so far; does nothing while the store refuses writes. */
void counters_store(struct world *w);

/* Returns the number of commands since the start, including this turn's. */
uint64_t counters_command_count(const struct world *w);

/* Records the duration of a turn, from its first event until all output was sent, and of its
 * commit, in microseconds. */
void counters_add_turn(struct world *w, int64_t us, int64_t commit_us);

/* Records the duration of a sync of turns, in microseconds. */
void counters_add_sync(struct world *w, int64_t us);

/* Return the longest turn before this one, in milliseconds: since the start, and in the last
 * minute. */
double counters_longest_turn(const struct world *w);
double counters_longest_in_minute(const struct world *w);

/* Calls fn for the usage of each hour of the last COUNTERS_DAYS_KEPT days, including hours not
 * yet stored; an hour may occur twice. */
void counters_each_hour(
    const struct world *w, void (*fn)(void *ctx, const struct hour_record *h), void *ctx);

#endif
