/* SPDX-License-Identifier: MIT */
/* See screen.h.  Owns held text.  All functions are linear in the text. */
#include "output/screen.h"

#include <stdlib.h>
#include <string.h>

#include "people/player.h"
#include "people/session.h"
#include "base/utf8.h"

#define HELD_MAX 131072u /* bytes of one answer that are held for later pages */
#define WRAP_DEFAULT 79u /* columns, if linelength is not set */
#define DEFAULT_WINDOW_COLUMNS                                                                 \
	80u /* width that is assumed until a window has reported its size */
#define DEFAULT_WINDOW_ROWS 24u
#define WIRE_MAX 2048u  /* maximum bytes of lines written with one call */
#define COLUMNS_MIN 20u /* a window reported as narrower counts as this wide */

/* Returns whether unrequested output must begin on a new line: after a prompt, and for TinyMUD
 * clients that have not switched `telnet` off (PROTOCOL.md 2). */
static bool
needs_newline(const struct session *s)
{
	if (!session_has(s, TOGGLE_telnet))
		return false;
	if (s->mode == MODE_TINY)
		return !s->screen.wrote && !s->screen.spoke && s->state == ST_ONLINE;
	return s->screen.at_prompt;
}

void
session_ask_window(struct session *s)
{
	if (s->screen.size_asked || s->gone || !session_person(s))
		return;
	s->screen.size_asked = true;
	session_mark_wrote(s);
	s->world->net.ask_size(s->world->net.ctx, s->conn);
}

static uint16_t
clamp(unsigned value, unsigned low, unsigned high)
{
	return (uint16_t)(value < low ? low : value > high ? high : value);
}

void
session_window(struct session *s, unsigned columns, unsigned rows)
{
	s->screen.columns =
	    clamp(columns > 0 ? columns : DEFAULT_WINDOW_COLUMNS, COLUMNS_MIN, LENGTH_MAX);
	s->screen.rows = clamp(rows > 0 ? rows : DEFAULT_WINDOW_ROWS, 1, LENGTH_MAX);
	session_speak(s);
}

/* Returns whether the window size must still be requested: once from each interactive user,
 * with the first answer at the guest prompt or after the log-in.  Until then 80 by 24 is
 * assumed. */
static bool
window_to_be_asked(const struct session *s)
{
	return !s->screen.size_asked && (s->state == ST_GUEST || s->state == ST_ONLINE) &&
	       session_person(s);
}

/* Returns the column after which lines are broken, or 0 for never. */
static unsigned
wrap_limit(const struct session *s)
{
	unsigned length = session_linelength(s);
	bool of_window = s->player == NULL || s->player->linelength == LENGTH_OF_WINDOW;

	if (s->mode != MODE_TELNET || s->screen.whole)
		return 0;
	if (session_has(s, TOGGLE_wrap))
		return length > 0 ? length : WRAP_DEFAULT;
	if (of_window && window_to_be_asked(s))
		return WRAP_DEFAULT;
	return of_window ? length : 0;
}

/* Sets the language, and the width at which lines about clocks and tournaments are broken for
 * interactive users: 0 with `wrap` on, because all lines are then broken when they are written.
 * Client programs get English texts in whole lines.  Sessions of JSON lines need not parse
 * texts, so they get them in the user's language. */
void
session_speak_to(struct session *s, bool telnet)
{
	const struct player *p = s->player;
	bool person = session_person_with(s, telnet);
	enum language language = p != NULL ? p->language : s->language;

	s->out.catalogue =
	    (person || session_json(s)) && language != LANG_EN ? &CATALOGUES[language] : NULL;
	s->out.columns = 0;
	if (person && !session_has(s, TOGGLE_wrap))
		s->out.columns = wrap_limit(s) > 0 ? wrap_limit(s) : WRAP_DEFAULT;
}

void
session_speak(struct session *s)
{
	session_speak_to(s, session_has(s, TOGGLE_telnet));
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
	s->screen.blanks = 0;
	s->screen.lines++;
}

/* Ends a line.  Sends BEL before the line end, because client programs match the next line from
 * its start. */
static void
end_line(struct session *s)
{
	if (s->screen.bell)
		write_bytes(s, "\a", 1);
	s->screen.bell = false;
	break_line(s);
}

/* ---- long lines ---- */

static size_t
span(const char *text, size_t n, bool blanks)
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

	if (s->mode != MODE_TELNET || !s->screen.answering || s->screen.whole)
		return 0;
	length = session_pagelength(s);
	if (s->player != NULL && s->player->pagelength == LENGTH_OF_WINDOW &&
	    window_to_be_asked(s))
		length = DEFAULT_WINDOW_ROWS;
	return length > 1 ? length - 1 : length;
}

/* Returns whether another line would exceed the page. */
static bool
page_is_full(const struct session *s)
{
	unsigned page = page_lines(s);

	return page > 0 && s->screen.lines >= page && s->screen.column == 0;
}

static void
write_blanks(struct session *s)
{
	static const char blanks[] = "                    ";
	unsigned left = s->screen.blanks;

	while (left > 0) {
		unsigned n = left < sizeof(blanks) - 1 ? left : (unsigned)sizeof(blanks) - 1;

		write_bytes(s, blanks, n);
		left -= n;
	}
	s->screen.column += s->screen.blanks;
	s->screen.blanks = 0;
}

/* Precedes the rest of a broken line, so that a user's text cannot look like a line from the
 * server. */
static const char CONTINUED[] = "   ";

