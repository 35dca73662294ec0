/* SPDX-License-Identifier: MIT */
/* See verify.h; the rules are in PROTOCOL.md 12.  Shares nothing with the server's own dice, so
 * that a mistake there would be seen here.  Owns the lines of the file, one at a time. */
#define _GNU_SOURCE /* getline */
#include "verify.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define HEX 64
#define TEXT 64

struct check {
	crypto_hash_sha256_state sum; /* of all lines so far */
	char match[24], commitment[HEX + 1], seed[HEX + 1], text[2][TEXT + 1];
	bool keyed;                                  /* the head is complete */
	uint8_t key[crypto_auth_hmacsha256_BYTES];   /* of this match */
	uint8_t block[crypto_auth_hmacsha256_BYTES]; /* of the stream */
	uint64_t blocks;                             /* so many have been made */
	unsigned used;                               /* of the last one */
	unsigned long rolls;
};

static void
mac(uint8_t out[32], const uint8_t key[32], const void *text, size_t n)
{
	(void)crypto_auth_hmacsha256(out, text, n, key);
}

static void
mix(crypto_auth_hmacsha256_state *to, const char *text)
{
	const uint8_t length[2] = { 0, (uint8_t)strlen(text) };

	(void)crypto_auth_hmacsha256_update(to, length, sizeof(length));
	(void)crypto_auth_hmacsha256_update(to, (const uint8_t *)text, length[1]);
}

/* The seed is the one of the commitment; makes the key. */
static bool
begin_stream(struct check *c)
{
	static const uint8_t label[] = { 'b', 'g', 'd', 'i', 'c', 'e', '1' };
	crypto_auth_hmacsha256_state state;
	uint8_t seed[32], sum[32];
	char hex[HEX + 1];
	size_t n = 0;

	if (sodium_hex2bin(seed, sizeof(seed), c->seed, strlen(c->seed), NULL, &n, NULL) != 0 ||
	    n != sizeof(seed))
		return false;
	(void)crypto_hash_sha256(sum, seed, sizeof(seed));
	(void)sodium_bin2hex(hex, sizeof(hex), sum, sizeof(sum));
	(void)crypto_auth_hmacsha256_init(&state, seed, sizeof(seed));
	(void)crypto_auth_hmacsha256_update(&state, label, sizeof(label));
	mix(&state, c->match);
	mix(&state, c->text[0]);
	mix(&state, c->text[1]);
	(void)crypto_auth_hmacsha256_final(&state, c->key);
	c->used = sizeof(c->block);
	c->keyed = true;
	return strcmp(hex, c->commitment) == 0;
}

static char
die(struct check *c)
{
	uint8_t byte;

	do {
		if (c->used == sizeof(c->block)) {
			uint8_t text[12] = { 'r', 'o', 'l', 'l' };

			for (unsigned i = 0; i < 8; i++)
				text[4 + i] = (uint8_t)(c->blocks >> (56 - 8 * i));
			mac(c->block, c->key, text, sizeof(text));
			c->blocks++;
			c->used = 0;
		}
		byte = c->block[c->used++];
	} while (byte > 251);
	return (char)('1' + byte % 6);
}

/* Plays were taken back: the stream goes on from an earlier roll. */
static bool
go_back(struct check *c, unsigned long no)
{
	if (no > c->rolls)
		return false;
	c->blocks = 0;
	c->used = sizeof(c->block);
	for (c->rolls = 0; c->rolls < no; c->rolls++) {
		(void)die(c);
		(void)die(c);
	}
	return true;
}

