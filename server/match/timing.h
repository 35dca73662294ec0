/* SPDX-License-Identifier: MIT */
/* The clocks of the matches that are being played: when time is up, who is warned, how it is
 * shown.  The rules of the clock itself are rules/clock.h. */
#ifndef MATCH_TIMING_H
#define MATCH_TIMING_H

#include "world/world.h"

/* Rule 19: after a start of the server the clock of a match goes on so long after both players
 * are back, or so long after the start, whichever is sooner. */
#define TIMING_BOTH_BACK_MS 60000
#define TIMING_AFTER_START_MS 300000

/* Puts the next moment of this match (time up, a warning) into the world's timers, or takes it
 * out.  After every change of what its clock depends on. */
void timing_arm(struct world *w, struct match *m);

/* Ends the matches in which somebody's time is up, and warns.  At the begin of a turn: before
 * lines are handled that came later. */
void timing_due(struct world *w);

/* When timing_due has something to do, monotonic; -1 never. */
int64_t timing_next(const struct world *w);

/* Nobody can play while the disk is full: all clocks go on from where they were when there is
 * room again.  At the begin of a turn. */
void timing_room(struct world *w);

/* Milliseconds since the last action, as far as they count. */
uint32_t timing_elapsed_ms(const struct world *w, const struct match *m);

/* What may be credited to a seat for lag, by the kernel's estimate. */
uint16_t timing_credit_ms(const struct world *w, const struct match *m, enum seat seat);

/* Somebody's time is up in m: he loses it.  False: nobody's is. */
bool timing_expire(struct world *w, struct match *m);

/* From when on, on the monotonic clock, time counts again in a match of an event that is
 * suspended: since its last action, or from TIMING_AFTER_START_MS after the start of the server
 * if that came before it. */
int64_t timing_since_ms(const struct world *w, int64_t row);

/* It stands still from now on, or counts from since_ms on when that is later. */
void timing_stands(struct world *w, int64_t row, int64_t since_ms);

/* From when on it counts in such a match whose players are both back now. */
int64_t timing_resume_ms(const struct world *w, int64_t row);

/* What this file owns in a world that ends. */
void timing_free(struct world *w);

/* One line with both reserves; nothing when the match has no clock. */
void timing_show(struct world *w, const struct match *m, struct out *out);

#endif
