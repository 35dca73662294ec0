/* SPDX-License-Identifier: MIT */
/* Tokens as text and as hash: see token.h.  A hash takes about a microsecond.  A failing digest
 * means a broken OpenSSL installation and is CHECKed. */
#include "fair/token.h"

#include <string.h>

#include <openssl/evp.h>
#include <sodium.h>

#include "base/check.h"

void
token_text(const uint8_t token[TOKEN_BYTES], char text_out[TOKEN_TEXT_MAX])
{
	(void)sodium_bin2hex(text_out, TOKEN_TEXT_MAX, token, TOKEN_BYTES);
}

void
token_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash_out[TOKEN_HASH_BYTES])
{
	char text[TOKEN_TEXT_MAX];
	size_t n = 0;

	token_text(token, text);
	CHECK(EVP_Q_digest(NULL, "SHA256", NULL, text, TOKEN_TEXT_MAX - 1, hash_out, &n) == 1 &&
	      n == TOKEN_HASH_BYTES);
	sodium_memzero(text, sizeof(text));
}

bool
token_parse(const char *text, uint8_t token_out[TOKEN_BYTES])
{
	uint8_t token[TOKEN_BYTES];
	bool whole = strlen(text) == TOKEN_TEXT_MAX - 1 &&
		     sodium_hex2bin(
			 token, sizeof(token), text, TOKEN_TEXT_MAX - 1, NULL, NULL, NULL) == 0;

	if (whole)
		memcpy(token_out, token, sizeof(token));
	sodium_memzero(token, sizeof(token));
	return whole;
}
