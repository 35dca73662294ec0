/* SPDX-License-Identifier: MIT */
/* Logging in: see login.h.  Passwords are wiped as soon as they are not needed. */
#include "login.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"

#include "client-cli/files/secret.h"

#include "connect.h"

static void
ask_name(struct session *s)
{
	session_set_login_stage(s, LOGIN_NAME, "Your name, or guest to register: ");
}

void
login_wipe_password(struct session *s)
{
	sodium_memzero(s->password, sizeof(s->password));
}

static void
send_login(struct session *s, const char *word, enum login_stage login)
{
	char text[300];

	if (login == LOGIN_PASSWORD_SENT)
		sodium_memzero(s->model.token, sizeof(s->model.token));
	(void)snprintf(text, sizeof(text), "login gammon 1008 %s %s", s->login_name, word);
	s->partial_line_len = 0;
	if (connection_queue_line(&s->link, text, strlen(text)) != 0)
		s->ended = true;
	sodium_memzero(text, sizeof(text));
	session_set_login_stage(s, login, "");
}

/* Logs in.  Stored secrets are sent only to a known server; on any other server the user must
 * type them. */
static void
log_in(struct session *s)
{
	bool known = !s->link.first_contact;

	if (known && s->model.token[0] != '\0') {
		char word[TOKEN_DIGITS + 8];

		(void)snprintf(word, sizeof(word), "token:%s", s->model.token);
		send_login(s, word, LOGIN_TOKEN_SENT);
		sodium_memzero(word, sizeof(word));
	} else if (s->login_name[0] == '\0') {
		ask_name(s);
	} else if (known && (s->password[0] != '\0' ||
				secret_fetch(s->password_command, s->password_file, s->password,
				    sizeof(s->password)))) {
		send_login(s, s->password, LOGIN_PASSWORD_SENT);
	} else {
		session_set_login_stage(s, LOGIN_PASSWORD, "Password: ");
	}
}

void
login_prompt_arrived(struct session *s)
{
	if (s->refused_for_now) {
		session_connection_lost(s, "the server is full");
		return;
	}
	if (s->login_stage == LOGIN_TOKEN_SENT) {
		sodium_memzero(s->model.token, sizeof(s->model.token));
		session_log(s, "The server asks for your name and password.");
	} else if (s->login_stage == LOGIN_PASSWORD_SENT) {
		session_log(s, "Wrong name or password.");
		session_log(s, "The server may delay its next answer, to slow down guessing.");
		s->password_command = s->password_file = "";
		login_wipe_password(s);
		ask_name(s);
		return;
	}
	log_in(s);
}

void
login_registered(struct session *s)
{
	char error[CONNECTION_ERROR_MAX];

	(void)sbuf_copy(s->login_name, sizeof(s->login_name), s->reconnect.name);
	if (s->view.form.open)
		(void)sbuf_copy(
		    s->password, sizeof(s->password), s->view.form.text[FORM_PASSWORD]);
	form_wipe(&s->view.form);
	session_log(s, "You are registered.");
	s->registered = true;
	connection_close(&s->link);
	s->partial_line_len = 0;
	session_set_login_stage(s, LOGIN_CONNECTED, "");
	s->n_tries = 0;
	if (!session_connect(s, error, sizeof(error)))
		session_connection_lost(s, error);
}

void
session_cancel_registration(struct session *s)
{
	char error[CONNECTION_ERROR_MAX];
	bool begun = s->view.form.guest_requested;

	form_wipe(&s->view.form);
	if (!begun) {
		ask_name(s);
		return;
	}
	connection_close(&s->link);
	s->partial_line_len = 0;
	session_set_login_stage(
	    s, LOGIN_CONNECTED, ""); /* clears the text typed so far, which may be a password */
	if (!session_connect(s, error, sizeof(error)))
		session_connection_lost(s, error);
}

void
login_ask_recovery_code(struct session *s)
{
	char text[PASSWORD_MAX + 16];

	if (s->registered && s->password[0] != '\0') {
		(void)snprintf(text, sizeof(text), "recovery %s", s->password);
		if (connection_queue_line(&s->link, text, strlen(text)) != 0)
			s->ended = true;
		sodium_memzero(text, sizeof(text));
	}
	s->registered = false;
}

void
session_begin_guest(struct session *s)
{
	session_set_login_stage(s, LOGIN_GUEST_TEXT, "");
	session_send(s, "guest");
}

static void
typed_name(struct session *s, const char *text)
{
	char word[NAME_MAX_LETTERS + 1];

	if (!sbuf_copy(word, sizeof(word), text) || strchr(word, ' ') != NULL) {
		session_log(s, "Names have at most 20 letters.");
		return;
	}
	if (word[0] == '\0')
		return;
	if (strcmp(word, "guest") == 0) {
		session_begin_guest(s);
		return;
	}
	(void)sbuf_copy(s->login_name, sizeof(s->login_name), word);
	s->password[0] = '\0';
	log_in(s);
}

static void
typed_password(struct session *s, const char *text)
{
	if (text[0] == '\0') {
		ask_name(s);
		return;
	}
	if (!sbuf_copy(s->password, sizeof(s->password), text)) {
		login_wipe_password(s);
		session_log(s, "That password is too long.");
		return;
	}
	send_login(s, s->password, LOGIN_PASSWORD_SENT);
}

/* Handles a line typed at the guest prompt.  During registration the last secret typed is the
 * password. */
static void
typed_text(struct session *s, const char *text)
{
	if (s->edit.secret)
		(void)!sbuf_copy(s->password, sizeof(s->password), text);
	else
		model_log(&s->model, LOG_TYPED, text);
	s->partial_line_len = 0;
	s->edit.prompt[0] = '\0';
	session_send(s, text);
}

bool
login_line_typed(struct session *s, const char *text)
{
	if (s->login_stage == LOGIN_NAME)
		typed_name(s, text);
	else if (s->login_stage == LOGIN_PASSWORD)
		typed_password(s, text);
	else if (s->login_stage == LOGIN_GUEST_TEXT)
		typed_text(s, text);
	else
		return false;
	return true;
}
