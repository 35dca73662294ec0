/* SPDX-License-Identifier: MIT */
/* Waiting jobs: see queue.h.
 *
 * A group contains the jobs of one address, oldest first.  Groups are in a list: the first
 * group yields a job and is moved to the end.  They are also in a hash table by address; its
 * hash is keyed, so that addresses cannot be chosen to collide.  Everything is O(1) except
 * queue_drop and queue_tickets_in_order. */
#include "work/queue.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/table.h"

#define RESERVED_PART 4u /* one of this many places is closed to strangers */

struct waiting_job {
	struct waiting_job *prev, *next;
	struct work_job job;
};

struct address_group {
	UT_hash_handle hh;
	struct address_group *prev, *next;
	uint8_t address[WORK_ADDRESS_BYTES];
	struct waiting_job *jobs;
	unsigned len;
	/* used by queue_tickets_in_order: the group's next job, and the next group with a job
	 * left */
	const struct waiting_job *order_job;
	struct address_group *order_next;
};

struct work_queue {
	struct address_group *groups_by_address, *groups_in_turn;
	unsigned jobs_max, address_max, len;
};

struct work_queue *
queue_new(unsigned most, unsigned each)
{
	struct work_queue *q = calloc(1, sizeof(*q));

	if (q == NULL)
		return NULL;
	q->jobs_max = most;
	q->address_max = each == 0 ? most : each;
	return q;
}

unsigned
queue_len(const struct work_queue *q)
{
	return q->len;
}

unsigned
queue_usable_places(unsigned most, bool stranger)
{
	return stranger ? most - most / RESERVED_PART : most;
}

/* ---- groups ---- */

static struct address_group *
group_find(const struct work_queue *q, const uint8_t from[WORK_ADDRESS_BYTES])
{
	struct address_group *g;

	HASH_FIND(hh, q->groups_by_address, from, WORK_ADDRESS_BYTES, g);
	return g;
}

/* Adds an empty group for an address.  Returns NULL if out of memory. */
static struct address_group *
group_new(struct work_queue *q, const uint8_t from[WORK_ADDRESS_BYTES])
{
	struct address_group *g = calloc(1, sizeof(*g));

	if (g == NULL)
		return NULL;
	memcpy(g->address, from, WORK_ADDRESS_BYTES);
	HASH_ADD(hh, q->groups_by_address, address, WORK_ADDRESS_BYTES, g);
	if (g->hh.tbl == NULL) {
		free(g);
		return NULL;
	}
	DL_APPEND(q->groups_in_turn, g);
	return g;
}

static void
free_group_if_empty(struct work_queue *q, struct address_group *g)
{
	if (g->jobs != NULL)
		return;
	HASH_DEL(q->groups_by_address, g);
	DL_DELETE(q->groups_in_turn, g);
	free(g);
}

/* ---- jobs ---- */

bool
queue_put(struct work_queue *q, const struct work_job *job)
{
	struct address_group *g = group_find(q, job->address);
	struct waiting_job *w;

	if (q->len >= queue_usable_places(q->jobs_max, job->from_unfamiliar) ||
	    (g != NULL && !job->no_address_limit && g->len >= q->address_max))
		return false;
	if (g == NULL)
		g = group_new(q, job->address);
	if (g == NULL)
		return false;
	w = malloc(sizeof(*w));
	if (w != NULL) {
		w->job = *job;
		DL_APPEND(g->jobs, w);
		g->len++;
		q->len++;
	}
	free_group_if_empty(q, g);
	return w != NULL;
}

static void
remove_job(struct work_queue *q, struct address_group *g, struct waiting_job *w)
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
	struct address_group *g = q->groups_in_turn;

	if (g == NULL)
		return false;
	*job_out = g->jobs->job;
	remove_job(q, g, g->jobs);
	DL_DELETE(q->groups_in_turn, g);
	DL_APPEND(q->groups_in_turn, g);
	free_group_if_empty(q, g);
	return true;
}

bool
queue_drop(struct work_queue *q, const uint8_t from[WORK_ADDRESS_BYTES], uint64_t ticket)
{
	struct address_group *g = group_find(q, from);
	struct waiting_job *w = NULL;

	if (g != NULL)
		DL_SEARCH_SCALAR(g->jobs, w, job.ticket, ticket);
	if (w == NULL)
		return false;
	remove_job(q, g, w);
	free_group_if_empty(q, g);
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
queue_tickets_in_order(struct work_queue *q, uint64_t *tickets_out)
{
	struct address_group *left, **end = &left, *g;
	unsigned n = 0;

	DL_FOREACH(q->groups_in_turn, g)
	{
		g->order_job = g->jobs;
		*end = g;
		end = &g->order_next;
	}
	*end = NULL;
	while (left != NULL) {
		end = &left;
		for (g = left; g != NULL; g = g->order_next) {
			tickets_out[n++] = g->order_job->job.ticket;
			g->order_job = g->order_job->next;
			if (g->order_job == NULL)
				continue;
			*end = g;
			end = &g->order_next;
		}
		*end = NULL;
	}
	return n;
}
