/* SPDX-License-Identifier: MIT */
/* Error and luck of each decision in a match.  Pure: the caller passes one action after
 * another, each with the states before and after it.
 *
 * Errors and luck are normalised: the unit is one point at the current value of the cube, so
 * matches at any score and money play share one scale.  Worth is not normalised: it is points
 * in money play (with the cube) and match-winning chances in a match.
 *
 * Games without a cube have play errors and luck only, and the game without dice has no luck.
 * In games scored by the remaining checkers (Acey-Deucey) there are no match-winning chances,
 * and a unit is ANALYSIS_CHECKERS_PER_UNIT points.  Not judged: naming a double, offers to
 * resign or draw and their answers, and an opening roll that only decides who begins.
 *
 * All chances come from this project's evaluator, so an error is only as reliable as the
 * evaluator.  For the same analysis by gnubg see server/review/bygnubg.h. */
#ifndef EVAL_ANALYSIS_H
#define EVAL_ANALYSIS_H

#include "eval/cube.h"
#include "eval/eval.h"
#include "rules/match.h"

#define ANALYSIS_CHECKERS_PER_UNIT 5.0f
/* not doubling counts as a decision if doubling would have been a smaller error than this */
#define ANALYSIS_CLOSE_ERROR 0.16f

/* Smallest errors that are marked doubtful, bad and very bad. */
#define ANALYSIS_MARKS_MAX 3u
extern const float ANALYSIS_MARK_ERRORS[ANALYSIS_MARKS_MAX];

struct analysis_tools {
	const struct cube_table *cube_table;
	struct eval_scratch *scratch;
	unsigned plies; /* 1 or 2; with 2, plays that are close at 1 ply are evaluated again at
			   2 plies */
	/* Returns the evaluator of a game; NULL if the game is not judged.  Never called for a
	 * variant that only lists other games. */
	const struct eval *(*find_evaluator)(void *ctx, const struct variant *v);
	void *ctx;
};

enum analysis_best {
	BEST_PLAY, /* the play is in `play` */
	BEST_ROLL,
	BEST_DOUBLE,
	BEST_TAKE,
	BEST_DROP,
	BEST_REDOUBLE,
};

/* Result for one action.  Fields that do not apply are false or 0. */
struct analysis {
	bool has_decision; /* `seat` had a choice, which was judged */
	enum seat seat;
	bool of_cube; /* doubling decision or answer to a double; false: a play */
	bool in_sums; /* included in the sums: neither forced nor a clear decision not to double
		       */
	float error;  /* at least 0 */
	float cost;   /* the error, measured in worth */
	enum analysis_best best;
	/* the best play if `best` is BEST_PLAY; in the mover's own numbering */
	struct play play;
	bool has_luck; /* random dice were rolled */
	enum seat roller;
	float luck;       /* luck of the roll for the roller; about 0 on average */
	float luck_worth; /* the luck, measured in worth */
};

/* Judges action a, which must be legal in state `before` and leads to `after`.  Cost in the
 * middle of a game of backgammon: a few milliseconds for a roll or a play; at 2 plies a few
 * tens of milliseconds if it is close. */
void analysis_judge_action(const struct analysis_tools *t, const struct match_state *before,
    const struct action *a, const struct match_state *after, struct analysis *out);

/* True when the cube at its current value wins the match for `seat`, so doubling has no
 * purpose. */
bool analysis_cube_dead(const struct match_state *m, enum seat seat);

/* A candidate play. */
struct analysis_candidate {
	unsigned index;
	float worth;
};

/* Inserts a candidate into a list sorted by worth, best first, after candidates of equal worth.
 * When the list has `max` entries, the last one is dropped. */
void analysis_insert_candidate(
    struct analysis_candidate *list, unsigned *n, unsigned max, struct analysis_candidate c);

/* Returns the number of marks for an error: 0..ANALYSIS_MARKS_MAX. */
unsigned analysis_count_marks(float error);

/* Totals of one player. */
struct analysis_sums {
	uint32_t plays, cubes;              /* counted decisions */
	double play_error, cube_error;      /* sums of `error` */
	double cost;                        /* sum of `cost` over plays and cube decisions */
	uint32_t marks[ANALYSIS_MARKS_MAX]; /* marks[k]: decisions with exactly k + 1 marks */
	uint32_t cube_errors[BEST_REDOUBLE + 1]; /* marked cube decisions, indexed by what would
						    have been best */
	uint32_t rolls;
	double luck, luck_worth;
};

void analysis_sums_add(struct analysis_sums sums[2], const struct analysis *a);

/* Returns 500 times the average error of a counted decision, as XG does; gnubg multiplies by
 * 1000.  Returns 0 without decisions. */
double analysis_error_rate(const struct analysis_sums *s);

#endif
