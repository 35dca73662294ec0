/* SPDX-License-Identifier: MIT */
/* HMAC-SHA-256 by OpenSSL (see mac.h). */
#include "fair/mac.h"

#include <openssl/evp.h>

#include "base/check.h"

void
fair_hmac(const uint8_t key[32], const void *message, size_t bytes, uint8_t out[32])
{
	size_t n = 0;
	const unsigned char *done =
	    EVP_Q_mac(NULL, "HMAC", NULL, "SHA256", NULL, key, 32, message, bytes, out, 32, &n);

	CHECK(done != NULL && n == 32);
}
