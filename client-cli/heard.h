/* SPDX-License-Identifier: MIT */
/* The sentences of FIBS that change what is known of a game.  Only lines that no user's words
 * begin are looked at: in CLIP those have numbers. */
#ifndef CLIENT_HEARD_H
#define CLIENT_HEARD_H

#include "model.h"

/* A line of text of a server that has let the user in.  True when it has been shown, or is not
 * to be shown. */
MUST_USE bool heard_line(struct model *m, const char *line, int64_t now_ms);

/* A board of the user's own match has come: what the record makes of it. */
void heard_own_board(struct model *m, const struct table *t);

#endif
