/* SPDX-License-Identifier: MIT */
/* The buttons: see buttons.h. */
#include "buttons.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"

#include "client-cli/model/text.h"
#include "client-cli/model/texts.h"

static void
add(struct view *v, enum deed deed, const char *label, const char *command)
{
	struct button *b, was;

	if (v->buttons == BUTTONS_MAX)
		return;
	b = &v->button[v->buttons++];
	was = *b;
	*b = (struct button){ .deed = deed, .about = "" };
	(void)text_copy(b->label, sizeof(b->label), texts_in(v->language, label));
	(void)sbuf_copy(b->command, sizeof(b->command), command);
	if (strcmp(was.label, b->label) == 0) { /* already on the screen: keep its position */
		b->x = was.x;
		b->y = was.y;
		b->w = was.w;
	}
}

/* Adds a button of the start screen with a description. */
static void
add_start(
    struct view *v, enum deed deed, const char *label, const char *command, const char *about)
{
	add(v, deed, label, command);
	v->button[v->buttons - 1].about = texts_in(v->language, about);
}

static void
add_about(
    struct view *v, const char *label, const char *command, const char *name, const char *rest)
{
	char text[64];

	(void)snprintf(text, sizeof(text), "%s %s%s", command, name, rest);
	add(v, DEED_COMMAND, label, text);
}

static void
add_person_buttons(struct view *v, struct model *m)
{
	const struct person *p = model_find(m, v->picked);

	if (p == NULL || strcmp(v->picked, m->self) == 0)
		return;
	if (m->opponent[0] == '\0' && p->who.opponent[0] == '\0') {
		add_about(v, "Invite 1", "invite", v->picked, " 1");
		add_about(v, "Invite 3", "invite", v->picked, " 3");
		add_about(v, "Invite 5", "invite", v->picked, " 5");
		add_about(v, "Resume", "invite", v->picked, "");
	} else if (m->opponent[0] == '\0') {
		add_about(v, "Watch", "watch", v->picked, "");
	}
	add_about(v, "Who is", "whois", v->picked, "");
}

static void
add_game_buttons(struct view *v, const struct model *m, const struct table *t)
{
	switch (table_asks(m, t)) {
	case ASKED_ROLL:
		add(v, DEED_COMMAND, "Roll", "roll");
		if (table_may_double(t))
			add(v, DEED_COMMAND, "Double", "double");
		break;
	case ASKED_MOVE:
		add(v, DEED_SEND, "Send", "");
		add(v, DEED_UNDO, "Undo", "");
		add(v, DEED_OFF, "Bear off", "");
		add(v, DEED_RESET, "Reset", "");
		break;
	case ASKED_NAME:
		for (unsigned i = 1; i <= 6; i++) {
			char label[8], command[16];

			(void)snprintf(label, sizeof(label), "%u-%u", i, i);
			(void)snprintf(command, sizeof(command), "choose %u", i);
			add(v, DEED_COMMAND, label, command);
		}
		break;
	case ASKED_DOUBLE:
	case ASKED_RESIGN:
		add(v, DEED_COMMAND, "Accept", "accept");
		add(v, DEED_COMMAND, "Reject", "reject");
		if (table_asks(m, t) == ASKED_DOUBLE && m->redouble)
			add(v, DEED_COMMAND, "Redouble", "redouble");
		break;
	case ASKED_DRAW:
		add(v, DEED_COMMAND, "Accept", "draw accept");
		add(v, DEED_COMMAND, "Reject", "draw reject");
		break;
	case ASKED_NEXT:
		add(v, DEED_COMMAND, "Next game", "join");
		add(v, DEED_COMMAND, "Leave", "leave");
		break;
	case ASKED_NOTHING:
		break;
	}
}

/* Adds the buttons of a match that are not needed in every turn.  A second press or click in
 * the same place must not confirm a resignation, so two other buttons precede those that
 * resign. */
static void
add_match_buttons(struct view *v, const struct table *t)
{
	add(v, DEED_MENU, "Back", "");
	add(v, DEED_COMMAND, "Leave", "leave");
	if (t->practice) {
		add(v, DEED_COMMAND, "Hint", "hint");
		add(v, DEED_COMMAND, "Take back", "takeback");
	}
	add(v, DEED_RESIGN, "Resign 1", "resign normal");
	/* in a practice match, "Resign 2" would not fit in every language */
	if (!t->practice)
		add(v, DEED_RESIGN, "Resign 2", "resign gammon");
}

static void
add_replay_buttons(struct view *v, const struct table *t)
{
	char text[24];

	add(v, DEED_REPLAY, "Next", "next");
	add(v, DEED_REPLAY, "Back", "previous");
	(void)snprintf(text, sizeof(text), "game %u", t->game_no + 1);
	add(v, DEED_REPLAY, "Next game", text);
	(void)snprintf(text, sizeof(text), "game %u", t->game_no > 1 ? t->game_no - 1 : 1);
	add(v, DEED_REPLAY, "Game back", text);
	add(v, DEED_REPLAY, "Close", "close");
}

static void
add_login_buttons(struct view *v)
{
	static const char *const NATIVE[LANG_COUNT] = { "English", "Italiano", "Português" };

	if (v->form.open) {
		add_start(v, DEED_SUBMIT, "Register", "", "");
		add_start(v, DEED_CANCEL, "Cancel", "", "");
		return;
	}
	add_start(v, DEED_REGISTER, "Register", "", "choose a name and a password");
	add_start(
	    v, DEED_RECOVER, "Recover", "", "your password is lost: use your recovery code");
	add_start(v, DEED_KEYS, "Keys", "", "what each key does");
	for (unsigned l = 0; l < LANG_COUNT; l++)
		if (l != v->language)
			add_start(v, DEED_LANGUAGE, NATIVE[l], CATALOGUES[l].code, "");
}

