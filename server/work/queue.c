/* SPDX-License-Identifier: MIT */
/* Jobs that wait: see queue.h.
 *
 * Owns three arrays of a fixed size: places of jobs, groups (the jobs of one address in a row),
 * and buckets that find a group by its address, keyed so that nobody can choose addresses that
 * meet in one.  Groups with jobs stand in a ring; the first one gives a job and goes to the
 * end. All is O(1) but queue_drop and queue_order. */
#include "work/queue.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define NONE UINT32_MAX

struct place {
	struct work_job job;
	uint32_t next; /* of the same group, or free */
};

struct group {
	uint8_t from[WORK_FROM_BYTES];
	uint32_t first, last; /* places */
	uint32_t len;
	uint32_t before, after; /* in the ring; after: also the next free one */
	uint32_t same;          /* the next one in its bucket */
	uint32_t walk;          /* scratch of queue_order: a place */
};

struct work_queue {
	struct place *places;
	struct group *groups;
	uint32_t *buckets;
	uint32_t *walking; /* scratch of queue_order: groups */
	uint32_t most, each, len;
	uint32_t mask;                   /* buckets less one */
	uint32_t free_place, free_group; /* heads of lists */
	uint32_t head, tail;             /* of the ring; NONE */
	uint8_t key[crypto_shorthash_KEYBYTES];
};

void
queue_free(struct work_queue **qp)
{
	struct work_queue *q = *qp;

	*qp = NULL;
	if (q == NULL)
		return;
	if (q->places != NULL)
		sodium_memzero(q->places, q->most * sizeof(*q->places));
	free(q->places);
	free(q->groups);
	free(q->buckets);
	free(q->walking);
	free(q);
}

static void
empty(struct work_queue *q)
{
	for (uint32_t i = 0; i < q->most; i++) {
		q->places[i].next = i + 1 < q->most ? i + 1 : NONE;
		q->groups[i].after = i + 1 < q->most ? i + 1 : NONE;
	}
	for (uint32_t i = 0; i <= q->mask; i++)
		q->buckets[i] = NONE;
	q->head = q->tail = NONE;
}

struct work_queue *
queue_new(unsigned most, unsigned each)
{
	struct work_queue *q = calloc(1, sizeof(*q));
	uint32_t buckets = 1;

	if (q == NULL)
		return NULL;
	while (buckets < most)
		buckets *= 2;
	q->most = most;
	q->each = each == 0 ? most : each;
	q->mask = buckets - 1;
	q->places = calloc(most, sizeof(*q->places));
	q->groups = calloc(most, sizeof(*q->groups));
	q->buckets = calloc(buckets, sizeof(*q->buckets));
	q->walking = calloc(most, sizeof(*q->walking));
	if (q->places == NULL || q->groups == NULL || q->buckets == NULL ||
	    q->walking == NULL) {
		queue_free(&q);
		return NULL;
	}
	crypto_shorthash_keygen(q->key);
	empty(q);
	return q;
}

unsigned
queue_len(const struct work_queue *q)
{
	return q->len;
}

/* ---- groups ---- */

static uint32_t *
bucket_of(struct work_queue *q, const uint8_t from[WORK_FROM_BYTES])
{
	uint8_t hash[crypto_shorthash_BYTES];
	uint32_t n;

	(void)crypto_shorthash(hash, from, WORK_FROM_BYTES, q->key);
	memcpy(&n, hash, sizeof(n));
	return &q->buckets[n & q->mask];
}

/* Where the number of its group stands: NONE there when it has none. */
static uint32_t *
group_at(struct work_queue *q, const uint8_t from[WORK_FROM_BYTES])
{
	uint32_t *at = bucket_of(q, from);

	while (*at != NONE && memcmp(q->groups[*at].from, from, WORK_FROM_BYTES) != 0)
		at = &q->groups[*at].same;
	return at;
}

static void
ring_append(struct work_queue *q, uint32_t g)
{
	q->groups[g].before = q->tail;
	q->groups[g].after = NONE;
	if (q->tail != NONE)
		q->groups[q->tail].after = g;
	else
		q->head = g;
	q->tail = g;
}

