/* SPDX-License-Identifier: MIT */
/* The table of what public client programs look for in the lines of a server, and of all lines
 * that ours may send (tests/data/patterns.def, which tells its form), and an ear for each
 * connection that holds what comes against it.
 *
 *	struct patterns *p = patterns_new(PATTERNS_FILE, "Gammond", tell, ctx);
 *	options.listen = patterns_listen;
 *	options.listen_ctx = p;                 (of a fixture: every byte that is delivered)
 *	...
 *	missing = patterns_missing(p);
 *	patterns_free(&p);
 *
 * An ear follows a session as FIBSCookieMonster does: before log-in, message of the day,
 * running, behind the good-bye; and whether it is a client program's.  A fault is a line that
 * no row for whole lines fits, one that begins like a row marked "always" without fitting it,
 * one that is never to be sent, one that ends in a blank, a line end that is not CR LF, and a
 * rest without an end that is no prompt.
 *
 * What was broken for people, three columns in, is put together again.
 *
 * Lines of the banner, the message of the day and the help pages are known by themselves.
 *
 * Costs a comparison per row whose first letter fits, and the regular expressions of those
 * whose fixed beginning fits; a line heard before is found by its hash. */
#ifndef SUPPORT_PATTERNS_H
#define SUPPORT_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>

#define PATTERNS_FILE "tests/data/patterns.def"

struct patterns;

/* Told of each fault: of which connection, what is wrong, the line (control bytes as they are).
 */
typedef void patterns_tell(void *ctx, unsigned conn, const char *fault, const char *line);

/* Reads the table; ends the program, with a word about it, when that has a mistake.  The counts
 * are in memory that the children of a process share with it. */
struct patterns *patterns_new(
    const char *path, const char *server_name, patterns_tell *tell, void *ctx);
void patterns_free(struct patterns **p);

/* What a connection was sent in one turn; bytes NULL: it is a new one. */
void patterns_listen(void *patterns, unsigned conn, const char *bytes, size_t n);

/* From now on its lines may be broken anywhere, for a window of any width. */
void patterns_narrow(struct patterns *p, unsigned conn);

/* Forgets what the connections were, not the counts. */
void patterns_deafen(struct patterns *p, patterns_tell *tell, void *ctx);

/* Faults told so far, lines heard, rows of the table. */
unsigned long patterns_faults(const struct patterns *p);
unsigned long patterns_lines(const struct patterns *p);
unsigned patterns_rows(const struct patterns *p);

/* Prints the rows that should have been produced and were not; how many. */
unsigned patterns_missing(const struct patterns *p);

#endif
