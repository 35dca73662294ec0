/* SPDX-License-Identifier: MIT */
/* See bearoff.h.  Arrangements are ranked by the checkers on point 6, then on 5, and so on, so
 * that every play leads to a smaller rank.  rank[p][m][n] is what n checkers on point p add to
 * the rank when m checkers remain for points 1..p. */
#include "eval/bearoff.h"

#include <string.h>

#include "base/check.h"

#define ONE 65535.0f
#define ALL_DICE 0x3fu

static void
fill_ranks(struct bearoff_table *t)
{
	uint32_t ways[BEAROFF_POINTS + 1][BEAROFF_CHECKERS_MAX +
					  1]; /* arrangements of up to m checkers on p points */

	for (unsigned p = 0; p <= BEAROFF_POINTS; p++)
		for (unsigned m = 0; m <= BEAROFF_CHECKERS_MAX; m++)
			ways[p][m] = p == 0 || m == 0 ? 1 : ways[p - 1][m] + ways[p][m - 1];
	memset(t->rank, 0, sizeof(t->rank));
	for (unsigned p = 1; p <= BEAROFF_POINTS; p++)
		for (unsigned m = 0; m <= BEAROFF_CHECKERS_MAX; m++)
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

/* Collects the arrangements that a roll may lead to when there are few checkers, for the
 * two-sided table. */
struct reply_list {
	struct bearoff_table *t;
	uint32_t roll_start; /* start of the replies to the current roll */
	uint32_t n;
};

static void
add_reply(struct reply_list *r, const uint8_t *at)
{
	uint32_t i = bearoff_index(r->t, at, BEAROFF_FEW_CHECKERS);

	for (uint32_t k = r->roll_start; k < r->n; k++)
		if (r->t->reply[k] == i)
			return;
	CHECK(r->n < BEAROFF_REPLIES);
	r->t->reply[r->n++] = (uint16_t)i;
}

static unsigned
highest_point(const uint8_t *at)
{
	unsigned top = BEAROFF_POINTS;

	while (top > 0 && at[top] == 0)
		top--;
	return top;
}

/* Moves one checker from p by d points, or undoes that. */
static void
shift_checker(uint8_t *at, unsigned p, unsigned d, bool back)
{
	at[p] = (uint8_t)(back ? at[p] + 1 : at[p] - 1);
	if (p > d)
		at[p - d] = (uint8_t)(back ? at[p - d] - 1 : at[p - d] + 1);
}

/* Plays die[k] and the dice after it in every possible way.  With equal dice, steps are tried
 * only in descending order; `from` is then the point from which the previous step started. */
static void
add_replies_to_dice(struct reply_list *r, uint8_t *at, const uint8_t *die, unsigned k,
    unsigned n, unsigned from)
{
	unsigned top = highest_point(at);

	if (k == n || top == 0) {
		add_reply(r, at);
		return;
	}
	for (unsigned p = from < top ? from : top; p >= 1; p--) {
		if (at[p] == 0 || (p < die[k] && p != top))
			continue;
		shift_checker(at, p, die[k], false);
		add_replies_to_dice(r, at, die, k + 1, n, n == 4 ? p : BEAROFF_POINTS);
		shift_checker(at, p, die[k], true);
	}
}

static void
add_replies_to_roll(struct reply_list *r, uint8_t *at, unsigned a, unsigned b)
{
	const uint8_t dice[4] = { (uint8_t)a, (uint8_t)b, (uint8_t)a, (uint8_t)a };
	const uint8_t turned[2] = { (uint8_t)b, (uint8_t)a };

	add_replies_to_dice(r, at, dice, 0, a == b ? 4 : 2, BEAROFF_POINTS);
	if (a != b)
		add_replies_to_dice(r, at, turned, 0, 2, BEAROFF_POINTS);
}

static void
add_shifted(float *sum, const uint16_t *row, unsigned n, unsigned weight)
{
	for (unsigned k = 1; k < n; k++)
		sum[k] += (float)(weight * row[k - 1]) / 36.0f;
}

static float
store_distribution(uint16_t *row, const float *sum, unsigned n)
{
	float mean = 0.0f, total = 0.0f;

	for (unsigned k = 0; k < n; k++) {
		row[k] = (uint16_t)(sum[k] + 0.5f);
		mean += (float)(k + 1) * sum[k];
		total += sum[k];
	}
	return mean / total;
}

/* The arrangements to which each single die leads. */
struct die_plays {
	uint16_t to[6][BEAROFF_POINTS];
	uint8_t n[6];
	/* off[0]: all bits are set if this die bears off a checker; off[k]: bit e - 1 is set if
	 * k dice of number e, played after this die, bear off a checker */
	uint8_t off[4][6];
};

static void
find_die_plays(const struct bearoff_table *t, const struct bearoff_scratch *w, uint8_t *at,
    struct die_plays *s_out)
{
	unsigned top = highest_point(at);

	memset(s_out, 0, sizeof(*s_out));
	for (unsigned d = 0; d < 6; d++)
		for (unsigned p = top; p >= 1; p--) {
			uint32_t j;

			if (at[p] == 0 || (p < d + 1 && p != top))
				continue;
			shift_checker(at, p, d + 1, false);
			j = bearoff_index(t, at, BEAROFF_CHECKERS_MAX);
			shift_checker(at, p, d + 1, true);
			s_out->to[d][s_out->n[d]++] = (uint16_t)j;
			s_out->off[0][d] |= p <= d + 1 ? ALL_DICE : 0;
			for (unsigned n = 0; n < 3; n++)
				s_out->off[n + 1][d] |= w->can_bear_off[n][j];
		}
}

/* Returns the best arrangement after die d, or `best` if that is better (BEAROFF_SIZE: none
 * yet).  rest: maps an arrangement to its best result after the remaining dice; NULL if no dice
 * remain. */
static uint32_t
better_arrangement(const struct die_plays *s, unsigned d, const uint16_t *rest,
    const float *mean, uint32_t best)
{
	for (unsigned k = 0; k < s->n[d]; k++) {
		uint32_t j = rest != NULL ? rest[s->to[d][k]] : s->to[d][k];

		if (best == BEAROFF_SIZE || mean[j] < mean[best])
			best = j;
	}
	return best;
}

static bool
dice_bear_off(const struct die_plays *s, unsigned d, unsigned n, unsigned then)
{
	return ((s->off[0][d] | s->off[n][d]) >> then & 1u) != 0;
}

static void
fill_scratch(
    struct bearoff_table *t, struct bearoff_scratch *w, uint32_t i, const struct die_plays *s)
{
	const float *mean[2] = { t->mean_rolls, t->first_mean_rolls };

	for (unsigned n = 0; n < 3; n++)
		for (unsigned d = 0; d < 6; d++)
			if (dice_bear_off(s, d, n, d))
				w->can_bear_off[n][i] |= (uint8_t)(1u << d);
	for (unsigned what = 0; what < 2; what++)
		for (unsigned n = 0; n < 3; n++)
			for (unsigned d = 0; d < 6; d++)
				w->best_after_dice[what][n][d][i] =
				    (uint16_t)better_arrangement(s, d,
					n > 0 ? w->best_after_dice[what][n - 1][d] : NULL,
					mean[what], BEAROFF_SIZE);
}

static void
fill_entry(struct bearoff_table *t, struct bearoff_scratch *w, uint32_t i, uint8_t *at)
{
	float off[BEAROFF_ROLLS_MAX] = { 0 }, first[BEAROFF_FIRST_ROLLS_MAX] = { 0 };
	struct die_plays s;

	find_die_plays(t, w, at, &s);
	for (unsigned a = 0; a < 6; a++)
		for (unsigned b = 0; b <= a; b++) {
			unsigned weight = a == b ? 1 : 2,
				 rest = a == b ? 2 : 0; /* remaining dice, minus one */
			uint32_t best[2];

			for (unsigned what = 0; what < 2; what++) {
				const float *mean =
				    what == 0 ? t->mean_rolls : t->first_mean_rolls;

				best[what] = better_arrangement(&s, a,
				    w->best_after_dice[what][rest][b], mean, BEAROFF_SIZE);
				if (a != b)
					best[what] = better_arrangement(&s, b,
					    w->best_after_dice[what][0][a], mean, best[what]);
			}
			if (best[0] == 0)
				off[0] += (float)weight * ONE / 36.0f;
			else
				add_shifted(
				    off, t->all_off_chance[best[0]], BEAROFF_ROLLS_MAX, weight);
			if (dice_bear_off(&s, a, rest + 1, b) ||
			    (a != b && dice_bear_off(&s, b, 1, a)))
				first[0] += (float)weight * ONE / 36.0f;
			else
				add_shifted(first, t->first_off_chance[best[1]],
				    BEAROFF_FIRST_ROLLS_MAX, weight);
		}
	t->mean_rolls[i] = store_distribution(t->all_off_chance[i], off, BEAROFF_ROLLS_MAX);
	t->first_mean_rolls[i] =
	    store_distribution(t->first_off_chance[i], first, BEAROFF_FIRST_ROLLS_MAX);
	fill_scratch(t, w, i, &s);
}

/* Lists, for each roll, the arrangements that an arrangement of few checkers may become. */
static void
fill_replies(struct bearoff_table *t, struct bearoff_scratch *w, uint32_t i, uint8_t *at)
{
	struct reply_list r = { .t = t, .n = t->reply_start[i][0] };
	unsigned roll = 0;

	(void)w;
	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++) {
			r.roll_start = r.n;
			add_replies_to_roll(&r, at, a, b);
			t->reply_start[i][++roll] = r.n;
		}
	if (i + 1 < BEAROFF_FEW_SIZE)
		t->reply_start[i + 1][0] = r.n;
}

