/* SPDX-License-Identifier: MIT */
/* Decides whether a user may be advised about a position that they have named, which could come
 * from a match that counts. */
#ifndef MATCH_BARRED_H
#define MATCH_BARRED_H

#include "match/match.h"
#include "proto/msg.h"

/* Finds the positions of the user's saved matches, for barred_position.  Reads these matches
 * from the store, and replays those that this process has not replayed since their last action:
 * at most BARRED_ACTIONS_MAX actions in a call.  Returns false if more would have to be
 * replayed; another call continues. */
#define BARRED_ACTIONS_MAX 20000u
MUST_USE bool barred_look(struct world *w, const struct session *s);

/* Returns the reason why the user of s may not ask about the position of st, or MSG_COUNT if
 * they may.  Scans the live matches, and the saved matches that barred_look has found. */
enum msg_id barred_position(
    struct world *w, const struct session *s, const struct match_state *st);

/* The two reasons: barred_near returns whether the user of s, or another user at the same
 * address, is playing a match that counts; barred_on_board whether the position is on the board
 * of a live match. */
bool barred_near(const struct world *w, const struct session *s);
bool barred_on_board(const struct world *w, const struct match_state *st);

/* Returns whether the analysis of a match is kept from the user of s: it is an imported match,
 * which may be one that is being played. */
bool barred_review(
    const struct world *w, const struct session *s, const struct match_record *r);

#endif
