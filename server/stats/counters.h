/* SPDX-License-Identifier: MIT */
/* How much the server is used: users on line by the hour, starts, commands.
 *
 * Time is added up in memory, once a turn, and goes to the store with the log-ins and log-outs
 * that are written anyway, when an hour of the clock ends, and when the server does.  So are
 * the days on which the server was up for an hour (see match/expiry.c). */
#ifndef STATS_COUNTERS_H
#define STATS_COUNTERS_H

#include "world/world.h"

#define COUNTERS_PENDING 48u /* hours that can wait for a store that refuses */

#define COUNTERS_PARTS 6 /* of 10 s, the last of them begun: about a minute */

/* How often something took how long. */
#define HISTOGRAM_BOUNDS 12u
extern const int64_t HISTOGRAM_LE_US[HISTOGRAM_BOUNDS];

struct histogram {
	uint64_t up_to[HISTOGRAM_BOUNDS]; /* more than the bound before, not more than this */
	uint64_t n;
	int64_t sum_us;
};

#define COUNTERS_COMMANDS 192 /* rows of commands.def there can be */

/* What counters.c adds up. */
struct counters {
	bool begun;
	int64_t start_ms; /* monotonic, of the first turn */
	int64_t since_ms; /* monotonic; up to then time is accounted for */
	struct hour_record pending[COUNTERS_PENDING]; /* not yet in the store, oldest first */
	unsigned pending_n;
	bool start_counted;                /* in the store */
	uint64_t commands;                 /* given since the start */
	uint64_t given[COUNTERS_COMMANDS]; /* of each row of commands.def */
	struct histogram turns, commits, syncs;
	int64_t turn_us;                 /* the longest turn */
	int64_t part_us[COUNTERS_PARTS]; /* the same of each part of the last minute */
	int64_t part;                    /* number of the latest one since the start */
};

/* NULL when memory is out. */
struct counters *counters_new(void);
void counters_free(struct counters **c);

#define COUNTERS_HOUR_MS 3600000
#define COUNTERS_DAYS 30 /* so long use by the hour is kept */

/* The time since the turn before, in which nobody came or went; once the clock is read. */
void counters_time(struct world *w);

/* An hour that has ended is written and old ones are forgotten; the start of the server is
 * counted.  Not while the store refuses: then they wait. */
void counters_timers(struct world *w);

/* Milliseconds until counters_timers has something to do. */
int64_t counters_next_timer(const struct world *w);

/* Somebody came or went (event: see session_visit_text): kept for `last`, with the use up to
 * now.  Only while the store does not refuse. */
void counters_visit(struct world *w, const char *name, const char *event);

/* What was added up goes to the store; nothing while it refuses. */
void counters_write(struct world *w);

/* Commands that were given since the start, with those of this turn. */
uint64_t counters_commands(const struct world *w);

/* A turn has taken so long, from its first event until all was sent; its commit so long. */
void counters_turn(struct world *w, int64_t us, int64_t commit_us);

/* A sync of turns has taken so long. */
void counters_sync(struct world *w, int64_t us);

/* The longest one before this turn, since the start and in the last minute, in ms. */
double counters_longest_turn(const struct world *w);
double counters_longest_of_minute(const struct world *w);

/* Use by the hour of the last COUNTERS_DAYS days, what is not yet written included; an hour may
 * come twice. */
void counters_each(
    const struct world *w, void (*fn)(void *ctx, const struct hour_record *h), void *ctx);

#endif
