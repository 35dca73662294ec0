/* SPDX-License-Identifier: MIT */
/* The connection to PostgreSQL: answers arrive in the order of the statements sent, and are
 * handled by kind: see postgresql.h.
 *
 * The first error is final, as with SQLite: the turn's changes in memory cannot be undone.
 * PostgreSQL rejects everything after it in the pipeline up to the next sync point, including
 * COMMIT, so a turn is never committed in part.
 *
 * Losing the connection is not final, because everything sent is kept.  But a read that is
 * waiting for its answer at that time is in the middle of a command.  So it waits for the next
 * connection, and blocks the loop. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* SQLSTATE by which a PG_FORM_ONE_ROW statement reports that it changed no row */
#define DIVISION_BY_ZERO "22012"
/* consecutive losses of the connection without an answered turn */
#define CONNECTION_LOSSES_MAX 20u
/* longest time between two calls of judge_connection, unless the process was suspended */
#define SUSPENDED_AFTER_MS 2000

const struct pg_limits PG_LIMITS = {
	.refuse_after_ms = 1000,
	.give_up_after_ms = 5000,
	.break_after_ms = 60000,
	.read_wait_ms = 15000, /* more than the 12 s after which a standby takes over, less than
				* WatchdogSec */
	.kept_bytes_max = 64u << 20,
};

