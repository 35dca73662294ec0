/* SPDX-License-Identifier: MIT */
/* The commands of this program itself, /help, /note and so on: of all else the server knows. */
#ifndef CLIENT_OWN_H
#define CLIENT_OWN_H

#include "session.h"

/* A line that begins with a slash. */
void own_typed(struct session *s, const char *text);

/* Shows the match of a file at its first move; false with the reason in why. */
MUST_USE bool own_begin_replay(struct session *s, const char *path, char *why, size_t size);

/* What the user has noted about somebody, if anything. */
void own_say_note(struct session *s, const char *name);

#endif
