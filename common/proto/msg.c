/* SPDX-License-Identifier: MIT */
/* The functions of msg.def: see msg.h.  A message is formatted on the stack and written with
 * one call. */
#include "proto/msg.h"

#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"

#define TEXT_MAX 4096u /* room for a whole input line of 2,048 bytes in any message */

static const char *const ENGLISH_FORMATS[MSG_COUNT] = {
#define MSG0(id, text) [MSG_##id] = (text),
#define MSG(id, fmt, params, args) [MSG_##id] = (fmt),
#include "proto/msg.def"
#undef MSG0
#undef MSG
};

const char *
msg_english_format(enum msg_id id)
{
	CHECK((unsigned)id < MSG_COUNT);
	return ENGLISH_FORMATS[id];
}

/* ---- folding of long lines ---- */

#define FOLD_INDENT 3u

/* A line, without its line ending, that is being folded. */
struct folding {
	struct out *out;
	unsigned column;
	const char *unwritten; /* the text not yet written */
};

static void
fold_here(struct folding *f, const char *at, const char *on)
{
	static const char next[] = "\n   ";

	f->out->write(f->out->ctx, f->unwritten, (size_t)(at - f->unwritten));
	f->out->write(f->out->ctx, next, FOLD_INDENT + 1);
	f->column = FOLD_INDENT;
	f->unwritten = on;
}

static void
fold_word(struct folding *f, const char *word, const char *end)
{
	for (; word < end; word++) {
		if (!utf8_starts_char(*word))
			continue;
		if (f->column == f->out->columns)
			fold_here(f, word, word);
		f->column++;
	}
}

static void
fold_line(struct out *out, const char *line, const char *end)
{
	struct folding f = { .out = out, .unwritten = line };

	while (line < end) {
		const char *word = line, *behind;

		while (word < end && *word == ' ')
			word++;
		behind = word;
		while (behind < end && *behind != ' ')
			behind++;
		f.column += (unsigned)(word - line);
		if (f.column > FOLD_INDENT && behind > word &&
		    f.column + utf8_width(word, (size_t)(behind - word)) > out->columns)
			fold_here(&f, line, word);
		fold_word(&f, word, behind);
		line = behind;
	}
	out->write(out->ctx, f.unwritten, (size_t)(end - f.unwritten));
}

void
out_write_folded(struct out *out, const char *text)
{
	while (out->columns > 0 && *text != '\0') {
		const char *end = text + strcspn(text, "\n");

		if (utf8_width(text, (size_t)(end - text)) > out->columns) {
			fold_line(out, text, end);
			text = end;
		}
		end += *end == '\n';
		out->write(out->ctx, text, (size_t)(end - text));
		text = end;
	}
	if (*text != '\0')
		out_text(out, text);
}

bool
msg_folds(enum msg_id id)
{
	return (id >= MSG_clock_set && id <= MSG_clock_invited) ||
	       (id >= MSG_strftime_clock && id <= MSG_trn_my_places);
}

/* ---- formatting ---- */

static void write_formatted(struct out *out, bool fold, const char *fmt, va_list ap)
    PRINTF_LIKE(3, 0);

static void
write_formatted(struct out *out, bool fold, const char *fmt, va_list ap)
{
	char text[TEXT_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_vaddf(&b, fmt, ap);
	if (!sbuf_ok(&b)) /* the text was truncated, but must still end in a newline */
		text[b.len - 1] = '\n';
	if (fold && text[b.len - 1] == '\n')
		out_write_folded(out, text);
	else
		out->write(out->ctx, text, b.len);
}

const char *
msg_text(const struct out *out, enum msg_id id)
{
	const struct catalogue *c = out->catalogue;

	if (c != NULL && c->formats != NULL && c->formats[id] != NULL)
		return c->formats[id];
	return msg_english_format(id);
}

const char *
msg_plural_ending(const struct out *out, unsigned n)
{
	const struct catalogue *c =
	    out->catalogue != NULL ? out->catalogue : &CATALOGUES[LANG_EN];

	return n == 1 ? c->singular_ending : c->plural_ending;
}

/* Returns the language's text of a MSGN row for the number 1; NULL if it has none. */
static const char *
singular_text(const struct out *out, enum msg_id id)
{
	const struct catalogue *c = out->catalogue;

	return c != NULL && c->singular_formats != NULL ? c->singular_formats[id] : NULL;
}

/* Takes fmt so that the compiler checks the arguments.  The catalogue's text may be used
 * instead; a test compares its conversions with those of fmt. */
static void write_msg(struct out *out, enum msg_id id, unsigned number, const char *fmt, ...)
    PRINTF_LIKE(4, 5);

static void
write_msg(struct out *out, enum msg_id id, unsigned number, const char *fmt, ...)
{
	const char *one = number == 1 ? singular_text(out, id) : NULL;

	va_list ap;

	out->row = id;
	va_start(ap, fmt);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	write_formatted(out, out->columns > 0 && msg_folds(id),
	    one != NULL              ? one
	    : out->catalogue != NULL ? msg_text(out, id)
				     : fmt,
	    ap);
#pragma GCC diagnostic pop
	va_end(ap);
}

#define PLURAL(n) msg_plural_ending(out, n)
#define MSG_ARGS(...) __VA_ARGS__
#define MSG0(id, text)                                                                         \
	void msg_##id(struct out *out)                                                         \
	{                                                                                      \
		msg_write(out, MSG_##id);                                                      \
	}
#define MSG(id, fmt, params, args)                                                             \
	void msg_##id(struct out *out, MSG_PARAMS params)                                      \
	{                                                                                      \
		write_msg(out, MSG_##id, 0, fmt, MSG_ARGS args);                               \
	}
#define MSGN(id, fmt, params, args, n)                                                         \
	void msg_##id(struct out *out, MSG_PARAMS params)                                      \
	{                                                                                      \
		write_msg(out, MSG_##id, n, fmt, MSG_ARGS args);                               \
	}
#include "proto/msg.def"
#undef MSG0
#undef MSG

void
msg_write(struct out *out, enum msg_id id)
{
	out->row = id;
	if (msg_folds(id))
		out_write_folded(out, msg_text(out, id));
	else
		out_text(out, msg_text(out, id));
}

static void
write_to_text(void *ctx, const char *text, size_t n)
{
	sbuf_addn(ctx, text, n);
}

struct out
out_to_sbuf(struct sbuf *b)
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
	write_formatted(out, false, fmt, ap);
	va_end(ap);
}
