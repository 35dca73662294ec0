/* SPDX-License-Identifier: MIT */
/* A bounded text builder on the caller's array.  Append freely, ask sbuf_ok() once: what did
 * not fit is left out and remembered.  The text is always NUL-terminated. */
#ifndef BASE_SBUF_H
#define BASE_SBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

struct sbuf {
	char *text;  /* the caller's array */
	size_t size; /* its size in bytes, at least 1 */
	size_t len;  /* bytes of text, the NUL not counted */
	bool full;   /* something was left out */
};

/* Makes an empty builder on space[0..size).  size must be at least 1. */
void sbuf_init(struct sbuf *b, char *space, size_t size);

/* Builder on a local array. */
#define SBUF_ON(b, array) sbuf_init((b), (array), sizeof(array))

void sbuf_add(struct sbuf *b, const char *text);
void sbuf_addn(struct sbuf *b, const char *text, size_t n);
void sbuf_addc(struct sbuf *b, char c);
void sbuf_addi(struct sbuf *b, long value);   /* decimal; for what is formatted often */
void sbuf_addh(struct sbuf *b, double value); /* as "%.2f"; likewise */
void sbuf_addf(struct sbuf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
void sbuf_vaddf(struct sbuf *b, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

/* Copies text to an array of its own; false when it did not fit and was cut. */
bool sbuf_copy(char *to, size_t size, const char *text);

/* True when everything appended so far fitted. */
bool sbuf_ok(const struct sbuf *b);

#endif
