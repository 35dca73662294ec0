/* SPDX-License-Identifier: MIT */
/* Lengths of UTF-8 text in characters.  The text must be valid. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Returns false for a continuation byte. */
static inline bool
utf8_starts_char(char c)
{
	return ((unsigned char)c & 0xC0u) != 0x80u;
}

/* Returns the number of characters that begin in text[0..n), which is the number of terminal
 * columns unless the text contains wide or combining characters. */
static inline unsigned
utf8_width(const char *text, size_t n)
{
	unsigned width = 0;

	for (size_t i = 0; i < n; i++)
		width += utf8_starts_char(text[i]);
	return width;
}

/* Returns the number of bytes in the first `most` characters of text. */
static inline size_t
utf8_prefix_bytes(const char *text, unsigned most)
{
	unsigned n = 0;
	size_t i = 0;

	for (; text[i] != '\0'; i++) {
		n += utf8_starts_char(text[i]);
		if (n > most)
			break;
	}
	return i;
}

/* Returns the length of the longest prefix of whole characters that fits in `most` bytes. */
static inline size_t
utf8_fit_bytes(const char *text, size_t most)
{
	size_t n = strnlen(text, most);

	while (n > 0 && text[n] != '\0' && !utf8_starts_char(text[n]))
		n--;
	return n;
}

#endif
