/* SPDX-License-Identifier: MIT */
/* Parses lines from the server: see fibsline.h.  Linear in the line.  Blanks may be doubled,
 * and fields may be missing at the end.  A line that cannot be parsed, or has a blank before
 * its number (such as a row of a list), is plain text. */
#include "fibsline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"

#include "sentence.h"
#include "text.h"
#include "texts.h"

#define TIME_MAX_S 10000000 /* larger times are clamped */

static const char *
skip_blanks(const char *at)
{
	while (*at == ' ')
		at++;
	return at;
}

/* Copies the next word ("" if there is none).  Returns the rest of the line. */
static const char *
take_word(const char *at, char *out, size_t size)
{
	size_t n;

	at = skip_blanks(at);
	n = strcspn(at, " ");
	(void)text_copy_part(out, size, at, n);
	return skip_blanks(at + n);
}

/* The server's text in lines that quote a user.  In CLIP mode most such lines have numbers.
 */
static const char *const QUOTE_PATTERNS[] = {
	"%n is away: ",
	"  %n is away: ",
	"%n says: ",
	"%n shouts: ",
	"%n whispers: ",
	"%n kibitzes: ",
	"%n alerts you: ",
	"%n left a message (",
	"  %n said for the dice: ",
	"** You tell %n: ",
	"You say to yourself: ",
	"You shout: ",
	"You whisper: ",
	"You kibitz: ",
	"Message delivered: ",
	"Message saved: ",
	"** Announcement: ",
};

static bool
quotes_user(const char *line)
{
	struct sentence s;

	for (unsigned i = 0; i < ARRAY_LEN(QUOTE_PATTERNS); i++)
		if (sentence_read_start(QUOTE_PATTERNS[i], line, &s) != NULL)
			return true;
	return false;
}

static bool
kind_has_name(enum fibs_line_kind kind)
{
	return kind != FIBS_MOTD_BEGIN && kind != FIBS_MOTD_END && kind != FIBS_WHO_END &&
	       kind != FIBS_YOU_SHOUT && kind != FIBS_YOU_WHISPER && kind != FIBS_YOU_KIBITZ;
}

/* True if lines of this kind consist only of their number. */
static bool
kind_has_no_text(enum fibs_line_kind kind)
{
	return kind == FIBS_MOTD_BEGIN || kind == FIBS_MOTD_END || kind == FIBS_WHO_END;
}

void
fibs_read_line(const char *line, bool clip, struct fibs_line *out)
{
	unsigned number = 0;
	const char *at;

	*out = (struct fibs_line){ .kind = FIBS_TEXT, .text = line };
	if (strncmp(line, "board:", 6) == 0)
		out->kind = FIBS_BOARD;
	else if (strncmp(line, "board+:", 7) == 0)
		out->kind = FIBS_BOARD_EXTRA;
	else if (quotes_user(line))
		out->kind = FIBS_QUOTED_TEXT;
	if (!clip || out->kind != FIBS_TEXT)
		return;
	for (at = line; *at >= '0' && *at <= '9' && number < 100; at++)
		number = number * 10 + (unsigned)(*at - '0');
	if (number < FIBS_WELCOME || number > FIBS_ALERTS || (*at != ' ' && *at != '\0') ||
	    (kind_has_no_text((enum fibs_line_kind)number) && *at != '\0'))
		return;
	out->kind = (enum fibs_line_kind)number;
	out->text = skip_blanks(at);
	if (kind_has_name(out->kind))
		out->text = take_word(out->text, out->name, sizeof(out->name));
}

bool
fibs_read_who(const struct fibs_line *line, struct fibs_who *out)
{
	enum {
		WHO_OPPONENT,
		WHO_WATCHING,
		WHO_READY,
		WHO_AWAY,
		WHO_RATING,
		WHO_EXPERIENCE,
		WHO_IDLE,
		WHO_FIELDS_NEEDED,
		WHO_LOGIN = WHO_FIELDS_NEEDED,
		WHO_HOST,
		WHO_FIELDS_READ
	};
	char field[WHO_FIELDS_READ][32];
	const char *at = line->text;

	for (unsigned i = 0; i < WHO_FIELDS_READ; i++) {
		at = take_word(at, field[i], sizeof(field[i]));
		if (i < WHO_FIELDS_NEEDED && field[i][0] == '\0')
			return false;
	}
	memset(out, 0, sizeof(*out));
	(void)sbuf_copy(out->name, sizeof(out->name), line->name);
	if (strcmp(field[WHO_OPPONENT], "-") != 0)
		(void)text_copy(out->opponent, sizeof(out->opponent), field[WHO_OPPONENT]);
	if (strcmp(field[WHO_WATCHING], "-") != 0)
		(void)text_copy(out->watching, sizeof(out->watching), field[WHO_WATCHING]);
	out->ready = field[WHO_READY][0] == '1';
	out->away = field[WHO_AWAY][0] == '1';
	out->bot = strcmp(field[WHO_HOST], "bot") == 0; /* only bots have this host name */
	out->rating = strtod(field[WHO_RATING], NULL);
	out->experience = (unsigned)strtoul(field[WHO_EXPERIENCE], NULL, 10);
	out->idle_s = (unsigned)strtoul(field[WHO_IDLE], NULL, 10);
	return line->name[0] != '\0';
}

void
fibs_readable_text(const struct fibs_line *line, enum language l, char *out, size_t size)
{
	static const char *const FORM[] = {
		[FIBS_MESSAGE_DELIVERED] = "Your message to %s was delivered.",
		[FIBS_MESSAGE_SAVED] = "Your message to %s was saved.",
		[FIBS_SAYS] = "%s says: %s",
		[FIBS_SHOUTS] = "%s shouts: %s",
		[FIBS_WHISPERS] = "%s whispers: %s",
		[FIBS_KIBITZES] = "%s kibitzes: %s",
		[FIBS_YOU_SAY] = "You tell %s: %s",
		[FIBS_YOU_SHOUT] = "%sYou shout: %s",
		[FIBS_YOU_WHISPER] = "%sYou whisper: %s",
		[FIBS_YOU_KIBITZ] = "%sYou kibitz: %s",
		[FIBS_ALERTS] = "%s alerts you: %s",
	};
	const char *form = line->kind < ARRAY_LEN(FORM) ? FORM[line->kind] : NULL;
	char when[32];

	if (line->kind == FIBS_MESSAGE)
		form = "%s left a message: %s";
	if (form == NULL) {
		(void)snprintf(out, size, "%s", line->text);
	} else {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		(void)snprintf(out, size, texts_translate(l, form), line->name,
		    line->kind == FIBS_MESSAGE ? take_word(line->text, when, sizeof(when))
					       : line->text);
#pragma GCC diagnostic pop
	}
}

int64_t
fibs_parse_time_ms(const char *text)
{
	int64_t s = 0;

	for (const char *at = text; *at != '\0'; at += *at == ':') {
		char *end;
		long n = strtol(at, &end, 10);

		s = s * 60 + (n < 0 ? 0 : n > TIME_MAX_S ? TIME_MAX_S : n);
		if (s > TIME_MAX_S)
			s = TIME_MAX_S;
		if (end == at)
			break;
		at = end;
	}
	return s * 1000;
}
