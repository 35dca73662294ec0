/* SPDX-License-Identifier: MIT */
/* A pool of fixed-size objects identified by handles.  A handle combines an index with a
 * generation, so a handle that outlives its object is detected as stale and cannot refer to the
 * next object in that slot.  Objects never move.  Memory is allocated in chunks up to the
 * maximum and kept until pool_destroy. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

struct pool {
	size_t elem_bytes; /* rounded up for alignment */
	uint32_t max;
	uint32_t used;       /* live objects */
	uint32_t handed_out; /* slots ever used */
	uint32_t free_head;  /* index + 1 of the first free slot; 0 if none */
	void **chunks;
	uint32_t chunks_len;
};

/* Prepares an empty pool of at most `max` objects (1..2^31-1).  Allocates nothing yet. */
void pool_init(struct pool *p, size_t elem_bytes, uint32_t max);
void pool_destroy(struct pool *p);

/* Returns a zeroed object and its handle (never 0), or NULL when the maximum is reached or
 * memory is exhausted. */
MUST_USE void *pool_new(struct pool *p, uint64_t *handle_out);

/* Returns the object of a handle, or NULL when the handle is 0 or stale. */
void *pool_get(const struct pool *p, uint64_t handle);

/* Frees a live object, so that its handle becomes stale.  CHECKs that the handle is not stale
 * already. */
void pool_free(struct pool *p, uint64_t handle);

/* Visits all live objects in slot order: start with *cursor = 0; returns NULL at the end. */
void *pool_next(const struct pool *p, uint32_t *cursor, uint64_t *handle_out);

#endif
