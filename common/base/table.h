/* SPDX-License-Identifier: MIT */
/* uthash and utlist with the settings of this project.  No other file includes them.
 *
 * User names are chosen by strangers, so the hash is keyed.  main installs a random key before
 * the first table is used; tests leave it zero and are repeatable. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Keyed 64-bit hash (SipHash-2-4) folded to 32 bits.  O(n). */
uint32_t table_hash(const void *key, size_t n);

/* Installs the 16-byte key.  Must not be called once a table is in use. */
void table_set_hash_key(const unsigned char key[16]);

#define HASH_FUNCTION(keyptr, keylen, hashv) ((hashv) = table_hash((keyptr), (keylen)))
#define HASH_NONFATAL_OOM 1

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include <uthash.h>
#include <utlist.h>
#pragma GCC diagnostic pop

#endif
