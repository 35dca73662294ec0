/* SPDX-License-Identifier: MIT */
/* Times as text, in UTC. */
#ifndef PEOPLE_TIMETEXT_H
#define PEOPLE_TIMETEXT_H

#include <stddef.h>
#include <stdint.h>

/* Writes at_s (seconds since 1970) to text[0..size) in a strftime format; "" if it does not
 * fit. */
void time_text(int64_t at_s, const char *format, char *text, size_t size);

/* Writes a duration as "9:45" or "1:09:45".  Seconds are rounded up, so "0:00" means none
 * left. */
#define DURATION_TEXT_MAX 16u
void duration_text(uint32_t ms, char text[DURATION_TEXT_MAX]);

#endif
