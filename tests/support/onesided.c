/* SPDX-License-Identifier: MIT */
/* See onesided.h.  Arrangements are ranked as in eval/bearoff.c, so every play leads to a
 * smaller rank; rank 0 has no checkers and stands for the aim reached. */
#define _DEFAULT_SOURCE /* madvise */
#include "tests/support/onesided.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "rules/move.h"
#include "tests/support/players.h"

#define MEN 15u
#define TABLE_POINTS 12u
#define ARRANGEMENTS 17383860u /* C(27, 12) */
#define ROLLS_MAX 48u
#define FOLLOWED_POINTS 18u    /* checkers beyond are not followed */
#define CHECKERS_BEYOND_MAX 2u /* checkers beyond TABLE_POINTS that are followed */
/* rolls of a distribution that are kept, from the first possible one */
#define CHANCES_KEPT 24u
#define CHANCE_ONE 65535.0f
#define PIPS_PER_ROLL 8.1667f

/* What a side tries to reach in the fewest rolls. */
enum goal {
	ALL_OFF,
	FIRST_OFF,
	AIMS,
};

struct roll_distribution {
	uint16_t first_roll;
	uint16_t chance[CHANCES_KEPT]; /* that roll from + k + 1 reaches the aim, in units of
					  1/65535 */
};

struct best_reply {
	uint32_t to;
	float mean_rolls;
};

/* The best arrangements reached by one to three dice of the same number: [dice - 1][die - 1].
 */
struct same_die_replies {
	struct best_reply replies[3][6];
};

static uint32_t rank[TABLE_POINTS + 1][MEN + 1][MEN + 1];
static struct roll_distribution *rows[AIMS];
static float *mean_rolls[AIMS]; /* average numbers of rolls */
static struct same_die_replies *same_die_replies;

static uint32_t
arrangement_rank(const uint8_t *at)
{
	unsigned left = MEN;
	uint32_t i = 0;

	for (unsigned p = TABLE_POINTS; p >= 1; p--) {
		i += rank[p][left][at[p]];
		left -= at[p];
	}
	return i;
}

static void
rank_fill(void)
{
	uint32_t ways[TABLE_POINTS + 1][MEN + 1];

	for (unsigned p = 0; p <= TABLE_POINTS; p++)
		for (unsigned m = 0; m <= MEN; m++)
			ways[p][m] = p == 0 || m == 0 ? 1 : ways[p - 1][m] + ways[p][m - 1];
	CHECK(ways[TABLE_POINTS][MEN] == ARRANGEMENTS);
	for (unsigned p = 1; p <= TABLE_POINTS; p++)
		for (unsigned m = 0; m <= MEN; m++)
			for (unsigned n = 1; n <= m; n++)
				rank[p][m][n] = rank[p][m][n - 1] + ways[p - 1][m - (n - 1)];
}

/* The arrangements to which each single die leads. */
struct die_results {
	uint32_t to[6][TABLE_POINTS];
	unsigned n[6];
};

static void
list_die_results(uint8_t *at, enum goal aim, struct die_results *s_out)
{
	unsigned top = TABLE_POINTS;

	while (at[top] == 0)
		top--;
	for (unsigned d = 1; d <= 6; d++) {
		s_out->n[d - 1] = 0;
		for (unsigned p = top; p >= 1; p--) {
			uint32_t *to = &s_out->to[d - 1][s_out->n[d - 1]];

			if (at[p] == 0 || (p <= d && (top > 6 || (p < d && p < top))))
				continue;
			at[p]--;
			if (p > d)
				at[p - d]++;
			*to = p <= d && aim == FIRST_OFF ? 0 : arrangement_rank(at);
			if (p > d)
				at[p - d]--;
			at[p]++;
			__builtin_prefetch(&same_die_replies[*to]);
			__builtin_prefetch((const char *)&same_die_replies[*to] + 64);
			__builtin_prefetch((const char *)&same_die_replies[*to] + 128);
			s_out->n[d - 1]++;
		}
	}
}

/* Returns the best arrangement after die d and `more` dice of number e, or `replies` if that is
 * better. */
static struct best_reply
try_two_dice(const struct die_results *s, unsigned d, unsigned more, unsigned e,
    const float *mean, struct best_reply best)
{
	for (unsigned k = 0; k < s->n[d]; k++) {
		const uint32_t to = s->to[d][k];
		const struct best_reply x = more == 0
						? (struct best_reply){ to, mean[to] }
						: same_die_replies[to].replies[more - 1][e];

		if (x.mean_rolls < best.mean_rolls)
			best = x;
	}
	return best;
}

/* Adds a row, one roll later, to a distribution. */
static void
add_distribution(float *sum, const struct roll_distribution *r, bool reached, float weight)
{
	if (reached)
		sum[0] += weight * CHANCE_ONE;
	for (unsigned k = 0; k < CHANCES_KEPT && !reached; k++)
		sum[r->first_roll + k + 1] += weight * (float)r->chance[k];
}

