/* SPDX-License-Identifier: MIT */
/* What dice and draws are made of: HMAC-SHA-256 under a key of 32 bytes (RFC 2104). */
#ifndef FAIR_MAC_H
#define FAIR_MAC_H

#include <stddef.h>
#include <stdint.h>

/* About a microsecond for a short message.  OpenSSL refusing it means a broken installation:
 * CHECKed. */
void fair_hmac(const uint8_t key[32], const void *message, size_t bytes, uint8_t out[32]);

#endif
