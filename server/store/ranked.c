/* SPDX-License-Identifier: MIT */
/* The rating list: the verbs of store.h, each through the index user_ranked.  Owns nothing. */
#include "store/sqlite.h"

/* Rows of (rating, user) for a walk; returns how many. */
static unsigned
walk(struct store *s, sqlite3_stmt *q, void (*fn)(void *ctx, double rating, int64_t user),
    void *ctx)
{
	unsigned n = 0;

	while (store_step(s, q)) {
		fn(ctx, sqlite3_column_double(q, 0), sqlite3_column_int64(q, 1));
		n++;
	}
	store_done(s, q);
	return n;
}

bool
store_ranked_walk(struct store *s, double rating, int64_t user, unsigned limit,
    void (*fn)(void *ctx, double rating, int64_t user), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_RANKED_SAME);
	unsigned n;

	if (q == NULL)
		return false;
	store_bind_real(s, q, 1, rating);
	store_bind_int(s, q, 2, user);
	store_bind_int(s, q, 3, limit);
	n = walk(s, q, fn, ctx);
	q = s->turn_err == STORE_OK && n < limit ? store_read(s, ST_RANKED_NEXT) : NULL;
	if (q == NULL)
		return s->turn_err == STORE_OK;
	store_bind_real(s, q, 1, rating);
	store_bind_int(s, q, 2, limit - n);
	(void)walk(s, q, fn, ctx);
	return s->turn_err == STORE_OK;
}

unsigned
store_ranked_before(struct store *s, double rating, int64_t user, double below)
{
	sqlite3_stmt *q = store_read(s, ST_RANKED_BEFORE);
	unsigned n = 0;

	if (q == NULL)
		return 0;
	store_bind_real(s, q, 1, rating);
	store_bind_int(s, q, 2, user);
	store_bind_real(s, q, 3, below);
	if (store_step(s, q))
		n = (unsigned)store_int(s, q, 0, 0, UINT32_MAX);
	store_done(s, q);
	return n;
}

void
store_ranked_each(struct store *s, double below, unsigned limit,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_RANKED_ROWS);

	if (q == NULL)
		return;
	store_bind_real(s, q, 1, below);
	store_bind_int(s, q, 2, limit);
	while (store_step(s, q)) {
		struct ranked_record r = {
			.user = store_int(s, q, 0, 1, INT64_MAX),
			.rating = sqlite3_column_double(q, 2),
			.experience = (uint32_t)store_int(s, q, 3, 0, UINT32_MAX),
		};

		store_text(s, q, 1, r.name, sizeof(r.name));
		fn(ctx, &r);
	}
	store_done(s, q);
}
