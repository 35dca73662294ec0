/* SPDX-License-Identifier: MIT */
/* The errors of judgement of a grade: by how much it misjudges a play and its winning chances.
 * They depend only on the position, the dice, the score and the number of the game, so the same
 * question always has the same answer. */
#ifndef EVAL_MISTAKES_H
#define EVAL_MISTAKES_H

#include "eval/grades.h"
#include "rules/state.h"

/* Features of a position that mislead a player.  They are counted on the board; their weights
 * are in grades.def. */
struct bias_features {
	float hits;    /* opposing checkers on the bar or pinned */
	float shots;   /* the opponent's chance of a hit or pin, 0..1 */
	float anchors; /* points held in the opponent's home */
	float points;  /* points held */
	float stacked; /* checkers beyond the third on a point */
	float back;    /* checkers on the six points farthest from home */
};

/* The errors in choosing one play. */
struct mistakes {
	const struct match_state *state;
	float scale;     /* factor for errors in this game; 1 in backgammon */
	float noise;     /* in points */
	bool has_biases; /* false: the fields below are not set */
	struct bias_features feature_weights; /* points for each feature */
	struct bias_features features_before;
};

/* Determines the errors that a bot of grade g makes when it chooses a play.  m must be in
 * PH_MOVE.  best: the equity of the best play for m->turn. */
void mistakes_init(
    const struct grade *g, const struct match_state *m, float best, struct mistakes *out);

/* Returns by how many points the bot overestimates the play that leads to `after`.  index: the
 * play's index in the list of plays. */
float mistakes_play_error(const struct mistakes *x, const struct board *after, unsigned index);

enum mistakes_decision {
	MISTAKES_DOUBLE, /* whether to double */
	MISTAKES_TAKE,   /* whether to take */
	MISTAKES_OFFER,  /* an offered resignation or draw */
};

/* Returns by how much the bot overestimates its winning chances. */
float mistakes_win_error(
    const struct grade *g, const struct match_state *m, enum mistakes_decision what);

#endif
