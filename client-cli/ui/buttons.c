/* SPDX-License-Identifier: MIT */
/* The buttons: see buttons.h. */
#include "buttons.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"

#include "client-cli/model/text.h"
#include "client-cli/model/texts.h"

static void
add(struct view *v, enum button_action action, const char *label, const char *command)
{
	struct button *b, was;

	if (v->n_buttons == BUTTONS_MAX)
		return;
	b = &v->buttons[v->n_buttons++];
	was = *b;
	*b = (struct button){ .action = action, .description = "" };
	(void)text_copy(b->label, sizeof(b->label), texts_translate(v->language, label));
	(void)sbuf_copy(b->command, sizeof(b->command), command);
	if (strcmp(was.label, b->label) == 0) { /* already on the screen: keep its position */
		b->x = was.x;
		b->y = was.y;
		b->w = was.w;
	}
}

/* Adds a button of the start screen with a description. */
static void
add_start_button(struct view *v, enum button_action action, const char *label,
    const char *command, const char *about)
{
	add(v, action, label, command);
	v->buttons[v->n_buttons - 1].description = texts_translate(v->language, about);
}

static void
add_named_command(
    struct view *v, const char *label, const char *command, const char *name, const char *rest)
{
	char text[64];

	(void)snprintf(text, sizeof(text), "%s %s%s", command, name, rest);
	add(v, BUTTON_COMMAND, label, text);
}

static void
add_person_buttons(struct view *v, struct model *m)
{
	const struct person *p = model_find_person(m, v->selected_name);

	if (p == NULL || strcmp(v->selected_name, m->self) == 0)
		return;
	if (m->opponent[0] == '\0' && p->who.opponent[0] == '\0') {
		add_named_command(v, "Invite 1", "invite", v->selected_name, " 1");
		add_named_command(v, "Invite 3", "invite", v->selected_name, " 3");
		add_named_command(v, "Invite 5", "invite", v->selected_name, " 5");
		add_named_command(v, "Resume", "invite", v->selected_name, "");
	} else if (m->opponent[0] == '\0') {
		add_named_command(v, "Watch", "watch", v->selected_name, "");
	}
	add_named_command(v, "Who is", "whois", v->selected_name, "");
}

static void
add_game_buttons(struct view *v, const struct model *m, const struct table *t)
{
	switch (table_expected_action(m, t)) {
	case EXPECTED_ROLL:
		add(v, BUTTON_COMMAND, "Roll", "roll");
		if (table_may_double(t))
			add(v, BUTTON_COMMAND, "Double", "double");
		break;
	case EXPECTED_MOVE:
		add(v, BUTTON_SEND_PLAY, "Send", "");
		add(v, BUTTON_UNDO_STEP, "Undo", "");
		add(v, BUTTON_BEAR_OFF, "Bear off", "");
		add(v, BUTTON_RESET_PLAY, "Reset", "");
		break;
	case EXPECTED_NAMED_DICE:
		for (unsigned i = 1; i <= 6; i++) {
			char label[8], command[16];

			(void)snprintf(label, sizeof(label), "%u-%u", i, i);
			(void)snprintf(command, sizeof(command), "choose %u", i);
			add(v, BUTTON_COMMAND, label, command);
		}
		break;
	case EXPECTED_DOUBLE_ANSWER:
	case EXPECTED_RESIGN_ANSWER:
		add(v, BUTTON_COMMAND, "Accept", "accept");
		add(v, BUTTON_COMMAND, "Reject", "reject");
		if (table_expected_action(m, t) == EXPECTED_DOUBLE_ANSWER && m->may_redouble)
			add(v, BUTTON_COMMAND, "Redouble", "redouble");
		break;
	case EXPECTED_DRAW_ANSWER:
		add(v, BUTTON_COMMAND, "Accept", "draw accept");
		add(v, BUTTON_COMMAND, "Reject", "draw reject");
		break;
	case EXPECTED_JOIN:
		add(v, BUTTON_COMMAND, "Next game", "join");
		add(v, BUTTON_COMMAND, "Leave", "leave");
		break;
	case EXPECTED_NOTHING:
		break;
	}
}

/* Adds the buttons of a match that are not needed in every turn.  A second press or click in
 * the same place must not confirm a resignation, so two other buttons precede those that
 * resign. */
