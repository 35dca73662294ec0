/* SPDX-License-Identifier: MIT */
/* The board on the screen, seen from the player in view, whatever their colour: their points
 * are 24 to 1, and home is at the lower right.  Pure. */
#ifndef CLIENT_BOARDVIEW_H
#define CLIENT_BOARDVIEW_H

#include "canvas.h"
#include "client-cli/model/model.h"
#include "client-cli/model/draft.h"

enum glyphs {
	GLYPHS_ASCII,
	GLYPHS_UNICODE
};

/* Position and size of a board on the screen. */
struct board_box {
	unsigned x, y, w, h;
	unsigned column_width;   /* screen columns per point: 3, or 5 in large print */
	unsigned checker_height; /* screen rows per checker: 1 or 2 */
};

#define BOARD_MARGIN_WIDTH 5u /* columns left of the frame, for the cube */
#define BOARD_TRAY_WIDTH 6u   /* columns right of the frame, for checkers borne off */

/* Returns the box of a board with its upper left corner at x, y. */
struct board_box board_box(unsigned x, unsigned y, bool large);

/* The cursor on the board: columns 0 to 12, where 6 is the bar, and 13 for the tray; rows 0 and
 * 1. */
struct board_cursor {
	unsigned column, row;
};
#define CURSOR_BAR_COLUMN 6u
#define CURSOR_TRAY_COLUMN 13u

/* Returns the place at the cursor, in the player's own numbers: 1..24, PT_BAR, PT_OFF or
 * PT_RESERVE. */
unsigned board_place_of(struct board_cursor at);
/* The inverse of board_place_of. */
struct board_cursor board_cursor_of(unsigned place);

/* Returns the place at a screen cell; NO_PLACE if there is none. */
unsigned board_place_at(const struct board_box *box, unsigned x, unsigned y);

/* Draws a table.  draft: the play being entered, or NULL; at: the board cursor, or NULL.  Also
 * moves the cursor of the canvas to `at`. */
void board_draw(struct canvas *c, const struct board_box *box, const struct table *t,
    const struct draft *draft, const struct board_cursor *at, enum glyphs glyphs);

#endif
