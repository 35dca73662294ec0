/* SPDX-License-Identifier: MIT */
/* How long something holds, as operators type it and others read it. */
#ifndef MODERATION_PERIOD_H
#define MODERATION_PERIOD_H

#include "world/world.h"

#define PERIOD_MAX_S (3653 * 86400) /* ten years */

/* "30m", "12h", "7d", "4w" in seconds; false when it is no such time, 0, or over ten years. */
bool period_read(const char *word, int64_t *seconds_out);

/* "for good", or "until" a time in a zone: how long something holds, as a listener reads it. */
#define PERIOD_MAX 96u
void period_text(const struct out *to, const struct world *w, const char *zone, int64_t until_s,
    char text[PERIOD_MAX]);

#endif
