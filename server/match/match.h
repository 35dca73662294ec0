/* SPDX-License-Identifier: MIT */
/* Live matches: two sessions, a game state, and the actions in the store.
 *
 * A match is live while both players are present.  When a player leaves, the match stays in the
 * store unchanged, and is replayed from its actions when it is resumed.  Nothing needs to be
 * saved.
 *
 * This module writes nothing to users: it publishes events (world/events.def), and subscribers
 * notify the players. */
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
	uint8_t commitment[32]; /* commitment to the seed of the dice */
	int64_t row;            /* the match's row in the store */
	int64_t user[2];
	int64_t tournament; /* the tournament; 0: none */
	uint32_t pairing;
	bool bound;     /* the tournament decides when the match is played and how it ends */
	uint32_t terms; /* STORE_TERM_ bits */
	bool unrated;
	struct tree_node timer_node;
	int64_t timer_ms; /* monotonic time of the clock's next event */
	bool live;        /* false: finished or suspended, and freed at the end of the turn */
	bool seat_1_invited; /* the match was resumed by an invitation from seat 1 */
	session_id session[2];
	bool wants_next_game[2]; /* between games: this seat wants the next one */
	bool asks_adjourn[2];    /* typed `leave`, and has not acted since */
	uint32_t next_seq;
	int64_t last_ms; /* time of the last action, monotonic; -1: after a pause; in the
			    future: no time counts until then */
	uint8_t warnings_given[2];  /* number of warnings given to a seat (timing.c) */
	struct match_totals totals; /* counts that are not stored yet */
	uint64_t followers;    /* bit mask of the sessions that follow the match, by index in
				  world.follower */
	uint8_t not_yet_acted; /* bit mask of seats that have not acted since the match was
				  resumed */
	struct match *freed_prev, *freed_next; /* in the list of matches to be freed */
	struct match_state state;
};

/* ---- beginning ---- */

/* Terms of a match besides its length and game; all 0: an ordinary match. */
struct match_terms {
	bool has_clock; /* whether the match has a clock; its times are in milliseconds, within
			 * the limits of rules/clock.h; not for unlimited matches */
	uint32_t delay_ms, reserve_ms[2], overtime_ms;
	uint8_t start_points[2]; /* penalty points at the start; less than the length */
	enum {
		CRAWFORD_BY_TOGGLES, /* as usual: the Crawford rule applies if either player
					wants it */
		CRAWFORD_ON,
		CRAWFORD_OFF,
	} crawford;
	bool no_cube; /* no doubling */
	bool unrated;
	bool practice;      /* plays may be taken back; unrated, without a clock */
	int64_t tournament; /* the tournament; 0: none */
	uint32_t pairing;
	/* practice only: the first game begins here, with the inviter at the bottom; NULL: as
	 * usual */
	const struct game_position *start_position;
	const struct dice_record *dice; /* dice whose commitment both players could see
					   beforehand; NULL: drawn when the match begins */
};

/* Sets the clock from a preset (NULL: no clock) for a match of `length` points. */
void match_terms_set_clock(
    struct match_terms *t, const struct clock_preset *p, unsigned length, uint32_t overtime_ms);

/* Begins a match between the inviter (seat 0) and the joiner, and starts the first game.
 * Replaces an unfinished match of the two unless the new one is part of a tournament. terms
 * NULL: an ordinary match.  Returns the row of the new match in the store, 0 on failure. */
int64_t match_begin(struct world *w, struct session *inviter, struct session *joiner,
    unsigned length, const struct variant *v, const struct match_terms *terms);

enum resume_err {
	RESUME_OK,
	RESUME_NONE,    /* the two users have no unfinished match */
	RESUME_CORRUPT, /* the actions did not replay, and the match was ended */
	RESUME_OVER,    /* match_resume_row: a player was away for too long and has lost */
};
enum resume_err match_resume(struct world *w, struct session *inviter, struct session *joiner);

/* Records that the user of s, who is not playing, asks to resume a saved match.  heard: the
 * opponent received the invitation; otherwise they get a notice at their next log-in.  If s
 * stays online and free for ten minutes, today counts as a day on which they asked.  Returns
 * false if requests do not count because the match is not rated. */
bool match_request_resume(
    struct world *w, struct session *s, const struct match_record *r, bool heard);

