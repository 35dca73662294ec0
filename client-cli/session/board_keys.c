/* SPDX-License-Identifier: MIT */
/* Moving checkers with keys and the mouse: see board_keys.h. */
#include "board_keys.h"

#include <string.h>

#include "base/sbuf.h"

#include "send.h"

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

/* Moves the cursor to the next or previous place where the picked checker may go. */
static void
cursor_to_target(struct session *s, bool back)
{
	const struct draft *t = &s->draft;
	unsigned at = board_place_of(s->view.at), i = 0;

	while (i < t->targets_len && t->target[i].to != at)
		i++;
	if (i == t->targets_len)
		i = 0;
	else
		i = (i + (back ? t->targets_len - 1 : 1)) % t->targets_len;
	s->view.at = board_cursor_of(t->target[i].to);
}

static void
pick_checker(struct session *s, unsigned place, struct sbuf *why)
{
	if (draft_pick(&s->draft, place, why) && s->draft.picked_point != NO_PLACE)
		cursor_to_target(s, false);
}

/* Completes a forced play or moves the cursor on, after a checker was put down. */
static void
after_drop(struct session *s)
{
	if (s->config->finish_play)
		draft_complete_if_forced(&s->draft);
	if (!s->draft.complete)
		cursor_to_source(s);
}

static void
pick_or_drop(struct session *s, unsigned place)
{
	struct draft *t = &s->draft;
	struct sbuf why;

	SBUF_INIT(&why, s->view.notice);
	if (!t->on)
		return;
	if (t->picked_point == NO_PLACE) {
		pick_checker(s, place, &why);
		return;
	}
	if (t->picked_point == place) {
		(void)!draft_pick(t, NO_PLACE, &why);
		return;
	}
	for (unsigned i = 0; i < t->targets_len; i++) {
		if (t->target[i].to != place)
			continue;
		(void)!draft_drop(t, place, &why);
		after_drop(s);
		return;
	}
	/* another of the user's checkers is picked up instead */
	if (draft_may_pick(t, place))
		pick_checker(s, place, &why);
	else
		(void)!draft_drop(t, place, &why);
}

/* Handles Enter on the board: sends a complete play, otherwise picks up or puts down a
 * checker. */
static void
board_enter(struct session *s)
{
	if (s->draft.on && s->draft.complete && s->draft.picked_point == NO_PLACE)
		session_send_play(s);
	else
		pick_or_drop(s, board_place_of(s->view.at));
}

static void
board_arrow(struct session *s, enum press_kind kind)
{
	struct board_cursor *at = &s->view.at;

	if (s->draft.on && s->draft.picked_point != NO_PLACE)
		cursor_to_target(s, kind == PRESS_LEFT || kind == PRESS_UP);
	else if (kind == PRESS_LEFT)
		at->column = at->column > 0 ? at->column - 1 : CURSOR_TRAY_COLUMN;
	else if (kind == PRESS_RIGHT)
		at->column = at->column < CURSOR_TRAY_COLUMN ? at->column + 1 : 0;
	else if (kind == PRESS_UP)
		at->row = 0;
	else if (at->row == 0)
		at->row = 1;
	else if (s->view.n_buttons > 0)
		s->view.focus = FOCUS_BUTTONS;
}

bool
board_keys_press(struct session *s, const struct press *p)
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
		draft_undo_step(&s->draft);
		return true;
	case PRESS_TAB:
	case PRESS_TAB_BACK:
		cursor_to_source(s);
		return true;
	case PRESS_ESCAPE:
		if (s->draft.picked_point == NO_PLACE)
			s->view.focus = FOCUS_INPUT;
		s->draft.picked_point = NO_PLACE;
		s->draft.targets_len = 0;
		return true;
	default:
		return false;
	}
}

void
board_keys_click(struct session *s, unsigned place)
{
	struct draft *t = &s->draft;
	struct sbuf why;

	s->view.focus = FOCUS_BOARD;
	s->view.selected_name[0] = '\0';
	s->view.at = board_cursor_of(place);
	SBUF_INIT(&why, s->view.notice);
	if (!t->on || t->picked_point != NO_PLACE || !s->config->click_moves)
		pick_or_drop(s, place);
	else if (draft_click(t, place, &why) && t->picked_point == NO_PLACE)
		after_drop(s);
}

void
board_keys_right_click(struct session *s, unsigned x, unsigned y)
{
	unsigned place = s->view.board_shown ? board_place_at(&s->view.box, x, y) : NO_PLACE;
	struct sbuf why;

	if (place == NO_PLACE || !s->draft.on)
		return;
	s->view.focus = FOCUS_BOARD;
	s->view.at = board_cursor_of(place);
	SBUF_INIT(&why, s->view.notice);
	if (draft_move_smaller_die(&s->draft, place, &why) && s->draft.picked_point == NO_PLACE)
		after_drop(s);
}

void
board_keys_release(struct session *s, unsigned x, unsigned y)
{
	unsigned place = s->view.board_shown ? board_place_at(&s->view.box, x, y) : NO_PLACE;

	if (s->draft.picked_point != NO_PLACE && place != NO_PLACE &&
	    place != s->draft.picked_point)
		pick_or_drop(s, place);
}

static bool
draft_is_of_roll(const struct draft *t, const struct position *p)
{
	return t->v == p->m.variant && memcmp(&t->start, &p->m.board, sizeof(t->start)) == 0 &&
	       t->d[0] == p->m.dice.d[0] && t->d[1] == p->m.dice.d[1];
}

static void
begin_draft(struct session *s, const struct table *own)
{
	draft_begin(&s->draft, &own->pos, s->move_space);
	s->draft.language = s->model.queries.language;
	if (!s->draft.on)
		return;
	cursor_to_source(s);
	if (s->view.focus == FOCUS_BUTTONS)
		s->view.focus = FOCUS_BOARD;
	if (s->config->play_forced && draft_forced(&s->draft)) {
		draft_complete_if_forced(&s->draft);
		session_send_play(s);
	}
}

void
board_keys_update(struct session *s, const struct table *own, enum expected_action expected)
{
	if (expected != EXPECTED_MOVE)
		s->draft.on = false;
	else if (!s->draft.on || !draft_is_of_roll(&s->draft, &own->pos))
		begin_draft(s, own);
}
