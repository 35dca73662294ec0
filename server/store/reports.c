/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for users' reports, one statement each. */
#include "store/sql.h"

void
verb_reports_each(struct store *s, int64_t id,
    void (*fn)(void *ctx, const struct report_record *r), void *ctx)
{
	struct sql_query *q =
	    id == 0 ? sql_select_all(s, Q_REPORTS) : sql_select(s, Q_REPORT, V(id));

	while (sql_step(s, q)) {
		struct report_record r = {
			.id = sql_int(s, q, 0, 1, INT64_MAX),
			.reporter = sql_int(s, q, 1, 1, INT64_MAX),
			.target = sql_int(s, q, 2, 1, INT64_MAX),
			.reporter_name = sql_text_ref(s, q, 3),
			.target_name = sql_text_ref(s, q, 4),
			.at_s = sql_int(s, q, 5, INT64_MIN, INT64_MAX),
			.text = sql_text_ref(s, q, 6),
			.recent_talk = sql_text_ref(s, q, 7),
		};

		if (sql_broken(s))
			break;
		fn(ctx, &r);
	}
	sql_end_query(s, q);
}

unsigned
verb_reports_count(struct store *s, int64_t reporter, int64_t target)
{
	if (reporter != 0)
		return (unsigned)sql_number(s, Q_REPORTS_PAIR, V(reporter), V(target));
	if (target != 0)
		return (unsigned)sql_number(s, Q_REPORTS_OF, V(target));
	return (unsigned)sql_read_number(s, sql_select_all(s, Q_REPORTS_COUNT));
}
