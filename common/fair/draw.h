/* SPDX-License-Identifier: MIT */
/* The draw of a tournament (tourney/RULES.md 42): a random order of the entries that cannot be
 * influenced and can be verified by everyone.  It is a pure function of a seed of 32 random
 * bytes.  The commitment to the seed is published while entries are open, the seed itself after
 * the draw.
 *
 * Commitment: SHA-256 of the 32 bytes, as 64 lower-case hexadecimal digits.
 *
 * Blocks B = 0, 1, 2, ...: HMAC-SHA-256 with the 32 bytes as key and the text "draw D B" as
 * message (decimal numbers, single spaces, no line ending); D is the number of the draw.
 *
 * Words: each block is 16 two-byte big-endian words; blocks are used in order.
 *
 * A number below k: the next word w gives w mod k.  Words of 65536 - 65536 mod k or more are
 * skipped, because they would make small results more likely.
 *
 * Order: start with the list 0, 1, ..., n - 1; for i = n - 1 down to 1 take a number j below i
 * + 1 and swap places i and j (Fisher and Yates).
 *
 * PROTOCOL.md, section 11, contains this procedure as a script for users. */
#ifndef FAIR_DRAW_H
#define FAIR_DRAW_H

#include <stdint.h>

#include "fair/dice.h" /* FAIR_SEED_BYTES, fair_commitment */

#define FAIR_DRAW_ENTRIES_MAX 65536u
#define FAIR_HEX_ROOM 65u

/* Computes the order of draw number `draw` of an event (1, 2, ...).  Each draw of an event
 * needs a different number, since the same number gives the same order.  order_out has room for
 * n (0..FAIR_DRAW_ENTRIES_MAX); order_out[0] is drawn first.  Cost: under 0.5 ms for 4,096
 * entries. */
void fair_draw(
    const uint8_t seed[FAIR_SEED_BYTES], unsigned draw, unsigned n, uint16_t *order_out);

/* Write, as hexadecimal text, the commitment to a seed (fair_draw_commitment) or any 32 bytes,
 * such as the seed itself (fair_hex). */
void fair_draw_commitment(const uint8_t seed[FAIR_SEED_BYTES], char hex_out[FAIR_HEX_ROOM]);
void fair_hex(const uint8_t bytes[32], char hex_out[FAIR_HEX_ROOM]);

#define FAIR_SEAL_BYTES 16u
#define FAIR_SEAL_ROOM 40u /* eight groups of four digits, seven spaces, NUL */

/* Writes the seal shown to players at the start of a match: the first half of the match's
 * commitment, in groups of four digits. */
void fair_seal_text(const uint8_t commitment[32], char seal_out[FAIR_SEAL_ROOM]);

#endif
