/* SPDX-License-Identifier: MIT */
/* The actions of players, the server and directors in a match.  Pure.
 *
 * An action contains everything it depends on, including the dice and the time that has passed,
 * so a match can be replayed from its actions alone. */
#ifndef RULES_ACTION_H
#define RULES_ACTION_H

#include "base/sbuf.h"
#include "rules/clock.h"
#include "rules/play.h"
#include "rules/position.h"

#define MATCH_LENGTH_MAX 99u     /* points; 0 is an unlimited match */
#define REDOUBLES_UNLIMITED 255u /* any number of instant redoubles; other limits: 0..99 */
#define SCORE_MAX 9999u          /* highest score of an ACT_SET_SCORE or a position */
/* opening rolls of one game including ties: 32 ties in a row are not expected */
#define OPENING_PAIRS_MAX 32u

/* The kinds of actions.  A table in action.c has their names and flags. */
enum act_kind {
	ACT_START, /* the next game begins */
	ACT_ROLL,
	ACT_MOVE,
	ACT_DOUBLE,
	ACT_TAKE,     /* accepts a double or redouble */
	ACT_DROP,     /* gives up the game instead of taking */
	ACT_REDOUBLE, /* beaver, raccoon, otter, ...: takes and turns the cube again at once */
	ACT_RESIGN,   /* offers to lose the game */
	ACT_RESIGN_ACCEPT, /* the opponent accepts */
	ACT_RESIGN_REJECT,
	ACT_NAME_DOUBLE, /* names the double to be played next, where the game asks for one */
	ACT_DRAW,        /* offers a draw */
	ACT_DRAW_ACCEPT, /* the opponent accepts */
	ACT_DRAW_REJECT,
	ACT_TAKEBACK, /* practice: undoes the last play of `seat` and everything after it */
	/* clocks, tournaments and their directors */
	ACT_CLOCK,          /* sets the clock or removes it; not during a game */
	ACT_PENALTY_POINTS, /* penalty points for `seat` before the first game, added to its
			       score */
	ACT_DISCONNECT,     /* `seat` has lost its connection; no play until it returns */
	ACT_RETURN,         /* `seat` has returned */
	ACT_PAUSE,          /* by the director: no play, and the clock is stopped */
	ACT_UNPAUSE,
	ACT_ADDTIME,    /* by the director: adds reserve for `seat` */
	ACT_BREAK,      /* `seat` takes its break between games */
	ACT_READY,      /* `seat` is ready for the next game; only with a clock */
	ACT_TIMEOUT,    /* `seat` has run out of time and loses the match */
	ACT_ABANDON,    /* `seat` loses the match by staying away or leaving its tournament;
			   SEAT_NONE: both lose */
	ACT_FORFEIT,    /* `seat` loses the match by decision; SEAT_NONE: both lose */
	ACT_SET_RESULT, /* by the director: `seat` wins the match with this score */
	ACT_SAVE,     /* the match is adjourned: its clock stops until both players are back */
	ACT_PRACTICE, /* before the first game: makes this a practice match, which is not rated
			 and in which plays may be taken back */
	ACT_STOP_CLOCK, /* while a player is away: the clock stops for add_ms, counted from the
		     previous action */
	ACT_MISPLAY,    /* imported matches: a play that broke the rules but stood */
	ACT_SET_SCORE,  /* imported matches, between games: sets the score */
	ACT_SET_POSITION, /* practice, before the first game: that game begins at a position */
	ACT_COUNT,
};

struct dice_pair {
	uint8_t
	    d[2]; /* 1..6 in the order drawn; in an opening pair, d[seat] is that seat's die */
};

static inline bool
dice_valid(const struct dice_pair *p)
{
	return p->d[0] >= 1 && p->d[0] <= 6 && p->d[1] >= 1 && p->d[1] <= 6;
}

