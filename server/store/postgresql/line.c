/* SPDX-License-Identifier: MIT */
/* The line to PostgreSQL: answers come in the order of what was sent, and are read in that
 * order, each by what it is to be looked at for: see postgresql.h.
 *
 * The first refusal is final, as with SQLite: what a turn has done in memory cannot be taken
 * back.  All behind it in the pipeline is refused by PostgreSQL up to the next mark, COMMIT
 * included, so no part of a turn is ever committed without the others.
 *
 * The loss of the line is not: what was sent is kept.  But who has waited for an answer when it
 * was lost can only go on with one, because what was asked for is needed in the middle of a
 * command; so it waits for the next line, and with it the loop. */
#include "store/postgresql/postgresql.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DIVISION_BY_ZERO "22012" /* what a statement says that has not found its row */
#define LOSSES_MAX 20u           /* without a turn that was answered between them */
#define UNSEEN_MS 2000           /* so long nobody looks at the line only when nobody can */

const struct pg_limits PG_LIMITS = {
	.silent_ms = 1000,
	.lost_ms = 5000,
	.gone_ms = 60000,
	.stands_ms = 15000, /* then a standby serves (12 s); and less than WatchdogSec */
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
		(void)!write(s->wake[1], "", 1); /* full: it is awake */
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

/* Nothing of the old connection is used any more, whatever it was about to say.  Each statement
 * is prepared anew when it is sent. */
static void
lose(struct store *s, const char *message, const char *doing)
{
	char text[200];
	struct sbuf b;

	if (pg_out(s))
		return;
	SBUF_ON(&b, text);
	pg_add_line(&b, message);
	if (s->again == NULL || ++s->losses > LOSSES_MAX) {
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
	s->gathered = 0; /* they are kept */
	s->line = PG_LOST;
	if (s->losses == 1)
		s->lost_ms = pg_now_ms();
	pg_again_begin(s->again, s->backend, s->generation);
	pg_wake(s);
}

void
pg_break(struct store *s, const char *doing)
{
	if (!pg_out(s))
		lose(s, PQerrorMessage(s->conn), doing);
}

/* The other side is about to hang up. */
static bool
is_last_word(const PGresult *r)
{
	const char *severity = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);

	return severity != NULL &&
	       (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
}

/* Of what was refused because something before it had failed nothing is said. */
static void
note_result(struct store *s, const PGresult *r, const struct pg_expected *e)
{
	const char *message = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

	if (PQresultStatus(r) == PGRES_PIPELINE_ABORTED)
		message = "refused";
	if (is_last_word(r))
		lose(s, message != NULL ? message : "", e->what);
	else if (e->kind == PG_FENCE && state != NULL && strcmp(state, DIVISION_BY_ZERO) == 0)
		sql_break(s, "another server has taken over the database");
	else
		note(s, message != NULL ? message : PQresultErrorMessage(r), state, e->what);
}

/* ---- what will come ---- */

void
pg_expect(struct store *s, enum pg_answer kind, const char *what)
{
	if (pg_out(s))
		return;
	if (s->waiting == PG_EXPECTED_MAX && PQsendFlushRequest(s->conn) == 1)
		pg_read(s, true);
	CHECK(s->waiting < PG_EXPECTED_MAX || pg_out(s));
	if (pg_out(s))
		return;
	if (s->waiting == 0)
		s->heard_ms = pg_now_ms();
	s->expected[(s->first + s->waiting++) % PG_EXPECTED_MAX] =
	    (struct pg_expected){ .kind = kind, .what = what };
}

/* Waits until there is something to be read, or the rest can be sent; not for ever, but where
 * the loss would be final: nobody waits for a reader, and its answers may take long. */
static void
await(struct store *s, int left_to_send)
{
	struct pollfd fd = { .fd = s->socket, .events = POLLIN };
	int64_t left = s->heard_ms + s->limits->lost_ms - pg_now_ms();

	if (left_to_send > 0)
		fd.events |= POLLOUT;
	if (s->again == NULL) {
		left = -1; /* poll waits for ever */
	} else if (left <= 0) {
		lose(s, "nothing was answered", "what was sent");
		return;
	}
	if (poll(&fd, 1, (int)left) < 0) {
		if (errno != EINTR)
			pg_break(s, "what was to be sent");
	} else if ((fd.revents & ~POLLOUT) != 0) {
		s->heard_ms = pg_now_ms();
		if (PQconsumeInput(s->conn) != 1)
			pg_break(s, "what was to be sent");
	}
}

/* Until the system has taken all that was sent; what comes meanwhile is read, so that the other
 * side need not wait. */
static void
flush(struct store *s)
{
	while (!pg_out(s)) {
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
	if (pg_out(s))
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
	s->losses = 0;
	pg_forget(s);
	if (s->answered >= s->covered)
		pg_wake(s);
}

static void
take_result(struct store *s, struct pg_expected *e, PGresult *r)
{
	ExecStatusType status = PQresultStatus(r);
	bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

	e->seen = true;
	s->heard_ms = pg_now_ms();
	/* a COMMIT of what has failed is answered by a ROLLBACK */
	if (good && e->kind == PG_COMMIT && strcmp(PQcmdStatus(r), "COMMIT") != 0)
		note(s, "the turn was undone", NULL, e->what);
	else if (!good)
		note_result(s, r, e);
	else if (e->kind == PG_COMMIT)
		turn_is_on_disk(s);
	if (good && e->kind == PG_KEPT && !pg_out(s) && s->kept == NULL)
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
	if (pg_out(s) || s->waiting == 0)
		return;
	if (PQflush(s->conn) < 0 || PQconsumeInput(s->conn) != 1)
		pg_break(s, "an answer");
	while (!pg_out(s) && s->waiting > 0) {
		if (!PQisBusy(s->conn))
			read_one(s);
		else if (wait)
			await(s, PQflush(s->conn));
		else
			break;
		if (!pg_out(s) && s->cut)
			lose(s, "the other side ends it", "an answer");
	}
	if (s->head.broken)
		pg_wake(s);
}

/* ---- the line ---- */

/* What has come in the meantime counts as heard; and while this process stood still nobody was
 * silent. */
static void
judge(struct store *s)
{
	int64_t now = pg_now_ms(), silent;

	if (s->again == NULL)
		return;
	if (now - s->looked_ms > UNSEEN_MS)
		s->heard_ms += now - s->looked_ms;
	if (s->heard_ms > now)
		s->heard_ms = now;
	s->looked_ms = now;
	silent = s->waiting > 0 ? now - s->heard_ms : 0;
	if (silent >= s->limits->lost_ms)
		lose(s, "nothing was answered", s->expected[s->first].what);
	else
		s->line = silent >= s->limits->silent_ms ? PG_SILENT : PG_UP;
}

/* Turns that were never sent are there, or some that were answered are not: that is another
 * database. */
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
		pg_forget(s);
		s->line = PG_UP;
		s->heard_ms = s->looked_ms = pg_now_ms();
		if (pg_begin_pipeline(s, found->conn, found->backend))
			pg_send_again(s);
		else
			pg_break(s, "a new connection");
	}
	pg_wake(s);
}

/* Waits at most so long. */
static void
look_for_line(struct store *s, int64_t wait_ms)
{
	struct pg_found found;

	if (pg_again_ended(s->again, wait_ms, &found))
		take(s, &found);
	else if (pg_now_ms() - s->lost_ms >= s->limits->gone_ms)
		sql_break(s, "storage failure: the database cannot be reached");
	if (s->head.broken)
		pg_wake(s);
}

/* A line that was closed is noticed also when no answer is waited for. */
void
pg_look(struct store *s)
{
	if (s->head.broken)
		return;
	if (s->line == PG_LOST) {
		look_for_line(s, 0);
		return;
	}
	if (s->waiting == 0 && PQconsumeInput(s->conn) != 1)
		pg_break(s, "nothing");
	pg_read(s, false);
	if (!pg_out(s))
		judge(s);
}

/* The loop stands still meanwhile. */
bool
pg_there(struct store *s, int64_t until_ms)
{
	while (!s->head.broken && s->line == PG_LOST) {
		int64_t now = pg_now_ms(), left = s->lost_ms + s->limits->gone_ms - now;

		if (left > until_ms - now)
			left = until_ms - now;
		look_for_line(s, left > 0 ? left : 0);
		if (left <= 0 && s->line == PG_LOST && !s->head.broken) {
			sql_break(s, "storage failure: the database cannot be reached");
			pg_wake(s);
		}
	}
	return !s->head.broken;
}
