/* SPDX-License-Identifier: MIT */
/* A session on a server: see session.h.  Owns the connection, the model and the secrets, which
 * are wiped as soon as they are not needed. */
#include "session.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <sodium.h>

#include "base/sbuf.h"
#include "proto/words.h"

#include "client-cli/model/commands.h"
#include "local_commands.h"
#include "client-cli/model/query.h"
#include "register.h"
#include "client-cli/files/secret.h"
#include "client-cli/model/texts.h"

#define TRIES_MAX 20u
#define WAIT_MOST_S 30
#define READS_MAX 32u /* reads of CONNECTION_READ_BYTES before the screen is drawn again */

int64_t
session_now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool
connected(const struct session *s)
{
	return s->link.fd >= 0;
}

static void
say(struct session *s, const char *text)
{
	model_log(&s->model, LOG_OWN, text);
}

/* Ends saving; an incomplete file is removed. */
static void
end_save(struct session *s)
{
	char said[300];

	s->model.marks.saved = false;
	save_end(&s->save, said, sizeof(said));
	if (said[0] != '\0')
		say(s, said);
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

/* ---- logging in ---- */

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

static void
ask_name(struct session *s)
{
	session_ask(s, LOGIN_NAME, "Your name, or guest to register: ");
}

static void
wipe_password(struct session *s)
{
	sodium_memzero(s->password, sizeof(s->password));
}

static void
send_login(struct session *s, const char *word, enum login login)
{
	char text[300];

	if (login == LOGIN_SENT)
		sodium_memzero(s->model.token, sizeof(s->model.token));
	(void)snprintf(text, sizeof(text), "login gammon 1008 %s %s", s->name, word);
	s->line_len = 0;
	if (connection_line(&s->link, text, strlen(text)) != 0)
		s->ended = true;
	sodium_memzero(text, sizeof(text));
	session_ask(s, login, "");
}

/* Stored secrets are sent only to a known server; for another one the user must type them. */
static void
log_in(struct session *s)
{
	bool known = !s->link.stranger;

	if (known && s->model.token[0] != '\0') {
		char word[TOKEN_DIGITS + 8];

		(void)snprintf(word, sizeof(word), "token:%s", s->model.token);
		send_login(s, word, LOGIN_TOKEN);
		sodium_memzero(word, sizeof(word));
	} else if (s->name[0] == '\0') {
		ask_name(s);
	} else if (known && (s->password[0] != '\0' ||
				secret_fetch(s->password_command, s->password_file, s->password,
				    sizeof(s->password)))) {
		send_login(s, s->password, LOGIN_SENT);
	} else {
		session_ask(s, LOGIN_PASSWORD, "Password: ");
	}
}

static void
lost(struct session *s, const char *why)
{
	bool again = s->comes_back && !s->model.parted && s->name[0] != '\0' &&
		     (s->model.token[0] != '\0' || s->password[0] != '\0');
	unsigned wait_s = s->tries < 5 ? 1u << s->tries : WAIT_MOST_S;
	enum language l = s->model.asked.language;
	struct sbuf b;

	connection_close(&s->link);
	end_save(s);
	model_cut(&s->model);
	s->line_len = 0;
	s->login = LOGIN_AWAY;
	s->view.asks_name = false;
	register_end(s);
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
	/* the time first, since the text may be truncated */
	SBUF_ON(&b, s->state);
	texts_addf(&b, l, "Trying again in %u s: %s", wait_s, texts_in(l, why));
	say(s, s->state);
}

static bool
connect_now(struct session *s, char *error, size_t size)
{
	sigset_t stops, before;
	int failed;

	/* connecting may take long; signals can end the program meanwhile */
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
		say(s, error);
	s->login = LOGIN_BEGUN; /* the user is asked when the server prompts */
	s->later = false;
	s->state[0] = '\0';
	s->back = (struct reconnect){ .wanted = true };
	return true;
}

/* Handles the server's prompt for a name. */
static void
prompted(struct session *s)
{
	if (s->later) {
		lost(s, "the server is full");
		return;
	}
	if (s->login == LOGIN_TOKEN) {
		sodium_memzero(s->model.token, sizeof(s->model.token));
		say(s, "The server wants your name and password.");
	} else if (s->login == LOGIN_SENT) {
		say(s, "The name or the password is wrong.");
		s->password_command = s->password_file = "";
		wipe_password(s);
		ask_name(s);
		return;
	}
	log_in(s);
}

/* ---- input from the server ---- */

static void
registered(struct session *s)
{
	char error[CONNECTION_TEXT_MAX];

	(void)sbuf_copy(s->name, sizeof(s->name), s->back.name);
	if (s->view.form.open)
		(void)sbuf_copy(
		    s->password, sizeof(s->password), s->view.form.text[FORM_PASSWORD]);
	register_end(s);
	say(s, "You are registered.");
	s->registered = true;
	connection_close(&s->link);
	s->line_len = 0;
	session_ask(s, LOGIN_BEGUN, "");
	s->tries = 0;
	if (!connect_now(s, error, sizeof(error)))
		lost(s, error);
}

void
session_restart(struct session *s)
{
	char error[CONNECTION_TEXT_MAX];
	bool begun = s->view.form.begun;

	register_end(s);
	if (!begun) {
		ask_name(s);
		return;
	}
	connection_close(&s->link);
	s->line_len = 0;
	session_ask(s, LOGIN_BEGUN, ""); /* the typed text may be a password */
	if (!connect_now(s, error, sizeof(error)))
		lost(s, error);
}

static bool
is_login_delay(const char *line)
{
	return strncmp(line, "** Too many", 11) == 0 ||
	       strncmp(line, "** Sorry, the server has no room", 32) == 0 ||
	       strncmp(line, "** The server is full.", 22) == 0;
}

/* The server shows the code unasked at a terminal, but a client program must request it. */
static void
ask_recovery_code(struct session *s)
{
	char text[PASSWORD_MAX + 16];

	if (s->registered && s->password[0] != '\0') {
		(void)snprintf(text, sizeof(text), "recovery %s", s->password);
		if (connection_line(&s->link, text, strlen(text)) != 0)
			s->ended = true;
		sodium_memzero(text, sizeof(text));
	}
	s->registered = false;
}

/* Passes the line to the model, and shows the user's note on a user who invites. */
static void
line_of_model(struct session *s)
{
	struct model *m = &s->model;
	unsigned before = m->attention;
	bool token_asked = m->asked.token;

	m->attention &= ~(unsigned)ATTENTION_INVITED;
	model_line(m, s->line, session_now_ms());
	if (token_asked && !m->asked.token)
		say(s,
		    s->comes_back
			? "The server has given a new token. gammon reconnects with it."
			: "The server has given a new token. gammon does not reconnect (-n).");
	if (m->marks.saved)
		end_save(s);
	if (m->attention & ATTENTION_INVITED)
		local_command_say_note(s, m->inviter);
	m->attention |= before;
}

/* True if the line belongs to a match that is being saved. */
static bool
saved(struct session *s)
{
	char said[300];
	bool taken = save_line(&s->save, s->line, said, sizeof(said));

	if (said[0] != '\0')
		say(s, said);
	return taken;
}

static void
line_came(struct session *s)
{
	bool was_in = s->model.clip;

	s->line[s->line_len] = '\0';
	s->line_len = 0;
	if (strcmp(s->line, "login: ") == 0)
		return;
	if (s->login == LOGIN_FORM_SENT) {
		form_line(&s->view.form, s->line);
		return;
	}
	if (was_in && saved(s))
		return;
	s->later = s->later || (!was_in && s->login != LOGIN_TEXT && is_login_delay(s->line));
	if (was_in || s->login == LOGIN_SENT || s->login == LOGIN_TOKEN)
		line_of_model(s);
	else /* whatever it looks like, it is not the answer to a log-in */
		model_log(&s->model, strncmp(s->line, "** ", 3) == 0 ? LOG_ERROR : LOG_SERVER,
		    s->line);
	if (!was_in && s->model.clip) {
		if (s->tries > 0) /* the message of the day follows and may be long */
			(void)sbuf_copy(
			    s->view.notice, sizeof(s->view.notice), "You are back.");
		s->tries = 0;
		session_ask(s, LOGIN_IN, "");
	}
	if (s->model.token[0] != '\0') {
		ask_recovery_code(s);
		wipe_password(s);
	}
}

/* Handles a prompt: text without a newline. */
static void
rest_came(struct session *s)
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
		prompted(s);
	}
}

