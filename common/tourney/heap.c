/* SPDX-License-Identifier: MIT */
/* A binary heap that knows the position of each number.  See heap.h. */
#include "tourney/heap.h"

static inline bool
earlier(const struct event *a, const struct event *b)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		if (a->time.rank[i] != b->time.rank[i])
			return a->time.rank[i] < b->time.rank[i];
	return a->number < b->number;
}

static void
put(struct heap *h, uint32_t i, struct event e)
{
	h->event[i] = e;
	h->at[e.number] = i;
}

static void
sift_up(struct heap *h, uint32_t i, struct event e)
{
	for (; i > 0 && earlier(&e, &h->event[(i - 1) / 2]); i = (i - 1) / 2)
		put(h, i, h->event[(i - 1) / 2]);
	put(h, i, e);
}

static void
sift_down(struct heap *h, uint32_t i, struct event e)
{
	for (uint32_t child; (child = 2 * i + 1) < h->n; i = child) {
		if (child + 1 < h->n && earlier(&h->event[child + 1], &h->event[child]))
			child++;
		if (!earlier(&h->event[child], &e))
			break;
		put(h, i, h->event[child]);
	}
	put(h, i, e);
}

void
heap_set(struct heap *h, uint32_t what, struct matching_weight time)
{
	struct event e = { time, what };
	uint32_t i = h->at[what];

	if (i == HEAP_NOWHERE)
		sift_up(h, h->n++, e);
	else if (earlier(&e, &h->event[i]))
		sift_up(h, i, e);
	else
		sift_down(h, i, e);
}

struct event
heap_take(struct heap *h)
{
	struct event e = h->event[0];

	h->at[e.number] = HEAP_NOWHERE;
	if (--h->n > 0)
		sift_down(h, 0, h->event[h->n]);
	return e;
}

void
heap_clear(struct heap *h)
{
	while (h->n > 0)
		h->at[h->event[--h->n].number] = HEAP_NOWHERE;
}
