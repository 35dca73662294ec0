/* SPDX-License-Identifier: MIT */
/* The page of keys, opened by F1.  It scrolls if the screen is too small for it. */
#ifndef CLIENT_KEYS_PAGE_H
#define CLIENT_KEYS_PAGE_H

#include "canvas.h"
#include "client-cli/model/texts.h"

/* Returns line i of the page; NULL after the last. */
const char *keys_page_line(unsigned i);

/* Draws the page from line `from` on. */
void keys_page_draw(struct canvas *c, enum language l, unsigned from);

/* Returns whether a screen of h rows is too small for the whole page. */
bool keys_page_scrolls(unsigned h);

/* Returns the first line to draw when a page drawn from line `from` on is scrolled down by `by`
 * lines. */
unsigned keys_page_scroll(unsigned from, int by, unsigned h);

/* Returns the number of lines that PgDn scrolls on a screen of h rows. */
unsigned keys_page_rows(unsigned h);

#endif
