/* SPDX-License-Identifier: MIT */
/* Keyboard and terminal: see input.h.  Owns libedit's state and the terminal settings.
 *
 * libedit is used unbuffered: each el_gets reads one key, and the main loop continues in
 * between. While a password is typed libedit is suspended, and the terminal driver reads the
 * line without echo.  The screen below the last line from the server always consists of prompt,
 * line being edited and cursor; erase_edited_line erases that, and a refresh redraws it. */
#define _GNU_SOURCE /* wcwidth */
#include "input.h"

#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>

#include "client-cli/model/text.h"

#define PARTIAL_MAX 512u
#define TYPED_LINE_MAX 8192u
#define SHOW_CHUNK 1024u /* bytes sanitised at a time */
#define HISTORY_LINES 500
#define CONTROL_D 4

/* libedit writes beyond its image of the screen if prompt and line need more rows than the
 * image has.  It is therefore given a number of rows that is always enough, and at least
 * MIN_COLUMNS columns.  One key may double the length of a line; a line that has become too
 * long is cut after that key. */
#define EDITED_COLUMNS_MAX 2048u
#define MIN_COLUMNS 20u
#define ROWS ((2 * EDITED_COLUMNS_MAX + 2 * PARTIAL_MAX) / MIN_COLUMNS + 2)

enum key_sequence { /* progress within an escape sequence of the keyboard */
	SEQUENCE_NONE,
	SEQUENCE_ESCAPE,
	SEQUENCE_BEGUN, /* ESC [ */
};

struct input {
	input_line_handler *line_handler;
	void *ctx;
	bool terminal; /* standard input is a terminal */
	bool secret;
	bool input_ended; /* no more input: text is only written */
	EditLine *edit;   /* NULL: lines are passed through */
	History *history;
	enum key_sequence sequence;
	wchar_t read_ahead[8];          /* characters to return before reading */
	const char *bound_line;         /* line that the bound keys type */
	struct termios terminal_before; /* terminal settings before a password prompt */
	struct text_stream sanitiser;
	bool converts_encoding;    /* the locale's encoding is known and not UTF-8 */
	char partial[PARTIAL_MAX]; /* text from the server after its last newline */
	size_t partial_len;
	char prompt[PARTIAL_MAX];        /* `partial` in the locale's encoding, for libedit */
	char typed_line[TYPED_LINE_MAX]; /* without libedit: the line so far */
	size_t typed_len;
};

static bool
write_all(const char *text, size_t n)
{
	while (n > 0) {
		ssize_t done = write(STDOUT_FILENO, text, n);

		if (done < 0 && errno != EINTR)
			return false;
		if (done > 0) {
			text += done;
			n -= (size_t)done;
		}
	}
	return true;
}

static bool
write_text(const char *text)
{
	return write_all(text, strlen(text));
}

/* ---- libedit ---- */

