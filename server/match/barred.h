/* SPDX-License-Identifier: MIT */
/* Decides whether a user may be advised about a position that they have named, which could come
 * from a match that counts. */
#ifndef MATCH_BARRED_H
#define MATCH_BARRED_H

#include "match/match.h"
#include "proto/msg.h"

/* Returns the reason why the user of s may not ask about the position of st, or MSG_COUNT if
 * they may.  Scans the live matches. */
enum msg_id barred_position(
    struct world *w, const struct session *s, const struct match_state *st);

#endif
