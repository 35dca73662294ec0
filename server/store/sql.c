/* SPDX-License-Identifier: MIT */
/* Code shared by all engines that use SQL: see sql.h. */
#include "store/sql.h"

#include <string.h>

static const char *const STATEMENTS[Q_STATEMENT_COUNT] = {
#define S(name, ...) [Q_##name] = __VA_ARGS__,
#include "store/statements.def"
#undef S
};

const char *
sql_text_of(enum store_statement st)
{
	return STATEMENTS[st];
}

void
sql_break_store(struct store *s, const char *why)
{
	struct sql_head *h = sql_head_of(s);
	struct sbuf b;

	if (h->broken)
		return;
	SBUF_INIT(&b, h->why);
	sbuf_add(&b, why);
	h->broken = true;
}

void
verb_abandon_damaged(struct store *s)
{
	sql_break_store(s, "storage failure: the database is damaged");
}

int64_t
sql_read_number(struct store *s, struct sql_query *q)
{
	int64_t n = 0;

	if (sql_step(s, q))
		n = sql_int(s, q, 0, 0, INT64_MAX);
	sql_end_query(s, q);
	return n;
}

/* ---- columns ---- */

int64_t
sql_any_int(struct store *s, struct sql_query *q, int at)
{
	return sql_head_of(s)->driver->column_int(q, at);
}

int64_t
sql_int(struct store *s, struct sql_query *q, int at, int64_t least, int64_t most)
{
	int64_t v = sql_any_int(s, q, at);

	if (v >= least && v <= most)
		return v;
	sql_break_store(s, "storage failure: the database contains an impossible number");
	return least;
}

double
sql_real(struct store *s, struct sql_query *q, int at)
{
	return sql_head_of(s)->driver->column_real(q, at);
}

const char *
sql_text_ref(struct store *s, struct sql_query *q, int at)
{
	const char *text = sql_head_of(s)->driver->column_text(q, at);

	if (text != NULL)
		return text;
	sql_break_store(s, "storage failure: a text of the database cannot be read");
	return "";
}

void
sql_text(struct store *s, struct sql_query *q, int at, char *out, size_t size)
{
	const char *text = sql_text_ref(s, q, at);
	struct sbuf b;

	sbuf_init(&b, out, size);
	sbuf_add(&b, text);
	if (!sbuf_ok(&b))
		sql_break_store(
		    s, "storage failure: the database contains a text that is too long");
}

bool
sql_bytes(struct store *s, struct sql_query *q, int at, void *out, size_t size)
{
	size_t n = 0;
	const void *bytes = sql_head_of(s)->driver->column_bytes(q, at, &n);

	if (bytes == NULL || n != size)
		return false;
	memcpy(out, bytes, size);
	return true;
}
