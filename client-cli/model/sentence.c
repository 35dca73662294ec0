/* SPDX-License-Identifier: MIT */
/* Matches sentences from the server: see sentence.h.  A match takes time proportional to the
 * length of the line times the number of %w and %f. */
#include "sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "proto/msg.h"

#include "fibsline.h"

#define NUMBER_MAX 10000000 /* larger numbers are clamped */

static const char DIGITS[] = "0123456789";
static const char PLAY[] = "abcdefghijklmnopqrstuvwxyz0123456789-/*() ";

/* The beginnings of sentences that %f matches.  In the forms, %f is followed by ". The game
 * was saved" or ".. You're not watching anymore". */
static const char *const FAREWELL_PATTERNS[] = {
	"%n logs out",
	"%n drops connection",
	"Network error with %n",
	"Connection with %n timed out",
	"Closed old connection with user %n",
	"ADMIN closes connection with %n, %w", /* the operator's reason */
	"ADMIN closes connection with %n",
};

static bool
is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       strchr("_<>", c) != NULL || (unsigned char)c >= 0x80;
}

static size_t
name_length(const char *line)
{
	size_t n = 0;

	while (line[n] != '\0' && is_name_char(line[n]))
		n++;
	return n <= NAME_MAX_LETTERS ? n : 0;
}

/* Returns how many bytes of the line are matched by %w.  pattern: the text after %w.  The match
 * ends where that text follows or, if %w is last, at the end of the line without its period. */
static size_t
words_length(const char *pattern, const char *line)
{
	char next[96];
	const char *end;
	size_t n = strlen(line);

	(void)snprintf(next, sizeof(next), "%.*s", (int)strcspn(pattern, "%"), pattern);
	if (next[0] == '\0')
		return n - (n > 0 && line[n - 1] == '.');
	end = strstr(line, next);
	return end != NULL ? (size_t)(end - line) : 0;
}

/* Reads the word that a conversion such as %n of a pattern stands for.  Returns its length in
 * bytes, or 0 if the line has no such word here. */
static size_t
read_word(char c, const char *pattern, const char *line, struct sentence *out)
{
	size_t n = c == 'n' ? name_length(line) : words_length(pattern, line);
	char *word = out->words[out->n_words];

	if (n == 0 || out->n_words == SENTENCE_WORDS_MAX ||
	    (c == 'p' && strspn(line, PLAY) < n))
		return 0;
	out->n_words++;
	(void)snprintf(word, sizeof(out->words[0]), "%.*s", (int)n, line);
	return n;
}

static size_t
read_number(const char *line, struct sentence *out)
{
	size_t n = strspn(line, DIGITS);
	long number = n > 0 ? strtol(line, NULL, 10) : 0;

	if (n > 0 && out->n_numbers < SENTENCE_WORDS_MAX)
		out->numbers[out->n_numbers++] = number > NUMBER_MAX ? NUMBER_MAX : number;
	return n;
}

static const char *
read_pattern(const char *pattern, const char *line, struct sentence *out)
{
	while (*pattern != '\0') {
		size_t n;

		if (*pattern != '%') {
			if (*pattern++ != *line++)
				return NULL;
			continue;
		}
		pattern += 2;
		if (pattern[-1] == 's') {
			line += *line == 's';
			continue;
		}
		n = pattern[-1] == 'u' ? read_number(line, out)
				       : read_word(pattern[-1], pattern, line, out);
		if (n == 0)
			return NULL;
		line += n;
	}
	return line;
}

const char *
sentence_read_start(const char *pattern, const char *line, struct sentence *out)
{
	char whole[160];
	const char *rest = NULL;

	*out = (struct sentence){ .n_words = 0 };
	if (strncmp(pattern, "%f", 2) != 0)
		return read_pattern(pattern, line, out);
	for (unsigned i = 0; i < ARRAY_LEN(FAREWELL_PATTERNS) && rest == NULL; i++) {
		(void)snprintf(whole, sizeof(whole), "%s%s", FAREWELL_PATTERNS[i], pattern + 2);
		*out = (struct sentence){ .n_words = 0 };
		rest = read_pattern(whole, line, out);
	}
	return rest;
}

bool
sentence_read(const char *pattern, const char *line, struct sentence *out)
{
	const char *rest = sentence_read_start(pattern, line, out);

	if (rest != NULL && *rest == ' ') /* FIBS writes: "wins the 5 point match 5-0 ." */
		rest++;
	return rest != NULL && (*rest == '\0' || strcmp(rest, ".") == 0);
}

/* Matches a line against a text of proto/msg.def: its strings as %p, its numbers as %u. */
static bool
matches_message(const char *format, const char *line, struct sentence *out)
{
	char pattern[160];
	struct sbuf b;

	SBUF_INIT(&b, pattern);
	for (; *format != '\0' && *format != '\n'; format++) {
		sbuf_addc(&b, *format);
		if (*format == '%')
			sbuf_addc(&b, *++format == 's' ? 'p' : 'u');
	}
	if (b.len > 0 && pattern[b.len - 1] == '.')
		pattern[--b.len] = '\0';
	return sbuf_ok(&b) && sentence_read(pattern, line, out);
}

bool
sentence_refuses_move(const char *line)
{
	static const enum msg_id REFUSALS[] = {
		MSG_legal_words,
		MSG_must_give,
		MSG_too_many_moves,
		MSG_cant_move_from,
		MSG_cant_move_points,
		MSG_cant_move_to,
		MSG_bar_first,
		MSG_cant_remove,
		MSG_cant_move_home,
		MSG_cant_move_P_home,
		MSG_move_pinned,
		MSG_move_forbidden,
		MSG_match_paused,
		MSG_disk_refuse,
		MSG_store_away,
	};
	struct sentence s;

	for (unsigned i = 0; i < ARRAY_LEN(REFUSALS); i++)
		if (matches_message(msg_english_format(REFUSALS[i]), line, &s))
			return true;
	return false;
}
