/* SPDX-License-Identifier: MIT */
/* Sends notices of match events to players, watchers and other users, with boards to those who
 * want them.  The texts are in PROTOCOL.md 5. */
#ifndef TELL_TELL_H
#define TELL_TELL_H

#include "match/match.h"

/* Handles all match events, session_online (an interrupted match) and session_leaving (notifies
 * the opponent that the match is saved). */
event_subscriber tell_on_event;

/* Reports to users with `report` on that a player has left a match with `leave`. */
void announce_left_game(struct world *w, const struct match *m, enum seat who);

/* Called before a match begins.  Shows interactive players by how much this opponent may still
 * change their rating, but only if this match could change the rating by more than that.
 * rated: whether the match would change ratings. */
void tell_rating_allowances(struct world *w, struct session *const who[2], unsigned length,
    const struct variant *v, bool rated);

/* Notifies an interactive user that the match with `other` is adjourned. */
void tell_adjourned(struct session *to, const char *other);

/* ---- recipients ---- */

/* A recipient of match notices: a player, or a watcher of a player. */
struct recipient {
	struct session *to;
	enum seat view_seat; /* the player's seat, or the watched seat */
	bool is_player;
};

/* Iterates over the two players, then over all watchers.  Start with *it = {0}. */
struct recipient_it {
	unsigned stage; /* 0, 1: the players; 2, 3: their watchers */
	struct session *next;
	bool stage_begun;
};
bool recipient_next(const struct world *w, const struct match *m, struct recipient_it *it,
    struct recipient *h_out);

/* ---- boards ---- */

/* Draws a state of the match in the recipient's board style.  view: the seat from whose side
 * the board is drawn; the player of that seat appears to themselves as "You". */
void tell_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to);

/* Sends a session of JSON lines the state of a match. */
void tell_json_match(struct world *w, struct match *m, struct session *to);

/* Sends talk about a match to its followers; to spectators only if the speaker has `public`
 * on. */
void tell_json_talk(struct world *w, const struct match *m, const struct session *from,
    enum clip_no no, const char *text);

/* Call it when the user has switched `public`.  Shows the user and the match to spectators, or
 * reports that they are no longer shown. */
void tell_json_public(struct world *w, struct session *s);

/* Prints a line with both reserves; nothing if the match has no clock. */
void tell_clocks(const struct world *w, const struct match *m, struct out *out);

/* Returns the numbering of points for moves of `seat`, on the board as seen from the side of
 * `view`.  home: session_direction_home of the recipient. */
enum numbering point_numbering(
    bool home, const struct match_state *m, enum seat view, enum seat seat);

/* Prints a line with the XGID of the position as seen by `bottom`; prints nothing if the
 * position has no XGID. */
void tell_xgid(struct out *out, const struct match_state *m, enum seat bottom);

/* Shows a player which way their checkers move, in the player's own point numbers. */
void tell_direction(struct out *out, bool home, const struct match_state *m, enum seat seat);

#endif
