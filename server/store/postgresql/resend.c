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
bytes_of(const struct sql_value *v)
{
	return v->kind == SQL_TEXT ? strlen(v->bytes) + 1 : v->kind == SQL_BYTES ? v->len : 0;
}

static struct pg_sent *
copy_of(const struct sql_value *values, size_t n)
{
	struct pg_sent *sent;
	size_t size = sizeof(*sent);
	char *at;

	for (size_t i = 0; i < n; i++)
		size += bytes_of(&values[i]);
	sent = malloc(size);
	CHECK(sent != NULL && n <= PG_VALUES_MAX);
	at = (char *)(sent + 1);
	sent->bytes = size;
	sent->n = n;
	for (size_t i = 0; i < n; i++) {
		size_t k = bytes_of(&values[i]);

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
make_room(struct store *s)
{
	const size_t n = s->sent.end - s->sent.first;

	if (s->sent.end < s->sent.room)
		return;
	if (n <= s->sent.room / 2 && n > 0) {
		memmove(s->sent.at, s->sent.at + s->sent.first, n * sizeof(struct pg_sent *));
		s->sent.first = 0;
		s->sent.end = n;
		return;
	}
	s->sent.room = s->sent.room > 0 ? s->sent.room * 2 : 64;
	s->sent.at = realloc(s->sent.at, s->sent.room * sizeof(struct pg_sent *));
	CHECK(s->sent.at != NULL);
}

void
pg_keep(struct store *s, enum store_statement st, enum pg_form form, int64_t id,
    const struct sql_value *values, size_t n)
{
	struct pg_sent *sent;

	if (s->head.broken || s->reconnect == NULL)
		return;
	if (s->state == PG_LOST && s->sent.bytes >= s->limits->kept_bytes) {
		sql_break(s, "storage failure: the database cannot be reached, and too much "
			     "waits for it");
		return;
	}
	make_room(s);
	sent = copy_of(values, n);
	sent->turn = s->done + 1;
	sent->st = st;
	sent->form = form;
	sent->id = id;
	s->sent.bytes += sent->bytes;
	s->sent.at[s->sent.end++] = sent;
}

static void
forget_to(struct store *s, uint64_t turn)
{
	while (s->sent.first < s->sent.end && s->sent.at[s->sent.first]->turn <= turn) {
		s->sent.bytes -= s->sent.at[s->sent.first]->bytes;
		free(s->sent.at[s->sent.first++]);
	}
	if (s->sent.first == s->sent.end)
		s->sent.first = s->sent.end = 0;
}

void
pg_forget_answered(struct store *s)
{
	forget_to(s, s->answered);
}

void
pg_forget_all(struct store *s)
{
	forget_to(s, UINT64_MAX);
	free(s->sent.at);
	s->sent.at = NULL;
}

/* Returns the index of the first statement of a turn or, if there is none, of the next turn.
 * The index is invalid once answered turns are dropped. */
static size_t
place_of(const struct store *s, uint64_t turn)
{
	size_t i = s->sent.first;

	while (i < s->sent.end && s->sent.at[i]->turn < turn)
		i++;
	return i;
}

/* Sends a turn again.  The position is counted from the end, because answers may be read and
 * answered turns dropped while sending. */
static void
send_turn(struct store *s, uint64_t turn)
{
	size_t left = s->sent.end - place_of(s, turn);

	pg_send_begin(s);
	for (; left > 0 && !pg_is_disconnected(s); left--) {
		const struct pg_sent *sent = s->sent.at[s->sent.end - left];

		if (sent->turn != turn)
			return;
		if (sent->form == PG_ID)
			pg_send_id(s, sent->st, sent->id);
		(void)pg_send(s, sent->st, sent->form, PG_SUCCESS, sent->values, sent->n);
	}
}

void
pg_resend(struct store *s)
{
	for (uint64_t turn = s->answered + 1; turn <= s->done && !pg_is_disconnected(s);
	     turn++) {
		send_turn(s, turn);
		pg_send_commit(s);
	}
	if (s->transaction)
		send_turn(s, s->done + 1);
}
