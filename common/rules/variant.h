/* SPDX-License-Identifier: MIT */
/* A game of the family is one const row that the engine asks; nobody else asks which game it
 * is.  What a row cannot say in fields it names as a hook, in a file of its own.  Source of the
 * fields: rules/RULES.md 4. */
#ifndef RULES_VARIANT_H
#define RULES_VARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/board.h"

struct match_state;
struct move_space;
struct play;

enum movement {
	MOVE_CONTRARY, /* the opponent's number of my point p is 25 - p */
	MOVE_PARALLEL, /* it is ((p + offset - 1) mod 24) + 1 */
};

enum contact {
	CONTACT_HIT,  /* a lone opposing checker is sent to its bar */
	CONTACT_PIN,  /* it is pinned: it cannot move until the last checker on it has left */
	CONTACT_NONE, /* there is no such landing: close_at is 1 */
};

enum entry {
	ENTRY_NONE, /* no reserve */
	ENTRY_FREE, /* reserve checkers enter at any time, from 25 */
};

enum clone {
	CLONE_NONE,
	CLONE_TO_RESERVE, /* it enters when they like */
	CLONE_TO_BAR,     /* it must enter before anything else is moved */
};

enum doubles {
	DOUBLES_FOUR, /* a double is four steps */
	DOUBLES_TWO,  /* it is two, like any roll */
};

enum bearoff {
	BEAROFF_OVER,  /* a larger number takes a checker from the highest point */
	BEAROFF_EXACT, /* only a checker on the number itself leaves */
};

enum opening {
	OPENING_USE_DICE, /* the higher of one die each moves first and plays both */
	OPENING_REROLL,   /* they roll again */
};

enum object {
	OBJECT_FIRST_OFF_WINS,
	OBJECT_FIRST_OFF_LOSES,
};

/* What a complete play has led to. */
enum outcome {
	OUTCOME_NONE, /* the game goes on */
	OUTCOME_MOVER,
	OUTCOME_OTHER,
	OUTCOME_DRAW,
};

/* What follows a complete play of somebody who is not through with their turn. */
enum follow {
	FOLLOW_TURN_OVER,
	FOLLOW_NAME, /* they name a double, which they then play */
	FOLLOW_PLAY, /* they play the double that the hook put into the state's dice */
	FOLLOW_ROLL, /* they roll again */
};

/* What only some games forbid. */
enum rule {
	RULE_NONE,
	RULE_RUNNER,      /* only the first checker moves until it has passed their start */
	RULE_START_PRIME, /* no six points in a row on one's own starting quarter */
	RULE_SHUT_IN, /* not six points in front of all their checkers, when they stand on one
			 point */
	RULE_FOUR_POINTS, /* no more than four points of their starting quarter */
	RULE_HEAD,        /* one checker a turn leaves the starting point */
	RULE_PRIME,       /* no six points in a row with none of their checkers beyond them */
	/* of the game without dice */
	RULE_ENTER,        /* on an empty point of the first quarter */
	RULE_NEXT_QUARTER, /* to the next quarter only, and from the last one nowhere */
	RULE_EMPTY_POINT,  /* to an empty point, or on one's own checker six points on */
	RULE_WALL,         /* not across a wall */
	RULE_SCORE,        /* off the board goes a wall in the last quarter */
	RULE_COUNT,
};

/* One step of a play, for the hook that may forbid it: positions when the roll was thrown,
 * before the step, and after it. */
struct step_view {
	const struct variant *v;
	const struct board *start, *before, *after;
	enum seat seat;
	unsigned from, to; /* own numbering */
};

