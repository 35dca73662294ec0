/* SPDX-License-Identifier: MIT */
/* Decides what a bot does in a match.  Pure.  It is given the state of the match, which both
 * players see, and nothing else: no seed, no future dice.  The same state always gives the same
 * answer.
 *
 * A brain may be used by one thread at a time. */
#ifndef EVAL_BRAIN_H
#define EVAL_BRAIN_H

#include "base/check.h"
#include "eval/grades.h"
#include "eval/cube.h"
#include "rules/state.h"

/* What brain_think and brain_advise need. */
struct brain {
	/* Returns the evaluator of a game; NULL if there are no weights for it.  When this
	 * function returns an evaluator, the tables that `cube_table` points to must be filled.
	 */
	const struct eval *(*find_evaluator)(void *ctx, const struct variant *v);
	void *ctx;
	const struct cube_table *cube_table;
	struct eval_scratch scratch;
};

/* A question and its answer. */
struct thought {
	struct match_state state;
	enum seat seat; /* the player who must act (match_to_act) or answer an offered draw */
	enum bot_grade grade;
	bool resign_rejected; /* a resignation was rejected in this game */
	char line[96];        /* the command to type */
};

enum advice_kind {
	ADVICE_NONE,    /* there are no weights for this game */
	ADVICE_PLAYS,   /* `best` holds the best plays */
	ADVICE_DOUBLE,  /* `cube` says whether to double before the roll */
	ADVICE_TAKE,    /* cube.take and cube.drop are the values of answering the double */
	ADVICE_COMMAND, /* t.line is the command to type */
};

#define ADVICE_PLAYS_MAX 3u

/* What the strongest bot would do in t.seat's place, and why.  Equities are points without the
 * cube; values of the cube are points in unlimited matches, otherwise match winning chances. */
struct advice {
	struct thought t;
	bool judge_only; /* true: only evaluates `played` in t.state and sets `cost` */
	struct play played;
	float cost; /* points lost against the best play, at least 0 */
	enum advice_kind kind;
	unsigned n;
	struct {
		struct play play;
		float equity;
	} best[ADVICE_PLAYS_MAX];
	struct cube_decision cube;
};

/* Sets t->line.  Takes at most a few milliseconds; see LIMITS.md 2.8. */
void brain_think(struct brain *b, struct thought *t);

/* Answers the question in *a: `t`, `judge_only` and `played` are read, the other fields are
 * set. Takes as long as the strongest bot takes to think. */
void brain_advise(struct brain *b, struct advice *a);

/* Answers a question about the cube (whether to double before the roll, or whether to take)
 * from the chances of a->t.state.turn.  Uses only the field `cube_table` of b. */
void brain_advise_cube(const struct brain *b, const struct eval_chances *c, struct advice *a);

/* Returns the number of points that a play must lose to be reported by the tutor. */
float brain_tutor_threshold(const struct variant *v);

/* Sets t->line to any command that the rules allow.  Needs no brain.  Costs one call of
 * move_list. */
void brain_any_legal_command(struct thought *t, struct move_space *space);

/* Sets t->line to the command for a play of t->state. */
void thought_set_play_command(struct thought *t, const struct play *p);

#endif
