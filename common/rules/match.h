/* SPDX-License-Identifier: MIT */
/* A match is a list of actions; match_apply computes the state from them.  The server, the
 * client, replay, export and tests all use this function.  Pure: no I/O, clock, allocation or
 * randomness. The dice and the elapsed time are part of the actions, so a replay gives the same
 * clock.
 *
 * Rules: rules/RULES.md 2, 3 (cube 3.2-3.4, Crawford 3.5, resignation 3.6, settlement 3.8). */
#ifndef RULES_MATCH_H
#define RULES_MATCH_H

#include "rules/gate.h"
#include "rules/move.h"
#include "rules/state.h"

/* After each event, the fields of struct match_event that it sets, with their meaning. */
enum match_event_kind {
	EV_GAME_STARTED,
	EV_OPENING_ROLL,      /* dice.d[seat] is each player's die */
	EV_CUBE_AUTODOUBLED,  /* value */
	EV_MOVES_FIRST,       /* `seat` moves first */
	EV_ROLLED,            /* seat, dice */
	EV_CANNOT_MOVE,       /* seat; the turn is over */
	EV_MOVED,             /* seat, play, automatic, misplay */
	EV_DOUBLED,           /* seat, value offered, redoubles_left for the opponent */
	EV_REDOUBLED,         /* seat, value offered, redoubles_left for the opponent */
	EV_DOUBLE_TAKEN,      /* seat, the new value of the cube; redouble: a redouble was
			       * taken */
	EV_RESIGN_OFFERED,    /* seat, points that the opponent would win */
	EV_RESIGN_REJECTED,   /* seat that rejects */
	EV_NAME_DOUBLE_ASKED, /* `seat` must name a double */
	EV_PLAYS_DOUBLE,      /* `seat` must play this double, named or required by the rules */
	EV_ROLLS_AGAIN,       /* `seat` rolls again */
	EV_DRAW_OFFERED,      /* seat */
	EV_DRAW_REJECTED,     /* seat that rejects */
	EV_GAME_DRAWN,        /* how: WON_RESIGN by agreement, WON_BORNE_OFF by the rules */
	EV_GAME_WON,          /* seat of the winner, points, how */
	EV_MATCH_WON,         /* seat of the winner, how */
	EV_CLOCK_SET,         /* the clock was changed or removed */
	EV_PENALTY_POINTS,    /* `seat` receives points before the first game */
	EV_DISCONNECT,        /* seat */
	EV_RETURN,            /* seat */
	EV_PAUSED,
	EV_UNPAUSED,
	EV_TIME_ADDED, /* seat, value in milliseconds */
	EV_BREAK,      /* seat */
	EV_READY,      /* seat */
	EV_TIME_OUT,   /* seat that ran out of time; the match is over */
	EV_FORFEIT,    /* seat that lost by decision, SEAT_NONE for both; the match is over */
	EV_SAVED,
	EV_CLOCK_STOPPED, /* value: milliseconds for which the clock stops */
	EV_RESULT_SET,    /* seat that won by a result set by the director; the match is over */
	EV_TAKEN_BACK,    /* seat: the position before its last play is restored */
	EV_PRACTICE,
	EV_SCORE_SET,    /* the score was set */
	EV_POSITION_SET, /* follows EV_GAME_STARTED: the game begins at a position; seat that
			rolls, has rolled or has doubled; dice, 0 0 if that seat has not rolled
		      */
};

struct match_event {
	enum match_event_kind kind;
	enum seat seat;
	struct dice_pair dice;
	struct play play;
	bool automatic;
	bool misplay;
	bool redouble;
	uint8_t redoubles_left;
	uint32_t value;
	uint32_t points;
	enum won_how how;
};

#define MATCH_EVENTS_MAX (2u * OPENING_PAIRS_MAX + 8u)
struct match_events {
	unsigned n;
	struct match_event e[MATCH_EVENTS_MAX]; /* in chronological order */
};

/* Applies one action.  On MATCH_OK, *m is the new state and *events_out lists the events.
 * Otherwise both are unchanged.  space is scratch and is overwritten.  Cost: as move_list for
 * ACT_START, ACT_ROLL and ACT_MOVE, otherwise tens of nanoseconds. */
MUST_USE struct match_error match_apply(struct match_state *m, const struct action *a,
    struct move_space *space, struct match_events *events_out);

#endif
