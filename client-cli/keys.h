/* SPDX-License-Identifier: MIT */
/* What each key and each click does.  No terminal: presses come in, the session and its view
 * change. */
#ifndef CLIENT_KEYS_H
#define CLIENT_KEYS_H

#include "screen.h"
#include "session.h"

void keys_press(struct session *s, const struct press *p);

/* After anything has changed: begins the play of a new roll, and puts the cursor where it is
 * wanted, unless the user is in the middle of something. */
void keys_settle(struct session *s, bool idle);

#endif
