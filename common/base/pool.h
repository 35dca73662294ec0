/* SPDX-License-Identifier: MIT */
/* Fixed-size objects known by handles.  A handle is an index and a generation, so one that
 * outlived its object is found stale instead of meaning somebody else.  Objects never move.
 * Memory is taken in chunks up to the maximum and kept until pool_done. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

struct pool {
	size_t elem_bytes; /* rounded up for alignment */
	uint32_t max;
	uint32_t used;      /* live objects */
	uint32_t high;      /* slots ever handed out */
	uint32_t free_head; /* index + 1 of the first free slot, 0 none */
	void **chunks;
	uint32_t chunks_len;
};

/* Prepares an empty pool of at most max objects (1..2^31-1); takes no memory yet. */
void pool_init(struct pool *p, size_t elem_bytes, uint32_t max);
void pool_done(struct pool *p);

/* A zeroed object and its handle (never 0), or NULL when the maximum is reached or memory is
 * out. */
MUST_USE void *pool_new(struct pool *p, uint64_t *handle_out);

/* The object of a handle; NULL when the handle is 0 or stale. */
void *pool_get(const struct pool *p, uint64_t handle);

/* Gives a live object back; its handle is stale from now on. */
void pool_free(struct pool *p, uint64_t handle);

/* Visits all live objects in slot order: start with *cursor = 0; returns NULL at the end. */
void *pool_next(const struct pool *p, uint32_t *cursor, uint64_t *handle_out);

#endif
