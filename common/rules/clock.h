/* SPDX-License-Identifier: MIT */
/* The clock of a match: a simple delay before a reserve, allowances for cut connections, and
 * the time between games.  Pure: it is told how much time has passed, and is part of the state
 * of the match, so that a replay of the actions gives the same clock.
 *
 * Numbers of rules are those of tourney/RULES.md 12 to 20.  All times are milliseconds. */
#ifndef RULES_CLOCK_H
#define RULES_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "rules/board.h"

#define CLOCK_RESERVE_MAX 86400000u     /* of one seat: a day */
#define CLOCK_DELAY_MAX 3600000u        /* an hour */
#define CLOCK_OVERTIME_MAX 120000u      /* rule 16: one or two minutes */
#define CLOCK_CREDIT_MAX 1000u          /* rule 17: of one action */
#define CLOCK_CREDIT_GAME_MAX 10000u    /* rule 17: of one seat in one game */
#define CLOCK_ALLOWANCE_MS 300000u      /* rule 18: at most, for all cuts of a seat */
#define CLOCK_ALLOWANCE_LEAST_MS 60000u /* ... at least, of matches that begin now */
#define CLOCK_ALLOWANCE_PART 5u         /* ... and this part of the reserve at the start */
#define CLOCK_CUTS_FREE 3u              /* rule 18: cuts that may use it */
#define CLOCK_STOP_MS 600000u           /* rule 18: of all stops in one match together */
#define CLOCK_START_MS 30000u           /* rule 15: free between games */
#define CLOCK_BREAK_MS 300000u          /* rule 20 */
#define CLOCK_BREAK_LENGTH 9u           /* rule 20: in matches of at least so many points */

/* What people choose from by name. */
struct clock_preset {
	const char *name;
	uint32_t delay_ms;
	uint32_t point_ms; /* reserve for each point of the match's length */
};

/* Ends with a row whose name is NULL. */
extern const struct clock_preset CLOCK_PRESETS[];

enum clock_mode {
	CLOCK_STILL, /* before the first game, and at the end */
	CLOCK_TURN,  /* `seat` has the turn: one delay from the roll to the end of their play */
	CLOCK_ANSWER, /* `seat` has to answer: a delay of its own */
	CLOCK_GAP,    /* between games: it runs for both until they are ready */
};

struct match_clock {
	bool on;
	bool paused; /* by the director; also where there is no clock */
	uint8_t mode;
	uint8_t seat; /* CLOCK_TURN, CLOCK_ANSWER: whom it runs for; else 2 */
	uint32_t delay_ms;
	uint32_t reserve_ms[2];
	uint32_t turn_used_ms;   /* of the delay of this turn, at most delay_ms */
	uint32_t answer_used_ms; /* of that of this answer */
	uint32_t gap_ms;         /* still free of this time between games */
	uint32_t overtime_ms;    /* once for each seat, when their reserve is gone; 0 none */
	uint32_t allowance_ms[2];
	uint32_t stop_ms;      /* passes before anybody's time does; 0 while both are here */
	uint32_t stopped_ms;   /* that has passed so in this match */
	uint16_t credit_ms[2]; /* lag credit used in this game */
	uint8_t cuts[2];       /* 255 stands for more too */
	bool away[2];          /* cut off, and not back yet */
	bool ready[2];         /* between games: wants the next one */
	bool overtime_used[2];
	bool break_taken[2];
};

/* Off, with the largest allowances. */
void clock_init(struct match_clock *c);

/* The row that a word means: its name or a unique beginning, in any case of letters; NULL when
 * there is none or several. */
const struct clock_preset *clock_preset_named(const char *word);

/* The row that gives a match of `length` points this clock; NULL when there is none. */
const struct clock_preset *clock_preset_of(
    uint32_t delay_ms, uint32_t reserve_ms, unsigned length);

/* Rule 13: reserve of each seat at the start of a match of `length` points. */
uint32_t clock_reserve_start(const struct clock_preset *p, unsigned length);

/* Rule 18: the allowance of a seat that begins with this reserve, for a new match. */
uint32_t clock_allowance_start(uint32_t reserve_ms);

/* Whether time passes for seat. */
bool clock_runs(const struct match_clock *c, enum seat seat);

/* Free time that seat has before their reserve runs: the rest of a delay, of the time between
 * games, or of their allowance. */
uint32_t clock_free_ms(const struct match_clock *c, enum seat seat);

/* Milliseconds after which the time of seat is gone if nothing happens; -1 when it does not run
 * for them.  credit_ms: what may be credited to them for lag. */
int64_t clock_left_ms(const struct match_clock *c, enum seat seat, uint32_t credit_ms);

/* Their reserve when elapsed_ms have passed. */
uint32_t clock_reserve_after(const struct match_clock *c, enum seat seat, uint32_t elapsed_ms);

/* True when the time of seat is gone after elapsed_ms (rule 16). */
bool clock_gone(
    const struct match_clock *c, enum seat seat, uint32_t elapsed_ms, uint32_t credit_ms);

/* Takes elapsed_ms from whomever it runs for; credit_ms is credited to `actor` as far as it
 * saves reserve.  Nobody's time may be gone by it (clock_gone). */
void clock_spend(
    struct match_clock *c, uint32_t elapsed_ms, enum seat actor, uint32_t credit_ms);

/* ---- what happens to it ---- */

void clock_turn_begins(struct match_clock *c);
void clock_answer_begins(struct match_clock *c);
void clock_gap_begins(struct match_clock *c);
void clock_game_begins(struct match_clock *c);
void clock_break(struct match_clock *c, enum seat seat);
void clock_cut(struct match_clock *c, enum seat seat);
void clock_back(struct match_clock *c, enum seat seat);

/* Rule 18: stops the clock for ms from the last action on, while a player is away. */
void clock_stop(struct match_clock *c, uint32_t ms);

/* The match is adjourned: no player counts as away any more. */
void clock_adjourn(struct match_clock *c);

/* Rule 18: when the time of a seat that is absent is gone, on the caller's time line: since_ms
 * is when the stored clock stood still.  A stop comes first, then the allowance, for the first
 * three cuts (the present one included: it is the next when they are not marked as away), then
 * the reserve. -1: never, because there is no clock or it is paused. */
int64_t clock_absent_deadline_ms(const struct match_clock *c, enum seat seat, int64_t since_ms);

/* Internal consistency; false is a bug. */
bool clock_check(const struct match_clock *c);

#endif