static void
bytes_came(struct session *s, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '\n')
			line_came(s);
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

	for (unsigned i = 0; i < READS_MAX && connected(s); i++) {
		long n = connection_read(&s->link, text);

		if (n < 0) {
			lost(s, s->model.parted ? "the server has closed the connection"
						: "the connection is lost");
			return;
		}
		if (n == 0)
			break;
		bytes_came(s, text, (size_t)n);
		if ((s->login == LOGIN_TEXT || s->login == LOGIN_FORM_SENT) &&
		    reconnect_hear(&s->back, text, (size_t)n, unused, &len) == RECONNECT_ASK) {
			registered(s);
			return;
		}
	}
	rest_came(s);
}

/* ---- output to the server ---- */

void
session_send(struct session *s, const char *text)
{
	if (!connected(s)) {
		say(s, "There is no connection; that was not sent.");
		return;
	}
	if (connection_line(&s->link, text, strlen(text)) != 0)
		lost(s, "the connection is broken");
}

static void
drain_outbox(struct session *s)
{
	char *at = s->model.outbox.text;
	char *end = at + s->model.outbox.len;

	for (char *stop; at < end; at = stop + 1) {
		stop = memchr(at, '\n', (size_t)(end - at));
		*stop = '\0';
		if (connected(s))
			session_send(s, at);
	}
	s->model.outbox.len = 0;
}