/* Returns whether s has asked to resume that match and has been free since.  The opponent may
 * then join s in the match. */
bool match_requests_resume(const struct world *w, const struct session *s, int64_t match);

/* ---- questions of `play` ---- */

/* Records that `by` asks `to` to play.  The question lapses after 15 minutes, when `by` logs
 * out, and when it is withdrawn; a restart drops it.  Returns whether to sound the bell of
 * `to`: false if `by` has sounded it less than a minute ago. */
bool match_ask_to_play(struct world *w, const struct session *by, const struct session *to);

/* Returns whether a question from `by` to `to` is open. */
bool match_has_question(
    const struct world *w, const struct session *by, const struct session *to);

/* Fills in the dice for a match that begins from an open question between the two users.  Both
 * can see the commitment as soon as one has asked.  Returns false if there is no such
 * question. */
bool match_question_dice(const struct world *w, const struct session *inviter,
    const struct session *other, struct dice_record *dice_out);

/* Withdraws the next question from `by` and returns the user asked; start with *cursor 0.
 * Skips users who are not online.  Returns NULL when no question is left. */
struct session *match_withdraw_question(
    struct world *w, const struct session *by, int64_t *cursor);

/* ---- playing ---- */

/* How an action was made, which affects the wording. */
enum act_how {
	HOW_TYPED,
	HOW_TYPED_OFF, /* the user typed `off` */
	HOW_AUTOMATIC, /* the server made the only legal play, or an automatic roll */
	HOW_GREEDY,    /* the server bears off all it can (`greedy`) */
};

/* Carries out an action, and everything that follows automatically (rolls, forced plays).  Sets
 * the dice of an ACT_ROLL. */
MUST_USE struct match_error match_act(
    struct world *w, struct match *m, const struct action *a, enum act_how how);

/* Called between games when a seat wants the next game.  The game starts when both want it;
 * until then m->wants_next_game is set.  Returns MATCH_PAUSED if the match is paused,
 * MATCH_OUT_OF_TIME if the player's time was up. */
enum match_err match_join_next_game(struct world *w, struct match *m, enum seat seat);

/* ---- matches of tournaments ----
 *
 * match_begin begins them, with terms that name the tournament.  While they are bound to it,
 * they are exempt from the rule of one unfinished match for each pair, the limit on saved
 * matches, `invite`, `show saved` and expiry.  When the server stops, their clocks stop, as if
 * all had been suspended.
 *
 * A tournament that is decided without its match releases it.  From then on it is an ordinary
 * match, which keeps the number of its tournament. */

enum release_result {
	RELEASE_DONE,       /* the match continues, live or suspended */
	RELEASE_NOT_BOUND,  /* the match is over, or was released before */
	RELEASE_IMPOSSIBLE, /* nothing was done, and the caller may end the match: a player has
			     * not moved yet, or the actions do not replay */
};
/* Releases a match.  Lifts a pause by the director.  For a suspended match this costs as much
 * as resuming it. */
enum release_result match_release_from_tournament(struct world *w, int64_t row);

/* Binds a released match to its tournament again, when the tournament needs its result after
 * all.  The match must not be over. */
void match_bind_to_tournament(struct world *w, int64_t row);

/* Resumes a match if both players are online and not playing.  The time since it was suspended
 * is charged to the player who was cut off (tourney/RULES.md 18, 19). */
enum resume_err match_resume_row(struct world *w, int64_t row);

/* Carries out an act by someone other than the players: ACT_PAUSE, ACT_UNPAUSE, ACT_ADDTIME,
 * ACT_CLOCK, ACT_PENALTY_POINTS, ACT_ABANDON, ACT_FORFEIT, ACT_SET_RESULT, ACT_TIMEOUT.  On a
 * suspended match also ACT_STOP_CLOCK and ACT_SAVE; ACT_DISCONNECT, when the second player
 * leaves too or has not returned after the server started; and ACT_RETURN, when only one player
 * is back. a->elapsed_ms is ignored: the time is measured here.  Returns MATCH_IS_OVER if the
 * match is over, does not exist or does not replay.  Returns MATCH_OUT_OF_TIME if a player's
 * time was up, which has ended a live match; in a suspended match the caller must then send
 * ACT_TIMEOUT.
 */
MUST_USE enum match_err match_direct_action(
    struct world *w, int64_t row, const struct action *a);

