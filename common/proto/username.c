/* SPDX-License-Identifier: MIT */
/* Names of users and clients, and text that one user may show to others.  Pure; owns no memory;
 * linear in the text.  utf8proc classifies characters (control, format, blank) by Unicode's
 * general category. */
#include "proto/username.h"

#include <string.h>

#include <utf8proc.h>

#include "base/check.h"
#include "proto/words.h"

#define CLIENTNAME_BYTES_MAX 20u

/* Words that have another meaning in places where a name may be typed (PROTOCOL.md 2). */
/* clang-format off */
static const char *const RESERVED_NAMES[] = {
	"guest", "you", "board", "who", "all", "fibs", "noone", "unlimited", "ready",
	"away", "playing", "count", "from", "to", "name", "login", "connect", "bye", "quit", "exit",
	"against", "because", "bots", "game", "help", "operators", "play", "since",
};

/* Titles of people who run a server, in each of its languages.  No user name may resemble a
 * title. */
static const char *const STAFF_TITLES[] = {
	"admin", "administrator", "amministratore", "administrador", "operator", "operatore", "operador",
	"moderator", "moderatore", "moderador", "director", "direttore", "diretor", "console", "server", "servidor",
	"system", "sistema", "root", "staff", "support", "gammond",
};
/* clang-format on */

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Copies only the letters: other characters cannot be part of a title, or are easily
 * overlooked. */
static void
copy_letters(const char *text, char out[USERNAME_MAX + 1])
{
	size_t n = 0;

	for (; *text != '\0'; text++)
		if (is_letter(*text) && n < USERNAME_MAX)
			out[n++] = *text;
	out[n] = '\0';
}

/* Letters that can be mistaken for others, in lower case.  Short names use only the first row;
 * otherwise too many names would resemble each other. */
static const struct {
	char from[3];
	char to;
} LOOKALIKES[] = {
	{ "i", 'l' },
	{ "j", 'l' },
	{ "t", 'l' },
	{ "q", 'o' }, /* as in Q and O */
	{ "v", 'u' },
	{ "rn", 'm' },
	{ "vv", 'w' },
};

#define SHORT_NAME_LETTERS 6u /* names with fewer letters are short */

/* Reduces a name to a form that is equal for names that can be mistaken for each other.  Double
 * letters count as one. */
static void
lookalike_key(const char *name, char out[USERNAME_MAX + 1])
{
	char letters[USERNAME_MAX + 1], low[USERNAME_MAX + 1];
	size_t rows, n = 0;

	copy_letters(name, letters);
	username_to_lower(letters, low, sizeof(low));
	rows = strlen(low) < SHORT_NAME_LETTERS ? 1 : ARRAY_LEN(LOOKALIKES);
	for (size_t i = 0; low[i] != '\0';) {
		char c = low[i];
		size_t used = 1;

		for (size_t k = 0; k < rows; k++) {
			size_t len = strlen(LOOKALIKES[k].from);

			if (strncmp(low + i, LOOKALIKES[k].from, len) != 0)
				continue;
			c = LOOKALIKES[k].to;
			used = len;
		}
		if (n == 0 || out[n - 1] != c)
			out[n++] = c;
		i += used;
	}
	out[n] = '\0';
}

bool
username_resembles(const char *name, const char *other)
{
	char a[USERNAME_MAX + 1], b[USERNAME_MAX + 1];

	lookalike_key(name, a);
	lookalike_key(other, b);
	return a[0] != '\0' && strcmp(a, b) == 0;
}

enum username_err
username_check(const char *name)
{
	size_t n = 0;

	for (; name[n] != '\0'; n++)
		if (!is_letter(name[n]) && name[n] != '_')
			return USERNAME_BAD_CHARS;
	if (n == 0)
		return USERNAME_EMPTY;
	for (size_t i = 0; i < ARRAY_LEN(RESERVED_NAMES); i++)
		if (word_is(name, RESERVED_NAMES[i]))
			return USERNAME_RESERVED;
	for (size_t i = 0; i < ARRAY_LEN(STAFF_TITLES); i++)
		if (username_resembles(name, STAFF_TITLES[i]))
			return USERNAME_RESERVED;
	if (word_is_prefix(USERNAME_ERASED_PREFIX, name))
		return USERNAME_RESERVED;
	if (n < USERNAME_MIN)
		return USERNAME_TOO_SHORT;
	return n > USERNAME_MAX ? USERNAME_TOO_LONG : USERNAME_OK;
}

