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

/* SQLSTATE by which a PG_ONE statement reports that it changed no row */
#define DIVISION_BY_ZERO "22012"
#define LOSSES_MAX 20u /* consecutive losses of the connection without an answered turn */
/* longest time between two calls of judge, unless the process was suspended */
#define UNSEEN_MS 2000

const struct pg_limits PG_LIMITS = {
	.silent_ms = 1000,
	.lost_ms = 5000,
	.gone_ms = 60000,
	.read_wait_ms = 15000, /* more than the 12 s after which a standby takes over, less than
				* WatchdogSec */
	.kept_bytes = 64u << 20,
};

int64_t
pg_now_ms(void)
{
	struct timespec now;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
	return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

void
pg_wake(struct store *s)
{
	if (s->syncing)
		/* if the pipe is full, it already contains a byte */
		(void)!write(s->wake[1], "", 1);
}

/* ---- failures ---- */

static void
note(struct store *s, const char *message, const char *state, const char *doing)
{
	char text[sizeof(s->head.why)];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_add(&b, "storage failure: ");
	pg_add_line(&b, message);
	sbuf_addf(&b, " (%s) in: %.60s", state != NULL ? state : "no answer", doing);
	sql_break(s, text);
}

/* Gives up the connection; answers not yet received are lost.  Statements are prepared again
 * when they are next sent. */
static void
lose(struct store *s, const char *message, const char *doing)
{
	char text[200];
	struct sbuf b;

	if (pg_is_disconnected(s))
		return;
	SBUF_ON(&b, text);
	pg_add_line(&b, message);
	if (s->reconnect == NULL || ++s->losses > LOSSES_MAX) {
		note(s, text, NULL, doing);
		return;
	}
	PQclear(s->kept);
	s->kept = NULL;
	PQfinish(s->conn);
	s->conn = NULL;
	s->waiting = 0;
	s->cut = false;
	memset(s->prepared, 0, sizeof(s->prepared));
	s->prepared_together = false;
	s->gathered = 0; /* the gathered actions are kept, and will be sent again */
	s->state = PG_LOST;
	if (s->losses == 1)
		s->lost_ms = pg_now_ms();
	pg_reconnect_begin(s->reconnect, s->backend, s->generation);
	pg_wake(s);
}

void
pg_break(struct store *s, const char *doing)
{
	if (!pg_is_disconnected(s))
		lose(s, PQerrorMessage(s->conn), doing);
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
note_result(struct store *s, const PGresult *r, const struct pg_expected *e)
{
	const char *message = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

	if (PQresultStatus(r) == PGRES_PIPELINE_ABORTED)
		message = "refused";
	if (announces_close(r))
		lose(s, message != NULL ? message : "", e->what);
	else if (e->kind == PG_FENCE && state != NULL && strcmp(state, DIVISION_BY_ZERO) == 0)
		sql_break(s, "another server has taken over the database");
	else
		note(s, message != NULL ? message : PQresultErrorMessage(r), state, e->what);
}

/* ---- outstanding answers ---- */

void
pg_expect(struct store *s, enum pg_answer kind, const char *what)
{
	if (pg_is_disconnected(s))
		return;
	if (s->waiting == PG_EXPECTED_MAX && PQsendFlushRequest(s->conn) == 1)
		pg_read(s, true);
	CHECK(s->waiting < PG_EXPECTED_MAX || pg_is_disconnected(s));
	if (pg_is_disconnected(s))
		return;
	if (s->waiting == 0)
		s->answer_ms = pg_now_ms();
	s->expected[(s->first + s->waiting++) % PG_EXPECTED_MAX] =
	    (struct pg_expected){ .kind = kind, .what = what };
}

/* Waits until data can be read or, with left_to_send, sent.  The wait is limited, except in a
 * reader, for which a loss would be final and an answer may be slow. */
static void
await(struct store *s, int left_to_send)
{
	struct pollfd fd = { .fd = s->socket, .events = POLLIN };
	int64_t left = s->answer_ms + s->limits->lost_ms - pg_now_ms();

	if (left_to_send > 0)
		fd.events |= POLLOUT;
	if (s->reconnect == NULL) {
		left = -1; /* no timeout */
	} else if (left <= 0) {
		lose(s, "there was no answer", "what was sent");
		return;
	}
	if (poll(&fd, 1, (int)left) < 0) {
		if (errno != EINTR)
			pg_break(s, "what was to be sent");
	} else if ((fd.revents & ~POLLOUT) != 0) {
		s->answer_ms = pg_now_ms();
		if (PQconsumeInput(s->conn) != 1)
			pg_break(s, "what was to be sent");
	}
}

/* Waits until the system has accepted all buffered data.  Reads answers meanwhile, so that the
 * server is never blocked by them. */
static void
flush(struct store *s)
{
	while (!pg_is_disconnected(s)) {
		int left = PQflush(s->conn);

		if (left == 0)
			return;
		if (left < 0)
			pg_break(s, "what was to be sent");
		else
			await(s, left);
	}
}

void
pg_mark(struct store *s)
{
	if (pg_is_disconnected(s))
		return;
	if (PQpipelineSync(s->conn) != 1)
		pg_break(s, "the end of a turn");
	pg_expect(s, PG_SYNC, "the end of a turn");
	flush(s);
}

/* ---- answers ---- */

static void
turn_is_on_disk(struct store *s)
{
	s->answered++;
	s->losses = 0;
	pg_forget_answered(s);
	if (s->answered >= s->covered)
		pg_wake(s);
}

static void
take_result(struct store *s, struct pg_expected *e, PGresult *r)
{
	ExecStatusType status = PQresultStatus(r);
	bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

	e->seen = true;
	s->answer_ms = pg_now_ms();
	/* PostgreSQL answers a COMMIT after a failure with ROLLBACK */
	if (good && e->kind == PG_COMMIT && strcmp(PQcmdStatus(r), "COMMIT") != 0)
		note(s, "the turn was undone", NULL, e->what);
	else if (!good)
		note_result(s, r, e);
	else if (e->kind == PG_COMMIT)
		turn_is_on_disk(s);
	if (good && e->kind == PG_KEPT && !pg_is_disconnected(s) && s->kept == NULL)
		s->kept = r;
	else
		PQclear(r);
}

static void
next_answer(struct store *s)
{
	s->first = (s->first + 1) % PG_EXPECTED_MAX;
	s->waiting--;
}

/* Reads a result, or the end of a result.  Blocks if nothing has arrived. */
static void
read_one(struct store *s)
{
	struct pg_expected *e = &s->expected[s->first];
	PGresult *r = PQgetResult(s->conn);

	if (r == NULL && e->seen) {
		next_answer(s);
	} else if (r == NULL) {
		pg_break(s, e->what);
	} else if (PQresultStatus(r) == PGRES_PIPELINE_SYNC) {
		PQclear(r);
		CHECK(e->kind == PG_SYNC);
		next_answer(s);
	} else if (PQstatus(s->conn) == CONNECTION_BAD) {
		PQclear(r);
		pg_break(s, e->what);
	} else {
		take_result(s, e, r);
	}
}

void
pg_read(struct store *s, bool wait)
{
	if (pg_is_disconnected(s) || s->waiting == 0)
		return;
	if (PQflush(s->conn) < 0 || PQconsumeInput(s->conn) != 1)
		pg_break(s, "an answer");
	while (!pg_is_disconnected(s) && s->waiting > 0) {
		if (!PQisBusy(s->conn))
			read_one(s);
		else if (wait)
			await(s, PQflush(s->conn));
		else
			break;
		if (!pg_is_disconnected(s) && s->cut)
			lose(s, "the other side ends it", "an answer");
	}
	if (s->head.broken)
		pg_wake(s);
}

/* ---- the state of the connection ---- */

/* Sets the state of the connection according to how long the server has been silent.  Data that
 * has arrived since the last call counts as an answer.  Time during which this process was
 * suspended does not count. */
static void
judge(struct store *s)
{
	int64_t now = pg_now_ms(), silent;

	if (s->reconnect == NULL)
		return;
	if (now - s->looked_ms > UNSEEN_MS)
		s->answer_ms += now - s->looked_ms;
	if (s->answer_ms > now)
		s->answer_ms = now;
	s->looked_ms = now;
	silent = s->waiting > 0 ? now - s->answer_ms : 0;
	if (silent >= s->limits->lost_ms)
		lose(s, "there was no answer", s->expected[s->first].what);
	else
		s->state = silent >= s->limits->silent_ms ? PG_SILENT : PG_UP;
}

/* Adopts a new connection.  If the database has turns that were never sent, or lacks turns that
 * were answered, it is a different database, and the store breaks. */
static void
take(struct store *s, const struct pg_found *found)
{
	int64_t there = found->turn - s->turns_before;

	if (found->conn == NULL) {
		sql_break(s, "another server has taken over the database");
	} else if (there < (int64_t)s->answered || there > (int64_t)s->done) {
		PQfinish(found->conn);
		sql_break(
		    s, there < (int64_t)s->answered
			   ? "storage failure: the database has lost turns that were "
			     "answered"
			   : "storage failure: the database has turns that were not sent");
	} else {
		s->answered = (uint64_t)there;
		pg_forget_answered(s);
		s->state = PG_UP;
		s->answer_ms = s->looked_ms = pg_now_ms();
		if (pg_begin_pipeline(s, found->conn, found->backend))
			pg_resend(s);
		else
			pg_break(s, "a new connection");
	}
	pg_wake(s);
}

/* Waits at most wait_ms for a new connection, and adopts it. */
static void
adopt_new_connection(struct store *s, int64_t wait_ms)
{
	struct pg_found found;

	if (pg_reconnect_ended(s->reconnect, wait_ms, &found))
		take(s, &found);
	else if (pg_now_ms() - s->lost_ms >= s->limits->gone_ms)
		sql_break(s, "storage failure: the database cannot be reached");
	if (s->head.broken)
		pg_wake(s);
}

/* Reads even if no answer is outstanding, to notice a closed connection. */
void
pg_look(struct store *s)
{
	if (s->head.broken)
		return;
	if (s->state == PG_LOST) {
		adopt_new_connection(s, 0);
		return;
	}
	if (s->waiting == 0 && PQconsumeInput(s->conn) != 1)
		pg_break(s, "nothing");
	pg_read(s, false);
	if (!pg_is_disconnected(s))
		judge(s);
}

/* Waits in the thread of the caller, and so blocks the loop. */
bool
pg_wait_connected(struct store *s, int64_t until_ms)
{
	while (!s->head.broken && s->state == PG_LOST) {
		int64_t now = pg_now_ms(), left = s->lost_ms + s->limits->gone_ms - now;

		if (left > until_ms - now)
			left = until_ms - now;
		adopt_new_connection(s, left > 0 ? left : 0);
		if (left <= 0 && s->state == PG_LOST && !s->head.broken) {
			sql_break(s, "storage failure: the database cannot be reached");
			pg_wake(s);
		}
	}
	return !s->head.broken;
}
