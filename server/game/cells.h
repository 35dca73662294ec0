/* SPDX-License-Identifier: MIT */
/* Lines of tables: cells of fixed widths, in characters of UTF-8, whatever language their texts
 * are in. */
#ifndef GAME_CELLS_H
#define GAME_CELLS_H

#include "proto/msg.h"

#define CELLS_COLUMNS 79u

struct cells {
	struct out *out;
	unsigned columns; /* written or owed */
	unsigned blanks;  /* owed: they are written when something follows */
	char text[CELLS_COLUMNS * 4 + 2];
	struct sbuf b;
};

/* A new line for that listener. */
void cells_begin(struct cells *c, struct out *out);

/* One cell, cut to width (and to what the line has left). */
void cells_left(struct cells *c, unsigned width, const char *text);
void cells_right(struct cells *c, unsigned width, const char *text);
void cells_number(struct cells *c, unsigned width, long n);
void cells_gap(struct cells *c, unsigned width);

/* Sends the line. */
void cells_end(struct cells *c);

/* Characters of a text; bytes of its first `most` characters. */
unsigned cells_width(const char *text);
size_t cells_bytes(const char *text, unsigned most);

#endif
