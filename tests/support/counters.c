/* SPDX-License-Identifier: MIT */
/* See counters.h.  Compares each counter with a count of the rows. */
#include "tests/support/counters.h"

#include <stdio.h>

#include "store/sqlite/sqlite.h"

static const char *const COUNTER_SQL[COUNTER_COUNT] = {
#define COUNTER(counter, name, sql) [COUNTER_##counter] = sql,
#include "store/counters.def"
#undef COUNTER
};

static int64_t
ask(struct store *s, const char *sql)
{
	sqlite3_stmt *q;
	int64_t n;

	CHECK(sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK);
	CHECK(sqlite3_step(q) == SQLITE_ROW);
	n = sqlite3_column_int64(q, 0);
	CHECK(sqlite3_finalize(q) == SQLITE_OK);
	return n;
}

static unsigned
counter_differs(const char *what, int64_t said, int64_t is)
{
	if (said == is)
		return 0;
	(void)printf("the counter says %lld, but it is %lld: %s\n", (long long)said,
	    (long long)is, what);
	return 1;
}

unsigned
counters_wrong(struct store *s)
{
	int64_t visits = store_counter(s, COUNTER_VISITS);
	unsigned wrong = 0;

	for (unsigned c = 0; c < COUNTER_COUNT; c++)
		if (COUNTER_SQL[c] != NULL)
			wrong += counter_differs(COUNTER_SQL[c],
			    store_counter(s, (enum store_counter)c), ask(s, COUNTER_SQL[c]));
	wrong += counter_differs("rows of the ring",
	    visits < STORE_VISITS_KEPT ? visits : STORE_VISITS_KEPT,
	    ask(s, "SELECT count(*) FROM visit"));
	wrong += counter_differs("newest account", store_accounts_created(s),
	    ask(s, "SELECT coalesce(max(id), 0) FROM user WHERE id + 0 > 0"));
	wrong += counter_differs("bytes", store_database_bytes(s),
	    ask(s, "SELECT page_count * page_size FROM pragma_page_count(), "
		   "pragma_page_size()"));
	return wrong;
}

int
journal_pages(const struct store *s)
{
	return s->wal_frames;
}
