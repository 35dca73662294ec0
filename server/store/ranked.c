/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for the rating lists, and for ratings in games other than backgammon.
 * Backgammon's list is read through the index user_ranked, other games' lists through
 * variant_ranked; newcomers are read through user_newcomer and variant_newcomer. */
#include "store/sql.h"

#include <math.h>

/* The statement for a game's list: Q_name for backgammon; for other games Q_GAME_name, which
 * takes the game as ?4. */
#define LIST_STATEMENT(game, name) ((game)[0] == '\0' ? Q_##name : Q_GAME_##name)

static struct sql_query *
start_list_query(struct store *s, enum store_statement st, const char *game, struct sql_value a,
    struct sql_value b, struct sql_value c, size_t n)
{
	const struct sql_value value[] = { a, b, c, V(game) };

	return sql_head_of(s)->driver->start_query(
	    s, st, value, game[0] == '\0' ? n : ARRAY_LEN(value));
}

/* Visits rows of (rating, user).  Returns their number. */
static unsigned
visit_ratings(struct store *s, struct sql_query *q,
    void (*fn)(void *ctx, double rating, int64_t user), void *ctx)
{
	unsigned n = 0;

	while (sql_step(s, q)) {
		fn(ctx, sql_real(s, q, 0), sql_any_int(s, q, 1));
		n++;
	}
	sql_end_query(s, q);
	return n;
}

bool
verb_ranked_visit_after(struct store *s, const char *game, double rating, int64_t user,
    unsigned limit, void (*fn)(void *ctx, double rating, int64_t user), void *ctx)
{
	unsigned n = visit_ratings(s,
	    start_list_query(
		s, LIST_STATEMENT(game, RANKED_SAME), game, V(rating), V(user), V(limit), 3),
	    fn, ctx);

	if (!sql_broken(s) && n < limit)
		(void)visit_ratings(s,
		    start_list_query(s, LIST_STATEMENT(game, RANKED_NEXT), game, V(rating),
			V(limit - n), V(0), 2),
		    fn, ctx);
	return !sql_broken(s);
}

unsigned
verb_ranked_count_before(
    struct store *s, const char *game, double rating, int64_t user, double below)
{
	return (unsigned)sql_read_number(
	    s, start_list_query(s, LIST_STATEMENT(game, RANKED_BEFORE), game, V(rating),
		   V(user), V(below), 3));
}

static void
visit_ranked(struct store *s, struct sql_query *q,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	while (sql_step(s, q)) {
		struct ranked_record r = {
			.user = sql_int(s, q, 0, 1, INT64_MAX),
			.rating = sql_real(s, q, 2),
			.experience = (uint32_t)sql_int(s, q, 3, 0, UINT32_MAX),
		};

		sql_text(s, q, 1, r.name, sizeof(r.name));
		fn(ctx, &r);
	}
	sql_end_query(s, q);
}

void
verb_ranked_each(struct store *s, const char *game, double below, unsigned limit,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	visit_ranked(s,
	    start_list_query(
		s, LIST_STATEMENT(game, RANKED_ROWS), game, V(below), V(limit), V(0), 2),
	    fn, ctx);
}

void
verb_newcomers_each(struct store *s, const char *game, unsigned skip, unsigned most,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx)
{
	visit_ranked(s,
	    start_list_query(
		s, LIST_STATEMENT(game, NEWCOMER_ROWS), game, V(skip), V(most), V(HUGE_VAL), 3),
	    fn, ctx);
}

/* ---- ratings of games other than backgammon ---- */

bool
verb_game_rating(struct store *s, int64_t user, const char *game, double *rating_out,
    uint32_t *experience_out)
{
	struct sql_query *q = sql_select(s, Q_GAME_RATING, V(user), V(game));
	bool found;

	found = sql_step(s, q);
	if (found) {
		*rating_out = sql_real(s, q, 0);
		*experience_out = (uint32_t)sql_int(s, q, 1, 0, UINT32_MAX);
	}
	sql_end_query(s, q);
	return found;
}

void
verb_game_ratings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *game, double rating, uint32_t experience), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_GAME_RATINGS, V(user));

	while (sql_step(s, q)) {
		uint32_t experience = (uint32_t)sql_int(s, q, 2, 0, UINT32_MAX);

		if (sql_broken(s))
			break;
		fn(ctx, sql_text_ref(s, q, 0), sql_real(s, q, 1), experience);
	}
	sql_end_query(s, q);
}
