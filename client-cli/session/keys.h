/* SPDX-License-Identifier: MIT */
/* The effects of keys and clicks on the session and its view.  Does not use the terminal, so
 * tests can call it. */
#ifndef CLIENT_KEYS_H
#define CLIENT_KEYS_H

#include "client-cli/ui/screen.h"
#include "session.h"

void keys_press(struct session *s, const struct press *p);

/* Updates the input state after any change: starts the play of a new roll and moves the focus
 * where input is needed, unless the user is typing. */
void keys_update(struct session *s, bool idle);

#endif
