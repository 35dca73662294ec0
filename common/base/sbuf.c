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
	b->truncated = false;
	space[0] = '\0';
}

void
sbuf_addn(struct sbuf *b, const char *text, size_t n)
{
	size_t room = b->size - 1 - b->len;

	if (n > room) {
		b->truncated = true;
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
	if (b->len + 1 == b->size) {
		b->truncated = true;
		return;
	}
	b->text[b->len++] = c;
	b->text[b->len] = '\0';
}

static void
add_digits(struct sbuf *b, unsigned long value)
{
	char digits[24];
	size_t at = sizeof(digits);

	for (; value > 0; value /= 10)
		digits[--at] = (char)('0' + value % 10);
	sbuf_addn(b, digits + at, sizeof(digits) - at);
}

void
sbuf_addi(struct sbuf *b, long value)
{
	unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;

	if (value < 0)
		sbuf_addc(b, '-');
	if (rest < 10) /* the common case */
		sbuf_addc(b, (char)('0' + rest));
	else
		add_digits(b, rest);
}

/* Below HUNDREDTHS_MAX the scaled value is exact to 1e-7.  The C library's exact conversion is
 * needed only close to half a hundredth, and for values that are zero, negative, large or not a
 * number. */
#define HUNDREDTHS_MAX 1e9
#define HALF_TOLERANCE 1e-6

void
sbuf_add_hundredths(struct sbuf *b, double value)
{
	double scaled = value * 100, part;
	long n;

	if (!(scaled > 0 && scaled < HUNDREDTHS_MAX)) {
		sbuf_addf(b, "%.2f", value);
		return;
	}
	n = (long)scaled;
	part = scaled - (double)n;
	if (part > 0.5 - HALF_TOLERANCE && part < 0.5 + HALF_TOLERANCE) {
		sbuf_addf(b, "%.2f", value);
		return;
	}
	n += part > 0.5;
	sbuf_addi(b, n / 100);
	sbuf_addc(b, '.');
	sbuf_addc(b, (char)('0' + n / 10 % 10));
	sbuf_addc(b, (char)('0' + n % 10));
}

/* Handles the formats used most (%s %d %u %c), for which the C library takes ten times as long.
 * Returns false at any other conversion; the caller then discards the text appended so far. */
static bool
add_simple_formats(struct sbuf *b, const char *fmt, va_list ap)
{
	for (const char *to; (to = strchr(fmt, '%')) != NULL; fmt = to + 2) {
		sbuf_addn(b, fmt, (size_t)(to - fmt));
		if (to[1] == 's')
			sbuf_add(b, va_arg(ap, const char *));
		else if (to[1] == 'd')
			sbuf_addi(b, va_arg(ap, int));
		else if (to[1] == 'u')
			sbuf_addi(b, va_arg(ap, unsigned));
		else if (to[1] == 'c')
			sbuf_addc(b, (char)va_arg(ap, int));
		else
			return false;
	}
	sbuf_add(b, fmt);
	return true;
}

void
sbuf_vaddf(struct sbuf *b, const char *fmt, va_list ap)
{
	const size_t before = b->len, room = b->size - b->len;
	const bool was_full = b->truncated;
	va_list again;
	int n;

	va_copy(again, ap);
	if (!add_simple_formats(b, fmt, ap)) {
		b->truncated = was_full;
		n = vsnprintf(b->text + before, room, fmt, again);
		CHECK(n >= 0);
		b->truncated = b->truncated || (size_t)n >= room;
		b->len = (size_t)n >= room ? b->size - 1 : before + (size_t)n;
	}
	va_end(again);
}

void
sbuf_addf(struct sbuf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	sbuf_vaddf(b, fmt, ap);
	va_end(ap);
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
	return !b->truncated;
}
