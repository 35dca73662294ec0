/* SPDX-License-Identifier: MIT */
/* Turns, syncs and statements on PostgreSQL: see postgresql.h.
 *
 * Cost of a turn that writes: what it writes, and no waiting; of a statement that reads, one
 * round trip.  An action of a match is one statement, and which number it has is known without
 * asking (matches.c), so rolls, moves and doubles read nothing. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/dialect.h"

#define OID_BYTES 17 /* of the types bytea and text */
#define OID_TEXT 25

/* Statements of a turn itself: the same for every one. */
static const struct frame {
	const char *name, *sql;
	int params;
} BEGIN = { "begin", "BEGIN", 0 }, COMMIT = { "commit", "COMMIT", 0 },
  FENCE = { "fence",
	  "WITH own AS (UPDATE gammond SET turn = turn + 1 WHERE generation = $1 RETURNING 1) "
	  "SELECT 1 / count(*) FROM own",
	  1 },
  SIZE = { "size", "SELECT pg_database_size(current_database())", 0 };

/* ---- statements ---- */

static void
name_of(enum store_statement st, enum pg_form form, char name[16])
{
	struct sbuf b;

	sbuf_init(&b, name, 16);
	sbuf_addf(&b, "%c%d", "poi"[form], (int)st);
}

/* What it says to PostgreSQL.  One that must change a row divides by how many it did. */
static bool
translate(enum store_statement st, enum pg_form form, struct sbuf *out, uint32_t *used_out)
{
	if (form == PG_ONE)
		sbuf_add(out, "WITH changed AS (");
	if (!dialect_statement(sql_text_of(st), out, used_out))
		return false;
	if (form == PG_ONE)
		sbuf_add(out, " RETURNING 1) SELECT 1 / count(*) FROM changed");
	else if (form == PG_ID)
		sbuf_add(out, " RETURNING id");
	return sbuf_ok(out);
}

static void
prepare(struct store *s, enum store_statement st, enum pg_form form)
{
	char sql[PG_SQL_MAX], name[16];
	Oid types[PG_VALUES_MAX] = { 0 };
	uint32_t used = 0;
	struct sbuf b;
	int n = 0;

	SBUF_ON(&b, sql);
	if (s->head.broken || s->prepared[st][form])
		return;
	CHECK(translate(st, form, &b, &used));
	for (unsigned i = 0; i < PG_VALUES_MAX; i++) {
		if ((used >> i & 1) != 0)
			n = (int)i + 1;
		else
			types[i] = OID_TEXT; /* not used, so that it says nothing */
	}
	CHECK(used >> PG_VALUES_MAX == 0);
	name_of(st, form, name);
	if (PQsendPrepare(s->conn, name, sql, n, types) != 1) {
		pg_break(s, sql_text_of(st));
		return;
	}
	pg_expect(s, PG_DONE, sql_text_of(st));
	s->prepared[st][form] = true;
	s->params[st] = n;
}

void
pg_prepare_all(struct store *s)
{
	const struct frame *const frames[] = { &BEGIN, &COMMIT, &FENCE, &SIZE };

	for (int i = 0; i < Q_COUNT; i++)
		if (strncmp(sql_text_of((enum store_statement)i), "PRAGMA", 6) != 0 &&
		    i != Q_BEGIN && i != Q_COMMIT)
			prepare(s, (enum store_statement)i, PG_PLAIN);
	for (size_t i = 0; i < ARRAY_LEN(frames) && !s->head.broken; i++) {
		if (PQsendPrepare(s->conn, frames[i]->name, frames[i]->sql, 0, NULL) == 1)
			pg_expect(s, PG_DONE, frames[i]->sql);
		else
			pg_break(s, frames[i]->sql);
	}
	pg_mark(s);
	pg_read(s, true);
}

/* The values as libpq takes them: numbers as texts, in `number`. */
struct values {
	const char *at[PG_VALUES_MAX];
	int bytes[PG_VALUES_MAX], binary[PG_VALUES_MAX];
	char number[PG_VALUES_MAX][32];
};

