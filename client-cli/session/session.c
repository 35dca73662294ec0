/* SPDX-License-Identifier: MIT */
/* A session on a server: see session.h.  Reads lines from the server and sends what the model
 * requests. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"

#include "client-cli/model/query.h"
#include "client-cli/model/receive.h"

#include "connect.h"
#include "imports.h"
#include "login.h"
#include "notes_aliases.h"
#include "register.h"
#include "replays.h"

#define READS_MAX 32u /* reads of CONNECTION_READ_BYTES before the screen is drawn again */

static bool
is_login_delay(const char *line)
{
	return strncmp(line, "** Too many", 11) == 0 ||
	       strncmp(line, "** Sorry, the server has no room", 32) == 0 ||
	       strncmp(line, "** The server is full.", 22) == 0;
}

/* Passes the line to the model.  After an invitation, shows the user's note on the inviter. */
static void
pass_line_to_model(struct session *s)
{
	struct model *m = &s->model;
	unsigned before = m->attention;
	bool token_asked = m->asked.token;

	m->attention &= ~(unsigned)ATTENTION_INVITED;
	receive_line(m, s->line, session_now_ms());
	if (token_asked && !m->asked.token)
		session_say(s, s->reconnects
				   ? "There is a new token. gammon uses it to reconnect."
				   : "There is a new token. gammon does not reconnect (-n).");
	if (m->marks.saved)
		session_end_save(s);
	if (m->attention & ATTENTION_INVITED)
		session_say_note(s, m->inviter);
	m->attention |= before;
}

/* Returns true if the line belongs to a match that is being saved. */
static bool
is_saved_match_line(struct session *s)
{
	char said[300];
	bool taken = save_line(&s->files.save, s->line, said, sizeof(said));

	if (said[0] != '\0')
		session_say(s, said);
	return taken;
}

static void
line_arrived(struct session *s)
{
	bool was_in = s->model.clip;

	s->line[s->line_len] = '\0';
	s->line_len = 0;
	if (strcmp(s->line, "login: ") == 0)
		return;
	if (s->login == LOGIN_FORM_SENT) {
		form_server_line(&s->view.form, s->line);
		return;
	}
	if (was_in && is_saved_match_line(s))
		return;
	if (was_in)
		imports_heard(s);
	s->later = s->later || (!was_in && s->login != LOGIN_TEXT && is_login_delay(s->line));
	if (was_in || s->login == LOGIN_SENT || s->login == LOGIN_TOKEN)
		pass_line_to_model(s);
	else /* whatever the line looks like, it is not the answer to a login */
		model_log(&s->model, strncmp(s->line, "** ", 3) == 0 ? LOG_ERROR : LOG_SERVER,
		    s->line);
	if (!was_in && s->model.clip) {
		if (s->tries > 0) /* the message of the day follows and may be long */
			(void)sbuf_copy(s->view.notice, sizeof(s->view.notice), "Reconnected.");
		s->tries = 0;
		session_ask(s, LOGIN_IN, "");
	}
	/* the recovery code is requested late, to appear after the message of the day */
	if (s->model.token[0] != '\0' && !query_language_due(&s->model) &&
	    s->model.outbox.len == 0) {
		login_ask_recovery_code(s);
		login_wipe_password(s);
	}
}

/* Handles a prompt: text without a newline. */
static void
prompt_arrived(struct session *s)
{
	s->line[s->line_len] = '\0';
	if (s->login == LOGIN_FORM_SENT) {
		register_prompted(s);
	} else if (s->login == LOGIN_TEXT) {
		(void)text_copy(s->edit.prompt, sizeof(s->edit.prompt), s->line);
		s->edit.secret = s->link.telnet.echo;
	} else if (!s->model.clip && strcmp(s->line, "login: ") == 0 &&
		   (s->login == LOGIN_BEGUN || s->login == LOGIN_SENT ||
		       s->login == LOGIN_TOKEN)) {
		s->line_len = 0;
		login_prompted(s);
	}
}

static void
bytes_arrived(struct session *s, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '\n')
			line_arrived(s);
		else if (text[i] != '\r' && text[i] != '\a' &&
			 s->line_len + 1 < sizeof(s->line))
			s->line[s->line_len++] = text[i] == '\t' ? ' ' : text[i];
	}
}

void
session_read(struct session *s)
{
	char text[CONNECTION_READ_MAX];
	char unused[CONNECTION_READ_MAX + RECONNECT_LINE_MAX];
	size_t len;

	for (unsigned i = 0; i < READS_MAX && session_connected(s); i++) {
		long n = connection_read(&s->link, text);

		if (n < 0) {
			session_lost(s, s->model.parted ? "the server closed the connection"
							: "the connection was lost");
			return;
		}
		if (n == 0)
			break;
		bytes_arrived(s, text, (size_t)n);
		if ((s->login == LOGIN_TEXT || s->login == LOGIN_FORM_SENT) &&
		    reconnect_receive(&s->reconnect, text, (size_t)n, unused, &len) ==
			RECONNECT_REQUEST_TOKEN) {
			login_registered(s);
			return;
		}
	}
	prompt_arrived(s);
}

void
session_go_on(struct session *s)
{
	char error[CONNECTION_TEXT_MAX];

	if (s->login == LOGIN_AWAY && s->try_at_ms != 0 && session_now_ms() >= s->try_at_ms &&
	    !session_connect(s, error, sizeof(error)))
		session_lost(s, error);
	session_send_requests(s);
	imports_go_on(s);
	if (session_connected(s) &&
	    (connection_window(&s->link) != 0 || connection_send(&s->link) != 0))
		session_lost(s, "the connection failed");
}

int
session_wait_ms(const struct session *s)
{
	int64_t left;

	if (s->login != LOGIN_AWAY || s->try_at_ms == 0)
		return -1;
	left = s->try_at_ms - session_now_ms();
	return left > 0 ? (int)left : 0;
}

bool
session_begin(struct session *s, char *error, size_t size)
{
	s->space = malloc(sizeof(*s->space));
	s->link.fd = -1;
	if (s->space == NULL || !model_open(&s->model)) {
		(void)snprintf(error, size, "out of memory");
		return false;
	}
	s->draft.picked = NO_PLACE;
	s->model.highlight = s->config->highlight;
	s->model.asked.language = (enum language)s->config->language;
	if (s->replay_only != NULL)
		return session_begin_replay(s, s->replay_only, error, size);
	return session_connect(s, error, size);
}

void
session_end(struct session *s)
{
	login_wipe_password(s);
	register_end(s);
	sodium_memzero(s->model.token, sizeof(s->model.token));
	sodium_memzero(s->line, sizeof(s->line));
	connection_close(&s->link);
	session_end_save(s);
	import_end(&s->files.import);
	replay_close(&s->replay);
	model_close(&s->model);
	edit_close(&s->edit);
	notes_free(&s->notes);
	notes_free(&s->aliases);
	free(s->space);
}