/* One action with everything that a replay needs. */
struct action {
	enum act_kind kind;
	enum seat seat;      /* actor or seat affected; SEAT_NONE for ACT_START, ACT_CLOCK,
				ACT_PAUSE, ACT_UNPAUSE, ACT_SAVE, ACT_PRACTICE, ACT_SET_SCORE,
				ACT_STOP_CLOCK, ACT_SET_POSITION */
	bool automatic;      /* done by the server for the player: automatic roll, forced move,
				greedy bear-off */
	uint32_t elapsed_ms; /* time since the previous action, as counted by the clock */
	uint16_t lag_credit_ms; /* part of elapsed_ms that is the actor's network lag; at most
			       CLOCK_LAG_CREDIT_MAX */
	uint32_t roll_no; /* ACT_START, ACT_ROLL: number of the action's first pair in the dice
			   * stream of the match; ACT_TAKEBACK: number of the next pair */
	struct dice_pair dice; /* ACT_ROLL */
	struct play play; /* ACT_MOVE, ACT_MISPLAY: steps in the order played, in the mover's
			     numbering */
	uint8_t size;     /* ACT_RESIGN: 1 normal, 2 gammon, 3 backgammon; ACT_NAME_DOUBLE: the
			     number named; ACT_PENALTY_POINTS: number of points */
	/* ACT_ADDTIME: 1..CLOCK_RESERVE_MAX; ACT_STOP_CLOCK: 1..CLOCK_STOPS_MAX_MS */
	uint32_t add_ms;
	uint16_t score[2]; /* ACT_SET_RESULT, by seat: the winner has at least the match length
			      and at most MATCH_LENGTH_MAX, the loser less than the length.
			      ACT_SET_SCORE: both less than the length, or at most SCORE_MAX in
			      an unlimited match */
	struct game_position position; /* ACT_SET_POSITION: seat 0 is the bottom side */
	struct { /* ACT_CLOCK; all 0: the match has no clock from now on */
		uint32_t delay_ms;
		uint32_t reserve_ms[2];
		uint32_t overtime_ms;
		uint32_t allowance_ms[2]; /* at most CLOCK_ALLOWANCE_MAX_MS */
	} clock;
	struct {                 /* ACT_START */
		enum seat o;     /* side with the O checkers, which move 24 to 1 on the wire */
		bool crawford;   /* the Crawford rule applies, because at least one player wants
				    it */
		bool autodouble; /* both players want a tied opening roll to double the cube */
		uint8_t redoubles[2]; /* requested by each seat: 0..99 or REDOUBLES_UNLIMITED */
		uint8_t npairs; /* 1..OPENING_PAIRS_MAX; all but the last are ties; 0 if the
				   winner of the last game begins (match_needs_opening) */
		struct dice_pair pair[OPENING_PAIRS_MAX];
		bool jacoby;  /* both players want gammons to count only once the cube has been
				 turned */
		bool no_cube; /* no doubling, by the rules of the tournament */
	} start;
};

enum action_flag {
	ACTION_OF_PLAY = 1u << 0,    /* part of play: may change who must act */
	ACTION_ENDS_MATCH = 1u << 1, /* ends the match regardless of the clock */
	ACTION_OF_NO_SEAT = 1u << 2, /* kinds outside play: seat must be SEAT_NONE */
	ACTION_OF_BOTH = 1u << 3, /* kinds outside play: seat may be SEAT_NONE, meaning both */
};

/* Returns whether the kind has the flag; false for an unknown kind. */
bool action_has_flag(enum act_kind kind, enum action_flag flag);

/* For ACT_CLOCK: true if the action sets a clock, false if it removes the clock. */
static inline bool
action_sets_clock(const struct action *a)
{
	return a->clock.delay_ms > 0 || a->clock.reserve_ms[0] > 0 ||
	       a->clock.reserve_ms[1] > 0 || a->clock.overtime_ms > 0;
}

/* ---- stored form of an action: kind, seat and a text ---- */

/* "start", "roll", "move", ... */
const char *action_kind_name(enum act_kind kind);

/* Appends the text, which holds everything except kind, seat, automatic and the times.
 *
 *   start  "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=33,61"; if they apply,
 *          " jacoby=1" and " cube=0" (no doubling) before " roll"; "dice=-" if the last
 *          winner begins
 *   roll   "roll=7 dice=52"     move, misplay  "8/5 6/5"     resign, name, points  "2"
 *   clock  "delay=12000 reserve=600000,600000 overtime=0 allowance=120000,120000",
 *          without the allowance if both are CLOCK_ALLOWANCE_MAX_MS, as in older versions;
 *          or "off"
 *   position  an XGID: "-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10"
 *   addtime, stop  "60000"     takeback  "roll=7"     result, score  "5-3"     others "" */
void action_write(struct sbuf *out, const struct action *a);

/* Parses an action.  Returns false when kind is unknown or the text does not have the form that
 * action_write produces. */
MUST_USE bool action_read(
    const char *kind, enum seat seat, bool automatic, const char *text, struct action *a_out);

#endif
