/* SPDX-License-Identifier: MIT */
/* The log: one line of key=value pairs on standard error per event,
 *
 *	2026-11-21T09:41:55.123Z level=info event=listening port=4321 address=127.0.0.1
 *
 * Each line leaves with one write(2), so lines of several threads do not mix. */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

enum log_level {
	LOG_LEVEL_DEBUG,
	LOG_LEVEL_INFO,
	LOG_LEVEL_WARN,
	LOG_LEVEL_ERROR,
	LOG_LEVEL_COUNT,
};

#define LOG_LINE_MAX 1024u /* bytes; a longer line is cut, and says so with cut=yes */

/* Lines below the level are not written (initially: info).  At start only. */
void log_set_level(enum log_level level);

/* Called for each line of at least the level set, before it is written; text is the line
 * without its time and without its end.  True: taken, not to be written.  NULL for none (as at
 * the start).  With it a test fails on a warning that it did not expect. */
typedef bool log_hook(void *ctx, enum log_level level, const char *event, const char *text);
void log_set_hook(log_hook *hook, void *ctx);

/* event is one word of our own; the format makes "key=value key=value".  What a client chose
 * goes through log_escape first. */
void log_debug(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);
void log_info(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);
void log_warn(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);
void log_error(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* For what clients can bring about as often as they like: at most LOG_CLIENT_BURST lines of one
 * event in LOG_CLIENT_MS; the first line after that carries suppressed=N.  Thread of the loop
 * only. */
#define LOG_CLIENT_BURST 10u
#define LOG_CLIENT_MS 10000
void log_client(enum log_level level, const char *event, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* text[0..n) as a quoted value: "..." with \" \\ and \xNN for what is not printable ASCII.  At
 * most size bytes with the NUL; a text that does not fit is cut at a whole character and ends
 * in ...".  size must be at least 8.  Returns out. */
const char *log_escape(char *out, size_t size, const char *text, size_t n);

#endif
