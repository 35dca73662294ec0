/* SPDX-License-Identifier: MIT */
/* How a match stands, and what can be asked of that.  Pure.  What changes it is match.h. */
#ifndef RULES_STATE_H
#define RULES_STATE_H

#include "rules/action.h"

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

/* How a game stood before the last play of a seat: what may change within one.  All 0: there is
 * none. */
struct match_back {
	bool there;
	bool opening, stuck;
	uint8_t pieces, stage, streak[2];
	struct play played;
	struct dice_pair dice;
	struct board board;
	uint32_t cube;
	enum seat cube_owner;
	uint32_t next_roll;
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
	bool practice;             /* it counts for nothing, and plays may be taken back: */
	struct match_back back[2]; /* of each seat, the last that it chose itself */
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
	MATCH_ANSWER_DOUBLE,  /* you have to answer their double first */
	MATCH_AWAIT_RESIGN,   /* the other has not answered your resignation yet */
	MATCH_ANSWER_RESIGN,  /* you have to answer their resignation first */
	MATCH_CRAWFORD_GAME,  /* no doubling in the Crawford game */
	MATCH_NO_CUBE, /* no access: the other's cube, no cube in this game or match, or at its
			  limit */
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
	MATCH_TIME_LEFT,       /* ACT_TIMEOUT: they still have some */
	MATCH_NO_CLOCK,        /* this match has no clock, or can have none */
	MATCH_NO_BREAK,        /* no break now, or none any more */
	MATCH_NO_PRACTICE,     /* ACT_TAKEBACK in a match that counts */
	MATCH_NOTHING_BACK,    /* there is no play to take back in this game */
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

/* Whether seat could turn the cube, as far as it does not depend on the phase (rules/RULES.md
 * 3.3): MATCH_OK, or why not. */
enum match_err match_cube_access(const struct match_state *m, enum seat seat);

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
 * each seat put aside; SEAT_NONE: nobody's.  When both run out between games, the one whose
 * time was gone first; at the same moment, the one who is behind in the match, else seat 0. */
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
 * after both had moved, and not by somebody's decision; no practice.  Only such a match may
 * change ratings. */
bool match_was_earned(const struct match_state *m);

/* ... and the points for which its winner has played: the length less what was given. */
static inline unsigned
match_points_earned(const struct match_state *m)
{
	return (unsigned)m->length - m->given[m->winner];
}

/* Internal consistency; false is a bug. */
bool match_check(const struct match_state *m);

#endif
