/* SPDX-License-Identifier: MIT */
/* The functions of msg.def: see msg.h.  A message is formatted on the stack and written once.
 */
#include "proto/msg.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 4096u /* a whole input line of 2,048 bytes in any frame */

static const char *const FORMAT[MSG_COUNT] = {
#define MSG0(id, text) [MSG_##id] = (text),
#define MSG(id, fmt, params, args) [MSG_##id] = (fmt),
#include "proto/msg.def"
#undef MSG0
#undef MSG
};

const char *
msg_format(enum msg_id id)
{
	CHECK((unsigned)id < MSG_COUNT);
	return FORMAT[id];
}

static void write_formatted(struct out *out, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

static void
write_formatted(struct out *out, const char *fmt, va_list ap)
{
	char text[TEXT_MAX];
	int n = vsnprintf(text, sizeof(text), fmt, ap);

	CHECK(n >= 0);
	if ((size_t)n >= sizeof(text)) { /* cut, but never without the end of its line */
		n = (int)sizeof(text) - 1;
		text[n - 1] = '\n';
	}
	out->write(out->ctx, text, (size_t)n);
}

const char *
msg_text(const struct out *out, enum msg_id id)
{
	const struct catalogue *c = out->catalogue;

	if (c != NULL && c->formats != NULL && c->formats[id] != NULL)
		return c->formats[id];
	return msg_format(id);
}

const char *
msg_plural(const struct out *out, unsigned n)
{
	const struct catalogue *c =
	    out->catalogue != NULL ? out->catalogue : &CATALOGUES[LANG_EN];

	return n == 1 ? c->one : c->many;
}

/* fmt is given for the compiler, which compares it with the arguments; a catalogue's form of
 * it, which a test compares with it, may be used instead. */
static void out_msg(struct out *out, enum msg_id id, const char *fmt, ...) PRINTF_LIKE(3, 4);

static void
out_msg(struct out *out, enum msg_id id, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	write_formatted(out, out->catalogue != NULL ? msg_text(out, id) : fmt, ap);
#pragma GCC diagnostic pop
	va_end(ap);
}

#define PLURAL(n) msg_plural(out, n)
#define MSG_ARGS(...) __VA_ARGS__
#define MSG0(id, text)                                                                         \
	void msg_##id(struct out *out)                                                         \
	{                                                                                      \
		msg_plain(out, MSG_##id);                                                      \
	}
#define MSG(id, fmt, params, args)                                                             \
	void msg_##id(struct out *out, MSG_PARAMS params)                                      \
	{                                                                                      \
		out_msg(out, MSG_##id, fmt, MSG_ARGS args);                                    \
	}
#include "proto/msg.def"
#undef MSG0
#undef MSG

void
msg_plain(struct out *out, enum msg_id id)
{
	out_text(out, msg_text(out, id));
}

static void
write_to_text(void *ctx, const char *text, size_t n)
{
	sbuf_addn(ctx, text, n);
}

struct out
out_to(struct sbuf *b)
{
	return (struct out){ .write = write_to_text, .ctx = b };
}

void
out_text(struct out *out, const char *text)
{
	out->write(out->ctx, text, strlen(text));
}

void
out_addf(struct out *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_formatted(out, fmt, ap);
	va_end(ap);
}
