/* SPDX-License-Identifier: MIT */
/* Applies the usual statistical tests to many rolls, and to slightly biased dice, which must
 * fail them.
 *
 * Ten million rolls; a tenth with GAMMON_COUNTS=tenth and under valgrind.  The significance
 * level is 0.1 %; the seeds are fixed. */
#include <math.h>

#include "base/rng.h"
#include "fair/dice.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

enum dice_bias {
	UNBIASED,
	SIX,              /* sixes 0.01 more likely than 1/6 */
	TOO_MANY_DOUBLES, /* doubles 0.01 more likely than 1/6 */
	REPEATS_DIE,      /* the next roll begins with this roll's second die, 0.01 too often */
	BIASES,
};

struct roll_counts {
	uint64_t n, pair[6][6], next[6][6], runs[2][4];
	double pips, squares, products, last;
	unsigned before[2], run[2];
};

static uint64_t
rolls_wanted(void)
{
	unsigned n = test_cases(10000000);

	return n > 1000000 ? n : 1000000; /* with fewer rolls the bias is not detected */
}

/* Counts each die's runs of sixes: of length 1, 2, 3, and longer. */
static void
count_run(struct roll_counts *c, unsigned i, unsigned die)
{
	if (die == 5) {
		c->run[i]++;
	} else if (c->run[i] > 0) {
		c->runs[i][c->run[i] < 4 ? c->run[i] - 1 : 3]++;
		c->run[i] = 0;
	}
}

static void
count_roll(struct roll_counts *c, const uint8_t d[2])
{
	unsigned a = d[0] - 1u, b = d[1] - 1u;
	double pips = d[0] + d[1] - 7.0;

	if (c->n > 0) {
		c->next[c->before[1]][a]++;
		c->products += pips * c->last;
	}
	c->pair[a][b]++;
	c->pips += pips;
	c->squares += pips * pips;
	count_run(c, 0, a);
	count_run(c, 1, b);
	c->before[0] = a;
	c->before[1] = b;
	c->last = pips;
	c->n++;
}

static void
spoil(enum dice_bias wrong, struct rng *r, const uint8_t before[2], uint8_t d[2])
{
	if (wrong == UNBIASED ||
	    rng_below(r, 1000) >= 12) /* in five sixths of these cases the die changes */
		return;
	if (wrong == SIX)
		d[0] = 6;
	else if (wrong == TOO_MANY_DOUBLES)
		d[1] = d[0];
	else
		d[0] = before[1];
}

static double
chi_square_term(double is, double should)
{
	return (is - should) * (is - should) / should;
}

/* Returns how many tests reject the dice. */
static unsigned
bias_found(const struct roll_counts *c, bool tell)
{
	double n = (double)c->n, pairs = 0, unordered = 0, faces = 0, serial = 0, runs = 0;
	double doubles = 0, z, r;
	unsigned bad = 0;

	for (unsigned a = 0; a < 6; a++) {
		double face = 0;

		doubles += (double)c->pair[a][a];
		unordered += chi_square_term((double)c->pair[a][a], n / 36);
		for (unsigned b = 0; b < 6; b++) {
			face += (double)(c->pair[a][b] + c->pair[b][a]);
			pairs += chi_square_term((double)c->pair[a][b], n / 36);
			serial += chi_square_term((double)c->next[a][b], (n - 1) / 36);
			if (b < a)
				unordered += chi_square_term(
				    (double)(c->pair[a][b] + c->pair[b][a]), n / 18);
		}
		faces += chi_square_term(face, n / 3);
	}
	for (unsigned k = 0; k < 4; k++)
		for (unsigned i = 0; i < 2; i++) {
			double p = pow(1 / 6.0, k + 1.0);

			runs += chi_square_term(
			    (double)c->runs[i][k], k < 3 ? n * p * 25 / 36 : n * p * 5 / 6);
		}
	z = (doubles - n / 6) / sqrt(5 * n / 36);
	r = c->products / c->squares * sqrt(n);
	bad += pairs > 66.62;
	bad += unordered > 45.31;
	bad += faces > 20.52;
	bad += fabs(z) > 3.29;
	bad +=
	    serial > 66.62; /* 35 degrees of freedom: the cells are not fitted to the margins */
	bad += fabs(r) > 3.29;
	bad += runs > 26.12; /* 8 cells */
	if (tell)
		print_message(
		    "%.0f rolls: pairs %.2f, unordered %.2f, faces %.2f, doubles %+.2f, "
		    "serial %.2f, correlation %+.2f, runs %.2f: %u reject\n",
		    n, pairs, unordered, faces, z, serial, r, runs, bad);
	return bad;
}

static unsigned
test_rejects(enum dice_bias wrong)
{
	static const uint8_t SEED[FAIR_SEED_BYTES] = { 1, 2, 3 };
	uint64_t n = rolls_wanted();
	struct roll_counts c = { 0 };
	struct fair_dice f;
	struct rng r;

	rng_seed(&r, 9);
	fair_dice_init(&f, SEED, "many", "", 0, "", 0);
	for (uint64_t i = 0; i < n; i++) {
		const uint8_t before[2] = { (uint8_t)(c.before[0] + 1),
			(uint8_t)(c.before[1] + 1) };
		uint8_t d[2];

		fair_dice_roll(&f, (uint32_t)i, d);
		spoil(wrong, &r, before, d);
		count_roll(&c, d);
	}
	return bias_found(&c, true);
}

TEST(the_servers_dice_pass)
{
	assert_int_equal(test_rejects(UNBIASED), 0);
}

TEST(dice_with_a_bias_of_one_in_a_hundred_fail)
{
	for (enum dice_bias w = SIX; w < BIASES; w++)
		assert_true(test_rejects(w) > 0);
}
