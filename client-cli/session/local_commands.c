/* SPDX-License-Identifier: MIT */
/* The commands of this program: see local_commands.h. */
#include "local_commands.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"

#include "client-cli/model/boards.h"
#include "client-cli/model/texts.h"

static void
say(struct session *s, const char *text)
{
	model_log(&s->model, LOG_OWN, text);
}

/* ---- earlier matches ---- */

static void
show_replay(struct session *s)
{
	char board[REPLAY_BOARD_MAX], extra[REPLAY_BOARD_MAX], line[160];
	const char *self = s->model.self[0] != '\0' ? s->model.self : s->name;

	replay_lines(&s->replay, self, board, extra, line, sizeof(line));
	boards_show_replay(&s->model, board, extra, line, true);
	if (s->replay.move[s->replay.at].mark[0] != '\0')
		say(s, s->replay.move[s->replay.at].mark);
}

/* Returns false if the words are not a replay command. */
static bool
go_on_in_replay(struct session *s, const char *words)
{
	unsigned was = s->replay.at;

	if (!replay_go(&s->replay, words))
		return false;
	if (s->replay.at != was)
		show_replay(s);
	else if (strncmp(words, "previous", 8) == 0)
		say(s, "That is the first move.");
	else if (was + 1 == s->replay.n)
		say(s, "That is the end.");
	else
		say(s, "That move is already shown.");
	return true;
}

bool
own_begin_replay(struct session *s, const char *path, char *why, size_t size)
{
	if (!replay_open(&s->replay, path, why, size))
		return false;
	show_replay(s);
	return true;
}

void
session_replay(struct session *s, const char *words)
{
	const struct table *t = model_shown(&s->model);
	char text[80];

	if (t == NULL || !t->replayed)
		return;
	if (strcmp(words, "close") == 0) {
		model_drop_table(&s->model, s->model.shown);
		s->ended = s->ended || s->replay_only != NULL;
	} else if (!t->from_file) {
		(void)snprintf(text, sizeof(text), "replay %s", words);
		session_command(s, text);
	} else if (!go_on_in_replay(s, words)) {
		say(s, "/replay next, previous, move NUMBER, game NUMBER, or a file.");
	}
}

/* ---- notes ---- */

void
local_command_say_note(struct session *s, const char *name)
{
	const char *text = notes_find(&s->notes, name);
	char line[NOTE_MAX + 64];
	struct sbuf b;

	if (text == NULL)
		return;
	SBUF_ON(&b, line);
	texts_addf(&b, s->model.asked.language, "Your note on %s: %s", name, text);
	say(s, line);
}

void
session_show_note(struct session *s, const char *name)
{
	const char *text = notes_find(&s->notes, name);

	if (text != NULL)
		(void)text_copy(s->view.notice, sizeof(s->view.notice), text);
}

/* ---- aliases ---- */

const char *
session_alias(const struct session *s, const char *word)
{
	const char *text = notes_find(&s->aliases, word);

	for (unsigned i = 0; text == NULL && i < s->config->aliases; i++)
		if (strcmp(s->config->alias[i].name, word) == 0)
			text = s->config->alias[i].text;
	return text;
}

static void
say_alias(struct session *s, const char *name)
{
	const char *text = session_alias(s, name);
	char line[sizeof(s->config->alias[0].text) + 64];
	struct sbuf b;

	SBUF_ON(&b, line);
	if (text != NULL)
		texts_addf(&b, s->model.asked.language, "%s stands for: %s", name, text);
	say(s, text != NULL ? line : "There is no such alias. /alias NAME TEXT creates one.");
}

static void
say_aliases(struct session *s)
{
	for (size_t i = 0; i < s->aliases.n; i++)
		say_alias(s, s->aliases.note[i].name);
	for (unsigned i = 0; i < s->config->aliases; i++)
		if (notes_find(&s->aliases, s->config->alias[i].name) == NULL)
			say_alias(s, s->config->alias[i].name);
	if (s->aliases.n + s->config->aliases == 0)
		say(s, "You have no aliases. /alias NAME TEXT creates one.");
}

