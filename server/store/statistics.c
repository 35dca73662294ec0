/* SPDX-License-Identifier: MIT */
/* Counters, the ring of comings and goings, use by the hour: the verbs of store.h.  Owns
 * nothing.
 *
 * Cost: a counter one row found by its name; a coming or going three of them and one row of the
 * ring, which lies on one page.  Nothing here is counted by looking through a table. */
#include "store/sqlite.h"

static const char *const NAMES[COUNTER_COUNT] = {
#define COUNTER(counter, name, sql) [COUNTER_##counter] = #name,
#include "store/counters.def"
#undef COUNTER
};

/* ---- counters ---- */

/* The number that a bound statement answers; 0 when it has none. */
static int64_t
answer(struct store *s, sqlite3_stmt *q)
{
	int64_t n = 0;

	if (store_step(s, q))
		n = store_int(s, q, 0, 0, INT64_MAX);
	store_done(s, q);
	return n;
}

static int64_t
answer_of(struct store *s, enum store_statement st)
{
	sqlite3_stmt *q = store_read(s, st);

	return q != NULL ? answer(s, q) : 0;
}

int64_t
store_counter(struct store *s, enum store_counter which)
{
	sqlite3_stmt *q = store_read(s, ST_COUNTER);

	if (q == NULL)
		return 0;
	store_bind_text(s, q, 1, NAMES[which]);
	return answer(s, q);
}

void
store_counter_add(struct store *s, enum store_counter which, int64_t n)
{
	sqlite3_stmt *q = store_write(s, ST_COUNTER_ADD);

	if (q == NULL)
		return;
	store_bind_text(s, q, 1, NAMES[which]);
	store_bind_int(s, q, 2, n);
	(void)store_run(s, q, 1);
}

void
store_counter_set(struct store *s, enum store_counter which, int64_t value, bool more)
{
	sqlite3_stmt *q = store_write(s, more ? ST_COUNTER_RAISE : ST_COUNTER_SET);

	if (q == NULL)
		return;
	store_bind_text(s, q, 1, NAMES[which]);
	store_bind_int(s, q, 2, value);
	(void)store_run(s, q, more ? -1 : 1);
}

int64_t
store_users_count(struct store *s)
{
	return store_counter(s, COUNTER_USERS);
}

int64_t
store_accounts_made(struct store *s)
{
	return answer_of(s, ST_USER_NEWEST);
}

int64_t
store_bytes(struct store *s)
{
	return answer_of(s, ST_PAGE_COUNT) * answer_of(s, ST_PAGE_SIZE);
}

/* ---- comings and goings ---- */

void
store_visit_add(struct store *s, int64_t at_s, const char *name, const char *event)
{
	int64_t no = store_counter(s, COUNTER_VISITS);
	sqlite3_stmt *q = store_write(s, ST_VISIT_ADD);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, no % STORE_VISITS);
	store_bind_int(s, q, 2, at_s);
	store_bind_text(s, q, 3, name);
	store_bind_text(s, q, 4, event);
	if (store_run(s, q, 1))
		store_counter_add(s, COUNTER_VISITS, 1);
}

void
store_visits_each(struct store *s,
    void (*fn)(void *ctx, int64_t at_s, const char *name, const char *event), void *ctx)
{
	int64_t end = store_counter(s, COUNTER_VISITS);
	int64_t no = end > STORE_VISITS ? end - STORE_VISITS : 0;

	for (; no < end; no++) {
		sqlite3_stmt *q = store_read(s, ST_VISIT);

		if (q == NULL)
			return;
		store_bind_int(s, q, 1, no % STORE_VISITS);
		if (store_step(s, q))
			fn(ctx, sqlite3_column_int64(q, 0), store_text_here(s, q, 1),
			    store_text_here(s, q, 2));
		store_done(s, q);
	}
}

/* ---- use by the hour ---- */

void
store_hour_add(struct store *s, const struct hour_record *h)
{
	sqlite3_stmt *q = store_write(s, ST_HOUR_ADD);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, h->hour);
	store_bind_int(s, q, 2, h->watched_ms);
	store_bind_int(s, q, 3, h->user_ms);
	store_bind_int(s, q, 4, h->least);
	store_bind_int(s, q, 5, h->most);
	(void)store_run(s, q, 1);
}

void
store_hours_each(struct store *s, int64_t from,
    void (*fn)(void *ctx, const struct hour_record *h), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_HOURS);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, from);
	while (store_step(s, q)) {
		struct hour_record h = { .hour = sqlite3_column_int64(q, 0) };

		h.watched_ms = store_int(s, q, 1, 0, INT64_MAX);
		h.user_ms = store_int(s, q, 2, 0, INT64_MAX);
		h.least = (uint32_t)store_int(s, q, 3, 0, UINT32_MAX);
		h.most = (uint32_t)store_int(s, q, 4, 0, UINT32_MAX);
		if (s->broken)
			break;
		fn(ctx, &h);
	}
	store_done(s, q);
}

void
store_hours_forget(struct store *s, int64_t before, unsigned most)
{
	sqlite3_stmt *q = store_write(s, ST_HOURS_FORGET);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, before);
	store_bind_int(s, q, 2, most);
	(void)store_run(s, q, -1);
}
