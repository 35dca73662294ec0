/* SPDX-License-Identifier: MIT */
/* The dice stream: the published test vector, and that a roll depends only on its number. */
#include "fair/dice.h"
#include "tests/unit/test.h"

/* Sets the seed 00 01 .. 1f of the vector in rules/RULES.md 5.2, which is for match "match-42"
 * with "alice seed" and "bob seed". */
static void
vector_seed(uint8_t seed_out[FAIR_SEED_BYTES])
{
	for (unsigned i = 0; i < FAIR_SEED_BYTES; i++)
		seed_out[i] = (uint8_t)i;
}

static void
vector_dice(struct fair_dice *f)
{
	uint8_t seed[FAIR_SEED_BYTES];

	vector_seed(seed);
	fair_dice_init(f, seed, "match-42", "alice seed", 10, "bob seed", 8);
}

static void
assert_hex(const uint8_t bytes[32], const char *want)
{
	char hex[65];

	for (unsigned i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	assert_string_equal(hex, want);
}

TEST(the_commitment_matches_the_vector)
{
	uint8_t seed[FAIR_SEED_BYTES];
	uint8_t commit[32];

	vector_seed(seed);
	fair_commitment(seed, commit);
	assert_hex(commit, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

TEST(key_block_and_rolls_match_the_vector)
{
	static const char want[] =
	    "36 46 32 15 31 52 66 22 62 62 46 53 16 46 65 46 52 51 14 35";
	struct fair_dice f;
	char rolls[sizeof(want) + 4];
	size_t n = 0;

	vector_dice(&f);
	assert_hex(f.key, "d7afddcc24c1874cec395d7df78beb2da18ec383381a0bb8e6735cc4389e63ad");
	for (uint32_t i = 0; i < 20; i++) {
		uint8_t d[2];

		fair_dice_roll(&f, i, d);
		if (i == 0)
			assert_hex(f.block,
			    "447ddb4df219ae5e9296fdf449d71779afe3dfbfc7030ba0c830355da1410acf");
		n += (size_t)snprintf(rolls + n, sizeof(rolls) - n, "%u%u ", d[0], d[1]);
	}
	rolls[n - 1] = '\0';
	assert_string_equal(rolls, want);
}

TEST(rolls_do_not_depend_on_the_order_of_requests)
{
	enum {
		ROLLS = 400
	};
	static uint8_t inorder[ROLLS][2];
	struct fair_dice f;
	uint8_t d[2];

	vector_dice(&f);
	for (uint32_t i = 0; i < ROLLS; i++)
		fair_dice_roll(&f, i, inorder[i]);
	for (uint32_t i = 0; i < ROLLS; i++) {
		uint32_t n = (i * 277u + 13u) % ROLLS; /* 277 is coprime to ROLLS: visits every
							  number once, in mixed order */

		fair_dice_roll(&f, n, d);
		assert_memory_equal(d, inorder[n], 2);
		fair_dice_roll(&f, n, d);
		assert_memory_equal(d, inorder[n], 2);
	}
	for (uint32_t n = 0; n < ROLLS; n += 37) { /* with a fresh state */
		vector_dice(&f);
		fair_dice_roll(&f, n, d);
		assert_memory_equal(d, inorder[n], 2);
	}
}

TEST(the_key_depends_on_every_input)
{
	static const struct {
		const char *id, *c1, *c2;
		uint8_t seed0;
	} row[] = {
		{ "42", "", "", 0 },
		{ "42", "", "", 1 },
		{ "43", "", "", 0 },
		{ "42", "a", "", 0 },
		{ "42", "", "a", 0 },
		{ "4", "2", "", 0 },
		{ "4", "", "2", 0 },
	};
	uint8_t keys[ARRAY_LEN(row)][32];

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		uint8_t seed[FAIR_SEED_BYTES] = { row[i].seed0 };
		struct fair_dice f;

		fair_dice_init(&f, seed, row[i].id, row[i].c1, strlen(row[i].c1), row[i].c2,
		    strlen(row[i].c2));
		memcpy(keys[i], f.key, 32);
		for (size_t k = 0; k < i; k++)
			assert_memory_not_equal(keys[i], keys[k], 32);
	}
}

TEST(longest_contributions_fit)
{
	uint8_t seed[FAIR_SEED_BYTES] = { 0 };
	uint8_t c[FAIR_CONTRIBUTION_MAX];
	struct fair_dice with, without;

	memset(c, 0xff, sizeof(c));
	fair_dice_init(&with, seed, "18446744073709551615", c, sizeof(c), c, sizeof(c));
	fair_dice_init(&without, seed, "18446744073709551615", NULL, 0, NULL, 0);
	assert_memory_not_equal(with.key, without.key, 32);
}

/* The limits of chi-square are exceeded once in a million keys, with 35 and 5 degrees of
 * freedom.  The key is fixed, so the outcome is too. */
TEST(dice_are_spread_evenly)
{
	enum {
		ROLLS = 72000
	};
	static unsigned pairs[6][6];
	unsigned faces[6] = { 0 };
	uint8_t seed[FAIR_SEED_BYTES] = { 7 };
	struct fair_dice f;
	double chi_pairs = 0, chi_faces = 0;

	fair_dice_init(&f, seed, "1", NULL, 0, NULL, 0);
	for (uint32_t i = 0; i < ROLLS; i++) {
		uint8_t d[2];

		fair_dice_roll(&f, i, d);
		assert_in_range(d[0], 1, 6);
		assert_in_range(d[1], 1, 6);
		pairs[d[0] - 1][d[1] - 1]++;
		faces[d[0] - 1]++;
		faces[d[1] - 1]++;
	}
	for (unsigned i = 0; i < 6; i++) {
		double off = (double)faces[i] - 2.0 * ROLLS / 6;

		chi_faces += off * off / (2.0 * ROLLS / 6);
		for (unsigned k = 0; k < 6; k++) {
			off = (double)pairs[i][k] - ROLLS / 36.0;
			chi_pairs += off * off / (ROLLS / 36.0);
		}
	}
	print_message(
	    "chi-square: pairs %.2f (df 35), faces %.2f (df 5)\n", chi_pairs, chi_faces);
	assert_true(chi_pairs < 89.95 && chi_faces < 35.89);
	assert_true(chi_pairs > 8.0); /* a distribution that is too even would be wrong too */
}
