/* SPDX-License-Identifier: MIT */
/* Settings of a tournament: parsing, formatting, and derived values.  Pure; each function reads
 * one row. */
#include "tourney/settings.h"

#include <string.h>
#include <strings.h>

/* The names of formats, each preceded by a blank. */
static const char FORMAT_NAMES[] =
#define FORMAT(name, ...) " " #name
#include "tourney/formats.def"
#undef FORMAT
    ;

const struct tourney_setting_row TOURNEY_SETTINGS[TSET_COUNT] = {
#define TSET(name, kind, first, low, high, words, flags)                                       \
	{ #name, TSET_##kind, first, low, high, words, flags },
#include "tourney/settings.def"
#undef TSET
};

/* ---- words ---- */

/* Finds word number i (from 0) of a list.  Returns its length, or 0 if there are fewer
 * words. */
static size_t
nth_word(const char *words, unsigned i, const char **word_out)
{
	static const char gaps[] = " ,\t";

	for (;; i--) {
		size_t n;

		words += strspn(words, gaps);
		n = strcspn(words, gaps);
		*word_out = words;
		if (i == 0 || n == 0)
			return n;
		words += n;
	}
}

/* Finds name number i (from 0) in `words` or, if that is NULL, among the games, tie-breaks or
 * settings.  Returns its length, or 0 if there are fewer names. */
static size_t
nth_name(enum tourney_setting_kind kind, const char *words, unsigned i, const char **name_out)
{
	const char *name = NULL;

	if (words != NULL)
		return nth_word(words, i, name_out);
	if (kind == TSET_GAME)
		name = VARIANTS[i].name;
	else if (kind == TSET_TIEBREAKS && i < TIEBREAK_COUNT)
		name = TIEBREAK_NAMES[i];
	else if (kind == TSET_WORD && i < TSET_COUNT)
		name = TOURNEY_SETTINGS[i].name;
	*name_out = name;
	return name != NULL ? strlen(name) : 0;
}

/* Returns the number of the name that equals w[0..n), or else of the only name that begins with
 * it; -1 if there is none. */
static int
find_name(const char *w, size_t n, enum tourney_setting_kind kind, const char *words)
{
	const char *other;
	int found = -1;
	size_t len;

	for (unsigned i = 0; (len = nth_name(kind, words, i, &other)) > 0; i++) {
		if (n == 0 || n > len || strncasecmp(w, other, n) != 0)
			continue;
		if (n == len)
			return (int)i;
		found = found == -1 ? (int)i : -2;
	}
	return found < 0 ? -1 : found;
}

int
tourney_setting_named(const char *word)
{
	return find_name(word, strlen(word), TSET_WORD, NULL);
}

void
tourney_setting_word(enum tourney_setting which, unsigned i, struct sbuf *out)
{
	const char *word;
	size_t n = nth_word(TOURNEY_SETTINGS[which].words, i, &word);

	sbuf_addn(out, word, n);
}

/* ---- values ---- */

static bool
read_number(const char *w, size_t n, int64_t low, int64_t high, int64_t *value_out)
{
	int64_t v = 0;

	if (n == 0 || n > 18)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (w[i] < '0' || w[i] > '9')
			return false;
		v = v * 10 + (w[i] - '0');
	}
	if (v < low || v > high)
		return false;
	*value_out = v;
	return true;
}

/* Parses a list of lengths, or of tie-breaks without repetition. */
static bool
read_list(struct tourney_settings *s, enum tourney_setting which, const char *text)
{
	const struct tourney_setting_row *row = &TOURNEY_SETTINGS[which];
	bool lengths = row->kind == TSET_LIST;
	uint8_t list[TSET_LIST_MAX] = { 0 };
	unsigned n = 0;
	const char *w;
	size_t len;

	for (; (len = nth_word(text, n, &w)) > 0; n++) {
		int64_t v = lengths ? 0 : find_name(w, len, row->kind, NULL);

		if (n == TSET_LIST_MAX || v < 0 ||
		    (lengths && !read_number(w, len, row->low, row->high, &v)) ||
		    (!lengths && memchr(list, (int)v, n) != NULL))
			return false;
		list[n] = (uint8_t)v;
	}
	if (n == 0)
		return false;
	memcpy(s->list[which], list, sizeof(list));
	s->value[which] = n;
	return true;
}

/* Finds the only word of a text.  Returns its length; 0 if there is none, or several. */
static size_t
only_word(const char *text, const char **word_out)
{
	const char *next;
	size_t n = nth_word(text, 0, word_out);

	return nth_word(text, 1, &next) > 0 ? 0 : n;
}

static bool
store_index(int64_t *value, int picked)
{
	if (picked < 0)
		return false;
	*value = picked;
	return true;
}

bool
tourney_set_setting(struct tourney_settings *s, enum tourney_setting which, const char *text)
{
	const struct tourney_setting_row *row = &TOURNEY_SETTINGS[which];
	int64_t *value = &s->value[which];
	const char *w = text;
	size_t n = only_word(text, &w);

	switch (row->kind) {
	case TSET_NUMBER:
		return read_number(w, n, row->low, row->high, value);
	case TSET_TIME:
		return read_number(w, n, 0, (int64_t)1 << 40, value);
	case TSET_SWITCH:
		return store_index(value, find_name(w, n, row->kind, "no yes"));
	case TSET_WORD:
		return store_index(value, find_name(w, n, row->kind, row->words));
	case TSET_GAME:
		return store_index(value, find_name(w, n, row->kind, NULL));
	case TSET_LIST:
	case TSET_TIEBREAKS:
		return read_list(s, which, text);
	}
	return false;
}

void
tourney_setting_text(
    const struct tourney_settings *s, enum tourney_setting which, struct sbuf *out)
{
	int64_t v = s->value[which];

	switch (TOURNEY_SETTINGS[which].kind) {
	case TSET_NUMBER:
	case TSET_TIME:
		sbuf_addi(out, (long)v);
		break;
	case TSET_SWITCH:
		sbuf_add(out, v != 0 ? "yes" : "no");
		break;
	case TSET_WORD:
		tourney_setting_word(which, (unsigned)v, out);
		break;
	case TSET_GAME:
		sbuf_add(out, VARIANTS[v].name);
		break;
	case TSET_LIST:
	case TSET_TIEBREAKS:
		for (unsigned i = 0; i < (unsigned)v; i++) {
			if (i > 0)
				sbuf_addc(out, ' ');
			if (TOURNEY_SETTINGS[which].kind == TSET_LIST)
				sbuf_addi(out, s->list[which][i]);
			else
				sbuf_add(out, TIEBREAK_NAMES[s->list[which][i]]);
		}
		break;
	}
}

void
tourney_settings_init(struct tourney_settings *s)
{
	memset(s, 0, sizeof(*s));
	for (unsigned i = 0; i < TSET_COUNT; i++)
		CHECK(tourney_set_setting(
		    s, (enum tourney_setting)i, TOURNEY_SETTINGS[i].default_text));
}

/* ---- derived values ---- */

const struct variant *
tourney_game(const struct tourney_settings *s)
{
	return &VARIANTS[s->value[TSET_game]];
}
