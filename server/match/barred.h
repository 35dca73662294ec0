/* SPDX-License-Identifier: MIT */
/* Decides whether a user may be advised about a position that they have named, which could come
 * from a match that counts. */
#ifndef MATCH_BARRED_H
#define MATCH_BARRED_H

#include "match/match.h"
#include "proto/msg.h"

/* Returns the reason why the user of s may not ask about the position of st, or MSG_COUNT if
 * they may.  Scans the live matches, then calls barred_by_saved_match. */
enum msg_id barred_position(
    struct world *w, const struct session *s, const struct match_state *st);

/* The reasons: barred_by_match_nearby returns whether the user of s, or another user at the
 * same address, is playing a match that counts; barred_by_live_board whether the position is on
 * the board of a live match. */
bool barred_by_match_nearby(const struct world *w, const struct session *s);
bool barred_by_live_board(const struct world *w, const struct match_state *st);

/* Returns MSG_position_saved if the user has a saved match that counts and the position is on
 * its board, else MSG_COUNT.  Reads these matches from the store.  Replays those that this
 * process has not replayed since their last action, at most BARRED_REPLAYED_MAX actions in a
 * call.  Returns MSG_position_search if the store cannot be read now, or if more must be
 * replayed; another call continues. */
#define BARRED_REPLAYED_MAX 20000u
enum msg_id barred_by_saved_match(struct world *w, int64_t user, const struct match_state *st);

/* Returns whether the analysis of an imported match is hidden from the user of s, because the
 * imported match may be one that is still being played.  The analysis is hidden from a user who
 * is playing a match that counts.  Spectators have no account, so it is hidden from them while
 * the owner is playing such a match. */
bool barred_review(
    const struct world *w, const struct session *s, const struct match_record *r);

#endif
