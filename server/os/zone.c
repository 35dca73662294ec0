/* SPDX-License-Identifier: MIT */
/* Uses the C library, which has one zone at a time.  The zone is changed only if another one is
 * needed, because a change reads a file. */
#include "os/zone.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/sbuf.h"
#include "file/regular.h"
#include "proto/words.h"

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

/* Whether a file is a compiled zone, which begins with "TZif" (RFC 8536).  The system's zone
 * directory also contains folders and tables. */
static bool
is_zone_file(const char *path)
{
	char magic[4] = { 0 }, why[200];
	struct sbuf error;
	bool ok;
	int fd;

	SBUF_ON(&error, why);
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
	char path[128];
	struct sbuf b;

	if (word_is(zone, "UTC"))
		return true;
	if (zone[0] == '/' || strchr(zone, '.') != NULL)
		return false;
	SBUF_ON(&b, path);
	sbuf_addf(&b, ZONE_DIR "%s", zone);
	return sbuf_ok(&b) && is_zone_file(path);
}

static void
use_zone(const char *zone)
{
	const char *now = getenv("TZ");

	if (now != NULL && strcmp(now, zone) == 0)
		return;
	if (setenv("TZ", zone, 1) == 0)
		tzset();
}

static void
use_zone_or_utc(const char *zone)
{
	use_zone(zone_known(zone) && !word_is(zone, "UTC") ? zone : "UTC");
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* no user chooses a format */

void
zone_text(const char *zone, int64_t at_s, const char *format, char *text, size_t size)
{
	time_t at = (time_t)at_s;
	struct tm tm;

	use_zone_or_utc(zone);
	if (localtime_r(&at, &tm) == NULL || strftime(text, size, format, &tm) == 0)
		text[0] = '\0';
}

/* Returns whether clocks in the current zone show `want` at a time. */
static bool
shows(time_t at, const struct tm *want)
{
	struct tm tm;

	return localtime_r(&at, &tm) != NULL && tm.tm_year == want->tm_year &&
	       tm.tm_mon == want->tm_mon && tm.tm_mday == want->tm_mday &&
	       tm.tm_hour == want->tm_hour && tm.tm_min == want->tm_min && tm.tm_sec == 0;
}

bool
zone_at(const char *zone, int year, int month, int day, int minute, int64_t *at_s_out)
{
	/* Clocks are put back by an hour, on Lord Howe Island by half an hour, at Troll by two.
	 * mktime may return either of two times; the first is wanted. */
	static const int earlier[] = { 7200, 3600, 1800 };
	struct tm want = { .tm_year = year - 1900,
		.tm_mon = month - 1,
		.tm_mday = day,
		.tm_hour = minute / 60,
		.tm_min = minute % 60,
		.tm_isdst = -1 };
	struct tm tm = want;
	time_t at;

	if (year < 1970 || year > 9999 || minute < 0 || minute >= 24 * 60)
		return false;
	use_zone_or_utc(zone);
	at = mktime(&tm);
	if (!shows(at, &want))
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(earlier); i++)
		if (shows(at - earlier[i], &want)) {
			at -= earlier[i];
			break;
		}
	*at_s_out = at;
	return true;
}
