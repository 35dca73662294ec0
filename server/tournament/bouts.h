/* SPDX-License-Identifier: MIT */
/* The matches that are played for pairings: begun, interrupted, ended.  Side 0 of a pairing has
 * seat 0. */
#ifndef TOURNAMENT_BOUTS_H
#define TOURNAMENT_BOUTS_H

#include "rules/match.h"
#include "tournament/live.h"

/* Begins the match of a pairing that is due, or resumes it; false: not now.  If the pairing was
 * taken back while its match was unfinished, that match is resumed instead of a new one. */
bool bouts_begin(struct world *w, struct tourney_live *l, uint32_t p);
bool bouts_resume(struct world *w, struct tourney_live *l, uint32_t p);

/* One side (PAIRING_NOBODY: both) loses it wherever it stands; `result` follows from that.
 * kind: ACT_TIMEOUT who is away, on time or where that does not run out; ACT_ABANDON who
 * leaves. */
void bouts_lose(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned side, enum act_kind kind);

/* The pairing was decided while its match was running.  The match is released if both players
 * have moved.  Otherwise it ends: won by that side (PAIRING_NOBODY: by neither), with the score
 * of the pairing if the director has set it.  The pairing does not change. */
void bouts_decided(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned winner, bool set);

/* The same for a match that its pairing has lost; was: the pairing as it was before. */
void bouts_given_up(
    struct world *w, struct tourney_live *l, const struct pairing *was, int64_t row);

/* The pairing was taken back.  If its released match is being played right now, it decides the
 * pairing from now on; the players need not wait until the pairing is due. */
void bouts_taken_back(struct world *w, struct tourney_live *l, uint32_t p);

/* After a start of the server: of at most `most` matches it is reckoned when they are lost;
 * true when there are more. */
bool bouts_reckon(struct world *w, struct tourney_live *l, unsigned most);

/* Notifies directors of matches without a clock that were idle for TOURNEYS_IDLE_MS. */
void bouts_look_idle(struct world *w, struct tourney_live *l);

/* Somebody comes or goes whose match is interrupted. */
void bouts_presence(struct world *w, struct tourney_live *l, entry_no e, bool here);

/* The director's `hold`, `release`, `addtime`; false when the match refuses. */
bool bouts_act(struct world *w, struct tourney_live *l, const struct tourney_act *a);

/* The clock of an interrupted match has stopped, which moves the deadlines of its players. */
void bouts_clock_stopped(struct world *w, const struct match_absence *x);

/* A match has ended, or is suspended: what that means for its pairing. */
struct match_ending;
void bouts_match_left(struct world *w, const struct match_ending *e);

#endif