static struct input *
input_of(EditLine *edit)
{
	void *data = NULL;

	return el_get(edit, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

static const char *
libedit_prompt(EditLine *edit)
{
	const struct input *in = input_of(edit);

	return in != NULL ? in->prompt : "";
}

/* Reads one character from the keyboard.  libedit's own reader cannot report the end of input:
 * unbuffered, el_gets returns -1 both at the end and when a key leaves the line empty.  A byte
 * that is not a character in this locale is skipped by returning -1, because waiting for the
 * next key would delay the server's text. */
static int
read_keyboard_character(struct input *in, wchar_t *out)
{
	mbstate_t state = { 0 };

	for (;;) {
		char byte;
		ssize_t n = read(STDIN_FILENO, &byte, 1);

		if (n < 0 && errno == EINTR)
			return -1; /* the main loop checks for signals */
		if (n < 0 && errno == EAGAIN) {
			(void)poll(&(struct pollfd){ STDIN_FILENO, POLLIN, 0 }, 1, -1);
			continue;
		}
		if (n <= 0) {
			in->input_ended = true;
			return (int)n;
		}
		switch (mbrtowc(out, &byte, 1, &state)) {
		case (size_t)-2: /* incomplete character */
			break;
		case (size_t)-1:
			return -1;
		default:
			return 1;
		}
	}
}

/* The sequences that start with ESC [ and have more than one letter, as passed to libedit.
 * Any other sequence is replaced by the first row. */
static const struct {
	const wchar_t *ending;
	const char *command;
} SEQUENCES[] = { { L"~", "ed-ignore" }, /* replaces all other sequences */
	{ L"1~", "ed-move-to-beg" }, { L"3~", "ed-delete-next-char" },
	{ L"4~", "ed-move-to-end" }, { L"7~", "ed-move-to-beg" }, { L"8~", "ed-move-to-end" },
	{ L"13~", "ed-ignore" }, { L"[C", "ed-ignore" } };

/* Reads the rest of a sequence. */
static int
read_sequence(struct input *in, wchar_t first)
{
	wchar_t last = first;
	size_t len = 1;

	in->read_ahead[0] = first;
	while ((last >= L' ' && last < L'@') || (len == 1 && last == L'[')) {
		int n = read_keyboard_character(in, &last);

		if (n != 1)
			return n;
		if (len + 1 < ARRAY_LEN(in->read_ahead))
			in->read_ahead[len++] = last;
	}
	in->read_ahead[len] = L'\0';
	for (unsigned i = 0; i < ARRAY_LEN(SEQUENCES); i++)
		if (wcscmp(in->read_ahead, SEQUENCES[i].ending) == 0)
			return 1;
	in->read_ahead[0] = L'~';
	/* a control character ends the sequence and counts as another key */
	in->read_ahead[1] = last < L' ' ? last : L'\0';
	in->read_ahead[2] = L'\0';
	return 1;
}

/* Reads a key for libedit, which by itself would insert the end of an unknown sequence as
 * text. */
static int
read_key(EditLine *edit, wchar_t *out)
{
	struct input *in = input_of(edit);
	enum key_sequence was;
	int n;

	if (in == NULL)
		return -1;
	was = in->sequence;
	in->sequence = SEQUENCE_NONE;
	if (in->read_ahead[0] == L'\0') {
		n = read_keyboard_character(in, out);
		if (n != 1)
			return n;
		if (was != SEQUENCE_BEGUN || *out < L' ' || (*out >= L'@' && *out != L'[')) {
			in->sequence = *out == L'\033' ? SEQUENCE_ESCAPE
				       : was == SEQUENCE_ESCAPE && *out == L'[' ? SEQUENCE_BEGUN
										: SEQUENCE_NONE;
			return 1;
		}
		n = read_sequence(in, *out);
		if (n != 1)
			return n;
	}
	*out = in->read_ahead[0];
	memmove(in->read_ahead, in->read_ahead + 1,
	    sizeof(in->read_ahead) - sizeof(in->read_ahead[0]));
	return 1;
}

static bool
is_editing(const struct input *in)
{
	return in->edit != NULL && !in->secret && !in->input_ended;
}

static unsigned
terminal_columns(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return 80;
	return size.ws_col > MIN_COLUMNS ? size.ws_col : MIN_COLUMNS;
}

static void
set_libedit_size(struct input *in)
{
	char number[16];

	(void)snprintf(number, sizeof(number), "%u", terminal_columns());
	(void)el_set(in->edit, EL_SETTC, "co", number, NULL);
	(void)snprintf(number, sizeof(number), "%u", ROWS);
	(void)el_set(in->edit, EL_SETTC, "li", number, NULL);
}

/* Unbinds ESC followed by a digit, which would repeat the next key. */
static void
unbind_repeat_counts(struct input *in)
{
	for (char digit = '0'; digit <= '9'; digit++) {
		const char keys[] = { '\\', 'e', digit, '\0' };

		(void)el_set(in->edit, EL_BIND, keys, "ed-unassigned", NULL);
	}
}

/* Binds the sequences.  Some are ignored unless input_bind binds them later. */
static void
bind_sequences(struct input *in)
{
	for (unsigned i = 0; i < ARRAY_LEN(SEQUENCES); i++) {
		char keys[16];

		(void)snprintf(keys, sizeof(keys), "\\e[%ls", SEQUENCES[i].ending);
		(void)el_set(in->edit, EL_BIND, keys, SEQUENCES[i].command, NULL);
	}
}

static bool
open_libedit(struct input *in)
{
	HistEvent event;

	in->edit = el_init("gammon", stdin, stdout, stderr);
	in->history = history_init();
	if (in->edit == NULL || in->history == NULL)
		return false;
	(void)history(in->history, &event, H_SETSIZE, HISTORY_LINES);
	(void)history(in->history, &event, H_SETUNIQUE, 1);
	(void)el_set(in->edit, EL_CLIENTDATA, in);
	(void)el_set(in->edit, EL_PROMPT, libedit_prompt);
	(void)el_set(in->edit, EL_GETCFN, read_key);
	(void)el_set(in->edit, EL_EDITOR, "emacs");
	(void)el_set(in->edit, EL_SIGNAL, 0);
	(void)el_set(in->edit, EL_HIST, history, in->history);
	(void)el_set(in->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
	unbind_repeat_counts(in);
	bind_sequences(in);
	(void)el_source(in->edit, NULL);
	set_libedit_size(in);
	return el_set(in->edit, EL_UNBUFFERED, 1) == 0;
}

/* Cursor position in rows and columns relative to the start of the prompt. */
struct cursor {
	unsigned row, column, terminal_columns;
};

/* Returns the columns of a character. libedit shows an unprintable character as a number of
 * nine columns. */
static unsigned
shown_width(wchar_t c)
{
	int width = wcwidth(c);

	return width < 0 ? 9 : (unsigned)width;
}

/* Advances the cursor by a character.  A wide character that does not fit into the row is
 * placed in the next row. */
static void
advance_cursor(struct cursor *c, wchar_t character)
{
	unsigned width = shown_width(character);

	if (c->column + width > c->terminal_columns) {
		c->row++;
		c->column = 0;
	}
	c->column += width;
	if (c->column >= c->terminal_columns) {
		c->row += c->column / c->terminal_columns;
		c->column %= c->terminal_columns;
	}
}

/* Erases prompt and line, leaving the cursor where the prompt started. */
static void
erase_edited_line(struct input *in)
{
	const LineInfoW *line = el_wline(in->edit);
	struct cursor c = { .terminal_columns = terminal_columns() };
	wchar_t prompted[PARTIAL_MAX];
	size_t n = mbstowcs(prompted, in->prompt, PARTIAL_MAX);

	for (size_t i = 0; n != (size_t)-1 && i < n; i++)
		advance_cursor(&c, prompted[i]);
	for (const wchar_t *at = line->buffer; at < line->cursor; at++)
		advance_cursor(&c, *at);
	(void)write_text("\r");
	for (; c.row > 0; c.row--)
		(void)write_text("\033[A");
	(void)write_text("\033[J");
}

/* ---- output ---- */

/* Writes sanitised text.  The terminal converts LF to CR LF, even while libedit is active. */
static bool
write_converted(const struct input *in, const char *text, size_t n)
{
	char converted[2 * TEXT_SANITISED_MAX(SHOW_CHUNK) + 1];

	if (!in->converts_encoding)
		return write_all(text, n);
	n = text_to_locale(converted, sizeof(converted), text, n);
	return write_all(converted, n);
}

/* Appends text[0..n), which must fit. */
static void
partial_append(struct input *in, const char *text, size_t n)
{
	char kept[PARTIAL_MAX];

	memcpy(in->partial + in->partial_len, text, n);
	in->partial_len += n;
	in->partial[in->partial_len] = '\0';
	n = text_copy(kept, sizeof(kept), in->partial); /* removes tabs and bells */
	(void)text_to_locale(in->prompt, sizeof(in->prompt), kept, n);
}

static void
partial_clear(struct input *in)
{
	in->partial_len = 0;
	in->partial[0] = in->prompt[0] = '\0';
}

/* Writes complete lines and keeps the rest as the prompt. */
static bool
show_above_edited(struct input *in, const char *text, size_t n)
{
	size_t whole = n;
	bool ok = true;

	while (whole > 0 && text[whole - 1] != '\n')
		whole--;
	erase_edited_line(in);
	if (whole > 0) {
		ok = write_converted(in, in->partial, in->partial_len) &&
		     write_converted(in, text, whole);
		partial_clear(in);
	}
	if (in->partial_len + (n - whole) >= PARTIAL_MAX) {
		/* too long for a prompt: written as it is, and editing starts on the next
		 * row */
		ok = ok && write_converted(in, in->partial, in->partial_len) &&
		     write_converted(in, text + whole, n - whole) && write_text("\n");
		partial_clear(in);
	} else {
		partial_append(in, text + whole, n - whole);
	}
	(void)el_set(in->edit, EL_REFRESH);
	return ok;
}

/* Writes everything; the text after the last newline is kept in case editing starts. */
static bool
show_plain(struct input *in, const char *text, size_t n)
{
	size_t whole = n;

	while (whole > 0 && text[whole - 1] != '\n')
		whole--;
	if (whole > 0)
		partial_clear(in);
	if (in->partial_len + (n - whole) < PARTIAL_MAX)
		partial_append(in, text + whole, n - whole);
	return write_converted(in, text, n);
}

bool
input_show(struct input *in, const char *text, size_t n)
{
	char shown[TEXT_SANITISED_MAX(SHOW_CHUNK)];

	while (n > 0) {
		size_t piece = n < SHOW_CHUNK ? n : SHOW_CHUNK;
		size_t len = text_sanitise(&in->sanitiser, text, piece, shown);

		if (!(is_editing(in) ? show_above_edited(in, shown, len)
				     : show_plain(in, shown, len)))
			return false;
		text += piece;
		n -= piece;
	}
	return true;
}

/* ---- input ---- */

/* Cuts the line to EDITED_COLUMNS_MAX; characters shown as a number need nine columns. */
static void
truncate_edited_line(struct input *in)
{
	const LineInfoW *line = el_wline(in->edit);
	unsigned used = 0;
	const wchar_t *at = line->buffer;

	while (at < line->lastchar) {
		used += shown_width(*at);
		if (used > EDITED_COLUMNS_MAX)
			break;
		at++;
	}
	if (at == line->lastchar)
		return;
	(void)el_cursor(in->edit, (int)(line->lastchar - line->cursor));
	el_deletestr(in->edit, (int)(el_wline(in->edit)->lastchar - at));
	(void)el_set(in->edit, EL_REFRESH);
}

/* Passes one key to libedit. */
static bool
read_edited(struct input *in)
{
	HistEvent event;
	int n = 0;
	const char *text = el_gets(in->edit, &n);

	(void)el_set(in->edit, EL_UNBUFFERED, 1);
	if (in->input_ended || (n == 1 && text != NULL && text[0] == CONTROL_D)) {
		erase_edited_line(in);
		(void)write_converted(in, in->partial, in->partial_len);
		(void)el_set(in->edit, EL_UNBUFFERED, 0);
		in->input_ended = true;
		return false;
	}
	if (text == NULL || n <= 0) /* the line is empty */
		return true;
	if (text[n - 1] != '\n' && text[n - 1] != '\r') {
		truncate_edited_line(in);
		return true;
	}
	partial_clear(in);
	if (n > 1) {
		char *entry = strndup(text, (size_t)n - 1);

		if (entry != NULL)
			(void)history(in->history, &event, H_ENTER, entry);
		free(entry);
	}
	in->line_handler(in->ctx, text, (size_t)n - 1);
	/* switching unbuffered mode off and on starts the next line */
	(void)el_set(in->edit, EL_UNBUFFERED, 0);
	(void)el_set(in->edit, EL_UNBUFFERED, 1);
	return true;
}

static void
finish_typed_line(struct input *in)
{
	if (in->typed_len > 0 && in->typed_line[in->typed_len - 1] == '\r')
		in->typed_len--;
	in->line_handler(in->ctx, in->typed_line, in->typed_len);
	memset(in->typed_line, 0, in->typed_len); /* the line may have been a password */
	in->typed_len = 0;
}

static bool
read_plain(struct input *in)
{
	char bytes[4096];
	ssize_t n = read(STDIN_FILENO, bytes, sizeof(bytes));

	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	if (n == 0) {
		if (in->typed_len > 0)
			finish_typed_line(in);
		return false;
	}
	for (ssize_t i = 0; i < n; i++) {
		if (bytes[i] == '\n') {
			if (in->terminal)
				partial_clear(in);
			finish_typed_line(in);
		} else if (in->typed_len < TYPED_LINE_MAX) {
			/* TYPED_LINE_MAX exceeds what the server accepts, so the server reports
			 * longer lines */
			in->typed_line[in->typed_len++] = bytes[i];
		}
	}
	memset(bytes, 0, sizeof(bytes));
	return true;
}

bool
input_read(struct input *in)
{
	return is_editing(in) ? read_edited(in) : read_plain(in);
}

/* ---- passwords ---- */

void
input_set_secret(struct input *in, bool on)
{
	struct termios quiet;

	if (!in->terminal || on == in->secret)
		return;
	if (on) {
		if (is_editing(in))
			(void)el_set(in->edit, EL_UNBUFFERED, 0);
		if (tcgetattr(STDIN_FILENO, &in->terminal_before) != 0)
			return;
		quiet = in->terminal_before;
		quiet.c_lflag &= ~(tcflag_t)ECHO;
		quiet.c_lflag |= ICANON;
		(void)tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
		in->secret = true;
		return;
	}
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &in->terminal_before);
	in->secret = false;
	if (in->edit == NULL)
		return;
	/* the prompt is already on the screen, and libedit draws it again */
	if (in->input_ended)
		return;
	(void)write_text("\r\033[K");
	(void)el_set(in->edit, EL_UNBUFFERED, 1);
}

void
input_set_prompt(struct input *in, const char *text)
{
	char kept[PARTIAL_MAX];
	size_t n = text_copy(kept, sizeof(kept), text);

	if (n == in->partial_len && memcmp(kept, in->partial, n) == 0)
		return;
	if (is_editing(in))
		erase_edited_line(in);
	partial_clear(in);
	partial_append(in, kept, n);
	if (is_editing(in))
		(void)el_set(in->edit, EL_REFRESH);
	else
		(void)write_converted(in, kept, n);
}

/* Handles a bound key: types its line, regardless of the line being edited. */
static unsigned char
on_bound_key(EditLine *edit, int ch)
{
	struct input *in = input_of(edit);

	(void)ch;
	if (in != NULL)
		in->line_handler(in->ctx, in->bound_line, strlen(in->bound_line));
	return CC_NORM;
}

void
input_bind(struct input *in, const char *keys, const char *text)
{
	if (in->edit == NULL)
		return;
	in->bound_line = text;
	(void)el_set(in->edit, EL_ADDFN, "gammon-bound", "types a line", on_bound_key);
	(void)el_set(in->edit, EL_BIND, keys, "gammon-bound", NULL);
}

void
input_insert(struct input *in, const char *text)
{
	if (is_editing(in) && text[0] != '\0') {
		(void)el_insertstr(in->edit, text);
		(void)el_set(in->edit, EL_REFRESH);
	}
}

size_t
input_typed_so_far(struct input *in, char *out, size_t size)
{
	const LineInfo *line = is_editing(in) ? el_line(in->edit) : NULL;
	size_t n = line != NULL ? (size_t)(line->lastchar - line->buffer) : 0;

	if (n >= size)
		n = 0;
	if (n > 0)
		memcpy(out, line->buffer, n);
	out[n] = '\0';
	return n;
}

void
input_resized(struct input *in)
{
	if (in->edit == NULL)
		return;
	if (is_editing(in))
		erase_edited_line(in);
	set_libedit_size(in);
	if (is_editing(in))
		(void)el_set(in->edit, EL_REFRESH);
}

/* ---- opening and closing ---- */

static bool
dumb_terminal(void)
{
	const char *term = getenv("TERM");

	return term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0;
}

/* Returns true if the locale names an encoding other than UTF-8.  In the C locale the encoding
 * is unknown, and the terminal probably uses UTF-8. */
static bool
encoding_is_not_utf8(void)
{
	const char *name = nl_langinfo(CODESET);

	return strcmp(name, "UTF-8") != 0 && strcmp(name, "ANSI_X3.4-1968") != 0;
}

struct input *
input_open(input_line_handler *line, void *ctx)
{
	struct input *in = calloc(1, sizeof(*in));

	if (in == NULL)
		return NULL;
	in->line_handler = line;
	in->ctx = ctx;
	in->terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
	in->converts_encoding = in->terminal && encoding_is_not_utf8();
	if (in->terminal && !dumb_terminal() && !open_libedit(in))
		input_close(&in);
	return in;
}

void
input_close(struct input **inp)
{
	struct input *in = *inp;

	*inp = NULL;
	if (in == NULL)
		return;
	input_set_secret(in, false);
	if (in->edit != NULL) {
		const LineInfo *line = el_line(in->edit);

		if (in->partial_len > 0 || (!in->input_ended && line->cursor > line->buffer))
			(void)write_text("\n");
		(void)el_set(in->edit, EL_UNBUFFERED, 0);
		el_end(in->edit);
	} else if (in->partial_len > 0) {
		(void)write_text("\n");
	}
	if (in->history != NULL)
		history_end(in->history);
	free(in);
}
