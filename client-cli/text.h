/* SPDX-License-Identifier: MIT */
/* Text that this program did not write itself, on its way to a terminal: lines and prompts of
 * the server, names, notes, files.  All of it passes through text_stream or text_copy.  The
 * result is valid UTF-8, never ends within a character, and has nothing in it that controls a
 * terminal: escape sequences, control and format characters are removed, and at most
 * MARKS_MAX combining marks follow each other.  Each byte that is not UTF-8 becomes U+FFFD.
 *
 * Widths are in columns of the terminal.  Pure, except for text_to_locale. */
#ifndef CLIENT_TEXT_H
#define CLIENT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stream of bytes that arrives in pieces.  Zero it to start. */
struct text_stream {
	char held[4]; /* the beginning of a character whose rest has not arrived */
	uint8_t held_len;
	uint8_t escape; /* within an escape sequence, of enum text_escape */
	uint8_t marks;  /* combining marks in a row */
};

/* Bytes that a piece of n bytes can become. */
#define TEXT_ROOM(n) (3 * ((n) + 4))

/* Cleans the next piece.  Line feeds, tabs and bells are kept.  out has room for TEXT_ROOM(n)
 * bytes and is not terminated.  Returns the number of bytes. */
size_t text_stream(struct text_stream *t, const char *in, size_t n, char *out);

/* Copies a single line of text: tabs become blanks, line feeds and bells are removed as well.
 * Cuts after the last character that fits, and terminates out[0..size).  Returns the number
 * of bytes. */
size_t text_copy(char *out, size_t size, const char *text);

/* The same for text[0..n). */
size_t text_copy_part(char *out, size_t size, const char *text, size_t n);

/* Decodes one character; a byte that is not UTF-8 is U+FFFD.  Returns its bytes, 0 at the
 * end. */
size_t text_char(const char *text, uint32_t *ch_out);

/* Columns of a character; 0 for combining marks and for everything that has no width. */
unsigned text_width(uint32_t ch);

/* Columns of a text. */
unsigned text_columns(const char *text);

/* Bytes of text that fit into a row of that many columns.  A row ends after a blank where there
 * is one, and holds one character at least. */
size_t text_break(const char *text, unsigned columns);

/* Converts text[0..n) to the multibyte encoding of the locale, for terminals that do not use
 * UTF-8 and for libraries that read text with mbstowcs(3).  ASCII stays as it is, a character
 * that the locale lacks becomes a question mark, and one without a width is left out.  Cuts
 * and terminates as text_copy does; out has room for everything when size is more than 2 * n.
 * Returns the number of bytes. */
size_t text_to_locale(char *out, size_t size, const char *text, size_t n);

#endif
