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
	for (unsigned i = 0; i < e->count; i++)
		free(e->history[i]);
	e->count = 0;
	edit_clear(e);
}

void
edit_clear(struct edit *e)
{
	sodium_memzero(e->text, sizeof(e->text));
	e->len = e->at = 0;
	e->shown = e->count;
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
before(const struct edit *e, size_t at)
{
	if (at > 0)
		at--;
	while (at > 0 && !utf8_begins(e->text[at]))
		at--;
	return at;
}

static size_t
behind(const struct edit *e, size_t at)
{
	if (at < e->len)
		at++;
	while (at < e->len && !utf8_begins(e->text[at]))
		at++;
	return at;
}

void
edit_go(struct edit *e, enum edit_move where)
{
	switch (where) {
	case EDIT_LEFT:
		e->at = before(e, e->at);
		break;
	case EDIT_RIGHT:
		e->at = behind(e, e->at);
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
	case CUT_BEFORE:
		from = before(e, e->at);
		break;
	case CUT_AT:
		to = behind(e, e->at);
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
	case CUT_REST:
		to = e->len;
		break;
	}
	memmove(e->text + from, e->text + to, e->len - to + 1);
	e->len -= to - from;
	e->at = from;
	memset(e->text + e->len, 0, sizeof(e->text) - e->len);
}

void
edit_recall(struct edit *e, int by)
{
	if ((by < 0 && e->shown == 0) || (by > 0 && e->shown >= e->count))
		return;
	if (e->shown == e->count)
		memcpy(e->kept, e->text, sizeof(e->kept));
	e->shown = by < 0 ? e->shown - 1 : e->shown + 1;
	edit_set(e, e->shown == e->count ? e->kept : e->history[e->shown]);
}

void
edit_remember(struct edit *e, const char *text)
{
	char *copy;

	e->shown = e->count;
	if (text[0] == '\0' || (e->count > 0 && strcmp(e->history[e->count - 1], text) == 0))
		return;
	copy = strdup(text);
	if (copy == NULL)
		return;
	if (e->count == EDIT_HISTORY) {
		free(e->history[0]);
		memmove(e->history, e->history + 1, (EDIT_HISTORY - 1) * sizeof(e->history[0]));
		e->count--;
	}
	e->history[e->count++] = copy;
	e->shown = e->count;
}
