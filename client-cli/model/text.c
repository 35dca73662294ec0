/* SPDX-License-Identifier: MIT */
/* Sanitises text: see text.h.  Linear in the text; owns no memory. */
#include "text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include <utf8proc.h>

#include "base/check.h"
#include "proto/username.h"

#define REPLACEMENT_CHAR 0xfffdu
#define ESC 0x1bu
#define DEL 0x7fu
/* The C1 controls, each short for ESC and an ASCII character: U+009B is ESC [. */
#define C1_FIRST 0x80u
#define C1_LAST 0x9fu
#define C1_STRING_END 0x9cu
#define CHAR_MAX_BYTES 4u

enum escape_state {
	ESCAPE_NONE,
	ESCAPE_BEGUN,   /* after ESC */
	ESCAPE_CONTROL, /* after ESC [, until a letter */
	ESCAPE_STRING,  /* after ESC ], until BEL, ESC \ or the end of the line */
};

/* ---- characters ---- */

size_t
text_decode_char(const char *text, uint32_t *ch_out)
{
	utf8proc_int32_t ch;
	utf8proc_ssize_t n;

	if (*text == '\0')
		return 0;
	n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &ch);
	*ch_out = n > 0 ? (uint32_t)ch : REPLACEMENT_CHAR;
	return n > 0 ? (size_t)n : 1;
}

unsigned
text_width(uint32_t ch)
{
	int width = utf8proc_charwidth((utf8proc_int32_t)ch);

	return width < 0 ? 0 : (unsigned)width;
}

uint32_t
text_locale_char(uint32_t ch)
{
	utf8proc_int32_t parts[8];
	char bytes[MB_LEN_MAX];

	if (ch < DEL || wctomb(bytes, (wchar_t)ch) > 0)
		return ch;
	if (utf8proc_decompose_char((utf8proc_int32_t)ch, parts,
		(utf8proc_ssize_t)ARRAY_LEN(parts), UTF8PROC_DECOMPOSE, NULL) > 0 &&
	    parts[0] < (utf8proc_int32_t)DEL)
		return (uint32_t)parts[0];
	return '?';
}

unsigned
text_columns(const char *text)
{
	unsigned used = 0;
	uint32_t ch;

	for (size_t n; (n = text_decode_char(text, &ch)) > 0; text += n)
		used += text_width(ch);
	return used;
}

size_t
text_row_length(const char *text, unsigned columns)
{
	size_t at = 0, blank = 0;
	unsigned used = 0;
	uint32_t ch;

	for (size_t n; (n = text_decode_char(text + at, &ch)) > 0; at += n) {
		used += text_width(ch);
		if (used > columns)
			return blank > 0 ? blank : at > 0 ? at : n;
		if (ch == ' ')
			blank = at + n;
	}
	return at;
}

/* ---- sanitising ---- */

/* Starts, continues or ends an escape sequence.  Returns true if the character belongs to
 * one. */
static bool
is_in_escape(struct text_stream *t, uint32_t ch)
{
	enum escape_state was = (enum escape_state)t->escape_state;

	if (was == ESCAPE_STRING && ch != ESC && ch != '\a' && ch != '\n' &&
	    ch != C1_STRING_END)
		return true;
	t->escape_state = ESCAPE_NONE;
	if (ch == '\n') /* a sequence ends with its line */
		return false;
	if (ch == ESC) {
		t->escape_state = ESCAPE_BEGUN;
		return true;
	}
	if (ch >= C1_FIRST && ch <= C1_LAST) {
		ch -= C1_FIRST - '@';
		was = ESCAPE_BEGUN;
	}
	if (was == ESCAPE_NONE || ch >= DEL)
		return false;
	if (was == ESCAPE_BEGUN && ch == '[')
		t->escape_state = ESCAPE_CONTROL;
	else if (was == ESCAPE_BEGUN && ch != '\0' && strchr("]PX^_", (int)ch) != NULL)
		t->escape_state = ESCAPE_STRING;
	else if (was != ESCAPE_STRING && ch >= ' ' && ch < (was == ESCAPE_CONTROL ? '@' : '0'))
		t->escape_state = (uint8_t)was; /* the final letter follows */
	return true;
}

/* Returns true if the character is text. */
static bool
is_shown(struct text_stream *t, uint32_t ch)
{
	enum char_class show = CHAR_BLANK;

	if (is_in_escape(t, ch))
		return false;
	if (ch != '\n' && ch != '\a')
		show = char_class_of((int32_t)ch);
	if (show == CHAR_REMOVED ||
	    (show == CHAR_COMBINING && t->n_combining_marks == COMBINING_MARKS_MAX))
		return false;
	t->n_combining_marks = show == CHAR_COMBINING ? (uint8_t)(t->n_combining_marks + 1) : 0;
	return true;
}

