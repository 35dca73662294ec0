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

#define RATING_LEAST (-2000.0) /* lower ratings are in the first bucket */
#define PER_POINT 100.0
#define BUCKETS 1000000u /* up to a rating of 8000; higher ratings are in the last bucket */

struct ranks {
	const char *game;
	/* [BUCKETS + 1]; cell i is the sum of i & -i buckets, the last of which is i - 1.  NULL
	 * until a user is in the list. */
	uint32_t *tree;
	uint32_t count;
	bool ready;
	/* Users are counted in ascending order of rating, then of number.  These are the rating
	 * and the number of the last user counted. */
	double read_rating;
	int64_t read_user;
};

struct ranks *
ranks_new(const char *game)
{
	struct ranks *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->game = game;
	r->read_rating = -HUGE_VAL;
	return r;
}

void
ranks_free(struct ranks **rp)
{
	struct ranks *r = *rp;

	if (r == NULL)
		return;
	free(r->tree);
	free(r);
	*rp = NULL;
}

bool
ranks_ready(const struct ranks *r)
{
	return r->ready;
}

uint32_t
ranks_count(const struct ranks *r)
{
	return r->count;
}

/* ---- buckets ---- */

/* Returns the least rating in a bucket; infinity for the bucket after the last. */
static double
bucket_least(uint32_t b)
{
	if (b == 0)
		return -HUGE_VAL;
	return b >= BUCKETS ? HUGE_VAL : RATING_LEAST + (double)b / PER_POINT;
}

/* Computes the bucket by rounding.  Then compares the rating with the bounds of the bucket and
 * corrects the bucket, because store queries use the bounds. */
static uint32_t
bucket_of(double rating)
{
	double at = floor((rating - RATING_LEAST) * PER_POINT);
	uint32_t b = 0;

	if (at >= BUCKETS - 1)
		b = BUCKETS - 1;
	else if (at > 0)
		b = (uint32_t)at;
	while (rating < bucket_least(b))
		b--;
	while (b + 1 < BUCKETS && rating >= bucket_least(b + 1))
		b++;
	return b;
}

/* ---- the tree ---- */

/* Adds a user to the count of a bucket, or removes one.  Aborts if memory runs out. */
static void
tree_add(struct ranks *r, uint32_t bucket, bool added)
{
	if (r->tree == NULL) {
		r->tree = calloc(BUCKETS + 1, sizeof(*r->tree));
		CHECK(r->tree != NULL);
	}
	for (uint32_t i = bucket + 1; i <= BUCKETS; i += i & -i) {
		CHECK(added || r->tree[i] > 0);
		r->tree[i] += added ? 1u : -1u;
	}
	r->count += added ? 1u : -1u;
}

/* Returns the number of users in the buckets before `bucket`. */
static uint32_t
tree_below(const struct ranks *r, uint32_t bucket)
{
	uint32_t sum = 0;

	for (uint32_t i = r->tree != NULL ? bucket : 0; i > 0; i -= i & -i)
		sum += r->tree[i];
	return sum;
}

/* Returns the bucket of the user who has `below` users ranked lower; below must be less than
 * count. */
