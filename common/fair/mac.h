/* SPDX-License-Identifier: MIT */
/* HMAC-SHA-256 (RFC 2104) with a key of 32 bytes, used for dice and draws. */
#ifndef FAIR_MAC_H
#define FAIR_MAC_H

#include <stddef.h>
#include <stdint.h>

/* Takes about a microsecond for a short message.  A failure means a broken OpenSSL installation
 * and is CHECKed. */
void fair_hmac(const uint8_t key[32], const void *message, size_t bytes, uint8_t out[32]);

#endif
