/* SPDX-License-Identifier: MIT */
/* The terminal: shows a canvas and returns key presses and clicks.  The only file that uses
 * curses. One screen per program. */
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
	PRESS_TAB_BACK, /* Shift-Tab */
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
	PRESS_FUNCTION, /* ch is the number of the key */
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
	COLOURS_SAFE,    /* orange and blue: distinguishable with any colour vision, on dark and
			    light backgrounds */
	COLOURS_CLASSIC, /* white and red */
	COLOURS_NONE,
};

/* Returns false if the terminal cannot show a screen. */
MUST_USE bool screen_open(enum colours colours, bool mouse);
/* Restores the terminal.  screen_open opens it again. */
void screen_close(void);

/* Returns true if the locale has the characters used here, and they are one column wide. */
bool screen_has_unicode(void);

void screen_size(unsigned *w_out, unsigned *h_out);
void screen_show(const struct canvas *c);
/* Redraws everything at the next screen_show. */
void screen_redraw(void);
void screen_mouse(bool on);
void screen_bell(void);

/* Returns the next press; PRESS_NONE if there is none. */
struct press screen_read_press(void);

#endif
