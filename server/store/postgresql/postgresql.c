/* SPDX-License-Identifier: MIT */
/* Turns, syncs and statements on PostgreSQL: see postgresql.h.
 *
 * A turn sends its writes and waits for nothing.  A read takes one round trip.  An action of a
 * match writes one row, or two if it is the first of a run; its number is known without a query
 * (matches.c), so rolls, moves and doubles read nothing.
 *
 * Most of PostgreSQL's cost for an action is per statement: parsing the table's CHECKs and
 * preparing the plan.  So the actions of turns that are committed together are sent eight at a
 * time. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/dialect.h"

#define OID_BYTEA 17 /* OIDs of the types bytea and text */
#define OID_TEXT 25

#define ACTIONS_TOGETHER 8u /* actions in one statement */
#define ACTIONS_TOGETHER_NAME "together"
#define ACTION_VALUES 10u
#define SENT_VALUES_MAX (ACTIONS_TOGETHER * ACTION_VALUES)

_Static_assert(PG_VALUES_MAX <= SENT_VALUES_MAX, "there is room for the values of a statement");

/* Statements that belong to every turn. */
static const struct turn_statement {
	const char *name, *sql;
	int params;
} BEGIN = { "begin", "BEGIN", 0 }, COMMIT = { "commit", "COMMIT", 0 },
  FENCE = { "fence",
	  "WITH own AS (UPDATE gammond SET turn = turn + 1 WHERE generation = $1 RETURNING 1) "
	  "SELECT 1 / count(*) FROM own",
	  1 },
  NEXT_ID = { "next_id",
	  "SELECT setval(pg_get_serial_sequence($1::text, 'id'), $2::bigint, "
	  "false)",
	  2 },
  SIZE = { "size", "SELECT pg_database_size(current_database())", 0 };

/* ---- statements ---- */

static void
statement_name(enum store_statement st, enum pg_statement_form form, char name[16])
{
	struct sbuf b;

	sbuf_init(&b, name, 16);
	sbuf_addf(&b, "%c%d", "poi"[form], (int)st);
}

/* Translates a statement.  With PG_FORM_ONE_ROW, the statement divides by the number of rows
 * changed, so that it fails if there is none. */
static bool
translate_statement(
    enum store_statement st, enum pg_statement_form form, struct sbuf *out, uint32_t *used_out)
{
	if (form == PG_FORM_ONE_ROW)
		sbuf_add(out, "WITH changed AS (");
	if (!dialect_statement(sql_text_of(st), out, used_out))
		return false;
	if (form == PG_FORM_ONE_ROW)
		sbuf_add(out, " RETURNING 1) SELECT 1 / count(*) FROM changed");
	else if (form == PG_FORM_RETURN_ID)
		sbuf_add(out, " RETURNING id");
	return sbuf_ok(out);
}

static void
prepare_statement(struct store *s, enum store_statement st, enum pg_statement_form form)
{
	char sql[PG_SQL_MAX], name[16];
	Oid types[PG_VALUES_MAX] = { 0 };
	uint32_t used = 0;
	struct sbuf b;
	int n = 0;

	SBUF_INIT(&b, sql);
	if (pg_is_disconnected(s) || s->prepared[st][form])
		return;
	CHECK(translate_statement(st, form, &b, &used));
	for (unsigned i = 0; i < PG_VALUES_MAX; i++) {
		if ((used >> i & 1) != 0)
			n = (int)i + 1;
		else
			types[i] = OID_TEXT; /* unused parameters need a type too */
	}
	CHECK(used >> PG_VALUES_MAX == 0);
	statement_name(st, form, name);
	if (PQsendPrepare(s->conn, name, sql, n, types) != 1) {
		pg_connection_failed(s, sql_text_of(st));
		return;
	}
	/* set before pg_expect_answer, which may lose the connection */
	s->prepared[st][form] = true;
	s->param_counts[st] = n;
	pg_expect_answer(s, PG_CHECK_SUCCESS, sql_text_of(st));
}

