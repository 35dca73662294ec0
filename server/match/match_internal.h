/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of server/match. */
#ifndef MATCH_MATCH_INTERNAL_H
#define MATCH_MATCH_INTERNAL_H

#include "match/match.h"

/* ---- match.c ---- */

/* The progress of checksums.c in today's slice. */
struct checksum_progress {
	int64_t next_step_ms;  /* next step, monotonic; 0: unknown */
	bool match_begun;      /* c holds an unfinished checksum */
	unsigned matches_done; /* matches of the slice whose checksums are stored */
	struct checksum_record c;
};

struct matches {
	struct pool pool;
	unsigned live_n;
	struct match *freed_later;      /* no longer live; freed at the end of the turn */
	struct tree timers;             /* timing.c: earliest first */
	struct suspension *suspensions; /* timing.c: hash table by row */
	struct absence *absences;       /* absence.c: hash table by row */
	bool absences_dirty;            /* absences_run_due must check the table */
	int64_t absences_next_ms;       /* next automatic action, monotonic; < 0: none */
	struct lost_connection *lost_connections; /* outage.c: by user, oldest first */
	bool new_losses; /* connections were lost since the last outage_check */
	int64_t outage_log_ms[NETWORKS_MAX + 1]; /* outage.c: next log line, monotonic */
	bool handing_over;  /* an upgrade is transferring sessions; if it cannot keep one, that
			  player's clock does not start at once */
	bool stopping;      /* the server is ending: absences are not changed */
	int64_t stalled_ms; /* how long the store has refused writes since the start */
	struct resume_request *resume_requests; /* asking.c: by key, oldest first */
	struct tree questions; /* questions.c: ordered by asking user, then by user asked */
	struct question *questions_by_age;      /* the same questions as a list, oldest first */
	struct saved_board_cache *saved_boards; /* barred.c; NULL until needed */
	int64_t expiry_ms; /* next slice of expiry.c, monotonic; 0: unknown */
	struct checksum_progress checksum_progress;
	struct move_space *space;
};

/* The time from which the next action of a suspended match is timed.  Exists for each match
 * that this process has suspended, until the match is over; for a match outside tournaments
 * only until it is resumed. */
struct suspension {
	int64_t row;
	int64_t since_ms; /* monotonic; if in the future, no time counts until then */
	UT_hash_handle hh;
};

/* An interrupted match with a clock: at least one player is away. */
struct absence {
	int64_t row;
	int64_t tournament; /* this field and the next two are as in struct match */
	bool bound;
	uint32_t pairing;
	int64_t user[2];
	char name[2][STORE_NAME_MAX + 1];
	struct match_clock clock; /* the clock after the last action */
	bool has_left[2]; /* typed `leave`, and has neither returned nor logged in since */
	int64_t next_action_ms; /* next automatic action, monotonic; -1: none */
	UT_hash_handle hh;
};

/* A user's lost connection. */
struct lost_connection {
	int64_t user;
	char name[STORE_NAME_MAX + 1];
	struct netaddr from;
	int64_t at_ms; /* monotonic */
	UT_hash_handle hh;
};

/* ---- outage.c: lost connections ---- */

/* Records that an online session has lost its connection. */
void outage_record_loss(struct world *w, const struct session *s);

/* Returns whether a user lost a connection within the last minute, even if they are back. */
bool outage_lost_recently(const struct world *w, int64_t user);

/* Checks whether the connections lost since the last call amount to an outage.  If so, stops
 * the clocks of the affected players. */
void outage_check(struct world *w);

/* Adds `ms`, the time for which the store refused writes, to the times of the recorded losses,
 * so that this time does not count. */
void outage_add_stall(struct matches *t, int64_t ms);
void outage_hand_over(struct world *w, struct pack *p);
void outage_free(struct matches *t);

/* ---- play.c ---- */

/* Starts the first game of a practice match at a position, which must be valid for it. */
void match_start_at_position(struct world *w, struct match *m, const struct game_position *p);

/* ---- expiry.c ---- */

/* Leaves a notice of how a saved match ended for each player who is not online as an
 * interactive user.  The notice is shown at the player's next log-in.  Bots get none. */
void match_add_notices(struct world *w, const struct match_record *r);

/* ---- absence.c: interrupted matches with a clock ---- */

/* Updates the entry of a suspended match from its clock after an action: adds it if a player is
 * away, otherwise removes it. */
void absence_update_from_clock(
    struct world *w, const struct match_record *r, const struct match_clock *c);

/* Updates the entry of a suspended match that is bound to its tournament or released. */
void absence_bind(struct world *w, int64_t row, bool bound);

/* Removes the entry of a match that is resumed or over. */
void absence_end(struct world *w, int64_t row);

/* Records that the absent player typed `leave`, and may still be online. */
void absence_set_left(struct world *w, int64_t row, enum seat seat);

/* Stops the clock for what is left of CLOCK_STOPS_MAX_MS.  Returns false if the clock is
 * stopped already or nothing is left. */
bool absence_stop_clock(struct world *w, int64_t row);

/* Returns whether both players lost their connections within the last minute. */
bool absence_both_cut_off(const struct world *w, const int64_t user[2]);

