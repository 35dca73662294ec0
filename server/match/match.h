/* SPDX-License-Identifier: MIT */
/* Matches that are being played: two sessions, an engine state, and a row of actions in the
 * store.
 *
 * A match is here while both players are; whoever leaves, it stays in the store as it is and is
 * made again from its actions when it is resumed.  There is no act of saving.
 *
 * Nothing here says a word to anybody: what happens is published (world/events.def), and told
 * by those who follow. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "match/totals.h"
#include "people/people.h"
#include "output/output.h"
#include "world/world.h"
#include "rules/notation.h"
#include "rules/rating.h"

struct match {
	match_handle id;
	struct fair_dice dice;
	uint8_t commitment[32]; /* of their seed */
	int64_t row;            /* in the store */
	int64_t user[2];
	int64_t tournament; /* 0, or the tournament it is played for */
	uint32_t pairing;
	bool bound;     /* that tournament decides when it is played and how it ends */
	uint32_t terms; /* STORE_TERM_ bits */
	bool unrated;
	struct tree_node by_timer;
	int64_t timer_ms; /* when its clock has something to do, monotonic */
	bool live;        /* false: no longer played here (finished, or saved for later) */
	bool swapped;     /* resumed by an invitation of seat 1: for the order of names in
			     news */
	session_id session[2];
	bool joined[2];       /* between games: wants the next one */
	bool asks_adjourn[2]; /* typed `leave`, and has not played since */
	uint32_t next_seq;
	int64_t last_ms;            /* monotonic, of the last action; -1 after a pause; ahead of
				       now: no time counts until then */
	uint8_t warned[2];          /* how many of the warnings a seat has had (timing.c) */
	struct match_totals totals; /* what the store does not have yet */
	uint8_t to_act; /* seats (bits) that must act before the days of asking start again */
	struct match *left_prev, *left_next; /* among those that are to be freed */
	struct match_state state;
};

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
	bool practice;      /* plays may be taken back: unrated too, and without a clock */
	int64_t tournament; /* 0, or the tournament it is played for */
	uint32_t pairing;
	const struct dice_record *dice; /* that both could see the commitment of; NULL: drawn
					   when it begins */
};

/* Fills in the clock of a preset (NULL: none) for a match of that length. */
void match_terms_clock(
    struct match_terms *t, const struct clock_preset *p, unsigned length, uint32_t overtime_ms);

/* A new match of the inviter (seat 0) with the one who joins; an unfinished one of the pair is
 * replaced, unless the new one is of a tournament.  Starts the first game.  terms: NULL, an
 * ordinary match.  The row in the store; 0 when it could not be made. */
int64_t match_begin(struct world *w, struct session *inviter, struct session *joiner,
    unsigned length, const struct variant *v, const struct match_terms *terms);

enum resume_err {
	RESUME_OK,
	RESUME_NONE,    /* no unfinished match of the two */
	RESUME_CORRUPT, /* its actions do not replay: it was set aside */
	RESUME_OVER,    /* of match_resume_row: somebody was away for too long and has lost */
};
enum resume_err match_resume(struct world *w, struct session *inviter, struct session *joiner);

/* The player of s, which is not playing, asks to resume a saved match.  heard: the opponent
 * received the invitation; otherwise they get a notice at their next log-in.  If s stays online
 * and free for ten minutes, today counts as a day on which its player asked.  Returns false if
 * it cannot count because the match is not rated. */
bool match_ask(struct world *w, struct session *s, const struct match_record *r, bool heard);

/* Returns true while those ten minutes run: the opponent may join s in that match. */
bool match_asks(const struct world *w, const struct session *s, int64_t match);

/* ---- playing ---- */

/* What the player used, for the wording. */
enum act_how {
	HOW_TYPED,
	HOW_OFF,    /* by `off` */
	HOW_FORCED, /* by the server: the only possible move, or an automatic roll */
	HOW_GREEDY, /* by the server: bears off what it can */
};

/* One action of seat, with all that follows by itself (rolls, forced moves).  An ACT_ROLL gets
 * its dice here. */
MUST_USE struct match_error match_act(
    struct world *w, struct match *m, const struct action *a, enum act_how how);

