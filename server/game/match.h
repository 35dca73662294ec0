/* SPDX-License-Identifier: MIT */
/* Matches that are being played: two sessions, an engine state, and a row of actions in the
 * store.
 *
 * A match is here while both players are; whoever leaves, it stays in the store as it is and is
 * made again from its actions when it is resumed.  There is no act of saving. */
#ifndef GAME_MATCH_H
#define GAME_MATCH_H

#include "game/world.h"
#include "rules/notation.h"

/* ---- beginning ---- */

/* A new match of the inviter (seat 0) with the one who joins; an unfinished one of the pair is
 * given the end "replaced".  Announces it and starts the first game.  False when it could not
 * be made. */
bool match_begin(
    struct world *w, struct session *inviter, struct session *joiner, unsigned length,
    const struct variant *v);

enum resume_err {
	RESUME_OK,
	RESUME_NONE,    /* no unfinished match of the two */
	RESUME_CORRUPT, /* its actions do not replay: it was set aside */
};
enum resume_err match_resume(struct world *w, struct session *inviter, struct session *joiner);

/* ---- playing ---- */

/* One action of seat, with all that follows by itself (rolls, forced moves), told to all
 * concerned. An ACT_ROLL gets its dice here.  how: what the player used, for the wording. */
enum act_how {
	HOW_TYPED,
	HOW_OFF,    /* by `off` */
	HOW_FORCED, /* by the server: the only possible move, or an automatic roll */
	HOW_GREEDY, /* by the server: bears off what it can */
};
MUST_USE struct match_error match_act(
    struct world *w, struct match *m, const struct action *a, enum act_how how);

/* `join` between games: starts the next one when both have. */
void match_join_next(struct world *w, struct match *m, enum seat seat);

/* The pending prompt again, for one player: what he has to do now. */
void match_prompt(struct world *w, struct match *m, enum seat seat);

/* ---- ending ---- */

/* One of the two leaves or is gone: the match is no longer played here, and stays as it is.
 * Announces nothing; both sessions are free afterwards. */
void match_detach(struct world *w, struct match *m);

/* ---- looking ---- */

struct session *match_session(const struct world *w, const struct match *m, enum seat seat);
const char *match_name(const struct world *w, const struct match *m, enum seat seat);

/* Draws a state of the match in the receiver's style.  view: whose board it is; a player who
 * looks at his own is "You". */
void match_show_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to);

/* The state a stored match has now; false when its actions do not replay (space is w's
 * scratch). */
bool match_replay(struct world *w, const struct match_record *record,
    struct match_state *state_out, uint32_t *seq_out);

/* Visits the matches being played: start with *cursor = 0. */
struct match *match_next(const struct world *w, uint32_t *cursor);

/* The list of moves of the last game of a stored match (reference 9.1); the caller frees it. */
char *match_move_list(struct world *w, const struct match_record *r);

/* The dice that an event which ends a turn was played with; before: the state before the
 * action. */
struct dice_pair match_event_dice(const struct match_state *before,
    const struct match_events *ev, const struct match_event *e);

/* How the own numbers of `seat` stand on the board. */
static inline enum numbering
match_numbering(const struct match_state *m, enum seat seat)
{
	return notation_numbering(m->variant, m->o == seat);
}

#endif
