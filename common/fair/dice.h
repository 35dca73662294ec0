/* SPDX-License-Identifier: MIT */
/* The dice of a match: a pure function of its seed and the number of the roll.  A roll can
 * therefore be verified after the match, and a lost connection, a restart or a crash does not
 * change it.
 *
 * K = HMAC-SHA256(seed, "bgdice1" || lp(match id) || lp(C1) || lp(C2)), where lp adds a
 * two-byte big-endian length.  Block i is HMAC-SHA256(K, "roll" || be64(i)).  Bytes 252..255
 * are rejected; every other byte b is one die, 1 + b mod 6.  Pair n consists of dice 2n and 2n
 * + 1 of the stream.  Source: rules/RULES.md 5.2. */
#ifndef FAIR_DICE_H
#define FAIR_DICE_H

#include <stddef.h>
#include <stdint.h>

#define FAIR_SEED_BYTES 32u
#define FAIR_CONTRIBUTION_MAX 64u /* bytes that each player may contribute */

struct fair_dice {
	uint8_t key[32];
	uint8_t block[32]; /* block number block_no; not valid while block_no is UINT64_MAX */
	uint64_t block_no;
	uint64_t next_block; /* position of the next unread byte */
	unsigned next_byte;
	uint32_t next_roll; /* number of the pair that would be read next */
};

/* Derives the key of the match.  match_id is the decimal row id as text; c1 (the inviter's) and
 * c2 are the contributions of the players, 0..FAIR_CONTRIBUTION_MAX bytes each.  Lengths are
 * CHECKed. */
void fair_dice_init(struct fair_dice *f, const uint8_t seed[FAIR_SEED_BYTES],
    const char *match_id, const void *c1, size_t c1_bytes, const void *c2, size_t c2_bytes);

/* Reads pair n (0, 1, ...), each die 1..6.  Reading rolls in order is cheap (one block per 32
 * bytes); going back reads again from the first roll. */
void fair_dice_roll(struct fair_dice *f, uint32_t n, uint8_t dice_out[2]);

/* Computes the SHA-256 of the seed, which is published before the match begins. */
void fair_commitment(const uint8_t seed[FAIR_SEED_BYTES], uint8_t commit_out[32]);

#endif
