/* SPDX-License-Identifier: MIT */
/* What common/eval needs of libsodium, which has no build for WebAssembly in Debian. */
#ifndef WASM_SODIUM_H
#define WASM_SODIUM_H

#define crypto_hash_sha256_BYTES 32u

/* Computes the SHA-256 of n bytes.  Returns 0. */
int crypto_hash_sha256(
    unsigned char *hash_out, const unsigned char *bytes, unsigned long long n);

#endif
