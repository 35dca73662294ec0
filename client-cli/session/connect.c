/* SPDX-License-Identifier: MIT */
/* The connection of a session: see connect.h. */
#include "connect.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/sbuf.h"

#include "client-cli/model/texts.h"

#include "imports.h"

#define RECONNECT_TRIES_MAX 20u
#define RETRY_WAIT_MAX_S 30

int64_t
session_now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool
session_connected(const struct session *s)
{
	return s->link.fd >= 0;
}

void
session_log(struct session *s, const char *text)
{
	model_log(&s->model, LOG_CLIENT, text);
}

void
session_end_save(struct session *s)
{
	char said[300];

	s->model.query_marks.export_complete = false;
	save_end(&s->files.save, said, sizeof(said));
	if (said[0] != '\0')
		session_log(s, said);
}

void
session_end_search(struct session *s)
{
	if (!s->searching)
		return;
	s->searching = false;
	s->view.search_words[0] = '\0';
	s->edit.prompt[0] = '\0';
	edit_clear(&s->edit);
}

void
session_set_login_stage(struct session *s, enum login_stage login, const char *prompt)
{
	s->login_stage = login;
	s->view.asks_login_name = login == LOGIN_NAME;
	session_end_search(s);
	edit_clear(&s->edit);
	s->completion.on = false;
	s->edit.secret = login == LOGIN_PASSWORD;
	(void)sbuf_copy(s->edit.prompt, sizeof(s->edit.prompt), prompt);
}

void
session_connection_lost(struct session *s, const char *why)
{
	bool again = s->reconnects && !s->model.farewell_received && s->login_name[0] != '\0' &&
		     (s->model.token[0] != '\0' || s->password[0] != '\0');
	unsigned wait_s = s->n_tries < 5 ? 1u << s->n_tries : RETRY_WAIT_MAX_S;
	enum language l = s->model.queries.language;
	struct sbuf b;

	connection_close(&s->link);
	session_end_save(s);
	imports_connection_lost(s);
	model_connection_lost(&s->model);
	s->partial_line_len = 0;
	s->login_stage = LOGIN_OFFLINE;
	s->view.asks_login_name = false;
	form_wipe(&s->view.form);
	s->retry_at_ms = 0;
	session_end_search(s);
	if (s->edit.secret)
		edit_clear(&s->edit);
	s->edit.secret = false;
	s->edit.prompt[0] = '\0';
	if (!again || s->n_tries >= RECONNECT_TRIES_MAX) {
		s->ended = true;
		s->exit_status = again || !s->model.farewell_received ? 1 : 0;
		(void)sbuf_copy(
		    s->connection_state, sizeof(s->connection_state), texts_translate(l, why));
		return;
	}
	s->n_tries++;
	s->retry_at_ms = session_now_ms() + (int64_t)wait_s * 1000;
	/* the time comes first, because the end of the text may be cut off */
	SBUF_INIT(&b, s->connection_state);
	texts_addf(&b, l, "Trying again in %u s: %s", wait_s, texts_translate(l, why));
	session_log(s, s->connection_state);
}

bool
session_connect(struct session *s, char *error, size_t size)
{
	sigset_t stops, before;
	int failed;

	/* connecting may take a long time; signals can end the program meanwhile */
	(void)sigemptyset(&stops);
	(void)sigaddset(&stops, SIGINT);
	(void)sigaddset(&stops, SIGTERM);
	(void)sigaddset(&stops, SIGHUP);
	(void)sigaddset(&stops, SIGQUIT);
	(void)sigprocmask(SIG_UNBLOCK, &stops, &before);
	failed =
	    connection_open(&s->link, s->host, s->port, s->tls ? &s->trust : NULL, error, size);
	s->trust.cannot_ask = true;
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	if (failed != 0)
		return false;
	if (error[0] != '\0')
		session_log(s, error);
	s->login_stage = LOGIN_CONNECTED; /* the user is asked when the server prompts */
	s->refused_for_now = false;
	s->connection_state[0] = '\0';
	s->reconnect = (struct reconnect){ .enabled = true };
	return true;
}

void
session_send(struct session *s, const char *text)
{
	if (!session_connected(s)) {
		session_log(s, "Not connected; that was not sent.");
		return;
	}
	if (!imports_hold_line(s, text))
		session_send_now(s, text);
}

void
session_send_now(struct session *s, const char *text)
{
	if (connection_queue_line(&s->link, text, strlen(text)) != 0)
		session_connection_lost(s, "the connection failed");
}

void
session_send_outbox(struct session *s)
{
	char *at = s->model.outbox.text;
	char *end = at + s->model.outbox.len;

	for (char *stop; at < end; at = stop + 1) {
		stop = memchr(at, '\n', (size_t)(end - at));
		*stop = '\0';
		if (session_connected(s))
			session_send(s, at);
	}
	s->model.outbox.len = 0;
}