static void
set_values(struct values *v, const struct sql_value *values, size_t n)
{
	CHECK(n <= PG_VALUES_MAX);
	for (size_t i = 0; i < n; i++) {
		struct sbuf b;

		sbuf_init(&b, v->number[i], sizeof(v->number[i]));
		v->at[i] = v->number[i];
		v->bytes[i] = v->binary[i] = 0;
		switch (values[i].kind) {
		case SQL_INT:
			sbuf_addf(&b, "%" PRId64, values[i].n);
			break;
		case SQL_REAL:
			sbuf_addf(&b, "%.17g", values[i].real);
			break;
		case SQL_TEXT:
			v->at[i] = values[i].bytes;
			break;
		case SQL_BYTES:
			v->at[i] = values[i].bytes;
			v->bytes[i] = (int)values[i].len;
			v->binary[i] = 1;
			break;
		}
	}
}

/* Sends it; false: broken. */
static bool
send(struct store *s, enum store_statement st, enum pg_form form, enum pg_answer answer,
    const struct sql_value *values, size_t n)
{
	struct values v;
	char name[16];

	prepare(s, st, form);
	if (s->head.broken)
		return false;
	CHECK(s->params[st] == (int)n);
	set_values(&v, values, n);
	name_of(st, form, name);
	if (PQsendQueryPrepared(s->conn, name, (int)n, v.at, v.bytes, v.binary, 0) == 1)
		pg_expect(s, answer, sql_text_of(st));
	else
		pg_break(s, sql_text_of(st));
	return !s->head.broken;
}

/* number: its value, when it takes one. */
static void
send_frame(struct store *s, enum pg_answer answer, const struct frame *frame, int64_t number)
{
	struct sql_value value = sql_value_int(number);
	struct values v;

	if (s->head.broken)
		return;
	set_values(&v, &value, 1);
	if (PQsendQueryPrepared(
		s->conn, frame->name, frame->params, v.at, v.bytes, v.binary, 0) == 1)
		pg_expect(s, answer, frame->sql);
	else
		pg_break(s, frame->sql);
}

/* Waits for the answer that is to be kept; NULL broken. */
static PGresult *
wait_for_kept(struct store *s)
{
	PGresult *r;

	if (s->head.broken)
		return NULL;
	if (!s->transaction)
		pg_mark(s);
	else if (PQsendFlushRequest(s->conn) != 1)
		pg_break(s, "a flush");
	s->round_trips++;
	pg_read(s, true);
	r = s->kept;
	s->kept = NULL;
	if (s->head.broken && r != NULL) {
		PQclear(r);
		r = NULL;
	}
	CHECK(r != NULL || s->head.broken);
	return r;
}

uint64_t
pg_round_trips(const struct store *s)
{
	return s->round_trips;
}

/* ---- the driver: a query is its whole answer ---- */

struct sql_query {
	PGresult *result;
	int row;
	unsigned char *bytes[PG_COLUMNS_MAX]; /* of this row: columns of bytes, unescaped */
};

static struct sql_query *
driver_get(struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	struct sql_query *q = NULL;
	PGresult *r = NULL;

	if (send(s, st, PG_PLAIN, PG_KEPT, values, n))
		r = wait_for_kept(s);
	if (r == NULL)
		return NULL;
	q = calloc(1, sizeof(*q));
	CHECK(q != NULL && PQnfields(r) <= (int)PG_COLUMNS_MAX);
	q->result = r;
	q->row = -1;
	return q;
}

static void
forget_bytes(struct sql_query *q)
{
	for (unsigned i = 0; i < PG_COLUMNS_MAX; i++) {
		free(q->bytes[i]);
		q->bytes[i] = NULL;
	}
}

static bool
driver_step(struct store *s, struct sql_query *q)
{
	if (q == NULL || s->head.broken)
		return false;
	forget_bytes(q);
	return ++q->row < PQntuples(q->result);
}

static void
driver_done(struct store *s, struct sql_query *q)
{
	(void)s;
	if (q == NULL)
		return;
	forget_bytes(q);
	PQclear(q->result);
	free(q);
}

