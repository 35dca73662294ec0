/* SPDX-License-Identifier: MIT */
/* What is done on the server's own command line while it is stopped. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include "base/check.h"
#include "store/store.h"

#define CONSOLE_USAGE                                                                          \
	"  grant NAME ROLE   gives a user a role (user, operator, admin); the server is "      \
	"stopped\n"                                                                            \
	"  import FILE [NAME NAME]  adds a match from a .mat file, unrated, to those of "      \
	"these\n"                                                                              \
	"              users, or of the users named in it; the server is stopped\n"            \
	"  log [N]           prints the last N (20) actions of operators; the server is "      \
	"stopped\n"

enum console_result {
	CONSOLE_DONE,
	CONSOLE_REFUSED, /* there is no such user, or the file is bad */
	CONSOLE_STORAGE, /* could not be written */
};

/* The words behind the options, words[0] is the command.  True when they can be understood;
 * else they are told on standard error. */
MUST_USE bool console_check(char *const *words, unsigned n);

/* Does it; what it did goes to standard output, what was wrong to standard error.  at_s: now.
 */
MUST_USE enum console_result console_run(
    struct store *s, char *const *words, unsigned n, int64_t at_s);

#endif
