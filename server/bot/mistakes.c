/* SPDX-License-Identifier: MIT */
/* See mistakes.h. */
#include "bot/mistakes.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "eval/eval.h"

#define BEHIND (-0.1f)  /* equity */
#define STACK 3u        /* a point with more checkers is stacked */
#define BACK_FROM 19u   /* own numbering */
#define ALL_NOISE 1000u /* keys for noise(); plays use their index */

/* Returns a number between -1 and 1, more often near 0, that depends on the state and on
 * `which`. */
static float
noise(const struct match_state *m, uint64_t which)
{
	uint64_t h = 14695981039346656037u; /* FNV-1a */
	const unsigned char *at = (const unsigned char *)&m->board;
	struct rng r;

	for (size_t i = 0; i < sizeof(m->board); i++)
		h = (h ^ at[i]) * 1099511628211u;
	h = (h ^ m->game_no) * 1099511628211u;
	h = (h ^ m->score[0]) * 1099511628211u;
	h = (h ^ m->score[1]) * 1099511628211u;
	h = (h ^ ((uint64_t)m->dice.d[0] * 8 + m->dice.d[1])) * 1099511628211u;
	rng_seed(&r, h ^ (which * 0x9e3779b97f4a7c15u));
	return ((float)rng_below(&r, 1001) + (float)rng_below(&r, 1001) +
		   (float)rng_below(&r, 1001) - 1500.0f) /
	       1500.0f;
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

/* How much larger the errors of the weakest grade are in a game than in backgammon, so that it
 * wins half of its matches against a player who knows only the rules.  The factors of better
 * grades are nearer to 1.  Other games: 1. */
static const struct {
	const char *game;
	float scale;
} SCALES[] = {
	{ "acey-deucey", 3.5f },
	{ "anti", 12.8f },
	{ "cloning", 5.2f },
	{ "crowded", 0.64f },
	{ "european", 4.5f },
	{ "fevga", 2.1f },
	{ "grasshopper", 64.0f },
	{ "gulbara", 1.3f },
	{ "hyper", 2.0f },
	{ "longgammon", 0.66f },
	{ "moultezim", 1.8f },
	{ "narde", 2.35f },
	{ "plakoto", 0.75f },
	{ "portes", 1.05f },
	{ "race", 0.85f },
	{ "tapa", 0.75f },
};

static float
scale_of(const struct variant *v, const struct grade *g)
{
	for (unsigned i = 0; i < ARRAY_LEN(SCALES); i++)
		if (strcmp(v->name, SCALES[i].game) == 0)
			return powf(
			    SCALES[i].scale, (float)g->pr / (float)GRADES[GRADE_beginner].pr);
	return 1.0f;
}

/* Makes a lure effective in every second decision. */
static float
counts(const struct match_state *m, unsigned which, float weight)
{
	return noise(m, ALL_NOISE + which) > 0 ? weight : 0;
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
	out->weight.hits = counts(m, 0, -g->hits) - fear;
	out->weight.shots = counts(m, 1, g->shots) - fear;
	out->weight.anchors = counts(m, 2, -g->anchors);
	out->weight.points = counts(m, 3, -g->points);
	out->weight.stacked = counts(m, 4, g->stacks);
	out->weight.back = counts(m, 5, -g->runs);
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

	return bias[what] + g->cube_noise * noise(m, ALL_NOISE + 99);
}
