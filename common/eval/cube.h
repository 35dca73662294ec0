/* SPDX-License-Identifier: MIT */
/* The doubling cube: what a match is worth at every score, what a position is worth with the
 * cube, and whether to double and to take.  Pure.
 *
 * Worth is points in money play and chances to win the match in a match.  A position with the
 * cube lies between two models (Janowski, Take-Points in Money Games, 1993): a dead cube that
 * is never turned again, and a live one that is turned exactly where the other just may take.
 */
#ifndef EVAL_CUBE_H
#define EVAL_CUBE_H

#include "eval/eval.h"

#define CUBE_AWAY_MAX MATCH_LENGTH_MAX

/* Chances to win the match of the one who needs a points when the other needs b, before a game
 * that is not the Crawford game; where somebody needs one: the Crawford game; after it. */
struct cube_table {
	float before[CUBE_AWAY_MAX + 1][CUBE_AWAY_MAX + 1];
	float after[CUBE_AWAY_MAX + 1]; /* of the one who needs so many, the other one */
};

/* Computes it: no table of somebody else's is used.  cube.c says how. */
void cube_table_fill(struct cube_table *t);

enum cube_owner {
	CUBE_CENTRED,
	CUBE_MINE,
	CUBE_THEIRS,
};

/* As the one sees it who is to roll, or was asked. */
struct cube_state {
	uint32_t value;
	enum cube_owner owner;
	unsigned away, other_away; /* points needed; 0: money */
	bool crawford_over;        /* match: the Crawford game has been, or is not played */
	bool may_double;           /* by the rules, now */
	bool jacoby;               /* money: gammons count when the cube was turned */
	float efficiency;          /* 0 dead .. 1 live; cube_efficiency */
};

/* What the one to roll should do.  All worths are theirs. */
struct cube_decision {
	float no_double, take, drop; /* worth without a double, and when they double and the
					other takes or drops */
	bool doubles;
	bool takes;   /* what the other should do with a double */
	bool beavers; /* ... and turn it again where that is allowed */
};

/* 0.68 while there is contact; in a race more the longer it is, 0.6 to 0.7. */
float cube_efficiency(const struct eval_position *p);

/* The worth of winning (points > 0) or losing so many points. */
float cube_worth(const struct cube_table *t, const struct cube_state *s, int points);

/* The worth of chances with the cube as it is. */
float cube_value(
    const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c);

/* The same to who is about to roll, and doubles first if that is best. */
float cube_value_to_roll(
    const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c);

void cube_decide(const struct cube_table *t, const struct cube_state *s,
    const struct eval_chances *c, struct cube_decision *out);

/* The cube of a match as seat sees it; p: its position, for the efficiency. */
struct cube_state cube_of(const struct match_state *m, enum seat seat);

#endif
