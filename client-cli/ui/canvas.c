/* SPDX-License-Identifier: MIT */
/* The image in memory: see canvas.h.  Owns its cells. */
#include "canvas.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/model/text.h"

bool
canvas_resize(struct canvas *c, unsigned w, unsigned h)
{
	struct cell *cell = realloc(c->cells, (size_t)w * h * sizeof(*cell) + 1);

	if (cell == NULL) {
		c->w = c->h = 0;
		return false;
	}
	*c = (struct canvas){ .w = w, .h = h, .cells = cell };
	canvas_clear(c);
	return true;
}

void
canvas_free(struct canvas *c)
{
	free(c->cells);
	*c = (struct canvas){ 0 };
}

void
canvas_clear(struct canvas *c)
{
	canvas_fill(c, 0, 0, c->w, c->h, STYLE_PLAIN);
}

void
canvas_put(struct canvas *c, unsigned x, unsigned y, enum style style, uint32_t ch)
{
	if (x < c->w && y < c->h)
		c->cells[(size_t)y * c->w + x] =
		    (struct cell){ .ch = ch, .style = (uint8_t)style };
}

void
canvas_fill(struct canvas *c, unsigned x, unsigned y, unsigned w, unsigned h, enum style style)
{
	for (unsigned row = 0; row < h; row++)
		for (unsigned column = 0; column < w; column++)
			canvas_put(c, x + column, y + row, style, ' ');
}

/* Omits characters of zero width. */
unsigned
canvas_text(struct canvas *c, unsigned x, unsigned y, enum style style, const char *text,
    unsigned columns)
{
	unsigned used = 0;
	uint32_t ch;

	for (size_t n; (n = text_decode_char(text, &ch)) > 0; text += n) {
		unsigned width = text_width(ch);

		if (width == 0)
			continue;
		if (used + width > columns)
			break;
		canvas_put(c, x + used, y, style, ch);
		if (width == 2)
			canvas_put(c, x + used + 1, y, style, 0);
		used += width;
	}
	return used;
}