/* NULL: there is no row, or nothing in it. */
static const char *
value_of(const struct sql_query *q, int at)
{
	return q == NULL || PQgetisnull(q->result, q->row, at)
		   ? NULL
		   : PQgetvalue(q->result, q->row, at);
}

/* NULL is 0, as SQLite has it. */
static int64_t
driver_number(struct sql_query *q, int at)
{
	const char *text = value_of(q, at);

	return text != NULL ? strtoll(text, NULL, 10) : 0;
}

static double
driver_real(struct sql_query *q, int at)
{
	const char *text = value_of(q, at);

	return text != NULL ? strtod(text, NULL) : 0;
}

static unsigned
hex_digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* They come as \\x00ff; a NUL is put behind them. */
static const void *
driver_bytes(struct sql_query *q, int at, size_t *n_out)
{
	const char *text = value_of(q, at);
	size_t n;

	*n_out = 0;
	if (text == NULL)
		return NULL;
	CHECK(text[0] == '\\' && text[1] == 'x');
	n = strspn(text + 2, "0123456789abcdef") / 2;
	if (q->bytes[at] == NULL) {
		q->bytes[at] = malloc(n + 1);
		CHECK(q->bytes[at] != NULL);
		for (size_t i = 0; i < n; i++)
			q->bytes[at][i] = (unsigned char)(hex_digit(text[2 + 2 * i]) << 4 |
							  hex_digit(text[3 + 2 * i]));
		q->bytes[at][n] = '\0';
	}
	*n_out = n;
	return q->bytes[at];
}

/* Bytes are a text, too. */
static const char *
driver_text(struct sql_query *q, int at)
{
	const char *text = value_of(q, at);
	size_t n;

	if (text != NULL && PQftype(q->result, at) == OID_BYTES)
		return driver_bytes(q, at, &n);
	return text;
}

static void
begin_transaction(struct store *s)
{
	if (s->head.broken || s->transaction)
		return;
	if (s->reader)
		sql_break(s, "storage failure: it was opened for reading only");
	send_frame(s, PG_DONE, &BEGIN, 0);
	s->transaction = true;
	s->rows = 0;
}

/* An INSERT of values adds its row or fails. */
static bool
driver_put(struct store *s, enum store_statement st, int rows, const struct sql_value *values,
    size_t n)
{
	bool one = rows == 1 && strncmp(sql_text_of(st), "INSERT", 6) != 0;

	CHECK(rows == 1 || rows == -1);
	begin_transaction(s);
	s->rows++;
	return send(s, st, one ? PG_ONE : PG_PLAIN, PG_DONE, values, n);
}

static int64_t
driver_change(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	PGresult *r = NULL;
	int64_t changed = -1;

	begin_transaction(s);
	if (send(s, st, PG_PLAIN, PG_KEPT, values, n))
		r = wait_for_kept(s);
	if (r != NULL)
		changed = strtoll(PQcmdTuples(r), NULL, 10);
	s->rows += changed > 0 ? changed : 0;
	PQclear(r);
	return changed;
}

static int64_t
driver_insert(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	PGresult *r = NULL;
	int64_t id = 0;

	begin_transaction(s);
	s->rows++;
	if (send(s, st, PG_ID, PG_KEPT, values, n))
		r = wait_for_kept(s);
	if (r != NULL)
		id = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
	PQclear(r);
	return id;
}

const struct sql_driver PG_DRIVER = {
	.get = driver_get,
	.step = driver_step,
	.done = driver_done,
	.number = driver_number,
	.real = driver_real,
	.text = driver_text,
	.bytes = driver_bytes,
	.put = driver_put,
	.change = driver_change,
	.insert = driver_insert,
};

/* ---- the turn ---- */

bool
pg_unchecked(const struct store *s)
{
	(void)s;
	return false;
}

void
pg_abandon(struct store *s)
{
	sql_break(s, "storage failure: the database is damaged");
}

/* A server that waits for this one to end looks at its turns. */
void
pg_begin(struct store *s, int64_t now_ms)
{
	s->now_ms = now_ms;
	if (now_ms - s->turn_ms >= PG_BEAT_MS)
		begin_transaction(s);
}