/* Visits every arrangement in order of rank.  p: the next point to fill; left: the number of
 * checkers not yet placed. */
static void
visit_arrangements(struct bearoff_table *t, struct bearoff_scratch *w, uint8_t *at, unsigned p,
    unsigned left, uint32_t *i,
    void (*each)(struct bearoff_table *, struct bearoff_scratch *, uint32_t, uint8_t *))
{
	if (p == 0) {
		if (*i > 0)
			each(t, w, *i, at);
		++*i;
		return;
	}
	for (unsigned n = 0; n <= left; n++) {
		at[p] = (uint8_t)n;
		visit_arrangements(t, w, at, p - 1, left - n, i, each);
	}
	at[p] = 0;
}

/* Returns the chance of the side with arrangement i, which is to roll, against arrangement j.
 * The values for smaller ranks must be known. */
static float
compute_few_win_chance(const struct bearoff_table *t, uint32_t i, uint32_t j)
{
	const uint32_t *at = t->reply_start[i];
	unsigned roll = 0;
	float sum = 0.0f;

	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++, roll++) {
			float least =
			    1.0f; /* smallest chance of the opponent after this roll */

			for (uint32_t k = at[roll]; k < at[roll + 1]; k++) {
				float x =
				    t->reply[k] == 0 ? 0.0f : t->few_win_chance[j][t->reply[k]];

				least = x < least ? x : least;
			}
			sum += (1.0f - least) * (a == b ? 1.0f : 2.0f);
		}
	return sum / 36.0f;
}

