/* SPDX-License-Identifier: MIT */
/* What the decisions of a match were worth, and how lucky its rolls were.  Pure: the caller
 * hands over the actions one by one with the states around them.
 *
 * Errors and luck are normalised: in units of one point at the value that the cube shows, so a
 * match at any score and money play have one scale.  Worth is not: points in money play (with
 * the cube), chances to win the match in a match.
 *
 * Games without a cube have errors of play and luck only; the game without dice has no luck;
 * where each checker that is left counts (Acey-Deucey) there are no chances of a match, and a
 * unit is ANALYSIS_CHECKERS points.  The naming of a double, offers to resign and to draw, and
 * their answers, are not judged; nor is who won an opening roll that only says who begins.
 *
 * All chances are of our own evaluator: what is an error is its opinion.  The same by gnubg:
 * server/review/bygnubg.h. */
#ifndef EVAL_ANALYSIS_H
#define EVAL_ANALYSIS_H

#include "eval/cube.h"
#include "eval/eval.h"
#include "rules/match.h"

#define ANALYSIS_CHECKERS 5.0f
#define ANALYSIS_CLOSE 0.16f /* a roll without a double counts when the double was so near */

/* Errors from which a decision is marked: doubtful, bad, very bad. */
#define ANALYSIS_MARKS 3u
extern const float ANALYSIS_MARK[ANALYSIS_MARKS];

struct analysis_tools {
	const struct cube_table *cube;
	struct eval_work *work;
	unsigned plies; /* 1, or 2: plays that are close at 1 are weighed again at 2 */
	/* The evaluator of a game, not of a row that names others; NULL: it is not judged. */
	const struct eval *(*evaluator)(void *ctx, const struct variant *v);
	void *ctx;
};

enum analysis_best {
	BEST_PLAY, /* see `play` */
	BEST_ROLL,
	BEST_DOUBLE,
	BEST_TAKE,
	BEST_DROP,
	BEST_REDOUBLE,
};

/* Of one action; everything else false and 0. */
struct analysis {
	bool decided; /* by seat: there was something to decide, and it is judged */
	enum seat seat;
	bool of_cube; /* to double or not, or an answer; else a play */
	bool counted; /* neither forced nor far from close */
	float error;  /* at least 0 */
	float cost;   /* the same in worth */
	enum analysis_best best;
	struct play play; /* BEST_PLAY: own numbering */
	bool rolled;      /* dice that nobody could foresee */
	enum seat roller;
	float luck;       /* of the roll, to the roller: about 0 on average */
	float luck_worth; /* the same in worth */
};

/* before, after: around action a, which was legal.  Cost in the middle of a game of
 * backgammon: some milliseconds for a roll or a play, at 2 plies some tens where it is close.
 */
void analysis_action(const struct analysis_tools *t, const struct match_state *before,
    const struct action *a, const struct match_state *after, struct analysis *out);

/* The cube wins seat the match as it is: nobody asks whether they should turn it. */
bool analysis_cube_dead(const struct match_state *m, enum seat seat);

/* One of the plays that are weighed. */
struct analysis_play {
	unsigned index;
	float worth;
};

/* Enters one into a list, the best first and those that are as good in the order in which they
 * come; the last may fall out. */
void analysis_enter(
    struct analysis_play *list, unsigned *n, unsigned max, struct analysis_play c);

/* How many of the marks an error has: 0..ANALYSIS_MARKS. */
unsigned analysis_marks(float error);

/* What has been added up of a player. */
struct analysis_sums {
	uint32_t plays, cubes;                   /* counted decisions */
	double play_error, cube_error;           /* sums */
	double cost;                             /* sum of both, in worth */
	uint32_t marks[ANALYSIS_MARKS];          /* decisions that have so many, and no more */
	uint32_t cube_errors[BEST_REDOUBLE + 1]; /* marked ones, by what would have been best */
	uint32_t rolls;
	double luck, luck_worth;
};

void analysis_add(struct analysis_sums sums[2], const struct analysis *a);

/* 500 times the error of a counted decision on average, on XG's scale; gnubg's, 1000 times, is
 * twice that.  0 without decisions. */
double analysis_rate(const struct analysis_sums *s);

#endif
