/* SPDX-License-Identifier: MIT */
/* See mistakes.h. */
#include "eval/mistakes.h"

#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "eval/eval.h"

#define BEHIND_EQUITY (-0.1f) /* a bot whose best equity is lower is behind */
#define STACK_CHECKERS 3u     /* a point with more checkers is stacked */
/* the farthest points start here, in the player's own numbering */
#define BACK_FROM_POINT 19u
#define FNV_OFFSET UINT64_C(14695981039346656037) /* 64-bit FNV-1a */
#define FNV_PRIME UINT64_C(1099511628211)
/* 2^64 / golden ratio: spreads the keys */
#define GOLDEN_RATIO_64 UINT64_C(0x9e3779b97f4a7c15)
#define NOISE_DRAWS 3        /* random numbers that noise() adds */
#define NOISE_DRAW_MAX 1000u /* largest of these numbers; the smallest is 0 */

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

/* Factors for the errors in the rows of grades.def, by grade, in games whose equities have
 * another scale.  They are chosen so that the weakest grade wins about half of its matches
 * against a player who knows only the rules, and so that the steps between the grades are as
 * equal as luck allows (common/eval/STRENGTH.md).  The factor is 1 in all other games and for
 * GRADE_strong. */
/* clang-format off */
static const struct {
	const char *game;
	float factor[GRADE_COUNT];
} ERROR_FACTORS[] = {
#define GAME_FACTORS(game, ...) { game, { 1, __VA_ARGS__, 1 } }
	/*                       beginner   novice   casual     club  advanced expert */
	GAME_FACTORS("nackgammon",  1.13f,   1.14f,   1.23f,   1.21f,   1.19f,   1.35f),
	GAME_FACTORS("longgammon",  0.66f,   0.74f,   0.81f,   0.87f,   0.91f,   0.95f),
	GAME_FACTORS("portes",      1.05f,   1.04f,   1.03f,   1.02f,   1.01f,   1.01f),
	GAME_FACTORS("anti",        15.80f,  9.34f,   6.48f,   5.68f,   4.27f,   5.55f),
	GAME_FACTORS("race",        0.71f,   0.74f,   0.90f,   0.91f,   0.82f,   0.83f),
	GAME_FACTORS("crowded",     0.67f,   0.70f,   0.88f,   0.98f,   1.00f,   2.07f),
	GAME_FACTORS("hyper",       2.00f,   1.64f,   1.43f,   1.27f,   1.17f,   1.08f),
	GAME_FACTORS("grasshopper", 45.50f,  10.30f,  7.00f,   5.10f,   3.77f,   5.28f),
	GAME_FACTORS("plakoto",     0.75f,   0.81f,   0.86f,   0.91f,   0.94f,   0.97f),
	GAME_FACTORS("fevga",       2.18f,   1.94f,   2.21f,   2.01f,   1.69f,   2.71f),
	GAME_FACTORS("acey-deucey", 3.50f,   2.45f,   1.90f,   1.54f,   1.33f,   1.15f),
	GAME_FACTORS("european",    4.50f,   2.93f,   2.17f,   1.67f,   1.41f,   1.19f),
	GAME_FACTORS("narde",       2.60f,   2.41f,   2.68f,   2.52f,   2.18f,   3.00f),
	GAME_FACTORS("moultezim",   1.80f,   1.52f,   1.35f,   1.22f,   1.14f,   1.07f),
	GAME_FACTORS("tapa",        0.75f,   0.81f,   0.86f,   0.91f,   0.94f,   0.97f),
	GAME_FACTORS("gulbara",     1.30f,   1.21f,   1.14f,   1.09f,   1.06f,   1.03f),
	GAME_FACTORS("cloning",     6.93f,   1.10f,   0.83f,   0.67f,   0.50f,   0.60f),
#undef GAME_FACTORS
};
/* clang-format on */
_Static_assert(GRADE_COUNT == 8, "a column for each grade between GRADE_NONE and GRADE_strong");

/* Returns a number between -1 and 1, mostly near 0, that depends on the state and on
 * `which`. */
