/* SPDX-License-Identifier: MIT */
/* The log: see log.h.  Owns the level, the hook and the counts of log_client; there is one of
 * each, as the process has one standard error.  A line costs one write(2) and a few hundred
 * nanoseconds; lines below the level cost nothing. */
#include "os/log.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/sbuf.h"

#define LIMITED_EVENTS_MAX 64u
#define STAMP_MAX 32u

/* The counts of one event in log_client. */
struct event_count {
	const char *event;
	int64_t since_ms;
	unsigned lines;
	unsigned suppressed;
};

static enum log_level lowest_level = LOG_LEVEL_INFO;
static log_hook *line_hook;
static void *line_hook_ctx;
static struct event_count event_counts[LIMITED_EVENTS_MAX];

void
log_set_level(enum log_level level)
{
	lowest_level = level;
}

void
log_set_hook(log_hook *hook, void *ctx)
{
	line_hook = hook;
	line_hook_ctx = ctx;
}

static void
add_stamp(struct sbuf *b)
{
	struct timespec now;
	struct tm tm;
	char text[STAMP_MAX];

	if (clock_gettime(CLOCK_REALTIME, &now) != 0 || gmtime_r(&now.tv_sec, &tm) == NULL)
		return;
	if (strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm) == 0)
		return;
	sbuf_addf(b, "%s.%03ldZ ", text, now.tv_nsec / 1000000);
}

static const char *
level_name(enum log_level level)
{
	static const char *const NAMES[LOG_LEVEL_COUNT] = {
		[LOG_LEVEL_DEBUG] = "debug",
		[LOG_LEVEL_INFO] = "info",
		[LOG_LEVEL_WARN] = "warn",
		[LOG_LEVEL_ERROR] = "error",
	};

	return NAMES[level];
}

static void put_line(enum log_level level, const char *event, unsigned suppressed,
    const char *fmt, va_list ap) PRINTF_LIKE(4, 0);

static void
put_line(
    enum log_level level, const char *event, unsigned suppressed, const char *fmt, va_list ap)
{
	static const char cut[] = " cut=yes";
	char space[STAMP_MAX + LOG_LINE_MAX];
	char message[LOG_LINE_MAX - 128];
	struct sbuf line;
	size_t start;
	int n;

	n = vsnprintf(message, sizeof(message), fmt, ap);
	if (n < 0)
		return;
	sbuf_init(&line, space, sizeof(space));
	add_stamp(&line);
	start = line.len;
	sbuf_addf(&line, "level=%s event=%.64s", level_name(level), event);
	if (suppressed > 0)
		sbuf_addf(&line, " suppressed=%u", suppressed);
	if (message[0] != '\0')
		sbuf_addf(&line, " %s", message);
	if ((size_t)n >= sizeof(message))
		sbuf_add(&line, cut);
	if (line_hook != NULL && line_hook(line_hook_ctx, level, event, line.text + start))
		return;
	sbuf_addc(&line, '\n');
	/* a failure to write the log cannot be reported anywhere */
	if (write(STDERR_FILENO, line.text, line.len) < 0)
		return;
}

#define PUT_LINE(level, event, suppressed, fmt)                                                \
	do {                                                                                   \
		va_list ap;                                                                    \
		if ((level) < lowest_level)                                                    \
			break;                                                                 \
		va_start(ap, fmt);                                                             \
		put_line((level), (event), (suppressed), (fmt), ap);                           \
		va_end(ap);                                                                    \
	} while (0)

void
log_debug(const char *event, const char *fmt, ...)
{
	PUT_LINE(LOG_LEVEL_DEBUG, event, 0, fmt);
}

void
log_info(const char *event, const char *fmt, ...)
{
	PUT_LINE(LOG_LEVEL_INFO, event, 0, fmt);
}

void
log_warn(const char *event, const char *fmt, ...)
{
	PUT_LINE(LOG_LEVEL_WARN, event, 0, fmt);
}

void
log_error(const char *event, const char *fmt, ...)
{
	PUT_LINE(LOG_LEVEL_ERROR, event, 0, fmt);
}

static int64_t
mono_ms(void)
{
	struct timespec now;

	if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
		return 0;
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns the counts of an event.  When all entries are taken, other events share the last
 * entry. */
static struct event_count *
find_event_count(const char *event)
{
	unsigned i = 0;

	while (i < LIMITED_EVENTS_MAX - 1 && event_counts[i].event != NULL &&
	       strcmp(event_counts[i].event, event) != 0)
		i++;
	event_counts[i].event = event;
	return &event_counts[i];
}

void
log_client(enum log_level level, const char *event, const char *fmt, ...)
{
	struct event_count *r;
	int64_t now;
	unsigned suppressed = 0;

	if (level < lowest_level)
		return;
	r = find_event_count(event);
	now = mono_ms();
	if (r->lines == 0 || now - r->since_ms >= LOG_CLIENT_WINDOW_MS) {
		suppressed = r->suppressed;
		r->since_ms = now;
		r->lines = r->suppressed = 0;
	}
	if (r->lines == LOG_CLIENT_BURST) {
		r->suppressed++;
		return;
	}
	r->lines++;
	PUT_LINE(level, event, suppressed, fmt);
}

const char *
log_escape(char *out, size_t size, const char *text, size_t n)
{
	static const char more[] = "...\"";
	struct sbuf b;

	CHECK(size >= 8);
	/* Each character is added only if the ending still fits after it.  An escape takes at
	 * most four bytes. */
	sbuf_init(&b, out, size);
	sbuf_addc(&b, '"');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];
		char piece[5];
		struct sbuf p;

		SBUF_INIT(&p, piece);
		if (c < ' ' || c > '~')
			sbuf_addf(&p, "\\x%02x", c);
		else if (c == '"' || c == '\\')
			sbuf_addf(&p, "\\%c", c);
		else
			sbuf_addc(&p, (char)c);
		if (b.len + p.len + sizeof(more) > size) {
			sbuf_add(&b, more);
			return out;
		}
		sbuf_add(&b, piece);
	}
	sbuf_addc(&b, '"');
	return out;
}