/* Between games: seat wants the next one, which starts when both do; else m->joined is set.
 * MATCH_PAUSED: not now; MATCH_OUT_OF_TIME: their time was up. */
enum match_err match_join_next(struct world *w, struct match *m, enum seat seat);

/* ---- matches of tournaments ----
 *
 * They begin by match_begin with terms that name the tournament.  As long as they are bound to
 * it they stand outside the rule of one unfinished match for each pair, the limit of saved
 * ones, `invite`, `show saved` and the expiry.  When the server stops, no clock runs, and it is
 * as if all had been suspended.
 *
 * A tournament that is decided without its match releases it.  From then on it is an ordinary
 * match, which keeps the number of its tournament. */

enum release {
	RELEASE_DONE,    /* the match continues, live or suspended */
	RELEASE_NOTHING, /* it is over, or was released before */
	RELEASE_UNBEGUN, /* not both players have moved, or its actions do not replay: nothing
			    was done, and it may be ended */
};
/* Releases the match of that row.  A pause by the director is lifted.  Costs as much as
 * resuming it when it is suspended. */
enum release match_release(struct world *w, int64_t row);

/* Binds a match that was released to its tournament again, which wants it to decide its
 * pairing.  It must not be over. */
void match_bind(struct world *w, int64_t row);

/* Goes on with one by its row, when both players are on line and not playing.  The time since
 * it was suspended is taken from who was cut off (tourney/RULES.md 18, 19). */
enum resume_err match_resume_row(struct world *w, int64_t row);

/* What somebody other than the players does: ACT_PAUSE, ACT_UNPAUSE, ACT_ADDTIME, ACT_CLOCK,
 * ACT_POINTS, ACT_ABANDON, ACT_FORFEIT, ACT_RESULT, ACT_TIMEOUT.  While the match is suspended
 * also ACT_CUT, when the second player goes too, or has not come back after a start of the
 * server; and ACT_BACK, when one is here again and the other is not.  On the match of that row,
 * live or suspended; a->elapsed_ms is filled in here.  MATCH_IS_OVER: it is, or there is no
 * such match, or its actions do not replay; MATCH_OUT_OF_TIME: of a live match, which has just
 * ended by that; of a suspended one, ACT_TIMEOUT is due. */
MUST_USE enum match_err match_direct(struct world *w, int64_t row, const struct action *a);

/* Takes back what a match did to ratings and experience; the matches since then are not
 * recalculated.  An erased user has none.  undone_out: what it had done to each of the two.
 * Returns how many; 0 when it changed no rating, or this was done before. */
unsigned match_unrate(struct world *w, int64_t row, struct rating_record undone_out[2]);

/* The clock of an unfinished match by its row, as its last action left it; *since_ms_out: from
 * when on, monotonic, time counts again if it is suspended (then clock_absent_deadline_ms gives
 * the deadline of who is away).  False: no such match. */
bool match_stored_clock(
    struct world *w, int64_t row, struct match_clock *clock_out, int64_t *since_ms_out);

/* ---- ends ---- */

enum match_end {
	MATCH_END_SUSPENDED, /* no end: it can be gone on with */
	MATCH_END_PLAYED,
	MATCH_END_TIME,
	MATCH_END_FORFEIT,
	MATCH_END_SET,     /* the director has set its result */
	MATCH_END_CORRUPT, /* its actions do not replay */
	MATCH_END_REPLACED,
	MATCH_END_EXPIRED,
	MATCH_END_ERASED, /* as one of its players */
};

/* The reason of end of a match that was not played here (server/import.h): it counts nowhere,
 * and its dice have no seed. */
#define MATCH_IMPORTED "imported"
bool match_imported(const struct match_record *r);

/* What a match did to ratings; of the winner, and of the other. */
struct match_rating {
	bool rated;
	bool bots;       /* in the ratings of play with the server's bots */
	unsigned points; /* for which it was played */
	struct standing was[2];
	struct rating_calc calc; /* its changes are what counted */
	double factor[2];        /* the part of the formula's changes that did */
};

