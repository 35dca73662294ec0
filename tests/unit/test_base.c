/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The basic modules: text builder, pools with handles, keyed hash, seeded random numbers. */
#include <limits.h>
#include <math.h>

#include "base/pool.h"
#include "base/rng.h"
#include "base/sbuf.h"
#include "base/table.h"
#include "tests/unit/test.h"

TEST(text_that_does_not_fit_is_cut_and_reported)
{
	char space[8];
	struct sbuf b;

	SBUF_INIT(&b, space);
	sbuf_add(&b, "abc");
	sbuf_addf(&b, "%d", 1234);
	assert_true(sbuf_ok(&b));
	assert_string_equal(space, "abc1234");
	sbuf_addc(&b, 'x');
	assert_false(sbuf_ok(&b));
	assert_string_equal(space, "abc1234");
	SBUF_INIT(&b, space);
	sbuf_addf(&b, "%s", "123456789");
	assert_false(sbuf_ok(&b));
	assert_string_equal(space, "1234567");
	assert_int_equal(b.len, 7);
	sbuf_addn(&b, "z", 1);
	assert_string_equal(space, "1234567");
}

TEST(numbers_are_written_as_printf_writes_them)
{
	static const long values[] = { 0, 1, -1, 9, 10, -15, 9999, LONG_MAX, LONG_MIN,
		INT_MIN };
	char mine[32], theirs[32];
	struct sbuf a, b;

	for (unsigned i = 0; i < ARRAY_LEN(values); i++) {
		SBUF_INIT(&a, mine);
		SBUF_INIT(&b, theirs);
		sbuf_addi(&a, values[i]);
		sbuf_addf(&b, "%ld", values[i]);
		assert_string_equal(mine, theirs);
	}
}

static void
assert_hundredths(double value)
{
	char mine[400], theirs[400];
	struct sbuf a, b;

	SBUF_INIT(&a, mine);
	SBUF_INIT(&b, theirs);
	sbuf_add_hundredths(&a, value);
	sbuf_addf(&b, "%.2f", value);
	assert_string_equal(mine, theirs);
}

/* Includes numbers exactly halfway between two hundredths, and the doubles next to them. */
TEST(hundredths_are_written_as_printf_writes_them)
{
	static const double values[] = { 0, -0.0, -0.001, 0.004, 0.005, 0.995, 0.999999, 1500,
		9999999.99, 9999999.999, 1e9, 1e300, -1499.5, 1234.565, HUGE_VAL, -HUGE_VAL };
	struct rng r;

	for (unsigned i = 0; i < ARRAY_LEN(values); i++)
		assert_hundredths(values[i]);
	rng_seed(&r, 9);
	for (unsigned i = 0; i < 20000; i++) {
		double half = (rng_below(&r, 400000) + 0.5) / 100;

		assert_hundredths(half);
		assert_hundredths(nextafter(half, 0));
		assert_hundredths(nextafter(half, 1e9));
		assert_hundredths(rng_below(&r, 1000000000) / 300007.0);
	}
}

/* Formats with a fast path and formats with the same beginning, at every buffer size. */
TEST(formats_are_written_as_printf_writes_them)
{
	for (size_t room = 1; room <= 64; room++) {
		char mine[64], theirs[64];
		struct sbuf b;

#define ASSERT_SAME_TEXT(...)                                                                  \
	do {                                                                                   \
		sbuf_init(&b, mine, room);                                                     \
		sbuf_addf(&b, __VA_ARGS__);                                                    \
		assert_int_equal(                                                              \
		    !sbuf_ok(&b), snprintf(theirs, room, __VA_ARGS__) >= (int)room);           \
		assert_string_equal(mine, theirs);                                             \
		assert_int_equal(b.len, strlen(mine));                                         \
	} while (0)
		ASSERT_SAME_TEXT("no%s", "thing");
		ASSERT_SAME_TEXT("%d %d %d%d", INT_MIN, INT_MAX, -9, 0);
		ASSERT_SAME_TEXT("%u,%u.%u", UINT_MAX, 10u, 9u);
		ASSERT_SAME_TEXT("%c%c%s", 'x', '%', "");
		ASSERT_SAME_TEXT("%s %u and %2u", "abc", 7u, 7u);
		ASSERT_SAME_TEXT("%d%%", 50);
		ASSERT_SAME_TEXT("%s|%-8s|%.2f", "abc", "def", 1.5);
#undef SAME
		sbuf_init(&b, mine, room);
		sbuf_addi(&b, LONG_MIN);
		(void)snprintf(theirs, room, "%ld", LONG_MIN);
		assert_string_equal(mine, theirs);
	}
}

