/* SPDX-License-Identifier: MIT */
/* Lists within acts: orders of entries ("3 0 2") and pairs of a round ("3-7 1-2 bye=4"). */
#ifndef TOURNEY_TEXT_H
#define TOURNEY_TEXT_H

#include "base/sbuf.h"
#include "tourney/pairing.h"
#include "tourney/swiss.h"

struct order_reader {
	const char *at;
	bool bad; /* the rest is not an entry number */
};

/* Reads the next entry.  Returns false at the end, or if the rest is invalid. */
bool order_next(struct order_reader *r, entry_no *e_out);

/* Returns the number of entries in a list; out, which has room for them, may be NULL. */
unsigned order_read(const char *text, entry_no *out);

void order_write(const entry_no *order, unsigned n, struct sbuf *out);

struct pairs_reader {
	const char *at;
	bool bad;
};

/* Reads the next pair; *b_out is ENTRY_NOBODY if a has the bye.  Returns false at the end, or
 * if the rest is invalid. */
bool pairs_next(struct pairs_reader *r, entry_no *a_out, entry_no *b_out);

#endif
