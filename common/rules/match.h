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

#include "base/check.h"
#include "base/sbuf.h"
#include "rules/clock.h"
#include "rules/move.h"

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
	ACT_NAME,        /* names the double he plays next, where the game asks for one */
	ACT_DRAW,        /* offers a draw */
	ACT_DRAW_ACCEPT, /* by the other player */
	ACT_DRAW_REJECT,
	/* not of the play itself: clocks, events and their directors */
	ACT_CLOCK,  /* sets the clock, or takes it away; not while a game is on */
	ACT_POINTS, /* penalty points for seat, before the first game: the score begins so */
	ACT_CUT,    /* the connection of seat was cut; nothing is played until he is back */
	ACT_BACK,   /* seat is here again */
	ACT_PAUSE,  /* by the director: nothing is played, and no clock runs */
	ACT_UNPAUSE,
	ACT_ADDTIME, /* by the director: more reserve for seat */
	ACT_BREAK,   /* seat takes his break between games */
	ACT_READY,   /* seat wants the next game: where there is a clock, that is part of it */
	ACT_TIMEOUT, /* the time of seat is gone: he has lost the match */
	ACT_ABANDON, /* seat has lost the match by staying away, or by leaving its event;
			SEAT_NONE: both have */
	ACT_FORFEIT, /* seat has lost the match by decision; SEAT_NONE: both have */
	ACT_RESULT,  /* by the director: seat has won it, and this is the score */
	ACT_SAVE,    /* the match is saved: its clock stands still until it is resumed */
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
				ACT_PAUSE, ACT_UNPAUSE, ACT_SAVE */
	bool automatic;      /* done by the server for him: automatic roll, forced move, greedy
				bear-off */
	uint32_t elapsed_ms; /* since the action before, as far as the clock may count it */
	uint16_t credit_ms;  /* of it, lag of the one who acts: at most CLOCK_CREDIT_MAX */
	uint32_t roll_no; /* ACT_START, ACT_ROLL: number of the first pair in the match's dice
			     stream */
	struct dice_pair dice; /* ACT_ROLL */
	struct play play;      /* ACT_MOVE: steps in the order played, own numbering */
	uint8_t size;     /* ACT_RESIGN: 1 normal, 2 gammon, 3 backgammon; ACT_NAME: the number;
			     ACT_POINTS: how many */
	uint32_t add_ms;  /* ACT_ADDTIME: 1..CLOCK_RESERVE_MAX */
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
		bool no_cube; /* by the rules of the event */
	} start;
};

enum phase {
	PH_BETWEEN, /* no game is on: before the first, and after each that does not end the
		       match */
	PH_ROLL,    /* `turn` may double (match_may_double) or roll */
	PH_MOVE,    /* `turn` has rolled and must move */
	PH_NAME,    /* `turn` must name a double */
	PH_DOUBLED, /* the opponent of offer_by must take, drop or redouble */
	PH_OVER,    /* the match has a winner */
};

enum won_how {
	WON_BORNE_OFF,
	WON_DROP, /* the loser gave up the game when doubled */
	WON_RESIGN,
	WON_TIME,    /* matches only: the loser has no time left */
	WON_ABANDON, /* matches only: the loser stayed away, or left */
	WON_FORFEIT, /* matches only: by decision */
	WON_RESULT,  /* matches only: by a result that was set */
};

enum crawford {
	CRAWFORD_PENDING, /* no game has begun yet with a player one point short */
	CRAWFORD_ACTIVE,  /* this is the Crawford game */
	CRAWFORD_EXPIRED,
};