/* Writes text without a newline.  Breaks the line before a word that does not fit; never splits
 * a word.  Spaces are held back until the next word, so that no line ends with one.  Returns
 * the bytes consumed: less than n if the page is full. */
static size_t
write_part(struct session *s, const char *text, size_t n)
{
	unsigned limit = wrap_limit(s);
	size_t done = 0;

	if (limit == 0) {
		write_bytes(s, text, n);
		s->screen.column += (unsigned)n;
		return n;
	}
	while (done < n) {
		size_t blanks = span(text + done, n - done, true);
		size_t word = span(text + done + blanks, n - done - blanks, false);
		unsigned width = utf8_width(text + done + blanks, word);

		s->screen.blanks += (unsigned)blanks;
		done += blanks;
		if (word == 0)
			break;
		if (s->screen.column > 0 &&
		    s->screen.column + s->screen.blanks + width > limit) {
			break_line(s);
			s->screen.blanks = sizeof(CONTINUED) - 1;
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
hold_text(struct session *s, const char *text, size_t n)
{
	size_t room = s->screen.held_room > 0 ? s->screen.held_room : 1024;
	char *grown;

	while (room < s->screen.held_len + n)
		room *= 2;
	if (room != s->screen.held_room) {
		grown = realloc(s->screen.held, room);
		if (grown == NULL)
			return false;
		s->screen.held = grown;
		s->screen.held_room = (uint32_t)room;
	}
	memcpy(s->screen.held + s->screen.held_len, text, n);
	s->screen.held_len += (uint32_t)n;
	return true;
}

/* Holds text for the next page.  If it exceeds HELD_MAX, the rest of the answer is dropped and
 * a notice appended. */
static void
hold(struct session *s, const char *text, size_t n)
{
	const char *notice = msg_text(&s->out, MSG_answer_cut);

	if (s->screen.held_cut)
		return;
	if (s->screen.held_len + n <= HELD_MAX && hold_text(s, text, n))
		return;
	s->screen.held_cut = true;
	if (s->screen.held_len > 0 && s->screen.held[s->screen.held_len - 1] != '\n')
		(void)hold_text(s, "\n", 1);
	(void)hold_text(s, notice, strlen(notice));
}

/* Moves the indentation of a broken line to its second part, which is held for the next
 * page. */
static void
hold_indentation(struct session *s)
{
	size_t n = s->screen.blanks;

	if (n == 0 || n >= sizeof(CONTINUED) || s->screen.held_len == 0)
		return;
	s->screen.blanks = 0;
	if (!hold_text(s, CONTINUED, n))
		return;
	memmove(s->screen.held + n, s->screen.held, s->screen.held_len - n);
	memcpy(s->screen.held, CONTINUED, n);
}

bool
session_holds(const struct session *s)
{
	return s->screen.held_len > 0;
}

void
session_drop_held(struct session *s)
{
	free(s->screen.held);
	s->screen.held = NULL;
	s->screen.held_len = 0;
	s->screen.held_room = 0;
	s->screen.held_cut = false;
}

void
session_answer(struct session *s, bool begins)
{
	s->screen.answering = begins;
	if (begins)
		s->screen.lines = 0;
}

void
session_hold_pages(struct session *s, bool begins)
{
	s->screen.whole = begins;
}

/* ---- writing ---- */

/* Writes whole lines with one call, up to the first that may have to be broken or must end with
 * BEL.  Returns the bytes consumed. */
static size_t
write_lines(struct session *s, const char *text, size_t n)
{
	const unsigned limit = wrap_limit(s);
	char wire[WIRE_MAX];
	size_t done = 0, len = 0;
	const char *nl;

	if (s->screen.bell || (limit > 0 && s->screen.blanks > 0))
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
		s->screen.column = s->screen.blanks = 0;
		s->screen.lines++;
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
		done += write_part(s, text + done, end - done);
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
	if (s->gone)
		return;
	session_mark_wrote(s);
	s->screen.at_prompt = false;
	write_bytes(s, wire, n);
}

/* Prompts are never broken: clients recognise them by their last byte. */
void
screen_prompt(struct session *s, enum msg_id id)
{
	const char *text = msg_text(&s->out, id);

	if (s->gone)
		return;
	session_mark_wrote(s);
	write_bytes(s, text, strlen(text));
	s->screen.column = utf8_width(text, strlen(text));
}

void
session_echo(struct world *w, struct session *s, bool on)
{
	/* RFC 857: the server announces WILL ECHO and does not echo, so input is not shown */
	static const char will[] = { (char)255, (char)251, 1 };
	static const char wont[] = { (char)255, (char)252, 1 };

	(void)w;
	if (session_json(s))
		return;
	session_mark_wrote(s);
	write_bytes(s, on ? wont : will, sizeof(will));
}

void
session_bell(struct session *s)
{
	s->screen.bell = session_has(s, TOGGLE_bell);
}

void
screen_write(struct session *s, const char *text, size_t n)
{
	bool newline = needs_newline(s);
	size_t done = 0;

	session_mark_wrote(s);
	if (s->screen.whole && session_holds(s))
		screen_next_page(s); /* writes all held text, because files have no pages */
	if (page_lines(s) == 0 || !session_holds(s)) {
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
	size_t done = write_page(s, s->screen.held, s->screen.held_len);

	s->screen.held_len -= (uint32_t)done;
	memmove(s->screen.held, s->screen.held + done, s->screen.held_len);
	hold_indentation(s);
	if (s->screen.held_len == 0)
		session_drop_held(s);
}
