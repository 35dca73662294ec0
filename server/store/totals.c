/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for players' totals, which are counted as events happen.  Each verb costs
 * one or two rows found by key, except the verbs that list rows. */
#include "store/sql.h"

#include <string.h>

#define DICE_PAIRS 36u

void
verb_totals_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *game, unsigned length, const struct totals_record *t),
    void *ctx)
{
	struct sql_query *q = sql_select(s, Q_TOTALS, V(user));

	while (sql_step(s, q)) {
		struct totals_record t;
		uint32_t *const field[] = { &t.won, &t.lost, &t.unfinished, &t.gammons_won,
			&t.gammons_lost, &t.doubles_taken, &t.doubles_passed, &t.takes,
			&t.passes, &t.takes_won, &t.timed_plays };

		for (unsigned i = 0; i < ARRAY_LEN(field); i++)
			*field[i] = (uint32_t)sql_int(s, q, 2 + (int)i, 0, UINT32_MAX);
		t.ms = (uint64_t)sql_int(s, q, 13, 0, INT64_MAX);
		if (sql_broken(s))
			break;
		fn(ctx, sql_text_ref(s, q, 0), (unsigned)sql_int(s, q, 1, 0, 255), &t);
	}
	sql_end_query(s, q);
}

bool
verb_roll_counts(struct store *s, int64_t user, struct roll_record *r_out)
{
	struct sql_query *q = sql_select(s, Q_ROLLS, V(user));
	struct roll_record r = { 0 };
	uint8_t bytes[8 * DICE_PAIRS];
	bool found = sql_step(s, q);

	if (found && sql_bytes(s, q, 0, bytes, sizeof(bytes))) {
		for (unsigned i = 0; i < 8 * DICE_PAIRS; i++)
			r.dice_counts[i / 8 / 6][i / 8 % 6] |= (uint64_t)bytes[i] << i % 8 * 8;
		r.bar = (uint64_t)sql_int(s, q, 1, 0, INT64_MAX);
		r.bar_entered = (uint64_t)sql_int(s, q, 2, 0, INT64_MAX);
		r.bar_entered_expected = sql_real(s, q, 3);
	} else if (found) {
		sql_break_store(
		    s, "storage failure: the database holds rolls of the wrong size");
	}
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	*r_out = r;
	return true;
}

void
verb_roll_counts_add(struct store *s, int64_t user, const struct roll_record *r)
{
	struct roll_record sum = { 0 };
	uint8_t bytes[8 * DICE_PAIRS];

	(void)verb_roll_counts(s, user, &sum);
	for (unsigned i = 0; i < DICE_PAIRS; i++) {
		uint64_t n = sum.dice_counts[i / 6][i % 6] + r->dice_counts[i / 6][i % 6];

		for (unsigned k = 0; k < 8; k++)
			bytes[8 * i + k] = (uint8_t)(n >> 8 * k);
	}
	(void)sql_write(s, Q_ROLLS_SET, 1, V(user), SQL_BLOB(bytes, sizeof(bytes)),
	    V((int64_t)(sum.bar + r->bar)), V((int64_t)(sum.bar_entered + r->bar_entered)),
	    V(sum.bar_entered_expected + r->bar_entered_expected));
}

unsigned
verb_streak_record(struct store *s, int64_t user, bool won)
{
	(void)sql_write(s, Q_STREAK, 1, V(user), V(won));
	return (unsigned)sql_number(s, Q_STREAK_OF, V(user));
}

void
verb_best_add(struct store *s, const char *kind, int64_t value, int64_t match, int64_t user)
{
	if (value <= sql_number(s, Q_BEST_LEAST, V(kind), V(STORE_BESTS_KEPT - 1)))
		return;
	(void)sql_write(s, Q_BEST_ADD, 1, V(kind), V(value), V(match), V(user));
	(void)sql_write(s, Q_BEST_TRIM, -1, V(kind), V(STORE_BESTS_KEPT));
}

void
verb_bests_each(struct store *s, const char *kind,
    void (*fn)(void *ctx, int64_t value, int64_t match, const char *user), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_BESTS, V(kind));

	while (sql_step(s, q))
		fn(ctx, sql_any_int(s, q, 0), sql_any_int(s, q, 1), sql_text_ref(s, q, 2));
	sql_end_query(s, q);
}

bool
verb_rating_at(struct store *s, int64_t user, const char *game, int64_t at_ms, bool later,
    double *rating_out, int64_t *at_ms_out)
{
	struct sql_query *q =
	    sql_select(s, later ? Q_RATING_AFTER : Q_RATING_BEFORE, V(user), V(game), V(at_ms));
	bool found = sql_step(s, q);

	if (found) {
		*rating_out = sql_real(s, q, 0);
		*at_ms_out = sql_any_int(s, q, 1);
	}
	sql_end_query(s, q);
	return found && !sql_broken(s);
}

void
verb_ratings_over_time(struct store *s, int64_t user, const char *game, int64_t from_ms,
    int64_t to_ms, unsigned steps, void (*fn)(void *ctx, unsigned i, double rating), void *ctx)
{
	struct sql_query *q =
	    sql_select(s, Q_RATINGS_OVER, V(user), V(game), V(from_ms), V(to_ms), V(steps));

	for (unsigned i = 0; sql_step(s, q); i++)
		fn(ctx, i, sql_real(s, q, 0));
	sql_end_query(s, q);
}