/* "roll=7 dice=52", or of an opening "roll=0 dice=33,61". */
static bool
rolls_hold(struct check *c, const char *line)
{
	const char *at = strstr(line, "roll=");
	unsigned long no;
	char *end;

	if (at == NULL)
		return strstr(line, "dice=") == NULL;
	no = strtoul(at + 5, &end, 10);
	if (strstr(line, "\"kind\": \"takeback\"") != NULL)
		return *end == '"' && go_back(c, no);
	if (strncmp(end, " dice=", 6) != 0)
		return false;
	at = end + 6;
	if (strcmp(at, "-\"}\n") == 0 || strcmp(at, "-\"},\n") == 0)
		return true;
	if (no != c->rolls)
		return false;
	for (;; at++) {
		char first = die(c), second = die(c);

		c->rolls++;
		if (at[0] != first || at[1] != second)
			return false;
		at += 2;
		if (*at != ',')
			return *at == '"';
	}
}

/* What a line says of the head of the match; false: it says it in no known form. */
static bool
head_line(struct check *c, const char *line)
{
	if (strncmp(line, "\"match\":", 8) == 0)
		return sscanf(line, "\"match\": %23[0-9],", c->match) == 1;
	if (strncmp(line, "\"commitment\":", 13) == 0)
		return sscanf(line, "\"commitment\": \"%64[0-9a-f]\",", c->commitment) == 1;
	if (strncmp(line, "\"seed\": \"", 9) == 0)
		return sscanf(line, "\"seed\": \"%64[0-9a-f]\",", c->seed) == 1;
	if (strncmp(line, "\"texts\": [\"", 11) == 0) {
		const char *at = line + 11;

		for (unsigned i = 0; i < 2; i++) {
			size_t n = strcspn(at, "\"");

			if (n > TEXT || at[n] != '"')
				return false;
			memcpy(c->text[i], at, n);
			at += n + (i == 0 ? 4 : 1); /* ", " with its quotes */
		}
		return strcmp(at, "],\n") == 0;
	}
	return true;
}

/* The last two lines: the sum of all others, and the end. */
static bool
sum_holds(struct check *c, const char *line, FILE *file)
{
	char want[96], hex[HEX + 1], rest[8] = "";
	uint8_t sum[32];
	size_t n;

	(void)crypto_hash_sha256_final(&c->sum, sum);
	(void)sodium_bin2hex(hex, sizeof(hex), sum, sizeof(sum));
	(void)snprintf(want, sizeof(want), "\"sha256\": \"%s\"\n", hex);
	n = fread(rest, 1, sizeof(rest) - 1, file);
	return strcmp(line, want) == 0 && n == 2 && memcmp(rest, "}\n", 2) == 0;
}

/* NULL: all is well. */
static const char *
fault(struct check *c, FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	const char *why = "the end is missing";

	while ((n = getline(&line, &room, file)) > 0) {
		if (strlen(line) != (size_t)n) {
			why = "it is no text";
			break;
		}
		if (strncmp(line, "\"sha256\"", 8) == 0) {
			why = sum_holds(c, line, file) ? NULL : "it is not as it was written";
			break;
		}
		(void)crypto_hash_sha256_update(&c->sum, (const uint8_t *)line, (size_t)n);
		if (!c->keyed && !head_line(c, line)) {
			why = "it is no export of a match";
			break;
		}
		if (strncmp(line, "\"actions\": [", 12) == 0 && !begin_stream(c)) {
			why = c->seed[0] == '\0'
				  ? "the seed is a secret until the match is over"
				  : "the seed is not the one that was committed to";
			break;
		}
		if (c->keyed && !rolls_hold(c, line)) {
			why = "a roll does not follow from the seed";
			break;
		}
	}
	free(line);
	return why == NULL && !c->keyed ? "it is no export of a match" : why;
}

int
verify_file(const char *path)
{
	struct check c = { .keyed = false };
	FILE *file = fopen(path, "rbe");
	const char *why = "it cannot be read";

	(void)crypto_hash_sha256_init(&c.sum);
	if (file != NULL) {
		why = fault(&c, file);
		(void)fclose(file);
	}
	if (why != NULL)
		(void)printf("%s: %s\n", path, why);
	else
		(void)printf("%s: match %s, %lu rolls, commitment %s: all as it must be\n",
		    path, c.match, c.rolls, c.commitment);
	return why == NULL ? 0 : 1;
}
