/* SPDX-License-Identifier: MIT */
/* Keeps the statements of turns until their COMMIT is answered, so that they can be sent again:
 * see postgresql.h.
 *
 * Sending statements again has the same effect, because no other process writes, and the
 * missing turns are the latest ones.  Only the assignment of ids is not rolled back with a
 * transaction, so ids are set explicitly. */
#include "store/postgresql/postgresql.h"

#include <stdlib.h>
#include <string.h>

static size_t
copied_bytes(const struct sql_value *v)
{
	return v->kind == SQL_TEXT ? strlen(v->bytes) + 1 : v->kind == SQL_BYTES ? v->len : 0;
}

static struct pg_sent_statement *
copy_statement(const struct sql_value *values, size_t n)
{
	struct pg_sent_statement *sent;
	size_t size = sizeof(*sent);
	char *at;

	for (size_t i = 0; i < n; i++)
		size += copied_bytes(&values[i]);
	sent = malloc(size);
	CHECK(sent != NULL && n <= PG_VALUES_MAX);
	at = (char *)(sent + 1);
	sent->bytes = size;
	sent->n = n;
	for (size_t i = 0; i < n; i++) {
		size_t k = copied_bytes(&values[i]);

		sent->values[i] = values[i];
		if (values[i].kind == SQL_TEXT || values[i].kind == SQL_BYTES) {
			if (k > 0)
				memcpy(at, values[i].bytes, k);
			sent->values[i].bytes = at;
			at += k;
		}
	}
	return sent;
}

static void
grow_sent_queue(struct store *s)
{
	const size_t n = s->unanswered.end - s->unanswered.first;

	if (s->unanswered.end < s->unanswered.capacity)
		return;
	if (n <= s->unanswered.capacity / 2 && n > 0) {
		memmove(s->unanswered.at, s->unanswered.at + s->unanswered.first,
		    n * sizeof(struct pg_sent_statement *));
		s->unanswered.first = 0;
		s->unanswered.end = n;
		return;
	}
	s->unanswered.capacity = s->unanswered.capacity > 0 ? s->unanswered.capacity * 2 : 64;
	s->unanswered.at = realloc(
	    s->unanswered.at, s->unanswered.capacity * sizeof(struct pg_sent_statement *));
	CHECK(s->unanswered.at != NULL);
}

void
pg_keep_statement(struct store *s, enum store_statement st, enum pg_statement_form form,
    int64_t id, const struct sql_value *values, size_t n)
{
	struct pg_sent_statement *sent;

	if (s->head.broken || s->reconnect == NULL)
		return;
	if (s->conn_state == PG_LOST && s->unanswered.bytes >= s->limits->kept_bytes_max) {
		sql_break_store(s,
		    "storage failure: the database cannot be reached, and too much "
		    "waits for it");
		return;
	}
	grow_sent_queue(s);
	sent = copy_statement(values, n);
	sent->turn = s->turns_sent + 1;
	sent->st = st;
	sent->form = form;
	sent->id = id;
	s->unanswered.bytes += sent->bytes;
	s->unanswered.at[s->unanswered.end++] = sent;
}

static void
drop_turns_up_to(struct store *s, uint64_t turn)
{
	while (s->unanswered.first < s->unanswered.end &&
	       s->unanswered.at[s->unanswered.first]->turn <= turn) {
		s->unanswered.bytes -= s->unanswered.at[s->unanswered.first]->bytes;
		free(s->unanswered.at[s->unanswered.first++]);
	}
	if (s->unanswered.first == s->unanswered.end)
		s->unanswered.first = s->unanswered.end = 0;
}

void
pg_drop_answered_turns(struct store *s)
{
	drop_turns_up_to(s, s->turns_answered);
}

void
pg_drop_all_turns(struct store *s)
{
	drop_turns_up_to(s, UINT64_MAX);
	free(s->unanswered.at);
	s->unanswered.at = NULL;
}

/* Returns the index of the first statement of a turn or, if there is none, of the next turn.
 * The index is invalid once answered turns are dropped. */
static size_t
first_statement_of(const struct store *s, uint64_t turn)
{
	size_t i = s->unanswered.first;

	while (i < s->unanswered.end && s->unanswered.at[i]->turn < turn)
		i++;
	return i;
}

/* Sends a turn again.  The position is counted from the end, because answers may be read and
 * answered turns dropped while sending. */
static void
resend_turn(struct store *s, uint64_t turn)
{
	size_t left = s->unanswered.end - first_statement_of(s, turn);

	pg_send_begin(s);
	for (; left > 0 && !pg_is_disconnected(s); left--) {
		const struct pg_sent_statement *sent =
		    s->unanswered.at[s->unanswered.end - left];

		if (sent->turn != turn)
			return;
		if (sent->form == PG_FORM_RETURN_ID)
			pg_send_next_id(s, sent->st, sent->id);
		(void)pg_send_statement(
		    s, sent->st, sent->form, PG_CHECK_SUCCESS, sent->values, sent->n);
	}
}

void
pg_resend(struct store *s)
{
	for (uint64_t turn = s->turns_answered + 1;
	     turn <= s->turns_sent && !pg_is_disconnected(s); turn++) {
		resend_turn(s, turn);
		pg_send_commit(s);
	}
	if (s->in_transaction)
		resend_turn(s, s->turns_sent + 1);
}
