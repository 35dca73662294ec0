/* SPDX-License-Identifier: MIT */
/* The actions of the buttons: see button_keys.h. */
#include "button_keys.h"

#include <stdio.h>

#include "base/sbuf.h"

#include "login.h"
#include "register.h"
#include "replays.h"
#include "send.h"

static void
show_list(struct view *v, bool games)
{
	v->list_over_board = true;
	v->list_shows_games = games;
	v->focus = FOCUS_LIST;
}

static void
close_list(struct view *v)
{
	v->list_over_board = v->list_shows_games = false;
	v->selected_name[0] = '\0';
	v->focus = FOCUS_INPUT;
}

static void
show_games(struct session *s)
{
	struct view *v = &s->view;
	const struct person *p = model_first_person(&s->model);

	while (p != NULL && p->who.opponent[0] == '\0')
		p = model_next_person(p);
	if (p == NULL) {
		(void)sbuf_copy(v->notice, sizeof(v->notice), "No games are in progress.");
		return;
	}
	show_list(v, true);
}

void
watch_from_list(struct session *s, const char *name)
{
	char text[64];

	(void)snprintf(text, sizeof(text), "watch %s", name);
	close_list(&s->view);
	session_send_command(s, text);
}

void
button_press(struct session *s, unsigned i)
{
	const struct button b =
	    i < s->view.n_buttons ? s->view.buttons[i] : (struct button){ .w = 0 };
	struct sbuf why;

	if (i >= s->view.n_buttons)
		return;
	SBUF_INIT(&why, s->view.notice);
	switch (b.action) {
	case BUTTON_TOURNEYS:
	case BUTTON_TOURNEY:
	case BUTTON_COMMAND:
		model_log(&s->model, LOG_TYPED, b.command);
		s->view.selected_name[0] = '\0';
		s->view.list_over_board = false;
		if (!s->view.on_start_screen)
			s->view.menu = MENU_NONE;
		if (b.action == BUTTON_TOURNEYS)
			s->view.menu = MENU_TOURNEYS;
		else if (b.action == BUTTON_TOURNEY &&
			 sscanf(b.command, "tournament %u", &s->view.menu_tourney) == 1)
			s->view.menu = MENU_TOURNEY;
		session_send_command(s, b.command);
		break;
	case BUTTON_SEND_PLAY:
		session_send_play(s);
		break;
	case BUTTON_UNDO_STEP:
		draft_undo_step(&s->draft);
		break;
	case BUTTON_BEAR_OFF:
		if (draft_bear_off(&s->draft, &why))
			s->view.notice[0] = '\0';
		break;
	case BUTTON_RESET_PLAY:
		draft_reset(&s->draft);
		break;
	case BUTTON_REPLAY:
		session_replay_command(s, b.command);
		break;
	case BUTTON_SHOW_GAMES:
		show_games(s);
		break;
	case BUTTON_SHOW_PEOPLE:
		show_list(&s->view, false);
		break;
	case BUTTON_CLOSE_LIST:
		close_list(&s->view);
		break;
	case BUTTON_CLOSE_BOARD:
		model_drop_table(&s->model, s->model.shown_index);
		break;
	case BUTTON_MENU:
		s->view.menu = s->view.menu != MENU_NONE ? MENU_NONE
			       : s->view.on_start_screen ? MENU_HELP
							 : MENU_MATCH_MORE;
		break;
	case BUTTON_RESIGN:
		s->view.menu = MENU_RESIGN;
		(void)sbuf_copy(
		    s->view.resign_command, sizeof(s->view.resign_command), b.command);
		s->view.focused_button = 1; /* "Back" */
		sbuf_add(&why, "Do you want to resign this game?");
		break;
	case BUTTON_SHOW_KEYS:
		s->view.keys_page_shown = true;
		break;
	case BUTTON_LANGUAGE:
		s->model.queries.language = (enum language)language_find(b.command);
		break;
	case BUTTON_REGISTER:
		register_begin(s);
		break;
	case BUTTON_RECOVER:
		session_begin_guest(s);
		model_log(&s->model, LOG_CLIENT, "Type: recover NAME CODE");
		break;
	case BUTTON_SUBMIT_FORM:
		register_submit(s);
		break;
	case BUTTON_CANCEL_FORM:
		session_cancel_registration(s);
		break;
	}
}
