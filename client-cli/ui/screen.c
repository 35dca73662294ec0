/* SPDX-License-Identifier: MIT */
/* The terminal, using ncursesw: see screen.h.  Owns the curses screen, and restores the
 * terminal if the program is killed by a signal.  Curses sends only changes. */
#define _GNU_SOURCE /* SIGWINCH */
#include "screen.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "client-cli/model/text.h"

#define ESCAPE 27
#define ESCAPE_WAIT_MS 50

static attr_t attributes[STYLE_COUNT];
static short colour_pairs[STYLE_COUNT];
static struct termios terminal_before;
static bool screen_is_open;

/* ---- appearance ---- */

struct look {
	short fg, bg; /* -1: the terminal's default */
	short fg8, bg8;
	attr_t attr;
};

static const struct look SAFE[STYLE_COUNT] = {
	[STYLE_PLAIN] = { -1, -1, -1, -1, A_NORMAL },
	[STYLE_FRAME] = { -1, -1, -1, -1, A_NORMAL },
	[STYLE_POINT] = { -1, -1, -1, -1, A_DIM },
	[STYLE_POINT_ODD] = { -1, -1, -1, -1, A_DIM },
	[STYLE_OWN_CHECKER] = { 16, 214, COLOR_BLACK, COLOR_YELLOW, A_NORMAL },
	[STYLE_OTHER_CHECKER] = { 231, 25, COLOR_WHITE, COLOR_BLUE, A_NORMAL },
	[STYLE_POINT_NUMBER] = { -1, -1, -1, -1, A_NORMAL },
	[STYLE_SOURCE] = { -1, -1, -1, -1, A_BOLD | A_UNDERLINE },
	[STYLE_TARGET] = { 16, 156, COLOR_BLACK, COLOR_GREEN, A_BOLD },
	[STYLE_CURSOR] = { -1, -1, -1, -1, A_REVERSE | A_BOLD },
	[STYLE_DICE] = { -1, -1, -1, -1, A_BOLD },
	[STYLE_DICE_USED] = { -1, -1, -1, -1, A_DIM },
	[STYLE_CUBE] = { -1, -1, -1, -1, A_BOLD },
	[STYLE_EMPHASISED] = { -1, -1, -1, -1, A_BOLD },
	[STYLE_STATUS_LINE] = { -1, -1, -1, -1, A_REVERSE },
	[STYLE_BUTTON] = { -1, -1, -1, -1, A_REVERSE | A_BOLD },
	[STYLE_SELECTED] = { 16, 156, COLOR_BLACK, COLOR_GREEN, A_BOLD },
	[STYLE_ERROR] = { 208, -1, COLOR_YELLOW, -1, A_NORMAL },
	[STYLE_GAME_LINE] = { -1, -1, -1, -1, A_NORMAL },
	[STYLE_PRIVATE] = { -1, -1, -1, -1, A_BOLD },
	[STYLE_PUBLIC] = { 37, -1, COLOR_CYAN, -1, A_NORMAL },
	[STYLE_DIM] = { -1, -1, -1, -1, A_DIM },
	[STYLE_HIGHLIGHTED] = { -1, -1, -1, -1, A_REVERSE },
};

/* Returns the attribute of a style on a screen without colours. */
static attr_t
monochrome_attribute(enum style s)
{
	switch (s) {
	case STYLE_OWN_CHECKER:
	case STYLE_TARGET:
	case STYLE_SELECTED:
		return A_REVERSE;
	default:
		return SAFE[s].attr;
	}
}

static void
set_looks(enum colours colours)
{
	bool colour = colours != COLOURS_NONE && getenv("NO_COLOR") == NULL && has_colors();
	bool many;

	for (unsigned i = 0; i < STYLE_COUNT; i++) {
		attributes[i] = monochrome_attribute((enum style)i);
		colour_pairs[i] = 0;
	}
	if (!colour)
		return;
	(void)start_color();
	(void)use_default_colors();
	many = COLORS >= 256;
	for (unsigned i = 1; i < STYLE_COUNT; i++) {
		struct look l = SAFE[i];

		if (colours == COLOURS_CLASSIC && i == STYLE_OWN_CHECKER)
			l = (struct look){ 16, 231, COLOR_BLACK, COLOR_WHITE, A_NORMAL };
		if (colours == COLOURS_CLASSIC && i == STYLE_OTHER_CHECKER)
			l = (struct look){ 231, 124, COLOR_WHITE, COLOR_RED, A_NORMAL };
		attributes[i] = l.attr;
		if (l.fg < 0 && l.bg < 0)
			continue;
		(void)init_pair((short)i, many ? l.fg : l.fg8, many ? l.bg : l.bg8);
		colour_pairs[i] = (short)i;
	}
}

/* ---- opening and closing ---- */

