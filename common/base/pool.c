/* SPDX-License-Identifier: MIT */
/* Slots in chunks: see pool.h.  Every call is O(1) except pool_next, which skips free slots. */
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_SLOTS 256u

/* Header of each object.  generation is odd while the slot is in use. */
struct slot {
	uint32_t generation;
	uint32_t next_free; /* index + 1 of the next free slot; 0: none */
	uint64_t pad;       /* aligns the object to 16 bytes */
};

void
pool_init(struct pool *p, size_t elem_bytes, uint32_t max)
{
	CHECK(max > 0 && max <= INT32_MAX);
	*p = (struct pool){ .elem_bytes = (elem_bytes + 15u) / 16u * 16u + sizeof(struct slot),
		.max = max };
}

void
pool_destroy(struct pool *p)
{
	for (uint32_t i = 0; i < p->chunks_len; i++)
		free(p->chunks[i]);
	free(p->chunks);
	*p = (struct pool){ .elem_bytes = p->elem_bytes, .max = p->max };
}

static struct slot *
slot_at(const struct pool *p, uint32_t index)
{
	char *chunk = p->chunks[index / CHUNK_SLOTS];

	return (struct slot *)(void *)(chunk + (size_t)(index % CHUNK_SLOTS) * p->elem_bytes);
}

static int
pool_grow(struct pool *p)
{
	void **chunks = realloc(p->chunks, (p->chunks_len + 1) * sizeof(*chunks));
	void *chunk;

	if (chunks == NULL)
		return -1;
	p->chunks = chunks;
	chunk = calloc(CHUNK_SLOTS, p->elem_bytes);
	if (chunk == NULL)
		return -1;
	p->chunks[p->chunks_len++] = chunk;
	return 0;
}

void *
pool_new(struct pool *p, uint64_t *handle_out)
{
	struct slot *s;
	uint32_t index;

	if (p->free_head != 0) {
		index = p->free_head - 1;
		s = slot_at(p, index);
		p->free_head = s->next_free;
	} else {
		if (p->handed_out == p->max)
			return NULL;
		if (p->handed_out == p->chunks_len * CHUNK_SLOTS && pool_grow(p) != 0)
			return NULL;
		index = p->handed_out++;
		s = slot_at(p, index);
	}
	s->generation++;
	p->used++;
	memset(s + 1, 0, p->elem_bytes - sizeof(*s));
	*handle_out = (uint64_t)s->generation << 32 | (index + 1u);
	return s + 1;
}

void *
pool_get(const struct pool *p, uint64_t handle)
{
	uint32_t index = (uint32_t)handle;
	struct slot *s;

	if (index == 0 || index > p->handed_out)
		return NULL;
	s = slot_at(p, index - 1);
	return s->generation == (uint32_t)(handle >> 32) && (s->generation & 1u) ? s + 1 : NULL;
}

void
pool_free(struct pool *p, uint64_t handle)
{
	uint32_t index = (uint32_t)handle - 1;
	struct slot *s;

	CHECK(pool_get(p, handle) != NULL);
	s = slot_at(p, index);
	s->generation++;
	s->next_free = p->free_head;
	p->free_head = index + 1;
	p->used--;
}

void *
pool_next(const struct pool *p, uint32_t *cursor, uint64_t *handle_out)
{
	while (*cursor < p->handed_out) {
		uint32_t index = (*cursor)++;
		struct slot *s = slot_at(p, index);

		if (s->generation & 1u) {
			*handle_out = (uint64_t)s->generation << 32 | (index + 1u);
			return s + 1;
		}
	}
	return NULL;
}