/* How far an opponent may still move a rating (PROTOCOL.md 8). */
struct match_allowance {
	struct rating_room room;
	double net;                   /* what they moved it in the last 24 hours */
	bool newcomer;                /* they have little experience, and the user has more */
	char network[STORE_HOST_MAX]; /* theirs; "" they count singly */
};

/* A player of a match, as far as their allowance depends on it. */
struct match_rated {
	int64_t user;
	struct standing standing; /* in the game of the match */
	struct netaddr network;   /* NETWORK_WIDE; family 0: none, they count singly */
};

/* Returns the allowance of a user against an opponent as of now.  It may change until a match
 * ends, which is when it is applied.  Not for the ratings of play with bots. */
struct match_allowance match_allowance(const struct world *w, const struct match_rated *u,
    const struct match_rated *opponent, const struct variant *v);

/* A match has ended, or is no longer played here. */
struct match_ending {
	const struct match_record *r; /* without its actions and dice if it was live */
	const struct match_state *st; /* NULL: it ended as it stood, and nobody has won */
	struct match *live;           /* as it is being played, or was; NULL it was not */
	enum match_end how;
	struct match_rating rating;
};

enum match_going {
	GOING_CUT,       /* the player's session ends; their clock runs */
	GOING_LEFT,      /* the player stays online; their clock runs */
	GOING_ADJOURNED, /* both clocks stop; the same as GOING_CUT if bound */
};

/* Suspends a match that `who` leaves; both sessions are free afterwards.  Stored as an action
 * if the match has a clock or is bound, unless a tournament holds it up and `who` stays online.
 */
void match_suspend(struct world *w, struct match *m, enum seat who, enum match_going how);

/* Ends a match that `who` leaves, without a winner and unrated; both sessions are free
 * afterwards.  It must have no clock and not be bound. */
void match_drop(struct world *w, struct match *m, enum seat who);

/* ---- interrupted matches: not bound to a tournament, with a clock, and a player is away ----
 *
 * The clock of the absent player runs while the opponent waits: online, and in no other match.
 * A returning player resumes at once.  If the opponent stops waiting, the match is adjourned.
 * All of this survives a restart, whose time counts for neither player. */

/* A description of one. */
struct match_absence {
	int64_t row;
	int64_t tournament; /* EVENT_clock_stopped only; 0 none */
	uint32_t pairing;
	const char *name[2]; /* valid for the turn */
	bool away[2];
	int64_t left_ms[2]; /* until an absent player loses the match */
	uint32_t stop_ms;   /* EVENT_clock_stopped: at most this long */
};

/* Describes the match in which a user waits, else one in which they are away; false if none. */
bool match_absence(const struct world *w, int64_t user, struct match_absence *out);

bool match_interrupted(const struct world *w, int64_t row);

/* Whether they wait for an absent opponent. */
bool match_waits(const struct world *w, const struct session *s);

/* Adjourns the match in which s waits.  False if there is none. */
bool match_adjourn(struct world *w, const struct session *s);

/* Resumes the match that s has left and in which `other` waits.  RESUME_NONE if there is none.
 */
enum resume_err match_return(
    struct world *w, const struct session *s, const struct session *other);

/* Subscribes to session_online and session_leaving (interrupted matches, lost connections), and
 * to user_erased (unfinished matches end; those that are bound are lost). */
subscriber match_on_event;

/* ---- looking ---- */

struct match *match_get(const struct world *w, match_handle id); /* NULL: none, stale or over */

/* Of a session: its match, NULL none. */
struct match *session_match(const struct world *w, const struct session *s);

/* It was for practice: unrated, and neither of a tournament nor imported. */
static inline bool
match_is_practice(const struct match_record *r)
{
	return r->unrated && r->tournament == 0 && !match_imported(r);
}

/* The live match of a row; NULL when it is not being played now. */
struct match *match_live(const struct world *w, const struct match_record *r);

/* Visits the matches being played: start with *cursor = 0.  How many they are. */
struct match *match_next(const struct world *w, uint32_t *cursor);
unsigned matches_playing(const struct world *w);

struct session *match_session(const struct world *w, const struct match *m, enum seat seat);
const char *match_name(const struct world *w, const struct match *m, enum seat seat);

