/* SPDX-License-Identifier: MIT */
/* See columns.h.  Linear in the text. */
#include "tell/columns.h"

#include <string.h>

#include "base/utf8.h"

void
columns_begin(struct columns *c, struct out *out)
{
	c->out = out;
	c->used_columns = c->pending_spaces = 0;
	SBUF_INIT(&c->b, c->text);
}

void
columns_add_gap(struct columns *c, unsigned width)
{
	unsigned left = TABLE_LINE_COLUMNS - c->used_columns;

	if (width > left)
		width = left;
	c->used_columns += width;
	c->pending_spaces += width;
}

static void
put(struct columns *c, const char *text, unsigned width)
{
	if (width == 0)
		return;
	for (; c->pending_spaces > 0; c->pending_spaces--)
		sbuf_addc(&c->b, ' ');
	sbuf_addn(&c->b, text, utf8_prefix_bytes(text, width));
	c->used_columns += width;
}

/* Adds a cell: pads the text, or cuts it if there is not enough room. */
static void
add_cell(struct columns *c, unsigned width, const char *text, bool right)
{
	unsigned left = TABLE_LINE_COLUMNS - c->used_columns,
		 n = utf8_width(text, strlen(text));

	if (width > left)
		width = left;
	if (n > width)
		n = width;
	if (right)
		columns_add_gap(c, width - n);
	put(c, text, n);
	if (!right)
		columns_add_gap(c, width - n);
}

void
columns_add_left(struct columns *c, unsigned width, const char *text)
{
	add_cell(c, width, text, false);
}

void
columns_add_right(struct columns *c, unsigned width, const char *text)
{
	add_cell(c, width, text, true);
}

void
columns_add_number(struct columns *c, unsigned width, long n)
{
	char digits[24];
	struct sbuf b;

	SBUF_INIT(&b, digits);
	sbuf_addi(&b, n);
	columns_add_right(c, width, digits);
}

void
columns_send(struct columns *c)
{
	while (c->b.len > 0 && c->text[c->b.len - 1] == ' ')
		c->b.len--; /* the text was cut after a space */
	c->text[c->b.len] = '\0';
	sbuf_addc(&c->b, '\n');
	CHECK(sbuf_ok(&c->b));
	c->out->write(c->out->ctx, c->b.text, c->b.len);
}
