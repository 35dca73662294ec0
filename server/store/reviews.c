/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for the analysis of finished matches.  Each reads or writes a few rows,
 * found by a key; a match has at most a few hundred marks. */
#include "store/sql.h"

/* Imported matches are in separate tables, where their numbers are smaller by
 * STORE_IMPORT_BASE. */
#define OF(match, st) ((match) > STORE_IMPORT_BASE ? Q_IMPORT_##st : Q_##st)
#define KEY(match) ((match) > STORE_IMPORT_BASE ? (match)-STORE_IMPORT_BASE : (match))

void
verb_review_enqueue(struct store *s, int64_t match, int64_t asker)
{
	if (asker != 0) /* deletes the row of a match that no user has requested, so that it is
			 * queued after earlier requests */
		(void)sql_write(s, Q_REVIEW_UNREQUESTED, -1, V(match));
	(void)sql_write(s, Q_REVIEW_ENQUEUE, -1, V(match), V(asker), V(asker != 0));
}

static int64_t
next_review(struct store *s, bool wanted, int64_t *asker_out)
{
	struct sql_query *q = sql_select(s, Q_REVIEW_NEXT, V(wanted));
	int64_t match = 0, asker = 0;

	if (sql_step(s, q)) {
		match = sql_int(s, q, 0, 1, INT64_MAX);
		asker = sql_int(s, q, 1, 0, INT64_MAX);
	}
	sql_end_query(s, q);
	if (match == 0 || sql_broken(s))
		return 0;
	*asker_out = asker;
	return match;
}

int64_t
verb_review_next_match(struct store *s, int64_t *asker_out)
{
	int64_t match = next_review(s, true, asker_out);

	return match != 0 ? match : next_review(s, false, asker_out);
}

void
verb_review_dequeue(struct store *s, int64_t match)
{
	(void)sql_write(s, Q_REVIEW_DEQUEUE, -1, V(match));
}

bool
verb_review_is_queued(struct store *s, int64_t match)
{
	return sql_number(s, Q_REVIEW_IS_QUEUED, V(match)) > 0;
}

unsigned
verb_reviews_queued_by(struct store *s, int64_t asker)
{
	return (unsigned)sql_number(s, Q_REVIEWS_QUEUED_BY, V(asker));
}

unsigned
verb_reviews_queued(struct store *s)
{
	return (unsigned)sql_read_number(s, sql_select_all(s, Q_REVIEWS_QUEUED));
}

void
verb_review_add(struct store *s, int64_t match, const struct review_record r[2],
    const struct review_mark *marks, unsigned n)
{
	for (unsigned i = 0; i < 2; i++)
		(void)sql_write(s, OF(match, REVIEW_ADD), 1, V(KEY(match)), V(i), V(r[i].plies),
		    V(r[i].play_decisions), V(r[i].cube_decisions), V(r[i].play_error),
		    V(r[i].cube_error), V(r[i].mark_counts[0]), V(r[i].mark_counts[1]),
		    V(r[i].mark_counts[2]), V(r[i].best_roll), V(r[i].best_double),
		    V(r[i].best_take), V(r[i].best_drop), V(r[i].rolls), V(r[i].luck),
		    V(r[i].luck_worth), V(r[i].by_gnubg));
	for (unsigned i = 0; i < n; i++)
		(void)sql_write(s, OF(match, REVIEW_MARK_ADD), 1, V(KEY(match)),
		    V(marks[i].move_number), V(marks[i].is_cube_decision), V(marks[i].seat),
		    V(marks[i].error), V(marks[i].best));
}

