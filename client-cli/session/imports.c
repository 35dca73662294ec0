/* SPDX-License-Identifier: MIT */
/* See imports.h.  Lines typed while the server reads a file wait in `held_lines`. */
#include "imports.h"

#include <string.h>

#include "base/sbuf.h"

#include "client-cli/model/texts.h"

#include "connect.h"

#define PENDING_OUT_MAX 65536u /* no more lines are sent while this many bytes are pending */

static void
log_progress(struct session *s, bool begins)
{
	const struct import *im = &s->files.import;
	char line[400];
	struct sbuf b;

	SBUF_INIT(&b, line);
	texts_addf(&b, s->model.queries.language,
	    begins ? "%s is being imported." : "%s: not imported", im->paths[im->at - 1]);
	session_log(s, line);
}

/* Sends the lines that were held. */
static void
send_held_lines(struct session *s)
{
	char *at = s->files.held_lines;

	s->files.held_lines_len = 0;
	for (char *stop; at[0] != '\0'; at = stop + 1) {
		stop = strchr(at, '\n');
		*stop = '\0';
		session_send(s, at);
	}
	s->files.held_lines[0] = '\0';
}

static void
stop_import(struct session *s)
{
	import_end(&s->files.import);
	if (session_connected(s))
		send_held_lines(s);
}

static void
begin_next_file(struct session *s)
{
	struct import *im = &s->files.import;
	char why[400];
	bool more = import_open_next_file(im, why, sizeof(why));

	if (why[0] != '\0')
		session_log(s, why);
	if (!more) {
		stop_import(s);
		return;
	}
	log_progress(s, true);
	im->state = IMPORT_OFF; /* so that the command itself is not held */
	session_send(s, im->archive ? "import archive" : "import");
	im->state = IMPORT_REQUESTED;
}

/* Ends the import with a dot, because the server may be reading lines.  If it is not, it
 * answers the dot as an unknown command. */
static void
cancel_import(struct session *s)
{
	log_progress(s, false);
	if (s->files.import.state != IMPORT_AWAITING_RESULT)
		session_send_now(s, ".");
	stop_import(s);
}

void
imports_typed(struct session *s, const char *words)
{
	char why[400];

	if (words[0] == '\0' && s->files.import.n > 0)
		cancel_import(s);
	else if (words[0] == '\0')
		session_log(s, "/import FILE or FOLDER imports matches (.mat, .txt, .sgf).");
	else if (s->login_stage != LOGIN_DONE)
		session_log(s, session_connected(s)
				   ? "You are not logged in yet; that was not sent."
				   : "Not connected; that was not sent.");
	else if (s->files.import.n > 0)
		session_log(
		    s, "Other files are still being imported. /import alone stops that.");
	else if (!import_begin(&s->files.import, words, why, sizeof(why)))
		session_log(s, why);
	else
		begin_next_file(s);
}

void
imports_line_arrived(struct session *s)
{
	switch (import_classify_line(&s->files.import, s->partial_line)) {
	case IMPORT_SEND_FILE:
		s->files.import.state = IMPORT_SENDING;
		break;
	case IMPORT_FILE_DONE:
		send_held_lines(s);
		begin_next_file(s);
		break;
	case IMPORT_IMPOSSIBLE:
		log_progress(s, false);
		stop_import(s);
		break;
	case IMPORT_MAYBE_IMPOSSIBLE:
		cancel_import(s);
		break;
	case IMPORT_LINE_IRRELEVANT:
		break;
	}
}

void
imports_send_lines(struct session *s)
{
	char line[IMPORT_LINE_MAX];

	while (s->files.import.state == IMPORT_SENDING && session_connected(s) &&
	       s->link.out_len < PENDING_OUT_MAX) {
		if (!import_next_line(&s->files.import, line))
			s->files.import.state = IMPORT_AWAITING_RESULT;
		session_send_now(s, line);
	}
}

bool
imports_hold_line(struct session *s, const char *text)
{
	struct sbuf b;

	if (s->files.import.state != IMPORT_REQUESTED &&
	    s->files.import.state != IMPORT_SENDING)
		return false;
	sbuf_init(&b, s->files.held_lines + s->files.held_lines_len,
	    sizeof(s->files.held_lines) - s->files.held_lines_len);
	sbuf_addf(&b, "%s\n", text);
	if (sbuf_ok(&b)) {
		s->files.held_lines_len += b.len;
	} else {
		s->files.held_lines[s->files.held_lines_len] = '\0';
		session_log(s, "A file is being imported; that was not sent.");
	}
	return true;
}

void
imports_connection_lost(struct session *s)
{
	if (s->files.import.n > 0)
		log_progress(s, false);
	import_end(&s->files.import);
	s->files.held_lines_len = 0;
	s->files.held_lines[0] = '\0';
}
