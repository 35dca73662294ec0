/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for counters, the ring of log-ins and log-outs, and usage by the hour.
 *
 * Costs: a counter is one row, found by its name; a log-in or log-out updates three counters
 * and one row of the ring, which fits on one page.  Nothing is counted by scanning a table. */
#include "store/sql.h"

static const char *const COUNTER_NAMES[COUNTER_COUNT] = {
#define COUNTER(counter, name, sql) [COUNTER_##counter] = #name,
#include "store/counters.def"
#undef COUNTER
};

/* ---- counters ---- */

int64_t
verb_counter(struct store *s, enum store_counter which)
{
	return sql_number(s, Q_COUNTER, V(COUNTER_NAMES[which]));
}

void
verb_counter_add(struct store *s, enum store_counter which, int64_t n)
{
	(void)sql_write(s, Q_COUNTER_ADD, 1, V(COUNTER_NAMES[which]), V(n));
}

void
verb_counter_set(struct store *s, enum store_counter which, int64_t value, bool more)
{
	(void)sql_write(s, more ? Q_COUNTER_RAISE : Q_COUNTER_SET, more ? -1 : 1,
	    V(COUNTER_NAMES[which]), V(value));
}

int64_t
verb_users_count(struct store *s)
{
	return verb_counter(s, COUNTER_USERS);
}

int64_t
verb_accounts_created(struct store *s)
{
	return sql_read_number(s, sql_select_all(s, Q_USER_NEWEST));
}

/* ---- log-ins and log-outs ---- */

void
verb_visit_add(struct store *s, int64_t at_s, const char *name, const char *event)
{
	int64_t no = verb_counter(s, COUNTER_VISITS);

	if (sql_write(s, Q_VISIT_ADD, 1, V(no % STORE_VISITS_KEPT), V(at_s), V(name), V(event)))
		verb_counter_add(s, COUNTER_VISITS, 1);
}

void
verb_visits_each(struct store *s,
    void (*fn)(void *ctx, int64_t at_s, const char *name, const char *event), void *ctx)
{
	int64_t end = verb_counter(s, COUNTER_VISITS);
	int64_t no = end > STORE_VISITS_KEPT ? end - STORE_VISITS_KEPT : 0;

	for (; no < end; no++) {
		struct sql_query *q = sql_select(s, Q_VISIT, V(no % STORE_VISITS_KEPT));

		if (sql_step(s, q))
			fn(ctx, sql_any_int(s, q, 0), sql_text_ref(s, q, 1),
			    sql_text_ref(s, q, 2));
		sql_end_query(s, q);
	}
}

/* ---- use by the hour ---- */

void
verb_hours_each(struct store *s, int64_t from,
    void (*fn)(void *ctx, const struct hour_record *h), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_HOURS, V(from));

	while (sql_step(s, q)) {
		struct hour_record h = { .hour = sql_any_int(s, q, 0) };

		h.uptime_ms = sql_int(s, q, 1, 0, INT64_MAX);
		h.online_ms = sql_int(s, q, 2, 0, INT64_MAX);
		h.min_online = (uint32_t)sql_int(s, q, 3, 0, UINT32_MAX);
		h.max_online = (uint32_t)sql_int(s, q, 4, 0, UINT32_MAX);
		if (sql_broken(s))
			break;
		fn(ctx, &h);
	}
	sql_end_query(s, q);
}
