/* SPDX-License-Identifier: MIT */
/* See columns.h.  Linear in the text. */
#include "tell/columns.h"

#include <string.h>

#include "base/utf8.h"

void
columns_begin(struct columns *c, struct out *out)
{
	c->out = out;
	c->columns = c->blanks = 0;
	SBUF_ON(&c->b, c->text);
}

void
columns_gap(struct columns *c, unsigned width)
{
	unsigned left = CELLS_COLUMNS - c->columns;

	if (width > left)
		width = left;
	c->columns += width;
	c->blanks += width;
}

static void
put(struct columns *c, const char *text, unsigned width)
{
	if (width == 0)
		return;
	for (; c->blanks > 0; c->blanks--)
		sbuf_addc(&c->b, ' ');
	sbuf_addn(&c->b, text, utf8_prefix(text, width));
	c->columns += width;
}

/* Adds a cell: pads the text, or cuts it if there is not enough room. */
static void
cell(struct columns *c, unsigned width, const char *text, bool right)
{
	unsigned left = CELLS_COLUMNS - c->columns, n = utf8_width(text, strlen(text));

	if (width > left)
		width = left;
	if (n > width)
		n = width;
	if (right)
		columns_gap(c, width - n);
	put(c, text, n);
	if (!right)
		columns_gap(c, width - n);
}

void
columns_left(struct columns *c, unsigned width, const char *text)
{
	cell(c, width, text, false);
}

void
columns_right(struct columns *c, unsigned width, const char *text)
{
	cell(c, width, text, true);
}

void
columns_number(struct columns *c, unsigned width, long n)
{
	char digits[24];
	struct sbuf b;

	SBUF_ON(&b, digits);
	sbuf_addi(&b, n);
	columns_right(c, width, digits);
}

void
columns_end(struct columns *c)
{
	while (c->b.len > 0 && c->text[c->b.len - 1] == ' ')
		c->b.len--; /* the text was cut after a space */
	c->text[c->b.len] = '\0';
	sbuf_addc(&c->b, '\n');
	CHECK(sbuf_ok(&c->b));
	c->out->write(c->out->ctx, c->b.text, c->b.len);
}
