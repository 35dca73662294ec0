/* SPDX-License-Identifier: MIT */
/* Lines of tables: cells of fixed widths, in characters of UTF-8, whatever language their texts
 * are in. */
#ifndef TELL_COLUMNS_H
#define TELL_COLUMNS_H

#include "proto/msg.h"

#define CELLS_COLUMNS 79u

struct columns {
	struct out *out;
	unsigned columns; /* written or owed */
	unsigned blanks;  /* owed: they are written when something follows */
	char text[CELLS_COLUMNS * 4 + 2];
	struct sbuf b;
};

/* A new line for that listener. */
void columns_begin(struct columns *c, struct out *out);

/* One cell, cut to width (and to what the line has left). */
void columns_left(struct columns *c, unsigned width, const char *text);
void columns_right(struct columns *c, unsigned width, const char *text);
void columns_number(struct columns *c, unsigned width, long n);
void columns_gap(struct columns *c, unsigned width);

/* Sends the line. */
void columns_end(struct columns *c);

#endif
