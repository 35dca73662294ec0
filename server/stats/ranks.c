/* SPDX-License-Identifier: MIT */
/* See ranks.h.  Owns a binary indexed tree (Fenwick 1994) over hundredths of a rating point.
 *
 * Cost: a change or a query is 20 steps in the tree.  A store query reads the users in one
 * bucket: with 300,000 users, the fullest buckets hold about ten.  If many users have the same
 * rating, the query takes time linear in their number. */
#include "stats/ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"

#define BUCKET_RATING_MIN (-2000.0) /* lower ratings are in the first bucket */
#define BUCKETS_PER_POINT 100.0
/* up to a rating of 8000; higher ratings are in the last bucket */
#define BUCKET_COUNT 1000000u

struct ranks {
	const char *game;
	/* [BUCKET_COUNT + 1]; cell i is the sum of i & -i buckets, the last of which is i - 1.
	 * NULL until a user is in the list. */
	uint32_t *count_tree;
	uint32_t count;
	bool all_counted;
	/* Users are counted in ascending order of rating, then of number.  These are the rating
	 * and the number of the last user counted. */
	double last_read_rating;
	int64_t last_read_user;
};

struct ranks *
ranks_new(const char *game)
{
	struct ranks *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->game = game;
	r->last_read_rating = -HUGE_VAL;
	return r;
}

void
ranks_free(struct ranks **rp)
{
	struct ranks *r = *rp;

	if (r == NULL)
		return;
	free(r->count_tree);
	free(r);
	*rp = NULL;
}

bool
ranks_ready(const struct ranks *r)
{
	return r->all_counted;
}

uint32_t
ranks_count(const struct ranks *r)
{
	return r->count;
}

/* ---- buckets ---- */

/* Returns the least rating in a bucket; infinity for the bucket after the last. */
static double
bucket_rating_min(uint32_t b)
{
	if (b == 0)
		return -HUGE_VAL;
	return b >= BUCKET_COUNT ? HUGE_VAL : BUCKET_RATING_MIN + (double)b / BUCKETS_PER_POINT;
}

/* Computes the bucket by rounding.  Then compares the rating with the bounds of the bucket and
 * corrects the bucket, because store queries use the bounds. */
static uint32_t
bucket_of(double rating)
{
	double at = floor((rating - BUCKET_RATING_MIN) * BUCKETS_PER_POINT);
	uint32_t b = 0;

	if (at >= BUCKET_COUNT - 1)
		b = BUCKET_COUNT - 1;
	else if (at > 0)
		b = (uint32_t)at;
	while (rating < bucket_rating_min(b))
		b--;
	while (b + 1 < BUCKET_COUNT && rating >= bucket_rating_min(b + 1))
		b++;
	return b;
}

/* ---- the tree ---- */

/* Adds a user to the count of a bucket, or removes one.  Aborts if memory runs out. */
static void
bucket_counts_add(struct ranks *r, uint32_t bucket, bool added)
{
	if (r->count_tree == NULL) {
		r->count_tree = calloc(BUCKET_COUNT + 1, sizeof(*r->count_tree));
		CHECK(r->count_tree != NULL);
	}
	for (uint32_t i = bucket + 1; i <= BUCKET_COUNT; i += i & -i) {
		CHECK(added || r->count_tree[i] > 0);
		r->count_tree[i] += added ? 1u : -1u;
	}
	r->count += added ? 1u : -1u;
}

/* Returns the number of users in the buckets before `bucket`. */
static uint32_t
bucket_counts_below(const struct ranks *r, uint32_t bucket)
{
	uint32_t sum = 0;

	for (uint32_t i = r->count_tree != NULL ? bucket : 0; i > 0; i -= i & -i)
		sum += r->count_tree[i];
	return sum;
}

/* Returns the bucket of the user who has `below` users ranked lower; below must be less than
 * count. */
static uint32_t
bucket_counts_find(const struct ranks *r, uint32_t below)
{
	uint32_t at = 0;

	for (uint32_t step = 1u << 19; step > 0; step >>= 1) {
		if (at + step > BUCKET_COUNT || r->count_tree[at + step] > below)
			continue;
		at += step;
		below -= r->count_tree[at];
	}
	return at;
}

/* ---- changes ---- */

/* Returns whether a user is in the list, and in the part of the list that has been read. */
static bool
is_counted(const struct ranks *r, int64_t user, double rating, uint32_t experience)
{
	if (experience <= STORE_RANKED_EXPERIENCE)
		return false;
	return r->all_counted || rating < r->last_read_rating ||
	       (rating == r->last_read_rating && user <= r->last_read_user);
}

void
ranks_change_user(struct ranks *r, int64_t user, double rating_before,
    uint32_t experience_before, double rating, uint32_t experience)
{
	if (is_counted(r, user, rating_before, experience_before))
		bucket_counts_add(r, bucket_of(rating_before), false);
	if (is_counted(r, user, rating, experience))
		bucket_counts_add(r, bucket_of(rating), true);
}

/* ---- reading ---- */

struct slice_read {
	struct ranks *r;
	unsigned rows_read;
};

static void
count_user(void *ctx, double rating, int64_t user)
{
	struct slice_read *s = ctx;

	bucket_counts_add(s->r, bucket_of(rating), true);
	s->r->last_read_rating = rating;
	s->r->last_read_user = user;
	s->rows_read++;
}