struct variant {
	const char *name;        /* lower case: "backgammon" */
	bool fibs;               /* the game that FIBS plays: every client program knows it, its
				    ratings are FIBS's, other programs import its records */
	const char *title;       /* for people: "Backgammon" */
	uint8_t checkers;        /* of each side at the start */
	uint8_t start[PT_COUNT]; /* own numbering, reserve included; the sum is checkers */
	enum movement movement;
	uint8_t offset; /* parallel movement: 12 or 0 */
	enum contact contact;
	uint8_t close_at; /* opposing checkers that close a point: 2, or 1 */
	enum entry entry;
	enum doubles doubles;
	enum bearoff bearoff;
	enum opening opening;
	enum object object;
	bool no_dice;      /* a turn is one step, nothing is rolled; needs the hook `list` */
	bool must_use_all; /* as many dice as possible must be played; else any part of the
			      roll, one at least */
	bool larger_die; /* of two dice of which either alone can be played, the larger must be;
			  * only where must_use_all */
	enum clone clone;      /* each hit gives the hitter one new checker there, as long as
				  they have less than 255 */
	bool off_while_pinned; /* bearing off goes on while one's own checker is pinned */
	bool
	    winner_begins; /* who won the last game begins the next one, without opening roll */
	bool cube;         /* there is a doubling cube */
	uint32_t cube_limit; /* highest value the cube may show; 1 without a cube */
	uint8_t resign_max;  /* largest size one may resign: 1, 2 or 3 times the game */
	/* Size of the win when winner has met the object: points before the cube. */
	unsigned (*score)(const struct variant *v, const struct board *b, enum seat winner);

	/* ---- hooks; NULL: nothing beyond the fields ---- */

	/* The rule that is against a step, RULE_NONE when it may stand as it is.  One that is
	 * given makes the generator try every order of steps. */
	enum rule (*step_against)(const struct step_view *s);
	/* The same of a whole play; when each of those that are left breaks it, all may stand.
	 */
	enum rule (*result_against)(const struct variant *v, const struct board *start,
	    const struct board *after, enum seat seat);
	/* All plays of a game without dice, into *space. */
	void (*list)(const struct variant *v, const struct board *b, enum seat seat,
	    struct move_space *space);
	/* In a game without dice: the rule that is against a step of one's own checker that is
	 * not listed. */
	enum rule (*list_against)(const struct variant *v, const struct board *b,
	    enum seat seat, unsigned from, unsigned to);
	/* Instead of the object: what the play just made by mover has led to.  May keep what it
	 * counts in the state's `streak`. */
	enum outcome (*outcome)(
	    struct match_state *m, enum seat mover, const struct play *play);
	/* What follows a play.  whole: every die of the roll was used.  May change the state's
	 * dice and `stage`. */
	enum follow (*follow)(struct match_state *m, bool whole);
	/* Games played in turn, names ended by NULL: then the row says nothing else but its
	 * names. */
	const char *const *cycle;
};

/* Scores (rules/RULES.md 3.1, 4): single 1; 2 when the loser has borne off none; 3 when
 * besides one of their checkers stands in the winner's home board, on the bar, or never
 * entered.
 */
unsigned score_backgammon(const struct variant *v, const struct board *b, enum seat winner);
/* The same without 3. */
unsigned score_gammon(const struct variant *v, const struct board *b, enum seat winner);
/* Always 1. */
unsigned score_single(const struct variant *v, const struct board *b, enum seat winner);
/* That of the position of who has won, because the other has borne off everything
 * (rules/RULES.md 4.2). */
unsigned score_reversed(const struct variant *v, const struct board *b, enum seat winner);

/* All rows; ends with a row whose name is NULL. */
extern const struct variant VARIANTS[];

/* The first row, the only one with `fibs`: what is played where nobody names a game. */
#define VARIANT_FIBS (&VARIANTS[0])

/* Row of a name, NULL if there is none. */
const struct variant *variant_find(const char *name);

/* The row of game no (1, 2, ...) of a match of v: v itself, or the one whose turn it is. */
const struct variant *variant_of_game(const struct variant *v, uint32_t no);

/* True when the order of steps matters in ways that only a search sees. */
static inline bool
variant_needs_search(const struct variant *v)
{
	return v->step_against != 0 || v->clone != CLONE_NONE || v->contact == CONTACT_PIN;
}

/* The opponent's own number of my point p, 1..24.  Its own inverse. */
static inline unsigned
variant_opposite(const struct variant *v, unsigned p)
{
	return v->movement == MOVE_CONTRARY ? 25u - p : (p + v->offset + 23u) % 24u + 1u;
}

/* Sets the start position of a variant, the same for both seats in their own numbering. */
void variant_start_board(struct board *b, const struct variant *v);

/* True when the checkers of each side are as many as the variant has (or more, where it
 * clones), no point holds checkers of both but for one that is pinned, and nothing stands where
 * the variant never puts it: a reserve that cannot enter, a bar where nobody is hit, a pin
 * where none is. */
bool variant_check_board(const struct board *b, const struct variant *v);

#endif
