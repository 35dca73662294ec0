/* SPDX-License-Identifier: MIT */
/* For the files of this folder.  From below: match, timing, stored, outage; seats; allowance;
 * finish; play; begin, asking, directed, absence, expiry, leaving. */
#ifndef MATCH_INSIDE_H
#define MATCH_INSIDE_H

#include "match/match.h"

/* ---- match.c ---- */

struct matches {
	struct pool pool;
	unsigned live;
	struct match *left;             /* no longer live, to be freed at the end of the turn */
	struct tree timers;             /* timing.c: the soonest first */
	struct standstill *standstills; /* timing.c: table by row */
	struct absence *absences;       /* absence.c: table by row */
	bool absences_dirty;            /* to be checked again by absences_due */
	int64_t absences_ms;            /* next automatic action, monotonic; < 0 none */
	struct cut *cuts;               /* outage.c: table by user, the oldest first */
	bool cuts_new;                  /* some were added since the last outage_look */
	int64_t outage_ms[NETWORKS_MAX + 1]; /* outage.c: next log line, monotonic */
	bool carried;                        /* an upgrade is closing connections */
	bool stopping;     /* the server is ending: absences stay as they are */
	int64_t stood_ms;  /* that the disk was full since the start */
	struct ask *asks;  /* asking.c: table by match and user, oldest first */
	int64_t expiry_ms; /* next slice of expiry.c, monotonic; 0 not known yet */
	struct move_space *space;
};

/* Since when the clock of a match stands still that was suspended by this process.  A few dozen
 * bytes for each match of a tournament that was ever suspended, and each other one that is. */
struct standstill {
	int64_t row;
	int64_t since_ms; /* monotonic; ahead of now: no time counts until then */
	UT_hash_handle hh;
};

/* An interrupted match with a clock: at least one of its players is away. */
struct absence {
	int64_t row;
	int64_t tournament; /* as in struct match, with the next two */
	bool bound;
	uint32_t pairing;
	int64_t user[2];
	char name[2][STORE_NAME_MAX + 1];
	struct match_clock clock; /* as the last action left it */
	bool left[2];             /* typed `leave`, and has not returned or logged in since */
	int64_t at_ms;            /* next automatic action, monotonic; -1 none */
	UT_hash_handle hh;
};

/* A lost connection, by user. */
struct cut {
	int64_t user;
	char name[STORE_NAME_MAX + 1];
	struct netaddr from;
	int64_t at_ms; /* monotonic */
	UT_hash_handle hh;
};

/* ---- outage.c: lost connections ---- */

/* Records that a logged-in session lost its connection. */
void outage_note(struct world *w, const struct session *s);

/* Whether a user lost a connection within the last minute, even if they are back. */
bool outage_lost(const struct world *w, int64_t user);

/* Stops the clocks of players affected by an outage, if the new cuts make one. */
void outage_look(struct world *w);

void outage_stood_still(struct matches *t, int64_t ms);
void outage_carry(struct world *w, struct pack *p);
void outage_free(struct matches *t);

/* ---- expiry.c ---- */

/* Leaves a notice of how a saved match ended for the next log-in of each player who is not
 * online as an interactive user.  Bots need none. */
void match_leave_notices(struct world *w, const struct match_record *r);

/* ---- absence.c: interrupted matches with a clock ---- */

/* Updates the entry of a suspended match from its clock after an action: adds it if a player is
 * away, else removes it. */
void absence_note(struct world *w, const struct match_record *r, const struct match_clock *c);

/* A suspended match is bound to its tournament or released. */
void absence_bind(struct world *w, int64_t row, bool bound);

/* Removes the entry of a match that is played on or over. */
void absence_end(struct world *w, int64_t row);

/* Records that the absent player typed `leave`, and may still be online. */
void absence_left(struct world *w, int64_t row, enum seat seat);

/* Stops the clock for the rest of CLOCK_STOP_MS.  False if it is stopped or nothing is left. */
bool absence_stop(struct world *w, int64_t row);

/* Whether both players lost their connections within the last minute. */
bool absence_both_lost(const struct world *w, const int64_t user[2]);

/* Resumes, adjourns and ends interrupted matches that are due.  Linear in the entries when
 * something is due. */
void absences_due(struct world *w);

