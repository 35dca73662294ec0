/* SPDX-License-Identifier: MIT */
/* Table lines: cells of fixed width.  Widths are in characters of UTF-8. */
#ifndef TELL_COLUMNS_H
#define TELL_COLUMNS_H

#include "proto/msg.h"

#define TABLE_LINE_COLUMNS 79u

struct columns {
	struct out *out;
	unsigned used_columns;   /* columns of the line so far, including pending spaces */
	unsigned pending_spaces; /* pending spaces; written only if more text follows */
	char text[TABLE_LINE_COLUMNS * 4 + 2];
	struct sbuf b;
};

/* Starts a line for `out`. */
void columns_begin(struct columns *c, struct out *out);

/* Add a cell.  Text is cut to `width` and to the rest of the line. */
void columns_add_left(struct columns *c, unsigned width, const char *text);
void columns_add_right(struct columns *c, unsigned width, const char *text);
void columns_add_number(struct columns *c, unsigned width, long n);
void columns_add_gap(struct columns *c, unsigned width);

/* Sends the line. */
void columns_send(struct columns *c);

#endif
