/* SPDX-License-Identifier: MIT */
/* Times as text, in UTC. */
#ifndef GAME_TIMETEXT_H
#define GAME_TIMETEXT_H

#include <stddef.h>
#include <stdint.h>

/* Writes at_s (seconds since 1970) in a format of strftime to text[0..size); "" when it does
 * not fit. */
void time_text(int64_t at_s, const char *format, char *text, size_t size);

#endif
