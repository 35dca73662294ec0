/* SPDX-License-Identifier: MIT */
/* What a user may be called, and what text of a user may be shown to others. */
#ifndef PROTO_USERNAME_H
#define PROTO_USERNAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define USERNAME_MAX 20u /* letters; FIBS: 3 to 20 letters and underscores */
#define USERNAME_MIN 3u
/* How the names begin that erased users go by; nobody may choose one. */
#define USERNAME_ERASED "erased_"

enum username_err {
	USERNAME_OK,
	USERNAME_EMPTY,
	USERNAME_CHARS, /* something but letters and '_' */
	USERNAME_SHORT,
	USERNAME_LONG,
	USERNAME_RESERVED, /* collides with a word of the protocol, or is kept back */
};
enum username_err username_check(const char *name);

/* A reader may take one name for the other: the same but for '_', double letters, and letters
 * that look alike (I and l, rn and m; t and l in names of six letters or more). */
bool username_resembles(const char *name, const char *other);

/* Writes name in lower case (ASCII) for case-insensitive comparison. out: USERNAME_MAX + 1
 * bytes at least; longer names are cut. */
void username_fold(const char *name, char *out, size_t size);

/* A client's own name in a CLIP login: 1..20 bytes of printable characters without blanks, no
 * more than four combining marks in a row. */
bool clientname_ok(const char *name);

/* How a character of a user's text is shown to others. */
enum char_show {
	SHOW_CHAR,
	SHOW_MARK,  /* a combining mark on the character before it */
	SHOW_BLANK, /* removed at the end of a text */
	SHOW_NEVER, /* controls a terminal, or cannot be seen */
};
enum char_show char_show(int32_t c);

/* No language puts more marks on one letter; hundreds hide the lines around it. */
#define MARKS_MAX 4u

/* Makes text safe to show to others, in place: valid UTF-8 only (invalid text returns false and
 * is left alone), tabs made blanks, control characters (C0, DEL, C1), escapes, bidirectional
 * marks and other format characters taken out, of many combining marks in a row all but the
 * first four, blanks at the end dropped.  True when it may be shown (it may have become empty).
 */
bool text_clean(char *text);

#endif