/* Prepares the statements of every turn, at the start of each connection. */
void
pg_prepare_turn_statements(struct store *s)
{
	const struct turn_statement *const frames[] = { &BEGIN, &COMMIT, &FENCE, &NEXT_ID,
		&SIZE };

	for (size_t i = 0; i < ARRAY_LEN(frames) && !pg_is_disconnected(s); i++) {
		if (PQsendPrepare(s->conn, frames[i]->name, frames[i]->sql, 0, NULL) == 1)
			pg_expect_answer(s, PG_CHECK_SUCCESS, frames[i]->sql);
		else
			pg_connection_failed(s, frames[i]->sql);
	}
}

void
pg_prepare_all(struct store *s)
{
	for (int i = 0; i < Q_STATEMENT_COUNT; i++)
		if (strncmp(sql_text_of((enum store_statement)i), "PRAGMA", 6) != 0 &&
		    i != Q_BEGIN && i != Q_COMMIT)
			prepare_statement(s, (enum store_statement)i, PG_FORM_PLAIN);
	pg_send_sync(s);
	pg_read_answers(s, true);
}

/* Values in libpq's form: numbers as text, in `number`. */
struct bound_values {
	size_t n;
	const char *at[SENT_VALUES_MAX];
	int lengths[SENT_VALUES_MAX], is_binary[SENT_VALUES_MAX];
	char number_text[SENT_VALUES_MAX][32];
};

static void
add_value(struct bound_values *v, const struct sql_value *value)
{
	const size_t i = v->n++;
	struct sbuf b;

	CHECK(i < SENT_VALUES_MAX);
	sbuf_init(&b, v->number_text[i], sizeof(v->number_text[i]));
	v->at[i] = v->number_text[i];
	v->lengths[i] = v->is_binary[i] = 0;
	switch (value->kind) {
	case SQL_INT:
		sbuf_addf(&b, "%" PRId64, value->n);
		break;
	case SQL_REAL:
		sbuf_addf(&b, "%.17g", value->real);
		break;
	case SQL_TEXT:
		v->at[i] = value->bytes;
		break;
	case SQL_BYTES:
		v->at[i] = value->bytes;
		v->lengths[i] = (int)value->len;
		v->is_binary[i] = 1;
		break;
	}
}

static void
add_values(struct bound_values *v, const struct sql_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_value(v, &values[i]);
}

/* Sends a prepared statement and expects an answer of that kind.  what: a constant text for
 * messages. */
static void
send_prepared(struct store *s, const char *name, const struct bound_values *v,
    enum pg_answer_kind answer, const char *what)
{
	if (PQsendQueryPrepared(s->conn, name, (int)v->n, v->at, v->lengths, v->is_binary, 0) ==
	    1)
		pg_expect_answer(s, answer, what);
	else
		pg_connection_failed(s, what);
}

/* ---- combined actions ---- */

/* Prepares the statement that inserts ACTIONS_TOGETHER actions: the statement for one action,
 * with more rows appended. */
static void
prepare_actions_together(struct store *s)
{
	char sql[PG_SQL_MAX];
	struct sbuf b;

	SBUF_INIT(&b, sql);
	if (pg_is_disconnected(s) || s->actions_together_ready)
		return;
	CHECK(dialect_statement(sql_text_of(Q_ACTION_ADD), &b, NULL));
	for (unsigned i = ACTION_VALUES; i < SENT_VALUES_MAX; i++)
		sbuf_addf(&b, "%s$%u%s", i % ACTION_VALUES == 0 ? ", (" : ", ", i + 1,
		    i % ACTION_VALUES == ACTION_VALUES - 1 ? ")" : "");
	CHECK(sbuf_ok(&b));
	s->actions_together_ready = true;
	if (PQsendPrepare(s->conn, ACTIONS_TOGETHER_NAME, sql, 0, NULL) == 1)
		pg_expect_answer(s, PG_CHECK_SUCCESS, sql_text_of(Q_ACTION_ADD));
	else
		pg_connection_failed(s, sql_text_of(Q_ACTION_ADD));
}

static const struct pg_sent_statement *
gathered_action(const struct store *s, unsigned i)
{
	return s->unanswered.at[s->unanswered.end - s->gathered_actions + i];
}

