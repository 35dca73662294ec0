/* SPDX-License-Identifier: MIT */
/* A picture of a position for link previews: a PNG of PICTURE_WIDTH x PICTURE_HEIGHT, made a
 * few rows at a time.  Its only text is digits.  Pure. */
#ifndef WEB_PICTURE_H
#define WEB_PICTURE_H

#include <zlib.h>

#include "base/check.h"
#include "rules/state.h"

#define PICTURE_WIDTH 1200u
#define PICTURE_HEIGHT 630u
#define PICTURE_BYTES_MAX 131072u /* bytes of the file */
#define PICTURE_BOARD_COLUMNS 15u

/* A pile of one side's checkers, starting at an edge of the board. */
struct pile {
	uint8_t n;
	uint8_t seat;
	bool pins; /* the lowest checker is the other side's */
};

/* The left tray (reserve), six points, the bar, six points and the right tray (borne off); each
 * column has a pile at the bottom and one at the top. */
struct position {
	struct pile at[PICTURE_BOARD_COLUMNS][2];
	uint32_t cube_value; /* not drawn if 1 */
	uint8_t cube_owner;  /* enum seat: the owner of the cube */
	uint8_t dice_owner;  /* enum seat: the owner of the dice */
	uint8_t dice[2];     /* 0: none */
};

struct picture {
	struct position position;
	z_stream z;
	unsigned row; /* rows made so far */
	/* colours at the upper corners of the next row */
	uint8_t lower_corners[PICTURE_WIDTH + 1];
	uint8_t png[PICTURE_BYTES_MAX];
};

/* Returns the pile of a point of the board, 1..24. */
struct pile *picture_point_pile(struct position *p, unsigned point);
/* Sets a side's checkers that are not on points. */
void picture_set_bar_and_trays(
    struct position *p, uint8_t seat, unsigned bar, unsigned off, unsigned reserve);
void picture_set_position(struct position *p, const struct match_state *m);

/* Starts a picture of picture->position.  Returns false if out of memory; otherwise the caller
 * calls picture_end, whether the picture is finished or not. */
MUST_USE bool picture_begin(struct picture *picture);
/* Makes n more rows.  Returns the length of the file when it is complete, otherwise 0. */
size_t picture_draw_rows(struct picture *picture, unsigned n);
void picture_end(struct picture *picture);

#endif
