/* SPDX-License-Identifier: MIT */
/* Tokens: 16 random bytes that replace a password for a day.  The user receives 32 hexadecimal
 * digits; the server stores a hash.  Pure. */
#ifndef FAIR_TOKEN_H
#define FAIR_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOKEN_BYTES 16u
#define TOKEN_TEXT_MAX (2u * TOKEN_BYTES + 1u) /* with the NUL */
#define TOKEN_HASH_BYTES 32u

/* Writes the token as 32 digits 0-9a-f. */
void token_text(const uint8_t token[TOKEN_BYTES], char text_out[TOKEN_TEXT_MAX]);

/* Computes the SHA-256 of the token's text.  A slow password hash is unnecessary, because the
 * token is random. */
void token_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash_out[TOKEN_HASH_BYTES]);

/* Parses a text of exactly 32 hexadecimal digits in either case.  Returns false for anything
 * else. */
bool token_parse(const char *text, uint8_t token_out[TOKEN_BYTES]);

#endif
