/* SPDX-License-Identifier: MIT */
/* A second opinion on the course of a match, for tests: written from the rules, sharing neither
 * code nor form with common/rules.
 *
 * The board is one array of 26 numbers, points as side 0 counts them: positive are side 0's
 * checkers, which go from 24 to 1, negative side 1's, which go from 1 to 24.  25 is the bar of
 * side 0 and the exit of side 1; 0 is the bar of side 1 and the exit of side 0. */
#ifndef SUPPORT_MODEL_H
#define SUPPORT_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

enum {
	MODEL_NOBODY = -1,
	MODEL_ENDLESS = -1, /* redoubles without bound */
	MODEL_CUBE_TOP = 4096,
	MODEL_RESULTS_MAX = 8192,
};

enum model_stage {
	MODEL_IDLE, /* between games */
	MODEL_TO_ROLL,
	MODEL_TO_PLAY,
	MODEL_CUBE_TURNED, /* waits for take, drop, redouble */
	MODEL_FINISHED,
};

enum model_deed {
	MODEL_BEGIN,
	MODEL_ROLL,
	MODEL_PLAY,
	MODEL_DOUBLE,
	MODEL_TAKE,
	MODEL_DROP,
	MODEL_REDOUBLE,
	MODEL_RESIGN,
	MODEL_YES, /* to a resignation */
	MODEL_NO,
	MODEL_DEEDS,
};

struct model_moves {
	int count;
	struct {
		int from, to;
	} one[4];
};

/* Both sides' checkers; bytes only, so positions are compared as bytes. */
struct model_board {
	signed char at[26];
	signed char out[2]; /* borne off, of each side */
};

struct model {
	int length; /* 0: unlimited */
	int score[2];
	int games;
	int drawn; /* pairs of dice so far */
	enum model_stage stage;
	int side; /* on turn, MODEL_NOBODY between games */
	bool first_turn;
	struct model_board board;
	int dice[2];
	int must;      /* dice to play, while MODEL_TO_PLAY */
	int use[4];    /* which ones */
	int stake;     /* what the cube stands at */
	int holder;    /* MODEL_NOBODY: the middle */
	int raised_by; /* while MODEL_CUBE_TURNED, the stake they ask is twice the present one
			*/
	int chain;     /* redoubles made in answer to this double */
	int chain_max;
	bool no_cube_game; /* the Crawford game */
	bool no_cube_done; /* it has come, or its time has passed */
	int resigner;
	int resign_size;
	/* of the last deed */
	int won_by; /* a game; else MODEL_NOBODY */
	int won_points;
	bool passed; /* the roll could not be played */
};

/* What the start of a game depends on. */
struct model_begin {
	bool crawford;
	bool autodouble;
	int redoubles[2]; /* MODEL_ENDLESS, or 0.. */
	int pairs;
	int (*pair)[2]; /* [n][side] */
};

void model_init(struct model *m, int length);

/* Whether side may do that now, dice, points and size put aside. */
bool model_may(const struct model *m, int side, enum model_deed deed);

/* The deeds, allowed ones only. */
void model_begin(struct model *m, const struct model_begin *b);
void model_roll(struct model *m, int d1, int d2);
/* False when the play is not legal; *m is then not changed. */
bool model_play(struct model *m, const struct model_moves *p);
void model_cube(struct model *m, enum model_deed deed); /* MODEL_DOUBLE .. MODEL_REDOUBLE */
void model_resign(struct model *m, int side, int size);
void model_answer_resign(struct model *m, bool yes);

/* Redoubles that the one who answers the double could still make. */
int model_chain_left(const struct model *m);

/* A legal play, of the ones found in a random order. */
void model_random_play(const struct model *m, struct rng *r, struct model_moves *play_out);

/* Positions that the legal plays of the roll lead to, each once, in no particular order. */
struct model_results {
	int count;
	struct model_board board[MODEL_RESULTS_MAX];
	int slot[2 * MODEL_RESULTS_MAX]; /* hash table of number + 1; 0 free */
};
void model_results(const struct model *m, struct model_results *results_out);

/* Both sides' checkers are fifteen each. */
bool model_sound(const struct model *m);

#endif
