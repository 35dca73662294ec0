/* SPDX-License-Identifier: MIT */
/* See grades.h. */
#include "eval/grades.h"

#include <strings.h>

#define BIASED(a, b, c, d, e, f, g) true, a, b, c, d, e, f, g
#define UNBIASED false, 0, 0, 0, 0, 0, 0, 0

const struct grade GRADES[GRADE_COUNT] = {
#define GRADE(name, rating, ...) [GRADE_##name] = { #name, rating, __VA_ARGS__ },
#include "eval/grades.def"
#undef GRADE
};

enum bot_grade
grade_find(const char *key)
{
	for (enum bot_grade g = GRADE_NONE + 1; g < GRADE_COUNT; g++)
		if (strcasecmp(key, GRADES[g].key) == 0)
			return g;
	return GRADE_NONE;
}
