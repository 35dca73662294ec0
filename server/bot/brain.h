/* SPDX-License-Identifier: MIT */
/* What a bot does in a match.  It is given the state of the match, which both players see, and
 * nothing else: no seed, no dice to come.  The same state gives the same answer always.
 *
 * A brain is for one thread at a time; the first thought reads weights and tables (a third of a
 * second), one in a new game its weights. */
#ifndef BOT_BRAIN_H
#define BOT_BRAIN_H

#include "base/check.h"
#include "bot/grades.h"
#include "eval/cube.h"
#include "rules/state.h"

struct brain;

/* What is asked, and the answer. */
struct thought {
	struct match_state state;
	enum seat seat; /* who has to act: match_to_act, or to answer an offer of a draw */
	enum bot_grade grade;
	bool no_resign; /* their resignation was rejected in this game */
	char line[96];  /* the command to type */
};

enum advice_kind {
	ADVICE_NONE,   /* the game is played without weights */
	ADVICE_PLAYS,  /* best: what to play */
	ADVICE_DOUBLE, /* cube: what to do with it before the roll */
	ADVICE_TAKE,   /* cube.take and cube.drop: what a double that waits is worth to them */
	ADVICE_OTHER,  /* t.line: what to type */
};

#define ADVICE_BEST 3u

/* What the strongest would do in the place of t.seat, and why.  Equities are points without the
 * cube; worths of the cube are points in unlimited matches, else chances to win the match. */
struct advice {
	struct thought t;
	bool judges; /* only what was played: `played` in t.state, and `cost` */
	struct play played;
	float cost; /* points less than the best play, at least 0 */
	enum advice_kind kind;
	unsigned n;
	struct {
		struct play play;
		float equity;
	} best[ADVICE_BEST];
	struct cube_decision cube;
};

/* NULL when memory is out: some 12 MB, most of it touched with the first thought. */
MUST_USE struct brain *brain_new(void);
void brain_free(struct brain **b);

/* Fills in the line.  Cost: at most some milliseconds; LIMITS.md 2.8. */
void brain_think(struct brain *b, struct thought *t);

/* Fills in the rest of *a.  Cost: as that of a thought of the strongest. */
void brain_advise(struct brain *b, struct advice *a);

/* The same without a brain: something that the rules allow.  Cost: a list of plays. */
void brain_do_something(struct thought *t, struct move_space *space);

/* The line of a play of t->state. */
void thought_say_play(struct thought *t, const struct play *p);

#endif
