/* SPDX-License-Identifier: MIT */
/* Matches, their actions and what they did to ratings: the verbs of store.h.  Owns nothing.
 *
 * Cost of a move: one row of action and one changed row of match, which also proves that seq is
 * the next. */
#include "store/sqlite.h"

#include <limits.h>
#include <string.h>

static void
read_match(struct store *s, sqlite3_stmt *q, struct match_record *m)
{
	*m = (struct match_record){ 0 };
	m->id = store_int(s, q, 0, 1, INT64_MAX);
	m->user[0] = store_int(s, q, 1, 1, INT64_MAX);
	m->user[1] = store_int(s, q, 2, 1, INT64_MAX);
	store_text(s, q, 3, m->name[0], sizeof(m->name[0]));
	store_text(s, q, 4, m->name[1], sizeof(m->name[1]));
	m->length = (uint8_t)store_int(s, q, 5, 0, UINT8_MAX);
	store_text(s, q, 6, m->variant, sizeof(m->variant));
	if (sqlite3_column_bytes(q, 7) == (int)STORE_SEED_BYTES)
		memcpy(m->seed, sqlite3_column_blob(q, 7), STORE_SEED_BYTES);
	else
		store_break(s, "storage failure: the database holds a seed of the wrong size");
	m->created_ms = sqlite3_column_int64(q, 8);
	m->last_ms = sqlite3_column_int64(q, 9);
	m->score[0] = (uint32_t)store_int(s, q, 10, 0, UINT32_MAX);
	m->score[1] = (uint32_t)store_int(s, q, 11, 0, UINT32_MAX);
	m->ended_ms = sqlite3_column_int64(q, 12);
	store_text(s, q, 13, m->end_reason, sizeof(m->end_reason));
	m->winner = (int)store_int(s, q, 14, -1, 1);
	m->actions = (uint32_t)store_int(s, q, 15, 0, UINT32_MAX);
	m->tournament = sqlite3_column_int64(q, 16);
	m->pairing = (uint32_t)store_int(s, q, 17, 0, UINT32_MAX);
	m->terms = (uint32_t)store_int(s, q, 18, 0, UINT32_MAX);
	m->unrated = store_int(s, q, 19, 0, 1) == 0;
}

static bool
find_match(struct store *s, sqlite3_stmt *q, struct match_record *m_out)
{
	struct match_record m;
	bool found = store_step(s, q);

	if (found)
		read_match(s, q, &m);
	store_done(s, q);
	if (!found || s->broken)
		return false;
	*m_out = m;
	return true;
}

int64_t
store_match_create(struct store *s, const struct match_record *m)
{
	sqlite3_stmt *q = store_write(s, ST_MATCH_CREATE);
	int64_t id;

	if (q == NULL)
		return 0;
	store_bind_int(s, q, 1, m->user[0]);
	store_bind_int(s, q, 2, m->user[1]);
	store_bind_int(s, q, 3, m->length);
	store_bind_text(s, q, 4, m->variant);
	store_bind_blob(s, q, 5, m->seed, sizeof(m->seed));
	store_bind_int(s, q, 6, m->created_ms);
	store_bind_int(s, q, 7, m->tournament);
	store_bind_int(s, q, 8, m->pairing);
	store_bind_int(s, q, 9, m->terms);
	store_bind_int(s, q, 10, m->unrated ? 0 : 1);
	if (!store_run(s, q, 1))
		return 0;
	id = sqlite3_last_insert_rowid(s->db);
	store_counter_add(s, COUNTER_MATCHES, 1);
	return !s->broken ? id : 0;
}

bool
store_match_by_id(struct store *s, int64_t id, struct match_record *m_out)
{
	sqlite3_stmt *q = store_read(s, ST_MATCH_BY_ID);

	if (q == NULL)
		return false;
	store_bind_int(s, q, 1, id);
	return find_match(s, q, m_out);
}

static bool
match_of_pair(struct store *s, enum store_statement st, int64_t user_a, int64_t user_b,
    struct match_record *m_out)
{
	sqlite3_stmt *q = store_read(s, st);

	if (q == NULL)
		return false;
	store_bind_int(s, q, 1, user_a < user_b ? user_a : user_b);
	store_bind_int(s, q, 2, user_a < user_b ? user_b : user_a);
	return find_match(s, q, m_out);
}

bool
store_match_open(struct store *s, int64_t user_a, int64_t user_b, struct match_record *m_out)
{
	return match_of_pair(s, ST_MATCH_OPEN, user_a, user_b, m_out);
}

bool
store_match_last(struct store *s, int64_t user_a, int64_t user_b, struct match_record *m_out)
{
	return match_of_pair(s, ST_MATCH_LAST, user_a, user_b, m_out);
}

void
store_matches_pair_each(struct store *s, int64_t user_a, int64_t user_b,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_MATCHES_PAIR);
	struct match_record m;

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user_a < user_b ? user_a : user_b);
	store_bind_int(s, q, 2, user_a < user_b ? user_b : user_a);
	while (store_step(s, q)) {
		read_match(s, q, &m);
		if (s->broken || !fn(ctx, &m))
			break;
	}
	store_done(s, q);
}

static void
unfinished_each(struct store *s, enum store_statement st, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	sqlite3_stmt *q = store_read(s, st);
	struct match_record m;

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	while (store_step(s, q)) {
		read_match(s, q, &m);
		if (s->broken || !fn(ctx, &m))
			break;
	}
	store_done(s, q);
}

void
store_matches_open_each(struct store *s, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	unfinished_each(s, ST_MATCHES_OPEN, user, fn, ctx);
}

void
store_matches_tournament_each(struct store *s, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	unfinished_each(s, ST_MATCHES_TOURNAMENT, user, fn, ctx);
}