static void
send_actions_together(struct store *s)
{
	struct bound_values v;

	prepare_actions_together(s);
	if (pg_is_disconnected(s))
		return;
	v.n = 0;
	for (unsigned i = 0; i < ACTIONS_TOGETHER; i++)
		add_values(&v, gathered_action(s, i)->values, gathered_action(s, i)->n);
	CHECK(v.n == SENT_VALUES_MAX);
	s->gathered_actions = 0;
	send_prepared(
	    s, ACTIONS_TOGETHER_NAME, &v, PG_CHECK_SUCCESS, sql_text_of(Q_ACTION_ADD));
}

/* Sends the gathered actions one by one.  Called before anything else is sent, to keep the
 * order. */
static void
send_gathered(struct store *s)
{
	const unsigned n = s->gathered_actions;
	const size_t end = s->unanswered.end;

	s->gathered_actions = 0;
	for (unsigned i = 0; i < n && !pg_is_disconnected(s); i++) {
		const struct pg_sent_statement *sent = s->unanswered.at[end - n + i];

		CHECK(sent->st == Q_ACTION_ADD);
		(void)pg_send_statement(
		    s, sent->st, sent->form, PG_CHECK_SUCCESS, sent->values, sent->n);
	}
}

/* Gathers the statement that was just kept.  Once there are ACTIONS_TOGETHER gathered
 * statements, sends them. */
static void
gather_action(struct store *s)
{
	if (++s->gathered_actions == ACTIONS_TOGETHER)
		send_actions_together(s);
}

bool
pg_send_statement(struct store *s, enum store_statement st, enum pg_statement_form form,
    enum pg_answer_kind answer, const struct sql_value *values, size_t n)
{
	struct bound_values v;
	char name[16];

	send_gathered(s);
	prepare_statement(s, st, form);
	if (pg_is_disconnected(s))
		return false;
	CHECK(s->param_counts[st] == (int)n);
	v.n = 0;
	add_values(&v, values, n);
	statement_name(st, form, name);
	send_prepared(s, name, &v, answer, sql_text_of(st));
	return !pg_is_disconnected(s);
}

/* Sends a statement that belongs to every turn.  values: as many as it has parameters; NULL if
 * none. */
static void
send_turn_statement(struct store *s, enum pg_answer_kind answer,
    const struct turn_statement *frame, const struct sql_value *values)
{
	struct bound_values v;

	send_gathered(s);
	if (pg_is_disconnected(s))
		return;
	v.n = 0;
	add_values(&v, values, (size_t)frame->params);
	send_prepared(s, frame->name, &v, answer, frame->sql);
}

void
pg_send_begin(struct store *s)
{
	send_turn_statement(s, PG_CHECK_SUCCESS, &BEGIN, NULL);
}

void
pg_send_commit(struct store *s)
{
	const struct sql_value generation = V(s->generation);

	send_turn_statement(s, PG_FENCE, &FENCE, &generation);
	send_turn_statement(s, PG_COMMIT, &COMMIT, NULL);
	pg_send_sync(s);
}

/* Finds the name of the table in the statement, which is "INSERT INTO table (...". */
void
pg_send_next_id(struct store *s, enum store_statement st, int64_t id)
{
	const char *name = sql_text_of(st) + strlen("INSERT INTO ");
	char text[64];
	struct sbuf b;
	const struct sql_value values[] = { V((const char *)text), V(id) };

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "\"%.*s\"", (int)strcspn(name, " "), name);
	send_turn_statement(s, PG_CHECK_SUCCESS, &NEXT_ID, values);
}

/* Waits for the answer in s->kept_result.  Returns NULL if the store is broken or the
 * connection was lost. */
static PGresult *
wait_for_kept_result(struct store *s)
{
	PGresult *r;

	if (pg_is_disconnected(s))
		return NULL;
	if (!s->in_transaction)
		pg_send_sync(s);
	else if (PQsendFlushRequest(s->conn) != 1)
		pg_connection_failed(s, "a flush");
	s->round_trips++;
	pg_read_answers(s, true);
	r = s->kept_result;
	s->kept_result = NULL;
	if (pg_is_disconnected(s) && r != NULL) {
		PQclear(r);
		r = NULL;
	}
	CHECK(r != NULL || pg_is_disconnected(s));
	return r;
}

/* Returns the answer to a statement, over a new connection if needed; NULL if the store is
 * broken. */
