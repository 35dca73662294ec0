/* SPDX-License-Identifier: MIT */
/* The rating lists, and the ratings of games beside backgammon: the verbs of store.h.  The list
 * of backgammon is read through the index user_ranked, another game's in the same way through
 * variant_ranked, those who are in neither yet through user_newcomer and variant_newcomer.
 * Owns nothing. */
#include "store/sqlite.h"

#include <math.h>

/* The statement about a game's list: one of backgammon's, or its twin, which is told which. */
#define LIST(game, name) ((game)[0] == '\0' ? Q_##name : Q_GAME_##name)

static sqlite3_stmt *
of_game(struct store *s, const char *game, sqlite3_stmt *q)
{
	if (q != NULL && game[0] != '\0')
		sql_bind(s, q, 4, V(game));
	return q;
}

/* Rows of (rating, user) for a walk; returns how many. */
static unsigned
walk(struct store *s, sqlite3_stmt *q, void (*fn)(void *ctx, double rating, int64_t user),
    void *ctx)
{
	unsigned n = 0;

	while (sql_step(s, q)) {
		fn(ctx, sqlite3_column_double(q, 0), sqlite3_column_int64(q, 1));
		n++;
	}
	sql_done(s, q);
	return n;
}

bool
sqlite_ranked_walk(struct store *s, const char *game, double rating, int64_t user,
    unsigned limit, void (*fn)(void *ctx, double rating, int64_t user), void *ctx)
{
	unsigned n = walk(s,
	    of_game(s, game, sql_get(s, LIST(game, RANKED_SAME), V(rating), V(user), V(limit))),
	    fn, ctx);

	if (!s->broken && n < limit)
		(void)walk(s,
		    of_game(
			s, game, sql_get(s, LIST(game, RANKED_NEXT), V(rating), V(limit - n))),
		    fn, ctx);
	return !s->broken;
}

unsigned
sqlite_ranked_before(
    struct store *s, const char *game, double rating, int64_t user, double below)
{
	return (unsigned)sql_answer(
	    s, of_game(s, game,
		   sql_get(s, LIST(game, RANKED_BEFORE), V(rating), V(user), V(below))));
}

static void
rows_each(struct store *s, sqlite3_stmt *q,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	while (sql_step(s, q)) {
		struct ranked_record r = {
			.user = sql_int(s, q, 0, 1, INT64_MAX),
			.rating = sqlite3_column_double(q, 2),
			.experience = (uint32_t)sql_int(s, q, 3, 0, UINT32_MAX),
		};

		sql_text(s, q, 1, r.name, sizeof(r.name));
		fn(ctx, &r);
	}
	sql_done(s, q);
}

void
sqlite_ranked_each(struct store *s, const char *game, double below, unsigned limit,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	rows_each(s, of_game(s, game, sql_get(s, LIST(game, RANKED_ROWS), V(below), V(limit))),
	    fn, ctx);
}

void
sqlite_newcomers_each(struct store *s, const char *game, unsigned skip, unsigned most,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	rows_each(s,
	    of_game(
		s, game, sql_get(s, LIST(game, NEWCOMER_ROWS), V(skip), V(most), V(HUGE_VAL))),
	    fn, ctx);
}

/* ---- ratings of games beside backgammon ---- */

bool
sqlite_game_rating(struct store *s, int64_t user, const char *game, double *rating_out,
    uint32_t *experience_out)
{
	sqlite3_stmt *q = sql_get(s, Q_GAME_RATING, V(user), V(game));
	bool found;

	found = sql_step(s, q);
	if (found) {
		*rating_out = sqlite3_column_double(q, 0);
		*experience_out = (uint32_t)sql_int(s, q, 1, 0, UINT32_MAX);
	}
	sql_done(s, q);
	return found;
}

void
sqlite_game_rating_set(
    struct store *s, int64_t user, const char *game, double rating, uint32_t experience)
{
	(void)sql_put(s, Q_GAME_RATING_SET, 1, V(user), V(game), V(rating), V(experience));
}

void
sqlite_game_ratings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *game, double rating, uint32_t experience), void *ctx)
{
	sqlite3_stmt *q = sql_get(s, Q_GAME_RATINGS, V(user));

	while (sql_step(s, q)) {
		uint32_t experience = (uint32_t)sql_int(s, q, 2, 0, UINT32_MAX);

		if (s->broken)
			break;
		fn(ctx, sql_text_here(s, q, 0), sqlite3_column_double(q, 1), experience);
	}
	sql_done(s, q);
}
