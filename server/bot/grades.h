/* SPDX-License-Identifier: MIT */
/* How well a bot plays.  A grade is a row of grades.def. */
#ifndef BOT_GRADES_H
#define BOT_GRADES_H

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
	float play_noise; /* points, of each play that is weighed */
	float cube_noise; /* of the chance to win */
};

/* GRADES[GRADE_NONE] is empty. */
extern const struct grade GRADES[GRADE_COUNT];

/* Returns the grade of that key, in letters of any case; GRADE_NONE if there is none. */
enum bot_grade grade_of(const char *key);

#endif