static float
noise(const struct match_state *m, uint64_t which)
{
	const float half = NOISE_DRAWS * NOISE_DRAW_MAX / 2.0f;
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
	rng_seed(&r, h ^ (which * GOLDEN_RATIO_64));
	for (unsigned i = 0; i < NOISE_DRAWS; i++)
		sum += (float)rng_below(&r, NOISE_DRAW_MAX + 1);
	return (sum - half) / half;
}

static void
count_features(
    const struct variant *v, const struct board *b, enum seat me, struct bias_features *out)
{
	const enum seat other = seat_other(me);

	memset(out, 0, sizeof(*out));
	out->hits = b->at[other][PT_BAR];
	for (unsigned p = 1; p <= 24; p++) {
		const unsigned n = b->at[me][p];

		out->hits += board_pinned(b, other, p);
		out->points += n >= v->close_at;
		out->anchors += n >= v->close_at && variant_opposite(v, p) <= HOME_TOP;
		out->stacked += n > STACK_CHECKERS ? (float)(n - STACK_CHECKERS) : 0;
		out->back += p >= BACK_FROM_POINT ? (float)n : 0;
	}
	if (v->contact != CONTACT_BLOCKS)
		out->shots = (float)inputs_count_shots(v, b, other) / 36.0f;
}

static float
variant_error_factor(const struct variant *v, const struct grade *g)
{
	for (size_t i = 0; i < ARRAY_LEN(ERROR_FACTORS); i++)
		if (strcmp(ERROR_FACTORS[i].game, v->name) == 0)
			return ERROR_FACTORS[i].factor[grade_find(g->key)];
	return 1.0f;
}

/* Makes a feature effective in about half of all decisions. */
static float
weight_or_zero(const struct match_state *m, enum noise_key which, float weight)
{
	return noise(m, which) > 0 ? weight : 0;
}

void
mistakes_init(
    const struct grade *g, const struct match_state *m, float best, struct mistakes *out)
{
	const struct eval_position p = eval_position_of(m);
	const float fear = best < BEHIND_EQUITY ? g->contact_fear : 0;

	memset(out, 0, sizeof(*out));
	out->state = m;
	out->scale = variant_error_factor(m->variant, g);
	out->noise = g->noise;
	out->has_biases = inputs_phase(&p) == EVAL_PHASE_CONTACT && g->has_biases;
	if (!out->has_biases)
		return;
	out->feature_weights.hits = weight_or_zero(m, KEY_HITS, -g->hit_error) - fear;
	out->feature_weights.shots = weight_or_zero(m, KEY_SHOTS, g->shot_error) - fear;
	out->feature_weights.anchors = weight_or_zero(m, KEY_ANCHORS, -g->anchor_error);
	out->feature_weights.points = weight_or_zero(m, KEY_POINTS, -g->point_error);
	out->feature_weights.stacked = weight_or_zero(m, KEY_STACKED, g->stack_error);
	out->feature_weights.back = weight_or_zero(m, KEY_BACK, -g->run_error);
	count_features(m->variant, &m->board, m->turn, &out->features_before);
}

float
mistakes_play_error(const struct mistakes *x, const struct board *after, unsigned index)
{
	const struct bias_features *w = &x->feature_weights, *b = &x->features_before;
	struct bias_features a;
	float wrong = x->noise != 0 ? x->noise * noise(x->state, index) : 0;

	if (!x->has_biases)
		return x->scale * wrong;
	count_features(x->state->variant, after, x->state->turn, &a);
	wrong += w->hits * (a.hits - b->hits) + w->shots * (a.shots - b->shots) +
		 w->anchors * (a.anchors - b->anchors) + w->points * (a.points - b->points) +
		 w->stacked * (a.stacked - b->stacked) + w->back * (a.back - b->back);
	return x->scale * wrong;
}

float
mistakes_win_error(
    const struct grade *g, const struct match_state *m, enum mistakes_decision what)
{
	const float bias[] = { [MISTAKES_DOUBLE] = g->double_bias,
		[MISTAKES_TAKE] = g->take_bias,
		[MISTAKES_OFFER] = 0 };

	return bias[what] + g->cube_noise * noise(m, KEY_CUBE);
}
