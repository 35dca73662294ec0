/* SPDX-License-Identifier: MIT */
/* See bearoff.h.  Arrangements are ranked by the checkers on 6, then on 5, and so on, so that
 * every play leads to a smaller rank: rank[p][m][n] is what n checkers on p add when m are left
 * for the points 1..p. */
#include "eval/bearoff.h"

#include <string.h>

#include "base/check.h"

#define ONE 65535.0f

static void
rank_fill(struct bearoff_table *t)
{
	uint32_t ways[BEAROFF_POINTS + 1][BEAROFF_MEN + 1]; /* up to m checkers on p points */

	for (unsigned p = 0; p <= BEAROFF_POINTS; p++)
		for (unsigned m = 0; m <= BEAROFF_MEN; m++)
			ways[p][m] = p == 0 || m == 0 ? 1 : ways[p - 1][m] + ways[p][m - 1];
	memset(t->rank, 0, sizeof(t->rank));
	for (unsigned p = 1; p <= BEAROFF_POINTS; p++)
		for (unsigned m = 0; m <= BEAROFF_MEN; m++)
			for (unsigned n = 1; n <= m; n++)
				t->rank[p][m][n] =
				    t->rank[p][m][n - 1] + ways[p - 1][m - (n - 1)];
}

uint32_t
bearoff_index(const struct bearoff_table *t, const uint8_t *at, unsigned men)
{
	unsigned left = men;
	uint32_t i = 0;

	for (unsigned p = BEAROFF_POINTS; p >= 1; p--) {
		i += t->rank[p][left][at[p]];
		left -= at[p];
	}
	return i;
}

/* The best plays of a roll so far: by rolls to the end, and by rolls to the first one off. */
struct best {
	struct bearoff_table *t;
	uint32_t last, first;
	bool any_off; /* some play bears one off */
	bool found;
	bool few;      /* instead: all replies are entered in the table */
	uint32_t from; /* where those of this roll begin */
	uint32_t n;
};

/* Adds an arrangement of few checkers to the replies of a roll, once. */
static void
add_reply(struct best *best, const uint8_t *at)
{
	uint32_t i = bearoff_index(best->t, at, BEAROFF_FEW);

	for (uint32_t k = best->from; k < best->n; k++)
		if (best->t->reply[k] == i)
			return;
	CHECK(best->n < BEAROFF_REPLIES);
	best->t->reply[best->n++] = (uint16_t)i;
}

static void
consider(struct best *best, const uint8_t *at, bool off)
{
	uint32_t i;

	if (best->few) {
		add_reply(best, at);
		return;
	}
	i = bearoff_index(best->t, at, BEAROFF_MEN);
	if (!best->found || best->t->mean[i] < best->t->mean[best->last])
		best->last = i;
	if (!best->found || best->t->first_mean[i] < best->t->first_mean[best->first])
		best->first = i;
	best->any_off = best->any_off || off;
	best->found = true;
}

/* Plays the dice from die[k] on; from: where the step before began, of equal dice. */
static void
play(struct best *best, uint8_t *at, const uint8_t *die, unsigned k, unsigned n, unsigned from,
    bool off)
{
	unsigned top = BEAROFF_POINTS, d;

	while (top > 0 && at[top] == 0)
		top--;
	if (k == n || top == 0) {
		consider(best, at, off);
		return;
	}
	d = die[k];
	for (unsigned p = from < top ? from : top; p >= 1; p--) {
		unsigned to = p > d ? p - d : 0;

		if (at[p] == 0 || (p < d && p != top))
			continue;
		at[p]--;
		if (to > 0)
			at[to]++;
		play(best, at, die, k + 1, n, n == 4 ? p : BEAROFF_POINTS, off || to == 0);
		at[p]++;
		if (to > 0)
			at[to]--;
	}
}

static void
play_roll(struct best *best, uint8_t *at, unsigned a, unsigned b)
{
	const uint8_t dice[4] = { (uint8_t)a, (uint8_t)b, (uint8_t)a, (uint8_t)a };
	const uint8_t turned[2] = { (uint8_t)b, (uint8_t)a };

	play(best, at, dice, 0, a == b ? 4 : 2, BEAROFF_POINTS, false);
	if (a != b)
		play(best, at, turned, 0, 2, BEAROFF_POINTS, false);
}

static void
add_shifted(float *sum, const uint16_t *row, unsigned n, unsigned weight)
{
	for (unsigned k = 1; k < n; k++)
		sum[k] += (float)(weight * row[k - 1]) / 36.0f;
}

static float
store(uint16_t *row, const float *sum, unsigned n)
{
	float mean = 0.0f, total = 0.0f;

	for (unsigned k = 0; k < n; k++) {
		row[k] = (uint16_t)(sum[k] + 0.5f);
		mean += (float)(k + 1) * sum[k];
		total += sum[k];
	}
	return mean / total;
}