bool
verb_review_read(struct store *s, int64_t match, struct review_record r_out[2])
{
	struct sql_query *q = sql_select(s, OF(match, REVIEW), V(KEY(match)));
	struct review_record r[2] = { 0 };
	unsigned n = 0;

	for (; n < 2 && sql_step(s, q); n++) {
		uint32_t *const field[] = { &r[n].mark_counts[0], &r[n].mark_counts[1],
			&r[n].mark_counts[2], &r[n].best_roll, &r[n].best_double,
			&r[n].best_take, &r[n].best_drop, &r[n].rolls };

		r[n].plies = (uint32_t)sql_int(s, q, 0, 0, UINT32_MAX);
		r[n].play_decisions = (uint32_t)sql_int(s, q, 1, 0, UINT32_MAX);
		r[n].cube_decisions = (uint32_t)sql_int(s, q, 2, 0, UINT32_MAX);
		r[n].play_error = sql_real(s, q, 3);
		r[n].cube_error = sql_real(s, q, 4);
		for (unsigned i = 0; i < ARRAY_LEN(field); i++)
			*field[i] = (uint32_t)sql_int(s, q, 5 + (int)i, 0, UINT32_MAX);
		r[n].luck = sql_real(s, q, 13);
		r[n].luck_worth = sql_real(s, q, 14);
		r[n].by_gnubg = sql_int(s, q, 15, 0, 1) != 0;
	}
	sql_end_query(s, q);
	if (n < 2 || sql_broken(s))
		return false;
	r_out[0] = r[0];
	r_out[1] = r[1];
	return true;
}

static void
each_mark(struct store *s, struct sql_query *q,
    void (*fn)(void *ctx, const struct review_mark *m), void *ctx)
{
	while (sql_step(s, q)) {
		struct review_mark m = { 0 };

		m.move_number = (uint32_t)sql_int(s, q, 0, 0, UINT32_MAX);
		m.is_cube_decision = sql_int(s, q, 1, 0, 1) != 0;
		m.seat = (int)sql_int(s, q, 2, 0, 1);
		m.error = sql_real(s, q, 3);
		sql_text(s, q, 4, m.best, sizeof(m.best));
		if (sql_broken(s))
			break;
		fn(ctx, &m);
	}
	sql_end_query(s, q);
}

void
verb_review_marks_of(struct store *s, int64_t match, uint32_t move,
    void (*fn)(void *ctx, const struct review_mark *m), void *ctx)
{
	each_mark(
	    s, sql_select(s, OF(match, REVIEW_MARKS_OF), V(KEY(match)), V(move)), fn, ctx);
}

void
verb_review_worst_marks(struct store *s, int64_t match, unsigned most,
    void (*fn)(void *ctx, const struct review_mark *m), void *ctx)
{
	each_mark(s, sql_select(s, OF(match, REVIEW_WORST), V(KEY(match)), V(most)), fn, ctx);
}

/* ---- sums ---- */

void
verb_error_totals_add(
    struct store *s, int64_t user, const char *game, const struct error_totals_record *t)
{
	(void)sql_write(s, Q_ERROR_TOTALS_ADD, 1, V(user), V(game), V(t->matches),
	    V(t->decisions), V(t->error_sum), V(t->rolls), V(t->luck_sum), V(t->timed_plays),
	    V(t->thinking_seconds), V(t->seconds_squared));
}

static struct error_totals_record
read_error_totals(struct store *s, struct sql_query *q)
{
	struct error_totals_record t = { 0 };

	t.matches = (uint32_t)sql_int(s, q, 1, 0, UINT32_MAX);
	t.decisions = (uint32_t)sql_int(s, q, 2, 0, UINT32_MAX);
	t.error_sum = sql_real(s, q, 3);
	t.rolls = (uint32_t)sql_int(s, q, 4, 0, UINT32_MAX);
	t.luck_sum = sql_real(s, q, 5);
	t.timed_plays = (uint32_t)sql_int(s, q, 6, 0, UINT32_MAX);
	t.thinking_seconds = sql_real(s, q, 7);
	t.seconds_squared = sql_real(s, q, 8);
	return t;
}

void
verb_error_totals_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *game, const struct error_totals_record *t), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_ERROR_TOTALS, V(user));

	while (sql_step(s, q)) {
		struct error_totals_record t = read_error_totals(s, q);

		if (sql_broken(s))
			break;
		fn(ctx, sql_text_ref(s, q, 0), &t);
	}
	sql_end_query(s, q);
}

void
verb_lowest_errors_each(struct store *s, double rate, unsigned most,
    void (*fn)(
	void *ctx, const char *name, const char *game, const struct error_totals_record *t),
    void *ctx)
{
	struct sql_query *q = sql_select(s, Q_ERROR_LEAST, V(rate), V(most));

	while (sql_step(s, q)) {
		struct error_totals_record t = read_error_totals(s, q);

		if (sql_broken(s))
			break;
		fn(ctx, sql_text_ref(s, q, 9), sql_text_ref(s, q, 0), &t);
	}
	sql_end_query(s, q);
}
