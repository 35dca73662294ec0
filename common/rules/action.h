/* SPDX-License-Identifier: MIT */
/* What players, the server and directors do in a match, one by one.  Pure.
 *
 * An action holds all that it depends on, the dice and the time that has passed among it, so
 * that a match can be replayed from its actions alone. */
#ifndef RULES_ACTION_H
#define RULES_ACTION_H

#include "base/sbuf.h"
#include "rules/clock.h"
#include "rules/play.h"

#define MATCH_LENGTH_MAX 99u     /* points; 0 is an unlimited match */
#define REDOUBLES_UNLIMITED 255u /* instant redoubles in a row; else 0..99 */
#define OPENING_PAIRS_MAX                                                                      \
	32u /* opening rolls of one game, ties included: 6^-32 never happens */

enum act_kind {
	ACT_START, /* the next game begins */
	ACT_ROLL,
	ACT_MOVE,
	ACT_DOUBLE,
	ACT_TAKE,     /* accept a double or redouble */
	ACT_DROP,     /* give the game up instead */
	ACT_REDOUBLE, /* beaver, raccoon, otter, ...: take and turn the cube again at once */
	ACT_RESIGN,   /* offer to lose */
	ACT_RESIGN_ACCEPT, /* by the other player */
	ACT_RESIGN_REJECT,
	ACT_NAME,        /* names the double they play next, where the game asks for one */
	ACT_DRAW,        /* offers a draw */
	ACT_DRAW_ACCEPT, /* by the other player */
	ACT_DRAW_REJECT,
	ACT_TAKEBACK, /* practice: seat's last play, and all that came after it, is undone */
	/* not of the play itself: clocks, tournaments and their directors */
	ACT_CLOCK,  /* sets the clock, or takes it away; not while a game is on */
	ACT_POINTS, /* penalty points for seat, before the first game: the score begins so */
	ACT_CUT,    /* the connection of seat was cut; nothing is played until they are back */
	ACT_BACK,   /* seat is here again */
	ACT_PAUSE,  /* by the director: nothing is played, and no clock runs */
	ACT_UNPAUSE,
	ACT_ADDTIME,  /* by the director: more reserve for seat */
	ACT_BREAK,    /* seat takes their break between games */
	ACT_READY,    /* seat wants the next game: where there is a clock, that is part of it */
	ACT_TIMEOUT,  /* the time of seat is gone: they have lost the match */
	ACT_ABANDON,  /* seat has lost the match by staying away, or by leaving its tournament;
			 SEAT_NONE: both have */
	ACT_FORFEIT,  /* seat has lost the match by decision; SEAT_NONE: both have */
	ACT_RESULT,   /* by the director: seat has won it, and this is the score */
	ACT_SAVE,     /* the match is adjourned: its clock stands until both are back */
	ACT_PRACTICE, /* before the first game: plays may be taken back, and nothing counts */
	ACT_STOP,     /* while a player is away: the clock stops for add_ms from the
			 previous action on */
	ACT_COUNT,
};

struct dice_pair {
	uint8_t
	    d[2]; /* 1..6 in the order drawn; of an opening pair d[seat] is that seat's die */
};

/* One action with everything it depends on; a replay asks nobody else. */
struct action {
	enum act_kind kind;
	enum seat seat;      /* who acts or is concerned; SEAT_NONE for ACT_START, ACT_CLOCK,
				ACT_PAUSE, ACT_UNPAUSE, ACT_SAVE, ACT_PRACTICE, ACT_STOP */
	bool automatic;      /* done by the server for them: automatic roll, forced move, greedy
				bear-off */
	uint32_t elapsed_ms; /* since the action before, as far as the clock may count it */
	uint16_t credit_ms;  /* of it, lag of the one who acts: at most CLOCK_CREDIT_MAX */
	uint32_t roll_no; /* ACT_START, ACT_ROLL: number of the first pair in the match's dice
			     stream; ACT_TAKEBACK: of the next one from now on, again */
	struct dice_pair dice; /* ACT_ROLL */
	struct play play;      /* ACT_MOVE: steps in the order played, own numbering */
	uint8_t size;     /* ACT_RESIGN: 1 normal, 2 gammon, 3 backgammon; ACT_NAME: the number;
			     ACT_POINTS: how many */
	uint32_t add_ms;  /* ACT_ADDTIME: 1..CLOCK_RESERVE_MAX; ACT_STOP: 1..CLOCK_STOP_MS */
	uint8_t score[2]; /* ACT_RESULT, of the seats: the winner's at least the length, at most
			     MATCH_LENGTH_MAX; the other's less */
	struct {          /* ACT_CLOCK; all 0: no clock any more */
		uint32_t delay_ms;
		uint32_t reserve_ms[2];
		uint32_t overtime_ms;
		uint32_t allowance_ms[2]; /* at most CLOCK_ALLOWANCE_MS */
	} clock;
	struct {               /* ACT_START */
		enum seat o;   /* who has the O checkers, moving 24 to 1 on the wire */
		bool crawford; /* the Crawford rule is in force: at least one player asks for it
				*/
		bool autodouble;      /* both want ties of the opening roll to turn the cube */
		uint8_t redoubles[2]; /* of each seat: 0..99 or REDOUBLES_UNLIMITED */
		uint8_t npairs; /* 1..OPENING_PAIRS_MAX; all but the last are ties; 0 where the
				   winner of the last game begins (match_needs_opening) */
		struct dice_pair pair[OPENING_PAIRS_MAX];
		bool jacoby;  /* both want gammons to count only when the cube was turned */
		bool no_cube; /* by the rules of the tournament */
	} start;
};

/* It ends the match, whatever the clock says. */
static inline bool
action_ends_match(const struct action *a)
{
	return a->kind == ACT_TIMEOUT || a->kind == ACT_ABANDON || a->kind == ACT_FORFEIT ||
	       a->kind == ACT_RESULT;
}

/* Of an ACT_CLOCK: it sets a clock; else it takes it away. */
static inline bool
action_sets_clock(const struct action *a)
{
	return a->clock.delay_ms > 0 || a->clock.reserve_ms[0] > 0 ||
	       a->clock.reserve_ms[1] > 0 || a->clock.overtime_ms > 0;
}

/* ---- the stored form of an action: a kind word, the seat, and a text ---- */

/* "start", "roll", "move", ... */
const char *action_kind_name(enum act_kind kind);

/* Appends the text: everything but kind, seat, automatic and the times.
 *   start  "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=33,61"; " jacoby=1" before
 *          " roll" where it holds, " cube=0" there where nobody may double, "dice=-" where the
 *          last winner begins
 *   roll   "roll=7 dice=52"     move  "8/5 6/5"     resign, name, points  "2"
 *   clock  "delay=12000 reserve=600000,600000 overtime=0 allowance=120000,120000",
 *          without the last where both are CLOCK_ALLOWANCE_MS, as always once; or "off"
 *   addtime, stop  "60000"     takeback  "roll=7"     others ""  */
void action_write(struct sbuf *out, const struct action *a);

/* Reads it back.  False when kind is unknown or the text is not of its form. */
MUST_USE bool action_read(
    const char *kind, enum seat seat, bool automatic, const char *text, struct action *a_out);

#endif
