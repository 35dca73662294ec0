/* SPDX-License-Identifier: MIT */
/* A picture of the screen in memory: cells of one character and one style.  Whatever is shown
 * is drawn here first, so that tests can read it.  Pure. */
#ifndef CLIENT_CANVAS_H
#define CLIENT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

enum style { /* what a cell is; the palette says how that looks */
	STYLE_PLAIN,
	STYLE_FRAME,
	STYLE_POINT, /* an empty point, and every other one */
	STYLE_POINT_ODD,
	STYLE_OWN, /* checkers of who sits at the bottom */
	STYLE_OTHER,
	STYLE_NUMBER,
	STYLE_SOURCE, /* a point from which one may move */
	STYLE_TARGET,
	STYLE_CURSOR,
	STYLE_DICE,
	STYLE_DICE_USED,
	STYLE_CUBE,
	STYLE_NAME,
	STYLE_BAR, /* the line of what is going on */
	STYLE_BUTTON,
	STYLE_BUTTON_AT,
	STYLE_ERROR,
	STYLE_GAME,
	STYLE_TOLD,
	STYLE_TALK,
	STYLE_DIM,
	STYLE_MARKED,
	STYLE_COUNT,
};

struct cell {
	uint32_t ch; /* 0: the second half of a wide character */
	uint8_t style;
};

struct canvas {
	unsigned w, h;
	struct cell *cell;
	unsigned cursor_x, cursor_y;
};

/* Makes it so large, all blank.  False when there is no memory; it is then 0 by 0. */
MUST_USE bool canvas_resize(struct canvas *c, unsigned w, unsigned h);
void canvas_free(struct canvas *c);
void canvas_clear(struct canvas *c);

/* Outside of it nothing is drawn. */
void canvas_put(struct canvas *c, unsigned x, unsigned y, enum style style, uint32_t ch);

/* Draws text in UTF-8, cut after so many columns; returns those that it took. */
unsigned canvas_text(struct canvas *c, unsigned x, unsigned y, enum style style,
    const char *text, unsigned columns);

/* Fills a rectangle with blanks. */
void canvas_fill(
    struct canvas *c, unsigned x, unsigned y, unsigned w, unsigned h, enum style style);

#endif