static uint32_t
tree_find(const struct ranks *r, uint32_t below)
{
	uint32_t at = 0;

	for (uint32_t step = 1u << 19; step > 0; step >>= 1) {
		if (at + step > BUCKETS || r->tree[at + step] > below)
			continue;
		at += step;
		below -= r->tree[at];
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
	return r->ready || rating < r->read_rating ||
	       (rating == r->read_rating && user <= r->read_user);
}

void
ranks_change(struct ranks *r, int64_t user, double rating_before, uint32_t experience_before,
    double rating, uint32_t experience)
{
	if (is_counted(r, user, rating_before, experience_before))
		tree_add(r, bucket_of(rating_before), false);
	if (is_counted(r, user, rating, experience))
		tree_add(r, bucket_of(rating), true);
}

/* ---- reading ---- */

struct slice {
	struct ranks *r;
	unsigned rows;
};

static void
count_row(void *ctx, double rating, int64_t user)
{
	struct slice *s = ctx;

	tree_add(s->r, bucket_of(rating), true);
	s->r->read_rating = rating;
	s->r->read_user = user;
	s->rows++;
}

unsigned
ranks_fill(struct ranks *r, struct store *store, unsigned most)
{
	struct slice s = { r, 0 };

	if (r->ready)
		return 0;
	if (store_ranked_walk(
		store, r->game, r->read_rating, r->read_user, most, count_row, &s) &&
	    s.rows < most)
		r->ready = true;
	return s.rows;
}

/* ---- queries ---- */

uint32_t
ranks_place(const struct ranks *r, struct store *store, int64_t user, double rating)
{
	uint32_t b = bucket_of(rating);

	return r->count - tree_below(r, b + 1) +
	       store_ranked_before(store, r->game, rating, user, bucket_least(b + 1)) + 1;
}

struct rows {
	uint32_t place; /* place of the next row */
	uint32_t first;
	ranks_fn *fn;
	void *ctx;
};

static void
one_row(void *ctx, const struct ranked_record *row)
{
	struct rows *l = ctx;

	if (l->place >= l->first)
		l->fn(l->ctx, l->place, row);
	l->place++;
}

void
ranks_each(const struct ranks *r, struct store *store, uint32_t first, uint32_t n, ranks_fn *fn,
    void *ctx)
{
	struct rows l = { .first = first, .fn = fn, .ctx = ctx };
	uint32_t bucket;

	CHECK(first > 0);
	if (first > r->count || n == 0)
		return;
	bucket = tree_find(r, r->count - first);
	l.place = r->count - tree_below(r, bucket + 1) + 1;
	store_ranked_each(
	    store, r->game, bucket_least(bucket + 1), first - l.place + n, one_row, &l);
}

/* ---- lists of all games ---- */

#define GAMES_MAX 32u

struct rank_lists {
	unsigned games; /* number of rows of VARIANTS, at most GAMES_MAX */
	unsigned lists; /* twice the number of games: the lists for play with bots come last */
	unsigned read;  /* number of lists that are ready, in order */
	char bots_key[GAMES_MAX][STORE_VARIANT_MAX];
	struct ranks *of[2 * GAMES_MAX];
};

const char *
ranks_key(const struct variant *v)
{
	return v->fibs ? "" : v->name;
}

struct ranks *
ranks_of(const struct rank_lists *l, const struct variant *v)
{
	return l->of[v - VARIANTS];
}

struct ranks *
ranks_bots(const struct rank_lists *l, const struct variant *v)
{
	return l->of[l->games + (size_t)(v - VARIANTS)];
}

const char *
ranks_bots_key(const struct rank_lists *l, const struct variant *v)
{
	return l->bots_key[v - VARIANTS];
}

const struct variant *
ranks_game(const struct rank_lists *l, const char *key, bool *bots_out)
{
	*bots_out = false;
	if (key[0] == '\0')
		return VARIANT_FIBS;
	for (unsigned i = 0; i < l->games; i++) {
		*bots_out = strcmp(key, l->bots_key[i]) == 0;
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
	char *key = l->bots_key[v - VARIANTS];
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
	CHECK(games <= GAMES_MAX);
	l = calloc(1, sizeof(*l));
	if (l == NULL)
		return NULL;
	l->games = games;
	l->lists = 2 * games;
	for (unsigned i = 0; i < l->lists; i++) {
		l->of[i] = ranks_new(
		    i < games ? ranks_key(&VARIANTS[i]) : bots_key(l, &VARIANTS[i - games]));
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

	for (unsigned i = 0; l != NULL && i < l->lists; i++)
		ranks_free(&l->of[i]);
	free(l);
	*lp = NULL;
}

void
rank_lists_read(struct rank_lists *l, struct store *store)
{
	unsigned rows = 0;

	while (l->read < l->lists && rows < RANKS_SLICE) {
		struct ranks *r = l->of[l->read];

		rows += ranks_fill(r, store, RANKS_SLICE - rows);
		if (!ranks_ready(r))
			return;
		l->read++;
	}
}

bool
rank_lists_ready(const struct rank_lists *l)
{
	return l->read == l->lists;
}
