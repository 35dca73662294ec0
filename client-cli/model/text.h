/* SPDX-License-Identifier: MIT */
/* Text from other sources on its way to the terminal: lines and prompts from the server, names,
 * notes, files.  All of it passes through text_sanitise or text_copy.  The result is valid
 * UTF-8, never ends within a character, and cannot control the terminal: escape sequences,
 * control and format characters are removed, and at most COMBINING_MARKS_MAX combining marks
 * follow each other. Each byte that is not UTF-8 becomes U+FFFD.
 *
 * Widths are in terminal columns.  Pure, except for text_locale_char and text_to_locale. */
#ifndef CLIENT_TEXT_H
#define CLIENT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stream of bytes that arrives in pieces.  Must be zeroed before use. */
struct text_stream {
	char partial_char[4]; /* an incomplete character */
	uint8_t partial_len;
	uint8_t escape_state;      /* progress in an escape sequence: enum escape_state */
	uint8_t n_combining_marks; /* combining marks in a row */
};

/* Largest result of a piece of n bytes. */
#define TEXT_SANITISED_MAX(n) (3 * ((n) + 4))

/* Sanitises the next piece.  Line feeds, tabs and bells are kept.  out has room for
 * TEXT_SANITISED_MAX(n) bytes and is not terminated.  Returns the number of bytes. */
size_t text_sanitise(struct text_stream *t, const char *in, size_t n, char *out);

/* Copies a single line of text: tabs become blanks, line feeds and bells are removed as well.
 * Truncates after the last character that fits, and terminates out[0..size).  Returns the
 * number of bytes. */
size_t text_copy(char *out, size_t size, const char *text);

/* Copies text[0..n) as text_copy does. */
size_t text_copy_part(char *out, size_t size, const char *text, size_t n);

/* Decodes one character; a byte that is not UTF-8 is U+FFFD.  Returns its length in bytes, 0 at
 * the end. */
size_t text_decode_char(const char *text, uint32_t *ch_out);

/* Returns the columns of a character; 0 for combining marks and all other characters without
 * width. */
unsigned text_width(uint32_t ch);

/* Returns the character if the locale has it, otherwise its base letter in ASCII ('e' for 'ê')
 * or a question mark. */
uint32_t text_locale_char(uint32_t ch);

/* Returns the columns of a text. */
unsigned text_columns(const char *text);

/* Returns the bytes of text that fit into a row of that many columns.  A row ends after a blank
 * if possible, and contains at least one character. */
size_t text_row_length(const char *text, unsigned columns);

/* Converts text[0..n) to the multibyte encoding of the locale, for terminals that do not use
 * UTF-8 and for libraries that use mbstowcs(3).  ASCII is unchanged.  A character that the
 * locale lacks becomes a question mark, and a character without width is omitted.  Truncates
 * and terminates like text_copy; out is large enough if size is more than 2 * n.  Returns the
 * number of bytes. */
size_t text_to_locale(char *out, size_t size, const char *text, size_t n);

#endif