struct match_state {
	const struct variant
	    *variant; /* of the game that is on, or the last one, or the first */
	const struct variant *played; /* of the match: the same, or the row of a cycle */
	uint8_t length;               /* 1..99, 0 unlimited */
	uint32_t score[2];
	enum phase phase;
	enum crawford crawford;
	uint32_t game_no;   /* games begun */
	uint32_t next_roll; /* pairs drawn from the dice stream so far */
	/* the game that is on, or the last one */
	enum seat o;    /* who has O */
	enum seat turn; /* whose turn it is; SEAT_NONE before the first game, between games and
			   at the end */
	bool opening;   /* the first play of the game: never a double before it */
	struct board board;
	struct dice_pair
	    dice; /* PH_MOVE: as rolled, of an opening the mover's own die first; else 0 0 */
	uint8_t pieces;       /* PH_MOVE: dice that must be played, 1..4; else 0 */
	uint32_t cube;        /* accepted value */
	enum seat cube_owner; /* SEAT_NONE: in the middle */
	uint8_t redoubles;    /* instant redoubles in a row allowed in this game: the lesser of
				 both wishes */
	uint32_t offer;       /* PH_DOUBLED: value the cube would show; else 0 */
	enum seat offer_by;   /* PH_DOUBLED: who offers it; else SEAT_NONE */
	uint8_t redoubles_done; /* PH_DOUBLED: instant redoubles in this chain so far */
	bool jacoby;            /* gammons count only when the cube was turned */
	uint8_t stage;          /* for the variant's hook `follow`; 0 an ordinary roll */
	uint8_t streak[2];      /* for the variant's hook `outcome` */
	bool stuck;             /* the turn before ended because nothing could be played */
	enum seat last_winner;  /* of the game before; SEAT_NONE none, or a draw */
	enum seat draw_by; /* pending offer of a draw, in any phase of a game; else SEAT_NONE */
	enum seat resign_by; /* pending resignation, in any phase of a game; else SEAT_NONE */
	uint8_t resign_size; /* 1..3; else 0 */
	bool no_cube;        /* nobody may double in this game */
	enum seat winner; /* PH_OVER: who has won the match, SEAT_NONE nobody; else SEAT_NONE */
	enum won_how how; /* PH_OVER: how it ended */
	bool moved[2];    /* seat has moved a checker in some game of the match */
	uint8_t given[2]; /* penalty points that seat began with */
	struct match_clock clock;
};

