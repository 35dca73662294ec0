/* SPDX-License-Identifier: MIT */
/* Parses one line of a FIBS server: the numbered lines of client programs (CLIP), boards, and
 * everything else as plain text.  Lines that quote a user are marked, so that their text is
 * never taken for the server's.  Pure. */
#ifndef CLIENT_FIBSLINE_H
#define CLIENT_FIBSLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "proto/msg.h"

#include "position.h"

enum fibs_line_kind { /* the first values are the numbers of CLIP */
	FIBS_TEXT,
	FIBS_WELCOME,
	FIBS_OWN_INFO,
	FIBS_MOTD_BEGIN,
	FIBS_MOTD_END,
	FIBS_WHO,
	FIBS_WHO_END,
	FIBS_LOGIN,
	FIBS_LOGOUT,
	FIBS_MESSAGE,
	FIBS_MESSAGE_DELIVERED,
	FIBS_MESSAGE_SAVED,
	FIBS_SAYS,
	FIBS_SHOUTS,
	FIBS_WHISPERS,
	FIBS_KIBITZES,
	FIBS_YOU_SAY,
	FIBS_YOU_SHOUT,
	FIBS_YOU_WHISPER,
	FIBS_YOU_KIBITZ,
	FIBS_ALERTS,
	FIBS_BOARD,
	FIBS_BOARD_EXTRA,
	FIBS_QUOTED_TEXT, /* an unnumbered line in which a user's text follows the server's */
};

struct fibs_line {
	enum fibs_line_kind kind;
	char name[NAME_MAX_LETTERS + 1]; /* subject or sender, if there is one */
	const char
	    *text; /* the text after number and name; the whole line if it has no number */
};

/* Parses a line.  clip: numbers have their CLIP meaning.  out->text points into the line. */
void fibs_read_line(const char *line, bool clip, struct fibs_line *out);

/* A row of the who list. */
struct fibs_who {
	char name[NAME_MAX_LETTERS + 1];
	char opponent[NAME_MAX_LETTERS + 1]; /* "" if none */
	char watching[NAME_MAX_LETTERS + 1];
	bool ready, away;
	bool bot; /* one of gammond's bots */
	double rating;
	unsigned experience;
	unsigned idle_s;
};

/* Parses the text after the number and name of a FIBS_WHO line.  Returns false if a field is
 * missing. */
MUST_USE bool fibs_read_who(const struct fibs_line *line, struct fibs_who *out);

/* Writes the line as shown to the user: "bob says: hello".  Truncated to the size of out. */
void fibs_readable_text(
    const struct fibs_line *line, enum language language, char *out, size_t size);

/* Returns the milliseconds of a time such as "12:34", "1:02:03" or "45 seconds"; 0 for a text
 * without a number. */
int64_t fibs_parse_time_ms(const char *text);

#endif
