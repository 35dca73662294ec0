/* SPDX-License-Identifier: MIT */
/* The FIBS rating formula compared with FIBS's own numbers (captures; PROTOCOL.md 8). */
#include "base/rng.h"
#include "rules/rating.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

static const char *
print_number(char *text, size_t size, double x)
{
	(void)snprintf(text, size, "%.6f", x);
	return text;
}

static void
assert_prints(double x, const char *want)
{
	char text[64];

	assert_string_equal(print_number(text, sizeof(text), x), want);
}

static void
assert_prints_rating(double x, const char *want)
{
	char text[64];

	(void)snprintf(text, sizeof(text), "%.2f", x);
	assert_string_equal(text, want);
}

/* Worked cases, every number to the last digit: the difference, the underdog's chance, both K,
 * both changes and both resulting ratings. */
TEST(changes_match_the_reference_table)
{
	static const struct {
		double winner;
		uint32_t winner_experience;
		double loser;
		uint32_t loser_experience;
		unsigned length;
		const char *difference, *underdog, *k_winner, *k_loser, *change_winner,
		    *change_loser, *winner_after, *loser_after;
	} row[] = {
		{ 1500, 0, 1500, 0, 1, "0.000000", "0.500000", "5.000000", "5.000000",
		    "10.000000", "-10.000000", "1510.00", "1490.00" },
		{ 1500, 0, 1500, 0, 5, "0.000000", "0.500000", "5.000000", "5.000000",
		    "22.360680", "-22.360680", "1522.36", "1477.64" },
		{ 1600, 450, 1500, 20, 5, "100.000000", "0.435994", "1.000000", "4.800000",
		    "3.899648", "-18.718310", "1603.90", "1481.28" },
		{ 1500, 20, 1600, 450, 5, "100.000000", "0.435994", "4.800000", "1.000000",
		    "24.214195", "-5.044624", "1524.21", "1594.96" },
		{ 1655.634835, 2761, 1500, 187, 3, "155.634835", "0.423029", "1.000000",
		    "3.130000", "2.930831", "-9.173502", "1658.57", "1490.83" },
		/* two new players, three points */
		{ 1500, 0, 1500, 0, 3, "0.000000", "0.500000", "5.000000", "5.000000",
		    "17.320508", "-17.320508", "1517.32", "1482.68" },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct rating_calc c = rating_match(row[i].winner, row[i].winner_experience,
		    row[i].loser, row[i].loser_experience, row[i].length);

		assert_prints(c.difference, row[i].difference);
		assert_prints(c.underdog_chance, row[i].underdog);
		assert_prints(c.k_winner, row[i].k_winner);
		assert_prints(c.k_loser, row[i].k_loser);
		assert_prints(c.change_winner, row[i].change_winner);
		assert_prints(c.change_loser, row[i].change_loser);
		assert_prints_rating(row[i].winner + c.change_winner, row[i].winner_after);
		assert_prints_rating(row[i].loser + c.change_loser, row[i].loser_after);
	}
}

/* Checks that the printed result can follow from some rating that rounds to the printed one,
 * because FIBS calculates with more digits than it prints. */
static void
assert_could_print(double before, double change, const char *want)
{
	double after = strtod(want, NULL);

	assert_true(before - 0.005 + change < after + 0.005);
	assert_true(before + 0.005 + change > after - 0.005);
}

/* Ratings as printed by FIBS, before and after.  "rounded": the result of calculating with the
 * printed ratings. */
TEST(changes_match_captured_matches)
{
	static const struct {
		double winner, loser;
		unsigned length;
		const char *underdog, *winner_rounded, *loser_rounded, *winner_after,
		    *loser_after;
	} row[] = {
		{ 1498.92, 891.29, 1, "0.331910", "1500.25", "889.96", "1500.25", "889.96" },
		{ 2026.77, 1726.46, 5, "0.315807", "2029.59", "1723.64", "2029.60", "1723.63" },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct rating_calc c =
		    rating_match(row[i].winner, 10004, row[i].loser, 10004, row[i].length);

		assert_prints(c.underdog_chance, row[i].underdog);
		assert_prints_rating(row[i].winner + c.change_winner, row[i].winner_rounded);
		assert_prints_rating(row[i].loser + c.change_loser, row[i].loser_rounded);
		assert_could_print(row[i].winner, c.change_winner, row[i].winner_after);
		assert_could_print(row[i].loser, c.change_loser, row[i].loser_after);
	}
}

