/* SPDX-License-Identifier: MIT */
/* Tokens as text and hash: see token.h.  Owns nothing.  A hash costs about a microsecond.
 * OpenSSL refusing a digest means a broken installation: CHECKed. */
#include "fair/token.h"

#include <string.h>

#include <openssl/evp.h>

#include "base/check.h"
#include "base/wipe.h"

static const char DIGITS[] = "0123456789abcdef";

void
token_text(const uint8_t token[TOKEN_BYTES], char text_out[TOKEN_TEXT_MAX])
{
	for (size_t i = 0; i < TOKEN_BYTES; i++) {
		text_out[2 * i] = DIGITS[token[i] >> 4];
		text_out[2 * i + 1] = DIGITS[token[i] & 15u];
	}
	text_out[2 * TOKEN_BYTES] = '\0';
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

/* -1: no digit. */
static int
digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool
token_parse(const char *text, uint8_t token_out[TOKEN_BYTES])
{
	uint8_t token[TOKEN_BYTES];

	if (strlen(text) != TOKEN_TEXT_MAX - 1)
		return false;
	for (size_t i = 0; i < TOKEN_BYTES; i++) {
		int high = digit(text[2 * i]);
		int low = digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		token[i] = (uint8_t)(high << 4 | low);
	}
	memcpy(token_out, token, sizeof(token));
	wipe(token, sizeof(token));
	return true;
}
