/* SPDX-License-Identifier: MIT */
/* The latency histogram: every quantile compared with the sorted values. */
#include "base/rng.h"
#include "tests/support/histogram.h"
#include "tests/unit/test.h"

#define VALUES 20000u

static struct histogram h, other;

TEST(an_empty_histogram_has_zero_quantiles)
{
	memset(&h, 0, sizeof(h));
	assert_int_equal(histogram_quantile(&h, 0), 0);
	assert_int_equal(histogram_quantile(&h, 0.5), 0);
	assert_int_equal(histogram_quantile(&h, 1), 0);
	histogram_merge(&h, &(struct histogram){ 0 });
	assert_int_equal(h.n, 0);
}

/* Each bucket begins where the previous one ends; its width is at most 1/64 of its values. */
TEST(buckets_leave_no_gap)
{
	assert_int_equal(histogram_bucket(0), 0);
	for (unsigned i = 0; i + 1 < HISTOGRAM_BUCKETS; i++) {
		uint64_t top = histogram_bucket_max(i);
		uint64_t next = histogram_bucket_max(i + 1);

		assert_int_equal(histogram_bucket(top), i);
		assert_int_equal(histogram_bucket(top + 1), i + 1);
		assert_true(next - top == 1 || (next - top) * HISTOGRAM_STEPS <= top + 1);
	}
}

TEST(values_out_of_range_count_at_the_limits)
{
	uint64_t most = UINT64_C(1) << HISTOGRAM_BITS;

	memset(&h, 0, sizeof(h));
	histogram_add(&h, -5);
	assert_int_equal(h.max, 0);
	assert_int_equal(histogram_quantile(&h, 1), 0);
	histogram_add(&h, INT64_MAX);
	histogram_add(&h, (int64_t)most);
	assert_int_equal(histogram_bucket(most), HISTOGRAM_BUCKETS - 1);
	assert_int_equal(histogram_bucket(INT64_MAX), HISTOGRAM_BUCKETS - 1);
	assert_int_equal(h.n, 3);
	assert_int_equal(histogram_quantile(&h, 1), INT64_MAX);
	assert_int_equal(histogram_quantile(&h, 0.3), 0);
}

static int
by_size(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void
compare_quantiles(int64_t *v, unsigned n)
{
	static const double shares[] = { 0, 0.0001, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 1 };

	qsort(v, n, sizeof(v[0]), by_size);
	for (unsigned i = 0; i < ARRAY_LEN(shares); i++) {
		double exact = shares[i] * n;
		unsigned rank = (unsigned)exact;
		uint64_t truth;
		uint64_t said = histogram_quantile(&h, shares[i]);

		if (rank < exact || rank == 0)
			rank++;
		truth = (uint64_t)v[rank - 1];
		assert_true(said >= truth);
		assert_true(said - truth <= truth / HISTOGRAM_STEPS);
	}
	assert_int_equal(h.min, v[0]);
	assert_int_equal(h.max, v[n - 1]);
}

TEST(quantiles_are_accurate_to_one_in_64)
{
	static int64_t v[VALUES];
	struct rng r;

	rng_seed(&r, 7);
	for (unsigned round = 0; round < 6; round++) {
		unsigned n = round == 0 ? 1 : rng_below(&r, VALUES - 1) + 1;
		uint64_t sum = 0;

		memset(&h, 0, sizeof(h));
		memset(&other, 0, sizeof(other));
		for (unsigned i = 0; i < n; i++) {
			/* draws as many small values as large ones */
			v[i] = (int64_t)(rng_next(&r) >> (23 + rng_below(&r, 40)));
			sum += (uint64_t)v[i];
			histogram_add(i % 3 == 0 ? &other : &h, v[i]);
		}
		histogram_merge(&h, &other);
		assert_int_equal(h.n, n);
		assert_int_equal(h.sum, sum);
		compare_quantiles(v, n);
	}
}
