/* SPDX-License-Identifier: MIT */
/* The lines that the user types: aliases, "!!", plays of the draft, local commands, and
 * commands of the server. */
#ifndef CLIENT_TYPED_H
#define CLIENT_TYPED_H

#include "session.h"

/* Handles a line that the user typed. */
void session_typed(struct session *s, const char *text);

#endif
