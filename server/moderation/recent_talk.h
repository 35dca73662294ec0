/* SPDX-License-Identifier: MIT */
/* Recent public lines (shouts and kibitzes), which are attached to reports of users.  In memory
 * only. */
#ifndef MODERATION_RECENT_TALK_H
#define MODERATION_RECENT_TALK_H

#include "people/player.h"

#define RECENT_TALK_MAX 1024u /* lines kept, of all users */
#define RECENT_TALK_SHOWN 20u /* lines attached to a report */
#define RECENT_TALK_TEXT_MAX 161u
/* Keeps a public line of a user; a long text is cut.  how: one word, such as "shouts"; the *
 * pointer must remain valid. */
#define RECENT_TALK_LINES_MAX                                                                  \
	(RECENT_TALK_SHOWN * (RECENT_TALK_TEXT_MAX + STORE_NAME_MAX + 32u))
void recent_talk_add(
    struct world *w, const struct player *p, const char *how, const char *text);

/* Appends the last lines of the two users, oldest first, each with its time (UTC) and a
 * newline. */
void recent_talk_lines(const struct world *w, int64_t user_a, int64_t user_b, struct sbuf *out);

#endif
