/* SPDX-License-Identifier: MIT */
/* Times of day in the zones of the system's zoneinfo. */
#ifndef ZONE_H
#define ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The system has the zone ("Europe/Rome", "UTC"). */
bool zone_known(const char *zone);

/* Writes at_s (seconds since 1970) in a zone, in a format of strftime, to text[0..size); an
 * unknown zone is UTC; "" when it does not fit.  Only from the thread of the loop: the C
 * library has one zone at a time. */
void zone_text(const char *zone, int64_t at_s, const char *format, char *text, size_t size);

/* The time at which clocks in a zone show a day and minute of the day, in seconds since 1970;
 * the first one when they show it twice.  month and day from 1, minute from 0 to 1439.  False
 * when they never show it: there is no such day, or they are put forward over that hour.  Years
 * 1970 to 9999; an unknown zone is UTC; the same thread. */
bool zone_at(const char *zone, int year, int month, int day, int minute, int64_t *at_s_out);

/* Some of them, for who asks for one that is none: lines of at most 79 columns. */
extern const char ZONE_LIST[];

/* Where the system has them. */
#define ZONE_DIR "/usr/share/zoneinfo/"

#endif
