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
	v->list_wanted = true;
	v->games = games;
	v->focus = FOCUS_LIST;
}

static void
close_list(struct view *v)
{
	v->list_wanted = v->games = false;
	v->picked[0] = '\0';
	v->focus = FOCUS_INPUT;
}

static void
show_games(struct session *s)
{
	struct view *v = &s->view;
	const struct person *p = model_first(&s->model);

	while (p != NULL && p->who.opponent[0] == '\0')
		p = model_next(p);
	if (p == NULL) {
		(void)sbuf_copy(v->notice, sizeof(v->notice), "No games are in progress.");
		return;
	}
	show_list(v, true);
}

void
button_watch(struct session *s, const char *name)
{
	char text[64];

	(void)snprintf(text, sizeof(text), "watch %s", name);
	close_list(&s->view);
	session_command(s, text);
}

void
button_press(struct session *s, unsigned i)
{
	const struct button b =
	    i < s->view.buttons ? s->view.button[i] : (struct button){ .w = 0 };
	struct sbuf why;

	if (i >= s->view.buttons)
		return;
	SBUF_ON(&why, s->view.notice);
	switch (b.deed) {
	case DEED_TOURNEYS:
	case DEED_TOURNEY:
	case DEED_COMMAND:
		model_log(&s->model, LOG_TYPED, b.command);
		s->view.picked[0] = '\0';
		s->view.list_wanted = false;
		if (!s->view.start)
			s->view.menu = MENU_NONE;
		if (b.deed == DEED_TOURNEYS)
			s->view.menu = MENU_TOURNEYS;
		else if (b.deed == DEED_TOURNEY &&
			 sscanf(b.command, "tournament %u", &s->view.tourney) == 1)
			s->view.menu = MENU_TOURNEY;
		session_command(s, b.command);
		break;
	case DEED_SEND:
		session_send_play(s);
		break;
	case DEED_UNDO:
		draft_undo(&s->draft);
		break;
	case DEED_OFF:
		if (draft_bear_off(&s->draft, &why))
			s->view.notice[0] = '\0';
		break;
	case DEED_RESET:
		draft_reset(&s->draft);
		break;
	case DEED_REPLAY:
		session_replay(s, b.command);
		break;
	case DEED_GAMES:
		show_games(s);
		break;
	case DEED_PEOPLE:
		show_list(&s->view, false);
		break;
	case DEED_LIST:
		close_list(&s->view);
		break;
	case DEED_CLOSE:
		model_drop_table(&s->model, s->model.shown);
		break;
	case DEED_MENU:
		s->view.menu = s->view.menu != MENU_NONE ? MENU_NONE
			       : s->view.start           ? MENU_HELP
							 : MENU_MORE;
		break;
	case DEED_RESIGN:
		s->view.menu = MENU_RESIGN;
		(void)sbuf_copy(s->view.resign, sizeof(s->view.resign), b.command);
		s->view.button_at = 1; /* "Back" */
		sbuf_add(&why, "Do you want to resign this game?");
		break;
	case DEED_KEYS:
		s->view.help = true;
		break;
	case DEED_LANGUAGE:
		s->model.asked.language = (enum language)language_named(b.command);
		break;
	case DEED_REGISTER:
		register_begin(s);
		break;
	case DEED_RECOVER:
		session_guest(s);
		model_log(&s->model, LOG_OWN, "Type: recover NAME CODE");
		break;
	case DEED_SUBMIT:
		register_submit(s);
		break;
	case DEED_CANCEL:
		session_restart(s);
		break;
	}
}