void
username_to_lower(const char *name, char *out, size_t size)
{
	size_t n = 0;

	CHECK(size > USERNAME_MAX);
	for (; n < USERNAME_MAX && name[n] != '\0'; n++)
		out[n] =
		    name[n] >= 'A' && name[n] <= 'Z' ? (char)(name[n] - 'A' + 'a') : name[n];
	out[n] = '\0';
}

size_t
text_next_char(const char *text, size_t n, int32_t *c_out)
{
	utf8proc_ssize_t used =
	    utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)n, c_out);

	return used > 0 ? (size_t)used : 0;
}

enum char_class
char_class_of(int32_t c)
{
	if (c == '\t') /* treated like a blank between words */
		return CHAR_BLANK;
	switch (utf8proc_category(c)) {
	case UTF8PROC_CATEGORY_CC: /* C0 including ESC, DEL, C1 */
	case UTF8PROC_CATEGORY_CF: /* bidirectional and zero-width marks, tags */
	case UTF8PROC_CATEGORY_ZL: /* line and paragraph separators: some terminals start a new
				      line */
	case UTF8PROC_CATEGORY_ZP:
		return CHAR_REMOVED;
	case UTF8PROC_CATEGORY_ZS:
		return CHAR_BLANK;
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_ME:
		return CHAR_COMBINING;
	default: /* utf8proc may add categories */
		return CHAR_NORMAL;
	}
}

bool
clientname_ok(const char *name)
{
	size_t n = strnlen(name, CLIENTNAME_BYTES_MAX + 1);
	size_t used;
	unsigned marks = 0; /* combining marks in a row */

	if (n == 0 || n > CLIENTNAME_BYTES_MAX)
		return false;
	for (size_t at = 0; at < n; at += used) {
		utf8proc_int32_t c;

		used = text_next_char(name + at, n - at, &c);
		if (used == 0 || char_class_of(c) > CHAR_COMBINING)
			return false;
		marks = char_class_of(c) == CHAR_COMBINING ? marks + 1 : 0;
		if (marks > COMBINING_MARKS_MAX ||
		    (at == 0 && marks > 0)) /* a mark at the start has
					     * nothing to combine with */
			return false;
	}
	return true;
}

bool
text_is_utf8(const char *text, size_t n)
{
	size_t used;

	for (size_t at = 0; at < n; at += used) {
		utf8proc_int32_t c;

		used = text_next_char(text + at, n - at, &c);
		if (used == 0)
			return false;
	}
	return true;
}

bool
text_make_safe(char *text)
{
	size_t n = strlen(text);
	size_t len = 0; /* bytes kept */
	size_t end = 0; /* bytes kept, without trailing blanks */
	size_t used;
	unsigned marks = 0; /* combining marks in a row */

	for (; text[len] >= ' ' && text[len] <= '~'; len++) /* usually the whole text */
		end = text[len] != ' ' ? len + 1 : end;
	if (!text_is_utf8(text + len, n - len))
		return false;
	for (size_t at = len; at < n; at += used) {
		utf8proc_int32_t c;
		enum char_class show;

		used = text_next_char(text + at, n - at, &c);
		show = char_class_of(c);
		marks = show == CHAR_COMBINING ? marks + 1 : show == CHAR_REMOVED ? marks : 0;
		if (show == CHAR_REMOVED || marks > COMBINING_MARKS_MAX)
			continue;
		if (c == '\t')
			text[len] = ' ';
		else
			memmove(text + len, text + at, used);
		len += used;
		if (show != CHAR_BLANK)
			end = len;
	}
	text[end] = '\0';
	return true;
}