/* Undoes the effect of a match on ratings and experience; later matches are not recalculated.
 * Erased users are skipped.  undone_out: the changes undone.  Returns their number; 0 if the
 * match changed no rating or was undone before. */
unsigned match_unrate(struct world *w, int64_t row, struct rating_record undone_out[2]);

/* Gets the clock of an unfinished match after its last action.  For a suspended match,
 * *since_ms_out is the monotonic time from which time counts; clock_absent_deadline_ms gives
 * the deadline of an absent player.  Returns false if there is no such match. */
bool match_stored_clock(
    struct world *w, int64_t row, struct match_clock *clock_out, int64_t *since_ms_out);

/* ---- ends ---- */

enum match_end {
	MATCH_END_SUSPENDED, /* not ended: the match can be resumed */
	MATCH_END_PLAYED,
	MATCH_END_TIME,
	MATCH_END_FORFEIT,
	MATCH_END_SET,     /* a director set the result */
	MATCH_END_CORRUPT, /* the actions do not replay */
	MATCH_END_REPLACED,
	MATCH_END_EXPIRED,
	MATCH_END_ERASED, /* a player's account was erased */
};

/* Returns the word for an end, as it is stored and sent in events of JSON lines. */
const char *match_end_word(enum match_end how);

/* The end_reason of a match that was not played here (server/offline/import.h): the match
 * counts for nothing, and its dice have no seed. */
#define MATCH_IMPORTED "imported"
bool match_imported(const struct match_record *r);

/* Returns whether a user may read a stored match.  Matches that players imported are private
 * unless their owners show them.  p: NULL for spectators. */
bool match_readable(const struct player *p, const struct match_record *r);

/* If an unfinished match does not replay, ends it with MATCH_END_CORRUPT and leaves a notice
 * for its players.  Costs as much as resuming it.  match_end_stored_if_corrupt does the same
 * without a server, and leaves no notice; at_ms: the wall time of the end. */
enum match_corrupt_check {
	MATCH_ENDED_AS_CORRUPT,
	MATCH_WAS_OVER, /* the match was over: nothing was done */
	MATCH_IS_SOUND, /* the match is live, or its actions replay: nothing was done */
};
enum match_corrupt_check match_end_if_corrupt(struct world *w, const struct match_record *r);
enum match_corrupt_check match_end_stored_if_corrupt(
    struct store *s, const struct match_record *r, int64_t at_ms);

/* A match's effect on ratings; index 0: the winner, 1: the loser. */
struct match_rating {
	bool rated;
	bool bot_ratings; /* changes the separate ratings of matches with bots */
	unsigned points;  /* earned in the match */
	struct standing standing_before[2];
	struct rating_calc calc;    /* the calculation, with the changes that counted */
	double counted_fraction[2]; /* the fraction of the formula's change that counted */
};

/* How far an opponent may still change a rating (PROTOCOL.md 8). */
struct rating_allowance {
	struct rating_headroom room;
	double net;    /* the opponent's effect in the last 24 hours */
	bool newcomer; /* the opponent has little experience and the user has more */
	char network[STORE_HOST_MAX]; /* the opponent's network; "": unknown, only the
					 opponent's account counts */
};

/* What a player's allowance depends on. */
struct match_rated_player {
	int64_t user;
	struct standing standing; /* standing in the game of the match */
	struct netaddr network;   /* NETWORK_WIDE; family 0: unknown, only the account counts */
};

/* Returns the current allowance of a user against an opponent.  It may change until the match
 * ends, when it is applied.  Call it only for ratings with users, not for those with bots. */
struct rating_allowance rating_allowance(const struct world *w,
    const struct match_rated_player *u, const struct match_rated_player *opponent,
    const struct variant *v);

/* The end or suspension of a match. */
struct match_ending {
	/* for a live match, the number of actions and the dice are not set */
	const struct match_record *r;
	const struct match_state *st; /* NULL: ended without a result */
	struct match *live;           /* the match if it was live; NULL: it was not */
	enum match_end how;
	struct match_rating rating;
};

enum match_leave_kind {
	LEAVE_OFFLINE,        /* the player's session ends; their clock runs */
	LEAVE_STAYING_ONLINE, /* the player stays online; their clock runs */
	LEAVE_ADJOURNED,      /* both clocks stop; in a bound match the same as LEAVE_OFFLINE */
};

