/* SPDX-License-Identifier: MIT */
/* While interactive users wait for their password to be checked, shows them how many users are
 * ahead of them.  A waiting session does not time out, because the server causes the wait. */
#ifndef LOGIN_LOGIN_QUEUE_H
#define LOGIN_LOGIN_QUEUE_H

#include "world/world.h"

/* Call in the turn in which a password job of the session was posted. */
void login_queue_wait_begins(struct world *w, struct session *s);

/* Call when the connection has closed.  Withdraws the password job; returns false if a worker
 * has taken it already. */
bool login_queue_drop(struct world *w, const struct session *s);

/* Writes the key under which the address takes turns in the queue: the IPv4 address, or the /64
 * of an IPv6 address. */
void login_queue_address(const struct session *s, uint8_t from_out[WORK_ADDRESS_BYTES]);

void login_queue_run_timers(struct world *w);
int64_t login_queue_next_timer(const struct world *w); /* monotonic ms; -1: never */

#endif
