/* SPDX-License-Identifier: MIT */
/* The board on the screen, always from the side of who is looked at: their points are 24 to 1,
 * their home is at the lower right, whatever colour they have.  Pure. */
#ifndef CLIENT_BOARDVIEW_H
#define CLIENT_BOARDVIEW_H

#include "canvas.h"
#include "model.h"
#include "draft.h"

enum glyphs {
	GLYPHS_ASCII,
	GLYPHS_UNICODE
};

/* Where a board lies and how large it is. */
struct board_box {
	unsigned x, y, w, h;
	unsigned column; /* columns of a point: 3, or 5 in large print */
	unsigned tall;   /* rows of a checker: 1, or 2 */
};

#define BOARD_MARGIN 5u /* left of the frame, for the cube */
#define BOARD_TRAY 6u   /* right of it, for what is off */

/* The size of a board. */
struct board_box board_box(unsigned x, unsigned y, bool large);

/* The cursor on the board: columns 0 to 12, of which 6 is the bar, and 13 the tray; rows 0 and
 * 1. */
struct board_cursor {
	unsigned column, row;
};
#define CURSOR_BAR 6u
#define CURSOR_TRAY 13u

/* The own number of what is there: 1..24, PT_BAR, PT_OFF, PT_RESERVE. */
unsigned board_place(struct board_cursor at);
/* And back. */
struct board_cursor board_cursor_of(unsigned place);

/* The place at a cell of the screen; NO_PLACE none. */
unsigned board_place_at(const struct board_box *box, unsigned x, unsigned y);

/* Draws a table.  turn: the play being put together, NULL none; at: the cursor, NULL none;
 * the canvas's cursor goes there. */
void board_draw(struct canvas *c, const struct board_box *box, const struct table *t,
    const struct draft *draft, const struct board_cursor *at, enum glyphs glyphs);

#endif
