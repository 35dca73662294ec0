/* SPDX-License-Identifier: MIT */
/* Bounded text builder: see sbuf.h.  Owns nothing; every call is linear in what it appends. */
#include "base/sbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
sbuf_init(struct sbuf *b, char *space, size_t size)
{
	CHECK(size > 0);
	b->text = space;
	b->size = size;
	b->len = 0;
	b->full = false;
	space[0] = '\0';
}

void
sbuf_addn(struct sbuf *b, const char *text, size_t n)
{
	size_t room = b->size - 1 - b->len;

	if (n > room) {
		b->full = true;
		n = room;
	}
	memcpy(b->text + b->len, text, n);
	b->len += n;
	b->text[b->len] = '\0';
}

void
sbuf_add(struct sbuf *b, const char *text)
{
	sbuf_addn(b, text, strlen(text));
}

void
sbuf_addc(struct sbuf *b, char c)
{
	sbuf_addn(b, &c, 1);
}

void
sbuf_addi(struct sbuf *b, long value)
{
	char digits[24];
	size_t at = sizeof(digits);
	unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;

	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (value < 0)
		digits[--at] = '-';
	sbuf_addn(b, digits + at, sizeof(digits) - at);
}

/* Hundredths are exact to 1e-7 here: only what lies that near to a half of one, and what is
 * negative, large or no number, needs the C library's arithmetic of many digits. */
#define HUNDREDTHS_MAX 1e9
#define NEAR_HALF 1e-6

void
sbuf_addh(struct sbuf *b, double value)
{
	double scaled = value * 100, part;
	long n;

	if (!(scaled > 0 && scaled < HUNDREDTHS_MAX)) {
		sbuf_addf(b, "%.2f", value);
		return;
	}
	n = (long)scaled;
	part = scaled - (double)n;
	if (part > 0.5 - NEAR_HALF && part < 0.5 + NEAR_HALF) {
		sbuf_addf(b, "%.2f", value);
		return;
	}
	n += part > 0.5;
	sbuf_addi(b, n / 100);
	sbuf_addc(b, '.');
	sbuf_addc(b, (char)('0' + n / 10 % 10));
	sbuf_addc(b, (char)('0' + n % 10));
}

void
sbuf_addf(struct sbuf *b, const char *fmt, ...)
{
	size_t room = b->size - b->len;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(b->text + b->len, room, fmt, ap);
	va_end(ap);
	CHECK(n >= 0);
	if ((size_t)n >= room) {
		b->full = true;
		b->len = b->size - 1;
		return;
	}
	b->len += (size_t)n;
}

bool
sbuf_copy(char *to, size_t size, const char *text)
{
	struct sbuf b;

	sbuf_init(&b, to, size);
	sbuf_add(&b, text);
	return sbuf_ok(&b);
}

bool
sbuf_ok(const struct sbuf *b)
{
	return !b->full;
}
