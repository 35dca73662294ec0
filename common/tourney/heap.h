/* SPDX-License-Identifier: MIT */
/* A queue of future events for matching.c.  Each number has at most one time, which can be
 * changed.  Owns no memory; set and take cost O(log n). */
#ifndef TOURNEY_HEAP_H
#define TOURNEY_HEAP_H

#include "tourney/matching.h"

#define HEAP_NOWHERE UINT32_MAX

struct event {
	struct matching_weight time;
	uint32_t number;
};

struct heap {
	struct event *event; /* has room for all numbers, as `at` does */
	uint32_t *at; /* by number: the position of the number in `event`, or HEAP_NOWHERE */
	uint32_t n;
};

/* Inserts a number, or changes its time. */
void heap_set(struct heap *h, uint32_t what, struct matching_weight time);

/* Removes and returns the earliest event; of events with equal times, the one with the smallest
 * number.  The heap must not be empty. */
struct event heap_take(struct heap *h);

void heap_clear(struct heap *h);

#endif
