/* SPDX-License-Identifier: MIT */
/* The dice of a match: a pure function of its seed and the roll's number, so a roll can be
 * proved afterwards and never changes by a cut connection, a restart or a crash.
 *
 * K = HMAC-SHA256(seed, "bgdice1" || lp(match id) || lp(C1) || lp(C2)); block i =
 * HMAC-SHA256(K, "roll" || be64(i)); bytes 252..255 are rejected; each other byte is one die, 1
 * + b mod 6; pair n is dice 2n and 2n + 1 of the stream.  Source: rules/RULES.md 5.2. */
#ifndef FAIR_DICE_H
#define FAIR_DICE_H

#include <stddef.h>
#include <stdint.h>

#define FAIR_SEED_BYTES 32u
#define FAIR_CONTRIBUTION_MAX 64u /* bytes each player may add */

struct fair_dice {
	uint8_t key[32];
	uint8_t block[32]; /* block number block_no, when block_no is not UINT64_MAX */
	uint64_t block_no;
	uint64_t next_block; /* position of the next unread byte */
	unsigned next_byte;
	uint32_t next_roll; /* number of the pair that would be read next */
};

/* Derives the match's key.  match_id is the decimal row id as text; c1 (the inviter's) and c2
 * are the players' contributions, 0..FAIR_CONTRIBUTION_MAX bytes each.  CHECKs the lengths. */
void fair_dice_init(struct fair_dice *f, const uint8_t seed[FAIR_SEED_BYTES],
    const char *match_id, const void *c1, size_t c1_bytes, const void *c2, size_t c2_bytes);

/* Pair n (0, 1, ...), each die 1..6.  Reading in order is cheap (a block of 32 bytes at a
 * time); going back starts over. */
void fair_dice_roll(struct fair_dice *f, uint32_t n, uint8_t dice_out[2]);

/* SHA-256 of the seed: what is published before the match begins. */
void fair_commitment(const uint8_t seed[FAIR_SEED_BYTES], uint8_t commit_out[32]);

#endif