static void
ring_remove(struct work_queue *q, uint32_t g)
{
	uint32_t before = q->groups[g].before;
	uint32_t after = q->groups[g].after;

	if (before != NONE)
		q->groups[before].after = after;
	else
		q->head = after;
	if (after != NONE)
		q->groups[after].before = before;
	else
		q->tail = before;
}

/* At `at`, where group_at found none.  There are as many groups as places: one is free. */
static uint32_t
group_new(struct work_queue *q, const uint8_t from[WORK_FROM_BYTES], uint32_t *at)
{
	uint32_t g = q->free_group;

	q->free_group = q->groups[g].after;
	q->groups[g] = (struct group){ .first = NONE, .last = NONE, .same = NONE };
	memcpy(q->groups[g].from, from, WORK_FROM_BYTES);
	*at = g;
	ring_append(q, g);
	return g;
}

/* It has no job any more. */
static void
group_end(struct work_queue *q, uint32_t g)
{
	uint32_t *at = group_at(q, q->groups[g].from);

	*at = q->groups[g].same;
	ring_remove(q, g);
	q->groups[g].after = q->free_group;
	q->free_group = g;
}

/* ---- jobs ---- */

bool
queue_put(struct work_queue *q, const struct work_job *job)
{
	uint32_t *at = group_at(q, job->from);
	uint32_t g = *at;
	uint32_t p = q->free_place;

	if (p == NONE || (g != NONE && !job->exempt && q->groups[g].len >= q->each))
		return false;
	if (g == NONE)
		g = group_new(q, job->from, at);
	q->free_place = q->places[p].next;
	q->places[p].job = *job;
	q->places[p].next = NONE;
	if (q->groups[g].last != NONE)
		q->places[q->groups[g].last].next = p;
	else
		q->groups[g].first = p;
	q->groups[g].last = p;
	q->groups[g].len++;
	q->len++;
	return true;
}

/* Takes a place, whose predecessor in the group (NONE: the first) is known, out of it. */
static void
place_free(struct work_queue *q, struct group *g, uint32_t p, uint32_t before)
{
	uint32_t next = q->places[p].next;

	if (before != NONE)
		q->places[before].next = next;
	else
		g->first = next;
	if (g->last == p)
		g->last = before;
	g->len--;
	q->len--;
	sodium_memzero(&q->places[p], sizeof(q->places[p]));
	q->places[p].next = q->free_place;
	q->free_place = p;
}

bool
queue_take(struct work_queue *q, struct work_job *job_out)
{
	uint32_t g = q->head;

	if (g == NONE)
		return false;
	*job_out = q->places[q->groups[g].first].job;
	place_free(q, &q->groups[g], q->groups[g].first, NONE);
	if (q->groups[g].len == 0) {
		group_end(q, g);
	} else {
		ring_remove(q, g);
		ring_append(q, g);
	}
	return true;
}

void
queue_drop(struct work_queue *q, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket)
{
	uint32_t g = *group_at(q, from);
	uint32_t before = NONE;
	uint32_t p = g != NONE ? q->groups[g].first : NONE;

	while (p != NONE && q->places[p].job.ticket != ticket) {
		before = p;
		p = q->places[p].next;
	}
	if (p == NONE)
		return;
	place_free(q, &q->groups[g], p, before);
	if (q->groups[g].len == 0)
		group_end(q, g);
}

/* Round after round, one of each group; groups that are through leave the next rounds. */
unsigned
queue_order(struct work_queue *q, uint64_t *tickets_out)
{
	uint32_t groups = 0;
	unsigned n = 0;

	for (uint32_t g = q->head; g != NONE; g = q->groups[g].after) {
		q->groups[g].walk = q->groups[g].first;
		q->walking[groups++] = g;
	}
	while (groups > 0) {
		uint32_t left = 0;

		for (uint32_t i = 0; i < groups; i++) {
			struct group *g = &q->groups[q->walking[i]];

			tickets_out[n++] = q->places[g->walk].job.ticket;
			g->walk = q->places[g->walk].next;
			if (g->walk != NONE)
				q->walking[left++] = q->walking[i];
		}
		groups = left;
	}
	return n;
}