static PGresult *
answer_to(struct store *s, enum store_statement st, enum pg_statement_form form,
    const struct sql_value *values, size_t n)
{
	const int64_t until_ms = pg_now_ms() + s->limits->read_wait_ms;
	PGresult *r = NULL;

	while (r == NULL && pg_wait_connected(s, until_ms))
		if (pg_send_statement(s, st, form, PG_KEEP_RESULT, values, n))
			r = wait_for_kept_result(s);
	return r;
}

uint64_t
pg_round_trips(const struct store *s)
{
	return s->round_trips;
}

/* ---- the driver: a query holds its complete result ---- */

struct sql_query {
	PGresult *result;
	int row;
	unsigned char *decoded_bytes[PG_COLUMNS_MAX]; /* decoded bytes columns of this row */
};

static struct sql_query *
driver_start_query(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	struct sql_query *q = NULL;
	PGresult *r = answer_to(s, st, PG_FORM_PLAIN, values, n);

	if (r == NULL)
		return NULL;
	q = calloc(1, sizeof(*q));
	CHECK(q != NULL && PQnfields(r) <= (int)PG_COLUMNS_MAX);
	q->result = r;
	q->row = -1;
	return q;
}

static void
free_decoded_bytes(struct sql_query *q)
{
	for (unsigned i = 0; i < PG_COLUMNS_MAX; i++) {
		free(q->decoded_bytes[i]);
		q->decoded_bytes[i] = NULL;
	}
}

static bool
driver_step(struct store *s, struct sql_query *q)
{
	if (q == NULL || s->head.broken)
		return false;
	free_decoded_bytes(q);
	return ++q->row < PQntuples(q->result);
}

static void
driver_end_query(struct store *s, struct sql_query *q)
{
	(void)s;
	if (q == NULL)
		return;
	free_decoded_bytes(q);
	PQclear(q->result);
	free(q);
}

/* Returns the text of a column, or NULL if there is no row or the value is NULL. */
static const char *
column_value(const struct sql_query *q, int at)
{
	return q == NULL || PQgetisnull(q->result, q->row, at)
		   ? NULL
		   : PQgetvalue(q->result, q->row, at);
}

/* Returns a column as a number; NULL counts as 0, as with SQLite. */
static int64_t
driver_column_int(struct sql_query *q, int at)
{
	const char *text = column_value(q, at);

	return text != NULL ? strtoll(text, NULL, 10) : 0;
}

static double
driver_column_real(struct sql_query *q, int at)
{
	const char *text = column_value(q, at);

	return text != NULL ? strtod(text, NULL) : 0;
}

static unsigned
hex_digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Decodes bytes in the form \\x00ff and appends a NUL. */
static const void *
driver_column_bytes(struct sql_query *q, int at, size_t *n_out)
{
	const char *text = column_value(q, at);
	size_t n;

	*n_out = 0;
	if (text == NULL)
		return NULL;
	CHECK(text[0] == '\\' && text[1] == 'x');
	n = strspn(text + 2, "0123456789abcdef") / 2;
	if (q->decoded_bytes[at] == NULL) {
		q->decoded_bytes[at] = malloc(n + 1);
		CHECK(q->decoded_bytes[at] != NULL);
		for (size_t i = 0; i < n; i++)
			q->decoded_bytes[at][i] =
			    (unsigned char)(hex_digit(text[2 + 2 * i]) << 4 |
					    hex_digit(text[3 + 2 * i]));
		q->decoded_bytes[at][n] = '\0';
	}
	*n_out = n;
	return q->decoded_bytes[at];
}

/* Returns a column of text or bytes as text. */
static const char *
driver_column_text(struct sql_query *q, int at)
{
	const char *text = column_value(q, at);
	size_t n;

	if (text != NULL && PQftype(q->result, at) == OID_BYTEA)
		return driver_column_bytes(q, at, &n);
	return text;
}

static void
begin_transaction(struct store *s)
{
	if (s->head.broken || s->in_transaction)
		return;
	if (s->read_only)
		sql_break_store(s, "storage failure: it was opened for reading only");
	s->in_transaction = true;
	s->turn_rows = 0;
	pg_send_begin(s);
}

