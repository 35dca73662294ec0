/* SPDX-License-Identifier: MIT */
/* A second implementation of the rules of a match, for tests: written from the rules, sharing
 * neither code nor data structures with common/rules.
 *
 * The board is one array of 26 numbers, indexed by side 0's point numbers.  Positive numbers
 * are side 0's checkers, which move from 24 to 1; negative numbers are side 1's, which move
 * from 1 to 24.  25 is the bar of side 0 and the exit of side 1; 0 is the bar of side 1 and the
 * exit of side 0. */
#ifndef SUPPORT_MODEL_H
#define SUPPORT_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

enum {
	MODEL_NOBODY = -1,
	MODEL_UNLIMITED = -1, /* unlimited redoubles */
	MODEL_CUBE_MAX = 4096,
	MODEL_RESULTS_MAX = 8192,
};

enum model_stage {
	MODEL_IDLE, /* between games */
	MODEL_TO_ROLL,
	MODEL_TO_PLAY,
	MODEL_CUBE_TURNED, /* waiting for take, drop or redouble */
	MODEL_FINISHED,
};

enum model_action {
	MODEL_BEGIN,
	MODEL_ROLL,
	MODEL_PLAY,
	MODEL_DOUBLE,
	MODEL_TAKE,
	MODEL_DROP,
	MODEL_REDOUBLE,
	MODEL_RESIGN,
	MODEL_ACCEPT_RESIGN, /* accept a resignation */
	MODEL_REJECT_RESIGN,
	MODEL_ACTIONS,
};

struct model_moves {
	int count;
	struct {
		int from, to;
	} one[4];
};

/* Both sides' checkers, in bytes, so that memcmp can compare positions. */
struct model_board {
	signed char at[26];
	signed char out[2]; /* checkers borne off, per side */
};

struct model {
	int length; /* 0: unlimited */
	int score[2];
	int games;
	int rolls_drawn; /* pairs of dice drawn so far */
	enum model_stage stage;
	int side; /* the side whose turn it is; MODEL_NOBODY between games */
	bool first_turn;
	struct model_board board;
	int dice[2];
	int dice_to_play; /* number of dice to play, while MODEL_TO_PLAY */
	int use[4];       /* the dice to play: the first `dice_to_play` */
	int cube_value;   /* value of the cube */
	int cube_owner;   /* owner of the cube; MODEL_NOBODY: centred */
	int raised_by; /* while MODEL_CUBE_TURNED: the side that doubled or redoubled, offering
			  twice the current stake */
	int redoubles_done; /* redoubles made in answer to the current double */
	int redoubles_max;
	bool crawford_game; /* this is the Crawford game */
	bool crawford_over; /* the Crawford game was played or can no longer occur */
	int resigner;
	int resign_size;
	/* results of the last action */
	int won_by; /* winner of the game; else MODEL_NOBODY */
	int won_points;
	bool roll_unplayable; /* the roll could not be played */
};

/* Options for the start of a game. */
struct model_begin {
	bool crawford;
	bool autodouble;
	int redoubles[2]; /* limit on redoubles per side, or MODEL_UNLIMITED */
	int opening_pairs_n;
	int (*opening_pairs)[2]; /* [n][side] */
};

void model_init(struct model *m, int length);

/* Returns whether `side` may perform the action now, ignoring the action's dice, steps or size.
 */
bool model_is_legal(const struct model *m, int side, enum model_action deed);

/* Performs an action, which must be allowed. */
void model_begin(struct model *m, const struct model_begin *b);
void model_roll(struct model *m, int d1, int d2);
/* Returns false, leaving *m unchanged, if the play is illegal. */
bool model_play(struct model *m, const struct model_moves *p);
void model_cube(struct model *m, enum model_action deed); /* MODEL_DOUBLE .. MODEL_REDOUBLE */
void model_resign(struct model *m, int side, int size);
void model_answer_resign(struct model *m, bool yes);

/* Returns how many more redoubles the player answering the double could make. */
int model_redoubles_left(const struct model *m);

/* Picks a legal play, the first one found when searching in random order. */
void model_random_play(const struct model *m, struct rng *r, struct model_moves *play_out);

/* The distinct positions that the legal plays of the roll lead to, in no particular order. */
struct model_results {
	int count;
	struct model_board board[MODEL_RESULTS_MAX];
	int hash_slots[2 * MODEL_RESULTS_MAX]; /* hash table of index + 1; 0 is free */
};
void model_results(const struct model *m, struct model_results *results_out);

/* Returns whether each side has fifteen checkers. */
bool model_is_valid(const struct model *m);

#endif