/* Suspends a match that `who` leaves; both sessions are free afterwards.  If the match has a
 * clock or is bound, stores the reason as an action.  Stores nothing if a director has paused
 * the match and `who` stays online. */
void match_suspend(struct world *w, struct match *m, enum seat who, enum match_leave_kind how);

/* Ends a match that `who` leaves, without a winner and unrated; both sessions are free
 * afterwards.  It must have no clock and not be bound. */
void match_drop(struct world *w, struct match *m, enum seat who);

/* ---- interrupted matches: not bound to a tournament, with a clock, and a player is away ----
 *
 * The clock of the absent player runs while the opponent waits: online, and in no other match.
 * A returning player resumes at once.  If the opponent stops waiting, the match is adjourned.
 * All of this survives a restart.  The time of the restart counts against neither player. */

/* Describes an interrupted match. */
struct match_absence {
	int64_t row;
	int64_t tournament; /* only for EVENT_clock_stopped; 0: none */
	uint32_t pairing;
	const char *name[2]; /* valid during the turn */
	bool away[2];
	int64_t time_left_ms[2]; /* time left until this player loses, if absent */
	uint32_t stop_ms; /* only for EVENT_clock_stopped: the longest time for which the clock
			     stays stopped */
};

/* Describes the match in which a user is waiting, otherwise one in which they are away.
 * Returns false if there is none. */
bool match_absence_of_user(const struct world *w, int64_t user, struct match_absence *out);

/* Returns whether the stored match of that row is interrupted now. */
bool match_interrupted(const struct world *w, int64_t row);

/* Returns whether the user is waiting for an absent opponent. */
bool match_awaits_opponent(const struct world *w, const struct session *s);

/* Adjourns the match in which s is waiting.  Returns false if there is none. */
bool match_adjourn(struct world *w, const struct session *s);

/* Resumes the match that s has left and in which `other` is waiting.  Returns RESUME_NONE if
 * there is none. */
enum resume_err match_rejoin(
    struct world *w, const struct session *s, const struct session *other);

/* Handles session_online, session_leaving and code_read (interrupted matches, lost
 * connections), and user_erased (ends the user's unfinished matches; those bound to a
 * tournament are lost). */
event_subscriber match_on_event;

/* ---- look-ups ---- */

struct match *match_get(const struct world *w, match_handle id); /* NULL if stale or not live */

/* Returns the match of a session, NULL if none. */
struct match *session_match(const struct world *w, const struct session *s);

/* Returns whether r is a practice match: unrated, and neither part of a tournament nor
 * imported. */
static inline bool
match_is_practice(const struct match_record *r)
{
	return r->unrated && r->tournament == 0 && !match_imported(r);
}

/* Returns the live match of a record, NULL if it is not live. */
struct match *match_find_live(const struct world *w, const struct match_record *r);

/* match_next visits the live matches; start with *cursor = 0.  matches_live_count returns their
 * number. */
struct match *match_next(const struct world *w, uint32_t *cursor);
unsigned matches_live_count(const struct world *w);

/* Return the session at a seat of a live match (never NULL), and its user's name. */
struct session *match_session(const struct world *w, const struct match *m, enum seat seat);
const char *match_player_name(const struct world *w, const struct match *m, enum seat seat);

/* Return whether the web may show a match: it is part of a tournament, or both players have
 * `public` on.  It may show an imported match if the owner has made it visible.  match_public
 * reads the accounts of players who are offline. */
bool match_live_public(const struct world *w, const struct match *m);
bool match_public(const struct world *w, const struct match_record *r);

/* Returns the player of the match of `target` who has blinded `viewer`, NULL if none.  Matches
 * bound to a tournament are visible to all. */
struct session *session_blinding_player(
    const struct world *w, const struct session *target, const struct session *viewer);

/* Returns how the board's numbering relates to that of `seat`. */
static inline enum numbering
match_numbering(const struct match_state *m, enum seat seat)
{
	return notation_numbering(m->variant, m->o == seat);
}

/* Returns the time since the last action in milliseconds, without time that does not count. */
uint32_t match_elapsed_ms(const struct world *w, const struct match *m);

/* Returns scratch space for the rules: valid until the next action in any match. */
struct move_space *match_move_space(const struct world *w);

/* ---- stored matches ---- */

