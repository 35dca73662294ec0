/* SPDX-License-Identifier: MIT */
/* How long a text in UTF-8 is for a reader.  The text is taken for valid. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* False for a byte that continues a character. */
static inline bool
utf8_begins(char c)
{
	return ((unsigned char)c & 0xC0u) != 0x80u;
}

/* How many characters begin in text[0..n): its columns on a terminal, where none of them is a
 * wide or a combining one. */
static inline unsigned
utf8_width(const char *text, size_t n)
{
	unsigned width = 0;

	for (size_t i = 0; i < n; i++)
		width += utf8_begins(text[i]);
	return width;
}

/* The bytes of the first `most` characters of a text. */
static inline size_t
utf8_prefix(const char *text, unsigned most)
{
	unsigned n = 0;
	size_t i = 0;

	for (; text[i] != '\0'; i++) {
		n += utf8_begins(text[i]);
		if (n > most)
			break;
	}
	return i;
}

/* The bytes of as many characters as fit into `most` bytes. */
static inline size_t
utf8_fit(const char *text, size_t most)
{
	size_t n = strnlen(text, most);

	while (n > 0 && text[n] != '\0' && !utf8_begins(text[n]))
		n--;
	return n;
}

#endif
