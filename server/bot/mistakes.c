/* SPDX-License-Identifier: MIT */
/* See mistakes.h. */
#include "bot/mistakes.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "eval/eval.h"

#define BEHIND (-0.1f)                            /* equity */
#define STACK 3u                                  /* a point with more checkers is stacked */
#define BACK_FROM 19u                             /* in the player's own numbering */
#define FNV_OFFSET UINT64_C(14695981039346656037) /* 64-bit FNV-1a */
#define FNV_PRIME UINT64_C(1099511628211)
#define GOLDEN UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio: spreads the keys */
#define DRAWS 3                             /* numbers added for noise() ... */
#define DRAW_MAX 1000u                      /* ... each from 0 to this */

/* Keys for noise().  The key of a play is its index. */
enum noise_key {
	KEY_HITS = 1000,
	KEY_SHOTS,
	KEY_ANCHORS,
	KEY_POINTS,
	KEY_STACKED,
	KEY_BACK,
	KEY_CUBE = 1099,
};

/* Returns a number between -1 and 1, mostly near 0, that depends on the state and on
 * `which`. */
static float
noise(const struct match_state *m, uint64_t which)
{
	const float half = DRAWS * DRAW_MAX / 2.0f;
	const unsigned char *at = (const unsigned char *)&m->board;
	uint64_t h = FNV_OFFSET;
	float sum = 0;
	struct rng r;

	for (size_t i = 0; i < sizeof(m->board); i++)
		h = (h ^ at[i]) * FNV_PRIME;
	h = (h ^ m->game_no) * FNV_PRIME;
	h = (h ^ m->score[0]) * FNV_PRIME;
	h = (h ^ m->score[1]) * FNV_PRIME;
	h = (h ^ ((uint64_t)m->dice.d[0] * 8 + m->dice.d[1])) * FNV_PRIME;
	rng_seed(&r, h ^ (which * GOLDEN));
	for (unsigned i = 0; i < DRAWS; i++)
		sum += (float)rng_below(&r, DRAW_MAX + 1);
	return (sum - half) / half;
}

static void
count_lures(const struct variant *v, const struct board *b, enum seat me, struct lures *out)
{
	const enum seat other = seat_other(me);

	memset(out, 0, sizeof(*out));
	out->hits = b->at[other][PT_BAR];
	for (unsigned p = 1; p <= 24; p++) {
		const unsigned n = b->at[me][p];

		out->hits += board_pinned(b, other, p);
		out->points += n >= v->close_at;
		out->anchors += n >= v->close_at && variant_opposite(v, p) <= HOME_TOP;
		out->stacked += n > STACK ? (float)(n - STACK) : 0;
		out->back += p >= BACK_FROM ? (float)n : 0;
	}
	if (v->contact != CONTACT_NONE)
		out->shots = (float)inputs_shots(v, b, other) / 36.0f;
}

static float
scale_of(const struct variant *v, const struct grade *g)
{
	const float part = (float)g->pr / (float)GRADES[GRADE_beginner].pr;

	return v->bot_scale != 0 ? powf(v->bot_scale, part) : 1.0f;
}

/* Makes a lure effective in about half of all decisions. */
static float
counts(const struct match_state *m, enum noise_key which, float weight)
{
	return noise(m, which) > 0 ? weight : 0;
}

void
mistakes_of(
    const struct grade *g, const struct match_state *m, float best, struct mistakes *out)
{
	const struct eval_position p = eval_position_of(m);
	const float fear = best < BEHIND ? g->passive : 0;

	memset(out, 0, sizeof(*out));
	out->state = m;
	out->scale = scale_of(m->variant, g);
	out->noise = g->noise;
	out->lured = inputs_phase(&p) == EVAL_CONTACT && g->lured;
	if (!out->lured)
		return;
	out->weight.hits = counts(m, KEY_HITS, -g->hits) - fear;
	out->weight.shots = counts(m, KEY_SHOTS, g->shots) - fear;
	out->weight.anchors = counts(m, KEY_ANCHORS, -g->anchors);
	out->weight.points = counts(m, KEY_POINTS, -g->points);
	out->weight.stacked = counts(m, KEY_STACKED, g->stacks);
	out->weight.back = counts(m, KEY_BACK, -g->runs);
	count_lures(m->variant, &m->board, m->turn, &out->before);
}

float
mistakes_play(const struct mistakes *x, const struct board *after, unsigned index)
{
	const struct lures *w = &x->weight, *b = &x->before;
	struct lures a;
	float wrong = x->noise != 0 ? x->noise * noise(x->state, index) : 0;

	if (!x->lured)
		return x->scale * wrong;
	count_lures(x->state->variant, after, x->state->turn, &a);
	wrong += w->hits * (a.hits - b->hits) + w->shots * (a.shots - b->shots) +
		 w->anchors * (a.anchors - b->anchors) + w->points * (a.points - b->points) +
		 w->stacked * (a.stacked - b->stacked) + w->back * (a.back - b->back);
	return x->scale * wrong;
}

float
mistakes_win(const struct grade *g, const struct match_state *m, enum mistakes_cube what)
{
	const float bias[] = {
		[MISTAKES_DOUBLE] = g->early, [MISTAKES_TAKE] = g->brave, [MISTAKES_OTHER] = 0
	};

	return bias[what] + g->cube_noise * noise(m, KEY_CUBE);
}
