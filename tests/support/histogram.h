/* SPDX-License-Identifier: MIT */
/* Many latencies in little room: counts in buckets whose width grows with the value, so that
 * every quantile is right to one part in 64, from nanoseconds to an hour.  Pure. */
#ifndef SUPPORT_HISTOGRAM_H
#define SUPPORT_HISTOGRAM_H

#include <stdint.h>

#define HISTOGRAM_STEPS 64u /* buckets of each doubling */
#define HISTOGRAM_BITS 42u  /* values from 2^42 on (73 minutes in ns) count as the largest */
#define HISTOGRAM_BUCKETS ((HISTOGRAM_BITS - 5u) * HISTOGRAM_STEPS)

/* Zero it to start. */
struct histogram {
	uint64_t n;
	uint64_t min, max, sum; /* exact; min is 0 while n is */
	uint64_t count[HISTOGRAM_BUCKETS];
};

/* Counts one value; a negative one counts as 0.  O(1). */
void histogram_add(struct histogram *h, int64_t value);

/* Counts all values of another one. */
void histogram_merge(struct histogram *h, const struct histogram *other);

/* The value that a share q (0..1) of all values does not exceed: at least it, and at most 1/64
 * larger; never above the largest value counted.  0 when there are none. */
uint64_t histogram_quantile(const struct histogram *h, double q);

/* The bucket of a value, and the largest value of a bucket: for tests. */
unsigned histogram_bucket(uint64_t value);
uint64_t histogram_top(unsigned bucket);

#endif