unsigned
store_matches_open_count(struct store *s, int64_t user)
{
	return store_count_of(s, ST_MATCHES_OPEN_COUNT, user);
}

void
store_match_score(struct store *s, int64_t id, const uint32_t score[2])
{
	sqlite3_stmt *q = store_write(s, ST_MATCH_SCORE);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, id);
	store_bind_int(s, q, 2, score[0]);
	store_bind_int(s, q, 3, score[1]);
	(void)store_run(s, q, 1);
}

void
store_match_end(struct store *s, int64_t id, int64_t at_ms, const char *reason, int winner,
    const uint32_t score[2])
{
	sqlite3_stmt *q = store_write(s, ST_MATCH_END);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, id);
	store_bind_int(s, q, 2, at_ms);
	store_bind_text(s, q, 3, reason);
	store_bind_int(s, q, 4, winner);
	store_bind_int(s, q, 5, score[0]);
	store_bind_int(s, q, 6, score[1]);
	if (!store_run(s, q, 1))
		return;
	store_counter_add(s, COUNTER_MATCHES_FINISHED, 1);
	if (strcmp(reason, "expired") == 0)
		store_counter_add(s, COUNTER_MATCHES_EXPIRED, 1);
}

/* ---- those that lie unused ---- */

unsigned
store_matches_open_after(struct store *s, int64_t after, unsigned most, struct match_brief *out)
{
	sqlite3_stmt *q = store_read(s, ST_MATCHES_OPEN_AFTER);
	unsigned n = 0;

	if (q == NULL)
		return 0;
	store_bind_int(s, q, 1, after);
	store_bind_int(s, q, 2, most);
	while (n < most && store_step(s, q)) {
		struct match_brief *m = &out[n++];

		m->id = store_int(s, q, 0, 1, INT64_MAX);
		m->last_ms = sqlite3_column_int64(q, 1);
		store_text(s, q, 2, m->name[0], sizeof(m->name[0]));
		store_text(s, q, 3, m->name[1], sizeof(m->name[1]));
	}
	store_done(s, q);
	return s->broken ? 0 : n;
}

/* ---- ratings ---- */

void
store_rating_add(struct store *s, const struct rating_record *r)
{
	sqlite3_stmt *q = store_write(s, ST_RATING_ADD);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, r->match);
	store_bind_int(s, q, 2, r->user);
	store_bind_real(s, q, 3, r->before);
	store_bind_real(s, q, 4, r->after);
	store_bind_int(s, q, 5, r->experience_before);
	store_bind_int(s, q, 6, r->experience_after);
	store_bind_int(s, q, 7, r->at_ms);
	store_bind_text(s, q, 8, r->game);
	if (store_run(s, q, 1))
		store_counter_add(s, COUNTER_RATINGS, 1);
}

void
store_ratings_each(struct store *s, int64_t match,
    void (*fn)(void *ctx, const struct rating_record *r), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_RATINGS);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, match);
	while (store_step(s, q)) {
		struct rating_record r = { .match = match };

		r.user = store_int(s, q, 0, 1, INT64_MAX);
		r.before = sqlite3_column_double(q, 1);
		r.after = sqlite3_column_double(q, 2);
		r.experience_before = (uint32_t)store_int(s, q, 3, 0, UINT32_MAX);
		r.experience_after = (uint32_t)store_int(s, q, 4, 0, UINT32_MAX);
		r.at_ms = sqlite3_column_int64(q, 5);
		store_text(s, q, 6, r.game, sizeof(r.game));
		if (s->broken)
			break;
		fn(ctx, &r);
	}
	store_done(s, q);
}

/* ---- actions ---- */

void
store_action_add(struct store *s, const struct action_record *a)
{
	sqlite3_stmt *q = store_write(s, ST_MATCH_ACTION);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, a->match);
	store_bind_int(s, q, 2, a->seq);
	store_bind_int(s, q, 3, a->at_ms);
	if (!store_run(s, q, 1))
		return;
	q = store_write(s, ST_ACTION_ADD);
	if (q == NULL)
		return;
	store_bind_int(s, q, 1, a->match);
	store_bind_int(s, q, 2, a->seq);
	store_bind_int(s, q, 3, a->at_ms);
	store_bind_int(s, q, 4, a->elapsed_ms);
	store_bind_int(s, q, 5, a->seat);
	store_bind_int(s, q, 6, a->automatic);
	store_bind_text(s, q, 7, a->kind);
	store_bind_text(s, q, 8, a->text);
	store_bind_int(s, q, 9, a->credit_ms);
	(void)store_run(s, q, 1);
}

void
store_actions_each(struct store *s, int64_t match,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx)
{
	store_actions_from(s, match, 0, UINT_MAX, fn, ctx);
}

void
store_actions_from(struct store *s, int64_t match, uint32_t seq, unsigned most,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_ACTIONS);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, match);
	store_bind_int(s, q, 2, seq);
	store_bind_int(s, q, 3, most);
	while (store_step(s, q)) {
		struct action_record a = { .match = match };

		a.seq = (uint32_t)store_int(s, q, 0, 0, UINT32_MAX);
		a.at_ms = sqlite3_column_int64(q, 1);
		a.elapsed_ms = (uint32_t)store_int(s, q, 2, 0, UINT32_MAX);
		a.seat = (int)store_int(s, q, 3, 0, 2);
		a.automatic = store_int(s, q, 4, 0, 1) != 0;
		a.kind = store_text_here(s, q, 5);
		a.text = store_text_here(s, q, 6);
		a.credit_ms = (uint16_t)store_int(s, q, 7, 0, 1000);
		if (s->broken || !fn(ctx, &a))
			break;
	}
	store_done(s, q);
}
