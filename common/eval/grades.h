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
	float noise;   /* largest random error in the value of a play */
	bool biased;   /* at least one of the next seven fields is not 0 */
	float hits;    /* by how much the grade undervalues a hit */
	float shots;   /* undervaluation of the danger of a blot that is certain to be hit */
	float anchors; /* undervaluation of an anchor held */
	float points;  /* undervaluation of any other point held */
	float stacks;  /* imagined gain of each checker beyond the third on a point */
	float runs;    /* imagined gain of each checker that leaves the farthest points */
	float passive; /* fear of contact when behind */
	/* the following errors are in winning chances */
	float cube_noise; /* largest random error */
	float early;      /* doubles too early; negative: too late */
	float brave;      /* takes too often; negative: too rarely */
};

/* GRADES[GRADE_NONE] is empty. */
extern const struct grade GRADES[GRADE_COUNT];

/* Returns the grade of that key, ignoring case; GRADE_NONE if there is none. */
enum bot_grade grade_of(const char *key);

#endif
