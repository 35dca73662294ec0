/* SPDX-License-Identifier: MIT */
/* The matches that are played for pairings: begun, interrupted, ended.  Side 0 of a pairing has
 * seat 0. */
#ifndef TOURNAMENT_BOUTS_H
#define TOURNAMENT_BOUTS_H

#include "rules/match.h"
#include "tournament/live.h"

/* Begins the match of a pairing that is due, or goes on with it; false: not now. */
bool bouts_begin(struct world *w, struct tourney_live *l, uint32_t p);
bool bouts_resume(struct world *w, struct tourney_live *l, uint32_t p);

/* One side (PAIRING_NOBODY: both) loses it wherever it stands; `result` follows from that.
 * kind: ACT_TIMEOUT who is away, on time or where that does not run out; ACT_ABANDON who
 * leaves; ACT_FORFEIT by decision. */
void bouts_lose(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned side, enum act_kind kind);

/* It ends because its pairing is over, won by that side (PAIRING_NOBODY: nobody), with the
 * score of the pairing when the director has set it; nothing follows. */
void bouts_end(struct world *w, struct tourney_live *l, uint32_t p, unsigned winner, bool set);

/* After a start of the server: of at most `most` matches it is reckoned when they are lost;
 * true when there are more. */
bool bouts_reckon(struct world *w, struct tourney_live *l, unsigned most);

/* Somebody comes or goes whose match is interrupted. */
void bouts_presence(struct world *w, struct tourney_live *l, entry_no e, bool here);

/* The director's `hold`, `release`, `addtime`; false when the match refuses. */
bool bouts_act(struct world *w, struct tourney_live *l, const struct tourney_act *a);

/* A match has ended, or is suspended: what that means for its pairing. */
struct match_ending;
void bouts_match_left(struct world *w, const struct match_ending *e);

#endif
