/* SPDX-License-Identifier: MIT */
/* An image of the screen in memory: cells with one character and one style.  Everything is
 * drawn here first, so that tests can read it.  Pure. */
#ifndef CLIENT_CANVAS_H
#define CLIENT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

enum style { /* meaning of a cell; the palette defines its look */
	STYLE_PLAIN,
	STYLE_FRAME,
	STYLE_POINT, /* empty points; every second point is STYLE_POINT_ODD */
	STYLE_POINT_ODD,
	STYLE_OWN_CHECKER, /* checkers of the player at the bottom */
	STYLE_OTHER_CHECKER,
	STYLE_POINT_NUMBER,
	STYLE_SOURCE, /* a point that a checker may move from */
	STYLE_TARGET,
	STYLE_CURSOR,
	STYLE_DICE,
	STYLE_DICE_USED,
	STYLE_CUBE,
	STYLE_EMPHASISED,
	STYLE_STATUS_LINE, /* the status line */
	STYLE_BUTTON,
	STYLE_SELECTED,
	STYLE_ERROR,
	STYLE_GAME_LINE,
	STYLE_PRIVATE,
	STYLE_PUBLIC,
	STYLE_DIM,
	STYLE_HIGHLIGHTED,
	STYLE_COUNT,
};

struct cell {
	uint32_t ch; /* 0 for the second half of a wide character */
	uint8_t style;
};

struct canvas {
	unsigned w, h;
	struct cell *cells;
	unsigned cursor_x, cursor_y;
};

/* Resizes and clears the canvas.  Returns false if out of memory; the canvas is then 0 by 0. */
MUST_USE bool canvas_resize(struct canvas *c, unsigned w, unsigned h);
void canvas_free(struct canvas *c);
void canvas_clear(struct canvas *c);

/* Draws a character; positions outside the canvas are ignored. */
void canvas_put(struct canvas *c, unsigned x, unsigned y, enum style style, uint32_t ch);

/* Draws UTF-8 text, truncated to `columns`.  Returns the number of columns used. */
unsigned canvas_text(struct canvas *c, unsigned x, unsigned y, enum style style,
    const char *text, unsigned columns);

/* Fills a rectangle with blanks. */
void canvas_fill(
    struct canvas *c, unsigned x, unsigned y, unsigned w, unsigned h, enum style style);

#endif
