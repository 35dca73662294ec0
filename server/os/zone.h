/* SPDX-License-Identifier: MIT */
/* Local times in the time zones of the system's zoneinfo. */
#ifndef ZONE_H
#define ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sbuf.h"

/* Sets the process's time zone to UTC, and discards the data read from the zone files, which
 * may have been replaced.  Must be called before a thread starts, because the first call may
 * reallocate the environment. */
void zone_clear_cache(void);

/* Returns whether the system has the zone ("Europe/Rome", "UTC"). */
bool zone_known(const char *zone);

/* Finds the zones whose name contains the words as whole parts between slashes ("rome", "new
 * york", "argentina").  Ignores case and accents, and accepts blanks for "_".  Appends their
 * names to `names`, in lines as in ZONE_LIST.  Returns their number, or 0 if the names do not
 * fit.  Reads zone.tab, some 20 KB. */
unsigned zone_find(const char *words, struct sbuf *names);

/* Formats at_s (seconds since 1970) in a zone, in a strftime format, into text[0..size).  An
 * unknown zone counts as UTC; the result is "" if it does not fit.  Call it only in the loop's
 * thread, because the C library has one zone at a time.  Opens the zone's file only for a zone
 * and a year that are not kept in memory. */
void zone_text(const char *zone, int64_t at_s, const char *format, char *text, size_t size);

/* Converts a local date and minute of the day to seconds since 1970.  If the clocks show that
 * time twice, chooses the earlier one.  Ranges: year 1970 to 9999, month and day from 1, minute
 * 0 to 1439.  Returns false if the clocks never show that time: there is no such day, or the
 * clocks skip that hour.  An unknown zone counts as UTC.  Call it only in the loop's thread. */
bool zone_local_to_utc(
    const char *zone, int year, int month, int day, int minute, int64_t *at_s_out);

/* Examples of zones, for a user who named an unknown zone: lines of at most 79 columns. */
extern const char ZONE_LIST[];

/* The folder of the system's zones. */
#define ZONE_DIR "/usr/share/zoneinfo/"

#endif
