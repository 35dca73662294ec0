/* SPDX-License-Identifier: MIT */
/* Waiting jobs: see queue.h.
 *
 * A group contains the jobs of one address, oldest first.  Groups are in a list: the first
 * group yields a job and is moved to the end.  They are also in a hash table by address; its
 * hash is keyed, so that addresses cannot be chosen to collide.  Everything is O(1) except
 * queue_drop and queue_order. */
#include "work/queue.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/table.h"

#define RESERVED_PART 4u /* one of this many places is closed to strangers */

struct waiting {
	struct waiting *prev, *next;
	struct work_job job;
};

struct group {
	UT_hash_handle hh;
	struct group *prev, *next;
	uint8_t from[WORK_FROM_BYTES];
	struct waiting *jobs;
	unsigned len;
	/* used by queue_order: the group's next job, and the next group with a job left */
	const struct waiting *walk;
	struct group *walking;
};

struct work_queue {
	struct group *table, *turns;
	unsigned most, each, len;
};

struct work_queue *
queue_new(unsigned most, unsigned each)
{
	struct work_queue *q = calloc(1, sizeof(*q));

	if (q == NULL)
		return NULL;
	q->most = most;
	q->each = each == 0 ? most : each;
	return q;
}

unsigned
queue_len(const struct work_queue *q)
{
	return q->len;
}

unsigned
queue_places(unsigned most, bool stranger)
{
	return stranger ? most - most / RESERVED_PART : most;
}

/* ---- groups ---- */

static struct group *
group_find(const struct work_queue *q, const uint8_t from[WORK_FROM_BYTES])
{
	struct group *g;

	HASH_FIND(hh, q->table, from, WORK_FROM_BYTES, g);
	return g;
}

/* Adds an empty group for an address.  Returns NULL if out of memory. */
static struct group *
group_new(struct work_queue *q, const uint8_t from[WORK_FROM_BYTES])
{
	struct group *g = calloc(1, sizeof(*g));

	if (g == NULL)
		return NULL;
	memcpy(g->from, from, WORK_FROM_BYTES);
	HASH_ADD(hh, q->table, from, WORK_FROM_BYTES, g);
	if (g->hh.tbl == NULL) {
		free(g);
		return NULL;
	}
	DL_APPEND(q->turns, g);
	return g;
}

static void
end_if_empty(struct work_queue *q, struct group *g)
{
	if (g->jobs != NULL)
		return;
	HASH_DEL(q->table, g);
	DL_DELETE(q->turns, g);
	free(g);
}

/* ---- jobs ---- */

bool
queue_put(struct work_queue *q, const struct work_job *job)
{
	struct group *g = group_find(q, job->from);
	struct waiting *w;

	if (q->len >= queue_places(q->most, job->stranger) ||
	    (g != NULL && !job->exempt && g->len >= q->each))
		return false;
	if (g == NULL)
		g = group_new(q, job->from);
	if (g == NULL)
		return false;
	w = malloc(sizeof(*w));
	if (w != NULL) {
		w->job = *job;
		DL_APPEND(g->jobs, w);
		g->len++;
		q->len++;
	}
	end_if_empty(q, g);
	return w != NULL;
}

static void
forget(struct work_queue *q, struct group *g, struct waiting *w)
{
	DL_DELETE(g->jobs, w);
	g->len--;
	q->len--;
	sodium_memzero(w, sizeof(*w));
	free(w);
}

bool
queue_take(struct work_queue *q, struct work_job *job_out)
{
	struct group *g = q->turns;

	if (g == NULL)
		return false;
	*job_out = g->jobs->job;
	forget(q, g, g->jobs);
	DL_DELETE(q->turns, g);
	DL_APPEND(q->turns, g);
	end_if_empty(q, g);
	return true;
}

bool
queue_drop(struct work_queue *q, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket)
{
	struct group *g = group_find(q, from);
	struct waiting *w = NULL;

	if (g != NULL)
		DL_SEARCH_SCALAR(g->jobs, w, job.ticket, ticket);
	if (w == NULL)
		return false;
	forget(q, g, w);
	end_if_empty(q, g);
	return true;
}

void
queue_free(struct work_queue **qp)
{
	struct work_queue *q = *qp;
	struct work_job job;

	*qp = NULL;
	if (q == NULL)
		return;
	while (queue_take(q, &job))
		sodium_memzero(&job, sizeof(job));
	free(q);
}

/* Takes one job from each group in turn; groups without jobs left drop out. */
unsigned
queue_order(struct work_queue *q, uint64_t *tickets_out)
{
	struct group *left, **end = &left, *g;
	unsigned n = 0;

	DL_FOREACH(q->turns, g)
	{
		g->walk = g->jobs;
		*end = g;
		end = &g->walking;
	}
	*end = NULL;
	while (left != NULL) {
		end = &left;
		for (g = left; g != NULL; g = g->walking) {
			tickets_out[n++] = g->walk->job.ticket;
			g->walk = g->walk->next;
			if (g->walk == NULL)
				continue;
			*end = g;
			end = &g->walking;
		}
		*end = NULL;
	}
	return n;
}
