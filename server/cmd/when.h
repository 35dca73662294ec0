/* SPDX-License-Identifier: MIT */
/* Parses times as users type them: "2026-11-25 20:00", "20:00", "+30m". */
#ifndef CMD_WHEN_H
#define CMD_WHEN_H

#include "world/world.h"

enum when_err {
	WHEN_OK,
	WHEN_MISSING,          /* no words left */
	WHEN_INVALID,          /* the words are not a time */
	WHEN_NO_SUCH_DAY,      /* the month has no such day */
	WHEN_SKIPPED_BY_CLOCK, /* skipped when clocks are put forward */
	WHEN_PAST,             /* the time is not in the future */
};

/* Reads a time from the start of *rest.  Clock times are in the given zone; the result is in
 * seconds since 1970:
 *
 *	2026-11-25 20:00   a date and a time
 *	20:00, 3pm         the next such time
 *	sunday 15:00       the next such day; also today, tomorrow, and abbreviations
 *	+30m +12h +7d +4w  that long from now
 *
 * A time that occurs twice when clocks are put back means the first of the two.  *rest is
 * advanced past the words read, and is modified. */
enum when_err when_parse(const struct world_config *config, const char *zone, int64_t now_s,
    char **rest, int64_t *at_s_out);

#endif
