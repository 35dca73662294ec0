/* SPDX-License-Identifier: MIT */
/* Divides one block of memory from the caller into parts, each aligned as by malloc. */
#ifndef TOURNEY_SPACE_H
#define TOURNEY_SPACE_H

#include <stddef.h>

struct space {
	void *block; /* NULL: only the size is computed */
	size_t used;
};

static inline void *
space_take(struct space *s, size_t n, size_t size)
{
	void *part = s->block != NULL ? (char *)s->block + s->used : NULL;

	s->used += (n * size + 15) / 16 * 16;
	return part;
}

#endif
