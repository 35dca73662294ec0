/* SPDX-License-Identifier: MIT */
/* Round robins, groups, and qualification from groups. */
#include "tourney/robin.h"
#include "tests/unit/test.h"

enum {
	PLAYERS = 65
};

static struct pairing pairings[PLAYERS * PLAYERS];

/* Uses players n + 99, n + 98, ..., so that entry numbers differ from places in the group. */
static void
build(unsigned n)
{
	entry_no player[PLAYERS];

	for (unsigned i = 0; i < n; i++)
		player[i] = (entry_no)(n + 99 - i);
	memset(pairings, 0xa5, sizeof(pairings));
	robin_build(player, n, SECTION_GROUP, 7, pairings);
}

/* Returns the index from 0 of the player on a side. */
static unsigned
player_of(const struct pairing *p, unsigned side, unsigned n)
{
	unsigned i = n + 99u - p->side[side];

	assert_true(i < n);
	return i;
}

TEST(rule_37_all_players_meet_once_and_play_once_per_round)
{
	for (unsigned n = 2; n <= 64; n++) {
		bool met[PLAYERS][PLAYERS] = { { false } };
		unsigned seen[PLAYERS] = { 0 };
		unsigned round = 1, slot = 0;

		build(n);
		for (size_t i = 0; i < robin_pairing_count(n); i++) {
			const struct pairing *p = &pairings[i];
			unsigned a = player_of(p, 0, n), b = player_of(p, 1, n);

			if (p->round != round) {
				assert_int_equal(slot, n / 2);
				assert_int_equal(p->round, round + 1);
				round++;
				slot = 0;
			}
			assert_int_equal(p->slot, slot++);
			assert_true(a != b && !met[a][b] && !met[b][a]);
			met[a][b] = true;
			assert_true(seen[a] < round && seen[b] < round);
			seen[a] = round;
			seen[b] = round;
		}
		assert_int_equal(round, robin_rounds(n));
		assert_int_equal(slot, n / 2);
		assert_int_equal(robin_pairing_count(n), n * (n - 1) / 2);
	}
}

TEST(rule_37_sides_are_balanced_to_within_one)
{
	for (unsigned n = 2; n <= 64; n++) {
		int first[PLAYERS] = { 0 };

		build(n);
		for (size_t i = 0; i < robin_pairing_count(n); i++) {
			first[player_of(&pairings[i], 0, n)]++;
			first[player_of(&pairings[i], 1, n)]--;
		}
		for (unsigned i = 0; i < n; i++)
			assert_int_equal(abs(first[i]), n % 2 == 0 ? 1 : 0);
	}
}

TEST(rule_37_with_an_odd_number_each_player_rests_once)
{
	for (unsigned n = 3; n <= 63; n += 2) {
		unsigned rests[PLAYERS] = { 0 };

		build(n);
		for (unsigned r = 1; r <= n; r++) {
			bool there[PLAYERS] = { false };

			for (size_t i = 0; i < robin_pairing_count(n); i++) {
				if (pairings[i].round != r)
					continue;
				there[player_of(&pairings[i], 0, n)] = true;
				there[player_of(&pairings[i], 1, n)] = true;
			}
			for (unsigned i = 0; i < n; i++)
				rests[i] += !there[i];
		}
		for (unsigned i = 0; i < n; i++)
			assert_int_equal(rests[i], 1);
	}
}

TEST(pairings_are_open_and_not_linked)
{
	build(6);
	for (size_t i = 0; i < robin_pairing_count(6); i++) {
		const struct pairing *p = &pairings[i];

		assert_true(pairing_ready(p));
		assert_int_equal(p->section, SECTION_GROUP);
		assert_int_equal(p->group, 7);
		assert_int_equal(p->length, 0);
		assert_int_equal(p->winner, PAIRING_NOBODY);
		assert_int_equal(p->score[0] + p->score[1], 0);
		assert_int_equal(p->winner_to, PAIRING_NOWHERE);
		assert_int_equal(p->loser_to, PAIRING_NOWHERE);
	}
}

