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
	if (session_person(s)) { /* last: old clients match the lines before this text */
		msg_newline(&s->out);
		msg_guest_languages(&s->out);
		(void)login_no_accounts(w, s);
	}
}

/* Prints how many users and matches there are, before log-in. */
static void
tell_how_many(struct world *w, struct session *s)
{
	msg_guest_who(&s->out, w->online_count, (unsigned)matches_playing(w));
}

void
guest_login_help(struct world *w, struct session *s, const char *word)
{
	msg_newline(&s->out);
	if (word_is(word, "who"))
		tell_how_many(w, s);
	msg_login_help(&s->out);
	session_prompt(w, s);
}

/* Sets the session's language.  An account registered in this session keeps the language. */
static void
guest_language(struct world *w, struct session *s, char *rest)
{
	const char *word = word_next(&rest);
	int language = word != NULL ? language_named(word) : -1;

	if (word == NULL) {
		msg_guest_languages(&s->out);
	} else if (language < 0) {
		msg_set_bad_language(&s->out, word);
	} else {
		s->language = (enum language)language;
		session_speak(s);
		guest_welcome(w, s);
	}
	session_prompt(w, s);
}

/* Answers a line that is not a command for guests.  Client programs get FIBS's answer. */
static void
guest_refused(struct world *w, struct session *s, const char *word, const struct command *cmd)
{
	bool person = session_person(s);

	if (person && (word_is(word, "?") || (cmd != NULL && cmd->run == cmd_help))) {
		msg_guest_help(&s->out);
		return;
	}
	if (person && cmd != NULL && cmd->run == cmd_who)
		tell_how_many(w, s);
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

	login_more_time(w, s);
	if (!text_clean(rest)) {
		msg_bad_text(&s->out);
		session_prompt(w, s);
		return;
	}
	word = word_next(&rest);
	cmd = word != NULL ? cmd_find(word) : NULL;
	if (cmd != NULL && (cmd->flags & CMD_GUEST) != 0) {
		cmd->run(&(struct ctx){ w, s, NULL, &s->out, NULL, false }, rest);
		return;
	}
	if (word != NULL && word_is(word, "language") &&
	    (session_person(s) || session_json(s))) {
		guest_language(w, s, rest);
		return;
	}
	if (word != NULL)
		guest_refused(w, s, word, cmd);
	session_prompt(w, s);
}
