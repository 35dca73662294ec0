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

#endif
