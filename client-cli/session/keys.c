/* SPDX-License-Identifier: MIT */
/* Keys and clicks: see keys.h.  Nothing is sent except by Enter, a button or a click on one. */
#include "keys.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"
#include "base/utf8.h"

#include "register.h"

/* ---- the board ---- */

/* Moves the cursor to the rearmost checker that may move. */
static void
cursor_to_source(struct session *s)
{
	for (unsigned place = PT_RESERVE; place >= 1; place--)
		if (draft_may_pick(&s->draft, place)) {
			s->view.at = board_cursor_of(place);
			return;
		}
}

/* Moves the cursor to the next place, in that direction, where the picked checker may go. */
static void
cursor_to_target(struct session *s, bool back)
{
	const struct draft *t = &s->draft;
	unsigned at = board_place(s->view.at), i = 0;

	while (i < t->targets && t->target[i].to != at)
		i++;
	if (i == t->targets)
		i = 0;
	else
		i = (i + (back ? t->targets - 1 : 1)) % t->targets;
	s->view.at = board_cursor_of(t->target[i].to);
}

static void
pick(struct session *s, unsigned place, struct sbuf *why)
{
	if (draft_pick(&s->draft, place, why) && s->draft.picked != NO_PLACE)
		cursor_to_target(s, false);
}

/* Called after a checker was put down. */
static void
dropped(struct session *s)
{
	if (s->config->finish_play)
		draft_finish(&s->draft);
	if (!s->draft.whole)
		cursor_to_source(s);
}

static void
pick_or_drop(struct session *s, unsigned place)
{
	struct draft *t = &s->draft;
	struct sbuf why;

	SBUF_ON(&why, s->view.notice);
	if (!t->on)
		return;
	if (t->picked == NO_PLACE) {
		pick(s, place, &why);
		return;
	}
	if (t->picked == place) {
		(void)!draft_pick(t, NO_PLACE, &why);
		return;
	}
	for (unsigned i = 0; i < t->targets; i++) {
		if (t->target[i].to != place)
			continue;
		(void)!draft_drop(t, place, &why);
		dropped(s);
		return;
	}
	/* another own checker is picked up instead */
	if (draft_may_pick(t, place))
		pick(s, place, &why);
	else
		(void)!draft_drop(t, place, &why);
}

/* Enter on the board: sends a complete play; otherwise picks up or puts down a checker. */
static void
board_enter(struct session *s)
{
	if (s->draft.on && s->draft.whole && s->draft.picked == NO_PLACE)
		session_send_play(s);
	else
		pick_or_drop(s, board_place(s->view.at));
}

static void
board_arrow(struct session *s, enum press_kind kind)
{
	struct board_cursor *at = &s->view.at;

	if (s->draft.on && s->draft.picked != NO_PLACE)
		cursor_to_target(s, kind == PRESS_LEFT || kind == PRESS_UP);
	else if (kind == PRESS_LEFT)
		at->column = at->column > 0 ? at->column - 1 : CURSOR_TRAY;
	else if (kind == PRESS_RIGHT)
		at->column = at->column < CURSOR_TRAY ? at->column + 1 : 0;
	else if (kind == PRESS_UP)
		at->row = 0;
	else if (at->row == 0)
		at->row = 1;
	else if (s->view.buttons > 0)
		s->view.focus = FOCUS_BUTTONS;
}

/* ---- buttons ---- */

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

static void
watch(struct session *s, const char *name)
{
	char text[64];

	(void)snprintf(text, sizeof(text), "watch %s", name);
	close_list(&s->view);
	session_command(s, text);
}

