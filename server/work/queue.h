/* SPDX-License-Identifier: MIT */
/* Waiting jobs.  Addresses take turns: the next job is the oldest one of the address that has
 * waited longest since its last turn.  The number of jobs is limited, in total and for each
 * address.  The caller of these functions holds the lock of work.c. */
#ifndef WORK_QUEUE_H
#define WORK_QUEUE_H

#include "work/work.h"

struct work_queue;

/* Creates a queue of at most `most` jobs, at most `each` of them from one address; `each` 0: no
 * limit per address.  Returns NULL if out of memory. */
MUST_USE struct work_queue *queue_new(unsigned most, unsigned each);
void queue_free(struct work_queue **q); /* wipes waiting jobs */

/* Returns the number of waiting jobs. */
unsigned queue_len(const struct work_queue *q);

/* Returns how many of `most` places a new job may use: a quarter is closed to strangers. */
unsigned queue_usable_places(unsigned most, bool stranger);

/* Adds a copy of a job.  Returns false if the queue is full (queue_usable_places), the address
 * has its maximum, or memory runs out. */
MUST_USE bool queue_put(struct work_queue *q, const struct work_job *job);

/* Moves the next job to *job_out, and wipes the queue's copy.  Returns false if there is
 * none. */
MUST_USE bool queue_take(struct work_queue *q, struct work_job *job_out);

/* Removes a waiting job.  Returns false if there is none.  O(jobs of that address). */
bool queue_drop(struct work_queue *q, const uint8_t from[WORK_ADDRESS_BYTES], uint64_t ticket);

/* Writes the tickets of all jobs in the order in which they would be taken.  Returns their
 * number.  Linear. */
unsigned queue_tickets_in_order(struct work_queue *q, uint64_t *tickets_out);

#endif
