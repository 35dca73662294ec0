/* SPDX-License-Identifier: MIT */
/* Each game of the family is one constant row.  The engine reads its fields and never tests
 * which game it is.  Anything that fields cannot express is a hook, implemented in a separate
 * file.  Source of the fields: rules/RULES.md 4. */
#ifndef RULES_VARIANT_H
#define RULES_VARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/board.h"

struct match_state;
struct move_space;
struct play;

enum movement {
	MOVE_CONTRARY, /* the opponent's number for my point p is 25 - p */
	MOVE_PARALLEL, /* the opponent's number for p is ((p + offset - 1) mod 24) + 1 */
};

enum contact {
	CONTACT_HIT,    /* a lone opposing checker is sent to its bar */
	CONTACT_PIN,    /* a lone opposing checker is pinned: it cannot move until the last
			 * checker on top of it has left the point */
	CONTACT_BLOCKS, /* landing on an opposing checker is impossible: close_at is 1 */
};

enum reserve_entry {
	RESERVE_NONE,     /* no reserve */
	RESERVE_ANY_TIME, /* reserve checkers enter at any time, from 25 */
};

enum clone {
	CLONE_NONE,
	CLONE_TO_RESERVE, /* the added checkers may enter at any time */
	CLONE_TO_BAR,     /* the added checkers must enter before any other move */
};

enum doubles {
	DOUBLES_FOUR, /* a double is four steps */
	DOUBLES_TWO,  /* a double is two steps, like any roll */
};

enum bearoff {
	BEAROFF_LARGER, /* a larger number bears off from the highest point */
	BEAROFF_EXACT,  /* a number bears off only a checker on exactly that point */
};

enum opening {
	OPENING_USE_DICE, /* each player rolls one die; the higher moves first and plays both */
	OPENING_REROLL,   /* the player who moves first rolls again */
};

enum objective {
	OBJECTIVE_FIRST_OFF_WINS,
	OBJECTIVE_FIRST_OFF_LOSES,
};

/* Result of a complete play. */
enum outcome {
	OUTCOME_NONE, /* the game continues */
	OUTCOME_MOVER_WINS,
	OUTCOME_OPPONENT_WINS,
	OUTCOME_DRAW,
};

/* The next step after a complete play, in games where a turn may have several plays. */
enum follow_up {
	FOLLOW_UP_TURN_OVER,
	FOLLOW_UP_NAME_DOUBLE, /* the player names a double, then plays it */
	FOLLOW_UP_PLAY_DOUBLE, /* the player plays the double that the hook has stored in the
				* state's dice
				*/
	FOLLOW_UP_ROLL_AGAIN,  /* the player rolls again */
};

/* Rules that only some games have. */
enum rule {
	RULE_NONE,
	RULE_RUNNER, /* only the first checker may move until it has passed the opponent's start
		      */
	RULE_START_PRIME, /* no six points in a row in one's own starting quarter */
	RULE_SHUT_IN, /* if all opposing checkers are on one point, the six points in front of
			 it may not all be held */
	RULE_FOUR_POINTS, /* no more than four points held in the opponent's starting quarter */
	RULE_HEAD,        /* only one checker per turn may leave the starting point */
	RULE_PRIME,       /* no six points in a row without an opposing checker beyond them */
	/* rules of the game without dice */
	RULE_ENTER,        /* a checker enters on an empty point of the first quarter */
	RULE_NEXT_QUARTER, /* a checker moves only to the next quarter, and not at all from the
			    * last one */
	RULE_EMPTY_POINT,  /* a checker moves to an empty point, or onto one of its side six
			    * points further on */
	RULE_WALL_BLOCKS,  /* no checker moves across a wall */
	RULE_SCORE_WALL,   /* only a wall in the last quarter may be borne off */
	RULE_COUNT,
};

/* One step of a play, passed to a hook that may forbid it: positions at the start of the roll,
 * before the step and after it. */
struct step_view {
	const struct variant *v;
	const struct board *start, *before, *after;
	enum seat seat;
	unsigned from, to; /* in the numbering of `seat` */
};

