/* SPDX-License-Identifier: MIT */
/* Telling people what happens in matches: each in their own words, with boards where they want
 * them.  The texts are in PROTOCOL.md 5. */
#ifndef TELL_TELL_H
#define TELL_TELL_H

#include "match/match.h"

/* Subscribes to all that happens in matches, and to session_leaving (whoever played with them
 * reads that the match is saved). */
subscriber tell_on_event;

/* Somebody has left with `leave`: to everyone with `report`. */
void tell_left_game(struct world *w, const struct match *m, enum seat who);

/* Tells both players of a match that is about to begin, if they are persons, how far the other
 * may still move their rating, when the match could move it further.  rated: whether it would
 * change ratings. */
void tell_allowances(struct world *w, struct session *const who[2], unsigned length,
    const struct variant *v, bool rated);

/* Tells an interactive user that their match with `other` is adjourned. */
void tell_adjourned(struct session *to, const char *other);

/* ---- who hears ---- */

/* Someone who follows a match: a player, or a watcher of one. */
struct hearer {
	struct session *to;
	enum seat view; /* their own, or of whom they watch */
	bool plays;
};

/* Visits the two players and then all watchers: start with *it = {0}. */
struct hearer_it {
	unsigned stage; /* 0, 1 the players; 2, 3 the watchers of each */
	struct session *next;
	bool begun;
};
bool hearer_next(
    const struct world *w, const struct match *m, struct hearer_it *it, struct hearer *h_out);

/* ---- boards ---- */

/* Draws a state of the match in the receiver's style.  view: whose board it is; a player who
 * looks at their own is "You". */
void tell_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to);

/* One line with both reserves; nothing when the match has no clock. */
void tell_clocks(const struct world *w, const struct match *m, struct out *out);

/* How the own numbers of `seat` stand on the board as `to` sees it, who looks from the side of
 * view. */
enum numbering tell_numbering(
    const struct session *to, const struct match_state *m, enum seat view, enum seat seat);

#endif
