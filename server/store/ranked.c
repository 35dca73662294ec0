/* SPDX-License-Identifier: MIT */
/* The rating lists, and the ratings of games beside backgammon: the verbs of store.h.  The list
 * of backgammon is read through the index user_ranked, another game's in the same way through
 * variant_ranked, those who are in neither yet through user_newcomer and variant_newcomer.
 * Owns nothing. */
#include "store/sqlite.h"

#include <math.h>

/* The statement about a game's list: one of backgammon's, or its twin, which is told which. */
static sqlite3_stmt *
read_list(
    struct store *s, const char *game, enum store_statement own, enum store_statement twin)
{
	sqlite3_stmt *q = store_read(s, game[0] == '\0' ? own : twin);

	if (q != NULL && game[0] != '\0')
		store_bind_text(s, q, 4, game);
	return q;
}

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
store_ranked_walk(struct store *s, const char *game, double rating, int64_t user,
    unsigned limit, void (*fn)(void *ctx, double rating, int64_t user), void *ctx)
{
	sqlite3_stmt *q = read_list(s, game, ST_RANKED_SAME, ST_GAME_RANKED_SAME);
	unsigned n;

	if (q == NULL)
		return false;
	store_bind_real(s, q, 1, rating);
	store_bind_int(s, q, 2, user);
	store_bind_int(s, q, 3, limit);
	n = walk(s, q, fn, ctx);
	q = !s->broken && n < limit ? read_list(s, game, ST_RANKED_NEXT, ST_GAME_RANKED_NEXT)
				    : NULL;
	if (q == NULL)
		return !s->broken;
	store_bind_real(s, q, 1, rating);
	store_bind_int(s, q, 2, limit - n);
	(void)walk(s, q, fn, ctx);
	return !s->broken;
}

unsigned
store_ranked_before(
    struct store *s, const char *game, double rating, int64_t user, double below)
{
	sqlite3_stmt *q = read_list(s, game, ST_RANKED_BEFORE, ST_GAME_RANKED_BEFORE);
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

static void
rows_each(struct store *s, sqlite3_stmt *q,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
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

void
store_ranked_each(struct store *s, const char *game, double below, unsigned limit,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	sqlite3_stmt *q = read_list(s, game, ST_RANKED_ROWS, ST_GAME_RANKED_ROWS);

	if (q == NULL)
		return;
	store_bind_real(s, q, 1, below);
	store_bind_int(s, q, 2, limit);
	rows_each(s, q, fn, ctx);
}

void
store_newcomers_each(struct store *s, const char *game, unsigned skip, unsigned most,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	sqlite3_stmt *q = read_list(s, game, ST_NEWCOMER_ROWS, ST_GAME_NEWCOMER_ROWS);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, skip);
	store_bind_int(s, q, 2, most);
	store_bind_real(s, q, 3, HUGE_VAL);
	rows_each(s, q, fn, ctx);
}

/* ---- ratings of games beside backgammon ---- */

bool
store_game_rating(struct store *s, int64_t user, const char *game, double *rating_out,
    uint32_t *experience_out)
{
	sqlite3_stmt *q = store_read(s, ST_GAME_RATING);
	bool found;

	if (q == NULL)
		return false;
	store_bind_int(s, q, 1, user);
	store_bind_text(s, q, 2, game);
	found = store_step(s, q);
	if (found) {
		*rating_out = sqlite3_column_double(q, 0);
		*experience_out = (uint32_t)store_int(s, q, 1, 0, UINT32_MAX);
	}
	store_done(s, q);
	return found;
}

void
store_game_rating_set(
    struct store *s, int64_t user, const char *game, double rating, uint32_t experience)
{
	sqlite3_stmt *q = store_write(s, ST_GAME_RATING_SET);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	store_bind_text(s, q, 2, game);
	store_bind_real(s, q, 3, rating);
	store_bind_int(s, q, 4, experience);
	(void)store_run(s, q, 1);
}

void
store_game_ratings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *game, double rating, uint32_t experience), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_GAME_RATINGS);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	while (store_step(s, q)) {
		uint32_t experience = (uint32_t)store_int(s, q, 2, 0, UINT32_MAX);

		if (s->broken)
			break;
		fn(ctx, store_text_here(s, q, 0), sqlite3_column_double(q, 1), experience);
	}
	store_done(s, q);
}