void
bearoff_table_fill(struct bearoff_table *t, struct bearoff_scratch *work)
{
	uint8_t at[BEAROFF_POINTS + 1] = { 0 };
	uint32_t i = 0, few = 0;

	memset(t, 0, sizeof(*t));
	memset(work, 0, sizeof(*work)); /* arrangement 0, no checkers, leads to itself */
	fill_ranks(t);
	visit_arrangements(t, work, at, BEAROFF_POINTS, BEAROFF_CHECKERS_MAX, &i, fill_entry);
	visit_arrangements(
	    t, work, at, BEAROFF_POINTS, BEAROFF_FEW_CHECKERS, &few, fill_replies);
	CHECK(i == BEAROFF_SIZE && few == BEAROFF_FEW_SIZE);
	/* a play leads to a smaller rank, so the required values are in rows and columns
	 * already filled */
	for (i = 1; i < BEAROFF_FEW_SIZE; i++)
		for (uint32_t j = 1; j <= i; j++) {
			t->few_win_chance[i][j] = compute_few_win_chance(t, i, j);
			t->few_win_chance[j][i] = compute_few_win_chance(t, j, i);
		}
}

static bool
has_few_checkers(const uint8_t *at)
{
	unsigned n = 0;

	for (unsigned p = 1; p <= BEAROFF_POINTS; p++)
		n += at[p];
	return n <= BEAROFF_FEW_CHECKERS;
}

static bool
has_borne_off(const uint8_t *at)
{
	return at[0] > 0;
}

void
bearoff_chances(const struct bearoff_table *t, const uint8_t *me, const uint8_t *other,
    float *win_out, float *win_gammon_out, float *lose_gammon_out)
{
	uint32_t i = bearoff_index(t, me, BEAROFF_CHECKERS_MAX),
		 j = bearoff_index(t, other, BEAROFF_CHECKERS_MAX);
	const uint16_t *mine = t->all_off_chance[i], *my_first = t->first_off_chance[i];
	const uint16_t *theirs = t->all_off_chance[j], *their_first = t->first_off_chance[j];
	float win = 0.0f, gammon = 0.0f, lost = 0.0f;
	float their_left = ONE, their_none = ONE, my_none = ONE;

	/* before my roll k + 1 the opponent has rolled k times; before theirs, I have rolled k
	 * + 1 times */
	for (unsigned k = 0; k < BEAROFF_ROLLS_MAX; k++) {
		win += (float)mine[k] * their_left;
		gammon += (float)mine[k] * their_none;
		if (k < BEAROFF_FIRST_ROLLS_MAX)
			my_none -= (float)my_first[k];
		lost += (float)theirs[k] * my_none;
		their_left -= (float)theirs[k];
		if (k < BEAROFF_FIRST_ROLLS_MAX)
			their_none -= (float)their_first[k];
	}
	*win_out = has_few_checkers(me) && has_few_checkers(other)
		       ? t->few_win_chance[bearoff_index(t, me, BEAROFF_FEW_CHECKERS)]
					  [bearoff_index(t, other, BEAROFF_FEW_CHECKERS)]
		       : win / (ONE * ONE);
	*win_gammon_out = has_borne_off(other) ? 0.0f : gammon / (ONE * ONE);
	*lose_gammon_out = has_borne_off(me) ? 0.0f : lost / (ONE * ONE);
}
