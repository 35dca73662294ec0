/* SPDX-License-Identifier: MIT */
/* Tokens: 16 random bytes that stand for a password for a day.  As text 32 digits; kept as a
 * hash.  Pure. */
#ifndef FAIR_TOKEN_H
#define FAIR_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOKEN_BYTES 16u
#define TOKEN_TEXT_MAX (2u * TOKEN_BYTES + 1u) /* with the NUL */
#define TOKEN_HASH_BYTES 32u

/* Its text: digits 0-9a-f. */
void token_text(const uint8_t token[TOKEN_BYTES], char text_out[TOKEN_TEXT_MAX]);

/* SHA-256 of its text.  The token is random, so a slow hash would protect it no better. */
void token_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash_out[TOKEN_HASH_BYTES]);

/* The token of a text of exactly 32 digits, letters of either case; false: it is none. */
bool token_parse(const char *text, uint8_t token_out[TOKEN_BYTES]);

#endif
