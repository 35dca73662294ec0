/* SPDX-License-Identifier: MIT */
/* Times as people type them: "2026-11-25 20:00", "20:00", "+30m". */
#ifndef CMD_WHEN_H
#define CMD_WHEN_H

#include "world/world.h"

enum when_err {
	WHEN_OK,
	WHEN_NOTHING, /* no word is left */
	WHEN_BAD,     /* that is no time */
	WHEN_NO_DAY,  /* the month has no such day */
	WHEN_GAP,     /* clocks are put forward over that time: they never show it */
	WHEN_PAST,    /* it is not after now */
};

/* Reads a time from the beginning of *rest, as a clock in a zone shows it, in seconds since
 * 1970:
 *
 *	2026-11-25 20:00   a day and a time
 *	20:00, 3pm         the next time that clocks show that
 *	sunday 15:00       the next one; also today, tomorrow, and their first letters
 *	+30m +12h +7d +4w  from now on
 *
 * A time that clocks show twice is the first of the two.  *rest moves behind what was read, and
 * is cut up. */
enum when_err when_read(const struct world_config *config, const char *zone, int64_t now_s,
    char **rest, int64_t *at_s_out);

#endif
