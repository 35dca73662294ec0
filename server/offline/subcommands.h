/* SPDX-License-Identifier: MIT */
/* Commands of the server's command line that need the server to be stopped. */
#ifndef SUBCOMMANDS_H
#define SUBCOMMANDS_H

#include "base/check.h"
#include "store/store.h"

#define CONSOLE_USAGE                                                                          \
	"  grant NAME ROLE   gives a user a role (user, operator, admin); the server is "      \
	"stopped\n"                                                                            \
	"  import FILE [NAME NAME]  adds a match from a .mat file, unrated, to those of "      \
	"these\n"                                                                              \
	"              users, or of the users named in it; the server is stopped\n"            \
	"  log [N]           prints the last N (20) actions of operators; the server is "      \
	"stopped\n"                                                                            \
	"  settle MATCH      ends a saved match that does not replay, or accepts a finished\n" \
	"              one that is damaged as it is; the server is stopped\n"

enum subcommand_result {
	CONSOLE_DONE,
	CONSOLE_REFUSED, /* no such user, or a bad file */
	CONSOLE_STORAGE, /* could not be written */
};

/* Checks a command: words[0] is the command, followed by its arguments.  Returns false after
 * printing an error on standard error. */
MUST_USE bool subcommand_check(char *const *words, unsigned n);

/* Runs a command that was checked.  Prints results on standard output and errors on standard
 * error.  at_s: the current time, in seconds since 1970. */
MUST_USE enum subcommand_result subcommand_run(
    struct store *s, char *const *words, unsigned n, int64_t at_s);

#endif