static void
add_match_buttons(struct view *v, const struct table *t)
{
	add(v, BUTTON_MENU, "Back", "");
	add(v, BUTTON_COMMAND, "Leave", "leave");
	if (t->practice) {
		add(v, BUTTON_COMMAND, "Hint", "hint");
		add(v, BUTTON_COMMAND, "Take back", "takeback");
	}
	add(v, BUTTON_RESIGN, "Resign 1", "resign normal");
	/* in a practice match, "Resign 2" would not fit in every language */
	if (!t->practice)
		add(v, BUTTON_RESIGN, "Resign 2", "resign gammon");
}

static void
add_replay_buttons(struct view *v, const struct table *t)
{
	char text[24];

	add(v, BUTTON_REPLAY, "Next", "next");
	add(v, BUTTON_REPLAY, "Back", "previous");
	(void)snprintf(text, sizeof(text), "game %u", t->game_no + 1);
	add(v, BUTTON_REPLAY, "Next game", text);
	(void)snprintf(text, sizeof(text), "game %u", t->game_no > 1 ? t->game_no - 1 : 1);
	add(v, BUTTON_REPLAY, "Game back", text);
	add(v, BUTTON_REPLAY, "Close", "close");
}

static void
add_login_buttons(struct view *v)
{
	static const char *const NATIVE[LANG_COUNT] = { "English", "Italiano", "Português" };

	if (v->form.open) {
		add_start_button(v, BUTTON_SUBMIT_FORM, "Register", "", "");
		add_start_button(v, BUTTON_CANCEL_FORM, "Cancel", "", "");
		return;
	}
	add_start_button(v, BUTTON_REGISTER, "Register", "", "choose a name and a password");
	add_start_button(
	    v, BUTTON_RECOVER, "Recover", "", "your password is lost: use your recovery code");
	add_start_button(v, BUTTON_SHOW_KEYS, "Keys", "", "what each key does");
	for (unsigned l = 0; l < LANG_COUNT; l++)
		if (l != v->language)
			add_start_button(v, BUTTON_LANGUAGE, NATIVE[l], CATALOGUES[l].code, "");
}

static void
add_help_buttons(struct view *v)
{
	add_start_button(
	    v, BUTTON_COMMAND, "First steps", "help beginner", "how to get started");
	add_start_button(
	    v, BUTTON_COMMAND, "Rules", "help rules", "the game from the beginning");
	add_start_button(v, BUTTON_COMMAND, "Other games", "help variants", "and their rules");
	add_start_button(v, BUTTON_COMMAND, "Commands", "help", "all topics, in groups");
	add_start_button(v, BUTTON_SHOW_KEYS, "Keys", "", "what the keys and the mouse do");
	add_start_button(v, BUTTON_MENU, "Back", "", "");
}

static void
add_tourney_list_buttons(struct view *v, const struct model *m)
{
	for (unsigned i = 0; i < m->queries.tourneys.n; i++) {
		char label[12], command[24];

		(void)snprintf(label, sizeof(label), "%u", m->queries.tourneys.row[i].number);
		(void)snprintf(command, sizeof(command), "tournament %s", label);
		add_start_button(
		    v, BUTTON_TOURNEY, label, command, m->queries.tourneys.row[i].name);
	}
	add_start_button(
	    v, BUTTON_COMMAND, "Your matches", "tournament my", "what you must do now");
	add_start_button(v, BUTTON_MENU, "Back", "", "");
}

/* Puts the buttons that change something last.  The list of tournaments was shown in the same
 * place, and a second click on a tournament must not press one of those buttons. */
static void
add_tourney_buttons(struct view *v)
{
	static const struct {
		const char *label, *argument, *description;
	} BUTTON[] = {
		{ "Matches", "pairings", "in progress or due now" },
		{ "Standings", "standings", "places so far" },
		{ "Bracket", "bracket", "a knock-out as a tree" },
		{ "Follow", "follow", "get its results and watch its matches" },
		{ "Check in", "checkin", "say that you are here, when the server asks" },
		{ "Enter", "register", "take part" },
		{ "Withdraw", "withdraw", "stop taking part" },
	};
	char command[48];

	for (unsigned i = 0; i < ARRAY_LEN(BUTTON); i++) {
		(void)snprintf(command, sizeof(command), "tournament %s %u", BUTTON[i].argument,
		    v->menu_tourney);
		add_start_button(
		    v, BUTTON_COMMAND, BUTTON[i].label, command, BUTTON[i].description);
	}
	add_start_button(v, BUTTON_TOURNEYS, "Back", "tournament", "");
}