enum match_event_kind {
	EV_GAME_STARTED,
	EV_OPENING_ROLL,     /* dice.d[seat] of each */
	EV_CUBE_AUTODOUBLED, /* value */
	EV_FIRST,            /* seat moves first */
	EV_ROLLED,           /* seat, dice */
	EV_CANNOT_MOVE,      /* seat; his turn is over */
	EV_MOVED,            /* seat, play, automatic */
	EV_DOUBLED,          /* seat, value offered, redoubles_left for the other */
	EV_REDOUBLED,        /* seat, value offered, redoubles_left for the other */
	EV_TAKEN,            /* seat, value now on the cube, redouble: it answered one */
	EV_RESIGN_OFFERED,   /* seat, points the other would win */
	EV_RESIGN_REJECTED,  /* seat who rejects */
	EV_NAME_ASKED,       /* seat names a double next */
	EV_PLAYS_DOUBLE,  /* seat has this double to play, dice: named, or his by the rules */
	EV_ROLLS_AGAIN,   /* seat has another roll */
	EV_DRAW_OFFERED,  /* seat */
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
	EV_RESULT, /* seat who has won by a result that was set; the match is over */
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

/* Why an action is refused.  The state did not change. */
enum match_err {
	MATCH_OK,
	MATCH_NO_GAME, /* no game is on: before the first, between games */
	MATCH_GAME_ON, /* ACT_START while a game is on */
	MATCH_IS_OVER,
	MATCH_NOT_YOUR_TURN,
	MATCH_ALREADY_ROLLED, /* your turn, but you have rolled (roll, double) */
	MATCH_NOT_ROLLED,     /* your turn, but you have to roll first (move) */
	MATCH_AWAIT_DOUBLE,   /* the other has not answered your double yet */
	MATCH_ANSWER_DOUBLE,  /* you have to answer his double first */
	MATCH_AWAIT_RESIGN,   /* the other has not answered your resignation yet */
	MATCH_ANSWER_RESIGN,  /* you have to answer his resignation first */
	MATCH_CRAWFORD_GAME,  /* no doubling in the Crawford game */
	MATCH_NO_CUBE, /* no access: his cube, no cube in this game or match, or at its limit */
	MATCH_NOTHING_OFFERED, /* nothing to accept or reject */
	MATCH_LIMITED,         /* instant redoubles are for unlimited matches */
	MATCH_NO_REDOUBLE,     /* not allowed (any more), or at the cube's limit */
	MATCH_NAME_DOUBLE,     /* you have to name a double first */
	MATCH_NOTHING_TO_NAME, /* no double is to be named now */
	MATCH_AWAIT_DRAW,      /* the other has not answered your offer of a draw yet */
	MATCH_RESIGN_SIZE,     /* this game cannot be lost so high */
	MATCH_NO_DICE,         /* this game has none */
	MATCH_PAUSED,          /* the director has stopped it for a while */
	MATCH_AWAY,            /* somebody is cut off */
	MATCH_OUT_OF_TIME,     /* somebody's time is gone: only ACT_TIMEOUT is possible */
	MATCH_TIME_LEFT,       /* ACT_TIMEOUT: he still has some */
	MATCH_NO_CLOCK,        /* this match has no clock, or can have none */
	MATCH_NO_BREAK,        /* no break now, or none any more */
	MATCH_BAD_MOVE,        /* see match_error.move and .step */
	MATCH_BAD_ACTION, /* malformed: dice out of range, wrong roll number, seat or size */
};

struct match_error {
	enum match_err err;
	enum move_err move; /* MATCH_BAD_MOVE */
	unsigned step;      /* MATCH_BAD_MOVE: 0..3 */
};

/* State before the first game.  length: 0..MATCH_LENGTH_MAX. */
void match_init(struct match_state *m, const struct variant *v, unsigned length);

/* Applies one action.  MATCH_OK: *m is the new state and *events_out what happened.  Else *m is
 * untouched and so is *events_out.  space is scratch, overwritten. Cost: that of move_list for
 * ACT_START, ACT_ROLL and ACT_MOVE, else some tens of nanoseconds. */
MUST_USE struct match_error match_apply(struct match_state *m, const struct action *a,
    struct move_space *space, struct match_events *events_out);

/* Whether the kind of action may be done by its seat now at all: MATCH_OK, or the refusal that
 * match_apply would give before it looks at dice, steps or the cube. */
enum match_err match_gate(const struct match_state *m, const struct action *a);

/* True when seat may double now: every condition of rules/RULES.md 3.3. */
bool match_may_double(const struct match_state *m, enum seat seat);

/* True when the next game begins with opening rolls: else ACT_START has none, and who won the
 * last game begins. */
bool match_needs_opening(const struct match_state *m);

/* Who must act now: the one to answer a resignation or a double, else the one whose turn it is;
 * SEAT_NONE when no game is on. */
enum seat match_to_act(const struct match_state *m);

/* True while a game is on. */
bool match_game_on(const struct match_state *m);

/* Whose time is gone when elapsed_ms have passed since the last action, lag up to credit_ms of
 * each seat put aside; SEAT_NONE: nobody's.  When both run out between games, he whose time was
 * gone first; at the same moment, he who is behind in the match, else seat 0. */
enum seat match_out_of_time(
    const struct match_state *m, uint32_t elapsed_ms, const uint32_t credit_ms[2]);

/* Instant redoubles that the one who has to answer may still make (PH_DOUBLED): 0..99, or
 * REDOUBLES_UNLIMITED. */
uint8_t match_redoubles_left(const struct match_state *m);

/* Points the other wins if seat's pending or given resignation of size is accepted. */
uint32_t match_resign_points(const struct match_state *m, enum seat seat, unsigned size);

/* Of a match that is over: it did not end by play (PH_OVER), but where it stood. */
static inline bool
match_cut_short(const struct match_state *m)
{
	return m->how >= WON_TIME;
}

/* Of a match that is over: it was won by play, resignation, the clock or the other's absence,
 * after both had moved, and not by somebody's decision.  Only such a match may change ratings.
 */
bool match_was_earned(const struct match_state *m);

/* ... and the points for which its winner has played: the length less what was given. */
static inline unsigned
match_points_earned(const struct match_state *m)
{
	return (unsigned)m->length - m->given[m->winner];
}

/* Internal consistency; false is a bug. */
bool match_check(const struct match_state *m);

/* ---- the stored form of an action: a kind word, the seat, and a text ---- */

/* "start", "roll", "move", ... */
const char *action_kind_name(enum act_kind kind);

/* Of an ACT_CLOCK: it sets a clock; else it takes it away. */
static inline bool
action_sets_clock(const struct action *a)
{
	return a->clock.delay_ms > 0 || a->clock.reserve_ms[0] > 0 ||
	       a->clock.reserve_ms[1] > 0 || a->clock.overtime_ms > 0;
}

/* Appends the text: everything but kind, seat, automatic and the times.
 *   start  "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=33,61"; " jacoby=1" before
 *          " roll" where it holds, " cube=0" there where nobody may double, "dice=-" where the
 *          last winner begins
 *   roll   "roll=7 dice=52"     move  "8/5 6/5"     resign, name, points  "2"
 *   clock  "delay=12000 reserve=600000,600000 overtime=0 allowance=120000,120000",
 *          without the last where both are CLOCK_ALLOWANCE_MS, as always once; or "off"
 *   addtime  "60000"     others ""  */
void action_write(struct sbuf *out, const struct action *a);

/* Reads it back.  False when kind is unknown or the text is not of its form. */
MUST_USE bool action_read(
    const char *kind, enum seat seat, bool automatic, const char *text, struct action *a_out);

#endif
