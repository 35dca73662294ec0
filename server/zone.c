/* SPDX-License-Identifier: MIT */
/* Zones by the C library, which knows one at a time: it is told another only when another is
 * asked for, since that reads a file. */
#include "zone.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/sbuf.h"
#include "proto/words.h"

#define ZONE_DIR "/usr/share/zoneinfo/"

/* A compiled zone begins so (RFC 8536); folders and tables do not. */
static bool
is_zone_file(const char *path)
{
	char magic[4] = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ok;

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

#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* the formats are our own */

void
zone_text(const char *zone, int64_t at_s, const char *format, char *text, size_t size)
{
	time_t at = (time_t)at_s;
	struct tm tm;

	use_zone(zone_known(zone) && !word_is(zone, "UTC") ? zone : "UTC");
	if (localtime_r(&at, &tm) == NULL || strftime(text, size, format, &tm) == 0)
		text[0] = '\0';
}
