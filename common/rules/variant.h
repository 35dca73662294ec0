/* SPDX-License-Identifier: MIT */
/* A game of the family is one const row that the engine asks; nobody else asks which game it
 * is. Source of the fields: rules reference section 5.1. */
#ifndef RULES_VARIANT_H
#define RULES_VARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/board.h"

enum movement {
	MOVE_CONTRARY, /* the opponent's number of my point p is 25 - p */
	MOVE_PARALLEL, /* it is ((p + offset - 1) mod 24) + 1 */
};

enum contact {
	CONTACT_HIT,  /* a lone opposing checker is sent to its bar */
	CONTACT_NONE, /* there is no such landing: close_at is 1 */
};

enum entry {
	ENTRY_NONE, /* no reserve */
	ENTRY_FREE, /* reserve checkers enter at any time, from 25 */
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
	OPENING_REROLL,   /* he rolls again */
};

enum object {
	OBJECT_FIRST_OFF_WINS,
	OBJECT_FIRST_OFF_LOSES,
};

struct variant {
	const char *name;        /* lower case: "backgammon" */
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
	bool must_use_all; /* as many dice as possible must be played; else any part of the
			      roll, one at least */
	bool larger_die; /* of two dice of which either alone can be played, the larger must be;
			  * only where must_use_all */
	bool cube;       /* there is a doubling cube */
	uint32_t cube_limit; /* highest value the cube may show */
	/* Size of the win when winner has met the object: points before the cube (1, 2, 3). */
	unsigned (*score)(const struct variant *v, const struct board *b, enum seat winner);
};

/* Scores: single 1; 2 when the loser has borne off none; 3 when besides one of his checkers
 * stands in the winner's home board, on the bar, or never entered (rules reference 3.1, 4.3).
 */
unsigned score_backgammon(const struct variant *v, const struct board *b, enum seat winner);

/* All rows; ends with a row whose name is NULL. */
extern const struct variant VARIANTS[];

/* Row of a name, NULL if there is none.  The first row is backgammon. */
const struct variant *variant_find(const char *name);

/* The opponent's own number of my point p, 1..24.  Its own inverse. */
static inline unsigned
variant_opposite(const struct variant *v, unsigned p)
{
	return v->movement == MOVE_CONTRARY ? 25u - p : (p + v->offset + 23u) % 24u + 1u;
}

#endif