TEST(fewer_than_two_players_have_no_pairings)
{
	entry_no one = 5;

	for (unsigned n = 0; n < 2; n++) {
		assert_int_equal(robin_rounds(n), 0);
		assert_int_equal(robin_pairing_count(n), 0);
		memset(pairings, 0xa5, sizeof(pairings));
		robin_build(&one, n, SECTION_ROUNDS, 0, pairings);
		assert_int_equal(pairings[0].round, 0xa5a5);
	}
	assert_int_equal(robin_rounds(2), 1);
	assert_int_equal(robin_rounds(3), 3);
	assert_int_equal(robin_rounds(16), 15);
}

static void
assert_table(unsigned n, const char *want)
{
	char got[1024];
	size_t at = 0;

	build(n);
	for (size_t i = 0; i < robin_pairing_count(n); i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%u-%u",
		    i == 0                                       ? ""
		    : pairings[i].round != pairings[i - 1].round ? " / "
								 : " ",
		    player_of(&pairings[i], 0, n) + 1, player_of(&pairings[i], 1, n) + 1);
	assert_string_equal(got, want);
}

/* The Berger tables as used in chess, for example at c.w.fox.tripod.com/chess/berger.html. */
TEST(rule_37_the_tables_are_the_berger_tables)
{
	assert_table(2, "1-2");
	assert_table(4, "1-4 2-3 / 4-3 1-2 / 2-4 3-1");
	assert_table(3, "2-3 / 1-2 / 3-1");
	assert_table(6, "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1");
	assert_table(8, "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 /"
			" 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 /"
			" 4-8 5-3 6-2 7-1");
	assert_table(10, "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 /"
			 " 10-7 8-6 9-5 1-4 2-3 / 3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 /"
			 " 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / 5-10 6-4 7-3 8-2 9-1");
	assert_table(12, "1-12 2-11 3-10 4-9 5-8 6-7 / 12-7 8-6 9-5 10-4 11-3 1-2 /"
			 " 2-12 3-1 4-11 5-10 6-9 7-8 / 12-8 9-7 10-6 11-5 1-4 2-3 /"
			 " 3-12 4-2 5-1 6-11 7-10 8-9 / 12-9 10-8 11-7 1-6 2-5 3-4 /"
			 " 4-12 5-3 6-2 7-1 8-11 9-10 / 12-10 11-9 1-8 2-7 3-6 4-5 /"
			 " 5-12 6-4 7-3 8-2 9-1 10-11 / 12-11 1-10 2-9 3-8 4-7 5-6 /"
			 " 6-12 7-5 8-4 9-3 10-2 11-1");
}

/* ---- groups ---------------------------------------------------------------------------- */

TEST(rule_37_groups_of_four_to_six)
{
	static const struct {
		unsigned n, size, groups;
	} want[] = {
		{ 2, 4, 1 },
		{ 3, 4, 1 },
		{ 5, 4, 1 },
		{ 6, 4, 2 },
		{ 7, 4, 2 },
		{ 8, 4, 2 },
		{ 9, 4, 2 },
		{ 11, 4, 3 },
		{ 12, 4, 3 },
		{ 16, 4, 4 },
		{ 17, 4, 4 },
		{ 18, 4, 5 },
		{ 4096, 16, 256 },
		{ 6, 5, 1 },
		{ 7, 5, 2 },
		{ 20, 5, 4 },
		{ 23, 5, 5 },
		{ 12, 6, 2 },
		{ 15, 6, 3 },
		{ 24, 6, 4 },
		{ 4, 3, 2 },
		{ 5, 3, 2 },
		{ 6, 3, 2 },
		{ 0, 4, 0 },
		{ 1, 4, 0 },
		{ 4096, 4, 256 },
	};

	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		unsigned groups = robin_group_count(want[i].n, want[i].size);

		if (groups != want[i].groups)
			fail_msg("%u players, groups of %u: %u, not %u", want[i].n,
			    want[i].size, groups, want[i].groups);
	}
}