/* When absences_due has something to do, monotonic; -1 never. */
int64_t absences_next_due(const struct world *w);

/* Called after a log-in, when any session ends, and before a user takes a seat in match `row`:
 * the last adjourns any other match in which they wait. */
void absence_came(struct world *w, int64_t user);
void absence_went(struct world *w);
void absence_plays(struct world *w, int64_t user, int64_t row);

void absences_carry(struct world *w, struct pack *p);
void absences_free(struct matches *t);

/* ---- timing.c: the clocks ---- */

/* tourney/RULES.md 19: after a start of the server the clock of a match goes on so long after
 * both players are back, or so long after the start, whichever is sooner. */
#define TIMING_BOTH_BACK_MS 60000
#define TIMING_AFTER_START_MS 300000

/* Sets the timer of this match to its next moment (time up, a warning), or takes it away.
 * After every change of what its clock depends on. */
void timing_arm(struct world *w, struct match *m);

/* The soonest moment of a match that is played, monotonic; -1 never. */
int64_t timing_next(const struct world *w);

/* The next match whose moment has come, NULL none; nothing is due while the store refuses. */
struct match *timing_due(const struct world *w);

/* Whose time is up in m; SEAT_NONE: nobody's. */
enum seat timing_loser(const struct world *w, const struct match *m);

/* Nobody's time was up at the moment of m: warns, and waits for the next one. */
void timing_go_on(struct world *w, struct match *m);

/* What may be credited to a seat for lag, by the kernel's estimate. */
uint16_t timing_credit_ms(const struct world *w, const struct match *m, enum seat seat);

/* From when on, on the monotonic clock, time counts again in an interrupted match: since its
 * last action, or from TIMING_AFTER_START_MS after the start of the server if that came before
 * it. */
int64_t timing_since_ms(const struct world *w, int64_t row);

void timing_forget(struct world *w, int64_t row);

/* It stands still from now on, or counts from since_ms on when that is later. */
void timing_stands(struct world *w, int64_t row, int64_t since_ms);
/* It has stood still since then, or counts from then on. */
void timing_stood(struct world *w, int64_t row, int64_t since_ms);

/* From when on it counts in such a match whose players are both back now; since_ms: as
 * timing_since_ms had it. */
int64_t timing_resume_ms(const struct world *w, int64_t since_ms);

/* ---- stored.c ---- */

/* Writes action number seq of a match. */
void match_keep_action(struct world *w, int64_t row, uint32_t seq, const struct action *a);

/* ---- seats.c ---- */

/* A live match of a stored one, with both players seated; NULL when there are too many. */
struct match *match_seat(struct world *w, const struct match_record *r, struct session *inviter,
    struct session *joiner);

/* The match is no longer played here, and stays as it is; both sessions are free afterwards. */
void match_unseat(struct world *w, struct match *m);

/* What is known of a live match that finish and those who follow need of its record. */
struct match_record match_record_of(const struct world *w, const struct match *m);

/* ---- asking.c ---- */

/* A player has acted in a match that was resumed.  Once both have, the days on which they asked
 * count no longer. */
void match_has_acted(struct world *w, struct match *m, enum seat seat);

struct pack;
void asks_carry(struct world *w, struct pack *p);
void asks_free(struct matches *t);

/* ---- finish.c ---- */

/* Ends a match that is not over, whoever or whatever ends it, live or stored: writes it, rates
 * it when it counts, publishes match_ended, frees the seats, publishes match_left.  st: the
 * state it has come to; NULL when it ends as it stands. */
void match_finish(struct world *w, const struct match_record *r, const struct match_state *st,
    enum match_end how);

/* The match is no longer played here: published after both are free. */
void match_publish_left(struct world *w, const struct match_ending *e);

/* How a state that is over came to that. */
enum match_end match_end_of(const struct match_state *st);

/* What has been counted of a live match is written. */
void match_keep_totals(struct world *w, struct match *m);

/* ---- allowance.c ---- */

/* A change that was written counts against the allowance of its user with that opponent. */
void allowance_use(struct world *w, const struct rating_record *r, int64_t opponent,
    const struct match_allowance *a);

/* ---- play.c ---- */

/* The next game: both want it. */
void match_start_game(struct world *w, struct match *m);

/* Who has to act is asked once more, where it was left. */
void match_ask_again(struct world *w, struct match *m);

#endif
