/* SPDX-License-Identifier: MIT */
/* Notices to players of saved matches: a missed invitation to resume, an announced end, the
 * result (match/expiry.c). */
#ifndef LOGIN_SAVED_H
#define LOGIN_SAVED_H

#include "people/session.h"

/* how long in advance the end of a match is announced */
#define SAVED_NOTICE_MS (7 * (int64_t)86400000)

/* Returns true if the end of a saved match has been announced to a player, and no action has
 * been stored since. */
bool saved_end_announced(const struct world *w, const struct match_record *r,
    const struct resume_request_record *mine);

/* Returns the earliest wall time at which a match whose end was announced may end. */
int64_t saved_end_due_ms(const struct resume_request_record *mine);

/* Announces the end of a match to a player, with the number of days on which each of the two
 * players asked to resume it. */
void saved_tell_due(struct world *w, struct session *s, const struct match_record *r);

/* Notifies a player of the result.  winner: seat, or -1 for none. */
void saved_tell_end(struct session *s, const struct match_record *r, int winner);

/* Notifies a player that an operator has ended a match that does not replay. */
void saved_tell_damaged(struct session *s, const struct match_record *r);

/* Sends all pending notices at log-in: as lines to interactive users, and as messages from the
 * user's own name to client programs, which do not know such lines. */
void saved_tell_all(struct world *w, struct session *s);

#endif