/* Parses a stored action with its times.  Returns false if it is damaged. */
MUST_USE bool match_read_action(const struct action_record *r, struct action *a_out);

/* Replays a stored match to its current state.  Returns false if its actions do not replay. */
bool match_replay(struct world *w, const struct match_record *record,
    struct match_state *state_out, uint32_t *seq_out);

/* Like match_replay; also returns the totals that have not been counted yet. */
bool match_replay_totals(struct world *w, const struct match_record *record,
    struct match_state *state_out, uint32_t *seq_out, struct match_totals *totals_out);

/* Like match_replay, without a world. */
bool match_replay_from_store(struct store *s, const struct match_record *record,
    struct move_space *space, struct match_state *state_out, uint32_t *seq_out);

/* Returns the list of moves of the last game of a stored match (PROTOCOL.md 7), with points
 * numbered from a seat's side; SEAT_NONE: from the board's.  The caller frees it. */
char *match_move_list(struct world *w, const struct match_record *r, enum seat side);

/* Make the list of match_move_list in slices.  movelist_read reads up to `actions` more
 * actions.  It returns false when all have been read and the text is complete.  The match may
 * be resumed meanwhile. */
struct movelist *movelist_new(struct world *w, const struct match_record *r, enum seat side);
bool movelist_read(struct movelist *l, unsigned actions);
const char *movelist_text(const struct movelist *l);
void movelist_free(struct movelist **l);

/* ---- for domain.c ---- */

/* Creates the table of matches.  Returns NULL if out of memory. */
struct matches *matches_new(unsigned max);
void matches_free(struct matches **m);

/* matches_end_timed_out ends matches in which a player's time is up, and sends warnings.  Call
 * it at the beginning of a turn, before the lines received in that turn are handled: they
 * arrived after the time was up.  matches_next_clock_event returns when it has something to do,
 * monotonic; -1: never. */
void matches_end_timed_out(struct world *w);
int64_t matches_next_clock_event(const struct world *w);

/* Called when the store accepts writes again after refusing them for stalled_ms.  All clocks
 * continue from where they were. */
void matches_add_stall(struct world *w, int64_t stalled_ms);

/* Ends matches that have been saved for saved_days.  Before that, the server must have been up
 * for an hour on seven different days since the last action, and both players must have been
 * warned a week earlier.  A player has asked to resume the match after making requests on at
 * least three days since both last acted.  A bot that is available has always asked.  If only
 * one player has asked, the other one loses, provided that the match is rated and both have
 * moved.  All other matches end unrated.
 *
 * Handles a few matches at a time, in the order of their ids, so that all are checked once a
 * day; does nothing while the store refuses writes.  matches_next_expiry returns the monotonic
 * time of the next slice; -1: never. */
void matches_expire(
    struct world *w, bool (*bot_available)(const struct world *w, const char *name));
int64_t matches_next_expiry(const struct world *w);

/* Computes a part of the missing checksums of finished matches: one slice of matches a day, a
 * few hundred actions in a turn.  Does nothing while the store refuses writes.
 * matches_next_checksum returns the monotonic time of the next part; -1: never. */
void matches_checksum_step(struct world *w);
int64_t matches_next_checksum(const struct world *w);

/* Handles the requests that match_request_resume made ten minutes ago: today counts as a day on
 * which the player asked.  matches_next_request returns the monotonic time at which the next
 * request is due; -1: never. */
void matches_count_due_requests(struct world *w);
int64_t matches_next_request(const struct world *w);

/* Transfers live matches to another process, after the sessions.  Sets p->bad if a match cannot
 * be continued. */
struct pack;
void matches_hand_over(struct world *w, struct pack *p);

/* Called when an upgrade has transferred all sessions: connections lost from now on are not due
 * to the upgrade. */
void matches_carry_done(struct world *w);

/* Rebuilds the interrupted matches from the store when the server starts. */
void matches_load_interrupted(struct world *w);

/* Updates interrupted matches after the log-ins and log-outs of this turn. */
void matches_update_interrupted(struct world *w);

/* Frees matches that are no longer live.  Called at the end of a turn. */
void matches_reap(struct world *w);

/* match_check_live checks the invariants of one match, matches_check those of the table and, if
 * `each`, of all matches.  For tests and debug builds. */
void match_check_live(const struct world *w, const struct match *m);
void matches_check(const struct world *w, bool each);

#endif
