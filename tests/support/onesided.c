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
#define POINTS 12u
#define SIZE 17383860u /* C(27, 12) */
#define ROLLS 48u
#define REACH 18u /* checkers beyond are not followed */
#define FEW 2u    /* checkers beyond POINTS that are followed */
#define KEPT 24u  /* rolls of a distribution that are kept, from the first possible one */
#define ONE 65535.0f
#define PIPS_A_ROLL 8.1667f

/* What a side tries to reach in the fewest rolls. */
enum aim {
	ALL_OFF,
	FIRST_OFF,
	AIMS,
};

struct row {
	uint16_t from;
	uint16_t chance[KEPT]; /* that roll from + k + 1 reaches the aim, in units of 1/65535 */
};

struct reply {
	uint32_t to;
	float mean;
};

/* The best arrangements reached by one to three dice of the same number: [dice - 1][die - 1].
 */
struct steps {
	struct reply best[3][6];
};

static uint32_t rank[POINTS + 1][MEN + 1][MEN + 1];
static struct row *rows[AIMS];
static float *means[AIMS]; /* average numbers of rolls */
static struct steps *steps;

static uint32_t
index_of(const uint8_t *at)
{
	unsigned left = MEN;
	uint32_t i = 0;

	for (unsigned p = POINTS; p >= 1; p--) {
		i += rank[p][left][at[p]];
		left -= at[p];
	}
	return i;
}

static void
rank_fill(void)
{
	uint32_t ways[POINTS + 1][MEN + 1];

	for (unsigned p = 0; p <= POINTS; p++)
		for (unsigned m = 0; m <= MEN; m++)
			ways[p][m] = p == 0 || m == 0 ? 1 : ways[p - 1][m] + ways[p][m - 1];
	CHECK(ways[POINTS][MEN] == SIZE);
	for (unsigned p = 1; p <= POINTS; p++)
		for (unsigned m = 0; m <= MEN; m++)
			for (unsigned n = 1; n <= m; n++)
				rank[p][m][n] = rank[p][m][n - 1] + ways[p - 1][m - (n - 1)];
}

/* The arrangements to which each single die leads. */
struct single {
	uint32_t to[6][POINTS];
	unsigned n[6];
};

static void
singles(uint8_t *at, enum aim aim, struct single *s_out)
{
	unsigned top = POINTS;

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
			*to = p <= d && aim == FIRST_OFF ? 0 : index_of(at);
			if (p > d)
				at[p - d]--;
			at[p]++;
			__builtin_prefetch(&steps[*to]);
			__builtin_prefetch((const char *)&steps[*to] + 64);
			__builtin_prefetch((const char *)&steps[*to] + 128);
			s_out->n[d - 1]++;
		}
	}
}

/* Returns the best arrangement after die d and `more` dice of number e, or `best` if that is
 * better. */
static struct reply
better(const struct single *s, unsigned d, unsigned more, unsigned e, const float *mean,
    struct reply best)
{
	for (unsigned k = 0; k < s->n[d]; k++) {
		const uint32_t to = s->to[d][k];
		const struct reply x =
		    more == 0 ? (struct reply){ to, mean[to] } : steps[to].best[more - 1][e];

		if (x.mean < best.mean)
			best = x;
	}
	return best;
}

/* Adds a row, one roll later, to a distribution. */
static void
add_row(float *sum, const struct row *r, bool reached, float weight)
{
	if (reached)
		sum[0] += weight * ONE;
	for (unsigned k = 0; k < KEPT && !reached; k++)
		sum[r->from + k + 1] += weight * (float)r->chance[k];
}

/* Returns the average number of rolls. */
static float
row_store(struct row *r, const float *sum)
{
	float mean = 0.0f, total = 0.0f;

	while (sum[r->from] < 0.5f)
		r->from++;
	for (unsigned k = 0; k < KEPT; k++) {
		const float x = sum[r->from + k];

		r->chance[k] = (uint16_t)(x + 0.5f);
		mean += (float)(r->from + k + 1) * x;
		total += x;
	}
	return mean / total;
}

static void
entry_fill(enum aim aim, uint32_t i, uint8_t *at)
{
	static const struct reply NONE = { 0, 1e9f };
	struct row *r = rows[aim];
	float *mean = means[aim];
	float sum[ROLLS + KEPT] = { 0 };
	struct reply best[21];
	struct single s;
	unsigned n = 0;

	singles(at, aim, &s);
	for (unsigned a = 0; a < 6; a++)
		for (unsigned b = 0; b <= a; b++, n++) {
			best[n] = better(&s, a, a == b ? 3 : 1, b, mean, NONE);
			if (a != b)
				best[n] = better(&s, b, 1, a, mean, best[n]);
			__builtin_prefetch(&r[best[n].to]);
		}
	n = 0;
	for (unsigned a = 0; a < 6; a++)
		for (unsigned b = 0; b <= a; b++, n++)
			add_row(sum, &r[best[n].to], best[n].to == 0,
			    (a == b ? 1.0f : 2.0f) / 36.0f);
	mean[i] = row_store(&r[i], sum);
	for (unsigned more = 0; more < 3; more++)
		for (unsigned d = 0; d < 6; d++)
			steps[i].best[more][d] = better(&s, d, more, d, mean, NONE);
}

