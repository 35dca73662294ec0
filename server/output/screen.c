/* SPDX-License-Identifier: MIT */
/* See screen.h.  Owns held text.  All functions are linear in the text. */
#include "output/screen.h"

#include <stdlib.h>
#include <string.h>

#include "people/player.h"
#include "people/session.h"
#include "base/utf8.h"

#define HELD_BYTES_MAX 131072u /* bytes of one answer that are held for later pages */
#define WRAP_DEFAULT 79u       /* columns, if linelength is not set */
#define DEFAULT_WINDOW_COLUMNS                                                                 \
	80u /* width that is assumed until a window has reported its size */
#define DEFAULT_WINDOW_ROWS 24u
#define WIRE_BYTES_MAX 2048u   /* maximum bytes of lines written with one call */
#define WINDOW_COLUMNS_MIN 20u /* a window reported as narrower counts as this wide */

/* Returns whether unrequested output must begin on a new line: after a prompt, and for TinyMUD
 * clients that have not switched `telnet` off (PROTOCOL.md 2). */
static bool
needs_newline(const struct session *s)
{
	if (!session_has_toggle(s, TOGGLE_telnet))
		return false;
	if (s->mode == MODE_TINYMUD)
		return !s->screen.has_output && !s->screen.sent_line && s->state == ST_ONLINE;
	return s->screen.at_prompt;
}

void
session_ask_window_size(struct session *s)
{
	if (s->screen.window_size_asked || s->disconnected || !session_is_interactive(s))
		return;
	s->screen.window_size_asked = true;
	session_mark_output(s);
	s->world->net.ask_window_size(s->world->net.ctx, s->conn);
}

static uint16_t
clamp(unsigned value, unsigned low, unsigned high)
{
	return (uint16_t)(value < low ? low : value > high ? high : value);
}

void
session_set_window_size(struct session *s, unsigned columns, unsigned rows)
{
	s->screen.window_columns = clamp(columns > 0 ? columns : DEFAULT_WINDOW_COLUMNS,
	    WINDOW_COLUMNS_MIN, SCREEN_LENGTH_MAX);
	s->screen.window_rows =
	    clamp(rows > 0 ? rows : DEFAULT_WINDOW_ROWS, 1, SCREEN_LENGTH_MAX);
	session_set_text_format(s);
}

/* Returns whether the window size must still be requested: once from each interactive user,
 * with the first answer at the guest prompt or after the log-in.  Until then 80 by 24 is
 * assumed. */
static bool
window_size_not_asked(const struct session *s)
{
	return !s->screen.window_size_asked &&
	       (s->state == ST_GUEST || s->state == ST_ONLINE) && session_is_interactive(s);
}

/* Returns the column after which lines are broken, or 0 for never. */
static unsigned
wrap_column(const struct session *s)
{
	unsigned length = session_linelength(s);
	bool of_window = s->player == NULL || s->player->linelength == SCREEN_LENGTH_OF_WINDOW;

	if (s->mode != MODE_TELNET || s->screen.is_file)
		return 0;
	if (session_has_toggle(s, TOGGLE_wrap))
		return length > 0 ? length : WRAP_DEFAULT;
	if (of_window && window_size_not_asked(s))
		return WRAP_DEFAULT;
	return of_window ? length : 0;
}

/* Sets the language, and the width at which lines about clocks and tournaments are broken for
 * interactive users: 0 with `wrap` on, because all lines are then broken when they are written.
 * Client programs get English texts in whole lines.  Sessions of JSON lines need not parse
 * texts, so they get them in the user's language. */
void
session_set_text_format_as(struct session *s, bool telnet)
{
	const struct player *p = s->player;
	bool person = session_is_interactive_with(s, telnet);
	enum language language = p != NULL ? p->language : s->guest_language;

	s->out.catalogue = (person || session_is_json(s)) && language != LANG_EN
			       ? &CATALOGUES[language]
			       : NULL;
	s->out.columns = 0;
	if (person && !session_has_toggle(s, TOGGLE_wrap))
		s->out.columns = wrap_column(s) > 0 ? wrap_column(s) : WRAP_DEFAULT;
}

void
session_set_text_format(struct session *s)
{
	session_set_text_format_as(s, session_has_toggle(s, TOGGLE_telnet));
}

static void
write_bytes(const struct session *s, const char *bytes, size_t n)
{
	if (n > 0)
		s->world->net.write(s->world->net.ctx, s->conn, bytes, n);
}

static void
break_line(struct session *s)
{
	write_bytes(s, "\r\n", 2);
	s->screen.column = 0;
	s->screen.pending_blanks = 0;
	s->screen.lines_on_page++;
}

/* Ends a line.  Sends BEL before the line end, because client programs match the next line from
 * its start. */
