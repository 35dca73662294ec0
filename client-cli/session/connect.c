/* SPDX-License-Identifier: MIT */
/* The connection of a session: see connect.h. */
#include "connect.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/sbuf.h"

#include "client-cli/model/texts.h"

#include "imports.h"

#define TRIES_MAX 20u
#define WAIT_MOST_S 30

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
session_say(struct session *s, const char *text)
{
	model_log(&s->model, LOG_OWN, text);
}

void
session_end_save(struct session *s)
{
	char said[300];

	s->model.marks.saved = false;
	save_end(&s->files.save, said, sizeof(said));
	if (said[0] != '\0')
		session_say(s, said);
}

void
session_search_end(struct session *s)
{
	if (!s->searching)
		return;
	s->searching = false;
	s->view.search[0] = '\0';
	s->edit.prompt[0] = '\0';
	edit_clear(&s->edit);
}

void
session_ask(struct session *s, enum login login, const char *prompt)
{
	s->login = login;
	s->view.asks_name = login == LOGIN_NAME;
	session_search_end(s);
	edit_clear(&s->edit);
	s->completion.on = false;
	s->edit.secret = login == LOGIN_PASSWORD;
	(void)sbuf_copy(s->edit.prompt, sizeof(s->edit.prompt), prompt);
}

void
session_lost(struct session *s, const char *why)
{
	bool again = s->reconnects && !s->model.parted && s->name[0] != '\0' &&
		     (s->model.token[0] != '\0' || s->password[0] != '\0');
	unsigned wait_s = s->tries < 5 ? 1u << s->tries : WAIT_MOST_S;
	enum language l = s->model.asked.language;
	struct sbuf b;

	connection_close(&s->link);
	session_end_save(s);
	imports_cut(s);
	model_cut(&s->model);
	s->line_len = 0;
	s->login = LOGIN_AWAY;
	s->view.asks_name = false;
	form_wipe(&s->view.form);
	s->try_at_ms = 0;
	session_search_end(s);
	if (s->edit.secret)
		edit_clear(&s->edit);
	s->edit.secret = false;
	s->edit.prompt[0] = '\0';
	if (!again || s->tries >= TRIES_MAX) {
		s->ended = true;
		s->status = again || !s->model.parted ? 1 : 0;
		(void)sbuf_copy(s->state, sizeof(s->state), texts_in(l, why));
		return;
	}
	s->tries++;
	s->try_at_ms = session_now_ms() + (int64_t)wait_s * 1000;
	/* the time comes first, because the end of the text may be cut off */
	SBUF_ON(&b, s->state);
	texts_addf(&b, l, "Trying again in %u s: %s", wait_s, texts_in(l, why));
	session_say(s, s->state);
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
		session_say(s, error);
	s->login = LOGIN_BEGUN; /* the user is asked when the server prompts */
	s->later = false;
	s->state[0] = '\0';
	s->reconnect = (struct reconnect){ .wanted = true };
	return true;
}

void
session_send(struct session *s, const char *text)
{
	if (!session_connected(s)) {
		session_say(s, "Not connected; that was not sent.");
		return;
	}
	if (!imports_hold(s, text))
		session_send_now(s, text);
}

void
session_send_now(struct session *s, const char *text)
{
	if (connection_line(&s->link, text, strlen(text)) != 0)
		session_lost(s, "the connection failed");
}

void
session_send_requests(struct session *s)
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
