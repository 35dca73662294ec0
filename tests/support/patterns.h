/* SPDX-License-Identifier: MIT */
/* Checks server output against a table: what public client programs look for in a server's
 * lines, and every line that this server may send (tests/data/patterns.def describes its
 * format).  A listener for each connection follows what is sent to it.
 *
 *	struct patterns *p = patterns_new(PATTERNS_FILE, "Gammond", tell, ctx);
 *	options.on_output = patterns_listen;
 *	options.on_output_ctx = p;              (of a fixture: every byte that is delivered)
 *	...
 *	missing = patterns_missing(p);
 *	patterns_free(&p);
 *
 * A listener tracks a session as FIBSCookieMonster does (before login, message of the day,
 * running, after the goodbye) and whether it is a client program's.  A fault is:
 * - a line that matches no whole-line row;
 * - a line that begins like a row marked "always" but does not match it;
 * - a line that must never be sent;
 * - a line that ends in a blank;
 * - a line end that is not CR LF;
 * - trailing text without a line end that is not a prompt.
 *
 * Lines that were wrapped for interactive users, with an indent of three columns, are joined
 * first.
 *
 * Lines of the banner, the message of the day and the help pages are recognised automatically.
 *
 * Costs a comparison per row with the same first character, and a regular expression match per
 * row with the same prefix.  Lines seen before are found by hash. */
#ifndef SUPPORT_PATTERNS_H
#define SUPPORT_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>

#define PATTERNS_FILE "tests/data/patterns.def"

struct patterns;

/* Reports a fault: the connection, what is wrong, and the line (control bytes unescaped). */
typedef void patterns_report(void *ctx, unsigned conn, const char *fault, const char *line);

/* Reads the table.  Prints an error and exits if the table has a mistake.  The counts are in
 * memory shared with child processes. */
struct patterns *patterns_new(
    const char *path, const char *server_name, patterns_report *tell, void *ctx);
void patterns_free(struct patterns **p);

/* Judges what a connection was sent in one turn.  bytes NULL: a new connection. */
void patterns_listen(void *patterns, unsigned conn, const char *bytes, size_t n);

/* Allows lines of the connection to be wrapped at any width from now on. */
void patterns_set_narrow(struct patterns *p, unsigned conn);

/* Forgets the state of all connections but keeps the counts. */
void patterns_reset(struct patterns *p, patterns_report *tell, void *ctx);

/* Return the number of faults reported so far, of lines judged, and of rows in the table. */
unsigned long patterns_faults(const struct patterns *p);
unsigned long patterns_lines(const struct patterns *p);
unsigned patterns_rows(const struct patterns *p);

/* Prints the rows that should have been produced but were not.  Returns their number. */
unsigned patterns_missing(const struct patterns *p);

#endif