void
session_go_on(struct session *s)
{
	char error[CONNECTION_TEXT_MAX];

	if (s->login == LOGIN_AWAY && s->try_at_ms != 0 && session_now_ms() >= s->try_at_ms &&
	    !connect_now(s, error, sizeof(error)))
		lost(s, error);
	drain_outbox(s);
	if (connected(s) &&
	    (connection_window(&s->link) != 0 || connection_send(&s->link) != 0))
		lost(s, "the connection is broken");
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

static bool
is_farewell(const char *text)
{
	const struct server_command *c = command_find(text);

	return c != NULL && c->leaves && word_is(text, c->name);
}

static void
send_mark(struct session *s, enum mark mark)
{
	if (connected(s) && query_mark(&s->model, mark))
		session_send(s, QUERY_MARK);
}

void
session_save(struct session *s, const char *words)
{
	char command[400];

	if (s->login != LOGIN_IN) { /* without a log-in no answer would arrive */
		say(s, connected(s) ? "You are not logged in yet; that was not sent."
				    : "There is no connection; that was not sent.");
		return;
	}
	if (!save_begin(&s->save, words, command, sizeof(command))) {
		say(s, command);
		return;
	}
	s->save.language = s->model.asked.language;
	s->model.marks.saved = false;
	session_command(s, command);
	send_mark(s, MARK_SAVE);
}

void
session_command(struct session *s, const char *text)
{
	enum mark mark;

	if (s->login != LOGIN_IN && is_farewell(text)) {
		s->ended = true;
		return;
	}
	if (connected(s) && s->login != LOGIN_IN) { /* it would be taken for a name */
		say(s, "You are not logged in yet; that was not sent.");
		return;
	}
	if (is_farewell(text)) {
		if (s->model.style_before != 0) {
			char back[32];

			(void)snprintf(
			    back, sizeof(back), "set boardstyle %u", s->model.style_before);
			session_send(s, back);
		}
		s->model.parted = true;
	}
	if (strncmp(text, "join", 4) == 0) {
		s->model.joined = s->model.next_game;
		s->model.inviter[0] = '\0';
	}
	s->view.notice[0] = '\0';
	s->view.bottom = 0;
	mark = connected(s) ? model_asked(&s->model, text) : MARK_NONE;
	s->view.answer = mark == MARK_PAGE ? s->model.log.total + 1 : 0;
	if (mark == MARK_LIST_END)
		send_mark(s, MARK_LIST);
	session_send(s, text);
	if (!connected(s))
		return;
	send_mark(s, mark);
	s->board_asked = (s->model.opponent[0] != '\0' || s->model.watching[0] != '\0') &&
			 text[strcspn(text, " ")] == '\0' && word_begins(text, "board");
}

void
session_send_play(struct session *s)
{
	struct table *own = model_own(&s->model);
	char text[128];
	struct sbuf b;

	if (own == NULL || !s->draft.on)
		return;
	if (!s->draft.whole) {
		(void)sbuf_copy(s->view.notice, sizeof(s->view.notice),
		    s->draft.done.n == 0 ? "Pick a checker, or type the move."
					 : "More dice can be played.");
		return;
	}
	SBUF_ON(&b, text);
	sbuf_add(&b, "move ");
	draft_text(&s->draft, &own->pos, &b);
	record_sent(&s->model.record, &s->draft.done);
	SBUF_ON(&b, own->last[0]);
	draft_words(&s->draft.done, &b);
	model_moved(own, &s->draft.now);
	s->draft.on = false;
	session_command(s, text);
}

void
session_leave(struct session *s)
{
	if (s->model.opponent[0] != '\0' && !s->leaving) {
		s->leaving = true;
		(void)snprintf(s->view.notice, sizeof(s->view.notice),
		    "You are playing. Leave again to go; the match is saved.");
		return;
	}
	if (!connected(s) || s->login != LOGIN_IN || s->model.parted) {
		s->ended = true;
		return;
	}
	session_command(s, "bye");
}

/* ---- typed lines ---- */

void
session_guest(struct session *s)
{
	session_ask(s, LOGIN_TEXT, "");
	session_send(s, "guest");
}

static void
typed_name(struct session *s, const char *text)
{
	char word[NAME_MAX_LETTERS + 1];

	if (!sbuf_copy(word, sizeof(word), text) || strchr(word, ' ') != NULL) {
		say(s, "Names have at most 20 letters.");
		return;
	}
	if (word[0] == '\0')
		return;
	if (strcmp(word, "guest") == 0) {
		session_guest(s);
		return;
	}
	(void)sbuf_copy(s->name, sizeof(s->name), word);
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
		wipe_password(s);
		say(s, "That password is too long.");
		return;
	}
	send_login(s, s->password, LOGIN_SENT);
}

