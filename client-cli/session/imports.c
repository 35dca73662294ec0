/* SPDX-License-Identifier: MIT */
/* See imports.h.  Lines typed while the server reads a file wait in `held`. */
#include "imports.h"

#include <string.h>

#include "base/sbuf.h"

#include "client-cli/model/texts.h"

#include "connect.h"

#define OUT_MOST 65536u /* no more lines are sent while this many bytes are pending */

static void
say_file(struct session *s, bool begins)
{
	const struct import *im = &s->files.import;
	char line[400];
	struct sbuf b;

	SBUF_ON(&b, line);
	texts_addf(&b, s->model.asked.language,
	    begins ? "%s is being imported." : "%s: not imported", im->path[im->at - 1]);
	session_say(s, line);
}

/* Sends the lines that were held. */
static void
release(struct session *s)
{
	char *at = s->files.held;

	s->files.held_len = 0;
	for (char *stop; at[0] != '\0'; at = stop + 1) {
		stop = strchr(at, '\n');
		*stop = '\0';
		session_send(s, at);
	}
	s->files.held[0] = '\0';
}

static void
stop(struct session *s)
{
	import_end(&s->files.import);
	if (session_connected(s))
		release(s);
}

static void
next_file(struct session *s)
{
	struct import *im = &s->files.import;
	char why[400];
	bool more = import_open(im, why, sizeof(why));

	if (why[0] != '\0')
		session_say(s, why);
	if (!more) {
		stop(s);
		return;
	}
	say_file(s, true);
	im->state = IMPORT_OFF; /* so that the command itself is not held */
	session_send(s, im->archive ? "import archive" : "import");
	im->state = IMPORT_ASKED;
}

/* Ends the import with a dot, because the server may be reading lines.  If it is not, it
 * answers the dot as an unknown command. */
static void
cancel(struct session *s)
{
	say_file(s, false);
	if (s->files.import.state != IMPORT_ANSWERED)
		session_send_now(s, ".");
	stop(s);
}

void
imports_typed(struct session *s, const char *words)
{
	char why[400];

	if (words[0] == '\0' && s->files.import.n > 0)
		cancel(s);
	else if (words[0] == '\0')
		session_say(s, "/import FILE or FOLDER imports matches (.mat, .txt, .sgf).");
	else if (s->login != LOGIN_IN)
		session_say(s, session_connected(s)
				   ? "You are not logged in yet; that was not sent."
				   : "Not connected; that was not sent.");
	else if (s->files.import.n > 0)
		session_say(
		    s, "Other files are still being imported. /import alone stops that.");
	else if (!import_begin(&s->files.import, words, why, sizeof(why)))
		session_say(s, why);
	else
		next_file(s);
}

void
imports_heard(struct session *s)
{
	switch (import_heard(&s->files.import, s->line)) {
	case IMPORT_GO:
		s->files.import.state = IMPORT_SENDING;
		break;
	case IMPORT_DONE:
		release(s);
		next_file(s);
		break;
	case IMPORT_STOP:
		say_file(s, false);
		stop(s);
		break;
	case IMPORT_DOUBT:
		cancel(s);
		break;
	case IMPORT_NONE:
		break;
	}
}

void
imports_go_on(struct session *s)
{
	char line[IMPORT_LINE_MAX];

	while (s->files.import.state == IMPORT_SENDING && session_connected(s) &&
	       s->link.out_len < OUT_MOST) {
		if (!import_next(&s->files.import, line))
			s->files.import.state = IMPORT_ANSWERED;
		session_send_now(s, line);
	}
}

bool
imports_hold(struct session *s, const char *text)
{
	struct sbuf b;

	if (s->files.import.state != IMPORT_ASKED && s->files.import.state != IMPORT_SENDING)
		return false;
	sbuf_init(
	    &b, s->files.held + s->files.held_len, sizeof(s->files.held) - s->files.held_len);
	sbuf_addf(&b, "%s\n", text);
	if (sbuf_ok(&b)) {
		s->files.held_len += b.len;
	} else {
		s->files.held[s->files.held_len] = '\0';
		session_say(s, "A file is being imported; that was not sent.");
	}
	return true;
}

void
imports_cut(struct session *s)
{
	if (s->files.import.n > 0)
		say_file(s, false);
	import_end(&s->files.import);
	s->files.held_len = 0;
	s->files.held[0] = '\0';
}
