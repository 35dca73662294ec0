/* SPDX-License-Identifier: MIT */
/* Tokens as text and hash: see token.h.  Owns nothing.  A hash costs about a microsecond.
 * OpenSSL refusing a digest means a broken installation: CHECKed. */
#include "fair/token.h"

#include <string.h>

#include <openssl/evp.h>

#include "base/check.h"
#include "base/hex.h"
#include "base/wipe.h"

void
token_text(const uint8_t token[TOKEN_BYTES], char text_out[TOKEN_TEXT_MAX])
{
	hex_text(token, TOKEN_BYTES, text_out);
}

void
token_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash_out[TOKEN_HASH_BYTES])
{
	char text[TOKEN_TEXT_MAX];
	size_t n = 0;

	token_text(token, text);
	CHECK(EVP_Q_digest(NULL, "SHA256", NULL, text, TOKEN_TEXT_MAX - 1, hash_out, &n) == 1 &&
	      n == TOKEN_HASH_BYTES);
	wipe(text, sizeof(text));
}

bool
token_parse(const char *text, uint8_t token_out[TOKEN_BYTES])
{
	uint8_t token[TOKEN_BYTES];

	if (strlen(text) != TOKEN_TEXT_MAX - 1)
		return false;
	for (size_t i = 0; i < TOKEN_BYTES; i++) {
		int high = hex_digit(text[2 * i]);
		int low = hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		token[i] = (uint8_t)(high << 4 | low);
	}
	memcpy(token_out, token, sizeof(token));
	wipe(token, sizeof(token));
	return true;
}
