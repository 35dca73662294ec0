/* SPDX-License-Identifier: MIT */
/* Words of an input line.  Splits a line in place; keeps no state.  Every function is linear in
 * its input, except word_distance, which accepts only short words.  Blanks are space and tab.
 * Only ASCII letters have case, regardless of the locale. */
#include "proto/words.h"

#include <limits.h>
#include <string.h>

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char *
skip_blanks(char *p)
{
	while (is_blank(*p))
		p++;
	return p;
}

char *
word_next(char **rest)
{
	char *word = skip_blanks(*rest);
	char *end = word;

	while (*end != '\0' && !is_blank(*end))
		end++;
	*rest = end;
	if (end == word)
		return NULL;
	if (*end != '\0') {
		*end = '\0';
		*rest = skip_blanks(end + 1);
	}
	return word;
}

char *
text_trim(char *text)
{
	char *first = skip_blanks(text);
	size_t n = strlen(first);

	while (n > 0 && is_blank(first[n - 1]))
		n--;
	first[n] = '\0';
	return first;
}

bool
word_is(const char *word, const char *other)
{
	while (*word != '\0' && lower(*word) == lower(*other)) {
		word++;
		other++;
	}
	return lower(*word) == lower(*other);
}

bool
word_is_prefix(const char *word, const char *other)
{
	if (*word == '\0')
		return false;
	while (*word != '\0' && lower(*word) == lower(*other)) {
		word++;
		other++;
	}
	return *word == '\0';
}

bool
word_is_prefix_exactly(const char *word, const char *other)
{
	size_t n = strlen(word);

	return n > 0 && strncmp(word, other, n) == 0;
}

bool
word_number(const char *word, long *value_out)
{
	bool negative = *word == '-';
	long value = 0;

	if (*word == '-' || *word == '+')
		word++;
	if (*word == '\0')
		return false;
	for (; *word >= '0' && *word <= '9'; word++)
		value = value > (LONG_MAX - 9) / 10 ? LONG_MAX / 10 * 10
						    : value * 10 + (*word - '0');
	if (*word != '\0')
		return false;
	*value_out = negative ? -value : value;
	return true;
}

int
word_match_name(const char *word, const char *(*name)(unsigned i), unsigned n)
{
	int found = -1;
	unsigned begins = 0;

	for (unsigned i = 0; i < n; i++) {
		if (word_is(word, name(i)))
			return (int)i;
		if (word_is_prefix(word, name(i))) {
			found = (int)i;
			begins++;
		}
	}
	return begins == 1 ? found : -1;
}

static unsigned
smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

unsigned
word_distance(const char *word, const char *other)
{
	unsigned d[WORD_DISTANCE_MAX + 1]
		  [WORD_DISTANCE_MAX + 1]; /* distance between the first i letters of `word` and
					      the first j letters of `other` */
	size_t n = strlen(word), m = strlen(other);

	if (n > WORD_DISTANCE_MAX || m > WORD_DISTANCE_MAX)
		return UINT_MAX;
	for (unsigned i = 0; i <= n; i++)
		d[i][0] = i;
	for (unsigned j = 0; j <= m; j++)
		d[0][j] = j;
	for (unsigned i = 1; i <= n; i++) {
		for (unsigned j = 1; j <= m; j++) {
			char a = lower(word[i - 1]), b = lower(other[j - 1]);

			d[i][j] = smaller(
			    d[i - 1][j - 1] + (a != b), smaller(d[i - 1][j], d[i][j - 1]) + 1);
			if (i > 1 && j > 1 && a == lower(other[j - 2]) &&
			    lower(word[i - 2]) == b)
				d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
		}
	}
	return d[n][m];
}

/* ---- commands ---- */

/* Compares the first letters.  Called first, because this rules out most of the table. */
static bool
same_first_letter(const char *word, const char *name)
{
	return name[0] != '\0' && lower(word[0]) == lower(name[0]);
}

bool
command_search_add(struct command_search *s, const char *word, const void *row,
    const char *name, const char *shortest, const char *run, bool ours)
{
	if (s->short_form == NULL && same_first_letter(word, shortest) &&
	    word_is(word, shortest))
		s->short_form = row;
	if (!same_first_letter(word, name) || !word_is_prefix(word, name))
		return true;
	if (name[strlen(word)] == '\0')
		s->exact = row;
	if (s->prefixed[ours].row == NULL) {
		s->prefixed[ours].row = row;
		s->prefixed[ours].run = run;
	} else if (!ours || strcmp(s->prefixed[ours].run, run) != 0) {
		s->prefixed[ours].ambiguous = true;
	}
	return s->exact == NULL;
}

const void *
command_search_result(const struct command_search *s)
{
	const bool ours = s->prefixed[0].row == NULL;

	if (s->exact != NULL || s->short_form != NULL)
		return s->exact != NULL ? s->exact : s->short_form;
	return s->prefixed[ours].ambiguous ? NULL : s->prefixed[ours].row;
}
