/* SPDX-License-Identifier: MIT */
/* Matches that are being played: two sessions, an engine state, and a row of actions in the
 * store.
 *
 * A match is here while both players are; whoever leaves, it stays in the store as it is and is
 * made again from its actions when it is resumed.  There is no act of saving. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "people/people.h"
#include "world/world.h"
#include "rules/notation.h"
#include "rules/rating.h"

/* ---- beginning ---- */

/* What is agreed beside the length and the game; all 0: nothing. */
struct match_terms {
	bool clock; /* there is one, so: milliseconds, within the bounds of rules/clock.h; not
		       for unlimited matches */
	uint32_t delay_ms, reserve_ms[2], overtime_ms;
	uint8_t points[2]; /* penalty points that a seat begins with: less than the length */
	enum {
		CRAWFORD_OF_PLAYERS, /* holds if one of the two wants it, as everywhere */
		CRAWFORD_ON,
		CRAWFORD_OFF,
	} crawford;
	bool no_cube; /* nobody may double */
	bool unrated;
	int64_t event; /* 0, or the event it is played for */
	uint32_t pairing;
};

/* Fills in the clock of a preset (NULL: none) for a match of that length. */
void match_terms_clock(
    struct match_terms *t, const struct clock_preset *p, unsigned length, uint32_t overtime_ms);

/* A new match of the inviter (seat 0) with the one who joins; an unfinished one of the pair is
 * given the end "replaced", unless the new one is of an event.  Announces it and starts the
 * first game.  terms: NULL, an ordinary match.  The row in the store; 0 when it could not be
 * made. */
int64_t match_begin(struct world *w, struct session *inviter, struct session *joiner,
    unsigned length, const struct variant *v, const struct match_terms *terms);

