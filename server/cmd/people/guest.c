/* SPDX-License-Identifier: MIT */
/* Handles the lines of guests and commands typed at "login: " (PROTOCOL.md 2). */
#include "cmd/cmd.h"

#include "people/people.h"
#include "match/match.h"
#include "output/output.h"
#include "proto/username.h"
#include "proto/words.h"

void
guest_welcome(struct world *w, struct session *s)
{
	msg_guest_welcome(&s->out, w->config.server_name);
	if (session_is_interactive(
		s)) { /* last: old clients match the lines before this text */
		msg_newline(&s->out);
		msg_guest_languages(&s->out);
		(void)login_refuses_registration(w, s);
	}
}

/* Prints how many users and matches there are, before log-in. */
static void
print_user_counts(struct world *w, struct session *s)
{
	msg_guest_who(&s->out, w->online_count, (unsigned)matches_live_count(w));
}

void
guest_login_help(struct world *w, struct session *s, const char *word)
{
	msg_newline(&s->out);
	if (word_is(word, "who"))
		print_user_counts(w, s);
	msg_login_help(&s->out);
	session_write_prompt(w, s);
}

/* Sets the session's language.  An account registered in this session keeps the language. */
static void
guest_language(struct world *w, struct session *s, char *rest)
{
	const char *word = word_next(&rest);
	int language = word != NULL ? language_find(word) : -1;

	if (word == NULL) {
		msg_guest_languages(&s->out);
	} else if (language < 0) {
		msg_set_bad_language(&s->out, word);
	} else {
		s->guest_language = (enum language)language;
		session_set_text_format(s);
		guest_welcome(w, s);
	}
	session_write_prompt(w, s);
}

/* Answers a line that is not a command for guests.  Client programs get FIBS's answer. */
static void
guest_refuse_command(
    struct world *w, struct session *s, const char *word, const struct command *cmd)
{
	bool person = session_is_interactive(s);

	if (person && (word_is(word, "?") || (cmd != NULL && cmd->run == cmd_help))) {
		msg_guest_help(&s->out);
		return;
	}
	if (person && cmd != NULL && cmd->run == cmd_who)
		print_user_counts(w, s);
	if (!person || cmd == NULL)
		msg_unknown_command(&s->out, word);
	if (person)
		msg_guest_first(&s->out);
}

void
guest_line(struct world *w, struct session *s, char *text)
{
	char *rest = text_trim(text);
	const char *word;
	const struct command *cmd;

	login_restart_time(w, s);
	if (!text_make_safe(rest)) {
		msg_bad_text(&s->out);
		session_write_prompt(w, s);
		return;
	}
	word = word_next(&rest);
	cmd = word != NULL ? cmd_find(word) : NULL;
	if (cmd != NULL && (cmd->flags & CMD_FOR_GUESTS) != 0) {
		cmd->run(&(struct ctx){ w, s, NULL, &s->out, NULL, false }, rest);
		return;
	}
	if (word != NULL && word_is(word, "language") &&
	    (session_is_interactive(s) || session_is_json(s))) {
		guest_language(w, s, rest);
		return;
	}
	if (word != NULL)
		guest_refuse_command(w, s, word, cmd);
	session_write_prompt(w, s);
}
