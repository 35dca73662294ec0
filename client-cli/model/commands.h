/* SPDX-License-Identifier: MIT */
/* The commands, toggles and settings of gammond, from the tables that the server is compiled
 * from; and the commands of this program. */
#ifndef CLIENT_COMMANDS_H
#define CLIENT_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

struct server_command {
	const char *name;
	const char *preferred_abbreviation; /* an abbreviation that takes precedence over other
				 commands; "" if none */
	const char *run; /* name of the server's function; all names of one command share it */
	const char *help;
	bool for_users;    /* available to every user */
	bool gammond_only; /* added by gammond; FIBS does not have it */
	bool never_repeat; /* never repeated, because it was addressed to others or contains a
			      secret */
	bool no_repeat_with_args; /* "!!" does not repeat the command if it has arguments */
	bool ends_session;
	bool is_typo; /* a typing error that FIBS accepts; never suggested */
};

/* The tables are terminated by a NULL name. */
extern const struct server_command SERVER_COMMANDS[];
extern const char *const SERVER_TOGGLES[];
extern const char *const SERVER_VARIABLES[];
extern const char *const SERVER_SHOW_ARGUMENTS[];

struct local_command {
	const char *name;     /* with its slash */
	bool takes_arguments; /* arguments may follow */
	const char *help;     /* description on the F1 page; "" if none */
};

/* Terminated by a NULL name. */
extern const struct local_command LOCAL_COMMANDS[];

/* Returns the command that the server would take the first word of a line for; NULL if there is
 * none. */
const struct server_command *server_command_find(const char *line);

/* Returns true if the first word abbreviates the command's name with at least `least`
 * letters. */
MUST_USE bool command_is(const char *text, const char *name, size_t least);

/* Returns true if the line is a command of this program.  No alias may have the name of such a
 * command. */
MUST_USE bool command_is_local(const char *text);
/* True if the line contains a password and must not be stored. */
MUST_USE bool command_has_secret(const char *text);

#endif
