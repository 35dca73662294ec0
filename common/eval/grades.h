/* SPDX-License-Identifier: MIT */
/* How well a computer player plays.  Pure.  A grade is a row of grades.def. */
#ifndef EVAL_GRADES_H
#define EVAL_GRADES_H

#include <stdbool.h>

enum bot_grade {
	GRADE_NONE, /* not a bot */
#define GRADE(key, pr, ...) GRADE_##key,
#include "eval/grades.def"
#undef GRADE
	GRADE_COUNT,
};

struct grade {
	const char *key;
	unsigned pr;
	unsigned plies;
	/* the following errors are in points, for backgammon */
	float noise;      /* largest random error in the value of a play */
	bool has_biases;  /* at least one of the next seven fields is not 0 */
	float hit_error;  /* by how much the grade undervalues a hit */
	float shot_error; /* undervaluation of the danger of a blot that is certain to be hit */
	float anchor_error; /* undervaluation of an anchor held */
	float point_error;  /* undervaluation of any other point held */
	float stack_error;  /* imagined gain of each checker beyond the third on a point */
	float run_error;    /* imagined gain of each checker that leaves the farthest points */
	float contact_fear; /* fear of contact when behind */
	/* the following errors are in winning chances */
	float cube_noise;  /* largest random error */
	float double_bias; /* doubles too early; negative: too late */
	float take_bias;   /* takes too often; negative: too rarely */
};

/* GRADES[GRADE_NONE] is empty. */
extern const struct grade GRADES[GRADE_COUNT];

/* Returns the grade of that key, ignoring case; GRADE_NONE if there is none. */
enum bot_grade grade_find(const char *key);

#endif
