/* SPDX-License-Identifier: MIT */
/* The doubling cube: the worth of a match at every score, the worth of a position with the
 * cube, and whether to double and to take.  Pure.
 *
 * Worth is points in money play and match-winning chances in a match.  The value of a position
 * with the cube is interpolated between two models (Janowski, Take-Points in Money Games,
 * 1993): a dead cube that is never turned again, and a live cube that is turned exactly where
 * the opponent may just take. */
#ifndef EVAL_CUBE_H
#define EVAL_CUBE_H

#include "eval/eval.h"

#define CUBE_AWAY_MAX MATCH_LENGTH_MAX

/* The chance of winning the match for a player who needs `a` points when the opponent needs
 * `b`.  pre_crawford[a][b] is this chance at the start of a game that is not post-Crawford; if
 * a or b is 1, that game is the Crawford game. */
struct cube_table {
	float pre_crawford[CUBE_AWAY_MAX + 1][CUBE_AWAY_MAX + 1];
	float post_crawford[CUBE_AWAY_MAX + 1]; /* post-Crawford: the trailing player needs this
					   many points, the leader one */
};

/* Computes the table from a model with five parameters, which cube.c describes.  It is within
 * 0.3 per cent of the Kazaross XG2 table. */
void cube_table_fill(struct cube_table *t);

enum cube_owner {
	CUBE_CENTRED,
	CUBE_MINE,
	CUBE_THEIRS,
};

/* The cube as seen by one player: the one to roll, or the one who was doubled. */
struct cube_state {
	uint32_t value;
	enum cube_owner owner;
	unsigned away, other_away; /* points needed; 0: money */
	bool crawford_over;        /* in a match: the Crawford game is over or not played */
	bool may_double;           /* the rules permit a double now */
	bool jacoby;      /* in money play: gammons count only once the cube has been turned */
	float efficiency; /* 0 (dead cube) .. 1 (live cube); see cube_efficiency */
};

/* A recommendation for the player on roll, with each worth from that player's point of view. */
struct cube_decision {
	float no_double, take,
	    drop; /* worth without a double, and after a double that is taken or dropped */
	bool should_double;
	bool should_take;   /* the opponent should take */
	bool should_beaver; /* the opponent should also redouble at once, if that is allowed */
};

/* Returns 0.68 while there is contact, and in a race 0.6 to 0.7, increasing with its length. */
float cube_efficiency(const struct eval_position *p);

/* Returns the worth of winning (points > 0) or losing (points < 0) that many points. */
float cube_worth_of_points(const struct cube_table *t, const struct cube_state *s, int points);

/* Returns the worth of these chances, including the cube in its current state. */
float cube_value(
    const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c);

/* Returns the worth to a player about to roll, including a double if that is best. */
float cube_value_to_roll(
    const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c);

void cube_decide(const struct cube_table *t, const struct cube_state *s,
    const struct eval_chances *c, struct cube_decision *out);

/* Returns the cube of match m as seen by seat. */
struct cube_state cube_state_of(const struct match_state *m, enum seat seat);

#endif
