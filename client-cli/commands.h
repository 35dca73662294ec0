/* SPDX-License-Identifier: MIT */
/* What gammond knows: its commands, toggles and settings, from the tables that the server is
 * made of. */
#ifndef CLIENT_COMMANDS_H
#define CLIENT_COMMANDS_H

#include <stdbool.h>

struct server_command {
	const char *name;
	const char *shortest; /* a beginning that wins over others; "" none */
	const char *help;
	bool user;   /* every user may give it */
	bool ours;   /* an addition to FIBS's */
	bool once;   /* never repeated: it was said to others, or has a secret in it */
	bool letter; /* the same when words follow */
	bool leaves;
	bool slip; /* never proposed */
};

/* Each ends with a NULL name. */
extern const struct server_command SERVER_COMMANDS[];
extern const char *const SERVER_TOGGLES[];
extern const char *const SERVER_VARIABLES[];
extern const char *const SERVER_SHOWS[];

/* The command that the first word of a line means, as the server finds it; NULL none. */
const struct server_command *command_find(const char *line);

#endif
