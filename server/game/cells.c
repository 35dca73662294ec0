/* SPDX-License-Identifier: MIT */
/* Lines of tables: see cells.h.  Owns nothing; linear in the text. */
#include "game/cells.h"

#include <string.h>

/* Bytes that go on with a character are 10xxxxxx. */
static bool
begins_character(char c)
{
	return ((unsigned char)c & 0xc0u) != 0x80u;
}

unsigned
cells_width(const char *text)
{
	unsigned n = 0;

	for (; *text != '\0'; text++)
		n += begins_character(*text);
	return n;
}

size_t
cells_bytes(const char *text, unsigned most)
{
	unsigned n = 0;
	size_t i = 0;

	for (; text[i] != '\0'; i++) {
		n += begins_character(text[i]);
		if (n > most)
			break;
	}
	return i;
}

void
cells_begin(struct cells *c, struct out *out)
{
	c->out = out;
	c->columns = c->blanks = 0;
	SBUF_ON(&c->b, c->text);
}

void
cells_gap(struct cells *c, unsigned width)
{
	unsigned left = CELLS_COLUMNS - c->columns;

	if (width > left)
		width = left;
	c->columns += width;
	c->blanks += width;
}

static void
put(struct cells *c, const char *text, unsigned width)
{
	if (width == 0)
		return;
	for (; c->blanks > 0; c->blanks--)
		sbuf_addc(&c->b, ' ');
	sbuf_addn(&c->b, text, cells_bytes(text, width));
	c->columns += width;
}

/* Blanks before and after the text, as many characters of it as there is room for. */
static void
cell(struct cells *c, unsigned width, const char *text, bool right)
{
	unsigned left = CELLS_COLUMNS - c->columns, n = cells_width(text);

	if (width > left)
		width = left;
	if (n > width)
		n = width;
	if (right)
		cells_gap(c, width - n);
	put(c, text, n);
	if (!right)
		cells_gap(c, width - n);
}

void
cells_left(struct cells *c, unsigned width, const char *text)
{
	cell(c, width, text, false);
}

void
cells_right(struct cells *c, unsigned width, const char *text)
{
	cell(c, width, text, true);
}

void
cells_number(struct cells *c, unsigned width, long n)
{
	char digits[24];
	struct sbuf b;

	SBUF_ON(&b, digits);
	sbuf_addi(&b, n);
	cells_right(c, width, digits);
}

void
cells_end(struct cells *c)
{
	sbuf_addc(&c->b, '\n');
	CHECK(sbuf_ok(&c->b));
	c->out->write(c->out->ctx, c->b.text, c->b.len);
}
