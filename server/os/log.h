/* SPDX-License-Identifier: MIT */
/* The log: one line of key=value pairs on standard error per event,
 *
 *	2026-11-21T09:41:55.123Z level=info event=listening port=4321 address=127.0.0.1
 *
 * Each line is written with one write(2), so lines of several threads do not mix. */
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

#define LOG_LINE_MAX 1024u /* bytes; a longer line is truncated and ends with cut=yes */

/* Suppresses lines below the level (initially info).  Call it before any other thread logs. */
void log_set_level(enum log_level level);

/* Called with each line at or above the level, before it is written.  text: the line without
 * its time and line end.  If the hook returns true, the line is not written.  NULL, the initial
 * value: no hook.  Tests use it to fail on unexpected warnings. */
typedef bool log_hook(void *ctx, enum log_level level, const char *event, const char *text);
void log_set_hook(log_hook *hook, void *ctx);

/* event: a single word; fmt yields "key=value key=value".  Data chosen by a client must go
 * through log_escape first. */
void log_debug(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);
void log_info(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);
void log_warn(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);
void log_error(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* For events that clients can cause as often as they like: writes at most LOG_CLIENT_BURST
 * lines of one event in LOG_CLIENT_WINDOW_MS.  The first line after that time carries
 * suppressed=N. Call it only in the loop's thread. */
#define LOG_CLIENT_BURST 10u
#define LOG_CLIENT_WINDOW_MS 10000
void log_client(enum log_level level, const char *event, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* Writes text[0..n) as a quoted value: "..." with \" \\ and \xNN for anything but printable
 * ASCII.  At most size bytes including the NUL; a longer text is cut at a whole character and
 * ends in ...". size must be at least 8.  Returns out. */
const char *log_escape(char *out, size_t size, const char *text, size_t n);

#endif
