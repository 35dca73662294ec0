/* SPDX-License-Identifier: MIT */
/* See histogram.h.  Each value below 128 has its own bucket; above that, each power of two is
 * divided into 64 buckets of equal width. */
#include "histogram.h"

#define EXACT_VALUES (2u * HISTOGRAM_STEPS)

static unsigned
highest_bit(uint64_t v)
{
	unsigned bit = 0;

	while (v >>= 1)
		bit++;
	return bit;
}

unsigned
histogram_bucket(uint64_t value)
{
	uint64_t most = (UINT64_C(1) << HISTOGRAM_BITS) - 1;
	unsigned shift;

	if (value < EXACT_VALUES)
		return (unsigned)value;
	if (value > most)
		value = most;
	shift = highest_bit(value) - 6; /* leaves a value from 64 to 127 */
	return shift * HISTOGRAM_STEPS + (unsigned)(value >> shift);
}

uint64_t
histogram_bucket_max(unsigned bucket)
{
	unsigned shift;

	if (bucket < EXACT_VALUES)
		return bucket;
	shift = bucket / HISTOGRAM_STEPS - 1;
	return ((uint64_t)(bucket % HISTOGRAM_STEPS + HISTOGRAM_STEPS + 1) << shift) - 1;
}

void
histogram_add(struct histogram *h, int64_t value)
{
	uint64_t v = value < 0 ? 0 : (uint64_t)value;

	if (h->n == 0 || v < h->min)
		h->min = v;
	if (v > h->max)
		h->max = v;
	h->n++;
	h->sum += v;
	h->bucket_counts[histogram_bucket(v)]++;
}

void
histogram_merge(struct histogram *h, const struct histogram *other)
{
	if (other->n == 0)
		return;
	if (h->n == 0 || other->min < h->min)
		h->min = other->min;
	if (other->max > h->max)
		h->max = other->max;
	h->n += other->n;
	h->sum += other->sum;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		h->bucket_counts[i] += other->bucket_counts[i];
}

uint64_t
histogram_quantile(const struct histogram *h, double q)
{
	double exact = q * (double)h->n;
	uint64_t want = exact <= 1 ? 1 : exact >= (double)h->n ? h->n : (uint64_t)exact;
	uint64_t seen = 0;

	if (h->n == 0)
		return 0;
	if ((double)want < exact)
		want++;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += h->bucket_counts[i];
		if (seen >= want) {
			/* The last bucket also holds values beyond the range. */
			uint64_t top =
			    i + 1 < HISTOGRAM_BUCKETS ? histogram_bucket_max(i) : h->max;

			return top < h->max ? top : h->max;
		}
	}
	return h->max;
}
