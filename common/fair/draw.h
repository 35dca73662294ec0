/* SPDX-License-Identifier: MIT */
/* The draw of a tournament (tourney/RULES.md 42): an order of the entries that nobody can
 * choose and everybody can check, a pure function of a seed of 32 random bytes.  The seed's
 * commitment is shown while entries still come in, the seed itself after the draw.
 *
 * Commitment: SHA-256 of the 32 bytes, as 64 small hexadecimal digits.
 * Blocks:     B = 0, 1, 2, ...: HMAC-SHA-256, key the 32 bytes, message the text "draw D B"
 *             (decimal numbers, one blank between, no end of line), D the number of the draw.
 * Words:      each block is 16 words of two bytes, the higher byte first; block after block.
 * A number below k: the next word w, of which the rest w mod k counts; but a word of 65536 -
 * 65536 mod k or more is left out (else small rests were likelier) and the next one taken. The
 * order:  the list 0, 1, ..., n - 1; for i = n - 1 down to 1 a number j below i + 1 is taken,
 * and places i and j of the list change their contents (Fisher and Yates).
 *
 * PROTOCOL.md, section 11, has this as a script for everybody. */
#ifndef FAIR_DRAW_H
#define FAIR_DRAW_H

#include <stdint.h>

#include "fair/dice.h" /* FAIR_SEED_BYTES, fair_commitment */

#define FAIR_DRAW_MAX 65536u
#define FAIR_HEX_ROOM 65u

/* The order of draw number `draw` of an event (1, 2, ...: each draw of an event has a number of
 * its own, since the same number gives the same order).  order_out has room for n,
 * 0..FAIR_DRAW_MAX; order_out[0] is drawn first.  Cost: under 0.5 ms for 4,096. */
void fair_draw(
    const uint8_t seed[FAIR_SEED_BYTES], unsigned draw, unsigned n, uint16_t *order_out);

/* The commitment, and any 32 bytes such as the seed, as text. */
void fair_draw_commitment(const uint8_t seed[FAIR_SEED_BYTES], char hex_out[FAIR_HEX_ROOM]);
void fair_hex(const uint8_t bytes[32], char hex_out[FAIR_HEX_ROOM]);

#define FAIR_SEAL_BYTES 16u
#define FAIR_SEAL_ROOM 40u /* eight groups of four digits */

/* The seal that players read at the start of a match: the first half of its commitment in
 * groups of four digits. */
void fair_seal(const uint8_t commitment[32], char seal_out[FAIR_SEAL_ROOM]);

#endif