/* Resumes, adjourns and ends interrupted matches that are due.  Linear in the entries when
 * something is due. */
void absences_run_due(struct world *w);

/* Returns the time at which absences_run_due has something to do, monotonic; -1: never. */
int64_t absences_next_due(const struct world *w);

/* absence_logged_in is called after a log-in, absence_session_ended when any session ends.
 * absence_adjourn_others is called before a user takes a seat in match `row`, and adjourns any
 * other match in which they wait. */
void absence_logged_in(struct world *w, int64_t user);
void absence_session_ended(struct world *w);
void absence_adjourn_others(struct world *w, int64_t user, int64_t row);

void absences_hand_over(struct world *w, struct pack *p);
void absences_free(struct matches *t);

/* ---- timing.c: the clocks ---- */

/* After the server starts, a match's clock continues TIMING_BOTH_BACK_MS after both players are
 * back, but no later than TIMING_AFTER_START_MS after the start (tourney/RULES.md 19). */
#define TIMING_BOTH_BACK_MS 60000
#define TIMING_AFTER_START_MS 300000

/* Sets or removes the match's timer for the next event (time up, a warning).  Call it after
 * every change that affects its clock. */
void timing_arm(struct world *w, struct match *m);

/* Returns the earliest time of an event in a live match, monotonic; -1: never. */
int64_t timing_next_event_ms(const struct world *w);

/* Returns the next match whose event is due, NULL if none; nothing is due while the store
 * refuses writes. */
struct match *timing_first_due(const struct world *w);

/* Returns the seat in m whose time is up, or SEAT_NONE. */
enum seat timing_loser(const struct world *w, const struct match *m);

/* Called when an event of m was due but no player's time was up: sends warnings and sets the
 * timer again. */
void timing_warn_and_rearm(struct world *w, struct match *m);

/* Returns a seat's credit for network lag, from the kernel's estimate of the round trip. */
uint16_t timing_lag_credit_ms(const struct world *w, const struct match *m, enum seat seat);

/* Returns the monotonic time from which time counts in a suspended match: as recorded by
 * timing_count_from_now or timing_count_from; for a match suspended before the server started,
 * TIMING_AFTER_START_MS after the start. */
int64_t timing_counts_from_ms(const struct world *w, int64_t row);

/* Deletes the time from which the suspended match is timed. */
void timing_forget(struct world *w, int64_t row);

/* Records that time counts in the suspended match from now on, or from since_ms if that is
 * later. */
void timing_count_from_now(struct world *w, int64_t row, int64_t since_ms);
/* Records that time counts in the suspended match from since_ms on. */
void timing_count_from(struct world *w, int64_t row, int64_t since_ms);

/* Returns the monotonic time from which time counts once both players have returned.  since_ms:
 * as returned by timing_counts_from_ms. */
int64_t timing_resume_ms(const struct world *w, int64_t since_ms);

/* ---- stored.c ---- */

/* Stores action number seq of a match. */
void match_store_action(struct world *w, int64_t row, uint32_t seq, const struct action *a);

/* ---- seats.c ---- */

/* Creates a live match from a stored one and seats both players.  Returns NULL if there are too
 * many live matches. */
struct match *match_seat(struct world *w, const struct match_record *r, struct session *inviter,
    struct session *joiner);

/* Ends the live match and leaves its stored state unchanged.  Both sessions are free
 * afterwards. */
void match_unseat(struct world *w, struct match *m);

/* Returns the fields of a live match's record that match_finish and the subscribers need. */
struct match_record match_record_of(const struct world *w, const struct match *m);

/* ---- asking.c ---- */

/* Called when a player has acted in a resumed match.  Once both have acted, deletes the days on
 * which they asked to resume it. */
void match_has_acted(struct world *w, struct match *m, enum seat seat);

struct pack;
void requests_hand_over(struct world *w, struct pack *p);
void requests_free(struct matches *t);

/* ---- questions.c ---- */

void play_questions_init(struct matches *t);
void play_questions_free(struct matches *t);
void play_questions_hand_over(struct world *w, struct pack *p);

/* ---- finish.c ---- */

/* Ends a match that is not over, live or stored, for any reason: stores the end, rates it if it
 * counts, publishes match_ended, frees the seats, publishes match_left.  st: the final state;
 * NULL if the match ends without one. */
void match_finish(struct world *w, const struct match_record *r, const struct match_state *st,
    enum match_end how);

/* Publishes match_left.  Called after both sessions are free. */
void match_publish_freed(struct world *w, const struct match_ending *e);

/* Returns how a match ended, given its final state. */
enum match_end match_end_of(const struct match_state *st);

/* Stores the totals counted in a live match. */
void match_store_totals(struct world *w, struct match *m);

/* ---- allowance.c ---- */

/* Counts a stored rating change against the allowance that its user has with the opponent. */
void allowance_record_change(struct world *w, const struct rating_record *r, int64_t opponent,
    const struct rating_allowance *a);

/* ---- play.c ---- */

/* Starts the next game. */
void match_start_game(struct world *w, struct match *m);

/* Repeats the question to the player who must act, after the match has been resumed. */
void match_prompt_again(struct world *w, struct match *m);

#endif
