/* SPDX-License-Identifier: MIT */
/* Times as text, in UTC. */
#ifndef PEOPLE_TIMETEXT_H
#define PEOPLE_TIMETEXT_H

#include <stddef.h>
#include <stdint.h>

/* Writes at_s (seconds since 1970) in a format of strftime to text[0..size); "" when it does
 * not fit. */
void time_text(int64_t at_s, const char *format, char *text, size_t size);

/* A duration as "9:45" or "1:09:45": begun seconds count whole, so "0:00" is none left. */
#define CLOCK_TEXT_MAX 16u
void clock_text(uint32_t ms, char text[CLOCK_TEXT_MAX]);

#endif