static void
press_button(struct session *s, unsigned i)
{
	const struct button b =
	    i < s->view.buttons ? s->view.button[i] : (struct button){ .w = 0 };
	struct sbuf why;

	if (i >= s->view.buttons)
		return;
	SBUF_ON(&why, s->view.notice);
	switch (b.deed) {
	case DEED_COMMAND:
		model_log(&s->model, LOG_TYPED, b.command);
		s->view.picked[0] = '\0';
		s->view.list_wanted = false;
		if (!s->view.start)
			s->view.menu = MENU_NONE;
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

/* ---- moving the focus ---- */

static void
focus_next(struct session *s)
{
	struct view *v = &s->view;

	v->picked[0] = '\0';
	for (unsigned i = 0; i < 4; i++) {
		v->focus =
		    v->focus == FOCUS_LIST ? FOCUS_INPUT : (enum focus)((unsigned)v->focus + 1);
		if (v->focus == FOCUS_INPUT || (v->focus == FOCUS_BOARD && v->board_shown) ||
		    (v->focus == FOCUS_BUTTONS && v->buttons > 0) ||
		    (v->focus == FOCUS_LIST && v->list.h > 0))
			return;
	}
}

/* Cycles through the list of users, the list of games, and none where it covers the board. */
static void
list_next(struct session *s)
{
	struct view *v = &s->view;

	v->picked[0] = '\0';
	if (v->list.h == 0) {
		v->list_wanted = true;
		v->games = false;
	} else if (v->focus != FOCUS_LIST && !v->games) {
		/* the first press moves the focus there */
	} else if (!v->games) {
		v->games = true;
	} else {
		v->games = v->list_wanted = false;
		v->focus = FOCUS_INPUT;
		return;
	}
	v->focus = FOCUS_LIST;
}

static void
list_enter(struct session *s)
{
	char name[NAME_MAX_LETTERS + 1];

	view_list_move(&s->view, 0);
	if (s->view.picked[0] == '\0' && s->view.list_rows > 0)
		(void)sbuf_copy(s->view.picked, sizeof(s->view.picked), s->view.list_row[0]);
	if (s->view.games && s->view.picked[0] != '\0' && s->model.opponent[0] == '\0') {
		memcpy(name, s->view.picked, sizeof(name));
		watch(s, name);
		return;
	}
	s->view.focus = FOCUS_BUTTONS;
	s->view.button_at = 0;
	session_show_note(s, s->view.picked);
}

/* ---- the input line ---- */

/* Enter again continues the search; different words start again from the bottom. */
static void
search_on(struct session *s, char *words)
{
	if (words[0] == '\0') {
		session_search_end(s);
		return;
	}
	words[utf8_prefix(words, SEARCH_LETTERS)] = '\0';
	if (strcmp(words, s->view.search) != 0)
		s->view.bottom = 0;
	(void)sbuf_copy(s->view.search, sizeof(s->view.search), words);
	edit_set(&s->edit, words);
	if (!view_find(&s->view, &s->model))
		(void)snprintf(s->view.notice, sizeof(s->view.notice),
		    "Nothing more found. Esc ends the search.");
}

static void
line_enter(struct session *s)
{
	char text[EDIT_MAX + 1];
	size_t n = s->edit.len;

	memcpy(text, s->edit.text, sizeof(text));
	while (n > 0 && text[n - 1] == ' ' && !s->edit.secret) /* completion leaves one */
		text[--n] = '\0';
	edit_clear(&s->edit);
	if (s->searching && !s->edit.secret)
		search_on(s, text);
	else
		session_typed(s, text);
	sodium_memzero(text, sizeof(text));
}

static void
search_begin(struct session *s)
{
	if ((s->login != LOGIN_IN && s->login != LOGIN_AWAY) || s->edit.secret)
		return;
	s->view.focus = FOCUS_INPUT;
	s->searching = true;
	edit_set(&s->edit, s->view.search);
	(void)sbuf_copy(s->edit.prompt, sizeof(s->edit.prompt), "Find: ");
}

static void
control(struct session *s, uint32_t letter)
{
	switch (letter) {
	case 'a':
		edit_go(&s->edit, EDIT_HOME);
		break;
	case 'e':
		edit_go(&s->edit, EDIT_END);
		break;
	case 'b':
		edit_go(&s->edit, EDIT_LEFT);
		break;
	case 'k':
		edit_cut(&s->edit, CUT_REST);
		break;
	case 'u':
		edit_cut(&s->edit, CUT_LINE);
		break;
	case 'w':
		edit_cut(&s->edit, CUT_WORD);
		break;
	case 'f':
		search_begin(s);
		break;
	case 'd':
		if (s->edit.len > 0)
			edit_cut(&s->edit, CUT_AT);
		else
			session_leave(s);
		break;
	case 'l':
		s->redraw = true;
		break;
	default:
		break;
	}
}

static void
line_press(struct session *s, const struct press *p)
{
	if (register_press(s, p))
		return;
	if (p->kind == PRESS_TAB || p->kind == PRESS_TAB_BACK) {
		if (s->login == LOGIN_IN && !s->searching)
			(void)complete_word(&s->completion, &s->edit, &s->model, &s->aliases);
		return;
	}
	switch (p->kind) {
	case PRESS_CHAR:
		edit_insert(&s->edit, p->ch);
		break;
	case PRESS_ENTER:
		line_enter(s);
		break;
	case PRESS_BACKSPACE:
		edit_cut(&s->edit, CUT_BEFORE);
		break;
	case PRESS_DELETE:
		edit_cut(&s->edit, CUT_AT);
		break;
	case PRESS_LEFT:
		edit_go(&s->edit, EDIT_LEFT);
		break;
	case PRESS_RIGHT:
		edit_go(&s->edit, EDIT_RIGHT);
		break;
	case PRESS_HOME:
		edit_go(&s->edit, EDIT_HOME);
		break;
	case PRESS_UP:
	case PRESS_DOWN:
		if (!s->edit.secret && !s->searching)
			edit_recall(&s->edit, p->kind == PRESS_UP ? -1 : 1);
		break;
	case PRESS_ESCAPE:
		session_search_end(s);
		break;
	default:
		break;
	}
}

/* ---- keys of each area ---- */

static bool
board_press(struct session *s, const struct press *p)
{
	switch (p->kind) {
	case PRESS_LEFT:
	case PRESS_RIGHT:
	case PRESS_UP:
	case PRESS_DOWN:
		board_arrow(s, p->kind);
		return true;
	case PRESS_ENTER:
		board_enter(s);
		return true;
	case PRESS_BACKSPACE:
		draft_undo(&s->draft);
		return true;
	case PRESS_TAB:
	case PRESS_TAB_BACK:
		cursor_to_source(s);
		return true;
	case PRESS_ESCAPE:
		if (s->draft.picked == NO_PLACE)
			s->view.focus = FOCUS_INPUT;
		s->draft.picked = NO_PLACE;
		s->draft.targets = 0;
		return true;
	default:
		return false;
	}
}

static bool
buttons_press(struct session *s, const struct press *p)
{
	struct view *v = &s->view;
	enum press_kind kind = p->kind;

	if (v->panel.h > 0 &&
	    (kind == PRESS_UP || kind == PRESS_DOWN)) /* buttons are arranged vertically */
		kind = kind == PRESS_UP ? PRESS_LEFT : PRESS_RIGHT;
	switch (kind) {
	case PRESS_LEFT:
		v->button_at = v->button_at > 0 ? v->button_at - 1 : v->buttons - 1;
		return true;
	case PRESS_RIGHT:
		v->button_at = v->button_at + 1 < v->buttons ? v->button_at + 1 : 0;
		return true;
	case PRESS_UP:
		v->focus = v->board_shown ? FOCUS_BOARD : FOCUS_LIST;
		v->picked[0] = '\0';
		return true;
	case PRESS_DOWN:
	case PRESS_ESCAPE:
		v->focus = FOCUS_INPUT;
		v->picked[0] = '\0';
		return true;
	case PRESS_ENTER:
		press_button(s, v->button_at);
		return true;
	default:
		return false;
	}
}

static bool
list_press(struct session *s, const struct press *p)
{
	switch (p->kind) {
	case PRESS_UP:
		view_list_move(&s->view, -1);
		return true;
	case PRESS_DOWN:
		view_list_move(&s->view, 1);
		return true;
	case PRESS_ENTER:
		list_enter(s);
		return true;
	case PRESS_LEFT:
	case PRESS_ESCAPE:
		s->view.focus = FOCUS_INPUT;
		s->view.picked[0] = '\0';
		return true;
	default:
		return false;
	}
}

/* If nothing is typed, the arrow keys step through an earlier match. */
static bool
replay_press(struct session *s, const struct press *p)
{
	const struct table *t = model_shown(&s->model);

	if (t == NULL || !t->replayed || s->edit.len > 0 || s->view.focus == FOCUS_BUTTONS ||
	    s->view.focus == FOCUS_LIST ||
	    (p->kind != PRESS_LEFT && p->kind != PRESS_RIGHT && p->kind != PRESS_HOME))
		return false;
	session_replay(s, p->kind == PRESS_LEFT    ? "previous"
			  : p->kind == PRESS_RIGHT ? "next"
						   : "move 1");
	return true;
}

/* ---- the mouse ---- */

static void
mouse_board(struct session *s, unsigned place)
{
	struct draft *t = &s->draft;
	struct sbuf why;

	s->view.focus = FOCUS_BOARD;
	s->view.picked[0] = '\0';
	s->view.at = board_cursor_of(place);
	SBUF_ON(&why, s->view.notice);
	if (!t->on || t->picked != NO_PLACE || !s->config->click_moves)
		pick_or_drop(s, place);
	else if (draft_click(t, place, &why) && t->picked == NO_PLACE)
		dropped(s);
}

static void
mouse_right(struct session *s, unsigned x, unsigned y)
{
	unsigned place = s->view.board_shown ? board_place_at(&s->view.box, x, y) : NO_PLACE;
	struct sbuf why;

	if (place == NO_PLACE || !s->draft.on)
		return;
	s->view.focus = FOCUS_BOARD;
	s->view.at = board_cursor_of(place);
	SBUF_ON(&why, s->view.notice);
	if (draft_smaller(&s->draft, place, &why) && s->draft.picked == NO_PLACE)
		dropped(s);
}

static void
mouse_down(struct session *s, unsigned x, unsigned y)
{
	struct view *v = &s->view;
	const char *name = view_name_at(v, x, y);
	unsigned place = v->board_shown ? board_place_at(&v->box, x, y) : NO_PLACE;
	unsigned button = view_button_at(v, x, y);

	if (button < v->buttons) {
		press_button(s, button);
	} else if (v->form.open && y >= PANEL_TOP && y < PANEL_TOP + FORM_FIELDS) {
		register_go(s, y - PANEL_TOP);
	} else if (name != NULL && v->games && s->model.opponent[0] == '\0') {
		watch(s, name);
	} else if (name != NULL) {
		(void)sbuf_copy(v->picked, sizeof(v->picked), name);
		v->focus = FOCUS_BUTTONS;
		v->button_at = 0;
		session_show_note(s, name);
	} else if (v->list.h > 0 && x >= v->list.x && y == v->list.y) {
		v->games = !v->games;
	} else if (place != NO_PLACE) {
		mouse_board(s, place);
	} else if (y == v->input_y) {
		v->focus = FOCUS_INPUT;
		v->picked[0] = '\0';
	}
}

/* Ends dragging a checker. */
static void
mouse_up(struct session *s, unsigned x, unsigned y)
{
	unsigned place = s->view.board_shown ? board_place_at(&s->view.box, x, y) : NO_PLACE;

	if (s->draft.picked != NO_PLACE && place != NO_PLACE && place != s->draft.picked)
		pick_or_drop(s, place);
}

/* ---- dispatch ---- */

static void
function_key(struct session *s, unsigned n)
{
	switch (n) {
	case 1:
		s->view.help = true;
		break;
	case 2:
		focus_next(s);
		break;
	case 3:
		s->to_lines = true;
		break;
	case 4:
		list_next(s);
		break;
	default:
		press_button(s, n - 5);
		break;
	}
}

static void
alt_key(struct session *s, uint32_t ch)
{
	struct model *m = &s->model;

	if (ch >= '1' && ch < '1' + m->tables) {
		m->shown = ch - '1';
		if (!m->table[m->shown].replayed && !m->table[m->shown].pos.you &&
		    m->opponent[0] == '\0' &&
		    strcmp(m->watching, m->table[m->shown].pos.name[0]) != 0 &&
		    m->table[m->shown].result[0] == '\0')
			model_send(m, "watch %s", m->table[m->shown].pos.name[0]);
	} else if (ch == 'x' && m->tables > 0 &&
		   (!m->table[m->shown].pos.you || m->opponent[0] == '\0')) {
		model_drop_table(m, m->shown);
	}
}

void
keys_press(struct session *s, const struct press *p)
{
	struct view *v = &s->view;

	s->completion.on =
	    s->completion.on && (p->kind == PRESS_TAB || p->kind == PRESS_TAB_BACK);
	if (p->kind != PRESS_MOUSE_UP)
		v->notice[0] = '\0';
	if (v->help) {
		v->help = p->kind == PRESS_MOUSE_UP || p->kind == PRESS_RESIZED;
		if (p->kind != PRESS_CHAR || p->ch == ' ')
			return; /* a character is typed into the line as well */
	}
	switch (p->kind) {
	case PRESS_FUNCTION:
		function_key(s, p->ch);
		return;
	case PRESS_ALT:
		alt_key(s, p->ch);
		return;
	case PRESS_CONTROL:
		control(s, p->ch);
		return;
	case PRESS_PAGE_UP:
	case PRESS_PAGE_DOWN:
		view_scroll(v, &s->model, p->kind == PRESS_PAGE_UP ? 1 : -1);
		return;
	case PRESS_WHEEL_UP:
	case PRESS_WHEEL_DOWN:
		view_scroll(v, &s->model, p->kind == PRESS_WHEEL_UP ? 1 : -1);
		return;
	case PRESS_END:
		if (v->bottom != 0)
			v->bottom = 0;
		else
			edit_go(&s->edit, EDIT_END);
		return;
	case PRESS_MOUSE_DOWN:
		mouse_down(s, p->x, p->y);
		return;
	case PRESS_MOUSE_UP:
		mouse_up(s, p->x, p->y);
		return;
	case PRESS_MOUSE_RIGHT:
		mouse_right(s, p->x, p->y);
		return;
	default:
		break;
	}
	if (p->kind == PRESS_ESCAPE && v->menu != MENU_NONE && !s->searching &&
	    s->draft.picked == NO_PLACE) { /* like the button "Back" */
		v->menu = MENU_NONE;
		return;
	}
	if (replay_press(s, p) || (v->focus == FOCUS_BOARD && board_press(s, p)) ||
	    (v->focus == FOCUS_BUTTONS && buttons_press(s, p)) ||
	    (v->focus == FOCUS_LIST && list_press(s, p)))
		return;
	v->focus = FOCUS_INPUT;
	v->picked[0] = '\0';
	line_press(s, p);
}

/* ---- after changes ---- */

static bool
same_roll(const struct draft *t, const struct position *p)
{
	return t->v == p->m.variant && memcmp(&t->start, &p->m.board, sizeof(t->start)) == 0 &&
	       t->d[0] == p->m.dice.d[0] && t->d[1] == p->m.dice.d[1];
}

static void
new_roll(struct session *s, const struct table *own)
{
	draft_begin(&s->draft, &own->pos, s->space);
	s->draft.language = s->model.asked.language;
	if (!s->draft.on)
		return;
	cursor_to_source(s);
	if (s->view.focus == FOCUS_BUTTONS)
		s->view.focus = FOCUS_BOARD;
	if (s->config->play_forced && draft_forced(&s->draft)) {
		draft_finish(&s->draft);
		session_send_play(s);
	}
}

/* Closes the menu when the server asks something else, or when a match begins or ends, so that
 * the keys which answer the server do nothing else. */
static void
settle_menu(struct session *s, enum asked asked)
{
	struct view *v = &s->view;
	bool playing = s->model.opponent[0] != '\0';

	if (asked != v->asked || (v->menu == MENU_HELP) == playing)
		v->menu = MENU_NONE;
	if (asked == v->asked)
		return;
	v->asked = asked;
	if (v->focus != FOCUS_BUTTONS || v->picked[0] != '\0')
		return;
	v->button_at = 0;
	if (asked == ASKED_NOTHING)
		v->focus = FOCUS_INPUT;
}

void
keys_settle(struct session *s, bool idle)
{
	struct model *m = &s->model;
	struct table *own = model_own(m);
	enum asked asked = own != NULL ? table_asks(m, own) : ASKED_NOTHING;
	struct view *v = &s->view;
	bool typing = s->edit.len > 0 || s->searching || !idle;

	settle_menu(s, asked);
	if (asked != ASKED_MOVE)
		s->draft.on = false;
	else if (!s->draft.on || !same_roll(&s->draft, &own->pos))
		new_roll(s, own);
	if (own == NULL || typing || v->focus == FOCUS_LIST || v->picked[0] != '\0' ||
	    model_shown(m) != own)
		return;
	if (asked == ASKED_MOVE && v->focus != FOCUS_BOARD && v->focus != FOCUS_BUTTONS &&
	    s->draft.on && s->draft.done.n == 0)
		v->focus = FOCUS_BOARD;
	else if (asked != ASKED_MOVE && asked != ASKED_NOTHING && v->focus != FOCUS_BUTTONS) {
		v->focus = FOCUS_BUTTONS;
		v->button_at = 0;
	}
}
