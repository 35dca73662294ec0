/* SPDX-License-Identifier: MIT */
/* The line to PostgreSQL: answers come in the order of what was sent, and are read in that
 * order, each by what it is to be looked at for: see postgresql.h.
 *
 * The first failure is final, as with SQLite: what a turn has done in memory cannot be taken
 * back.  All behind it in the pipeline is refused by PostgreSQL up to the next mark, COMMIT
 * included, so no part of a turn is ever committed without the others. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define DIVISION_BY_ZERO "22012" /* what a statement says that has not found its row */

/* ---- failures ---- */

static void
add_line(struct sbuf *b, const char *message)
{
	sbuf_addn(b, message, strcspn(message, "\n"));
}

static void
note(struct store *s, const char *message, const char *state, const char *doing)
{
	char text[sizeof(s->head.why)];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_add(&b, "storage failure: ");
	add_line(&b, message);
	sbuf_addf(&b, " (%s) in: %.60s", state != NULL ? state : "no answer", doing);
	sql_break(s, text);
}

void
pg_break(struct store *s, const char *doing)
{
	note(s, PQerrorMessage(s->conn), NULL, doing);
}

/* Of what was refused because something before it had failed nothing is said. */
static void
note_result(struct store *s, const PGresult *r, const struct pg_expected *e)
{
	const char *message = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

	if (PQresultStatus(r) == PGRES_PIPELINE_ABORTED)
		message = "refused";
	if (e->kind == PG_FENCE && state != NULL && strcmp(state, DIVISION_BY_ZERO) == 0)
		sql_break(s, "another server has taken over the database");
	else
		note(s, message != NULL ? message : PQresultErrorMessage(r), state, e->what);
}

/* ---- what will come ---- */

void
pg_expect(struct store *s, enum pg_answer kind, const char *what)
{
	if (s->waiting == PG_EXPECTED_MAX && PQsendFlushRequest(s->conn) == 1)
		pg_read(s, true);
	CHECK(s->waiting < PG_EXPECTED_MAX || s->head.broken);
	if (s->head.broken)
		return;
	s->expected[(s->first + s->waiting++) % PG_EXPECTED_MAX] =
	    (struct pg_expected){ .kind = kind, .what = what };
}

/* Until the system has taken all that was sent; what comes meanwhile is read, so that the other
 * side need not wait. */
static void
flush(struct store *s)
{
	while (!s->head.broken) {
		struct pollfd fd = { .fd = s->socket, .events = POLLIN | POLLOUT };
		int left = PQflush(s->conn);

		if (left == 0)
			return;
		if (left < 0 || (poll(&fd, 1, -1) < 0 && errno != EINTR) ||
		    ((fd.revents & ~POLLOUT) != 0 && PQconsumeInput(s->conn) != 1))
			pg_break(s, "what was to be sent");
	}
}

void
pg_mark(struct store *s)
{
	if (s->head.broken)
		return;
	if (PQpipelineSync(s->conn) != 1)
		pg_break(s, "the end of a turn");
	pg_expect(s, PG_SYNC, "the end of a turn");
	flush(s);
}

/* ---- what has come ---- */

static void
turn_is_on_disk(struct store *s)
{
	s->answered++;
	if (s->syncing && s->answered >= s->covered)
		(void)!write(s->wake[1], "", 1); /* full: it is awake */
}

static void
take_result(struct store *s, struct pg_expected *e, PGresult *r)
{
	ExecStatusType status = PQresultStatus(r);
	bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

	e->seen = true;
	/* a COMMIT of what has failed is answered by a ROLLBACK */
	if (good && e->kind == PG_COMMIT && strcmp(PQcmdStatus(r), "COMMIT") != 0)
		note(s, "the turn was undone", NULL, e->what);
	else if (!good)
		note_result(s, r, e);
	else if (e->kind == PG_COMMIT)
		turn_is_on_disk(s);
	if (good && e->kind == PG_KEPT && s->kept == NULL)
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

/* One step: a result, or the end of one.  It waits when there is nothing yet. */
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
	if (s->head.broken || s->waiting == 0)
		return;
	if (PQflush(s->conn) < 0 || PQconsumeInput(s->conn) != 1) {
		pg_break(s, "an answer");
		return;
	}
	while (!s->head.broken && s->waiting > 0 && (wait || !PQisBusy(s->conn)))
		read_one(s);
	if (s->head.broken && s->syncing)
		(void)!write(s->wake[1], "", 1);
}
