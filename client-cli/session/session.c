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
server_refuses_for_now(const char *line)
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
	bool token_asked = m->queries.token_requested;

	m->attention &= ~(unsigned)ATTENTION_INVITED;
	receive_line(m, s->partial_line, session_now_ms());
	if (token_asked && !m->queries.token_requested)
		session_log(s, s->reconnects
				   ? "There is a new token. gammon uses it to reconnect."
				   : "There is a new token. gammon does not reconnect (-n).");
	if (m->query_marks.export_complete)
		session_end_save(s);
	if (m->attention & ATTENTION_INVITED)
		session_log_note(s, m->inviter);
	m->attention |= before;
}

/* Returns true if the line belongs to a match that is being saved. */
static bool
take_saved_match_line(struct session *s)
{
	char said[300];
	bool taken = save_server_line(&s->files.save, s->partial_line, said, sizeof(said));

	if (said[0] != '\0')
		session_log(s, said);
	return taken;
}

static void
line_arrived(struct session *s)
{
	bool was_in = s->model.clip;

	s->partial_line[s->partial_line_len] = '\0';
	s->partial_line_len = 0;
	if (strcmp(s->partial_line, "login: ") == 0)
		return;
	if (s->login_stage == LOGIN_FORM_SENT) {
		form_line_arrived(&s->view.form, s->partial_line);
		return;
	}
	if (was_in && take_saved_match_line(s))
		return;
	if (was_in)
		imports_line_arrived(s);
	s->refused_for_now =
	    s->refused_for_now || (!was_in && s->login_stage != LOGIN_GUEST_TEXT &&
				      server_refuses_for_now(s->partial_line));
	if (was_in || s->login_stage == LOGIN_PASSWORD_SENT ||
	    s->login_stage == LOGIN_TOKEN_SENT)
		pass_line_to_model(s);
	else /* whatever the line looks like, it is not the answer to a login */
		model_log(&s->model,
		    strncmp(s->partial_line, "** ", 3) == 0 ? LOG_REFUSAL : LOG_SERVER,
		    s->partial_line);
	if (!was_in && s->model.clip) {
		if (s->n_tries > 0) /* the message of the day follows and may be long */
			(void)sbuf_copy(s->view.notice, sizeof(s->view.notice), "Reconnected.");
		s->n_tries = 0;
		session_set_login_stage(s, LOGIN_DONE, "");
	}
	/* the recovery code is requested late, to appear after the message of the day */
	if (s->model.token[0] != '\0' && !query_language_awaited(&s->model) &&
	    s->model.outbox.len == 0) {
		login_ask_recovery_code(s);
		login_wipe_password(s);
	}
}

/* Handles a prompt: text without a newline. */
static void
prompt_arrived(struct session *s)
{
	s->partial_line[s->partial_line_len] = '\0';
	if (s->login_stage == LOGIN_FORM_SENT) {
		register_prompt_arrived(s);
	} else if (s->login_stage == LOGIN_GUEST_TEXT) {
		(void)text_copy(s->edit.prompt, sizeof(s->edit.prompt), s->partial_line);
		s->edit.secret = s->link.telnet.echo;
	} else if (!s->model.clip && strcmp(s->partial_line, "login: ") == 0 &&
		   (s->login_stage == LOGIN_CONNECTED ||
		       s->login_stage == LOGIN_PASSWORD_SENT ||
		       s->login_stage == LOGIN_TOKEN_SENT)) {
		s->partial_line_len = 0;
		login_prompt_arrived(s);
	}
}

static void
bytes_arrived(struct session *s, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '\n')
			line_arrived(s);
		else if (text[i] != '\r' && text[i] != '\a' &&
			 s->partial_line_len + 1 < sizeof(s->partial_line))
			s->partial_line[s->partial_line_len++] =
			    text[i] == '\t' ? ' ' : text[i];
	}
}

void
session_read(struct session *s)
{
	char text[CONNECTION_READ_TEXT_MAX];
	char unused[CONNECTION_READ_TEXT_MAX + RECONNECT_LINE_MAX];
	size_t len;

	for (unsigned i = 0; i < READS_MAX && session_connected(s); i++) {
		long n = connection_read(&s->link, text);

		if (n < 0) {
			session_connection_lost(s, s->model.farewell_received
						       ? "the server closed the connection"
						       : "the connection was lost");
			return;
		}
		if (n == 0)
			break;
		bytes_arrived(s, text, (size_t)n);
		if ((s->login_stage == LOGIN_GUEST_TEXT || s->login_stage == LOGIN_FORM_SENT) &&
		    reconnect_receive(&s->reconnect, text, (size_t)n, unused, &len) ==
			RECONNECT_REQUEST_TOKEN) {
			login_registered(s);
			return;
		}
	}
	prompt_arrived(s);
}

void
session_run_due(struct session *s)
{
	char error[CONNECTION_ERROR_MAX];

	if (s->login_stage == LOGIN_OFFLINE && s->retry_at_ms != 0 &&
	    session_now_ms() >= s->retry_at_ms && !session_connect(s, error, sizeof(error)))
		session_connection_lost(s, error);
	session_send_outbox(s);
	imports_send_lines(s);
	if (session_connected(s) &&
	    (connection_queue_size(&s->link) != 0 || connection_send(&s->link) != 0))
		session_connection_lost(s, "the connection failed");
}

int
session_wait_ms(const struct session *s)
{
	int64_t left;

	if (s->login_stage != LOGIN_OFFLINE || s->retry_at_ms == 0)
		return -1;
	left = s->retry_at_ms - session_now_ms();
	return left > 0 ? (int)left : 0;
}

bool
session_begin(struct session *s, char *error, size_t size)
{
	s->move_space = malloc(sizeof(*s->move_space));
	s->link.fd = -1;
	if (s->move_space == NULL || !model_open(&s->model)) {
		(void)snprintf(error, size, "out of memory");
		return false;
	}
	s->draft.picked_point = NO_PLACE;
	s->model.highlight_words = s->config->highlight_words;
	s->model.queries.language = (enum language)s->config->language;
	if (s->replay_file != NULL)
		return session_begin_replay(s, s->replay_file, error, size);
	return session_connect(s, error, size);
}

void
session_end(struct session *s)
{
	login_wipe_password(s);
	register_end(s);
	sodium_memzero(s->model.token, sizeof(s->model.token));
	sodium_memzero(s->partial_line, sizeof(s->partial_line));
	connection_close(&s->link);
	session_end_save(s);
	import_end(&s->files.import);
	replay_close(&s->replay);
	model_close(&s->model);
	edit_close(&s->edit);
	notes_free(&s->notes);
	notes_free(&s->aliases);
	free(s->move_space);
}
