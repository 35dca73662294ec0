/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Blocks of output: contents are preserved at any size, and only a limited number of free
 * blocks is kept. */
#include "base/rng.h"
#include "net/block.h"
#include "tests/unit/test.h"

TEST(blocks_hold_what_was_added)
{
	static char model[200000], bytes[9000];
	struct block_pool pool = { 0 };
	struct rng rng;

	rng_seed(&rng, 3);
	for (int round = 0; round < 200; round++) {
		struct block *b = NULL;
		size_t len = 0;

		for (unsigned i = rng_below(&rng, 20); i > 0; i--) {
			size_t n = rng_below(&rng, round % 2 == 0 ? 200 : sizeof(bytes));

			memset(bytes, (int)i, n);
			memcpy(model + len, bytes, n);
			len += n;
			assert_true(block_append(&pool, &b, bytes, n));
			assert_int_equal(b->len, len);
			assert_memory_equal(b->bytes, model, len);
		}
		block_free(&pool, &b);
		assert_null(b);
	}
	assert_in_range(pool.n, 0, 1); /* large blocks are not kept */
	block_pool_free(&pool);
}

TEST(freed_blocks_are_kept_up_to_a_limit_and_reused)
{
	struct block_pool pool = { 0 };
	struct block *b[BLOCKS_POOLED_MAX + 10] = { NULL }, *first;

	for (unsigned i = 0; i < ARRAY_LEN(b); i++)
		assert_true(block_append(&pool, &b[i], "x", 1));
	for (unsigned i = 0; i < ARRAY_LEN(b); i++)
		block_free(&pool, &b[i]);
	assert_int_equal(pool.n, BLOCKS_POOLED_MAX);
	first = pool.first;
	assert_true(block_append(&pool, &b[0], "yz", 2));
	assert_ptr_equal(b[0], first);
	assert_int_equal(b[0]->len, 2);
	assert_int_equal(pool.n, BLOCKS_POOLED_MAX - 1);
	block_free(&pool, &b[0]);
	block_free(&pool, &b[0]); /* freeing again has no effect */
	block_pool_free(&pool);
	assert_int_equal(pool.n, 0);
	assert_null(pool.first);
}

/* An addition beyond the maximum size fails and keeps the contents. */
TEST(an_oversized_addition_is_refused)
{
	struct block_pool pool = { 0 };
	struct block *b = NULL;

	assert_true(block_append(&pool, &b, "abc", 3));
	assert_false(block_append(&pool, &b, "", (size_t)UINT32_MAX + 1));
	assert_int_equal(b->len, 3);
	assert_memory_equal(b->bytes, "abc", 3);
	block_free(&pool, &b);
	assert_false(block_append(&pool, &b, "", (size_t)UINT32_MAX + 1));
	assert_null(b);
	block_pool_free(&pool);
}
