/* SPDX-License-Identifier: MIT */
/* See draw.h, which specifies the draw.  Users verify draws by that specification, so the
 * result must never change.  Owns no memory.  Cost: one HMAC for 16 words; a fraction of k /
 * 131072 of the words is rejected on average for numbers below k. */
#include "fair/draw.h"

#include <string.h>

#include <sodium.h>

#include "base/check.h"
#include "fair/mac.h"

#define WORD_VALUES 65536u
#define BLOCK_BYTES 32u

struct word_stream {
	const uint8_t *seed;
	unsigned draw_no;
	unsigned next_block;
	uint8_t block[BLOCK_BYTES];
	unsigned next_byte; /* BLOCK_BYTES when the block is used up */
};

/* Appends a decimal number.  Returns the new length. */
static size_t
put_decimal(char *text, size_t at, unsigned number)
{
	char digits[16];
	size_t n = 0;

	do {
		digits[n++] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	while (n > 0)
		text[at++] = digits[--n];
	return at;
}

static void
load_block(struct word_stream *words)
{
	char message[40] = "draw ";
	size_t n = put_decimal(message, strlen(message), words->draw_no);

	message[n++] = ' ';
	n = put_decimal(message, n, words->next_block++);
	fair_hmac(words->seed, message, n, words->block);
	words->next_byte = 0;
}

/* Returns a uniform number in 0..k-1; k is 1..WORD_VALUES. */
static unsigned
number_below(struct word_stream *words, unsigned k)
{
	unsigned limit = WORD_VALUES - WORD_VALUES % k;
	unsigned word;

	do {
		if (words->next_byte == BLOCK_BYTES)
			load_block(words);
		word = (unsigned)words->block[words->next_byte] << 8 |
		       words->block[words->next_byte + 1];
		words->next_byte += 2;
	} while (word >= limit);
	return word % k;
}

void
fair_draw(const uint8_t seed[FAIR_SEED_BYTES], unsigned draw, unsigned n, uint16_t *order_out)
{
	struct word_stream words = { .seed = seed, .draw_no = draw, .next_byte = BLOCK_BYTES };

	CHECK(n <= FAIR_DRAW_ENTRIES_MAX);
	for (unsigned i = 0; i < n; i++)
		order_out[i] = (uint16_t)i;
	for (unsigned i = n; i > 1; i--) {
		unsigned j = number_below(&words, i);
		uint16_t was = order_out[i - 1];

		order_out[i - 1] = order_out[j];
		order_out[j] = was;
	}
}

void
fair_hex(const uint8_t bytes[32], char hex_out[FAIR_HEX_ROOM])
{
	(void)sodium_bin2hex(hex_out, FAIR_HEX_ROOM, bytes, 32);
}

void
fair_seal_text(const uint8_t commitment[32], char seal_out[FAIR_SEAL_ROOM])
{
	char *at = seal_out;

	for (unsigned i = 0; i < FAIR_SEAL_BYTES; i += 2) {
		if (i > 0)
			*at++ = ' ';
		(void)sodium_bin2hex(at, 5, &commitment[i], 2);
		at += 4;
	}
}

void
fair_draw_commitment(const uint8_t seed[FAIR_SEED_BYTES], char hex_out[FAIR_HEX_ROOM])
{
	uint8_t commit[32];

	fair_commitment(seed, commit);
	fair_hex(commit, hex_out);
}
