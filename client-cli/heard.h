/* SPDX-License-Identifier: MIT */
/* The sentences of FIBS that change what is known of a game.  Only lines that no user's words
 * begin are looked at: in CLIP those have numbers. */
#ifndef CLIENT_HEARD_H
#define CLIENT_HEARD_H

#include "model.h"

/* A line of text of a server that has let the user in.  True when it has been shown, or is not
 * to be shown. */
MUST_USE bool heard_line(struct model *m, const char *line, int64_t now_ms);

/* What is asked once at the log-in: a token to come back by, and the style of boards. */
void heard_ask_at_login(struct model *m);
void heard_ask_clock(struct model *m);

#endif
