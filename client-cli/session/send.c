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
is_leave_command(const char *text)
{
	const struct server_command *c = server_command_find(text);

	return c != NULL && c->ends_session && word_is(text, c->name);
}

static void
send_mark(struct session *s, enum mark_kind mark)
{
	if (session_connected(s) && query_add_mark(&s->model, mark))
		session_send(s, QUERY_MARK);
}

void
session_send_command(struct session *s, const char *text)
{
	enum mark_kind mark;

	if (s->login_stage != LOGIN_DONE && is_leave_command(text)) {
		s->ended = true;
		return;
	}
	if (session_connected(s) &&
	    s->login_stage != LOGIN_DONE) { /* the server would take it for a name */
		session_log(s, "You are not logged in yet; that was not sent.");
		return;
	}
	session_send_outbox(s); /* marks are answered in the order in which they are sent */
	if (is_leave_command(text)) {
		if (s->model.boardstyle_to_restore != 0) {
			char back[32];

			(void)snprintf(back, sizeof(back), "set boardstyle %u",
			    s->model.boardstyle_to_restore);
			session_send(s, back);
		}
		s->model.farewell_received = true;
	}
	if (strncmp(text, "join", 4) == 0) {
		s->model.next_game_joined = s->model.next_game_offered;
		s->model.inviter[0] = '\0';
	}
	s->view.notice[0] = '\0';
	s->view.bottom_line = 0;
	mark = session_connected(s) ? query_command_sent(&s->model, text) : MARK_NONE;
	s->view.answer_start = mark == MARK_PAGE_END ? s->model.log.total + 1 : 0;
	if (mark == MARK_LIST_END)
		send_mark(s, MARK_LIST_START);
	session_send(s, text);
	if (!session_connected(s))
		return;
	send_mark(s, mark);
	s->show_board_again = (s->model.opponent[0] != '\0' || s->model.watching[0] != '\0') &&
			      text[strcspn(text, " ")] == '\0' && word_is_prefix(text, "board");
}

void
session_save_match(struct session *s, const char *words)
{
	char command[400];

	if (s->login_stage != LOGIN_DONE) { /* without a login no answer would arrive */
		session_log(s, session_connected(s)
				   ? "You are not logged in yet; that was not sent."
				   : "Not connected; that was not sent.");
		return;
	}
	if (!save_begin(&s->files.save, words, command, sizeof(command))) {
		session_log(s, command);
		return;
	}
	s->files.save.language = s->model.queries.language;
	s->model.query_marks.export_complete = false;
	session_send_command(s, command);
	send_mark(s, MARK_EXPORT_END);
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
	if (!s->draft.complete) {
		(void)sbuf_copy(s->view.notice, sizeof(s->view.notice),
		    s->draft.entered.n == 0 ? "Pick a checker, or type the move."
					    : "There are dice left to play.");
		return;
	}
	SBUF_INIT(&b, text);
	sbuf_add(&b, "move ");
	draft_write_done(&s->draft, &own->pos, &b);
	hits =
	    draft_hit_mask(s->draft.v, &s->draft.start, SEAT_0, s->draft.d, &s->draft.entered);
	record_sent_play(&s->model.record, &s->draft.entered, hits);
	SBUF_INIT(&b, own->last_move[0]);
	draft_write_play(&s->draft.entered, hits, &b);
	model_show_sent_move(own, &s->draft.now);
	s->draft.on = false;
	session_send_command(s, text);
}

void
session_quit(struct session *s)
{
	if (s->model.opponent[0] != '\0' && !s->quit_warned) {
		s->quit_warned = true;
		(void)snprintf(s->view.notice, sizeof(s->view.notice),
		    "You are in a match. Leave again to quit; the match will be saved.");
		return;
	}
	if (!session_connected(s) || s->login_stage != LOGIN_DONE ||
	    s->model.farewell_received) {
		s->ended = true;
		return;
	}
	session_send_command(s, "bye");
}
