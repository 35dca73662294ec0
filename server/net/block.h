/* SPDX-License-Identifier: MIT */
/* What a connection is told in a turn: bytes in one piece, most often less than a KiB, made and
 * freed for every line anybody is sent; so blocks of the usual size are kept for the next ones
 * instead of going through malloc. */
#ifndef NET_BLOCK_H
#define NET_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

#define BLOCK_BYTES 1008u /* of the usual size; with its head 1 KiB */
#define BLOCKS_KEPT 512u

struct block {
	struct block *next; /* while it is kept */
	uint32_t len, cap;
	char bytes[];
};

/* Those not in use; all zero is an empty one. */
struct blocks {
	struct block *first;
	unsigned n;
};

/* Puts bytes behind what *block holds, which is made when it is NULL and may move.  False: no
 * memory, and *block is as it was. */
MUST_USE bool block_add(struct blocks *pool, struct block **block, const void *bytes, size_t n);

/* NULL does nothing. */
void block_free(struct blocks *pool, struct block **block);

void blocks_done(struct blocks *pool);

#endif
