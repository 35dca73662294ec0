/* SPDX-License-Identifier: MIT */
/* Periods as operators type them and users read them. */
#ifndef MODERATION_PERIOD_H
#define MODERATION_PERIOD_H

#include "world/world.h"

#define PERIOD_MAX_S (3653 * 86400) /* ten years */

/* Parses "30m", "12h", "7d" or "4w".  Returns false for other text, for 0 and for more than
 * PERIOD_MAX_S. */
bool period_read(const char *word, int64_t *seconds_out);

/* Writes "for good" (until_s 0) or "until" and a time in the zone, in the language of `to`. */
#define PERIOD_TEXT_MAX 96u
void period_text(const struct out *to, const struct world *w, const char *zone, int64_t until_s,
    char text[PERIOD_TEXT_MAX]);

#endif