/* While registering, the last secret typed is the password. */
static void
typed_text(struct session *s, const char *text)
{
	if (s->edit.secret)
		(void)!sbuf_copy(s->password, sizeof(s->password), text);
	else
		model_log(&s->model, LOG_TYPED, text);
	s->line_len = 0;
	s->edit.prompt[0] = '\0';
	session_send(s, text);
}

static bool
is_move(const char *text)
{
	static const char *const BEGINS[] = { "bar", "b/", "res/", "res-", "enter/", "enter-",
		"enter ", "m ", "move " };

	if (text[0] >= '0' && text[0] <= '9')
		return true;
	if (strncasecmp(text, "res ", 4) == 0) /* "res n" resigns */
		return text[4] >= '0' && text[4] <= '9';
	for (unsigned i = 0; i < ARRAY_LEN(BEGINS); i++)
		if (strncasecmp(text, BEGINS[i], strlen(BEGINS[i])) == 0)
			return true;
	return false;
}

static void
typed_move(struct session *s, const char *text)
{
	struct sbuf why;

	if (strncasecmp(text, "m ", 2) == 0 || strncasecmp(text, "move ", 5) == 0)
		text = strchr(text, ' ') + 1;
	SBUF_ON(&why, s->view.notice);
	if (draft_play(&s->draft, text, &why))
		session_send_play(s);
	else
		say(s, s->view.notice);
}

