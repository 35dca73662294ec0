/* SPDX-License-Identifier: MIT */
/* Rules for user names, and for text from a user that is shown to others. */
#ifndef PROTO_USERNAME_H
#define PROTO_USERNAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define USERNAME_MAX 20u /* letters; FIBS allows 3 to 20 letters and underscores */
#define USERNAME_MIN 3u
/* Prefix of the names given to erased users; it cannot be chosen. */
#define USERNAME_ERASED_PREFIX "erased_"

enum username_err {
	USERNAME_OK,
	USERNAME_EMPTY,
	USERNAME_BAD_CHARS, /* contains something other than letters and '_' */
	USERNAME_TOO_SHORT,
	USERNAME_TOO_LONG,
	USERNAME_RESERVED, /* a word of the protocol, a title such as "admin", or
			      USERNAME_ERASED_PREFIX */
};
enum username_err username_check(const char *name);

/* True if the names can be mistaken for each other: equal except for '_', double letters and
 * letters that look alike (I and l; in names of six letters or more also others, such as t and
 * l, or rn and m). */
bool username_resembles(const char *name, const char *other);

/* Writes name in lower case (ASCII), for comparison ignoring case.  out has at least
 * USERNAME_MAX + 1 bytes; longer names are truncated. */
void username_to_lower(const char *name, char *out, size_t size);

/* Returns whether the name of a client program in a CLIP log-in is valid: 1..20 bytes of
 * printable characters without blanks, and at most four combining marks in a row. */
bool clientname_ok(const char *name);

/* Decodes the character at text, with n bytes left.  Returns its length in bytes, or 0 if it is
 * not valid UTF-8. */
size_t text_next_char(const char *text, size_t n, int32_t *c_out);

/* How a character in a user's text is shown to others. */
enum char_class {
	CHAR_NORMAL,
	CHAR_COMBINING, /* a combining mark on the previous character */
	CHAR_BLANK,     /* removed at the end of a text */
	CHAR_REMOVED,   /* a control character or an invisible character */
};
enum char_class char_class_of(int32_t c);

/* The most combining marks in a row.  No language needs more on one letter; hundreds of them
 * would hide the lines around it. */
#define COMBINING_MARKS_MAX 4u

/* Returns whether n bytes are valid UTF-8. */
bool text_is_utf8(const char *text, size_t n);

/* Makes text safe to show to others, in place.  Returns false, leaving it unchanged, if it is
 * not valid UTF-8.  Otherwise replaces tabs by blanks; removes control characters (C0, DEL,
 * C1), escapes, bidirectional marks and other format characters; keeps at most four combining
 * marks in a row; drops trailing blanks.  The result may be empty. */
bool text_make_safe(char *text);

#endif
