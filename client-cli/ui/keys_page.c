/* SPDX-License-Identifier: MIT */
/* See keys_page.h. */
#include "keys_page.h"

#include "base/check.h"

#include "client-cli/model/commands.h"

/* The lines of the local commands follow, then END. */
static const char *const HELP[] = {
	"Keys",
	"F1        this page             F2      board, buttons, input line in turn",
	"F3        to the line client and back",
	"F4        people, games, none   F5-F12  the buttons",
	"PgUp PgDn earlier messages      Ctrl-F  search them",
	"Alt-1..8  the games you are watching    Alt-X drops one",
	"Ctrl-L    redraw the screen     Ctrl-Z  suspend",
	"Ctrl-D    leave (twice in a match)",
	"",
	"On the board: arrows move from point to point, Enter picks up a checker",
	"and puts it down, Backspace undoes a step, Esc puts the checker back.",
	"When all dice have been played, Enter sends the move.  Down: the buttons.",
	"Or type the move: 24/18 13/9, 8/5(2), bar/20, 6/off. Letters always go",
	"to the input line below.",
	"With the mouse: click a checker, then where it goes, with one or both dice.",
	"The right button plays the smaller die. A click on \"off\" bears off.",
	"In moves, * marks a hit: 24/18* sends a checker to the bar.",
	"",
};
static const char END[] = "Any key closes this page; letters and digits are also typed.";
static const char SCROLL_HINT[] = "PgDn and PgUp scroll; other keys close this page.";

const char *
keys_page_line(unsigned i)
{
	if (i < ARRAY_LEN(HELP))
		return HELP[i];
	i -= (unsigned)ARRAY_LEN(HELP);
	for (const struct local_command *c = LOCAL_COMMANDS; c->name != NULL; c++)
		if (c->help[0] != '\0' && i-- == 0)
			return c->help;
	return i == 0 ? END : NULL;
}

static unsigned
count_lines(void)
{
	unsigned n = 0;

	while (keys_page_line(n) != NULL)
		n++;
	return n;
}

/* The first row of the screen is empty.  On a page that scrolls, the last row shows
 * SCROLL_HINT. */
bool
keys_page_scrolls(unsigned h)
{
	return count_lines() + 1 > h;
}

unsigned
keys_page_rows(unsigned h)
{
	return h > 3 ? h - 2 : 1;
}

/* END, the last line, is not counted: a page that scrolls omits it, because the keys that
 * scroll do not close the page. */
unsigned
keys_page_scroll(unsigned from, int by, unsigned h)
{
	unsigned n = count_lines() - 1, rows = keys_page_rows(h);
	unsigned last = n > rows ? n - rows : 0;

	if (by < 0)
		return from > (unsigned)-by ? from - (unsigned)-by : 0;
	return from + (unsigned)by < last ? from + (unsigned)by : last;
}

void
keys_page_draw(struct canvas *c, enum language l, unsigned from)
{
	bool scrolls = keys_page_scrolls(c->h);
	unsigned rows = scrolls ? keys_page_rows(c->h) : count_lines(),
		 room = c->w > 2 ? c->w - 2 : 0;
	unsigned first = scrolls ? from : 0;

	canvas_clear(c);
	for (unsigned i = 0; i < rows; i++) {
		const char *line = keys_page_line(first + i);

		if (line == NULL || (scrolls && line == END))
			break;
		(void)canvas_text(c, 2, i + 1, first + i == 0 ? STYLE_EMPHASISED : STYLE_PLAIN,
		    texts_translate(l, line), room);
	}
	if (scrolls)
		(void)canvas_text(
		    c, 2, c->h - 1, STYLE_STATUS_LINE, texts_translate(l, SCROLL_HINT), room);
	c->cursor_x = c->cursor_y = 0;
}