static void
add_start_buttons(struct view *v, const struct model *m)
{
	if (m->rematch_opponent[0] != '\0' && m->server_is_gammond && v->n_buttons == 0)
		add_start_button(
		    v, BUTTON_COMMAND, "Rematch", "rematch", "the same match again");
	add_start_button(
	    v, BUTTON_COMMAND, "Play now", "play", "with a player who is free, or a bot");
	add_start_button(
	    v, BUTTON_COMMAND, "Practice", "play practice", "with hints; not rated");
	add_start_button(v, BUTTON_SHOW_GAMES, "Watch", "", "a game in progress");
	add_start_button(v, BUTTON_SHOW_PEOPLE, "People", "", "who is online; invite someone");
	add_start_button(v, BUTTON_TOURNEYS, "Tournaments", "tournament",
	    "what is on; enter, check in, follow");
	add_start_button(v, BUTTON_MENU, "Help", "", "first steps, rules, commands, keys");
	if (m->away)
		add_start_button(v, BUTTON_COMMAND, "I'm back", "back", "you are away");
	else
		add_start_button(v, BUTTON_COMMAND, m->ready ? "Not ready" : "Ready to play",
		    "toggle ready",
		    m->ready ? "others may invite you" : "so that others may invite you");
}

/* Adds the buttons next to a board on which no game is in progress. */
static void
add_idle_board_buttons(struct view *v, const struct model *m)
{
	if (m->rematch_opponent[0] != '\0' && m->server_is_gammond)
		add(v, BUTTON_COMMAND, "Rematch", "rematch");
	if (m->watching[0] != '\0')
		add(v, BUTTON_COMMAND, "Stop watching", "unwatch");
	else
		add(v, BUTTON_CLOSE_BOARD, "Close", "");
	if (m->away)
		add(v, BUTTON_COMMAND, "I'm back", "back");
}

static void
add_join_button(struct view *v, const struct model *m)
{
	char label[40];
	struct sbuf b;

	if (m->inviter[0] == '\0')
		return;
	SBUF_INIT(&b, label);
	if (m->opponent[0] == '\0')
		texts_addf(&b, v->language, "Join %.20s", m->inviter);
	else
		sbuf_add(&b, "Join");
	add_named_command(v, label, "join", m->inviter, "");
}

void
buttons_update(struct view *v, struct model *m)
{
	const struct table *t = model_shown_table(m);

	v->language = m->queries.language;
	v->n_buttons = 0;
	v->on_start_screen = false;
	if (v->form.open || v->asks_login_name) {
		v->on_start_screen = true;
		add_login_buttons(v);
		return;
	}
	if (t != NULL && t->replayed && v->focus != FOCUS_LIST && v->selected_name[0] == '\0') {
		add_replay_buttons(v, t);
		return;
	}
	if (!m->clip)
		return;
	if (v->focus == FOCUS_LIST ||
	    (v->focus == FOCUS_BUTTONS && v->selected_name[0] != '\0')) {
		add_person_buttons(v, m);
		add(v, BUTTON_CLOSE_LIST, "Back", "");
		return;
	}
	if (m->opponent[0] == '\0')
		add_join_button(v, m);
	if (t != NULL && t->pos.you && m->opponent[0] != '\0') {
		if (v->menu == MENU_RESIGN) {
			add(v, BUTTON_COMMAND, "Resign", v->resign_command);
			add(v, BUTTON_MENU, "Back", "");
		} else if (v->menu == MENU_MATCH_MORE) {
			add_match_buttons(v, t);
		} else {
			add_game_buttons(v, m, t);
			if (table_expected_action(m, t) != EXPECTED_JOIN)
				add(v, BUTTON_MENU, "More", "");
		}
		/* Added last, so that the other buttons keep their function keys. */
		add_join_button(v, m);
	}
	if ((t != NULL && v->n_buttons > 0) || m->opponent[0] != '\0')
		return;
	v->on_start_screen = t == NULL;
	if (t != NULL)
		add_idle_board_buttons(v, m);
	else if (v->menu == MENU_HELP)
		add_help_buttons(v);
	else if (v->menu == MENU_TOURNEYS)
		add_tourney_list_buttons(v, m);
	else if (v->menu == MENU_TOURNEY)
		add_tourney_buttons(v);
	else
		add_start_buttons(v, m);
}
