/* SPDX-License-Identifier: MIT */
/* The matches of pairings: beginning, interruption, end.  Side 0 of a pairing has seat 0. */
#ifndef TOURNAMENT_PAIRINGS_H
#define TOURNAMENT_PAIRINGS_H

#include "rules/match.h"
#include "tournament/live.h"

/* Begin or resume the match of a pairing that is due.  Return false if that is not possible
 * now.  If the result of the pairing was taken back while its match was unfinished,
 * pairings_begin_match resumes that match. */
bool pairings_begin_match(struct world *w, struct tourney_live *l, uint32_t p);
bool pairings_resume_match(struct world *w, struct tourney_live *l, uint32_t p);

/* Ends the match of a pairing, whatever its state, as lost by one side (PAIRING_NOBODY: by
 * both); a `result` act follows.  kind: ACT_TIMEOUT for an absent player whose time is up, on
 * the clock or by the tournament's limit; ACT_ABANDON for a player who leaves. */
void pairings_lose_match(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned side, enum act_kind kind);

/* Handles a pairing that was decided while its match was running.  If both players have moved,
 * the match is released.  Otherwise the match ends, won by `winner` (PAIRING_NOBODY: by neither
 * side); set: with the score that a director has set for the pairing.  The pairing does not
 * change. */
void pairings_end_decided_match(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned winner, bool set);

/* Like pairings_end_decided_match, for the match `row`, which no longer belongs to its pairing.
 * was: the pairing as it was before. */
void pairings_end_given_up_match(
    struct world *w, struct tourney_live *l, const struct pairing *was, int64_t row);

/* Handles a pairing whose result was taken back.  If its released match is being played right
 * now, that match decides the pairing again, and the players need not wait until the pairing is
 * due. */
void pairings_result_taken_back(struct world *w, struct tourney_live *l, uint32_t p);

/* After the server has started, calculates the deadlines of up to `most` interrupted matches.
 * Returns true if there are more. */
bool pairings_compute_deadlines(struct world *w, struct tourney_live *l, unsigned most);

/* Notifies directors of matches without a clock that were idle for TOURNEYS_MATCH_IDLE_MS. */
void pairings_check_idle(struct world *w, struct tourney_live *l);

/* Handles a player with an interrupted match who logs in or leaves. */
void pairings_set_presence(struct world *w, struct tourney_live *l, entry_no e, bool here);

/* Carries out the director's `hold`, `release` or `addtime`.  Returns false if the match
 * refuses. */
bool pairings_director_action(
    struct world *w, struct tourney_live *l, const struct tourney_act *a);

/* Calculates the deadlines of the players of an interrupted match again, after its clock has
 * stopped. */
void pairings_clock_stopped(struct world *w, const struct match_absence *x);

/* Notifies the players of the pairing whose match is about to begin that they are seated. */
void pairings_match_seated(struct world *w);

/* Updates the pairing of a match that has ended or is suspended. */
struct match_ending;
void pairings_match_left(struct world *w, const struct match_ending *e);

#endif