/* Does not check the number of rows of INSERT ... VALUES, which adds its row or fails. */
static bool
driver_write(struct store *s, enum store_statement st, int rows, const struct sql_value *values,
    size_t n)
{
	bool one = rows == 1 && strncmp(sql_text_of(st), "INSERT", 6) != 0;

	CHECK(rows == 1 || rows == -1);
	begin_transaction(s);
	s->turn_rows++;
	if (st != Q_ACTION_ADD)
		/* the gathered actions must still be the last statements kept */
		send_gathered(s);
	pg_keep_statement(s, st, one ? PG_FORM_ONE_ROW : PG_FORM_PLAIN, 0, values, n);
	if (st == Q_ACTION_ADD && s->reconnect != NULL && !pg_is_disconnected(s))
		gather_action(s);
	else
		(void)pg_send_statement(
		    s, st, one ? PG_FORM_ONE_ROW : PG_FORM_PLAIN, PG_CHECK_SUCCESS, values, n);
	return !s->head.broken;
}

static int64_t
driver_write_counted(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	PGresult *r;
	int64_t changed = -1;

	begin_transaction(s);
	r = answer_to(s, st, PG_FORM_PLAIN, values, n);
	if (r != NULL) {
		changed = strtoll(PQcmdTuples(r), NULL, 10);
		pg_keep_statement(s, st, PG_FORM_PLAIN, 0, values, n);
	}
	s->turn_rows += changed > 0 ? changed : 0;
	PQclear(r);
	return changed;
}

static int64_t
driver_insert(
    struct store *s, enum store_statement st, const struct sql_value *values, size_t n)
{
	PGresult *r;
	int64_t id = 0;

	begin_transaction(s);
	s->turn_rows++;
	r = answer_to(s, st, PG_FORM_RETURN_ID, values, n);
	if (r != NULL) {
		id = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
		pg_keep_statement(s, st, PG_FORM_RETURN_ID, id, values, n);
	}
	PQclear(r);
	return id;
}

const struct sql_driver PG_DRIVER = {
	.start_query = driver_start_query,
	.step = driver_step,
	.end_query = driver_end_query,
	.column_int = driver_column_int,
	.column_real = driver_column_real,
	.column_text = driver_column_text,
	.column_bytes = driver_column_bytes,
	.write = driver_write,
	.write_counted = driver_write_counted,
	.insert = driver_insert,
};

/* ---- the turn ---- */

bool
pg_opened_unchecked(const struct store *s)
{
	(void)s;
	return false;
}

/* Starts an empty transaction if there was no commit for PG_COMMIT_INTERVAL_MS, because a
 * server that waits for this server to end watches the number of turns. */
void
pg_begin_turn(struct store *s, int64_t now_ms)
{
	(void)now_ms; /* not used, because the world's clock may be stopped */
	pg_check_connection(s);
	s->refusing = s->conn_state != PG_UP;
	if (!s->refusing && pg_now_ms() - s->last_commit_ms >= PG_COMMIT_INTERVAL_MS)
		begin_transaction(s);
}

bool
pg_locked_elsewhere(const struct store *s)
{
	(void)s;
	return false;
}

/* Returns whether turns are held.  While a COMMIT is unanswered, further turns are held and
 * later committed together, because the commits of one connection run one after another, each
 * with its own sync. */
static bool
holds_turns(const struct store *s)
{
	return s->durable && s->turns_answered < s->turns_sent && !pg_turn_full(s);
}

