/* SPDX-License-Identifier: MIT */
/* The state of a match and queries on it.  Pure.  match.h changes it. */
#ifndef RULES_STATE_H
#define RULES_STATE_H

#include "rules/action.h"

enum phase {
	PH_BETWEEN_GAMES, /* no game in progress: before the first game, and after each game
		       that does not end the match */
	PH_ROLL,          /* `turn` may double (match_may_double) or roll */
	PH_MOVE,          /* `turn` has rolled and must move */
	PH_NAME_DOUBLE,   /* `turn` must name a double to play */
	PH_DOUBLED,       /* the opponent of doubler must take, drop or redouble */
	PH_OVER,          /* the match is over */
};

enum won_how {
	WON_BORNE_OFF,
	WON_DROP, /* the loser dropped a double */
	WON_RESIGN,
	WON_TIME,       /* matches only: the loser ran out of time */
	WON_ABANDON,    /* matches only: the loser stayed away or left */
	WON_FORFEIT,    /* matches only: by decision */
	WON_SET_RESULT, /* matches only: by a result that the director set */
};

enum crawford {
	CRAWFORD_PENDING, /* no game has yet begun with a player one point short of winning */
	CRAWFORD_ACTIVE,  /* this is the Crawford game */
	CRAWFORD_EXPIRED,
};

/* The state of a game before the last play of a seat: everything that may change during a game.
 * All 0 if there is none. */
struct match_takeback {
	bool available;
	bool opening, previous_stuck;
	uint8_t dice_to_play, play_stage, score_streak[2];
	struct play undone_play;
	struct dice_pair dice;
	struct board board;
	uint32_t cube;
	enum seat cube_owner;
	uint32_t next_roll;
};

struct match_state {
	const struct variant *variant; /* the current game; between games the previous game, and
					  at the start the first game */
	const struct variant *match_variant; /* game of the match: the same row as `variant`, or
					 a row with a cycle of games */
	uint8_t length;                      /* 1..99; 0 for unlimited */
	uint32_t score[2];
	enum phase phase;
	enum crawford crawford;
	uint32_t game_no;   /* number of games begun */
	uint32_t next_roll; /* pairs drawn from the dice stream so far */
	/* the following fields describe the current game or, between games, the last one */
	enum seat o;    /* seat with the O checkers */
	enum seat turn; /* whose turn it is; SEAT_NONE before the first game, between games and
			   at the end */
	bool opening;   /* before the first play of the game; no double is allowed then */
	struct board board;
	struct dice_pair dice; /* PH_MOVE: the dice as rolled; for an opening roll the mover's
				  own die first; otherwise 0 0 */
	/* PH_MOVE: number of dice that must be played, 1..4; otherwise 0 */
	uint8_t dice_to_play;
	uint32_t cube;        /* value of the cube, without a pending offer */
	enum seat cube_owner; /* SEAT_NONE: centred */
	uint8_t redoubles;    /* instant redoubles in a row allowed in this game: the smaller of
				 the two requests */
	uint32_t offered_cube;  /* PH_DOUBLED: value that the cube would have; otherwise 0 */
	enum seat doubler;      /* PH_DOUBLED: seat that doubles; otherwise SEAT_NONE */
	uint8_t redoubles_done; /* PH_DOUBLED: instant redoubles so far in this chain */
	bool jacoby;            /* gammons count only once the cube has been turned */
	uint8_t play_stage; /* used by the variant's hook `follow_up`; 0 for an ordinary roll */
	uint8_t score_streak[2]; /* used by the variant's hook `outcome` */
	bool previous_stuck;     /* the previous turn ended because nothing could be played */
	enum seat last_winner;   /* winner of the previous game; SEAT_NONE: none, or a draw */
	enum seat draw_by;   /* seat that offers a draw, in any phase; otherwise SEAT_NONE */
	enum seat resign_by; /* seat that offers to resign, in any phase; else SEAT_NONE */
	uint8_t resign_size; /* 1..3 while a resignation is offered; otherwise 0 */
	bool no_cube;        /* no doubling in this game */
	enum seat winner;    /* PH_OVER: winner of the match; SEAT_NONE if both lost, and in all
				other phases */
	enum won_how how;    /* PH_OVER: how it ended */
	bool moved[2];       /* whether each seat has moved a checker in this match */
	uint8_t penalty_points[2]; /* penalty points that each seat started with */
	struct match_clock clock;
	bool practice;          /* the match is not rated, and plays may be taken back */
	bool began_at_position; /* the current game began at a position (ACT_SET_POSITION) */
	struct match_takeback takeback[2]; /* for each seat: the state before its last play that
					    * was not automatic */
};