unsigned
ranks_read_slice(struct ranks *r, struct store *store, unsigned most)
{
	struct slice_read s = { r, 0 };

	if (r->all_counted)
		return 0;
	if (store_ranked_visit_after(
		store, r->game, r->last_read_rating, r->last_read_user, most, count_user, &s) &&
	    s.rows_read < most)
		r->all_counted = true;
	return s.rows_read;
}

/* ---- queries ---- */

uint32_t
ranks_place(const struct ranks *r, struct store *store, int64_t user, double rating)
{
	uint32_t b = bucket_of(rating);

	return r->count - bucket_counts_below(r, b + 1) +
	       store_ranked_count_before(
		   store, r->game, rating, user, bucket_rating_min(b + 1)) +
	       1;
}

struct rank_query {
	uint32_t next_place; /* place of the next row */
	uint32_t first_place;
	ranks_row_fn *fn;
	void *ctx;
};

static void
report_row(void *ctx, const struct ranked_record *row)
{
	struct rank_query *l = ctx;

	if (l->next_place >= l->first_place)
		l->fn(l->ctx, l->next_place, row);
	l->next_place++;
}

void
ranks_each(const struct ranks *r, struct store *store, uint32_t first, uint32_t n,
    ranks_row_fn *fn, void *ctx)
{
	struct rank_query l = { .first_place = first, .fn = fn, .ctx = ctx };
	uint32_t bucket;

	CHECK(first > 0);
	if (first > r->count || n == 0)
		return;
	bucket = bucket_counts_find(r, r->count - first);
	l.next_place = r->count - bucket_counts_below(r, bucket + 1) + 1;
	store_ranked_each(store, r->game, bucket_rating_min(bucket + 1),
	    first - l.next_place + n, report_row, &l);
}

/* ---- lists of all games ---- */

#define RANKED_GAMES_MAX 32u

struct rank_lists {
	unsigned game_count; /* number of rows of VARIANTS, at most RANKED_GAMES_MAX */
	/* twice the number of games: the lists for play with bots come last */
	unsigned list_count;
	unsigned lists_read; /* number of lists that are ready, in order */
	char bots_keys[RANKED_GAMES_MAX][STORE_VARIANT_MAX];
	struct ranks *of[2 * RANKED_GAMES_MAX];
};

const char *
ranks_game_key(const struct variant *v)
{
	return v->fibs ? "" : v->name;
}

struct ranks *
ranks_of_game(const struct rank_lists *l, const struct variant *v)
{
	return l->of[v - VARIANTS];
}

struct ranks *
ranks_of_bot_play(const struct rank_lists *l, const struct variant *v)
{
	return l->of[l->game_count + (size_t)(v - VARIANTS)];
}

const char *
ranks_bot_play_key(const struct rank_lists *l, const struct variant *v)
{
	return l->bots_keys[v - VARIANTS];
}

const struct variant *
ranks_game_of_key(const struct rank_lists *l, const char *key, bool *bots_out)
{
	*bots_out = false;
	if (key[0] == '\0')
		return VARIANT_FIBS;
	for (unsigned i = 0; i < l->game_count; i++) {
		*bots_out = strcmp(key, l->bots_keys[i]) == 0;
		if (*bots_out)
			return &VARIANTS[i];
	}
	return variant_find(key);
}

/* Writes the store's name for play with bots: "GAME+bots".  No name of a game contains a
 * plus. */
static const char *
bots_key(struct rank_lists *l, const struct variant *v)
{
	char *key = l->bots_keys[v - VARIANTS];
	struct sbuf b;

	sbuf_init(&b, key, STORE_VARIANT_MAX);
	sbuf_addf(&b, "%s+bots", v->name);
	CHECK(sbuf_ok(&b));
	return key;
}

struct rank_lists *
rank_lists_new(void)
{
	unsigned games = 0;
	struct rank_lists *l;

	while (VARIANTS[games].name != NULL)
		games++;
	CHECK(games <= RANKED_GAMES_MAX);
	l = calloc(1, sizeof(*l));
	if (l == NULL)
		return NULL;
	l->game_count = games;
	l->list_count = 2 * games;
	for (unsigned i = 0; i < l->list_count; i++) {
		l->of[i] = ranks_new(i < games ? ranks_game_key(&VARIANTS[i])
					       : bots_key(l, &VARIANTS[i - games]));
		if (l->of[i] == NULL) {
			rank_lists_free(&l);
			return NULL;
		}
	}
	return l;
}

void
rank_lists_free(struct rank_lists **lp)
{
	struct rank_lists *l = *lp;

	for (unsigned i = 0; l != NULL && i < l->list_count; i++)
		ranks_free(&l->of[i]);
	free(l);
	*lp = NULL;
}

void
rank_lists_read_slice(struct rank_lists *l, struct store *store)
{
	unsigned rows = 0;

	while (l->lists_read < l->list_count && rows < RANKS_SLICE_ROWS) {
		struct ranks *r = l->of[l->lists_read];

		rows += ranks_read_slice(r, store, RANKS_SLICE_ROWS - rows);
		if (!ranks_ready(r))
			return;
		l->lists_read++;
	}
}

bool
rank_lists_ready(const struct rank_lists *l)
{
	return l->lists_read == l->list_count;
}