bool
pg_held(const struct store *s)
{
	(void)s;
	return false;
}

/* While a COMMIT is not answered, turns are committed together behind it: one connection makes
 * one commit after another, each with a sync of its own. */
static bool
holds(const struct store *s)
{
	return s->durable && s->answered < s->done && !pg_spent(s);
}

enum store_err
pg_commit(struct store *s, struct sbuf *error)
{
	pg_read(s, false);
	if (pg_dirty(s) && !s->head.broken && !holds(s)) {
		send_frame(s, PG_FENCE, &FENCE, s->generation);
		send_frame(s, PG_COMMIT, &COMMIT, 0);
		pg_mark(s);
		s->transaction = false;
		s->turn_ms = s->now_ms;
		s->done++;
	}
	if (s->head.broken && s->syncing) /* whatever has broken it, and wherever */
		(void)!write(s->wake[1], "", 1);
	if (s->head.broken && error != NULL)
		sbuf_add(error, s->head.why);
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

bool
pg_dirty(const struct store *s)
{
	return s->transaction;
}

bool
pg_spent(const struct store *s)
{
	return pg_dirty(s) && s->rows >= PG_TURN_ROWS;
}

/* ---- syncs ---- */

bool
pg_unsynced(const struct store *s, enum store_sync which)
{
	return which == STORE_SYNC_TURNS && s->durable && s->done > s->synced;
}

static void
empty_pipe(struct store *s)
{
	char unread[16];

	while (read(s->wake[0], unread, sizeof(unread)) > 0)
		;
}

void
pg_sync_begin(struct store *s, enum store_sync which)
{
	if (which != STORE_SYNC_TURNS)
		return;
	empty_pipe(s);
	s->covered = s->done;
	s->syncing = true;
	if (s->head.broken || s->answered >= s->covered)
		(void)!write(s->wake[1], "", 1);
}

/* Nothing of libpq's is touched: the loop may be using it. */
void
pg_sync_make(struct store *s, enum store_sync which)
{
	struct pollfd fds[] = { { .fd = s->socket, .events = POLLIN },
		{ .fd = s->wake[0], .events = POLLIN } };

	if (which == STORE_SYNC_TURNS)
		while (poll(fds, ARRAY_LEN(fds), -1) < 0 && errno == EINTR)
			;
}

enum store_err
pg_sync_end(struct store *s, enum store_sync which)
{
	if (which != STORE_SYNC_TURNS)
		return s->head.broken ? STORE_BROKEN : STORE_OK;
	s->syncing = false;
	pg_read(s, false);
	if (s->head.broken)
		return STORE_BROKEN;
	if (s->answered < s->covered) {
		s->syncing = true;
		return STORE_AGAIN;
	}
	s->synced = s->covered;
	return STORE_OK;
}

/* ---- what SQLite puts off, PostgreSQL does by itself ---- */

enum store_err
pg_tend(struct store *s, unsigned steps, unsigned *done_out)
{
	(void)steps;
	*done_out = 0;
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

bool
pg_due(const struct store *s, unsigned steps)
{
	(void)s;
	(void)steps;
	return false;
}

enum store_err
pg_idle(struct store *s)
{
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

bool
pg_refusing(struct store *s)
{
	(void)s;
	return false;
}

const char *
pg_refusal(const struct store *s)
{
	(void)s;
	return "";
}

bool
pg_was_refusing(const struct store *s)
{
	(void)s;
	return false;
}

bool
pg_probe(struct store *s)
{
	return !s->head.broken;
}

int64_t
pg_bytes(struct store *s)
{
	struct sql_query q = { .row = 0 };
	int64_t n = 0;

	send_frame(s, PG_KEPT, &SIZE, 0);
	q.result = wait_for_kept(s);
	if (q.result != NULL)
		n = driver_number(&q, 0);
	PQclear(q.result);
	return n;
}

bool
pg_away(const struct store *s)
{
	(void)s;
	return false;
}