/* Why an action is refused.  The state did not change. */
enum match_err {
	MATCH_OK,
	MATCH_NO_GAME, /* no game in progress: before the first game, or between games */
	MATCH_GAME_ON, /* ACT_START during a game */
	MATCH_IS_OVER,
	MATCH_NOT_YOUR_TURN,
	MATCH_ALREADY_ROLLED, /* your turn, but you have already rolled (roll, double) */
	MATCH_NOT_ROLLED,     /* your turn, but you must roll first (move) */
	MATCH_AWAIT_DOUBLE,   /* the opponent has not answered your double yet */
	MATCH_ANSWER_DOUBLE,  /* you must answer the opponent's double first */
	MATCH_AWAIT_RESIGN,   /* the opponent has not answered your resignation yet */
	MATCH_ANSWER_RESIGN,  /* you must answer the opponent's resignation first */
	MATCH_CRAWFORD_GAME,  /* no doubling in the Crawford game */
	MATCH_NO_CUBE, /* the cube belongs to the opponent, is at its limit, or is not used in
			  this game or match; or the game has had no play yet */
	MATCH_NOTHING_OFFERED, /* nothing to accept or reject */
	MATCH_NOT_UNLIMITED,   /* instant redoubles are only for unlimited matches */
	MATCH_NO_REDOUBLE,     /* no redouble is allowed or left, or the cube is at its limit */
	MATCH_NAME_DOUBLE,     /* you must name a double first */
	MATCH_NO_DOUBLE_TO_NAME, /* there is no double to name now */
	MATCH_AWAIT_DRAW,        /* the opponent has not answered your offer of a draw yet */
	MATCH_BAD_RESIGN_SIZE,   /* this game cannot be resigned for that many points */
	MATCH_NO_DICE,           /* this game has no dice */
	MATCH_PAUSED,            /* the director has paused the match */
	MATCH_PLAYER_AWAY,       /* a player is disconnected */
	MATCH_OUT_OF_TIME,  /* a player has run out of time: only ACT_TIMEOUT is possible */
	MATCH_TIME_LEFT,    /* ACT_TIMEOUT: the player still has time */
	MATCH_NO_CLOCK,     /* this match has no clock, or cannot have one */
	MATCH_NO_BREAK,     /* no break now, or none left */
	MATCH_NOT_PRACTICE, /* ACT_TAKEBACK in a match that is not for practice */
	MATCH_NO_PLAY_TO_TAKE_BACK, /* there is no play to take back in this game */
	MATCH_BAD_MOVE,             /* see match_error.move_err and .step */
	MATCH_BAD_ACTION, /* malformed: dice out of range, wrong roll number, seat or size */
};

struct match_error {
	enum match_err err;
	enum move_err move_err; /* MATCH_BAD_MOVE */
	unsigned step;          /* MATCH_BAD_MOVE: 0..3 */
};

/* Initialises the state before the first game.  length: 0..MATCH_LENGTH_MAX. */
void match_init(struct match_state *m, const struct variant *v, unsigned length);

/* Checks whether seat has access to the cube, ignoring the phase (rules/RULES.md 3.3).  Returns
 * MATCH_OK, or the reason why not. */
enum match_err match_cube_access(const struct match_state *m, enum seat seat);

/* True when `seat` may double now; checks every condition of rules/RULES.md 3.3. */
bool match_may_double(const struct match_state *m, enum seat seat);

/* True when the next game begins with opening rolls.  Otherwise ACT_START has none, and the
 * winner of the last game begins. */
bool match_needs_opening(const struct match_state *m);

/* Returns the seat that must act: the one that must answer a resignation or a double, otherwise
 * the one whose turn it is.  SEAT_NONE when no game is in progress. */
enum seat match_to_act(const struct match_state *m);

/* True if a player is one point short of winning a match of more than one point. */
static inline bool
match_one_away(const struct match_state *m)
{
	return m->length > 1 && (m->score[0] + 1 == m->length || m->score[1] + 1 == m->length);
}

/* True during a game. */
bool match_game_on(const struct match_state *m);

/* Returns the seat that has run out of time elapsed_ms after the last action, allowing up to
 * credit_ms of lag for each seat; SEAT_NONE if neither has.  If both run out between games,
 * returns the seat that ran out first; if at the same moment, the seat that is behind in the
 * match, otherwise seat 0. */
enum seat match_out_of_time(
    const struct match_state *m, uint32_t elapsed_ms, const uint32_t credit_ms[2]);

/* Returns the number of instant redoubles left to the player who must answer (PH_DOUBLED):
 * 0..99, or REDOUBLES_UNLIMITED. */
uint8_t match_redoubles_left(const struct match_state *m);

/* Returns the points that the opponent wins if seat's resignation of this size is accepted. */
uint32_t match_resign_points(const struct match_state *m, enum seat seat, unsigned size);

/* For a finished match: true if it was ended by time, absence or decision, not by play. */
static inline bool
match_cut_short(const struct match_state *m)
{
	return m->how >= WON_TIME;
}

/* True if a finished match may change ratings: it was not for practice, both players had moved,
 * and it was won by play, resignation, time or absence, not by decision. */
bool match_counts_for_rating(const struct match_state *m);

/* Returns the points that the winner scored: the length less the points given to the winner at
 * the start.  match_counts_for_rating must be true. */
static inline unsigned
match_points_earned(const struct match_state *m)
{
	return (unsigned)m->length - m->penalty_points[m->winner];
}

/* Checks internal consistency; false means a bug. */
bool match_check(const struct match_state *m);

#endif