int64_t
pg_now_ms(void)
{
	struct timespec now;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
	return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

void
pg_wake_sync(struct store *s)
{
	if (s->syncing)
		/* if the pipe is full, it already contains a byte */
		(void)!write(s->wake_pipe[1], "", 1);
}

/* ---- failures ---- */

static void
break_with_message(struct store *s, const char *message, const char *state, const char *doing)
{
	char text[sizeof(s->head.why)];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_add(&b, "storage failure: ");
	pg_add_first_line(&b, message);
	sbuf_addf(&b, " (%s) in: %.60s", state != NULL ? state : "no answer", doing);
	sql_break_store(s, text);
}

/* Gives up the connection; answers not yet received are lost.  Statements are prepared again
 * when they are next sent. */
static void
give_up_connection(struct store *s, const char *message, const char *doing)
{
	char text[200];
	struct sbuf b;

	if (pg_is_disconnected(s))
		return;
	SBUF_INIT(&b, text);
	pg_add_first_line(&b, message);
	if (s->reconnect == NULL || ++s->losses > CONNECTION_LOSSES_MAX) {
		break_with_message(s, text, NULL, doing);
		return;
	}
	PQclear(s->kept_result);
	s->kept_result = NULL;
	PQfinish(s->conn);
	s->conn = NULL;
	s->expected_n = 0;
	s->cut = false;
	memset(s->prepared, 0, sizeof(s->prepared));
	s->actions_together_ready = false;
	s->gathered_actions = 0; /* the gathered actions are kept, and will be sent again */
	s->conn_state = PG_LOST;
	if (s->losses == 1)
		s->first_loss_ms = pg_now_ms();
	pg_reconnect_request(s->reconnect, s->backend, s->generation);
	pg_wake_sync(s);
}

void
pg_connection_failed(struct store *s, const char *doing)
{
	if (!pg_is_disconnected(s))
		give_up_connection(s, PQerrorMessage(s->conn), doing);
}

/* Returns whether a result says that the server is about to close the connection. */
static bool
announces_close(const PGresult *r)
{
	const char *severity = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);

	return severity != NULL &&
	       (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
}

/* Breaks the store because of a failed statement.  A statement rejected because of an earlier
 * failure has no message of its own. */
static void
break_on_result(struct store *s, const PGresult *r, const struct pg_expected_answer *e)
{
	const char *message = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

	if (PQresultStatus(r) == PGRES_PIPELINE_ABORTED)
		message = "refused";
	if (announces_close(r))
		give_up_connection(s, message != NULL ? message : "", e->statement);
	else if (e->kind == PG_FENCE && state != NULL && strcmp(state, DIVISION_BY_ZERO) == 0)
		sql_break_store(s, "another server has taken over the database");
	else
		break_with_message(s, message != NULL ? message : PQresultErrorMessage(r),
		    state, e->statement);
}

/* ---- outstanding answers ---- */

void
pg_expect_answer(struct store *s, enum pg_answer_kind kind, const char *what)
{
	if (pg_is_disconnected(s))
		return;
	if (s->expected_n == PG_EXPECTED_ANSWERS_MAX && PQsendFlushRequest(s->conn) == 1)
		pg_read_answers(s, true);
	CHECK(s->expected_n < PG_EXPECTED_ANSWERS_MAX || pg_is_disconnected(s));
	if (pg_is_disconnected(s))
		return;
	if (s->expected_n == 0)
		s->last_answer_ms = pg_now_ms();
	s->expected_answers[(s->expected_first + s->expected_n++) % PG_EXPECTED_ANSWERS_MAX] =
	    (struct pg_expected_answer){ .kind = kind, .statement = what };
}

/* Waits until data can be read or, with left_to_send, sent.  The wait is limited, except in a
 * reader, for which a loss would be final and an answer may be slow. */
static void
await_socket(struct store *s, int left_to_send)
{
	struct pollfd fd = { .fd = s->socket, .events = POLLIN };
	int64_t left = s->last_answer_ms + s->limits->give_up_after_ms - pg_now_ms();

	if (left_to_send > 0)
		fd.events |= POLLOUT;
	if (s->reconnect == NULL) {
		left = -1; /* no timeout */
	} else if (left <= 0) {
		give_up_connection(s, "there was no answer", "what was sent");
		return;
	}
	if (poll(&fd, 1, (int)left) < 0) {
		if (errno != EINTR)
			pg_connection_failed(s, "what was to be sent");
	} else if ((fd.revents & ~POLLOUT) != 0) {
		s->last_answer_ms = pg_now_ms();
		if (PQconsumeInput(s->conn) != 1)
			pg_connection_failed(s, "what was to be sent");
	}
}

/* Waits until the system has accepted all buffered data.  Reads answers meanwhile, so that the
 * server is never blocked by them. */
static void
flush_buffered(struct store *s)
{
	while (!pg_is_disconnected(s)) {
		int left = PQflush(s->conn);

		if (left == 0)
			return;
		if (left < 0)
			pg_connection_failed(s, "what was to be sent");
		else
			await_socket(s, left);
	}
}

void
pg_send_sync(struct store *s)
{
	if (pg_is_disconnected(s))
		return;
	if (PQpipelineSync(s->conn) != 1)
		pg_connection_failed(s, "the end of a turn");
	pg_expect_answer(s, PG_SYNC, "the end of a turn");
	flush_buffered(s);
}

/* ---- answers ---- */

static void
handle_turn_on_disk(struct store *s)
{
	s->turns_answered++;
	s->losses = 0;
	pg_drop_answered_turns(s);
	if (s->turns_answered >= s->turns_covered)
		pg_wake_sync(s);
}

static void
handle_result(struct store *s, struct pg_expected_answer *e, PGresult *r)
{
	ExecStatusType status = PQresultStatus(r);
	bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

	e->result_read = true;
	s->last_answer_ms = pg_now_ms();
	/* PostgreSQL answers a COMMIT after a failure with ROLLBACK */
	if (good && e->kind == PG_COMMIT && strcmp(PQcmdStatus(r), "COMMIT") != 0)
		break_with_message(s, "the turn was undone", NULL, e->statement);
	else if (!good)
		break_on_result(s, r, e);
	else if (e->kind == PG_COMMIT)
		handle_turn_on_disk(s);
	if (good && e->kind == PG_KEEP_RESULT && !pg_is_disconnected(s) &&
	    s->kept_result == NULL)
		s->kept_result = r;
	else
		PQclear(r);
}

static void
pop_expected(struct store *s)
{
	s->expected_first = (s->expected_first + 1) % PG_EXPECTED_ANSWERS_MAX;
	s->expected_n--;
}

/* Reads a result, or the end of a result.  Blocks if nothing has arrived. */
static void
read_result(struct store *s)
{
	struct pg_expected_answer *e = &s->expected_answers[s->expected_first];
	PGresult *r = PQgetResult(s->conn);

	if (r == NULL && e->result_read) {
		pop_expected(s);
	} else if (r == NULL) {
		pg_connection_failed(s, e->statement);
	} else if (PQresultStatus(r) == PGRES_PIPELINE_SYNC) {
		PQclear(r);
		CHECK(e->kind == PG_SYNC);
		pop_expected(s);
	} else if (PQstatus(s->conn) == CONNECTION_BAD) {
		PQclear(r);
		pg_connection_failed(s, e->statement);
	} else {
		handle_result(s, e, r);
	}
}

void
pg_read_answers(struct store *s, bool wait)
{
	if (pg_is_disconnected(s) || s->expected_n == 0)
		return;
	if (PQflush(s->conn) < 0 || PQconsumeInput(s->conn) != 1)
		pg_connection_failed(s, "an answer");
	while (!pg_is_disconnected(s) && s->expected_n > 0) {
		if (!PQisBusy(s->conn))
			read_result(s);
		else if (wait)
			await_socket(s, PQflush(s->conn));
		else
			break;
		if (!pg_is_disconnected(s) && s->cut)
			give_up_connection(s, "the other side ends it", "an answer");
	}
	if (s->head.broken)
		pg_wake_sync(s);
}

/* ---- the state of the connection ---- */

/* Sets the state of the connection according to how long the server has been silent.  Data that
 * has arrived since the last call counts as an answer.  Time during which this process was
 * suspended does not count. */
static void
judge_connection(struct store *s)
{
	int64_t now = pg_now_ms(), silent;

	if (s->reconnect == NULL)
		return;
	if (now - s->judged_ms > SUSPENDED_AFTER_MS)
		s->last_answer_ms += now - s->judged_ms;
	if (s->last_answer_ms > now)
		s->last_answer_ms = now;
	s->judged_ms = now;
	silent = s->expected_n > 0 ? now - s->last_answer_ms : 0;
	if (silent >= s->limits->give_up_after_ms)
		give_up_connection(
		    s, "there was no answer", s->expected_answers[s->expected_first].statement);
	else
		s->conn_state = silent >= s->limits->refuse_after_ms ? PG_SILENT : PG_UP;
}

/* Adopts a new connection.  If the database has turns that were never sent, or lacks turns that
 * were answered, it is a different database, and the store breaks. */
static void
adopt_connection(struct store *s, const struct pg_new_connection *found)
{
	int64_t there = found->last_turn - s->earlier_turns;

	if (found->conn == NULL) {
		sql_break_store(s, "another server has taken over the database");
	} else if (there < (int64_t)s->turns_answered || there > (int64_t)s->turns_sent) {
		PQfinish(found->conn);
		sql_break_store(
		    s, there < (int64_t)s->turns_answered
			   ? "storage failure: the database has lost turns that were "
			     "answered"
			   : "storage failure: the database has turns that were not sent");
	} else {
		s->turns_answered = (uint64_t)there;
		pg_drop_answered_turns(s);
		s->conn_state = PG_UP;
		s->last_answer_ms = s->judged_ms = pg_now_ms();
		if (pg_begin_pipeline(s, found->conn, found->backend))
			pg_resend(s);
		else
			pg_connection_failed(s, "a new connection");
	}
	pg_wake_sync(s);
}

/* Waits at most wait_ms for a new connection, and adopts it. */
static void
wait_and_adopt(struct store *s, int64_t wait_ms)
{
	struct pg_new_connection found;

	if (pg_reconnect_take_result(s->reconnect, wait_ms, &found))
		adopt_connection(s, &found);
	else if (pg_now_ms() - s->first_loss_ms >= s->limits->break_after_ms)
		sql_break_store(s, "storage failure: the database cannot be reached");
	if (s->head.broken)
		pg_wake_sync(s);
}

/* Reads even if no answer is outstanding, to notice a closed connection. */
void
pg_check_connection(struct store *s)
{
	if (s->head.broken)
		return;
	if (s->conn_state == PG_LOST) {
		wait_and_adopt(s, 0);
		return;
	}
	if (s->expected_n == 0 && PQconsumeInput(s->conn) != 1)
		pg_connection_failed(s, "nothing");
	pg_read_answers(s, false);
	if (!pg_is_disconnected(s))
		judge_connection(s);
}

/* Waits in the thread of the caller, and so blocks the loop. */
bool
pg_wait_connected(struct store *s, int64_t until_ms)
{
	while (!s->head.broken && s->conn_state == PG_LOST) {
		int64_t now = pg_now_ms(),
			left = s->first_loss_ms + s->limits->break_after_ms - now;

		if (left > until_ms - now)
			left = until_ms - now;
		wait_and_adopt(s, left > 0 ? left : 0);
		if (left <= 0 && s->conn_state == PG_LOST && !s->head.broken) {
			sql_break_store(s, "storage failure: the database cannot be reached");
			pg_wake_sync(s);
		}
	}
	return !s->head.broken;
}
