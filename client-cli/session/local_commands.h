/* SPDX-License-Identifier: MIT */
/* The commands of this program, such as /help and /note.  All others are commands of the
 * server. */
#ifndef CLIENT_LOCAL_COMMANDS_H
#define CLIENT_LOCAL_COMMANDS_H

#include "session.h"

/* Executes a line that begins with a slash. */
void local_command_typed(struct session *s, const char *text);

/* Opens a match file and shows its first move.  Returns false with the reason in why. */
MUST_USE bool own_begin_replay(struct session *s, const char *path, char *why, size_t size);

/* Shows the user's note on another user, if there is one. */
void local_command_say_note(struct session *s, const char *name);

#endif
