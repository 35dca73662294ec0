/* SPDX-License-Identifier: MIT */
/* Reads zones with the C library, which has one zone at a time and opens a file whenever the
 * zone changes.  The result, a few numbers for a zone and a year, is span_cache. */
#define _GNU_SOURCE /* for timegm, tm_gmtoff, tm_zone, putenv, strcasestr */
#include "os/zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <utf8proc.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "file/regular.h"
#include "proto/words.h"

#define ZONE_NAME_MAX 64u /* size of a name, including the NUL */
#define ZONE_TAB_MAX 65536u
#define LINE_COLUMNS 79u /* width of a list of zones */

const char ZONE_LIST[] =
    "UTC, Africa/Cairo, Africa/Johannesburg, Africa/Lagos, America/Bogota,\n"
    "America/Chicago, America/Denver, America/Halifax, America/Lima,\n"
    "America/Los_Angeles, America/Mexico_City, America/New_York, America/Santiago,\n"
    "America/Sao_Paulo, America/Toronto, America/Vancouver, Asia/Bangkok,\n"
    "Asia/Dubai, Asia/Hong_Kong, Asia/Istanbul, Asia/Jakarta, Asia/Jerusalem,\n"
    "Asia/Kolkata, Asia/Manila, Asia/Seoul, Asia/Shanghai, Asia/Singapore,\n"
    "Asia/Tehran, Asia/Tokyo, Atlantic/Azores, Australia/Melbourne, Australia/Perth,\n"
    "Australia/Sydney, Europe/Amsterdam, Europe/Athens, Europe/Berlin,\n"
    "Europe/Copenhagen, Europe/Dublin, Europe/Helsinki, Europe/Kyiv, Europe/Lisbon,\n"
    "Europe/London, Europe/Madrid, Europe/Moscow, Europe/Oslo, Europe/Paris,\n"
    "Europe/Prague, Europe/Rome, Europe/Sofia, Europe/Stockholm, Europe/Vienna,\n"
    "Europe/Warsaw, Europe/Zurich, Pacific/Auckland, Pacific/Honolulu";

/* Returns whether a file is a compiled zone, which begins with "TZif" (RFC 8536).  The system's
 * zone directory also contains folders and tables. */
static bool
is_zone_file(const char *path)
{
	char magic[4] = { 0 }, why[200];
	struct sbuf error;
	bool ok;
	int fd;

	SBUF_INIT(&error, why);
	fd = regular_open(path, &error);
	if (fd < 0)
		return false;
	ok = read(fd, magic, sizeof(magic)) == (ssize_t)sizeof(magic) &&
	     memcmp(magic, "TZif", sizeof(magic)) == 0;
	(void)close(fd);
	return ok;
}

bool
zone_known(const char *zone)
{
	char path[sizeof(ZONE_DIR) + ZONE_NAME_MAX - 1];
	struct sbuf b;

	if (word_is(zone, "UTC"))
		return true;
	if (zone[0] == '/' || strchr(zone, '.') != NULL)
		return false;
	SBUF_INIT(&b, path);
	sbuf_addf(&b, ZONE_DIR "%s", zone);
	return sbuf_ok(&b) && is_zone_file(path);
}

/* Writes the pattern for zone_find: "rome" becomes "/rome/", "new york" "/new_york/".  Returns
 * false if it is too long, or not UTF-8. */
static bool
search_pattern(const char *words, char *pattern, size_t size)
{
	utf8proc_uint8_t *plain;
	struct sbuf b;
	bool ok;

	if (utf8proc_map((const utf8proc_uint8_t *)words, 0, &plain,
		UTF8PROC_NULLTERM | UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK) < 0)
		return false;
	sbuf_init(&b, pattern, size);
	sbuf_addf(&b, "/%s/", (const char *)plain);
	ok = plain[0] != '\0' && sbuf_ok(&b);
	free(plain);
	for (char *c = pattern; *c != '\0'; c++) {
		if (*c == ' ')
			*c = '_';
	}
	return ok;
}

unsigned
zone_find(const char *words, struct sbuf *names)
{
	char pattern[ZONE_NAME_MAX], name[ZONE_NAME_MAX], slashed[ZONE_NAME_MAX + 2], why[200];
	char *text, *at, *line;
	size_t size, column = 0;
	struct sbuf b;
	unsigned n = 0;
	bool fits;

	SBUF_INIT(&b, why);
	if (!search_pattern(words, pattern, sizeof(pattern)))
		return 0;
	text = at = regular_read(ZONE_DIR "zone.tab", ZONE_TAB_MAX, &size, &b);
	while ((line = strsep(&at, "\n")) != NULL) {
		/* country, coordinates, name */
		if (line[0] == '#' || sscanf(line, "%*s %*s %63s", name) != 1)
			continue;
		SBUF_INIT(&b, slashed);
		sbuf_addf(&b, "/%s/", name);
		if (strcasestr(slashed, pattern) == NULL)
			continue;
		if (n++ > 0) {
			fits = column + 2 + strlen(name) + 1 <= LINE_COLUMNS;
			sbuf_add(names, fits ? ", " : ",\n");
			column = fits ? column + 2 : 0;
		}
		column += strlen(name);
		sbuf_add(names, name);
	}
	free(text);
	return sbuf_ok(names) ? n : 0;
}

/* ---- the C library's zone ---- */

/* The environment refers to this buffer, so changing the zone does not reallocate the
 * environment, which libpq reads in another thread. */
static char tz_variable[3 + ZONE_NAME_MAX] = "TZ=";

