/* SPDX-License-Identifier: MIT */
/* SipHash-2-4 over the key installed by main: see table.h.  Linear in the length of what is
 * hashed. */
#include "base/table.h"

#include <string.h>

static uint64_t key0;
static uint64_t key1;

void
table_set_key(const unsigned char key[16])
{
	memcpy(&key0, key, 8);
	memcpy(&key1, key + 8, 8);
}

static uint64_t
rotl(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

static void
sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = rotl(v[1], 13) ^ v[0];
	v[0] = rotl(v[0], 32);
	v[2] += v[3];
	v[3] = rotl(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = rotl(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = rotl(v[1], 17) ^ v[2];
	v[2] = rotl(v[2], 32);
}

static void
sip_word(uint64_t v[4], uint64_t m)
{
	v[3] ^= m;
	sip_round(v);
	sip_round(v);
	v[0] ^= m;
}

uint32_t
table_hash(const void *key, size_t n)
{
	const unsigned char *p = key;
	uint64_t v[4] = { key0 ^ 0x736f6d6570736575u, key1 ^ 0x646f72616e646f6du,
		key0 ^ 0x6c7967656e657261u, key1 ^ 0x7465646279746573u };
	uint64_t m = 0;
	size_t left = n;

	for (; left >= 8; left -= 8, p += 8) {
		memcpy(&m, p, 8);
		sip_word(v, m);
	}
	m = (uint64_t)n << 56;
	for (size_t i = 0; i < left; i++)
		m |= (uint64_t)p[i] << (8 * i);
	sip_word(v, m);
	v[2] ^= 0xff;
	for (int i = 0; i < 4; i++)
		sip_round(v);
	m = v[0] ^ v[1] ^ v[2] ^ v[3];
	return (uint32_t)(m ^ m >> 32);
}
