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

#define REPLACEMENT 0xfffdu
#define ESC 0x1bu
#define DEL 0x7fu
/* The C1 controls, each short for ESC and an ASCII character: U+009B is ESC [. */
#define C1_FIRST 0x80u
#define C1_LAST 0x9fu
#define C1_STRING_END 0x9cu
#define CHAR_MAX_BYTES 4u

enum text_escape {
	ESCAPE_NONE,
	ESCAPE_BEGUN,   /* after ESC */
	ESCAPE_CONTROL, /* after ESC [, until a letter */
	ESCAPE_STRING,  /* after ESC ], until BEL, ESC \ or the end of the line */
};

/* ---- characters ---- */

size_t
text_char(const char *text, uint32_t *ch_out)
{
	utf8proc_int32_t ch;
	utf8proc_ssize_t n;

	if (*text == '\0')
		return 0;
	n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &ch);
	*ch_out = n > 0 ? (uint32_t)ch : REPLACEMENT;
	return n > 0 ? (size_t)n : 1;
}

unsigned
text_width(uint32_t ch)
{
	int width = utf8proc_charwidth((utf8proc_int32_t)ch);

	return width < 0 ? 0 : (unsigned)width;
}

uint32_t
text_in_locale(uint32_t ch)
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

	for (size_t n; (n = text_char(text, &ch)) > 0; text += n)
		used += text_width(ch);
	return used;
}

size_t
text_break(const char *text, unsigned columns)
{
	size_t at = 0, blank = 0;
	unsigned used = 0;
	uint32_t ch;

	for (size_t n; (n = text_char(text + at, &ch)) > 0; at += n) {
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
is_escape(struct text_stream *t, uint32_t ch)
{
	enum text_escape was = (enum text_escape)t->escape;

	if (was == ESCAPE_STRING && ch != ESC && ch != '\a' && ch != '\n' &&
	    ch != C1_STRING_END)
		return true;
	t->escape = ESCAPE_NONE;
	if (ch == '\n') /* a sequence ends with its line */
		return false;
	if (ch == ESC) {
		t->escape = ESCAPE_BEGUN;
		return true;
	}
	if (ch >= C1_FIRST && ch <= C1_LAST) {
		ch -= C1_FIRST - '@';
		was = ESCAPE_BEGUN;
	}
	if (was == ESCAPE_NONE || ch >= DEL)
		return false;
	if (was == ESCAPE_BEGUN && ch == '[')
		t->escape = ESCAPE_CONTROL;
	else if (was == ESCAPE_BEGUN && ch != '\0' && strchr("]PX^_", (int)ch) != NULL)
		t->escape = ESCAPE_STRING;
	else if (was != ESCAPE_STRING && ch >= ' ' && ch < (was == ESCAPE_CONTROL ? '@' : '0'))
		t->escape = (uint8_t)was; /* the final letter follows */
	return true;
}

/* Returns true if the character is text. */
static bool
is_shown(struct text_stream *t, uint32_t ch)
{
	enum char_show show = SHOW_BLANK;

	if (is_escape(t, ch))
		return false;
	if (ch != '\n' && ch != '\a')
		show = char_show((int32_t)ch);
	if (show == SHOW_NEVER || (show == SHOW_MARK && t->marks == MARKS_MAX))
		return false;
	t->marks = show == SHOW_MARK ? (uint8_t)(t->marks + 1) : 0;
	return true;
}

/* Returns the length of the character that begins with this byte, or 1 if no character begins
 * with it. */
static size_t
length_of(char first)
{
	utf8proc_int8_t n = utf8proc_utf8class[(unsigned char)first];

	return n > 1 ? (size_t)n : 1;
}

/* Returns true if text[0..n) can be the beginning of a longer character. */
static bool
is_beginning(const char *text, size_t n)
{
	char whole[CHAR_MAX_BYTES];
	utf8proc_int32_t ch;

	if (n >= length_of(text[0]))
		return false;
	for (unsigned second = 0x80; second <= 0xb0; second += 0x10) {
		memset(whole, (int)second, sizeof(whole));
		memcpy(whole, text, n);
		if (utf8proc_iterate((const utf8proc_uint8_t *)whole,
			(utf8proc_ssize_t)length_of(text[0]), &ch) > 0)
			return true;
	}
	return false;
}

static size_t
encode(uint32_t ch, char out[CHAR_MAX_BYTES])
{
	return (size_t)utf8proc_encode_char((utf8proc_int32_t)ch, (utf8proc_uint8_t *)out);
}

/* Adds a byte to the incomplete character.  Writes the character to out when it is complete,
 * and U+FFFD for each byte that is not valid UTF-8. */
static size_t
take_byte(struct text_stream *t, char byte, char *out)
{
	size_t len = 0;

	t->held[t->held_len++] = byte;
	while (t->held_len > 0) {
		utf8proc_int32_t ch;
		utf8proc_ssize_t n = utf8proc_iterate(
		    (const utf8proc_uint8_t *)t->held, (utf8proc_ssize_t)t->held_len, &ch);

		if (n <= 0 && is_beginning(t->held, t->held_len))
			break;
		if (n <= 0) {
			n = 1;
			ch = (utf8proc_int32_t)REPLACEMENT;
		}
		if (is_shown(t, (uint32_t)ch))
			len += encode((uint32_t)ch, out + len);
		t->held_len = (uint8_t)(t->held_len - n);
		memmove(t->held, t->held + n, t->held_len);
	}
	return len;
}

size_t
text_stream(struct text_stream *t, const char *in, size_t n, char *out)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)in[i];

		if (t->held_len == 0 && t->escape == ESCAPE_NONE && c >= ' ' && c < DEL) {
			t->marks = 0;
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
	struct text_stream t = { .held_len = 0 };
	size_t len = 0;

	/* the final NUL flushes an incomplete character */
	for (size_t i = 0; i <= n; i++) {
		char piece[TEXT_ROOM(1)];
		size_t more = text_stream(&t, i < n ? text + i : "", 1, piece);

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

	for (size_t at = 0; at < n && (used = text_char(text + at, &ch)) > 0; at += used) {
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
