/* SPDX-License-Identifier: MIT */
/* Earlier matches: see replays.h. */
#include "replays.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/model/boards.h"

#include "connect.h"
#include "send.h"

static void
show_replay(struct session *s)
{
	char board[REPLAY_BOARD_MAX], extra[REPLAY_BOARD_MAX], line[160];
	const char *self = s->model.self[0] != '\0' ? s->model.self : s->login_name;

	replay_board_lines(&s->replay, self, board, extra, line, sizeof(line));
	boards_show_replay(&s->model, board, extra, line, true);
	if (s->replay.moves[s->replay.at].move_errors[0] != '\0')
		session_log(s, s->replay.moves[s->replay.at].move_errors);
}

/* Goes to another move, as replay_seek describes.  Returns false if the words name no move. */
static bool
step_in_replay(struct session *s, const char *words)
{
	unsigned was = s->replay.at;

	if (!replay_seek(&s->replay, words))
		return false;
	if (s->replay.at != was)
		show_replay(s);
	else if (strncmp(words, "previous", 8) == 0)
		session_log(s, "That is the first move.");
	else if (was + 1 == s->replay.n)
		session_log(s, "That is the end.");
	else
		session_log(s, "That move is already shown.");
	return true;
}

bool
session_begin_replay(struct session *s, const char *path, char *why, size_t size)
{
	if (!replay_open(&s->replay, path, why, size))
		return false;
	show_replay(s);
	return true;
}

void
session_replay_command(struct session *s, const char *words)
{
	const struct table *t = model_shown_table(&s->model);
	char text[80];

	if (t == NULL || !t->replayed)
		return;
	if (strcmp(words, "close") == 0) {
		model_drop_table(&s->model, s->model.shown_index);
		s->ended = s->ended || s->replay_file != NULL;
	} else if (!t->replayed_from_file) {
		(void)snprintf(text, sizeof(text), "replay %s", words);
		session_send_command(s, text);
	} else if (!step_in_replay(s, words)) {
		session_log(s, "/replay next, previous, move NUMBER, game NUMBER, or a file.");
	}
}

void
replays_typed(struct session *s, const char *words)
{
	const struct table *t = model_shown_table(&s->model);
	char why[300];

	if (s->replay.n > 0 && t != NULL && t->replayed_from_file && step_in_replay(s, words))
		return;
	if (words[0] == '\0' && s->replay.n > 0)
		show_replay(s);
	else if (words[0] == '\0')
		session_log(s, "/replay FILE shows a match saved as json or mat.");
	else if (!session_begin_replay(s, words, why, sizeof(why)))
		session_log(s, why);
}
