/* SPDX-License-Identifier: MIT */
/* The terminal: shows a canvas, and tells what was pressed.  The only file that knows curses.
 * One screen a program. */
#ifndef CLIENT_SCREEN_H
#define CLIENT_SCREEN_H

#include "canvas.h"

enum press_kind {
	PRESS_NONE,
	PRESS_CHAR,
	PRESS_CONTROL, /* ch is the letter: 'a' for Ctrl-A */
	PRESS_ALT,
	PRESS_ENTER,
	PRESS_TAB,
	PRESS_ESCAPE,
	PRESS_BACKSPACE,
	PRESS_DELETE,
	PRESS_LEFT,
	PRESS_RIGHT,
	PRESS_UP,
	PRESS_DOWN,
	PRESS_HOME,
	PRESS_END,
	PRESS_PAGE_UP,
	PRESS_PAGE_DOWN,
	PRESS_FUNCTION, /* ch is its number */
	PRESS_MOUSE_DOWN,
	PRESS_MOUSE_UP,
	PRESS_MOUSE_RIGHT,
	PRESS_WHEEL_UP,
	PRESS_WHEEL_DOWN,
	PRESS_RESIZED,
};

struct press {
	enum press_kind kind;
	uint32_t ch;
	unsigned x, y;
};

enum colours {
	COLOURS_SAFE,    /* orange and blue: apart for all eyes, on dark and on light */
	COLOURS_CLASSIC, /* white and red */
	COLOURS_NONE,
};

/* False when the terminal cannot show a screen. */
MUST_USE bool screen_open(enum colours colours, bool mouse);
/* Leaves the terminal as it was.  Open again with screen_open. */
void screen_close(void);

/* True when what characters outside ASCII the locale has are one column wide. */
bool screen_has_unicode(void);

void screen_size(unsigned *w_out, unsigned *h_out);
void screen_show(const struct canvas *c);
/* The next draws all anew. */
void screen_redraw(void);
void screen_mouse(bool on);
void screen_bell(void);

/* What was pressed; PRESS_NONE when nothing waits. */
struct press screen_press(void);

#endif
