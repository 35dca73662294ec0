/* SPDX-License-Identifier: MIT */
/* Saved matches that nobody has gone on with for too long are ended (FIBS: after about 60
 * days).
 *
 * They are looked at a few at a time, in the order of their ids, so that all have been looked
 * at once in a day.  Where to go on is kept in the store. */
#ifndef MATCH_EXPIRY_H
#define MATCH_EXPIRY_H

#include "world/world.h"

/* A slice, when its time has come; not while the store refuses. */
void expiry_timers(struct world *w);

/* Milliseconds until then; -1 never. */
int64_t expiry_next_timer(const struct world *w);

#endif
