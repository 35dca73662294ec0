/* SPDX-License-Identifier: MIT */
/* A small seeded generator (splitmix64) for tests, simulations and bots.  Never for dice or
 * secrets. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
	uint64_t state;
};

void rng_seed(struct rng *r, uint64_t seed);

/* 64 uniform bits. */
uint64_t rng_next(struct rng *r);

/* Uniform in 0..n-1; n must be at least 1.  The bias is below n / 2^64. */
uint32_t rng_below(struct rng *r, uint32_t n);

void rng_bytes(struct rng *r, void *buf, size_t n);

#endif