/* Returns how far the average group size is from the wanted one. */
static double
size_difference(unsigned n, unsigned groups, unsigned size)
{
	double d = (double)n / groups - size;

	return d < 0 ? -d : d;
}

TEST(rule_37_groups_are_as_close_to_their_size_as_possible)
{
	for (unsigned size = 1; size <= 20; size++) {
		for (unsigned n = 2; n <= 400; n++) {
			unsigned groups = robin_group_count(n, size);

			assert_in_range(groups, 1, n / 2 < 256 ? n / 2 : 256);
			for (unsigned g = 1; g <= n / 2 && g <= 256; g++) {
				assert_true(size_difference(n, groups, size) <=
					    size_difference(n, g, size) + 1e-9);
				if (g > groups)
					assert_true(size_difference(n, groups, size) <
						    size_difference(n, g, size) - 1e-9);
			}
		}
	}
}

TEST(rule_37_seeds_are_dealt_back_and_forth)
{
	static const unsigned want[] = { 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0 };

	for (unsigned i = 0; i < ARRAY_LEN(want); i++)
		assert_int_equal(robin_group_of(i, 3), want[i]);
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(robin_group_of(i, 1), 0);
}

TEST(sizes_of_groups_differ_by_one_at_most)
{
	for (unsigned n = 2; n <= 300; n++) {
		for (unsigned size = 3; size <= 16; size++) {
			unsigned groups = robin_group_count(n, size);
			unsigned count[256] = { 0 };

			for (unsigned i = 0; i < n; i++)
				count[robin_group_of(i, groups)]++;
			for (unsigned g = 0; g < groups; g++)
				assert_in_range(
				    count[g], n / groups, (n + groups - 1) / groups);
			assert_true(count[0] >= 2 && count[groups - 1] >= 2);
		}
	}
}

/* ---- qualification
 * --------------------------------------------------------------------------- */

enum {
	QUALIFIERS = 4096
};

static entry_no qualifier[QUALIFIERS], seeds[QUALIFIERS];

static void
make_qualifiers(unsigned groups, unsigned each)
{
	for (unsigned i = 0; i < groups * each; i++)
		qualifier[i] = (entry_no)(QUALIFIERS - 1 - i);
	memset(seeds, 0xa5, sizeof(seeds));
	robin_seed_qualifiers(qualifier, groups, each, seeds);
}

/* Returns the index of a qualifier: the place in the group is i % each, the group i / each. */
static unsigned
group_of_qualifier(entry_no e)
{
	return QUALIFIERS - 1u - e;
}

/* Counts pairs in the first round of the folded bracket whose players are from the same
 * group. */
static unsigned
count_clashes(const entry_no *by_seed, unsigned n, unsigned each)
{
	unsigned bracket = 1, found = 0;

	while (bracket < n)
		bracket *= 2;
	for (unsigned s = 0; s < n; s++) {
		unsigned o = bracket - 1 - s;

		if (o > s && o < n &&
		    group_of_qualifier(by_seed[s]) / each ==
			group_of_qualifier(by_seed[o]) / each)
			found++;
	}
	return found;
}

TEST(rule_37_group_winners_are_seeded_first_then_runners_up)
{
	for (unsigned groups = 1; groups <= 40; groups++) {
		for (unsigned each = 1; each <= 8; each++) {
			bool seen[QUALIFIERS] = { false };

			make_qualifiers(groups, each);
			for (unsigned s = 0; s < groups * each; s++) {
				unsigned i = group_of_qualifier(seeds[s]);

				assert_true(i < groups * each && !seen[i]);
				seen[i] = true;
				assert_int_equal(i % each, s / groups);
				if (s < groups)
					assert_int_equal(i / each, s);
			}
			assert_int_equal(seeds[groups * each], 0xa5a5);
		}
	}
}

