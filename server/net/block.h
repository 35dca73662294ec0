/* SPDX-License-Identifier: MIT */
/* Blocks of output.  The output of a connection in a turn is contiguous, and usually less than
 * 1 KiB.  A block is needed for every line sent, so unused blocks of the usual size are kept
 * for reuse instead of being freed. */
#ifndef NET_BLOCK_H
#define NET_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

#define BLOCK_BYTES 1008u /* the usual capacity; 1 KiB with its header */
#define BLOCKS_POOLED_MAX 512u

struct block {
	struct block *next; /* used only in the pool */
	uint32_t len, cap;
	char bytes[];
};

/* Unused blocks; all zero is an empty pool. */
struct block_pool {
	struct block *first;
	unsigned n;
};

/* Appends bytes to *block.  Allocates a block if *block is NULL.  May move the block.  Returns
 * false if out of memory; *block is then unchanged. */
MUST_USE bool block_append(
    struct block_pool *pool, struct block **block, const void *bytes, size_t n);

/* Frees *block or puts it in the pool, and sets it to NULL.  *block may be NULL already. */
void block_free(struct block_pool *pool, struct block **block);

void block_pool_free(struct block_pool *pool);

#endif