/* ---- notes and aliases ---- */

static void
say_notes(struct session *s)
{
	for (size_t i = 0; i < s->notes.n; i++)
		local_command_say_note(s, s->notes.note[i].name);
	if (s->notes.n == 0)
		say(s, "You have no notes. /note NAME TEXT adds one.");
}

static void
say_note_or_none(struct session *s, const char *name)
{
	local_command_say_note(s, name);
	if (notes_find(&s->notes, name) == NULL)
		say(s, "You have no note on that name. /note NAME TEXT adds one.");
}

/* Handles [NAME [TEXT]] for notes and aliases; the text "-" removes one. */
static void
typed_kept(struct session *s, struct notes *kept, const char *rest,
    void (*say_all)(struct session *), void (*say_one)(struct session *, const char *))
{
	char name[NAME_MAX_LETTERS + 1];
	size_t n = strcspn(rest, " ");
	const char *text = rest + n + strspn(rest + n, " ");
	bool removes = strcmp(text, "-") == 0, of_words = kept == &s->aliases;
	bool in_file = false;

	(void)snprintf(name, sizeof(name), "%.*s", n < sizeof(name) ? (int)n : 0, rest);
	if (rest[0] == '\0')
		say_all(s);
	else if (name[0] == '\0')
		say(s, "Names have at most 20 letters.");
	else if (text[0] == '\0')
		say_one(s, name);
	else if (of_words && session_is_own(name))
		say(s, "An alias cannot begin with / or !!.");
	else if (of_words && session_has_secret(text))
		say(s, "Lines that contain a password are not stored.");
	else if (removes && notes_find(kept, name) == NULL && of_words &&
		 session_alias(s, name) != NULL)
		say(s, "That alias is set in the configuration file.");
	else if (removes && notes_find(kept, name) == NULL)
		say_one(s, name);
	else if (!notes_set(kept, name, removes ? "" : text, &in_file))
		say(s, "The text is longer than 200 characters, or 2000 are stored already.");
	else if (!in_file)
		say(s, "Noted until you quit; the file cannot be written.");
	else if (of_words)
		say_one(s, name);
	else
		say(s, "Noted.");
}

static void
typed_replay(struct session *s, const char *words)
{
	const struct table *t = model_shown(&s->model);
	char why[300];

	if (s->replay.n > 0 && t != NULL && t->from_file && go_on_in_replay(s, words))
		return;
	if (words[0] == '\0' && s->replay.n > 0)
		show_replay(s);
	else if (words[0] == '\0')
		say(s, "/replay FILE shows a match saved as json or mat.");
	else if (!own_begin_replay(s, words, why, sizeof(why)))
		say(s, why);
}

/* ---- dispatch ---- */

void
local_command_typed(struct session *s, const char *text)
{
	if (strcmp(text, "/save") == 0 || strncmp(text, "/save ", 6) == 0)
		session_save(s, text + 5 + strspn(text + 5, " "));
	else if (strcmp(text, "/note") == 0 || strncmp(text, "/note ", 6) == 0)
		typed_kept(s, &s->notes, text + 5 + strspn(text + 5, " "), say_notes,
		    say_note_or_none);
	else if (strcmp(text, "/alias") == 0 || strncmp(text, "/alias ", 7) == 0)
		typed_kept(
		    s, &s->aliases, text + 6 + strspn(text + 6, " "), say_aliases, say_alias);
	else if (strcmp(text, "/replay") == 0 || strncmp(text, "/replay ", 8) == 0)
		typed_replay(s, text + 7 + strspn(text + 7, " "));
	else if (strcmp(text, "/quit") == 0)
		session_leave(s);
	else if (strcmp(text, "/help") == 0)
		s->view.help = true;
	else if (strcmp(text, "/line") == 0)
		s->to_lines = true;
	else if (strcmp(text, "/screen") == 0)
		s->to_screen = true;
	else
		say(s,
		    "The commands of gammon are /alias, /help, /line, /note, /replay, /save, "
		    "/screen and /quit; everything else goes to the server.");
}