/* Returns the average number of rolls. */
static float
store_distribution(struct roll_distribution *r, const float *sum)
{
	float mean = 0.0f, total = 0.0f;

	while (sum[r->first_roll] < 0.5f)
		r->first_roll++;
	for (unsigned k = 0; k < CHANCES_KEPT; k++) {
		const float x = sum[r->first_roll + k];

		r->chance[k] = (uint16_t)(x + 0.5f);
		mean += (float)(r->first_roll + k + 1) * x;
		total += x;
	}
	return mean / total;
}

static void
fill_entry(enum goal aim, uint32_t i, uint8_t *at)
{
	static const struct best_reply NONE = { 0, 1e9f };
	struct roll_distribution *r = rows[aim];
	float *mean = mean_rolls[aim];
	float sum[ROLLS_MAX + CHANCES_KEPT] = { 0 };
	struct best_reply best[21];
	struct die_results s;
	unsigned n = 0;

	list_die_results(at, aim, &s);
	for (unsigned a = 0; a < 6; a++)
		for (unsigned b = 0; b <= a; b++, n++) {
			best[n] = try_two_dice(&s, a, a == b ? 3 : 1, b, mean, NONE);
			if (a != b)
				best[n] = try_two_dice(&s, b, 1, a, mean, best[n]);
			__builtin_prefetch(&r[best[n].to]);
		}
	n = 0;
	for (unsigned a = 0; a < 6; a++)
		for (unsigned b = 0; b <= a; b++, n++)
			add_distribution(sum, &r[best[n].to], best[n].to == 0,
			    (a == b ? 1.0f : 2.0f) / 36.0f);
	mean[i] = store_distribution(&r[i], sum);
	for (unsigned more = 0; more < 3; more++)
		for (unsigned d = 0; d < 6; d++)
			same_die_replies[i].replies[more][d] =
			    try_two_dice(&s, d, more, d, mean, NONE);
}

/* Fills the entries in order of rank.  p: the next point; left: checkers not yet placed. */
static void
walk(enum goal aim, uint8_t *at, unsigned p, unsigned left, uint32_t *i)
{
	if (p == 0) {
		if (*i > 0 && (aim == ALL_OFF || left == 0))
			fill_entry(aim, *i, at);
		++*i;
		return;
	}
	for (unsigned n = 0; n <= left; n++) {
		at[p] = (uint8_t)n;
		walk(aim, at, p - 1, left - n, i);
	}
	at[p] = 0;
}

