/* SPDX-License-Identifier: MIT */
/* See table.h.  Uses libsodium's short hash with the key that main installs. */
#include "base/table.h"

#include <sodium.h>
#include <string.h>

#define HASH_KEY_BYTES 16u

_Static_assert(HASH_KEY_BYTES == crypto_shorthash_KEYBYTES, "the key of the short hash");

static unsigned char hash_key[HASH_KEY_BYTES];

void
table_set_hash_key(const unsigned char key[16])
{
	memcpy(hash_key, key, sizeof(hash_key));
}

uint32_t
table_hash(const void *key, size_t n)
{
	uint64_t hash;

	_Static_assert(sizeof(hash) == crypto_shorthash_BYTES, "a short hash has 64 bits");
	(void)crypto_shorthash((unsigned char *)&hash, key, n, hash_key);
	return (uint32_t)(hash ^ hash >> 32);
}
