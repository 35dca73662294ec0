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

static const char TOKEN[] = "token:";
static const char UNKNOWN[] = "** Unknown command: 'token'";
static const char PROMPT[] = "> ";
static const char LOGIN[] = "login: ";

/* The server's answers to a registration in each language, including the older Italian text. */
static const struct {
	const char *name, *registered;
} REGISTERING[] = {
	{ "Your name will be ", "You are registered." },
	{ "Il tuo nome sarà ", "Registrazione completata." },
	{ "Il tuo nome sarà ", "La registrazione è fatta." },
	{ "Seu nome será ", "Registro concluído." },
};

static bool
begins(const char *text, const char *with)
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

	if (!begins(b->line, before))
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
 * A long line may be folded, but not before `least` bytes. */
static const struct {
	const char *text;
	size_t least;
} FAREWELLS[] = {
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
	for (unsigned i = 0; i < ARRAY_LEN(FAREWELLS); i++)
		if (strlen(line) >= FAREWELLS[i].least && begins(FAREWELLS[i].text, line))
			return true;
	return false;
}

static bool
asks_to_retry(const char *line)
{
	return begins(line, "** Too many") ||
	       begins(line, "** Sorry, the server has no room") ||
	       begins(line, "** The server is full.") ||
	       begins(line, "** Connections from your address are refused");
}

static void
keep_token(struct reconnect *b)
{
	const char *digits = b->line + strlen(TOKEN);

	if (strspn(digits, "0123456789abcdef") != RECONNECT_TOKEN_DIGITS ||
	    digits[RECONNECT_TOKEN_DIGITS] != ':')
		return;
	memcpy(b->token, digits, RECONNECT_TOKEN_DIGITS);
	b->token[RECONNECT_TOKEN_DIGITS] = '\0';
}

/* Handles a line while the answer to a token is awaited. */
static enum reconnect_answer
returning_line(struct reconnect *b)
{
	if (name_between(b, "** User ", " authenticated.")) {
		b->returning = false;
		b->logged_in = b->due = true;
		return RECONNECT_TOKEN_ACCEPTED;
	}
	b->prompted = b->prompted || strcmp(b->line, LOGIN) == 0;
	b->retry_later = b->retry_later || asks_to_retry(b->line);
	return RECONNECT_NONE;
}

/* Returns true if the line confirms a registration.  An earlier line contained the name, which
 * is kept. */
static bool
is_registration(struct reconnect *b)
{
	for (unsigned i = 0; i < ARRAY_LEN(REGISTERING); i++) {
		(void)name_between(b, REGISTERING[i].name, "");
		if (strcmp(b->line, REGISTERING[i].registered) == 0)
			return true;
	}
	return false;
}

static bool
expects_token(const struct reconnect *b)
{
	return b->requested || b->user_requested || b->due;
}

static enum reconnect_answer
session_line(struct reconnect *b)
{
	bool hidden = !b->passing;

	b->closed_for_good = b->closed_for_good || closes_for_good(b->line);
	if (begins(b->line, TOKEN) && expects_token(b)) {
		keep_token(b);
		b->skip_prompt = hidden && b->requested;
		b->user_requested = b->requested = b->due = false;
	} else if (b->requested && strcmp(b->line, UNKNOWN) == 0) {
		b->requested = b->wanted = false;
		b->skip_prompt = hidden;
	}
	if (b->logged_in ||
	    (!name_between(b, "** User ", " authenticated.") && !is_registration(b)))
		return RECONNECT_NONE;
	b->logged_in = true;
	b->closed_for_good = false;
	b->requested = b->wanted;
	return b->wanted ? RECONNECT_REQUEST_TOKEN : RECONNECT_NONE;
}

/* Returns true if a complete line that was held back is not to be shown. */
static bool
is_hidden(const struct reconnect *b)
{
	return (begins(b->line, TOKEN) && expects_token(b)) ||
	       (b->requested && strcmp(b->line, UNKNOWN) == 0);
}

/* ---- bytes ---- */

struct shown {
	char *text;
	size_t len;
};

static void
show(struct shown *to, const char *text, size_t n)
{
	memcpy(to->text + to->len, text, n);
	to->len += n;
}

static void
begin_line(struct reconnect *b)
{
	b->len = 0;
	b->line[0] = '\0';
	b->passing = false;
}

