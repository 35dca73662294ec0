/* SPDX-License-Identifier: MIT */
/* See sealed.h. */
#include "tests/support/sealed.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"
#include "fair/draw.h"

char *
sealed(const char *body, size_t n, size_t *n_out)
{
	uint8_t sum[crypto_hash_sha256_BYTES];
	char hex[FAIR_HEX_ROOM], tail[FAIR_HEX_ROOM + 20];
	struct sbuf b;
	char *text;

	(void)crypto_hash_sha256(sum, (const uint8_t *)body, n);
	fair_hex(sum, hex);
	SBUF_INIT(&b, tail);
	sbuf_addf(&b, "\"sha256\": \"%s\"\n}\n", hex);
	CHECK(sbuf_ok(&b));
	text = malloc(n + b.len);
	CHECK(text != NULL);
	memcpy(text, body, n);
	memcpy(text + n, tail, b.len);
	*n_out = n + b.len;
	return text;
}