/* Fills the entries in order of rank.  p: the next point; left: checkers not yet placed. */
static void
walk(enum aim aim, uint8_t *at, unsigned p, unsigned left, uint32_t *i)
{
	if (p == 0) {
		if (*i > 0 && (aim == ALL_OFF || left == 0))
			entry_fill(aim, *i, at);
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
zeroed(size_t n, size_t size)
{
	void *p =
	    mmap(NULL, n * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		player_fail("onesided", strerror(errno));
	(void)madvise(p, n * size, MADV_HUGEPAGE);
	return p;
}

/* ---- checkers beyond the table ---- */

#define PLACES (1u << 22)

/* A known distribution. */
struct fate {
	uint8_t at[25], aim;
	bool known;
	float chance[ROLLS];
};

static struct fate *fates;
static unsigned n_fates;

void
onesided_fill(void)
{
	rank_fill();
	for (enum aim aim = 0; aim < AIMS; aim++) {
		uint8_t at[POINTS + 1] = { 0 };
		uint32_t i = 0;

		rows[aim] = zeroed(SIZE, sizeof(*rows[aim]));
		means[aim] = zeroed(SIZE, sizeof(*means[aim]));
		steps = zeroed(SIZE, sizeof(*steps));
		walk(aim, at, POINTS, MEN, &i);
		CHECK(i == SIZE);
		(void)munmap(steps, SIZE * sizeof(*steps));
	}
	fates = zeroed(PLACES, sizeof(*fates));
}

/* Returns the average number of rolls, estimated from the pips beyond the table. */
static float
rolls_of(const uint8_t *at, enum aim aim)
{
	uint8_t near[POINTS + 1];
	unsigned beyond = 0;

	memcpy(near, at, sizeof(near));
	for (unsigned p = POINTS + 1; p <= REACH; p++) {
		near[POINTS] += at[p];
		beyond += at[p] * (p - POINTS);
	}
	return means[aim][index_of(near)] + (float)beyond / PIPS_A_ROLL;
}

static bool
reached(const uint8_t *at, enum aim aim)
{
	if (aim == FIRST_OFF)
		return at[PT_OFF] > 0;
	for (unsigned p = 1; p <= REACH; p++)
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

/* Returns the place of a distribution in `fates`. */
static struct fate *
place_of(const uint8_t *at, enum aim aim)
{
	uint64_t h = aim;

	for (unsigned p = 1; p <= 24; p++)
		h = (h ^ at[p]) * 0x9e3779b97f4a7c15u;
	for (h >>= 40;; h++) {
		struct fate *f = &fates[h % PLACES];

		if (!f->known || (f->aim == aim && memcmp(f->at, at, sizeof(f->at)) == 0))
			return f;
	}
}

static void fate_of(const uint8_t *at, enum aim aim, float chance[ROLLS]);

/* Plays each roll so that the estimated number of rolls is least. */
static void
fate_by_rolls(const uint8_t *at, enum aim aim, float chance[ROLLS])
{
	const struct variant *v = variant_find("backgammon");
	uint8_t next[21][PT_COUNT];
	struct board b = { 0 };
	unsigned n = 0;

	memcpy(b.at[SEAT_0], at, sizeof(b.at[SEAT_0]));
	b.at[SEAT_1][PT_OFF] = MEN;
	for (uint8_t d = 1; d <= 6; d++)
		for (uint8_t e = 1; e <= d; e++, n++) {
			struct move_space *s = &player_work.space[0];
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
			float then[ROLLS];

			if (reached(next[n], aim)) {
				chance[0] += weight;
				continue;
			}
			fate_of(next[n], aim, then);
			for (unsigned k = 1; k < ROLLS; k++)
				chance[k] += weight * then[k - 1];
		}
}

/* Computes the chance of each roll to reach the aim. */
static void
fate_of(const uint8_t *at, enum aim aim, float chance[ROLLS])
{
	struct fate *f;

	memset(chance, 0, ROLLS * sizeof(*chance));
	if (men_beyond(at, POINTS) == 0) {
		const struct row *r = &rows[aim][index_of(at)];

		for (unsigned k = 0; k < KEPT && r->from + k < ROLLS; k++)
			chance[r->from + k] = (float)r->chance[k] / ONE;
		return;
	}
	f = place_of(at, aim);
	if (!f->known) {
		fate_by_rolls(at, aim, chance);
		f = place_of(at, aim);
		memcpy(f->at, at, sizeof(f->at));
		memcpy(f->chance, chance, sizeof(f->chance));
		f->aim = (uint8_t)aim;
		f->known = true;
		n_fates++;
	}
	memcpy(chance, f->chance, sizeof(f->chance));
}

/* ---- two sides ---- */

/* Returns the chance that a side bears off all before the other reaches its aim.  ahead: rolls
 * that the other makes first. */
static float
before(const float *all, const uint8_t *other, enum aim aim, unsigned ahead)
{
	float chance[ROLLS], left = 1.0f, sum = 0.0f;

	if (reached(other, aim))
		return 0.0f;
	fate_of(other, aim, chance);
	for (unsigned k = 0; k + ahead < ROLLS; k++) {
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
	float mine[ROLLS], theirs[ROLLS];

	if (inputs_phase(p) != EVAL_RACE ||
	    men_beyond(me, REACH) + men_beyond(other, REACH) > 0 ||
	    men_beyond(me, POINTS) > FEW || men_beyond(other, POINTS) > FEW)
		return false;
	if (n_fates > PLACES / 2) {
		memset(fates, 0, PLACES * sizeof(*fates));
		n_fates = 0;
	}
	fate_of(me, ALL_OFF, mine);
	fate_of(other, ALL_OFF, theirs);
	out[0] = before(mine, other, ALL_OFF, 0);
	out[1] = before(mine, other, FIRST_OFF, 0);
	out[3] = before(theirs, me, FIRST_OFF, 1);
	out[2] = out[4] = 0.0f;
	return true;
}
