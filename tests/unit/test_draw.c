/* SPDX-License-Identifier: MIT */
/* The draw (rule 42).  All vectors were calculated with Python's hmac and hashlib; those for
 * ten entries also with openssl and the script in PROTOCOL.md. */
#include <openssl/evp.h>

#include "fair/draw.h"
#include "fair/mac.h"
#include "tests/unit/test.h"

static uint16_t drawn_order[FAIR_DRAW_ENTRIES_MAX];

/* Sets the seed 00 01 .. 1f. */
static void
counting_seed(uint8_t seed_out[FAIR_SEED_BYTES])
{
	for (unsigned i = 0; i < FAIR_SEED_BYTES; i++)
		seed_out[i] = (uint8_t)i;
}

static void
assert_drawn(const uint8_t seed[FAIR_SEED_BYTES], unsigned draw, unsigned n, const char *want)
{
	char got[512];
	size_t at = 0;

	got[0] = '\0';
	fair_draw(seed, draw, n, drawn_order);
	for (unsigned i = 0; i < n; i++)
		at += (size_t)snprintf(
		    got + at, sizeof(got) - at, "%s%u", i == 0 ? "" : " ", drawn_order[i]);
	assert_string_equal(got, want);
}

TEST(rule_42_the_order_matches_the_vectors)
{
	uint8_t seed[FAIR_SEED_BYTES];

	counting_seed(seed);
	assert_drawn(seed, 1, 10, "8 0 6 2 4 1 7 3 5 9");
	assert_drawn(seed, 2, 10, "4 9 8 6 5 2 0 7 3 1");
	assert_drawn(seed, 12, 33,
	    "17 2 20 19 9 28 11 23 4 0 15 14 10 27 30 5 16 7 32 31 26 12 8 24 21 3 22 6 18 1 "
	    "29 13"
	    " 25");
	assert_drawn(seed, 1, 64,
	    "0 55 6 36 9 5 3 20 22 28 14 39 7 31 18 56 10 34 46 11 44 24 2 29 40 49 23 62 25 4 "
	    "63"
	    " 19 52 21 33 43 26 1 27 15 32 53 54 59 8 50 47 45 57 61 35 16 58 42 30 48 17 60 "
	    "12 13"
	    " 38 37 41 51");
	memset(seed, 0xff, sizeof(seed));
	assert_drawn(seed, 1, 16, "10 2 14 12 8 9 4 5 11 3 7 0 13 15 1 6");
}

/* Large draws are compared by the SHA-256 of the order, two bytes per place, high byte first.
 * Random words out of range are skipped: 70 in the first draw, 16,744 in the second, and three
 * in the third, one of them the smallest value out of range. */
TEST(rule_42_large_orders_match_the_vectors)
{
	static const struct {
		unsigned draw, n;
		const char *sha256;
	} want[] = {
		{ 1, 4096, "2e91902640ed41cbc4e062cd7af64e454c80a55a2cd3107da2448162f8c3dab2" },
		{ 1, 65536,
		    "5c1ed64f05c4a304bb01d42563b16013e867409ee0763edaecb96835e7f4ba2a" },
		{ 188, 300,
		    "c476fbd0baa27cc1724e013b18fdbe11b7c9f5291e35165c8fdfc9d7839cdf0f" },
	};
	static uint8_t bytes[2 * FAIR_DRAW_ENTRIES_MAX];
	uint8_t seed[FAIR_SEED_BYTES], digest[32];
	char hex[FAIR_HEX_ROOM];

	counting_seed(seed);
	for (size_t k = 0; k < ARRAY_LEN(want); k++) {
		size_t got = 0;

		fair_draw(seed, want[k].draw, want[k].n, drawn_order);
		for (unsigned i = 0; i < want[k].n; i++) {
			bytes[2 * i] = (uint8_t)(drawn_order[i] >> 8);
			bytes[2 * i + 1] = (uint8_t)drawn_order[i];
		}
		assert_int_equal(
		    EVP_Q_digest(NULL, "SHA256", NULL, bytes, 2 * want[k].n, digest, &got), 1);
		fair_hex(digest, hex);
		assert_string_equal(hex, want[k].sha256);
	}
}

