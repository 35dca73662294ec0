/* SPDX-License-Identifier: MIT */
/* A bounded text builder on the caller's array.  Append without checking, then call sbuf_ok()
 * once: text that does not fit is dropped, and sbuf_ok() then returns false.  The text is
 * always NUL-terminated. */
#ifndef BASE_SBUF_H
#define BASE_SBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

struct sbuf {
	char *text;     /* the caller's array */
	size_t size;    /* size of the array in bytes, at least 1 */
	size_t len;     /* length of the text without its NUL */
	bool truncated; /* some text did not fit and was dropped */
};

/* Makes an empty builder on space[0..size).  size must be at least 1. */
void sbuf_init(struct sbuf *b, char *space, size_t size);

/* Builder on a local array. */
#define SBUF_INIT(b, array) sbuf_init((b), (array), sizeof(array))

void sbuf_add(struct sbuf *b, const char *text);
void sbuf_addn(struct sbuf *b, const char *text, size_t n);
void sbuf_addc(struct sbuf *b, char c);
void sbuf_addi(struct sbuf *b, long value);             /* decimal; faster than sbuf_addf */
void sbuf_add_hundredths(struct sbuf *b, double value); /* like "%.2f", but faster */
void sbuf_addf(struct sbuf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
void sbuf_vaddf(struct sbuf *b, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

/* Copies text to an array.  Returns false when it did not fit and was truncated. */
bool sbuf_copy(char *to, size_t size, const char *text);

/* Returns true when everything appended so far fitted. */
bool sbuf_ok(const struct sbuf *b);

#endif
