/* SPDX-License-Identifier: MIT */
/* splitmix64, after the public-domain description by S. Vigna: one addition and two
 * multiplications per number. */
#include "base/rng.h"

#include "base/check.h"

void
rng_seed(struct rng *r, uint64_t seed)
{
	r->state = seed;
}

uint64_t
rng_next(struct rng *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

uint32_t
rng_below(struct rng *r, uint32_t n)
{
	CHECK(n > 0);
	return (uint32_t)(rng_next(r) % n);
}

void
rng_bytes(struct rng *r, void *buf, size_t n)
{
	unsigned char *p = buf;

	for (size_t i = 0; i < n; i++)
		p[i] = (unsigned char)(rng_next(r) >> 56);
}
