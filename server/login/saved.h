/* SPDX-License-Identifier: MIT */
/* Notices for the players of saved matches: a missed invitation to resume one, its announced
 * end, its result (match/expiry.c). */
#ifndef LOGIN_SAVED_H
#define LOGIN_SAVED_H

#include "people/session.h"

#define SAVED_NOTICE_MS                                                                        \
	(7 * (int64_t)86400000) /* so long before it ends the end is announced */

/* Returns true if the end of a saved match has been announced to a player, and no action was
 * stored since. */
bool saved_announced(
    const struct world *w, const struct match_record *r, const struct asked_record *mine);

/* Returns the earliest end of such a match, in wall time. */
int64_t saved_due_ms(const struct asked_record *mine);

/* Announces the end of a match to a player, with the days on which each of the two asked. */
void saved_tell_due(struct world *w, struct session *s, const struct match_record *r);

/* Notifies a player of the result; winner: a seat, -1 none. */
void saved_tell_end(struct session *s, const struct match_record *r, int winner);

/* Sends all pending notices at log-in: lines to interactive users, messages from their own name
 * to client programs, which know no other line for them. */
void saved_tell_all(struct world *w, struct session *s);

#endif