TEST(rule_37_no_first_round_pairing_within_a_group)
{
	for (unsigned groups = 2; groups <= 256; groups += groups < 40 ? 1 : 9) {
		for (unsigned each = 1; each <= 16 && each * groups <= QUALIFIERS; each++) {
			make_qualifiers(groups, each);
			assert_int_equal(count_clashes(seeds, groups * each, each), 0);
		}
	}
}

/* Returns the minimum number of clashes over all orders within the tiers; group winners keep
 * their order. */
static unsigned
least_clashes(entry_no *by_seed, unsigned at, unsigned groups, unsigned each)
{
	unsigned n = groups * each, tier = at - at % groups, best = n;

	if (at == n)
		return count_clashes(by_seed, n, each);
	for (unsigned i = at; i < tier + groups && best > 0; i++) {
		entry_no was = by_seed[at];
		unsigned found;

		if (at < groups && i > at)
			break;
		by_seed[at] = by_seed[i];
		by_seed[i] = was;
		found = least_clashes(by_seed, at + 1, groups, each);
		best = found < best ? found : best;
		by_seed[i] = by_seed[at];
		by_seed[at] = was;
	}
	return best;
}

TEST(rule_37_no_other_order_avoids_more_clashes)
{
	for (unsigned groups = 1; groups <= 5; groups++) {
		for (unsigned each = 1; each <= 3; each++) {
			entry_no tried[16];

			make_qualifiers(groups, each);
			for (unsigned s = 0; s < groups * each; s++)
				tried[s] = qualifier[s % groups * each + s / groups];
			assert_int_equal(count_clashes(seeds, groups * each, each),
			    least_clashes(tried, 0, groups, each));
		}
	}
}

/* Returns the half of the bracket, 0 or 1, by playing its rounds without upsets: the worse seed
 * of each pairing loses and is replaced with the winner. */
static unsigned
bracket_half(unsigned seed, unsigned bracket)
{
	while (seed > 1) {
		if (seed >= bracket / 2)
			seed = bracket - 1 - seed;
		bracket /= 2;
	}
	return seed;
}

TEST(rule_37_winner_and_runner_up_can_meet_only_in_the_final)
{
	for (unsigned groups = 1; groups <= 256; groups++) {
		for (unsigned each = 2; each <= 5; each++) {
			unsigned half[256], bracket = 1;

			while (bracket < groups * each)
				bracket *= 2;
			make_qualifiers(groups, each);
			for (unsigned s = 0; s < 2 * groups; s++) {
				unsigned g = group_of_qualifier(seeds[s]) / each;

				if (s < groups)
					half[g] = bracket_half(s, bracket);
				else
					assert_int_equal(bracket_half(s, bracket), 1 - half[g]);
			}
		}
	}
}

TEST(seeding_of_small_groups_by_hand)
{
	/* A B C D are groups, 1 2 3 are places. */
	static const struct {
		unsigned groups, each;
		const char *want;
	} table[] = {
		{ 2, 2, "A1 B1 A2 B2" },                /* A1-B2, B1-A2 */
		{ 3, 2, "A1 B1 C1 B2 C2 A2" },          /* C1-A2, B2-C2 */
		{ 4, 2, "A1 B1 C1 D1 B2 A2 D2 C2" },    /* A1-C2 D1-B2, B1-D2 C1-A2 */
		{ 2, 3, "A1 B1 A2 B2 A3 B3" },          /* B2-A3, A2-B3 */
		{ 3, 3, "A1 B1 C1 B2 C2 A2 A3 B3 C3" }, /* B3-C3 */
		{ 4, 1, "A1 B1 C1 D1" },
	};

	for (size_t i = 0; i < ARRAY_LEN(table); i++) {
		unsigned each = table[i].each;
		char got[64];
		size_t at = 0;

		make_qualifiers(table[i].groups, each);
		for (unsigned s = 0; s < table[i].groups * each; s++)
			at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%c%u",
			    s == 0 ? "" : " ", 'A' + group_of_qualifier(seeds[s]) / each,
			    group_of_qualifier(seeds[s]) % each + 1);
		assert_string_equal(got, table[i].want);
	}
}
