/* SPDX-License-Identifier: MIT */
/* People whose password waits to be looked at are told how many are before them, when it takes
 * longer than a moment, and are not timed out meanwhile: it is the server they wait for. */
#ifndef GAME_PATIENCE_H
#define GAME_PATIENCE_H

#include "game/world.h"

/* A job of his was posted in this turn. */
void patience_begins(struct world *w, struct session *s);

/* His connection is gone: his job is taken back. */
void patience_ends(struct world *w, const struct session *s);

/* The name of the address that takes turns with others in the queue: an IPv4 address, or a
 * network of 64 bits. */
void patience_from(const struct session *s, uint8_t from_out[WORK_FROM_BYTES]);

void patience_timers(struct world *w);
int64_t patience_next_timer(const struct world *w); /* monotonic ms; INT64_MAX never */

#endif
