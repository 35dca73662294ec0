/* SPDX-License-Identifier: MIT */
/* The errors of judgement of a grade: by how much it misjudges a play, and its chance to win.
 * They depend only on the position, the dice, the score and the number of the game, so the same
 * question always has the same answer. */
#ifndef BOT_MISTAKES_H
#define BOT_MISTAKES_H

#include "bot/grades.h"
#include "rules/state.h"

/* What misleads in a play.  Counted on the board; the weights are in grades.def. */
struct lures {
	float hits;    /* checkers of the other side on the bar, or pinned */
	float shots;   /* chance that the other side can hit or pin, 0..1 */
	float anchors; /* points held in the home of the other side */
	float points;  /* points held */
	float stacked; /* checkers beyond the third on a point */
	float back;    /* checkers on the six points farthest from home */
};

/* The mistakes of one decision. */
struct mistakes {
	const struct match_state *state;
	float scale;         /* factor for errors in this game; 1 in backgammon */
	float noise;         /* points */
	bool lured;          /* else the rest is not filled in */
	struct lures weight; /* points, of each lure */
	struct lures before;
};

/* m: PH_MOVE.  best: the equity of the best play, to m->turn. */
void mistakes_of(
    const struct grade *g, const struct match_state *m, float best, struct mistakes *out);

/* Points by which the play that leads to `after` looks better than it is.  index: its place in
 * the list of plays. */
float mistakes_play(const struct mistakes *x, const struct board *after, unsigned index);

enum mistakes_cube {
	MISTAKES_DOUBLE, /* whether to double */
	MISTAKES_TAKE,   /* whether to take */
	MISTAKES_OTHER,  /* an offer to resign, or a draw */
};

/* By how much seat overestimates its chance to win. */
float mistakes_win(const struct grade *g, const struct match_state *m, enum mistakes_cube what);

#endif
