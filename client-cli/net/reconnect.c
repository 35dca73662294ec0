/* SPDX-License-Identifier: MIT */
/* Recognises the server lines that concern reconnecting: see reconnect.h.  Owns no memory;
 * linear in the text.  These lines are compared from their beginning, which contains no user's
 * text. Most have the same wording in every language.
 *
 * A server that folds long lines may however start a line with a user's text.  So a login is
 * recognised only once per connection, before any user can write to it, and a token only when
 * one is expected. */
#include "reconnect.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/check.h"

static const char TOKEN_PREFIX[] = "token:";
static const char TOKEN_UNKNOWN_LINE[] = "** Unknown command: 'token'";
static const char SERVER_PROMPT[] = "> ";
static const char LOGIN_PROMPT[] = "login: ";

/* The server's answers to a registration in each language, including the older Italian text. */
static const struct {
	const char *name_prefix, *registered_line;
} REGISTRATION_TEXTS[] = {
	{ "Your name will be ", "You are registered." },
	{ "Il tuo nome sarà ", "Registrazione completata." },
	{ "Il tuo nome sarà ", "La registrazione è fatta." },
	{ "Seu nome será ", "Registro concluído." },
};

static bool
begins_with(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* ---- whole lines ---- */

/* Copies the word between two texts of a line to b->name.  Returns false if the line does not
 * match. */
static bool
name_between(struct reconnect *b, const char *before, const char *behind)
{
	size_t n;

	if (!begins_with(b->line, before))
		return false;
	n = strcspn(b->line + strlen(before), " ");
	if (n == 0 || n > RECONNECT_NAME_MAX ||
	    strcmp(b->line + strlen(before) + n, behind) != 0)
		return false;
	memcpy(b->name, b->line + strlen(before), n);
	b->name[n] = '\0';
	return true;
}

/* The last line before the server closes the connection for good, in the languages of gammond.
 * A long line may be folded, but not before `min_len` bytes. */
static const struct {
	const char *start;
	size_t min_len;
} FAREWELL_LINES[] = {
	{ "                             Goodbye.", 37 },
	{ "                             Arrivederci.", 41 },
	{ "                             Até logo.", 39 },
	{ "Connection timed out.", 21 },
	{ "Connessione chiusa per inattività.", 35 },
	{ "Collegamento chiuso per inattività.", 36 },
	{ "Conexão encerrada por inatividade.", 35 },
	{ "** You logged in from somewhere else. This connection is closed.", 37 },
	{ "** Hai aperto un altro collegamento. Questo viene chiuso.", 36 },
	{ "** Você entrou a partir de outro lugar. Esta conexão foi encerrada.", 40 },
};

static bool
closes_for_good(const char *line)
{
	for (unsigned i = 0; i < ARRAY_LEN(FAREWELL_LINES); i++)
		if (strlen(line) >= FAREWELL_LINES[i].min_len &&
		    begins_with(FAREWELL_LINES[i].start, line))
			return true;
	return false;
}

static bool
asks_to_retry(const char *line)
{
	return begins_with(line, "** Too many") ||
	       begins_with(line, "** Sorry, the server has no room") ||
	       begins_with(line, "** The server is full.") ||
	       begins_with(line, "** Connections from your address are refused");
}

static void
store_token(struct reconnect *b)
{
	const char *digits = b->line + strlen(TOKEN_PREFIX);

	if (strspn(digits, "0123456789abcdef") != RECONNECT_TOKEN_DIGITS ||
	    digits[RECONNECT_TOKEN_DIGITS] != ':')
		return;
	memcpy(b->token, digits, RECONNECT_TOKEN_DIGITS);
	b->token[RECONNECT_TOKEN_DIGITS] = '\0';
}

/* Handles a line while the answer to a token is awaited. */
static enum reconnect_answer
read_login_answer(struct reconnect *b)
{
	if (name_between(b, "** User ", " authenticated.")) {
		b->awaiting_login = false;
		b->logged_in = b->due = true;
		return RECONNECT_TOKEN_ACCEPTED;
	}
	b->login_prompt_seen = b->login_prompt_seen || strcmp(b->line, LOGIN_PROMPT) == 0;
	b->retry_later = b->retry_later || asks_to_retry(b->line);
	return RECONNECT_NONE;
}

/* Returns true if the line confirms a registration.  An earlier line contained the name, which
 * is kept. */
static bool
completes_registration(struct reconnect *b)
{
	for (unsigned i = 0; i < ARRAY_LEN(REGISTRATION_TEXTS); i++) {
		(void)name_between(b, REGISTRATION_TEXTS[i].name_prefix, "");
		if (strcmp(b->line, REGISTRATION_TEXTS[i].registered_line) == 0)
			return true;
	}
	return false;
}

static bool
expects_token(const struct reconnect *b)
{
	return b->token_requested || b->user_requested_token || b->due;
}

static enum reconnect_answer
read_session_line(struct reconnect *b)
{
	bool hidden = !b->line_is_shown;

	b->closed_for_good = b->closed_for_good || closes_for_good(b->line);
	if (begins_with(b->line, TOKEN_PREFIX) && expects_token(b)) {
		store_token(b);
		b->skip_prompt = hidden && b->token_requested;
		b->user_requested_token = b->token_requested = b->due = false;
	} else if (b->token_requested && strcmp(b->line, TOKEN_UNKNOWN_LINE) == 0) {
		b->token_requested = b->enabled = false;
		b->skip_prompt = hidden;
	}
	if (b->logged_in ||
	    (!name_between(b, "** User ", " authenticated.") && !completes_registration(b)))
		return RECONNECT_NONE;
	b->logged_in = true;
	b->closed_for_good = false;
	b->token_requested = b->enabled;
	return b->enabled ? RECONNECT_REQUEST_TOKEN : RECONNECT_NONE;
}

/* Returns true if a complete line that was held back is not to be shown. */
static bool
is_hidden_line(const struct reconnect *b)
{
	return (begins_with(b->line, TOKEN_PREFIX) && expects_token(b)) ||
	       (b->token_requested && strcmp(b->line, TOKEN_UNKNOWN_LINE) == 0);
}

/* ---- bytes ---- */

struct shown_text {
	char *text;
	size_t len;
};

static void
append_shown(struct shown_text *to, const char *text, size_t n)
{
	memcpy(to->text + to->len, text, n);
	to->len += n;
}

static void
begin_line(struct reconnect *b)
{
	b->len = 0;
	b->line[0] = '\0';
	b->line_is_shown = false;
}

static enum reconnect_answer
end_line(struct reconnect *b, struct shown_text *to)
{
	size_t kept = b->len < RECONNECT_LINE_MAX ? b->len : RECONNECT_LINE_MAX - 1;
	bool visible = b->line_is_shown ||
		       (b->awaiting_login ? begins_with(b->line, "** ") : !is_hidden_line(b));
	enum reconnect_answer answer;

	b->skip_prompt = false;
	if (visible && !b->line_is_shown)
		append_shown(to, b->line, kept);
	if (visible)
		append_shown(to, "\n", 1);
	answer = b->awaiting_login ? read_login_answer(b) : read_session_line(b);
	begin_line(b);
	return answer;
}

/* Returns true if the line so far could become a line that is not shown. */
static bool
may_become_hidden(const struct reconnect *b)
{
	size_t n = b->len < strlen(TOKEN_PREFIX) ? b->len : strlen(TOKEN_PREFIX);

	if (!b->enabled || b->user_requested_token || b->len + 1 >= RECONNECT_LINE_MAX)
		return false;
	if (expects_token(b) && strncmp(b->line, TOKEN_PREFIX, n) == 0)
		return true;
	return b->token_requested && b->len < sizeof(TOKEN_UNKNOWN_LINE) &&
	       strncmp(b->line, TOKEN_UNKNOWN_LINE, b->len) == 0;
}

/* Suppresses the prompt after a hidden line.  Returns true as long as the text may be that
 * prompt. */
static bool
skips_prompt(struct reconnect *b)
{
	if (!b->skip_prompt)
		return false;
	b->skip_prompt =
	    b->len < strlen(SERVER_PROMPT) && strncmp(b->line, SERVER_PROMPT, b->len) == 0;
	if (b->skip_prompt)
		return true;
	if (strcmp(b->line, SERVER_PROMPT) != 0)
		return false;
	begin_line(b);
	return true;
}

static void
take_byte(struct reconnect *b, char c, struct shown_text *to)
{
	if (b->len + 1 < RECONNECT_LINE_MAX) {
		b->line[b->len] = c;
		b->line[b->len + 1] = '\0';
	}
	b->len++;
	if (b->awaiting_login)
		return;
	if (b->line_is_shown) {
		append_shown(to, &c, 1);
	} else if (!skips_prompt(b) && !may_become_hidden(b)) {
		b->line_is_shown = true;
		append_shown(to, b->line, b->len);
	}
	if (b->line_is_shown && strcmp(b->line, SERVER_PROMPT) == 0)
		begin_line(b); /* the rest of the line answers the prompt */
}

/* Handles a prompt for a name.  The server sends such a prompt after refusing a token. */
static enum reconnect_answer
handle_refused_token(struct reconnect *b, struct shown_text *to)
{
	b->awaiting_login = false;
	if (b->retry_later)
		return RECONNECT_RETRY_LATER;
	reconnect_forget_token(b);
	b->line_is_shown = true;
	append_shown(to, b->line, b->len);
	return RECONNECT_TOKEN_REFUSED;
}

enum reconnect_answer
reconnect_receive(struct reconnect *b, const char *in, size_t n, char *out, size_t *out_len)
{
	enum reconnect_answer answer = RECONNECT_NONE;
	struct shown_text to = { out, 0 };

	for (size_t i = 0; i < n; i++) {
		enum reconnect_answer now = RECONNECT_NONE;

		if (in[i] == '\n')
			now = end_line(b, &to);
		else if (in[i] != '\r')
			take_byte(b, in[i], &to);
		if (now != RECONNECT_NONE)
			answer = now;
	}
	if (b->awaiting_login && b->login_prompt_seen && strcmp(b->line, LOGIN_PROMPT) == 0)
		answer = handle_refused_token(b, &to);
	*out_len = to.len;
	return answer;
}

/* ---- user and session ---- */

void
reconnect_line_typed(struct reconnect *b, const char *text, size_t n)
{
	b->closed_for_good =
	    false; /* the connection is still open, so the line was not a farewell */
	if (n >= 3 && strncmp(text, "tok", 3) == 0)
		b->user_requested_token = true;
	else if (n >= 2 && strncmp(text, "pa", 2) ==
			       0) /* the server sends a new token after a password change */
		b->due = true;
}

bool
reconnect_possible(const struct reconnect *b)
{
	return b->enabled && !b->closed_for_good && b->token[0] != '\0' && b->name[0] != '\0';
}

void
reconnect_begin(struct reconnect *b, char text_out[RECONNECT_LOGIN_MAX])
{
	begin_line(b);
	b->awaiting_login = true;
	b->logged_in = b->token_requested = b->due = false;
	b->user_requested_token = b->skip_prompt = b->retry_later = b->login_prompt_seen =
	    false;
	(void)snprintf(
	    text_out, RECONNECT_LOGIN_MAX, "login gammon 1008 %s token:%s", b->name, b->token);
}

void
reconnect_forget_token(struct reconnect *b)
{
	sodium_memzero(b->token, sizeof(b->token));
}
