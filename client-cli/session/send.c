/* SPDX-License-Identifier: MIT */
/* Commands to the server: see send.h. */
#include "send.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"
#include "proto/words.h"

#include "client-cli/model/commands.h"
#include "client-cli/model/query.h"

#include "connect.h"

static bool
is_farewell(const char *text)
{
	const struct server_command *c = command_find(text);

	return c != NULL && c->leaves && word_is(text, c->name);
}

static void
send_mark(struct session *s, enum mark mark)
{
	if (session_connected(s) && query_mark(&s->model, mark))
		session_send(s, QUERY_MARK);
}

void
session_command(struct session *s, const char *text)
{
	enum mark mark;

	if (s->login != LOGIN_IN && is_farewell(text)) {
		s->ended = true;
		return;
	}
	if (session_connected(s) &&
	    s->login != LOGIN_IN) { /* before login the server would take the line for a name */
		session_say(s, "You are not logged in yet; that was not sent.");
		return;
	}
	session_send_requests(s); /* marks are answered in the order in which they are sent */
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
	mark = session_connected(s) ? query_command(&s->model, text) : MARK_NONE;
	s->view.answer = mark == MARK_PAGE ? s->model.log.total + 1 : 0;
	if (mark == MARK_LIST_END)
		send_mark(s, MARK_LIST);
	session_send(s, text);
	if (!session_connected(s))
		return;
	send_mark(s, mark);
	s->board_asked = (s->model.opponent[0] != '\0' || s->model.watching[0] != '\0') &&
			 text[strcspn(text, " ")] == '\0' && word_begins(text, "board");
}

void
session_save(struct session *s, const char *words)
{
	char command[400];

	if (s->login != LOGIN_IN) { /* without a login no answer would arrive */
		session_say(s, session_connected(s)
				   ? "You are not logged in yet; that was not sent."
				   : "Not connected; that was not sent.");
		return;
	}
	if (!save_begin(&s->files.save, words, command, sizeof(command))) {
		session_say(s, command);
		return;
	}
	s->files.save.language = s->model.asked.language;
	s->model.marks.saved = false;
	session_command(s, command);
	send_mark(s, MARK_SAVE);
}

void
session_send_play(struct session *s)
{
	struct table *own = model_own_table(&s->model);
	char text[128];
	struct sbuf b;
	unsigned hits;

	if (own == NULL || !s->draft.on)
		return;
	if (!s->draft.whole) {
		(void)sbuf_copy(s->view.notice, sizeof(s->view.notice),
		    s->draft.done.n == 0 ? "Pick a checker, or type the move."
					 : "There are dice left to play.");
		return;
	}
	SBUF_ON(&b, text);
	sbuf_add(&b, "move ");
	draft_text(&s->draft, &own->pos, &b);
	hits = draft_hits(s->draft.v, &s->draft.start, SEAT_0, s->draft.d, &s->draft.done);
	record_sent(&s->model.record, &s->draft.done, hits);
	SBUF_ON(&b, own->last[0]);
	draft_words(&s->draft.done, hits, &b);
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
		    "You are in a match. Leave again to quit; the match will be saved.");
		return;
	}
	if (!session_connected(s) || s->login != LOGIN_IN || s->model.parted) {
		s->ended = true;
		return;
	}
	session_command(s, "bye");
}