TEST(a_handle_that_outlived_its_object_is_stale)
{
	struct pool p;
	uint64_t first, second;
	int *a, *b;

	pool_init(&p, sizeof(int), 2);
	assert_null(pool_get(&p, 0));
	a = pool_new(&p, &first);
	assert_non_null(a);
	assert_int_equal(*a, 0);
	*a = 7;
	assert_ptr_equal(pool_get(&p, first), a);
	pool_free(&p, first);
	assert_null(pool_get(&p, first));
	b = pool_new(&p, &second);
	assert_ptr_equal(a, b); /* the same slot, zeroed, with a new handle */
	assert_int_equal(*b, 0);
	assert_int_not_equal(first, second);
	assert_null(pool_get(&p, first));
	assert_null(pool_get(&p, second + 1));
	pool_destroy(&p);
}

TEST(a_pool_ends_at_its_maximum_and_objects_never_move)
{
	enum {
		MAX = 1000
	};
	static uint64_t handle[MAX];
	static void *object[MAX];
	struct pool p;
	uint64_t extra, h;
	uint32_t cursor = 0;
	unsigned seen = 0;

	pool_init(&p, 40, MAX);
	for (unsigned i = 0; i < MAX; i++) {
		object[i] = pool_new(&p, &handle[i]);
		assert_non_null(object[i]);
	}
	assert_null(pool_new(&p, &extra));
	for (unsigned i = 0; i < MAX; i++)
		assert_ptr_equal(pool_get(&p, handle[i]), object[i]);
	for (unsigned i = 0; i < MAX; i += 2)
		pool_free(&p, handle[i]);
	assert_int_equal(p.used, MAX / 2);
	while (pool_next(&p, &cursor, &h) != NULL) {
		assert_non_null(pool_get(&p, h));
		seen++;
	}
	assert_int_equal(seen, MAX / 2);
	pool_destroy(&p);
}

/* The test vector from the SipHash-2-4 authors: key 00..0f, input 00..0e gives
 * a129ca6149be45e5. */
TEST(the_hash_is_siphash_and_depends_on_its_key)
{
	unsigned char key[16], input[15];
	static const unsigned char zero[16];
	uint32_t keyed;

	for (unsigned i = 0; i < sizeof(key); i++)
		key[i] = (unsigned char)i;
	for (unsigned i = 0; i < sizeof(input); i++)
		input[i] = (unsigned char)i;
	table_set_hash_key(key);
	keyed = table_hash(input, sizeof(input));
	assert_int_equal(keyed, 0xa129ca61u ^ 0x49be45e5u);
	table_set_hash_key(zero);
	assert_int_not_equal(table_hash(input, sizeof(input)), keyed);
}

TEST(the_generator_is_reproducible)
{
	unsigned count[6] = { 0 };
	unsigned char bytes[3] = { 0 };
	struct rng a, b;

	rng_seed(&a, 42);
	rng_seed(&b, 42);
	for (unsigned i = 0; i < 6000; i++) {
		uint32_t n = rng_below(&a, 6);

		assert_int_equal(n, rng_below(&b, 6));
		assert_true(n < 6);
		count[n]++;
	}
	for (unsigned i = 0; i < 6; i++)
		assert_in_range(count[i], 850, 1150);
	rng_bytes(&a, bytes, 2);
	assert_int_equal(bytes[2], 0);
	/* published first output of splitmix64 for seed 0 */
	rng_seed(&a, 0);
	assert_true(rng_next(&a) == 0xe220a8397b1dcdafu);
}