/* Returns zeroed memory, in huge pages, which makes the filling much faster. */
static void *
map_zeroed(size_t n, size_t size)
{
	void *p =
	    mmap(NULL, n * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		player_die("onesided", strerror(errno));
	(void)madvise(p, n * size, MADV_HUGEPAGE);
	return p;
}

/* ---- checkers beyond the table ---- */

#define CACHE_PLACES (1u << 22)

/* A known distribution. */
struct cached_distribution {
	uint8_t at[25], aim;
	bool known;
	float chance[ROLLS_MAX];
};

static struct cached_distribution *cache;
static unsigned n_cached;

void
onesided_fill(void)
{
	rank_fill();
	for (enum goal aim = 0; aim < AIMS; aim++) {
		uint8_t at[TABLE_POINTS + 1] = { 0 };
		uint32_t i = 0;

		rows[aim] = map_zeroed(ARRANGEMENTS, sizeof(*rows[aim]));
		mean_rolls[aim] = map_zeroed(ARRANGEMENTS, sizeof(*mean_rolls[aim]));
		same_die_replies = map_zeroed(ARRANGEMENTS, sizeof(*same_die_replies));
		walk(aim, at, TABLE_POINTS, MEN, &i);
		CHECK(i == ARRANGEMENTS);
		(void)munmap(same_die_replies, ARRANGEMENTS * sizeof(*same_die_replies));
	}
	cache = map_zeroed(CACHE_PLACES, sizeof(*cache));
}

/* Returns the average number of rolls, estimated from the pips beyond the table. */
static float
rolls_of(const uint8_t *at, enum goal aim)
{
	uint8_t near[TABLE_POINTS + 1];
	unsigned beyond = 0;

	memcpy(near, at, sizeof(near));
	for (unsigned p = TABLE_POINTS + 1; p <= FOLLOWED_POINTS; p++) {
		near[TABLE_POINTS] += at[p];
		beyond += at[p] * (p - TABLE_POINTS);
	}
	return mean_rolls[aim][arrangement_rank(near)] + (float)beyond / PIPS_PER_ROLL;
}

static bool
goal_reached(const uint8_t *at, enum goal aim)
{
	if (aim == FIRST_OFF)
		return at[PT_OFF] > 0;
	for (unsigned p = 1; p <= FOLLOWED_POINTS; p++)
		if (at[p] > 0)
			return false;
	return true;
}

static unsigned
men_beyond(const uint8_t *at, unsigned point)
{
	unsigned n = 0;

	for (unsigned p = point + 1; p <= 24; p++)
		n += at[p];
	return n;
}

/* Returns the place of a distribution in `cache`. */
static struct cached_distribution *
cache_place(const uint8_t *at, enum goal aim)
{
	uint64_t h = aim;

	for (unsigned p = 1; p <= 24; p++)
		h = (h ^ at[p]) * 0x9e3779b97f4a7c15u;
	for (h >>= 40;; h++) {
		struct cached_distribution *f = &cache[h % CACHE_PLACES];

		if (!f->known || (f->aim == aim && memcmp(f->at, at, sizeof(f->at)) == 0))
			return f;
	}
}

static void distribution_of(const uint8_t *at, enum goal aim, float chance[ROLLS_MAX]);

/* Plays each roll so that the estimated number of rolls is least. */
static void
compute_distribution(const uint8_t *at, enum goal aim, float chance[ROLLS_MAX])
{
	const struct variant *v = variant_find("backgammon");
	uint8_t next[21][PT_COUNT];
	struct board b = { 0 };
	unsigned n = 0;

	memcpy(b.at[SEAT_0], at, sizeof(b.at[SEAT_0]));
	b.at[SEAT_1][PT_OFF] = MEN;
	for (uint8_t d = 1; d <= 6; d++)
		for (uint8_t e = 1; e <= d; e++, n++) {
			struct move_space *s = &player_work.move_space[0];
			float least = 1e9f;

			(void)move_list(v, &b, SEAT_0, d, e, s);
			for (unsigned k = 0; k < s->n; k++) {
				const uint8_t *to = s->result[k].after.at[SEAT_0];
				const float x = rolls_of(to, aim);

				if (x >= least)
					continue;
				least = x;
				memcpy(next[n], to, sizeof(next[n]));
			}
		}
	n = 0;
	for (unsigned d = 1; d <= 6; d++)
		for (unsigned e = 1; e <= d; e++, n++) {
			const float weight = (d == e ? 1.0f : 2.0f) / 36.0f;
			float then[ROLLS_MAX];

			if (goal_reached(next[n], aim)) {
				chance[0] += weight;
				continue;
			}
			distribution_of(next[n], aim, then);
			for (unsigned k = 1; k < ROLLS_MAX; k++)
				chance[k] += weight * then[k - 1];
		}
}

/* Computes the chance of each roll to reach the aim. */
static void
distribution_of(const uint8_t *at, enum goal aim, float chance[ROLLS_MAX])
{
	struct cached_distribution *f;

	memset(chance, 0, ROLLS_MAX * sizeof(*chance));
	if (men_beyond(at, TABLE_POINTS) == 0) {
		const struct roll_distribution *r = &rows[aim][arrangement_rank(at)];

		for (unsigned k = 0; k < CHANCES_KEPT && r->first_roll + k < ROLLS_MAX; k++)
			chance[r->first_roll + k] = (float)r->chance[k] / CHANCE_ONE;
		return;
	}
	f = cache_place(at, aim);
	if (!f->known) {
		compute_distribution(at, aim, chance);
		f = cache_place(at, aim);
		memcpy(f->at, at, sizeof(f->at));
		memcpy(f->chance, chance, sizeof(f->chance));
		f->aim = (uint8_t)aim;
		f->known = true;
		n_cached++;
	}
	memcpy(chance, f->chance, sizeof(f->chance));
}

/* ---- two sides ---- */

/* Returns the chance that a side bears off all before the other reaches its aim.  ahead: rolls
 * that the other makes first. */
static float
chance_before(const float *all, const uint8_t *other, enum goal aim, unsigned ahead)
{
	float chance[ROLLS_MAX], left = 1.0f, sum = 0.0f;

	if (goal_reached(other, aim))
		return 0.0f;
	distribution_of(other, aim, chance);
	for (unsigned k = 0; k + ahead < ROLLS_MAX; k++) {
		if (k + ahead > 0)
			left -= chance[k + ahead - 1];
		sum += all[k] * left;
	}
	return sum;
}

float
onesided_rolls(const uint8_t *at)
{
	return rolls_of(at, ALL_OFF);
}

bool
onesided_outputs(const struct eval_position *p, float out[NET_OUTPUTS])
{
	const uint8_t *me = p->board->at[p->turn], *other = p->board->at[seat_other(p->turn)];
	float mine[ROLLS_MAX], theirs[ROLLS_MAX];

	if (inputs_phase(p) != EVAL_PHASE_RACE ||
	    men_beyond(me, FOLLOWED_POINTS) + men_beyond(other, FOLLOWED_POINTS) > 0 ||
	    men_beyond(me, TABLE_POINTS) > CHECKERS_BEYOND_MAX ||
	    men_beyond(other, TABLE_POINTS) > CHECKERS_BEYOND_MAX)
		return false;
	if (n_cached > CACHE_PLACES / 2) {
		memset(cache, 0, CACHE_PLACES * sizeof(*cache));
		n_cached = 0;
	}
	distribution_of(me, ALL_OFF, mine);
	distribution_of(other, ALL_OFF, theirs);
	out[0] = chance_before(mine, other, ALL_OFF, 0);
	out[1] = chance_before(mine, other, FIRST_OFF, 0);
	out[3] = chance_before(theirs, me, FIRST_OFF, 1);
	out[2] = out[4] = 0.0f;
	return true;
}