/* Which of the players of target's match has blinded viewer; NULL none.  Matches that are bound
 * to a tournament are for all to see. */
struct session *session_blinder(
    const struct world *w, const struct session *target, const struct session *viewer);

/* How the own numbers of `seat` stand on the board. */
static inline enum numbering
match_numbering(const struct match_state *m, enum seat seat)
{
	return notation_numbering(m->variant, m->o == seat);
}

/* Milliseconds since the last action, as far as they count. */
uint32_t match_elapsed_ms(const struct world *w, const struct match *m);

/* Scratch of the rules: valid until anything is done in any match. */
struct move_space *match_space(const struct world *w);

/* ---- stored matches ---- */

/* The stored form of an action back, with its times; false when it is damaged. */
MUST_USE bool match_read_action(const struct action_record *r, struct action *a_out);

/* The state a stored match has now; false when its actions do not replay. */
bool match_replay(struct world *w, const struct match_record *record,
    struct match_state *state_out, uint32_t *seq_out);

/* The same, and what of it has not been counted yet. */
bool match_replay_totals(struct world *w, const struct match_record *record,
    struct match_state *state_out, uint32_t *seq_out, struct match_totals *totals_out);

/* The same without a world. */
bool match_replay_in(struct store *s, const struct match_record *record,
    struct move_space *space, struct match_state *state_out, uint32_t *seq_out);

/* The list of moves of the last game of a stored match (PROTOCOL.md 7), with points as seen
 * from the side of a seat; SEAT_NONE: those of the board.  The caller frees it. */
char *match_move_list(struct world *w, const struct match_record *r, enum seat side);

/* The same in slices: reads on by so many actions; false when that was all.  Its text then.
 * A match may be gone on with meanwhile. */
struct movelist *movelist_new(struct world *w, const struct match_record *r, enum seat side);
bool movelist_read(struct movelist *l, unsigned actions);
const char *movelist_text(const struct movelist *l);
void movelist_free(struct movelist **l);

/* ---- for domain.c ---- */

/* The table of matches; NULL when memory is out. */
struct matches *matches_new(unsigned max);
void matches_free(struct matches **m);

/* Ends the matches in which somebody's time is up, and warns.  At the begin of a turn: before
 * lines are handled that came later.  When there is something to do, monotonic; -1 never. */
void matches_due(struct world *w);
int64_t matches_next_due(const struct world *w);

/* Nobody could play for so long: all clocks go on from where they were. */
void matches_stood_still(struct world *w, int64_t stood_ms);

/* Ends matches that were saved and not resumed for saved_days, once the server has been up for
 * an hour on seven different days since the last action, and a week after both players were
 * warned. If the match is rated and both had moved, the player who did not come back loses it:
 * against a bot that is available the person; otherwise, if exactly one player asked to resume
 * it on three or more days since both last acted, the opponent.  Handles a few matches at a
 * time, in the order of their ids, so that all are checked once a day; not while the store
 * refuses. The second function returns the milliseconds until the next slice; -1 never. */
void matches_expire(
    struct world *w, bool (*bot_available)(const struct world *w, const char *name));
int64_t matches_next_expiry(const struct world *w);

/* Counts today for the players whose ten minutes are over.  The second function returns the
 * monotonic time at which the next one is due; -1 never. */
void matches_asks_due(struct world *w);
int64_t matches_next_ask(const struct world *w);

/* Those that are played go to another process, behind the sessions.  Bad when one cannot go on
 * there. */
struct pack;
void matches_carry(struct world *w, struct pack *p);

/* The sessions have been carried: later losses of connections are not due to the upgrade. */
void matches_carried(struct world *w);

/* Rebuilds the interrupted matches from the store, at start. */
void matches_load(struct world *w);

/* Handles interrupted matches after the sessions that came and went in this turn. */
void matches_timers(struct world *w);

/* Frees those that are no longer played; at the end of a turn. */
void matches_reap(struct world *w);

/* One of them, or what is kept about all and, if `each`, all of them hold together; for tests
 * and debug builds. */
void match_check_live(const struct world *w, const struct match *m);
void matches_check(const struct world *w, bool each);

#endif