/* Signal handler: restores the terminal with only async-signal-safe calls, and exits. */
static void
on_fatal(int signo)
{
	static const char RESET[] =
	    "\033[?1000l\033[?1002l\033[?1006l\033[?1049l\033[?25h\033[0m\r\n";

	(void)tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
	(void)!write(STDOUT_FILENO, RESET, sizeof(RESET) - 1);
	(void)signal(signo, SIG_DFL);
	(void)raise(signo);
}

static void
set_fatal_handlers(void (*handler)(int))
{
	static const int SIGNALS[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
	struct sigaction action = { .sa_handler = handler };

	(void)sigemptyset(&action.sa_mask);
	for (unsigned i = 0; i < ARRAY_LEN(SIGNALS); i++)
		(void)sigaction(SIGNALS[i], &action, NULL);
}

bool
screen_has_unicode(void)
{
	wchar_t checker;

	return mbtowc(&checker, "●", strlen("●")) > 0 && checker == 0x25cf &&
	       wcwidth(checker) == 1;
}

void
screen_mouse(bool on)
{
	(void)mousemask(on ? BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON1_CLICKED |
				 BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON4_PRESSED |
				 BUTTON5_PRESSED
			   : 0,
	    NULL);
	(void)mouseinterval(0);
}

/* Defines key sequences that most terminals send regardless of TERM: vt100, for example, has no
 * F5. */
static void
define_common_keys(void)
{
	static const struct {
		const char *bytes;
		int code;
	} KEYS[] = {
		{ "\033OP", KEY_F(1) },
		{ "\033OQ", KEY_F(2) },
		{ "\033OR", KEY_F(3) },
		{ "\033OS", KEY_F(4) },
		{ "\033[[A", KEY_F(1) }, /* the Linux console */
		{ "\033[[B", KEY_F(2) },
		{ "\033[[C", KEY_F(3) },
		{ "\033[[D", KEY_F(4) },
		{ "\033[[E", KEY_F(5) },
		{ "\033[11~", KEY_F(1) },
		{ "\033[12~", KEY_F(2) },
		{ "\033[13~", KEY_F(3) },
		{ "\033[14~", KEY_F(4) },
		{ "\033[15~", KEY_F(5) },
		{ "\033[17~", KEY_F(6) },
		{ "\033[18~", KEY_F(7) },
		{ "\033[19~", KEY_F(8) },
		{ "\033[20~", KEY_F(9) },
		{ "\033[21~", KEY_F(10) },
		{ "\033[23~", KEY_F(11) },
		{ "\033[24~", KEY_F(12) },
		{ "\033[A", KEY_UP },
		{ "\033[B", KEY_DOWN },
		{ "\033[C", KEY_RIGHT },
		{ "\033[D", KEY_LEFT },
		{ "\033OA", KEY_UP },
		{ "\033OB", KEY_DOWN },
		{ "\033OC", KEY_RIGHT },
		{ "\033OD", KEY_LEFT },
		{ "\033[H", KEY_HOME },
		{ "\033[F", KEY_END },
		{ "\033OH", KEY_HOME },
		{ "\033OF", KEY_END },
		{ "\033[1~", KEY_HOME },
		{ "\033[4~", KEY_END },
		{ "\033[7~", KEY_HOME },
		{ "\033[8~", KEY_END },
		{ "\033[3~", KEY_DC },
		{ "\033[5~", KEY_PPAGE },
		{ "\033[6~", KEY_NPAGE },
		{ "\033[Z", KEY_BTAB },
	};

	for (unsigned i = 0; i < ARRAY_LEN(KEYS); i++)
		if (key_defined(KEYS[i].bytes) == 0)
			(void)define_key(KEYS[i].bytes, KEYS[i].code);
}

bool
screen_open(enum colours colours, bool mouse)
{
	static SCREEN *screen;

	if (screen != NULL) { /* opened and closed before */
		(void)refresh();
	} else {
		if (tcgetattr(STDIN_FILENO, &terminal_before) != 0)
			return false;
		if (getenv("ESCDELAY") == NULL)
			(void)set_escdelay(ESCAPE_WAIT_MS);
		screen = newterm(NULL, stdout, stdin);
		if (screen == NULL)
			return false;
		set_looks(colours);
		define_common_keys();
	}
	set_fatal_handlers(on_fatal);
	(void)cbreak();
	(void)noecho();
	(void)nonl();
	(void)nodelay(stdscr, TRUE);
	(void)keypad(stdscr, TRUE);
	screen_mouse(mouse);
	screen_is_open = true;
	return true;
}

void
screen_close(void)
{
	if (!screen_is_open)
		return;
	screen_is_open = false;
	screen_mouse(false);
	(void)endwin();
	set_fatal_handlers(SIG_DFL);
}

/* ---- drawing ---- */

void
screen_size(unsigned *w_out, unsigned *h_out)
{
	*w_out = COLS > 0 ? (unsigned)COLS : 80;
	*h_out = LINES > 0 ? (unsigned)LINES : 24;
}

void
screen_redraw(void)
{
	(void)clearok(curscr, TRUE);
}

void
screen_bell(void)
{
	(void)beep();
}

static void
put_cell(const struct cell *cell, unsigned x, unsigned y)
{
	const wchar_t text[2] = { (wchar_t)text_locale_char(cell->ch), L'\0' };
	cchar_t c;

	if (setcchar(&c, text, attributes[cell->style], colour_pairs[cell->style], NULL) == OK)
		(void)mvadd_wch((int)y, (int)x, &c); /* ERR for the last cell is harmless */
}

void
screen_show(const struct canvas *c)
{
	for (unsigned y = 0; y < c->h; y++)
		for (unsigned x = 0; x < c->w; x++)
			if (c->cells[(size_t)y * c->w + x].ch != 0)
				put_cell(&c->cells[(size_t)y * c->w + x], x, y);
	(void)move((int)c->cursor_y, (int)c->cursor_x);
	(void)refresh();
}

/* ---- keys ---- */

static struct press
read_mouse_press(void)
{
	struct press p = { .kind = PRESS_NONE };
	MEVENT e;

	if (getmouse(&e) != OK)
		return p;
	p.x = (unsigned)e.x;
	p.y = (unsigned)e.y;
	if (e.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
		p.kind = PRESS_MOUSE_DOWN;
	else if (e.bstate & BUTTON1_RELEASED)
		p.kind = PRESS_MOUSE_UP;
	else if (e.bstate & (BUTTON3_PRESSED | BUTTON3_CLICKED))
		p.kind = PRESS_MOUSE_RIGHT;
	else if (e.bstate & BUTTON4_PRESSED)
		p.kind = PRESS_WHEEL_UP;
	else if (e.bstate & BUTTON5_PRESSED)
		p.kind = PRESS_WHEEL_DOWN;
	return p;
}

static struct press
special_key(wint_t code)
{
	static const struct {
		int code;
		enum press_kind kind;
	} KEYS[] = {
		{ KEY_ENTER, PRESS_ENTER },
		{ KEY_BACKSPACE, PRESS_BACKSPACE },
		{ KEY_DC, PRESS_DELETE },
		{ KEY_LEFT, PRESS_LEFT },
		{ KEY_RIGHT, PRESS_RIGHT },
		{ KEY_UP, PRESS_UP },
		{ KEY_DOWN, PRESS_DOWN },
		{ KEY_HOME, PRESS_HOME },
		{ KEY_END, PRESS_END },
		{ KEY_PPAGE, PRESS_PAGE_UP },
		{ KEY_NPAGE, PRESS_PAGE_DOWN },
		{ KEY_BTAB, PRESS_TAB_BACK },
		{ KEY_RESIZE, PRESS_RESIZED },
	};
	struct press p = { .kind = PRESS_NONE };

	if (code == KEY_MOUSE)
		return read_mouse_press();
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return (struct press){ PRESS_FUNCTION, (uint32_t)(code - KEY_F(0)), 0, 0 };
	for (unsigned i = 0; i < ARRAY_LEN(KEYS); i++)
		if ((wint_t)KEYS[i].code == code)
			p.kind = KEYS[i].kind;
	return p;
}

static struct press
character_key(wint_t ch)
{
	struct press p = { .kind = PRESS_CHAR, .ch = (uint32_t)ch };

	if (ch == '\r' || ch == '\n')
		p.kind = PRESS_ENTER;
	else if (ch == '\t')
		p.kind = PRESS_TAB;
	else if (ch == 0x7f || ch == '\b')
		p.kind = PRESS_BACKSPACE;
	else if (ch < ' ') {
		p.kind = PRESS_CONTROL;
		p.ch = (uint32_t)ch + 'a' - 1;
	}
	return p;
}

/* Handles Escape: alone, as Alt, or before an unknown sequence, which is skipped. */
static struct press
escape_key(void)
{
	struct press p = { .kind = PRESS_ESCAPE };
	wint_t ch;

	if (get_wch(&ch) != OK || ch < ' ' || ch == 0x7f)
		return p;
	p.kind = PRESS_ALT;
	p.ch = (uint32_t)ch;
	if (ch == '[')
		while (get_wch(&ch) == OK && ((ch >= ' ' && ch < '@') || ch == '['))
			;
	else if (ch == 'O')
		(void)get_wch(&ch);
	return p;
}

struct press
screen_read_press(void)
{
	wint_t ch;
	int got = get_wch(&ch);

	if (got == ERR)
		return (struct press){ .kind = PRESS_NONE };
	if (got == KEY_CODE_YES)
		return special_key(ch);
	return ch == ESCAPE ? escape_key() : character_key(ch);
}