/* Returns the length of the character that begins with this byte, or 1 if no character begins
 * with it. */
static size_t
utf8_length(char first)
{
	utf8proc_int8_t n = utf8proc_utf8class[(unsigned char)first];

	return n > 1 ? (size_t)n : 1;
}

/* Returns true if text[0..n) can be the beginning of a longer character. */
static bool
is_incomplete_char(const char *text, size_t n)
{
	char whole[CHAR_MAX_BYTES];
	utf8proc_int32_t ch;

	if (n >= utf8_length(text[0]))
		return false;
	for (unsigned second = 0x80; second <= 0xb0; second += 0x10) {
		memset(whole, (int)second, sizeof(whole));
		memcpy(whole, text, n);
		if (utf8proc_iterate((const utf8proc_uint8_t *)whole,
			(utf8proc_ssize_t)utf8_length(text[0]), &ch) > 0)
			return true;
	}
	return false;
}

static size_t
encode_utf8(uint32_t ch, char out[CHAR_MAX_BYTES])
{
	return (size_t)utf8proc_encode_char((utf8proc_int32_t)ch, (utf8proc_uint8_t *)out);
}

/* Adds a byte to the incomplete character.  Writes the character to out when it is complete,
 * and U+FFFD for each byte that is not valid UTF-8. */
static size_t
take_byte(struct text_stream *t, char byte, char *out)
{
	size_t len = 0;

	t->partial_char[t->partial_len++] = byte;
	while (t->partial_len > 0) {
		utf8proc_int32_t ch;
		utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)t->partial_char,
		    (utf8proc_ssize_t)t->partial_len, &ch);

		if (n <= 0 && is_incomplete_char(t->partial_char, t->partial_len))
			break;
		if (n <= 0) {
			n = 1;
			ch = (utf8proc_int32_t)REPLACEMENT_CHAR;
		}
		if (is_shown(t, (uint32_t)ch))
			len += encode_utf8((uint32_t)ch, out + len);
		t->partial_len = (uint8_t)(t->partial_len - n);
		memmove(t->partial_char, t->partial_char + n, t->partial_len);
	}
	return len;
}

size_t
text_sanitise(struct text_stream *t, const char *in, size_t n, char *out)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)in[i];

		if (t->partial_len == 0 && t->escape_state == ESCAPE_NONE && c >= ' ' &&
		    c < DEL) {
			t->n_combining_marks = 0;
			out[len++] = in[i];
		} else {
			len += take_byte(t, in[i], out + len);
		}
	}
	return len;
}

size_t
text_copy_part(char *out, size_t size, const char *text, size_t n)
{
	struct text_stream t = { .partial_len = 0 };
	size_t len = 0;

	/* the final NUL flushes an incomplete character */
	for (size_t i = 0; i <= n; i++) {
		char piece[TEXT_SANITISED_MAX(1)];
		size_t more = text_sanitise(&t, i < n ? text + i : "", 1, piece);

		if (more == 1 && piece[0] == '\t')
			piece[0] = ' ';
		else if (more == 1 && (piece[0] == '\n' || piece[0] == '\a'))
			more = 0;
		if (len + more >= size)
			break;
		memcpy(out + len, piece, more);
		len += more;
	}
	out[len] = '\0';
	return len;
}

size_t
text_copy(char *out, size_t size, const char *text)
{
	return text_copy_part(out, size, text, strlen(text));
}

size_t
text_to_locale(char *out, size_t size, const char *text, size_t n)
{
	mbstate_t state = { 0 };
	size_t len = 0, used;
	uint32_t ch;

	for (size_t at = 0; at < n && (used = text_decode_char(text + at, &ch)) > 0;
	     at += used) {
		char bytes[MB_LEN_MAX] = { text[at] };
		size_t room = 1;

		if (ch >= DEL) {
			if (text_width(ch) == 0)
				continue;
			room = wcrtomb(bytes, (wchar_t)ch, &state);
			if (room == (size_t)-1 || iswprint((wint_t)ch) == 0) {
				state = (mbstate_t){ 0 };
				bytes[0] = '?';
				room = 1;
			}
		}
		if (len + room >= size)
			break;
		memcpy(out + len, bytes, room);
		len += room;
	}
	out[len] = '\0';
	return len;
}
