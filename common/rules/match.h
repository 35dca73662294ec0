/* SPDX-License-Identifier: MIT */
/* A match is the list of its actions; the state is what match_apply makes of them.  Server,
 * client, replay, export and tests all use that one function.  Pure: no I/O, clock, malloc, or
 * luck; the dice come in with the action.
 *
 * The time that has passed comes in with the actions too, so a replay gives the same clock.
 *
 * Rules: rules/RULES.md 2, 3 (cube 3.2-3.4, Crawford 3.5, resignation 3.6, settlement 3.8).
 */
#ifndef RULES_MATCH_H
#define RULES_MATCH_H

#include "rules/gate.h"
#include "rules/move.h"
#include "rules/state.h"

enum match_event_kind {
	EV_GAME_STARTED,
	EV_OPENING_ROLL,     /* dice.d[seat] of each */
	EV_CUBE_AUTODOUBLED, /* value */
	EV_FIRST,            /* seat moves first */
	EV_ROLLED,           /* seat, dice */
	EV_CANNOT_MOVE,      /* seat; the turn is over */
	EV_MOVED,            /* seat, play, automatic */
	EV_DOUBLED,          /* seat, value offered, redoubles_left for the other */
	EV_REDOUBLED,        /* seat, value offered, redoubles_left for the other */
	EV_TAKEN,            /* seat, value now on the cube, redouble: it answered one */
	EV_RESIGN_OFFERED,   /* seat, points the other would win */
	EV_RESIGN_REJECTED,  /* seat who rejects */
	EV_NAME_ASKED,       /* seat names a double next */
	EV_PLAYS_DOUBLE, /* seat has this double to play, dice: named, or theirs by the rules */
	EV_ROLLS_AGAIN,  /* seat has another roll */
	EV_DRAW_OFFERED, /* seat */
	EV_DRAW_REJECTED, /* seat who rejects */
	EV_GAME_DRAWN,    /* how: WON_RESIGN by agreement, WON_BORNE_OFF by the rules */
	EV_GAME_WON,      /* seat who wins, points, how */
	EV_MATCH_WON,     /* seat who wins; how */
	EV_CLOCK_SET,     /* the clock of the match is another, or gone */
	EV_POINTS,        /* seat gets points before the first game */
	EV_CUT,           /* seat */
	EV_BACK,          /* seat */
	EV_PAUSED,
	EV_UNPAUSED,
	EV_TIME_ADDED, /* seat, value in milliseconds */
	EV_BREAK,      /* seat */
	EV_READY,      /* seat */
	EV_TIME_OUT,   /* seat who has no time left; the match is over */
	EV_FORFEIT,    /* seat who has lost by decision, SEAT_NONE both; the match is over */
	EV_SAVED,
	EV_STOPPED,    /* value: milliseconds for which the clock stops */
	EV_RESULT,     /* seat who has won by a result that was set; the match is over */
	EV_TAKEN_BACK, /* seat: the game stands as before their last play */
	EV_PRACTICE,
};

struct match_event {
	enum match_event_kind kind;
	enum seat seat;
	struct dice_pair dice;
	struct play play;
	bool automatic;
	bool redouble;
	uint8_t redoubles_left;
	uint32_t value;
	uint32_t points;
	enum won_how how;
};

#define MATCH_EVENTS_MAX (2u * OPENING_PAIRS_MAX + 8u)
struct match_events {
	unsigned n;
	struct match_event e[MATCH_EVENTS_MAX]; /* in the order they happened */
};

/* Applies one action.  MATCH_OK: *m is the new state and *events_out what happened.  Else *m is
 * untouched and so is *events_out.  space is scratch, overwritten. Cost: that of move_list for
 * ACT_START, ACT_ROLL and ACT_MOVE, else some tens of nanoseconds. */
MUST_USE struct match_error match_apply(struct match_state *m, const struct action *a,
    struct move_space *space, struct match_events *events_out);

#endif