enum resume_err {
	RESUME_OK,
	RESUME_NONE,    /* no unfinished match of the two */
	RESUME_CORRUPT, /* its actions do not replay: it was set aside */
	RESUME_OVER,    /* of match_resume_event: somebody was away for too long and has lost */
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

/* ---- matches of events ----
 *
 * They begin by match_begin with terms that name the event.  They stand outside the rule of one
 * unfinished match for each pair, the limit of saved ones, `invite`, `show saved` and the
 * sweep. When one ends or is suspended, world.event_ended is called; not when the server stops:
 * then no clock runs, and it is as if all had been suspended. */

/* Goes on with one by its row, when both players are on line and not playing.  The time since
 * it was suspended is taken from who was cut off (tourney/RULES.md 18, 19). */
enum resume_err match_resume_event(struct world *w, int64_t row);

/* What somebody other than the players does: ACT_PAUSE, ACT_UNPAUSE, ACT_ADDTIME, ACT_CLOCK,
 * ACT_POINTS, ACT_ABANDON, ACT_FORFEIT, ACT_RESULT, ACT_TIMEOUT.  While the match is suspended
 * also ACT_CUT, when the second player goes too, or has not come back after a start of the
 * server; and ACT_BACK, when one is here again and the other is not.  On the match of that row,
 * live or suspended; a->elapsed_ms is filled in here.  One that ends it ends the stored match,
 * rates it when it counts, and calls world.event_ended.  MATCH_IS_OVER: it is, or there is no
 * such match, or its actions do not replay; MATCH_OUT_OF_TIME: of a live match, which has just
 * ended by that; of a suspended one, ACT_TIMEOUT is due. */
MUST_USE enum match_err match_event_act(struct world *w, int64_t row, const struct action *a);

/* Takes back what a match did to ratings and experience; matches since then are not reckoned
 * anew. An erased user has none.  undone_out: what it had done to each of the two; how many.
 * The caller sees to it that this happens once. */
unsigned match_unrate(struct world *w, int64_t row, struct rating_record undone_out[2]);

/* The clock of an unfinished match by its row, as its last action left it; *since_ms_out: from
 * when on, monotonic, time counts again if it is suspended (then clock_absent_deadline_ms gives
 * the deadline of who is away).  False: no such match. */
bool match_event_clock(
    struct world *w, int64_t row, struct match_clock *clock_out, int64_t *since_ms_out);

/* The live match of a row; NULL when it is not being played now. */
struct match *match_live(const struct world *w, const struct match_record *r);

/* ---- ending ---- */

/* seat leaves or is cut off: the match is no longer played here.  In one of an event that is an
 * action, and the event is told; in another one with a clock too, which spends the time that
 * has passed. */
void match_suspend(struct world *w, struct match *m, enum seat who);

/* The match is no longer played here, and stays as it is.  Announces nothing; both sessions are
 * free afterwards. */
void match_detach(struct world *w, struct match *m);

/* ---- for the other files of the domain ---- */

/* Of a match that is over: how; whether its result changes ratings (match_was_earned says when
 * one may); its row in the store is ended, the event told. */
enum match_end match_end_of(const struct match_state *st);
bool match_counts(bool unrated, const struct match_state *st);
void match_store_end(struct world *w, int64_t row, const struct match_state *st);
void match_tell_event(struct world *w, int64_t event, uint32_t pairing, int64_t row,
    const struct match_state *st);

/* What a match did to the ratings: the winner's, and the other's. */
struct rating_change {
	bool rated;
	double now[2], by[2];
};

struct rating_change match_change_of(const struct rating_calc *c, const struct standing was[2]);

/* The line about it that people get. */
void match_tell_change(struct session *to, const struct variant *game, const char *winner,
    const char *loser, const struct rating_change *c);

/* Writes what a rated match did to somebody's rating in game v. */
void match_keep_rating(struct world *w, int64_t row, int64_t user, const struct variant *v,
    struct standing was, struct standing now);

/* Writes action number seq of a match. */
void match_keep_action(struct world *w, int64_t row, uint32_t seq, const struct action *a);

/* The stored form back, with its times; false when it is damaged. */
MUST_USE bool match_read_action(const struct action_record *r, struct action *a_out);

/* ---- looking ---- */

/* The match somebody plays; NULL none. */
struct match *session_match(const struct world *w, const struct session *s);

/* Who does not let viewer look at the game of target: target, his opponent, or NULL when he
 * may, as all may while it is a match of a tournament. */
struct session *session_blinder(
    const struct world *w, const struct session *target, const struct session *viewer);

struct session *match_session(const struct world *w, const struct match *m, enum seat seat);
const char *match_name(const struct world *w, const struct match *m, enum seat seat);

/* Draws a state of the match in the receiver's style.  view: whose board it is; a player who
 * looks at his own is "You". */
void match_show_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to);

/* The same where a person who has just been shown that position needs no second board: only
 * dice and whose turn it is may be others. */
void match_show_new_board(struct world *w, const struct match *m,
    const struct match_state *state, enum seat view, struct session *to);

/* The state a stored match has now; false when its actions do not replay (space is w's
 * scratch). */
bool match_replay(struct world *w, const struct match_record *record,
    struct match_state *state_out, uint32_t *seq_out);

/* Visits the matches being played: start with *cursor = 0. */
struct match *match_next(const struct world *w, uint32_t *cursor);

/* The list of moves of the last game of a stored match (PROTOCOL.md 7), with points as seen
 * from the side of a seat; SEAT_NONE: those of the board.  The caller frees it. */
char *match_move_list(struct world *w, const struct match_record *r, enum seat side);

/* The same in slices: reads on by so many actions; false when that was all.  Its text then.
 * A match may be gone on with meanwhile. */
struct movelist *movelist_new(struct world *w, const struct match_record *r, enum seat side);
bool movelist_read(struct movelist *l, unsigned actions);
const char *movelist_text(const struct movelist *l);
void movelist_free(struct movelist **l);

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

/* The same as `to` sees it, who looks from the side of view. */
enum numbering match_numbering_for(
    const struct session *to, const struct match_state *m, enum seat view, enum seat seat);

#endif
