/* SPDX-License-Identifier: MIT */
/* How much the server is used: users on line by the hour, starts, commands.
 *
 * Time is added up in memory, once a turn, and goes to the store with the log-ins and log-outs
 * that are written anyway, when an hour of the clock ends, and when the server does. */
#ifndef GAME_TALLY_H
#define GAME_TALLY_H

#include "game/world.h"

#define TALLY_HOUR_MS 3600000
#define TALLY_DAYS 30 /* so long use by the hour is kept */

/* The time since the turn before, in which nobody came or went; once the clock is read. */
void tally_time(struct world *w);

/* An hour that has ended is written and old ones are forgotten; the start of the server is
 * counted.  Not while the store refuses: then they wait. */
void tally_timers(struct world *w);

/* Milliseconds until tally_timers has something to do. */
int64_t tally_next_timer(const struct world *w);

/* Somebody came or went (event: see session_visit_text): kept for `last`, with the use up to
 * now.  Only while the store does not refuse. */
void tally_visit(struct world *w, const char *name, const char *event);

/* What was added up goes to the store; nothing while it refuses. */
void tally_write(struct world *w);

/* Commands that were given since the start, with those of this turn. */
uint64_t tally_commands(const struct world *w);

/* A turn has taken so long, from its first event until all was sent. */
void tally_turn(struct world *w, int64_t us);

/* The longest one before this turn, since the start and in the last minute, in ms. */
double tally_longest_turn(const struct world *w);
double tally_longest_of_minute(const struct world *w);

/* Use by the hour of the last TALLY_DAYS days, what is not yet written included; an hour may
 * come twice. */
void tally_each(
    const struct world *w, void (*fn)(void *ctx, const struct hour_record *h), void *ctx);

#endif