struct variant {
	const char *name; /* lower case: "backgammon" */
	bool fibs; /* the game that FIBS plays: every client program knows it, its ratings are
		      comparable with those of FIBS, and other programs import its records */
	const char *title; /* for display: "Backgammon" */
	uint8_t checkers;  /* number of checkers of each side at the start */
	/* starting position in each side's own numbering; includes checkers in the reserve */
	uint8_t start[PT_COUNT];
	enum movement movement;
	uint8_t offset; /* parallel movement: 12 or 0 */
	enum contact contact;
	uint8_t close_at; /* number of opposing checkers that close a point: 2 or 1 */
	enum reserve_entry reserve;
	enum doubles doubles;
	enum bearoff bearoff;
	enum opening opening;
	enum objective objective;
	bool no_dice; /* a turn is one step without a roll; requires the hook `list_plays` */
	bool must_use_all; /* as many dice as possible must be played; otherwise any part of the
			      roll, at least one */
	bool larger_die;   /* if either of two dice can be played but not both, the larger must
			      be; requires must_use_all */
	enum clone clone;  /* where each hit adds a checker for the hitting side, up to 255
			    * checkers */
	bool off_while_pinned; /* a side with a pinned checker may bear off */
	bool winner_begins;    /* the last winner begins, without an opening roll */
	bool cube;             /* the game has a doubling cube */
	uint32_t cube_limit;   /* highest value of the cube; 1 without a cube */
	uint8_t resign_max;    /* largest resignation: 1, 2 or 3 times the game */
	/* Returns the points won, before the cube is applied, if `winner` has won the game. */
	unsigned (*score)(const struct variant *v, const struct board *b, enum seat winner);

	/* ---- hooks; NULL if the fields are sufficient ---- */

	/* Returns the rule that forbids a step, or RULE_NONE.  If set, the generator tries
	 * every order of steps. */
	enum rule (*step_against)(const struct step_view *s);
	/* Returns the rule that forbids a whole play, or RULE_NONE.  If it forbids all
	 * remaining plays, all of them are allowed. */
	enum rule (*result_against)(const struct variant *v, const struct board *start,
	    const struct board *after, enum seat seat);
	/* Lists all plays of a game without dice in *space. */
	void (*list_plays)(const struct variant *v, const struct board *b, enum seat seat,
	    struct move_space *space);
	/* In a game without dice: returns the rule that forbids a step that `list_plays` did
	 * not list.  The checker is the player's own. */
	enum rule (*unlisted_against)(const struct variant *v, const struct board *b,
	    enum seat seat, unsigned from, unsigned to);
	/* Replaces the field `objective`: returns the outcome of the play that `mover` has just
	 * made.  May use the state's `score_streak` for counting. */
	enum outcome (*outcome)(
	    struct match_state *m, enum seat mover, const struct play *play);
	/* Decides what follows a play.  whole: every die of the roll was used.  May change the
	 * state's dice and `play_stage`. */
	enum follow_up (*follow_up)(struct match_state *m, bool whole);
	/* Names of the games played in turn, terminated by NULL.  A row with a cycle has no
	 * other fields except its own names. */
	const char *const *cycle;
};

/* Scores (rules/RULES.md 3.1, 4): 1 for a single game; 2 if the loser has borne off no checker;
 * 3 if, in addition, a checker of the loser is in the winner's home board, on the bar or in the
 * reserve. */
unsigned score_backgammon(const struct variant *v, const struct board *b, enum seat winner);
/* Like score_backgammon, but at most 2. */
unsigned score_gammon(const struct variant *v, const struct board *b, enum seat winner);
/* Always returns 1. */
unsigned score_single(const struct variant *v, const struct board *b, enum seat winner);
/* Scores the winner's own position, because the loser has borne off all checkers
 * (rules/RULES.md 4.2). */
unsigned score_reversed(const struct variant *v, const struct board *b, enum seat winner);

/* All rows, terminated by a row whose name is NULL. */
extern const struct variant VARIANTS[];

/* The first row, the only one with `fibs`: the default game. */
#define VARIANT_FIBS (&VARIANTS[0])

/* Returns the row of a name, or NULL. */
const struct variant *variant_find(const char *name);

/* Returns the row for game number no (1, 2, ...) of a match of v: v itself, or the next game of
 * v's cycle. */
const struct variant *variant_of_game(const struct variant *v, uint32_t no);

/* True when the order of steps matters in ways that require a search. */
static inline bool
variant_needs_search(const struct variant *v)
{
	return v->step_against != 0 || v->clone != CLONE_NONE || v->contact == CONTACT_PIN;
}

/* Returns the opponent's number of my point p, 1..24.  The function is its own inverse. */
static inline unsigned
variant_opposite(const struct variant *v, unsigned p)
{
	return v->movement == MOVE_CONTRARY ? 25u - p : (p + v->offset + 23u) % 24u + 1u;
}

/* Sets the starting position of a variant, the same for both seats in their own numbering. */
void variant_start_board(struct board *b, const struct variant *v);

/* Returns whether a board is valid: each side has the variant's number of checkers (or more,
 * with clones), no point holds checkers of both sides except a pin, and there is nothing that
 * the variant excludes: a reserve in games without one, a bar without hitting, a pin without
 * pinning. */
bool variant_check_board(const struct board *b, const struct variant *v);

#endif
