/* SPDX-License-Identifier: MIT */
/* Lines from the server in another language: see translate.h.  A text of several lines is
 * matched line by line.  If several texts match, the text with the most literal letters wins.
 */
#include "translate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_MAX 16u
#define DIGITS "0123456789"
#define LETTERS_MIN 4u /* texts with fewer letters match unrelated lines */

/* The arguments of each text, as written in msg.def. */
static const char *const MSG_ARGUMENTS[MSG_COUNT] = {
#define MSG0(id, text) [MSG_##id] = "",
#define MSG(id, fmt, params, args) [MSG_##id] = #args,
#include "proto/msg.def"
#undef MSG0
#undef MSG
};

/* The part of a line that matches an argument. */
struct matched_value {
	const char *text;
	size_t n;
	bool is_plural_ending; /* ending of a noun: "" or "s" */
	bool is_number;
};

struct text_match {
	enum msg_id id;
	unsigned line_no;     /* line of the text, from 0 */
	unsigned n_letters;   /* number of literal letters; 0: no match */
	unsigned first_value; /* index of the first value among the arguments of the text */
	unsigned n;
	struct matched_value values[VALUES_MAX];
};

/* Returns whether argument `number` (from 0) of a text is a noun ending. */
static bool
argument_is_ending(enum msg_id id, unsigned number)
{
	const char *at = MSG_ARGUMENTS[id] + strspn(MSG_ARGUMENTS[id], "(");
	unsigned depth = 0;

	for (; *at != '\0' && number > 0; at++) {
		depth += *at == '(';
		depth -= *at == ')' && depth > 0;
		number -= *at == ',' && depth == 0;
	}
	at += strspn(at, " ");
	return strncmp(at, "PLURAL", 6) == 0;
}

/* Returns the text after a conversion and stores the letter of the conversion. */
static const char *
skip_conversion(const char *at, char *letter_out)
{
	at += 1 + strspn(at + 1, "-+ 0123456789.$*lhz");
	*letter_out = *at;
	return at + (*at != '\0');
}

/* Matches an argument that is followed by `next` in the text. */
static bool
match_value(const char *line, char letter, const char *next, struct matched_value *v)
{
	size_t literal = strcspn(next, "%\n");

	v->text = line;
	v->is_number = letter != 's' && letter != 'c';
	if (v->is_plural_ending) {
		v->n = *line == 's' && strncmp(line + 1, next, literal) == 0;
		return true;
	}
	if (v->is_number) {
		v->n = line[0] == '+' || line[0] == '-';
		v->n += strspn(line + v->n, DIGITS);
		if (letter == 'f' && line[v->n] == '.' && strspn(line + v->n + 1, DIGITS) > 0)
			v->n += 1 + strspn(line + v->n + 1, DIGITS);
		return v->n > 0;
	}
	if (literal == 0) {
		v->n = next[0] == '%' ? 0 : strlen(line);
		return next[0] != '%';
	}
	for (v->n = 0; line[v->n] != '\0'; v->n++)
		if (strncmp(line + v->n, next, literal) == 0 &&
		    (next[literal] == '%' || line[v->n + literal] == '\0'))
			return true;
	return false;
}

/* Matches a line from the server against the line of a text that starts at `at`. */
static bool
match_line(const char *at, const char *line, struct text_match *m)
{
	m->n = m->n_letters = 0;
	while (*at != '\0' && *at != '\n') {
		struct matched_value *v = &m->values[m->n];
		char letter;

		if (*at != '%' || at[1] == '%') {
			at += *at == '%';
			m->n_letters += isalpha((unsigned char)*at) != 0;
			if (*at++ != *line++)
				return false;
			continue;
		}
		if (m->n == VALUES_MAX)
			return false;
		v->is_plural_ending = argument_is_ending(m->id, m->first_value + m->n);
		at = skip_conversion(at, &letter);
		if (!match_value(line, letter, at, v))
			return false;
		line += v->n;
		m->n++;
	}
	return *line == '\0';
}

static unsigned
count_conversions(const char *at, const char *end)
{
	unsigned n = 0;

	while (at < end)
		if (*at == '%' && at[1] != '%') {
			char letter;

			at = skip_conversion(at, &letter);
			n++;
		} else {
			at += *at == '%' ? 2 : 1;
		}
	return n;
}

static void
find_text(const char *const *formats, const char *line, struct text_match *best)
{
	for (unsigned id = 0; id < MSG_COUNT; id++) {
		const char *text = msg_english_format((enum msg_id)id), *at = text;
		struct text_match m = { .id = (enum msg_id)id };

		for (; formats[id] != NULL && *at != '\0'; m.line_no++) {
			m.first_value = count_conversions(text, at);
			if (match_line(at, line, &m) && m.n_letters > best->n_letters)
				*best = m;
			at += strcspn(at, "\n");
			at += *at == '\n';
		}
	}
}

static const char *
nth_line(const char *text, unsigned n)
{
	for (; n > 0 && *text != '\0'; n--) {
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return text;
}

/* Writes a line of a translated text.  Returns false if it needs a value from another line. */
static bool
write_translation(
    const struct catalogue *c, const char *text, const struct text_match *m, struct sbuf *out)
{
	const char *at = nth_line(text, m->line_no);
	unsigned next = count_conversions(text, at);

	while (*at != '\0' && *at != '\n') {
		const char *begin = at;
		unsigned number;
		char letter, *end;

		if (*at != '%' || at[1] == '%') {
			at += *at == '%';
			sbuf_addc(out, *at++);
			continue;
		}
		at = skip_conversion(at, &letter);
		number = (unsigned)strtoul(begin + 1, &end, 10);
		number = *end == '$' && number > 0 ? number - 1 : next++;
		if (number < m->first_value || number - m->first_value >= m->n)
			return false;
		number -= m->first_value;
		if (strncmp(begin, "%.0s", 4) == 0)
			continue;
		if (m->values[number].is_plural_ending)
			sbuf_add(out,
			    m->values[number].n == 0 ? c->singular_ending : c->plural_ending);
		else
			sbuf_addn(out, m->values[number].text, m->values[number].n);
	}
	return true;
}

bool
translate_line(enum language language, const char *line, struct sbuf *out)
{
	const struct catalogue *c = &CATALOGUES[language];
	struct text_match m = { .n_letters = 0 };
	size_t before = out->len;
	const char *text;

	if (c->formats == NULL)
		return false;
	find_text(c->formats, line, &m);
	if (m.n_letters < LETTERS_MIN)
		return false;
	text = c->formats[m.id];
	for (unsigned i = 0; i < m.n && c->singular_formats[m.id] != NULL; i++)
		if (m.values[i].is_number && m.values[i].n == 1 && m.values[i].text[0] == '1')
			text = c->singular_formats[m.id];
	if (write_translation(c, text, &m, out) && out->len > before)
		return true;
	out->len = before;
	out->text[before] = '\0';
	return false;
}