/* Every number of the rating report. */
TEST(every_value_of_the_rating_report)
{
	struct rating_calc c = rating_match(1655.634835, 2761, 1500, 187, 3);

	assert_prints(c.difference, "155.634835");
	assert_prints(c.underdog_chance, "0.423029");
	assert_prints(c.p, "0.423029");
	assert_prints(c.k_winner, "1.000000");
	assert_prints(c.k_loser, "3.130000");
}

TEST(the_underdog_wins_more)
{
	struct rating_calc c = rating_match(1500, 1000, 1600, 1000, 5);

	assert_true(c.p == 1.0 - c.underdog_chance);
	assert_true(c.underdog_chance < 0.5);
	assert_true(c.change_winner == -c.change_loser);
	c = rating_match(1500, 1000, 1500, 1000, 99);
	assert_true(c.p == 0.5);
}

TEST(the_factor_falls_with_experience_to_one)
{
	static const struct {
		uint32_t experience;
		const char *k;
	} row[] = {
		{ 0, "5.000000" },
		{ 1, "4.990000" },
		{ 187, "3.130000" },
		{ 399, "1.010000" },
		{ 400, "1.000000" },
		{ 401, "1.000000" },
		{ UINT32_MAX, "1.000000" },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct rating_calc c = rating_match(1500, row[i].experience, 1500, 0, 1);

		assert_prints(c.k_winner, row[i].k);
		c = rating_match(1500, 0, 1500, row[i].experience, 1);
		assert_prints(c.k_loser, row[i].k);
	}
}

TEST(a_change_is_limited_to_the_remaining_allowance)
{
	const struct rating_headroom room = rating_headroom(30, 40),
				     beyond = rating_headroom(-48, 40);

	assert_true(room.up == 10 && room.down == 70);
	assert_true(beyond.up == 88 && beyond.down == 0);
	assert_true(
	    rating_headroom_share(10, room) == 1 && rating_headroom_share(-70, room) == 1);
	assert_true(
	    rating_headroom_share(20, room) == 0.5 && rating_headroom_share(-140, room) == 0.5);
	assert_true(
	    rating_headroom_share(-1, beyond) == 0 && rating_headroom_share(88, beyond) == 1);
	assert_true(rating_headroom_share(0, beyond) == 1);
	assert_true(rating_headroom_share(1e6, RATING_HEADROOM_UNLIMITED) == 1);
	assert_true(rating_headroom_smaller(room, beyond).up == 10);
	assert_true(rating_headroom_smaller(room, beyond).down == 0);
}

/* Returns whether the limit applies when two equal players play twenty matches to 5 in an
 * evening; the first match is never limited. */
static bool
change_is_limited(struct rng *r)
{
	double rating[2] = { 1500, 1500 }, net[2] = { 0, 0 };
	bool cut = false;

	for (unsigned i = 0; i < 20; i++) {
		unsigned win = rng_below(r, 2);
		struct rating_calc c =
		    rating_match(rating[win], 400 + 5 * i, rating[1 - win], 400 + 5 * i, 5);

		for (unsigned k = 0; k < 2; k++) {
			double change = k == win ? c.change_winner : c.change_loser;
			double factor =
			    i == 0 ? 1
				   : rating_headroom_share(change, rating_headroom(net[k], 40));

			cut = cut || factor < 1;
			rating[k] += factor * change;
			net[k] += factor * change;
		}
	}
	return cut;
}

TEST(evenings_of_equal_players_are_rarely_limited)
{
	unsigned evenings = test_cases(200000), cut = 0;
	struct rng r;

	rng_seed(&r, 40);
	for (unsigned i = 0; i < evenings; i++)
		cut += change_is_limited(&r);
	print_message("%u of %u evenings, %.2f %%\n", cut, evenings, 100.0 * cut / evenings);
	assert_true(cut > 0 && cut <= evenings * 6 / 100);
}
