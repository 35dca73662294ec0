/* SPDX-License-Identifier: MIT */
/* The clock of a match: a simple delay before a reserve, allowances for lost connections, and
 * the time between games.  Pure: the caller passes the time that has elapsed.  The clock is
 * part of the match state, so replaying the actions gives the same clock.
 *
 * Rule numbers refer to tourney/RULES.md 12 to 20.  All times are in milliseconds. */
#ifndef RULES_CLOCK_H
#define RULES_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "rules/board.h"

#define CLOCK_RESERVE_MAX 86400000u      /* reserve of each seat: one day */
#define CLOCK_DELAY_MAX 3600000u         /* one hour */
#define CLOCK_OVERTIME_MAX 120000u       /* rule 16: one or two minutes */
#define CLOCK_LAG_CREDIT_MAX 1000u       /* rule 17: limit for one action */
#define CLOCK_LAG_CREDIT_GAME_MAX 10000u /* rule 17: limit for one seat in one game */
#define CLOCK_ALLOWANCE_MAX_MS 300000u   /* rule 18: upper limit, per seat and match */
#define CLOCK_ALLOWANCE_MIN_MS 60000u    /* rule 18: lower limit, in new matches */
/* rule 18: the allowance is the starting reserve divided by this */
#define CLOCK_ALLOWANCE_DIVISOR 5u
/* rule 18: number of lost connections for which the allowance is used */
#define CLOCK_DISCONNECTS_FREE 3u
#define CLOCK_STOPS_MAX_MS 600000u    /* rule 18: total of all stops in one match */
#define CLOCK_BETWEEN_GAMES_MS 30000u /* rule 15: free time between games */
#define CLOCK_BREAK_MS 300000u        /* rule 20: length of a break */
/* rule 20: only in matches of at least this many points */
#define CLOCK_BREAK_MATCH_LENGTH_MIN 9u

/* A clock that users choose by name. */
struct clock_preset {
	const char *name;
	uint32_t delay_ms;
	uint32_t reserve_per_point_ms; /* reserve per point of the match length */
};

/* Ends with a row whose name is NULL. */
extern const struct clock_preset CLOCK_PRESETS[];

enum clock_mode {
	CLOCK_IDLE,   /* no time runs: before the first game, and after the match */
	CLOCK_TURN,   /* `seat` has the turn: one delay from the roll to the end of the play */
	CLOCK_ANSWER, /* `seat` must answer an offer, with a separate delay */
	CLOCK_BETWEEN_GAMES, /* between games: runs for each player who is not ready yet */
};

struct match_clock {
	bool on;
	bool paused; /* by the director; may be true without a clock */
	uint8_t mode;
	uint8_t seat; /* CLOCK_TURN, CLOCK_ANSWER: seat whose time runs; otherwise SEAT_NONE */
	uint32_t delay_ms;
	uint32_t reserve_ms[2];
	uint32_t turn_used_ms;     /* delay used in this turn; at most delay_ms */
	uint32_t answer_used_ms;   /* delay used for this answer */
	uint32_t between_games_ms; /* free time left between games */
	uint32_t overtime_ms; /* granted once to each seat whose reserve is used up; 0: none */
	uint32_t allowance_ms[2];
	uint32_t stop_left_ms; /* time left of a stop, during which no other time is deducted; 0
			     while both players are present */
	uint32_t stopped_ms;   /* total of stops that have passed in this match */
	uint16_t lag_credit_ms[2]; /* lag credit used in this game */
	uint8_t disconnects[2];    /* number of lost connections; 255 means 255 or more */
	bool away[2];              /* disconnected and not back yet */
	bool ready[2];             /* between games: wants to start the next game */
	bool overtime_used[2];
	bool break_taken[2];
};

/* Initialises a clock.  It is off, and both players have the largest allowance. */
void clock_init(struct match_clock *c);

/* Finds a preset by name or by an unambiguous prefix, ignoring case.  Returns NULL if there is
 * none or several match. */
const struct clock_preset *clock_preset_named(const char *word);

/* Returns the preset that gives this clock in a match of `length` points, or NULL. */
const struct clock_preset *clock_preset_of(
    uint32_t delay_ms, uint32_t reserve_ms, unsigned length);

/* Rule 13: returns the reserve of each seat at the start of a match of `length` points. */
uint32_t clock_reserve_start(const struct clock_preset *p, unsigned length);

/* Rule 18: returns the allowance of a seat in a new match with this starting reserve. */
uint32_t clock_allowance_start(uint32_t reserve_ms);

/* True if the time of `seat` is running. */
bool clock_runs(const struct match_clock *c, enum seat seat);

/* Returns the free time of `seat` before its reserve runs: what is left of the delay, of the
 * time between games, or of its allowance. */
uint32_t clock_free_ms(const struct match_clock *c, enum seat seat);

/* Returns the time until seat loses on time if nothing happens; -1 if its time is not running.
 * credit_ms is the lag that may be credited. */
int64_t clock_left_ms(const struct match_clock *c, enum seat seat, uint32_t credit_ms);

/* Returns the reserve of `seat` after elapsed_ms. */
uint32_t clock_reserve_after(const struct match_clock *c, enum seat seat, uint32_t elapsed_ms);

/* True when `seat` has run out of time after elapsed_ms (rule 16). */
bool clock_has_run_out(
    const struct match_clock *c, enum seat seat, uint32_t elapsed_ms, uint32_t credit_ms);

/* Deducts elapsed_ms from each seat whose time runs.  Up to credit_ms is credited to `actor` if
 * that saves reserve.  Must not be called when elapsed_ms would use up a seat's time (see
 * clock_has_run_out). */
void clock_spend(
    struct match_clock *c, uint32_t elapsed_ms, enum seat actor, uint32_t credit_ms);

/* ---- events ---- */

void clock_turn_begins(struct match_clock *c);
void clock_answer_begins(struct match_clock *c);
void clock_between_games(struct match_clock *c);
void clock_game_begins(struct match_clock *c);
void clock_take_break(struct match_clock *c, enum seat seat);
void clock_disconnect(struct match_clock *c, enum seat seat);
void clock_return(struct match_clock *c, enum seat seat);

/* Rule 18: stops the clock for ms from the previous action on, while a player is away. */
void clock_stop_for(struct match_clock *c, uint32_t ms);

/* Adjourns the match: no player counts as away any more. */
void clock_adjourn(struct match_clock *c);

/* Rule 18: returns when an absent seat runs out of time, on the caller's time scale; since_ms
 * is when the stored clock was last updated.  The stop runs out first, then the allowance, then
 * the reserve.  Only the first three lost connections have an allowance; a seat that is not
 * marked as away counts as newly disconnected.  Returns -1 if there is no clock or it is
 * paused. */
int64_t clock_absent_deadline_ms(const struct match_clock *c, enum seat seat, int64_t since_ms);

/* Checks internal consistency; false means a bug. */
bool clock_check(const struct match_clock *c);

#endif