TEST(rule_42_the_commitment_is_the_sha_256_of_the_seed)
{
	uint8_t seed[FAIR_SEED_BYTES];
	char hex[FAIR_HEX_ROOM];

	counting_seed(seed);
	fair_draw_commitment(seed, hex);
	assert_string_equal(
	    hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
	memset(seed, 0xff, sizeof(seed));
	fair_draw_commitment(seed, hex);
	assert_string_equal(
	    hex, "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051");
	fair_hex(seed, hex);
	assert_string_equal(
	    hex, "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");
}

TEST(a_seal_is_half_of_the_commitment_in_groups_of_four)
{
	uint8_t seed[FAIR_SEED_BYTES], commitment[32];
	char seal[FAIR_SEAL_ROOM];

	counting_seed(seed);
	fair_commitment(seed, commitment);
	fair_seal_text(commitment, seal);
	assert_string_equal(seal, "630d cd29 66c4 3366 9112 5448 bbb2 5b4f");
}

/* RFC 4231, test case 1; its key of 20 bytes is padded to 32 with zeros. */
TEST(the_mac_matches_the_rfc_4231_vector)
{
	uint8_t key[32] = { 0 }, mac[32];
	char hex[FAIR_HEX_ROOM];

	memset(key, 0x0b, 20);
	fair_hmac(key, "Hi There", 8, mac);
	fair_hex(mac, hex);
	assert_string_equal(
	    hex, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
}

TEST(zero_or_one_entry_needs_no_draw)
{
	uint8_t seed[FAIR_SEED_BYTES];

	counting_seed(seed);
	drawn_order[0] = 77;
	fair_draw(seed, 1, 0, drawn_order);
	assert_int_equal(drawn_order[0], 77);
	fair_draw(seed, 1, 1, drawn_order);
	assert_int_equal(drawn_order[0], 0);
}

TEST(each_entry_is_drawn_once_depending_on_seed_and_numbers_only)
{
	static uint16_t again[FAIR_DRAW_ENTRIES_MAX];
	uint8_t seed[FAIR_SEED_BYTES];

	counting_seed(seed);
	for (unsigned n = 2; n <= 300; n++) {
		bool seen[300] = { false };

		seed[7] = (uint8_t)n;
		fair_draw(seed, n, n, drawn_order);
		memset(again, 0xa5, sizeof(again));
		fair_draw(seed, n, n, again);
		assert_memory_equal(drawn_order, again, n * sizeof(*drawn_order));
		assert_int_equal(again[n], 0xa5a5);
		for (unsigned i = 0; i < n; i++) {
			assert_true(drawn_order[i] < n && !seen[drawn_order[i]]);
			seen[drawn_order[i]] = true;
		}
	}
}

/* 24 orders of four, 24,000 draws.  With 23 degrees of freedom chi squared exceeds 49.7 once in
 * a thousand runs; the seeds are fixed, so the result is too. */
TEST(all_orders_are_equally_likely)
{
	enum {
		DRAWS = 24000,
		ORDERS = 24
	};
	unsigned count[256] = { 0 }, orders = 0;
	double chi = 0, expected = (double)DRAWS / ORDERS;
	uint8_t seed[FAIR_SEED_BYTES] = { 0 };

	for (unsigned i = 0; i < DRAWS; i++) {
		seed[0] = (uint8_t)(i >> 8);
		seed[31] = (uint8_t)i;
		fair_draw(seed, 1, 4, drawn_order);
		count[drawn_order[0] << 6 | drawn_order[1] << 4 | drawn_order[2] << 2 |
		      drawn_order[3]]++;
	}
	for (unsigned i = 0; i < 256; i++) {
		double off = count[i] - expected;

		if (count[i] == 0)
			continue;
		orders++;
		chi += off * off / expected;
	}
	assert_int_equal(orders, ORDERS);
	assert_true(chi < 49.7);
}