static enum reconnect_answer
end_line(struct reconnect *b, struct shown *to)
{
	size_t kept = b->len < RECONNECT_LINE_MAX ? b->len : RECONNECT_LINE_MAX - 1;
	bool visible = b->passing || (b->returning ? begins(b->line, "** ") : !is_hidden(b));
	enum reconnect_answer answer;

	b->skip_prompt = false;
	if (visible && !b->passing)
		show(to, b->line, kept);
	if (visible)
		show(to, "\n", 1);
	answer = b->returning ? returning_line(b) : session_line(b);
	begin_line(b);
	return answer;
}

/* Returns true if the line so far could become a line that is not shown. */
static bool
may_hide(const struct reconnect *b)
{
	size_t n = b->len < strlen(TOKEN) ? b->len : strlen(TOKEN);

	if (!b->wanted || b->user_requested || b->len + 1 >= RECONNECT_LINE_MAX)
		return false;
	if (expects_token(b) && strncmp(b->line, TOKEN, n) == 0)
		return true;
	return b->requested && b->len < sizeof(UNKNOWN) &&
	       strncmp(b->line, UNKNOWN, b->len) == 0;
}

/* Suppresses the prompt after a hidden line.  Returns true as long as the text may be that
 * prompt. */
static bool
skips_prompt(struct reconnect *b)
{
	if (!b->skip_prompt)
		return false;
	b->skip_prompt = b->len < strlen(PROMPT) && strncmp(b->line, PROMPT, b->len) == 0;
	if (b->skip_prompt)
		return true;
	if (strcmp(b->line, PROMPT) != 0)
		return false;
	begin_line(b);
	return true;
}

static void
take_byte(struct reconnect *b, char c, struct shown *to)
{
	if (b->len + 1 < RECONNECT_LINE_MAX) {
		b->line[b->len] = c;
		b->line[b->len + 1] = '\0';
	}
	b->len++;
	if (b->returning)
		return;
	if (b->passing) {
		show(to, &c, 1);
	} else if (!skips_prompt(b) && !may_hide(b)) {
		b->passing = true;
		show(to, b->line, b->len);
	}
	if (b->passing && strcmp(b->line, PROMPT) == 0)
		begin_line(b); /* the rest of the line answers the prompt */
}

/* Handles a prompt for a name.  The server sends such a prompt after refusing a token. */
static enum reconnect_answer
token_refused(struct reconnect *b, struct shown *to)
{
	b->returning = false;
	if (b->retry_later)
		return RECONNECT_RETRY_LATER;
	reconnect_forget(b);
	b->passing = true;
	show(to, b->line, b->len);
	return RECONNECT_TOKEN_REFUSED;
}

enum reconnect_answer
reconnect_receive(struct reconnect *b, const char *in, size_t n, char *out, size_t *out_len)
{
	enum reconnect_answer answer = RECONNECT_NONE;
	struct shown to = { out, 0 };

	for (size_t i = 0; i < n; i++) {
		enum reconnect_answer now = RECONNECT_NONE;

		if (in[i] == '\n')
			now = end_line(b, &to);
		else if (in[i] != '\r')
			take_byte(b, in[i], &to);
		if (now != RECONNECT_NONE)
			answer = now;
	}
	if (b->returning && b->prompted && strcmp(b->line, LOGIN) == 0)
		answer = token_refused(b, &to);
	*out_len = to.len;
	return answer;
}

/* ---- user and session ---- */

void
reconnect_typed(struct reconnect *b, const char *text, size_t n)
{
	b->closed_for_good =
	    false; /* the connection is still open, so the line was not a farewell */
	if (n >= 3 && strncmp(text, "tok", 3) == 0)
		b->user_requested = true;
	else if (n >= 2 && strncmp(text, "pa", 2) ==
			       0) /* the server sends a new token after a password change */
		b->due = true;
}

bool
reconnect_possible(const struct reconnect *b)
{
	return b->wanted && !b->closed_for_good && b->token[0] != '\0' && b->name[0] != '\0';
}

void
reconnect_begin(struct reconnect *b, char text_out[RECONNECT_LOGIN_MAX])
{
	begin_line(b);
	b->returning = true;
	b->logged_in = b->requested = b->due = false;
	b->user_requested = b->skip_prompt = b->retry_later = b->prompted = false;
	(void)snprintf(
	    text_out, RECONNECT_LOGIN_MAX, "login gammon 1008 %s token:%s", b->name, b->token);
}

void
reconnect_forget(struct reconnect *b)
{
	sodium_memzero(b->token, sizeof(b->token));
}
