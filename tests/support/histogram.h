/* SPDX-License-Identifier: MIT */
/* A compact latency histogram.  Bucket widths grow with the value, so every quantile is
 * accurate to 1/64, from nanoseconds to an hour.  Pure. */
#ifndef SUPPORT_HISTOGRAM_H
#define SUPPORT_HISTOGRAM_H

#include <stdint.h>

#define HISTOGRAM_STEPS 64u /* buckets per power of two */
#define HISTOGRAM_BITS 42u  /* values from 2^42 (73 minutes in ns) count as the largest */
#define HISTOGRAM_BUCKETS ((HISTOGRAM_BITS - 5u) * HISTOGRAM_STEPS)

/* Start with all zeros. */
struct histogram {
	uint64_t n;
	uint64_t min, max, sum; /* exact; min is 0 while n is 0 */
	uint64_t bucket_counts[HISTOGRAM_BUCKETS];
};

/* Counts one value; a negative value counts as 0.  O(1). */
void histogram_add(struct histogram *h, int64_t value);

/* Adds the counts of another histogram. */
void histogram_merge(struct histogram *h, const struct histogram *other);

/* Returns an upper bound of the quantile q (0..1), at most 1/64 above it and never above the
 * largest value counted.  Returns 0 if the histogram is empty. */
uint64_t histogram_quantile(const struct histogram *h, double q);

/* For tests: return the bucket of a value, and the largest value in a bucket. */
unsigned histogram_bucket(uint64_t value);
uint64_t histogram_bucket_max(unsigned bucket);

#endif