static void
end_line(struct session *s)
{
	if (s->screen.bell_due)
		write_bytes(s, "\a", 1);
	s->screen.bell_due = false;
	break_line(s);
}

/* ---- long lines ---- */

static size_t
run_length(const char *text, size_t n, bool blanks)
{
	size_t i = 0;

	while (i < n && (text[i] == ' ') == blanks)
		i++;
	return i;
}

/* Returns the number of lines per page; 0: no pages. */
static unsigned
page_lines(const struct session *s)
{
	unsigned length;

	if (s->mode != MODE_TELNET || !s->screen.answering || s->screen.is_file)
		return 0;
	length = session_pagelength(s);
	if (s->player != NULL && s->player->pagelength == SCREEN_LENGTH_OF_WINDOW &&
	    window_size_not_asked(s))
		length = DEFAULT_WINDOW_ROWS;
	return length > 1 ? length - 1 : length;
}

/* Returns whether another line would exceed the page. */
static bool
page_is_full(const struct session *s)
{
	unsigned page = page_lines(s);

	return page > 0 && s->screen.lines_on_page >= page && s->screen.column == 0;
}

static void
write_blanks(struct session *s)
{
	static const char blanks[] = "                    ";
	unsigned left = s->screen.pending_blanks;

	while (left > 0) {
		unsigned n = left < sizeof(blanks) - 1 ? left : (unsigned)sizeof(blanks) - 1;

		write_bytes(s, blanks, n);
		left -= n;
	}
	s->screen.column += s->screen.pending_blanks;
	s->screen.pending_blanks = 0;
}

/* Precedes the rest of a broken line, so that a user's text cannot look like a line from the
 * server. */
static const char CONTINUATION_INDENT[] = "   ";

/* Writes text without a newline.  Breaks the line before a word that does not fit; never splits
 * a word.  Spaces are held back until the next word, so that no line ends with one.  Returns
 * the bytes consumed: less than n if the page is full. */
static size_t
write_wrapped(struct session *s, const char *text, size_t n)
{
	unsigned limit = wrap_column(s);
	size_t done = 0;

	if (limit == 0) {
		write_bytes(s, text, n);
		s->screen.column += (unsigned)n;
		return n;
	}
	while (done < n) {
		size_t blanks = run_length(text + done, n - done, true);
		size_t word = run_length(text + done + blanks, n - done - blanks, false);
		unsigned width = utf8_width(text + done + blanks, word);

		s->screen.pending_blanks += (unsigned)blanks;
		done += blanks;
		if (word == 0)
			break;
		if (s->screen.column > 0 &&
		    s->screen.column + s->screen.pending_blanks + width > limit) {
			break_line(s);
			s->screen.pending_blanks = sizeof(CONTINUATION_INDENT) - 1;
			if (page_is_full(s))
				break;
		}
		write_blanks(s);
		write_bytes(s, text + done, word);
		s->screen.column += width;
		done += word;
	}
	return done;
}

/* ---- long answers ---- */

/* Appends text to the held text.  Returns false if memory runs out. */
static bool
append_held_text(struct session *s, const char *text, size_t n)
{
	size_t room = s->screen.held_room > 0 ? s->screen.held_room : 1024;
	char *grown;

	while (room < s->screen.held_len + n)
		room *= 2;
	if (room != s->screen.held_room) {
		grown = realloc(s->screen.held_text, room);
		if (grown == NULL)
			return false;
		s->screen.held_text = grown;
		s->screen.held_room = (uint32_t)room;
	}
	memcpy(s->screen.held_text + s->screen.held_len, text, n);
	s->screen.held_len += (uint32_t)n;
	return true;
}

/* Holds text for the next page.  If it exceeds HELD_BYTES_MAX, the rest of the answer is
 * dropped and a notice appended. */
static void
hold(struct session *s, const char *text, size_t n)
{
	const char *notice = msg_text(&s->out, MSG_answer_cut);

	if (s->screen.held_cut)
		return;
	if (s->screen.held_len + n <= HELD_BYTES_MAX && append_held_text(s, text, n))
		return;
	s->screen.held_cut = true;
	if (s->screen.held_len > 0 && s->screen.held_text[s->screen.held_len - 1] != '\n')
		(void)append_held_text(s, "\n", 1);
	(void)append_held_text(s, notice, strlen(notice));
}

/* Moves the indentation of a broken line to its second part, which is held for the next
 * page. */
