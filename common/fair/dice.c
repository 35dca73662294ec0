/* SPDX-License-Identifier: MIT */
/* The dice stream of a match (see dice.h).  Owns no memory: the caller holds the state, which
 * is a pure function of seed, match id, contributions and position.  Source: rules/RULES.md
 * 5.2.
 *
 * Cost: one HMAC by OpenSSL (about a microsecond) for each block of 32 bytes, which is 15 rolls
 * on average.  Rejected bytes shift all later dice, so roll n is found only by reading all
 * rolls before it.  A failing digest means a broken OpenSSL installation and is CHECKed. */
#include "fair/dice.h"

#include <string.h>

#include <openssl/evp.h>

#include "base/check.h"
#include "fair/mac.h"

#define DIE_LIMIT 252u /* 42 x 6; larger bytes would favour 1 to 4 */

static const char KEY_LABEL[] = "bgdice1";
static const char ROLL_LABEL[] = "roll";

/* Appends a two-byte big-endian length, then the bytes.  Returns the new length of buf. */
static size_t
put_length_prefixed(uint8_t *buf, size_t at, const void *data, size_t bytes)
{
	buf[at] = (uint8_t)(bytes >> 8);
	buf[at + 1] = (uint8_t)bytes;
	if (bytes > 0)
		memcpy(buf + at + 2, data, bytes);
	return at + 2 + bytes;
}

static void
rewind_dice(struct fair_dice *f)
{
	f->next_block = 0;
	f->next_byte = 0;
	f->next_roll = 0;
}

void
fair_dice_init(struct fair_dice *f, const uint8_t seed[FAIR_SEED_BYTES], const char *match_id,
    const void *c1, size_t c1_bytes, const void *c2, size_t c2_bytes)
{
	uint8_t message[sizeof(KEY_LABEL) - 1 + 3 * (2 + FAIR_CONTRIBUTION_MAX)];
	size_t id_bytes = strlen(match_id);
	size_t n = sizeof(KEY_LABEL) - 1;

	CHECK(id_bytes <= FAIR_CONTRIBUTION_MAX);
	CHECK(c1_bytes <= FAIR_CONTRIBUTION_MAX && c2_bytes <= FAIR_CONTRIBUTION_MAX);
	memset(f, 0, sizeof(*f));
	memcpy(message, KEY_LABEL, n);
	n = put_length_prefixed(message, n, match_id, id_bytes);
	n = put_length_prefixed(message, n, c1, c1_bytes);
	n = put_length_prefixed(message, n, c2, c2_bytes);
	fair_hmac(seed, message, n, f->key);
	f->block_no = UINT64_MAX;
	rewind_dice(f);
}

static void
load_block(struct fair_dice *f, uint64_t block_no)
{
	uint8_t message[sizeof(ROLL_LABEL) - 1 + 8];
	size_t n = sizeof(ROLL_LABEL) - 1;

	memcpy(message, ROLL_LABEL, n);
	for (unsigned shift = 64; shift > 0; shift -= 8)
		message[n++] = (uint8_t)(block_no >> (shift - 8));
	fair_hmac(f->key, message, n, f->block);
	f->block_no = block_no;
}

static uint8_t
next_die(struct fair_dice *f)
{
	uint8_t byte;

	do {
		if (f->block_no != f->next_block)
			load_block(f, f->next_block);
		byte = f->block[f->next_byte++];
		if (f->next_byte == sizeof(f->block)) {
			f->next_byte = 0;
			f->next_block++;
		}
	} while (byte >= DIE_LIMIT);
	return (uint8_t)(1 + byte % 6);
}

void
fair_dice_roll(struct fair_dice *f, uint32_t n, uint8_t dice_out[2])
{
	if (n < f->next_roll)
		rewind_dice(f);
	for (;;) {
		uint8_t first = next_die(f);
		uint8_t second = next_die(f);

		if (f->next_roll++ == n) {
			dice_out[0] = first;
			dice_out[1] = second;
			return;
		}
	}
}

void
fair_commitment(const uint8_t seed[FAIR_SEED_BYTES], uint8_t commit_out[32])
{
	size_t n = 0;
	int done = EVP_Q_digest(NULL, "SHA256", NULL, seed, FAIR_SEED_BYTES, commit_out, &n);

	CHECK(done == 1 && n == 32);
}
