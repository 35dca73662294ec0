/* SPDX-License-Identifier: MIT */
/* Keys and clicks: see keys.h.  Passes each press to the pane that has the focus, or that was
 * clicked.  Only Enter and the buttons send anything. */
#include "keys.h"

#include <string.h>

#include "base/sbuf.h"

#include "client-cli/ui/keys_page.h"

#include "board_keys.h"
#include "button_keys.h"
#include "line_keys.h"
#include "notes_aliases.h"
#include "register.h"
#include "replays.h"

static void
focus_next(struct session *s)
{
	struct view *v = &s->view;

	v->selected_name[0] = '\0';
	for (unsigned i = 0; i < 4; i++) {
		v->focus =
		    v->focus == FOCUS_LIST ? FOCUS_INPUT : (enum focus)((unsigned)v->focus + 1);
		if (v->focus == FOCUS_INPUT || (v->focus == FOCUS_BOARD && v->board_shown) ||
		    (v->focus == FOCUS_BUTTONS && v->n_buttons > 0) ||
		    (v->focus == FOCUS_LIST && v->list.h > 0))
			return;
	}
}

/* Cycles through the list of users and the list of games, and then hides the list where it
 * covers the board. */
static void
cycle_list(struct session *s)
{
	struct view *v = &s->view;

	v->selected_name[0] = '\0';
	if (v->list.h == 0) {
		v->list_over_board = true;
		v->list_shows_games = false;
	} else if (v->focus != FOCUS_LIST && !v->list_shows_games) {
		/* the first press only moves the focus to the list */
	} else if (!v->list_shows_games) {
		v->list_shows_games = true;
	} else {
		v->list_shows_games = v->list_over_board = false;
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
	if (s->view.selected_name[0] == '\0' && s->view.n_list_rows > 0)
		(void)sbuf_copy(
		    s->view.selected_name, sizeof(s->view.selected_name), s->view.list_rows[0]);
	if (s->view.list_shows_games && s->view.selected_name[0] != '\0' &&
	    s->model.opponent[0] == '\0') {
		memcpy(name, s->view.selected_name, sizeof(name));
		watch_from_list(s, name);
		return;
	}
	s->view.focus = FOCUS_BUTTONS;
	s->view.focused_button = 0;
	session_show_note(s, s->view.selected_name);
}

static bool
buttons_press(struct session *s, const struct press *p)
{
	struct view *v = &s->view;
	enum press_kind kind = p->kind;

	if (v->start_panel.h > 0 &&
	    (kind == PRESS_UP || kind == PRESS_DOWN)) /* buttons are arranged vertically */
		kind = kind == PRESS_UP ? PRESS_LEFT : PRESS_RIGHT;
	switch (kind) {
	case PRESS_LEFT:
		v->focused_button =
		    v->focused_button > 0 ? v->focused_button - 1 : v->n_buttons - 1;
		return true;
	case PRESS_RIGHT:
		v->focused_button =
		    v->focused_button + 1 < v->n_buttons ? v->focused_button + 1 : 0;
		return true;
	case PRESS_UP:
		v->focus = v->board_shown ? FOCUS_BOARD : FOCUS_LIST;
		v->selected_name[0] = '\0';
		return true;
	case PRESS_DOWN:
	case PRESS_ESCAPE:
		v->focus = FOCUS_INPUT;
		v->selected_name[0] = '\0';
		return true;
	case PRESS_ENTER:
		button_press(s, v->focused_button);
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
		s->view.selected_name[0] = '\0';
		return true;
	default:
		return false;
	}
}

/* Steps through an earlier match with the arrow keys, if nothing is typed. */
static bool
replay_press(struct session *s, const struct press *p)
{
	const struct table *t = model_shown_table(&s->model);

	if (t == NULL || !t->replayed || s->edit.len > 0 || s->view.focus == FOCUS_BUTTONS ||
	    s->view.focus == FOCUS_LIST ||
	    (p->kind != PRESS_LEFT && p->kind != PRESS_RIGHT && p->kind != PRESS_HOME))
		return false;
	session_replay_command(s, p->kind == PRESS_LEFT    ? "previous"
				  : p->kind == PRESS_RIGHT ? "next"
							   : "move 1");
	return true;
}

static void
mouse_down(struct session *s, unsigned x, unsigned y)
{
	struct view *v = &s->view;
	const char *name = view_name_at(v, x, y);
	unsigned place = v->board_shown ? board_place_at(&v->box, x, y) : NO_PLACE;
	unsigned button = view_button_at(v, x, y);

	if (button < v->n_buttons) {
		button_press(s, button);
	} else if (v->form.open && y >= PANEL_HEAD_ROWS && y < PANEL_HEAD_ROWS + FORM_FIELDS) {
		register_go_to_field(s, y - PANEL_HEAD_ROWS);
	} else if (name != NULL && v->list_shows_games && s->model.opponent[0] == '\0') {
		watch_from_list(s, name);
	} else if (name != NULL) {
		(void)sbuf_copy(v->selected_name, sizeof(v->selected_name), name);
		v->focus = FOCUS_BUTTONS;
		v->focused_button = 0;
		session_show_note(s, name);
	} else if (v->list.h > 0 && x >= v->list.x && y == v->list.y) {
		v->list_shows_games = !v->list_shows_games;
	} else if (place != NO_PLACE) {
		board_keys_click(s, place);
	} else if (y == v->input_y) {
		v->focus = FOCUS_INPUT;
		v->selected_name[0] = '\0';
	}
}

static void
function_key_press(struct session *s, unsigned n)
{
	switch (n) {
	case 1:
		s->view.keys_page_shown = true;
		break;
	case 2:
		focus_next(s);
		break;
	case 3:
		s->switch_to_lines = true;
		break;
	case 4:
		cycle_list(s);
		break;
	default:
		button_press(s, n - 5);
		break;
	}
}

static void
alt_key_press(struct session *s, uint32_t ch)
{
	struct model *m = &s->model;

	if (ch >= '1' && ch < '1' + m->n_tables) {
		m->shown_index = ch - '1';
		if (!m->tables[m->shown_index].replayed && !m->tables[m->shown_index].pos.you &&
		    m->opponent[0] == '\0' &&
		    strcmp(m->watching, m->tables[m->shown_index].pos.name[0]) != 0 &&
		    m->tables[m->shown_index].result[0] == '\0')
			model_queue_line(m, "watch %s", m->tables[m->shown_index].pos.name[0]);
	} else if (ch == 'x' && m->n_tables > 0 &&
		   (!m->tables[m->shown_index].pos.you || m->opponent[0] == '\0')) {
		model_drop_table(m, m->shown_index);
	}
}

/* Returns the number of lines by which a press scrolls the page of keys, negative upwards; 0 if
 * it does not scroll. */
static int
help_scroll_rows(const struct press *p, unsigned rows)
{
	switch (p->kind) {
	case PRESS_UP:
		return -1;
	case PRESS_DOWN:
		return 1;
	case PRESS_PAGE_UP:
	case PRESS_WHEEL_UP:
		return -(int)rows;
	case PRESS_PAGE_DOWN:
	case PRESS_WHEEL_DOWN:
		return (int)rows;
	default:
		return 0;
	}
}

static void
help_press(struct view *v, const struct press *p)
{
	unsigned h = v->input_y + 1;
	int by = keys_page_scrolls(h) ? help_scroll_rows(p, keys_page_rows(h)) : 0;

	if (by != 0) {
		v->keys_page_from = keys_page_scroll(v->keys_page_from, by, h);
	} else if (p->kind == PRESS_RESIZED) {
		v->keys_page_from = 0;
	} else if (p->kind != PRESS_MOUSE_UP) {
		v->keys_page_shown = false;
		v->keys_page_from = 0;
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
	if (v->keys_page_shown) {
		help_press(v, p);
		if (p->kind != PRESS_CHAR || p->ch == ' ')
			return; /* a character is typed into the line as well */
	}
	switch (p->kind) {
	case PRESS_FUNCTION:
		function_key_press(s, p->ch);
		return;
	case PRESS_ALT:
		alt_key_press(s, p->ch);
		return;
	case PRESS_CONTROL:
		line_keys_control(s, p->ch);
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
		if (v->bottom_line != 0)
			v->bottom_line = 0;
		else
			edit_move_cursor(&s->edit, EDIT_END);
		return;
	case PRESS_MOUSE_DOWN:
		mouse_down(s, p->x, p->y);
		return;
	case PRESS_MOUSE_UP:
		board_keys_release(s, p->x, p->y);
		return;
	case PRESS_MOUSE_RIGHT:
		board_keys_right_click(s, p->x, p->y);
		return;
	default:
		break;
	}
	if (p->kind == PRESS_ESCAPE && v->menu != MENU_NONE && !s->searching &&
	    s->draft.picked_point == NO_PLACE && v->focus != FOCUS_LIST &&
	    v->selected_name[0] == '\0') { /* like the button "Back", while it is shown */
		v->menu = MENU_NONE;
		return;
	}
	if (replay_press(s, p) || (v->focus == FOCUS_BOARD && board_keys_press(s, p)) ||
	    (v->focus == FOCUS_BUTTONS && buttons_press(s, p)) ||
	    (v->focus == FOCUS_LIST && list_press(s, p)))
		return;
	v->focus = FOCUS_INPUT;
	v->selected_name[0] = '\0';
	line_keys_press(s, p);
}

/* Closes the menu when the server asks something else, or when a match begins or ends, so that
 * keys pressed as an answer to the server have no other effect. */
static void
update_menu(struct session *s, enum expected_action expected)
{
	struct view *v = &s->view;
	bool playing = s->model.opponent[0] != '\0';
	bool start =
	    v->menu == MENU_HELP || v->menu == MENU_TOURNEYS || v->menu == MENU_TOURNEY;

	if (expected != v->expected_action || start == playing)
		v->menu = MENU_NONE;
	if (expected == v->expected_action)
		return;
	v->expected_action = expected;
	if (v->focus != FOCUS_BUTTONS || v->selected_name[0] != '\0')
		return;
	v->focused_button = 0;
	if (expected == EXPECTED_NOTHING)
		v->focus = FOCUS_INPUT;
}

void
keys_update(struct session *s, bool idle)
{
	struct model *m = &s->model;
	struct table *own = model_own_table(m);
	enum expected_action expected =
	    own != NULL ? table_expected_action(m, own) : EXPECTED_NOTHING;
	struct view *v = &s->view;
	bool typing = s->edit.len > 0 || s->searching || !idle;

	update_menu(s, expected);
	board_keys_update(s, own, expected);
	if (own == NULL || typing || v->focus == FOCUS_LIST || v->selected_name[0] != '\0' ||
	    model_shown_table(m) != own)
		return;
	if (expected == EXPECTED_MOVE && v->focus != FOCUS_BOARD && v->focus != FOCUS_BUTTONS &&
	    s->draft.on && s->draft.entered.n == 0)
		v->focus = FOCUS_BOARD;
	else if (expected != EXPECTED_MOVE && expected != EXPECTED_NOTHING &&
		 v->focus != FOCUS_BUTTONS) {
		v->focus = FOCUS_BUTTONS;
		v->focused_button = 0;
	}
}