static void
entry_fill(struct bearoff_table *t, uint32_t i, uint8_t *at)
{
	float off[BEAROFF_ROLLS] = { 0 }, first[BEAROFF_FIRST] = { 0 };

	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++) {
			unsigned weight = a == b ? 1 : 2;
			struct best best = { .t = t };

			play_roll(&best, at, a, b);
			if (best.last == 0)
				off[0] += (float)weight * ONE / 36.0f;
			else
				add_shifted(off, t->off[best.last], BEAROFF_ROLLS, weight);
			if (best.any_off)
				first[0] += (float)weight * ONE / 36.0f;
			else
				add_shifted(first, t->first[best.first], BEAROFF_FIRST, weight);
		}
	t->mean[i] = store(t->off[i], off, BEAROFF_ROLLS);
	t->first_mean[i] = store(t->first[i], first, BEAROFF_FIRST);
}

/* The replies of an arrangement of few checkers, roll by roll. */
static void
replies_fill(struct bearoff_table *t, uint32_t i, uint8_t *at)
{
	struct best best = { .t = t, .few = true, .n = t->reply_at[i][0] };
	unsigned roll = 0;

	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++) {
			best.from = best.n;
			play_roll(&best, at, a, b);
			t->reply_at[i][++roll] = best.n;
		}
	if (i + 1 < BEAROFF_FEW_SIZE)
		t->reply_at[i + 1][0] = best.n;
}

/* Every arrangement in the order of its rank: point p, with so many checkers left. */
static void
walk(struct bearoff_table *t, uint8_t *at, unsigned p, unsigned left, uint32_t *i,
    void (*each)(struct bearoff_table *t, uint32_t i, uint8_t *at))
{
	if (p == 0) {
		if (*i > 0)
			each(t, *i, at);
		++*i;
		return;
	}
	for (unsigned n = 0; n <= left; n++) {
		at[p] = (uint8_t)n;
		walk(t, at, p - 1, left - n, i, each);
	}
	at[p] = 0;
}

/* Chance of i, to roll, against j; what follows is known. */
static float
few_value(const struct bearoff_table *t, uint32_t i, uint32_t j)
{
	const uint32_t *at = t->reply_at[i];
	unsigned roll = 0;
	float sum = 0.0f;

	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++, roll++) {
			float least = 1.0f; /* of the other's chances then */

			for (uint32_t k = at[roll]; k < at[roll + 1]; k++) {
				float x = t->reply[k] == 0 ? 0.0f : t->few[j][t->reply[k]];

				least = x < least ? x : least;
			}
			sum += (1.0f - least) * (a == b ? 1.0f : 2.0f);
		}
	return sum / 36.0f;
}

void
bearoff_fill(struct bearoff_table *t)
{
	uint8_t at[BEAROFF_POINTS + 1] = { 0 };
	uint32_t i = 0, few = 0;

	memset(t, 0, sizeof(*t));
	rank_fill(t);
	walk(t, at, BEAROFF_POINTS, BEAROFF_MEN, &i, entry_fill);
	walk(t, at, BEAROFF_POINTS, BEAROFF_FEW, &few, replies_fill);
	CHECK(i == BEAROFF_SIZE && few == BEAROFF_FEW_SIZE);
	/* a play leads to a smaller rank, so what counts is in the square before this one */
	for (i = 1; i < BEAROFF_FEW_SIZE; i++)
		for (uint32_t j = 1; j <= i; j++) {
			t->few[i][j] = few_value(t, i, j);
			t->few[j][i] = few_value(t, j, i);
		}
}

static bool
is_few(const uint8_t *at)
{
	unsigned n = 0;

	for (unsigned p = 1; p <= BEAROFF_POINTS; p++)
		n += at[p];
	return n <= BEAROFF_FEW;
}

static bool
any_off(const uint8_t *at)
{
	return at[0] > 0;
}

void
bearoff_chances(const struct bearoff_table *t, const uint8_t *me, const uint8_t *other,
    float *win_out, float *win_gammon_out, float *lose_gammon_out)
{
	uint32_t i = bearoff_index(t, me, BEAROFF_MEN),
		 j = bearoff_index(t, other, BEAROFF_MEN);
	const uint16_t *mine = t->off[i], *my_first = t->first[i];
	const uint16_t *theirs = t->off[j], *their_first = t->first[j];
	float win = 0.0f, gammon = 0.0f, lost = 0.0f;
	float their_left = ONE, their_none = ONE, my_none = ONE;

	/* before roll k + 1 of mine they have rolled k times; before theirs, I have k + 1 times
	 */
	for (unsigned k = 0; k < BEAROFF_ROLLS; k++) {
		win += (float)mine[k] * their_left;
		gammon += (float)mine[k] * their_none;
		if (k < BEAROFF_FIRST)
			my_none -= (float)my_first[k];
		lost += (float)theirs[k] * my_none;
		their_left -= (float)theirs[k];
		if (k < BEAROFF_FIRST)
			their_none -= (float)their_first[k];
	}
	*win_out = is_few(me) && is_few(other) ? t->few[bearoff_index(t, me, BEAROFF_FEW)]
						       [bearoff_index(t, other, BEAROFF_FEW)]
					       : win / (ONE * ONE);
	*win_gammon_out = any_off(other) ? 0.0f : gammon / (ONE * ONE);
	*lose_gammon_out = any_off(me) ? 0.0f : lost / (ONE * ONE);
}
