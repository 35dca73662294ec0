/* SPDX-License-Identifier: MIT */
/* Hands sessions over to another process, with their connections and all state that is not
 * stored.  The other process reads stored state from the store.  ARCHITECTURE.md 8 lists what
 * becomes of each piece. */
#ifndef LOGIN_HAND_OVER_SESSIONS_H
#define LOGIN_HAND_OVER_SESSIONS_H

#include "base/pack.h"
#include "people/session.h"

/* Returns whether the sessions can be handed over: no worker is hashing a password. */
bool sessions_can_hand_over(const struct world *w);

/* Call before sessions_hand_over, outside a turn.  Writes the rest of pending long answers and
 * news.  News that does not fit is dropped, and the user is notified. */
void sessions_before_hand_over(struct world *w);

/* Packs or unpacks all sessions.  A session whose connection could not be handed over is
 * unpacked with `gone` set. */
void sessions_hand_over(struct world *w, struct pack *p);

/* Called in the old process after packing: asks users whose connection could not be handed over
 * to reconnect, and closes the connection. */
void sessions_end_uncarried(struct world *w);

/* Called in the first turn of the new process: closes the `gone` sessions as if the connection
 * had been lost. */
void sessions_end_gone(struct world *w);

#endif
