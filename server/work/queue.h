/* SPDX-License-Identifier: MIT */
/* Jobs that wait, addresses taking turns: the next one is the oldest of the address that has
 * waited longest for its turn.  Bounded in all and per address.  No lock of its own. */
#ifndef WORK_QUEUE_H
#define WORK_QUEUE_H

#include "work/work.h"

struct work_queue;

/* NULL when memory is out.  most jobs, each of one address; 0: no limit of its own. */
MUST_USE struct work_queue *queue_new(unsigned most, unsigned each);
void queue_free(struct work_queue **q); /* wipes what waits */

unsigned queue_len(const struct work_queue *q);

/* How many of `most` places may be taken when a job comes: a quarter is not for strangers. */
unsigned queue_places(unsigned most, bool stranger);

/* False: full (queue_places), the address has as many as it may, or memory is out. */
MUST_USE bool queue_put(struct work_queue *q, const struct work_job *job);

/* The next job, its place wiped; false: none. */
MUST_USE bool queue_take(struct work_queue *q, struct work_job *job_out);

/* False: there is no such job.  Cost: the jobs of that address. */
bool queue_drop(struct work_queue *q, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket);

/* Tickets of all jobs in the order in which they would be taken; how many.  Linear. */
unsigned queue_order(struct work_queue *q, uint64_t *tickets_out);

#endif