static void
add_help_buttons(struct view *v)
{
	add_start(v, DEED_COMMAND, "First steps", "help beginner", "how to get started");
	add_start(v, DEED_COMMAND, "Rules", "help rules", "the game from the beginning");
	add_start(v, DEED_COMMAND, "Other games", "help variants", "and their rules");
	add_start(v, DEED_COMMAND, "Commands", "help", "all topics, in groups");
	add_start(v, DEED_KEYS, "Keys", "", "what the keys and the mouse do");
	add_start(v, DEED_MENU, "Back", "", "");
}

static void
add_tourney_list_buttons(struct view *v, const struct model *m)
{
	for (unsigned i = 0; i < m->asked.tourneys.n; i++) {
		char label[12], command[24];

		(void)snprintf(label, sizeof(label), "%u", m->asked.tourneys.row[i].number);
		(void)snprintf(command, sizeof(command), "tournament %s", label);
		add_start(v, DEED_TOURNEY, label, command, m->asked.tourneys.row[i].name);
	}
	add_start(v, DEED_COMMAND, "Your matches", "tournament my", "what you must do now");
	add_start(v, DEED_MENU, "Back", "", "");
}

/* Puts the buttons that change something last.  The list of tournaments was shown in the same
 * place, and a second click on a tournament must not press one of those buttons. */
static void
add_tourney_buttons(struct view *v)
{
	static const struct {
		const char *label, *word, *about;
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
		(void)snprintf(
		    command, sizeof(command), "tournament %s %u", BUTTON[i].word, v->tourney);
		add_start(v, DEED_COMMAND, BUTTON[i].label, command, BUTTON[i].about);
	}
	add_start(v, DEED_TOURNEYS, "Back", "tournament", "");
}

static void
add_start_buttons(struct view *v, const struct model *m)
{
	if (m->rematch[0] != '\0' && m->ours && v->buttons == 0)
		add_start(v, DEED_COMMAND, "Rematch", "rematch", "the same match again");
	add_start(v, DEED_COMMAND, "Play now", "play", "with a player who is free, or a bot");
	add_start(v, DEED_COMMAND, "Practice", "play practice", "with hints; not rated");
	add_start(v, DEED_GAMES, "Watch", "", "a game in progress");
	add_start(v, DEED_PEOPLE, "People", "", "who is online; invite someone");
	add_start(v, DEED_TOURNEYS, "Tournaments", "tournament",
	    "what is on; enter, check in, follow");
	add_start(v, DEED_MENU, "Help", "", "first steps, rules, commands, keys");
	if (m->away)
		add_start(v, DEED_COMMAND, "I'm back", "back", "you are away");
	else
		add_start(v, DEED_COMMAND, m->ready ? "Not ready" : "Ready to play",
		    "toggle ready",
		    m->ready ? "others may invite you" : "so that others may invite you");
}

/* Adds the buttons next to a board on which no game is in progress. */
static void
add_idle_board_buttons(struct view *v, const struct model *m)
{
	if (m->rematch[0] != '\0' && m->ours)
		add(v, DEED_COMMAND, "Rematch", "rematch");
	if (m->watching[0] != '\0')
		add(v, DEED_COMMAND, "Stop watching", "unwatch");
	else
		add(v, DEED_CLOSE, "Close", "");
	if (m->away)
		add(v, DEED_COMMAND, "I'm back", "back");
}

static void
add_join(struct view *v, const struct model *m)
{
	char label[40];
	struct sbuf b;

	if (m->inviter[0] == '\0')
		return;
	SBUF_ON(&b, label);
	if (m->opponent[0] == '\0')
		texts_addf(&b, v->language, "Join %.20s", m->inviter);
	else
		sbuf_add(&b, "Join");
	add_about(v, label, "join", m->inviter, "");
}

void
buttons_find(struct view *v, struct model *m)
{
	const struct table *t = model_shown_table(m);

	v->language = m->asked.language;
	v->buttons = 0;
	v->start = false;
	if (v->form.open || v->asks_name) {
		v->start = true;
		add_login_buttons(v);
		return;
	}
	if (t != NULL && t->replayed && v->focus != FOCUS_LIST && v->picked[0] == '\0') {
		add_replay_buttons(v, t);
		return;
	}
	if (!m->clip)
		return;
	if (v->focus == FOCUS_LIST || (v->focus == FOCUS_BUTTONS && v->picked[0] != '\0')) {
		add_person_buttons(v, m);
		add(v, DEED_LIST, "Back", "");
		return;
	}
	if (m->opponent[0] == '\0')
		add_join(v, m);
	if (t != NULL && t->pos.you && m->opponent[0] != '\0') {
		if (v->menu == MENU_RESIGN) {
			add(v, DEED_COMMAND, "Resign", v->resign);
			add(v, DEED_MENU, "Back", "");
		} else if (v->menu == MENU_MORE) {
			add_match_buttons(v, t);
		} else {
			add_game_buttons(v, m, t);
			if (table_asks(m, t) != ASKED_NEXT)
				add(v, DEED_MENU, "More", "");
		}
		/* Added last, so that the other buttons keep their function keys. */
		add_join(v, m);
	}
	if ((t != NULL && v->buttons > 0) || m->opponent[0] != '\0')
		return;
	v->start = t == NULL;
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
