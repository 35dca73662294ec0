/* SPDX-License-Identifier: MIT */
/* The commands of this program: see own.h. */
#include "own.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"

static void
say(struct session *s, const char *text)
{
	model_log(&s->model, LOG_OWN, text);
}

/* ---- matches of before ---- */

static void
show_replay(struct session *s)
{
	char board[REPLAY_BOARD_MAX], extra[REPLAY_BOARD_MAX], line[160];
	const char *self = s->model.self[0] != '\0' ? s->model.self : s->name;

	replay_lines(&s->replay, self, board, extra, line, sizeof(line));
	model_replayed(&s->model, board, extra, line, true);
	if (s->replay.move[s->replay.at].mark[0] != '\0')
		say(s, s->replay.move[s->replay.at].mark);
}

/* False: the words say nothing of a replay. */
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
		say(s, "That move is shown already.");
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
own_say_note(struct session *s, const char *name)
{
	const char *text = notes_find(&s->notes, name);
	char line[NOTE_MAX + 64];

	if (text == NULL)
		return;
	(void)snprintf(line, sizeof(line), "Your note on %s: %s", name, text);
	say(s, line);
}

void
session_show_note(struct session *s, const char *name)
{
	const char *text = notes_find(&s->notes, name);

	if (text != NULL)
		(void)snprintf(s->view.notice, sizeof(s->view.notice), "%.140s", text);
}

/* /note [NAME [TEXT]]; "-" removes it. */
static void
typed_note(struct session *s, const char *rest)
{
	char name[NAME_MAX_LETTERS + 1];
	size_t n = strcspn(rest, " ");
	const char *text = rest + n + strspn(rest + n, " ");
	bool kept = false;

	for (size_t i = 0; rest[0] == '\0' && i < s->notes.n; i++)
		own_say_note(s, s->notes.note[i].name);
	if (rest[0] == '\0' && s->notes.n == 0)
		say(s, "You have no notes. /note NAME TEXT makes one.");
	if (rest[0] == '\0')
		return;
	(void)snprintf(name, sizeof(name), "%.*s", n < sizeof(name) ? (int)n : 0, rest);
	if (name[0] == '\0')
		say(s, "Names have at most 20 letters.");
	else if (text[0] == '\0' && notes_find(&s->notes, name) == NULL)
		say(s, "You have no note on them. /note NAME TEXT makes one.");
	else if (text[0] == '\0')
		own_say_note(s, name);
	else if (!notes_set(&s->notes, name, strcmp(text, "-") == 0 ? "" : text, &kept))
		say(s, "A note has at most 200 letters, and there is room for 2000.");
	else if (!kept)
		say(s, "Noted for now; the file of the notes cannot be written.");
	else
		say(s, "Noted.");
}

static void
typed_save(struct session *s, const char *words)
{
	char command[400];

	if (save_begin(&s->save, words, command, sizeof(command)))
		session_command(s, command);
	else
		say(s, command);
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
		say(s, "/replay FILE shows a match that was saved as json or mat.");
	else if (!own_begin_replay(s, words, why, sizeof(why)))
		say(s, why);
}

/* ---- all ---- */

void
own_typed(struct session *s, const char *text)
{
	if (strcmp(text, "/save") == 0 || strncmp(text, "/save ", 6) == 0)
		typed_save(s, text + 5 + strspn(text + 5, " "));
	else if (strcmp(text, "/note") == 0 || strncmp(text, "/note ", 6) == 0)
		typed_note(s, text + 5 + strspn(text + 5, " "));
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
		say(s, "There are /help, /line, /note, /replay, /save, /screen and /quit; all "
		       "else goes to the server.");
}
