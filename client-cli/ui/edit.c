/* SPDX-License-Identifier: MIT */
/* The line being typed: see edit.h.  Owns the history. */
#include "edit.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <utf8proc.h>

#include "base/utf8.h"

void
edit_close(struct edit *e)
{
	for (unsigned i = 0; i < e->n_history; i++)
		free(e->history[i]);
	e->n_history = 0;
	edit_clear(e);
}

void
edit_clear(struct edit *e)
{
	sodium_memzero(e->text, sizeof(e->text));
	e->len = e->at = 0;
	e->history_shown = e->n_history;
}

void
edit_set(struct edit *e, const char *text)
{
	size_t n = strlen(text);

	if (n > EDIT_MAX)
		return;
	memcpy(e->text, text, n + 1);
	e->len = e->at = n;
}

void
edit_insert(struct edit *e, uint32_t ch)
{
	utf8proc_uint8_t bytes[4];
	size_t n = (size_t)utf8proc_encode_char((utf8proc_int32_t)ch, bytes);

	if (ch < ' ' || n == 0 || e->len + n > EDIT_MAX)
		return;
	memmove(e->text + e->at + n, e->text + e->at, e->len - e->at + 1);
	memcpy(e->text + e->at, bytes, n);
	e->len += n;
	e->at += n;
}

static size_t
previous_char(const struct edit *e, size_t at)
{
	if (at > 0)
		at--;
	while (at > 0 && !utf8_starts_char(e->text[at]))
		at--;
	return at;
}

static size_t
next_char(const struct edit *e, size_t at)
{
	if (at < e->len)
		at++;
	while (at < e->len && !utf8_starts_char(e->text[at]))
		at++;
	return at;
}

void
edit_move_cursor(struct edit *e, enum edit_move where)
{
	switch (where) {
	case EDIT_LEFT:
		e->at = previous_char(e, e->at);
		break;
	case EDIT_RIGHT:
		e->at = next_char(e, e->at);
		break;
	case EDIT_HOME:
		e->at = 0;
		break;
	case EDIT_END:
		e->at = e->len;
		break;
	}
}

void
edit_cut(struct edit *e, enum edit_cut what)
{
	size_t from = e->at, to = e->at;

	switch (what) {
	case CUT_CHAR_BEFORE:
		from = previous_char(e, e->at);
		break;
	case CUT_CHAR_AT:
		to = next_char(e, e->at);
		break;
	case CUT_WORD:
		while (from > 0 && e->text[from - 1] == ' ')
			from--;
		while (from > 0 && e->text[from - 1] != ' ')
			from--;
		break;
	case CUT_LINE:
		from = 0;
		break;
	case CUT_TO_END:
		to = e->len;
		break;
	}
	memmove(e->text + from, e->text + to, e->len - to + 1);
	e->len -= to - from;
	e->at = from;
	memset(e->text + e->len, 0, sizeof(e->text) - e->len);
}

void
edit_browse_history(struct edit *e, int by)
{
	if ((by < 0 && e->history_shown == 0) || (by > 0 && e->history_shown >= e->n_history))
		return;
	if (e->history_shown == e->n_history)
		memcpy(e->line_in_progress, e->text, sizeof(e->line_in_progress));
	e->history_shown = by < 0 ? e->history_shown - 1 : e->history_shown + 1;
	edit_set(e, e->history_shown == e->n_history ? e->line_in_progress
						     : e->history[e->history_shown]);
}

void
edit_add_to_history(struct edit *e, const char *text)
{
	char *copy;

	e->history_shown = e->n_history;
	if (text[0] == '\0' ||
	    (e->n_history > 0 && strcmp(e->history[e->n_history - 1], text) == 0))
		return;
	copy = strdup(text);
	if (copy == NULL)
		return;
	if (e->n_history == EDIT_HISTORY_MAX) {
		free(e->history[0]);
		memmove(
		    e->history, e->history + 1, (EDIT_HISTORY_MAX - 1) * sizeof(e->history[0]));
		e->n_history--;
	}
	e->history[e->n_history++] = copy;
	e->history_shown = e->n_history;
}