/* Commits the turn.  Without a connection the turn stays open. */
enum store_err
pg_commit(struct store *s, struct sbuf *error)
{
	pg_check_connection(s);
	s->refusing = s->conn_state != PG_UP;
	if (pg_dirty(s) && !pg_is_disconnected(s) && !holds_turns(s)) {
		s->in_transaction = false;
		s->last_commit_ms = pg_now_ms();
		s->turns_sent++;
		pg_send_commit(s);
	}
	if (s->head.broken) /* the store may have broken at any point in this turn */
		pg_wake_sync(s);
	if (s->head.broken && error != NULL)
		sbuf_add(error, s->head.why);
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

bool
pg_dirty(const struct store *s)
{
	return s->in_transaction;
}

bool
pg_turn_full(const struct store *s)
{
	return pg_dirty(s) && s->turn_rows >= PG_TURN_ROWS_MAX;
}

/* ---- syncs ---- */

bool
pg_needs_sync(const struct store *s, enum store_sync which)
{
	return which == STORE_SYNC_WAL && s->durable && s->turns_sent > s->turns_synced;
}

static void
drain_pipe(struct store *s)
{
	char unread[16];

	while (read(s->wake_pipe[0], unread, sizeof(unread)) > 0)
		;
}

/* Prepares to wait for a sync.  Emptying the pipe may discard the byte that announces a new
 * connection, so pg_reconnect_has_result is called afterwards. */
static void
prepare_sync_wait(struct store *s)
{
	drain_pipe(s);
	s->syncing = true;
	s->sync_socket = s->conn_state == PG_LOST ? -1 : s->socket;
	if (s->head.broken ||
	    (s->conn_state == PG_LOST && pg_reconnect_has_result(s->reconnect)))
		pg_wake_sync(s);
}

void
pg_sync_begin(struct store *s, enum store_sync which)
{
	if (which != STORE_SYNC_WAL)
		return;
	s->turns_covered = s->turns_sent;
	prepare_sync_wait(s);
	/* A turn that is open while there is no connection is committed over the next
	 * connection; store_save waits for that. */
	if (s->turns_answered >= s->turns_covered && !(s->conn_state == PG_LOST && pg_dirty(s)))
		pg_wake_sync(s);
}

/* Waits until an answer arrives or refuse_after_ms pass, after which the loop judges the
 * connection.  May run in another thread, so it does not use libpq. */
void
pg_sync_make(struct store *s, enum store_sync which)
{
	struct pollfd fds[] = { { .fd = s->sync_socket, .events = POLLIN },
		{ .fd = s->wake_pipe[0], .events = POLLIN } };

	if (which == STORE_SYNC_WAL)
		while (poll(fds, ARRAY_LEN(fds), (int)s->limits->refuse_after_ms + 1) < 0 &&
		       errno == EINTR)
			;
}

enum store_err
pg_sync_end(struct store *s, enum store_sync which)
{
	if (which != STORE_SYNC_WAL)
		return s->head.broken ? STORE_BROKEN : STORE_OK;
	s->syncing = false;
	pg_check_connection(s);
	s->refusing = s->conn_state != PG_UP;
	if (s->head.broken)
		return STORE_BROKEN;
	if (s->turns_answered < s->turns_covered) {
		prepare_sync_wait(s);
		return STORE_SYNC_INCOMPLETE;
	}
	s->turns_synced = s->turns_covered;
	return STORE_OK;
}

/* ---- work that SQLite defers and PostgreSQL does itself ---- */

enum store_err
pg_checkpoint_some(struct store *s, unsigned steps, unsigned *done_out)
{
	(void)steps;
	*done_out = 0;
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

bool
pg_checkpoint_due(const struct store *s, unsigned steps)
{
	(void)s;
	(void)steps;
	return false;
}

enum store_err
pg_run_idle_work(struct store *s)
{
	return s->head.broken ? STORE_BROKEN : STORE_OK;
}

bool
pg_refusing(struct store *s)
{
	s->refusing = s->conn_state != PG_UP;
	return s->refusing;
}

const char *
pg_refusal_reason(const struct store *s)
{
	return s->refusing ? "the database cannot be reached" : "";
}

bool
pg_was_refusing(const struct store *s)
{
	return s->refusing;
}

bool
pg_unreachable(const struct store *s)
{
	return s->refusing || s->conn_state == PG_LOST;
}

bool
pg_probe_writable(struct store *s)
{
	return !pg_refusing(s);
}

int64_t
pg_database_bytes(struct store *s)
{
	const int64_t until_ms = pg_now_ms() + s->limits->read_wait_ms;
	struct sql_query q = { .row = 0 };
	int64_t n = 0;

	while (q.result == NULL && pg_wait_connected(s, until_ms)) {
		send_turn_statement(s, PG_KEEP_RESULT, &SIZE, NULL);
		q.result = wait_for_kept_result(s);
	}
	if (q.result != NULL)
		n = driver_column_int(&q, 0);
	PQclear(q.result);
	return n;
}
