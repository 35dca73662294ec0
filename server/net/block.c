/* SPDX-License-Identifier: MIT */
/* Blocks of output: see block.h.  Appending copies the bytes.  A block that outgrows the usual
 * size doubles as it grows. */
#include "net/block.h"

#include <stdlib.h>
#include <string.h>

static struct block *
new_block(struct block_pool *pool)
{
	struct block *b = pool->first;

	if (b != NULL) {
		pool->first = b->next;
		pool->n--;
	} else {
		b = malloc(sizeof(*b) + BLOCK_BYTES);
		if (b == NULL)
			return NULL;
		b->cap = BLOCK_BYTES;
	}
	b->next = NULL;
	b->len = 0;
	return b;
}

bool
block_append(struct block_pool *pool, struct block **block, const void *bytes, size_t n)
{
	struct block *b = *block != NULL ? *block : new_block(pool);

	if (b == NULL)
		return false;
	if (n > b->cap - b->len) {
		size_t cap = b->cap;
		struct block *larger;

		while (n > cap - b->len && cap < UINT32_MAX / 2)
			cap *= 2;
		larger = n <= cap - b->len ? realloc(b, sizeof(*b) + cap) : NULL;
		if (larger == NULL) {
			if (*block == NULL)
				block_free(pool, &b);
			return false;
		}
		b = larger;
		b->cap = (uint32_t)cap;
	}
	memcpy(b->bytes + b->len, bytes, n);
	b->len += (uint32_t)n;
	*block = b;
	return true;
}

void
block_free(struct block_pool *pool, struct block **block)
{
	struct block *b = *block;

	*block = NULL;
	if (b == NULL)
		return;
	if (b->cap != BLOCK_BYTES || pool->n == BLOCKS_POOLED_MAX) {
		free(b);
		return;
	}
	b->next = pool->first;
	pool->first = b;
	pool->n++;
}

void
block_pool_free(struct block_pool *pool)
{
	struct block *b;

	while ((b = pool->first) != NULL) {
		pool->first = b->next;
		free(b);
	}
	pool->n = 0;
}
