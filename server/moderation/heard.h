/* SPDX-License-Identifier: MIT */
/* What was said last in public, shouts and kibitzes, for those who report somebody.  In memory
 * only. */
#ifndef MODERATION_HEARD_H
#define MODERATION_HEARD_H

#include "people/player.h"

#define HEARD_MAX 1024u /* lines, of all */
#define HEARD_SHOWN 20u /* of them to one report */
#define HEARD_TEXT_MAX 161u
#define HEARD_LINES_MAX (HEARD_SHOWN * (HEARD_TEXT_MAX + STORE_NAME_MAX + 32u))

/* Somebody has said something; a long text is cut.  how: one word, "shouts". */
void heard_add(struct world *w, const struct player *p, const char *how, const char *text);

/* Appends the last lines of these two, oldest first, each with its time (UTC) and its end. */
void heard_lines(const struct world *w, int64_t user_a, int64_t user_b, struct sbuf *out);

#endif