bool
session_has_secret(const char *text)
{
	text += strspn(text, " \t");
	if (strncmp(text, "/alias ", 7) == 0) {
		text += 7 + strspn(text + 7, " ");
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	return word_begins_exactly("pas", text) || strncmp(text, "login", 5) == 0 ||
	       strncmp(text, "connect", 7) == 0 || strncmp(text, "recover", 7) == 0;
}

bool
session_is_own(const char *text)
{
	return text[0] == '/' || strncmp(text, "!!", 2) == 0;
}

/* Replaces an alias by its text; the rest of the line is appended. */
static const char *
meant(const struct session *s, const char *text, char whole[EDIT_MAX + 1])
{
	size_t n = strcspn(text, " ");
	char word[sizeof(s->config->alias[0].name)];
	const char *stands;

	if (n == 0 || n >= sizeof(word) || session_is_own(text))
		return text;
	(void)snprintf(word, sizeof(word), "%.*s", (int)n, text);
	stands = session_alias(s, word);
	if (stands == NULL)
		return text;
	(void)snprintf(whole, EDIT_MAX + 1, "%s%s", stands, text + n);
	return whole;
}

/* True for messages to others, which are not repeated, as on the server. */
static bool
is_said(const char *text)
{
	const struct server_command *c = command_find(text);

	return c != NULL && (c->once || (c->letter && strchr(text, ' ') != NULL));
}

/* Handles "!!" here: on the server it would repeat this program's last request. */
static void
typed_command(struct session *s, const char *text)
{
	char again[EDIT_MAX + 1];

	if (text[strspn(text, " ")] != '\0')
		text += strspn(text, " ");
	if (strncmp(text, "!!", 2) == 0 && text[2 + strspn(text + 2, " ")] == '\0') {
		memcpy(again, s->last, sizeof(again));
		text = again;
	}
	if (text[0] == '\0') {
		say(s, "There is nothing to repeat.");
		return;
	}
	(void)sbuf_copy(
	    s->last, sizeof(s->last), session_has_secret(text) || is_said(text) ? "" : text);
	if (!session_has_secret(text))
		model_log(&s->model, LOG_TYPED, text);
	if (s->draft.on && is_move(text))
		typed_move(s, text);
	else
		session_command(s, text);
}

void
session_typed(struct session *s, const char *text)
{
	char whole[EDIT_MAX + 1] = "";
	const char *command = meant(s, text, whole);

	s->leaving = s->leaving && text[0] == '\0';
	s->view.notice[0] = '\0';
	if (s->login == LOGIN_FORM) {
		register_typed(s, text);
	} else if (s->login == LOGIN_NAME) {
		typed_name(s, text);
	} else if (s->login == LOGIN_PASSWORD) {
		typed_password(s, text);
	} else if (s->login == LOGIN_TEXT) {
		typed_text(s, text);
	} else if (text[0] != '\0' && s->login != LOGIN_FORM_SENT) {
		if (!session_has_secret(text) && !session_has_secret(command))
			edit_remember(&s->edit, text);
		if (command[0] == '/')
			local_command_typed(s, command);
		else
			typed_command(s, command);
	}
	sodium_memzero(whole, sizeof(whole));
}

/* ---- opening and closing ---- */

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
		return own_begin_replay(s, s->replay_only, error, size);
	return connect_now(s, error, size);
}

void
session_end(struct session *s)
{
	wipe_password(s);
	register_end(s);
	sodium_memzero(s->model.token, sizeof(s->model.token));
	sodium_memzero(s->line, sizeof(s->line));
	connection_close(&s->link);
	end_save(s);
	replay_close(&s->replay);
	model_close(&s->model);
	edit_close(&s->edit);
	notes_free(&s->notes);
	notes_free(&s->aliases);
	free(s->space);
}