static void
use_zone(const char *zone)
{
	CHECK(sbuf_copy(tz_variable + 3, ZONE_NAME_MAX, zone));
	if (getenv("TZ") != tz_variable + 3)
		CHECK(putenv(tz_variable) == 0);
	tzset();
}

/* ---- periods without a clock change ---- */

#define DAY_S 86400
#define ZONE_SPAN_S (INT64_C(1) << 25) /* 388 days */
#define PERIODS_MAX 8u                 /* maximum periods in a span; Morocco had five in 2012 */
#define SPANS_MAX 128u                 /* number of spans kept, about 34 KiB */

/* From from_s on, local time is UTC plus offset_s, and its abbreviation is `name`. */
struct zone_period {
	int64_t from_s;
	int offset_s;
	char name[8];
};

/* The periods of a zone from no * ZONE_SPAN_S on. */
struct zone_span {
	char zone[ZONE_NAME_MAX];
	int64_t no;
	unsigned n; /* 0: unused */
	struct zone_period period[PERIODS_MAX];
};

static struct {
	struct zone_span span[SPANS_MAX];
	unsigned next_replaced; /* index of the span that is replaced next */
} span_cache;

void
zone_clear_cache(void)
{
	memset(&span_cache, 0, sizeof(span_cache));
	use_zone("UTC"); /* tzset reads a zone file again only after TZ has changed */
}

/* Returns the offset and abbreviation of the C library's current zone at a time. */
static struct zone_period
library_period(int64_t at_s)
{
	struct zone_period p = { .from_s = at_s, .name = "UTC" };
	time_t at = (time_t)at_s;
	struct tm tm;

	if (localtime_r(&at, &tm) == NULL)
		return p;
	p.offset_s = (int)tm.tm_gmtoff;
	(void)sbuf_copy(p.name, sizeof(p.name), tm.tm_zone);
	return p;
}

static bool
same_period(const struct zone_period *a, const struct zone_period *b)
{
	return a->offset_s == b->offset_s && strcmp(a->name, b->name) == 0;
}

/* Returns the period that contains until_s.  Searches for its start after from_s. */
static struct zone_period
find_change(int64_t from_s, int64_t until_s)
{
	struct zone_period p = library_period(until_s), middle;

	while (until_s - from_s > 1) {
		middle = library_period(from_s + (until_s - from_s) / 2);
		if (same_period(&middle, &p))
			until_s = middle.from_s;
		else
			from_s = middle.from_s;
	}
	p.from_s = until_s;
	return p;
}

/* Fills in a span of a zone.  Opens the zone's file.  Assumes at most one change a day. */
static void
fill_span(struct zone_span *s, const char *zone, int64_t no)
{
	int64_t at_s = no * ZONE_SPAN_S, end_s = at_s + ZONE_SPAN_S;
	struct zone_period next;

	(void)sbuf_copy(s->zone, sizeof(s->zone), zone);
	s->no = no;
	use_zone(zone_known(zone) ? zone : "UTC");
	s->period[0] = library_period(at_s);
	for (s->n = 1; at_s < end_s && s->n < PERIODS_MAX; at_s += DAY_S) {
		next = library_period(at_s + DAY_S);
		if (!same_period(&next, &s->period[s->n - 1]))
			s->period[s->n++] = find_change(at_s, at_s + DAY_S);
	}
}

/* Returns the period of a zone that contains a time; valid until the next call. */
static const struct zone_period *
period_at(const char *zone, int64_t at_s)
{
	static const struct zone_period utc = { .name = "UTC" };
	int64_t no = at_s / ZONE_SPAN_S - (at_s % ZONE_SPAN_S < 0);
	struct zone_span *s = span_cache.span, *end = s + SPANS_MAX;
	unsigned i;

	if (word_is(zone, "UTC"))
		return &utc;
	while (s < end && (s->n == 0 || s->no != no || strcmp(s->zone, zone) != 0))
		s++;
	if (s == end) {
		s = &span_cache.span[span_cache.next_replaced++ % SPANS_MAX];
		fill_span(s, zone, no);
	}
	for (i = s->n - 1; i > 0 && s->period[i].from_s > at_s; i--)
		;
	return &s->period[i];
}

/* ---- conversion ---- */

#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* formats never come from users */

void
zone_text(const char *zone, int64_t at_s, const char *format, char *text, size_t size)
{
	const struct zone_period *p = period_at(zone, at_s);
	time_t local = (time_t)(at_s + p->offset_s);
	struct tm tm;

	text[0] = '\0';
	if (gmtime_r(&local, &tm) == NULL)
		return;
	tm.tm_gmtoff = p->offset_s;
	tm.tm_zone = p->name;
	if (strftime(text, size, format, &tm) == 0)
		text[0] = '\0';
}

bool
zone_local_to_utc(const char *zone, int year, int month, int day, int minute, int64_t *at_s_out)
{
	/* If the clocks change nearby, either the offset before the change or the offset after
	 * it applies.  If both do, the offset before the change gives the earlier of the two
	 * times. */
	static const int around[] = { -DAY_S, DAY_S };
	struct tm tm = { .tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day };
	int64_t local_s, at_s;

	if (year < 1970 || year > 9999 || minute < 0 || minute >= 24 * 60)
		return false;
	local_s = timegm(&tm) + minute * INT64_C(60);
	if (tm.tm_mon != month - 1 || tm.tm_mday != day)
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(around); i++) {
		at_s = local_s - period_at(zone, local_s + around[i])->offset_s;
		if (at_s + period_at(zone, at_s)->offset_s == local_s) {
			*at_s_out = at_s;
			return true;
		}
	}
	return false;
}
