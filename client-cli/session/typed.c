/* SPDX-License-Identifier: MIT */
/* The lines that the user types: see typed.h. */
#include "typed.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "base/sbuf.h"

#include "client-cli/model/commands.h"

#include "connect.h"
#include "local_commands.h"
#include "login.h"
#include "notes_aliases.h"
#include "register.h"
#include "send.h"

static bool
is_move_text(const char *text)
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
play_typed_move(struct session *s, const char *text)
{
	struct sbuf why;

	if (strncasecmp(text, "m ", 2) == 0 || strncasecmp(text, "move ", 5) == 0)
		text = strchr(text, ' ') + 1;
	SBUF_INIT(&why, s->view.notice);
	if (draft_enter_typed(&s->draft, text, &why))
		session_send_play(s);
	else
		session_log(s, s->view.notice);
}

/* Replaces an alias by its text; the rest of the line is appended. */
static const char *
expand_alias(const struct session *s, const char *text, char whole[EDIT_MAX + 1])
{
	size_t n = strcspn(text, " ");
	char word[sizeof(s->config->aliases[0].name)];
	const char *stands;

	if (n == 0 || n >= sizeof(word) || command_is_local(text))
		return text;
	(void)snprintf(word, sizeof(word), "%.*s", (int)n, text);
	stands = session_alias_text(s, word);
	if (stands == NULL)
		return text;
	(void)snprintf(whole, EDIT_MAX + 1, "%s%s", stands, text + n);
	return whole;
}

/* Returns true for messages to others, which are not repeated, as on the server. */
static bool
must_not_repeat(const char *text)
{
	const struct server_command *c = server_command_find(text);

	return c != NULL &&
	       (c->never_repeat || (c->no_repeat_with_args && strchr(text, ' ') != NULL));
}

/* Handles "!!" here: on the server it would repeat this program's last request. */
static void
run_typed_command(struct session *s, const char *text)
{
	char again[EDIT_MAX + 1];

	if (text[strspn(text, " ")] != '\0')
		text += strspn(text, " ");
	if (strncmp(text, "!!", 2) == 0 && text[2 + strspn(text + 2, " ")] == '\0') {
		memcpy(again, s->last_command, sizeof(again));
		text = again;
	}
	if (text[0] == '\0') {
		session_log(s, "There is nothing to repeat.");
		return;
	}
	(void)sbuf_copy(s->last_command, sizeof(s->last_command),
	    command_has_secret(text) || must_not_repeat(text) ? "" : text);
	if (!command_has_secret(text))
		model_log(&s->model, LOG_TYPED, text);
	if (s->draft.on && is_move_text(text))
		play_typed_move(s, text);
	else
		session_send_command(s, text);
}

void
session_typed(struct session *s, const char *text)
{
	char whole[EDIT_MAX + 1] = "";
	const char *command = expand_alias(s, text, whole);
	/* commands of this program are accepted in every step of the log-in, but a password
	 * may begin with a slash */
	bool local = text[0] == '/' && !s->edit.secret;

	s->quit_warned = s->quit_warned && text[0] == '\0';
	s->view.notice[0] = '\0';
	if (s->login_stage == LOGIN_FORM && !local) {
		register_typed(s, text);
	} else if ((local || !login_line_typed(s, text)) && text[0] != '\0' &&
		   s->login_stage != LOGIN_FORM_SENT) {
		if (!command_has_secret(text) && !command_has_secret(command))
			edit_add_to_history(&s->edit, text);
		if (command[0] == '/')
			local_command_typed(s, command);
		else
			run_typed_command(s, command);
	}
	sodium_memzero(whole, sizeof(whole));
}
