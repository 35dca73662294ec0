/* SPDX-License-Identifier: MIT */
/* What is to happen when, for matching.c: each number has a time at most once, and its time can
 * be changed.  Owns nothing; set and take cost O(log n). */
#ifndef TOURNEY_HEAP_H
#define TOURNEY_HEAP_H

#include "tourney/matching.h"

#define HEAP_NOWHERE UINT32_MAX

struct event {
	struct matching_weight time;
	uint32_t what;
};

struct heap {
	struct event *event; /* room for all numbers, like at */
	uint32_t *at;        /* by number: its place, HEAP_NOWHERE */
	uint32_t n;
};

/* Puts it in, or moves it to another time. */
void heap_set(struct heap *h, uint32_t what, struct matching_weight time);

/* Takes out the first; of equal times that of the least number.  There must be one. */
struct event heap_take(struct heap *h);

void heap_clear(struct heap *h);

#endif
