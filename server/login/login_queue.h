/* SPDX-License-Identifier: MIT */
/* People whose password waits to be looked at are told how many are before them, when it takes
 * longer than a moment, and are not timed out meanwhile: it is the server they wait for. */
#ifndef LOGIN_LOGIN_QUEUE_H
#define LOGIN_LOGIN_QUEUE_H

#include "world/world.h"

/* A job of the session was posted in this turn. */
void login_queue_begins(struct world *w, struct session *s);

/* The connection is gone: its job is taken back.  False: it is in hand, or done. */
bool login_queue_ends(struct world *w, const struct session *s);

/* The name of the address that takes turns with others in the queue: an IPv4 address, or a
 * network of 64 bits. */
void login_queue_from(const struct session *s, uint8_t from_out[WORK_FROM_BYTES]);

void login_queue_timers(struct world *w);
int64_t login_queue_next_timer(const struct world *w); /* monotonic ms; INT64_MAX never */

#endif
