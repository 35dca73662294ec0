/* SPDX-License-Identifier: MIT */
/* Recognises FIBS sentences that change the state of a game.  Lines in which users say
 * something are not examined: in CLIP mode they begin with a number. */
#ifndef CLIENT_SERVER_LINES_H
#define CLIENT_SERVER_LINES_H

#include "model.h"

/* Handles a line of text after the login.  Returns true if it has been shown or must not be
 * shown. */
MUST_USE bool server_lines_read(struct model *m, const char *line, int64_t now_ms);

#endif