static void
hold_indentation(struct session *s)
{
	size_t n = s->screen.pending_blanks;

	if (n == 0 || n >= sizeof(CONTINUATION_INDENT) || s->screen.held_len == 0)
		return;
	s->screen.pending_blanks = 0;
	if (!append_held_text(s, CONTINUATION_INDENT, n))
		return;
	memmove(s->screen.held_text + n, s->screen.held_text, s->screen.held_len - n);
	memcpy(s->screen.held_text, CONTINUATION_INDENT, n);
}

bool
session_has_held_text(const struct session *s)
{
	return s->screen.held_len > 0;
}

void
session_drop_held_text(struct session *s)
{
	free(s->screen.held_text);
	s->screen.held_text = NULL;
	s->screen.held_len = 0;
	s->screen.held_room = 0;
	s->screen.held_cut = false;
}

void
session_mark_answer(struct session *s, bool begins)
{
	s->screen.answering = begins;
	if (begins)
		s->screen.lines_on_page = 0;
}

void
session_mark_file(struct session *s, bool begins)
{
	s->screen.is_file = begins;
}

/* ---- writing ---- */

/* Writes whole lines with one call, up to the first that may have to be broken or must end with
 * BEL.  Returns the bytes consumed. */
static size_t
write_lines(struct session *s, const char *text, size_t n)
{
	const unsigned limit = wrap_column(s);
	char wire[WIRE_BYTES_MAX];
	size_t done = 0, len = 0;
	const char *nl;

	if (s->screen.bell_due || (limit > 0 && s->screen.pending_blanks > 0))
		return 0;
	while (!page_is_full(s) && (nl = memchr(text + done, '\n', n - done)) != NULL) {
		const size_t line = (size_t)(nl - text) - done;

		if (line + 2 > sizeof(wire) - len ||
		    (limit > 0 && line > 0 &&
			(s->screen.column + line > limit || nl[-1] == ' ')))
			break;
		memcpy(wire + len, text + done, line);
		memcpy(wire + len + line, "\r\n", 2);
		len += line + 2;
		done += line + 1;
		s->screen.column = s->screen.pending_blanks = 0;
		s->screen.lines_on_page++;
	}
	write_bytes(s, wire, len);
	return done;
}

/* Writes until the page is full; returns the bytes consumed. */
static size_t
write_page(struct session *s, const char *text, size_t n)
{
	size_t done = 0;

	while (done < n && !page_is_full(s)) {
		const size_t lines = write_lines(s, text + done, n - done);
		const char *nl;
		size_t end;

		done += lines;
		if (lines > 0)
			continue;
		nl = memchr(text + done, '\n', n - done);
		end = nl != NULL ? (size_t)(nl - text) : n;
		done += write_wrapped(s, text + done, end - done);
		if (done == end && nl != NULL) {
			end_line(s);
			done++;
		}
	}
	return done;
}

void
session_write_wire(struct session *s, const char *wire, size_t n)
{
	if (s->disconnected)
		return;
	session_mark_output(s);
	s->screen.at_prompt = false;
	write_bytes(s, wire, n);
}

/* Prompts are never broken: clients recognise them by their last byte. */
void
screen_write_prompt(struct session *s, enum msg_id id)
{
	const char *text = msg_text(&s->out, id);

	if (s->disconnected)
		return;
	session_mark_output(s);
	write_bytes(s, text, strlen(text));
	s->screen.column = utf8_width(text, strlen(text));
}

void
session_set_echo(struct world *w, struct session *s, bool on)
{
	/* RFC 857: the server announces WILL ECHO and does not echo, so input is not shown */
	static const char will[] = { (char)255, (char)251, 1 };
	static const char wont[] = { (char)255, (char)252, 1 };

	(void)w;
	if (session_is_json(s))
		return;
	session_mark_output(s);
	write_bytes(s, on ? wont : will, sizeof(will));
}

void
session_ring_bell(struct session *s)
{
	s->screen.bell_due = session_has_toggle(s, TOGGLE_bell);
}

void
screen_write(struct session *s, const char *text, size_t n)
{
	bool newline = needs_newline(s);
	size_t done = 0;

	session_mark_output(s);
	if (s->screen.is_file && session_has_held_text(s))
		screen_next_page(s); /* writes all held text, because files have no pages */
	if (page_lines(s) == 0 || !session_has_held_text(s)) {
		if (newline)
			break_line(s);
		s->screen.at_prompt = false;
		done = write_page(s, text, n);
	}
	if (done == n)
		return;
	hold(s, text + done, n - done);
	hold_indentation(s);
}

void
screen_next_page(struct session *s)
{
	size_t done = write_page(s, s->screen.held_text, s->screen.held_len);

	s->screen.held_len -= (uint32_t)done;
	memmove(s->screen.held_text, s->screen.held_text + done, s->screen.held_len);
	hold_indentation(s);
	if (s->screen.held_len == 0)
		session_drop_held_text(s);
}
