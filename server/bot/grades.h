/* SPDX-License-Identifier: MIT */
/* How well a bot plays.  A grade is a row of grades.def. */
#ifndef BOT_GRADES_H
#define BOT_GRADES_H

#include <stdbool.h>

#include "proto/msg.h"

enum bot_grade {
	GRADE_NONE, /* no bot */
#define GRADE(key, pr, ...) GRADE_##key,
#include "grades.def"
#undef GRADE
	GRADE_COUNT,
};

struct grade {
	const char *key;
	enum msg_id title; /* what users read */
	unsigned pr;
	unsigned plies;
	/* points, in backgammon */
	float noise;   /* largest random error in the value of a play */
	bool lured;    /* the next seven are not all 0 */
	float hits;    /* of a hit that it does not see */
	float shots;   /* ... of being hit for certain */
	float anchors; /* ... of an anchor given up */
	float points;  /* ... of another point given up */
	float stacks;  /* what a checker beyond the third on a point seems to bring */
	float runs;    /* ... one that leaves the farthest points */
	float passive; /* what it fears of contact when it is behind */
	/* chances to win */
	float cube_noise; /* largest random error */
	float early;      /* doubles too early; below 0 too late */
	float brave;      /* takes too much; below 0 too little */
};

/* GRADES[GRADE_NONE] is empty. */
extern const struct grade GRADES[GRADE_COUNT];

/* Returns the grade of that key, in letters of any case; GRADE_NONE if there is none. */
enum bot_grade grade_of(const char *key);

#endif
