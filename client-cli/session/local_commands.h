/* SPDX-License-Identifier: MIT */
/* Executes the commands of this program, such as /help and /note; their table is
 * local_commands.def.  All other commands are the server's. */
#ifndef CLIENT_LOCAL_COMMANDS_H
#define CLIENT_LOCAL_COMMANDS_H

#include "session.h"

/* Executes a line that begins with a slash. */
void local_command_typed(struct session *s, const char *text);

#endif
