/* SPDX-License-Identifier: MIT */
/* The keys of the input line: see line_keys.h. */
#include "line_keys.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"
#include "base/utf8.h"

#include "connect.h"
#include "register.h"
#include "send.h"
#include "typed.h"

/* Searches for the words.  Repeating them continues the search; different words start a new
 * search at the bottom. */
static void
search_submit(struct session *s, char *words)
{
	if (words[0] == '\0') {
		session_end_search(s);
		return;
	}
	words[utf8_prefix_bytes(words, SEARCH_LETTERS_MAX)] = '\0';
	if (strcmp(words, s->view.search_words) != 0)
		s->view.bottom_line = 0;
	(void)sbuf_copy(s->view.search_words, sizeof(s->view.search_words), words);
	edit_set(&s->edit, words);
	if (!view_search_older(&s->view, &s->model))
		(void)snprintf(s->view.notice, sizeof(s->view.notice),
		    "Nothing more found. Esc ends the search.");
}

static void
line_enter(struct session *s)
{
	char text[EDIT_MAX + 1];
	size_t n = s->edit.len;

	memcpy(text, s->edit.text, sizeof(text));
	while (n > 0 && text[n - 1] == ' ' && !s->edit.secret) /* completion leaves a blank */
		text[--n] = '\0';
	edit_clear(&s->edit);
	if (s->searching && !s->edit.secret)
		search_submit(s, text);
	else
		session_typed(s, text);
	sodium_memzero(text, sizeof(text));
}

static void
search_begin(struct session *s)
{
	if ((s->login_stage != LOGIN_DONE && s->login_stage != LOGIN_OFFLINE) || s->edit.secret)
		return;
	s->view.focus = FOCUS_INPUT;
	s->searching = true;
	edit_set(&s->edit, s->view.search_words);
	(void)sbuf_copy(s->edit.prompt, sizeof(s->edit.prompt), "Find: ");
}

void
line_keys_control(struct session *s, uint32_t letter)
{
	switch (letter) {
	case 'a':
		edit_move_cursor(&s->edit, EDIT_HOME);
		break;
	case 'e':
		edit_move_cursor(&s->edit, EDIT_END);
		break;
	case 'b':
		edit_move_cursor(&s->edit, EDIT_LEFT);
		break;
	case 'k':
		edit_cut(&s->edit, CUT_TO_END);
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
			edit_cut(&s->edit, CUT_CHAR_AT);
		else
			session_quit(s);
		break;
	case 'l':
		s->redraw_screen = true;
		break;
	default:
		break;
	}
}

void
line_keys_press(struct session *s, const struct press *p)
{
	if (register_press(s, p))
		return;
	if (p->kind == PRESS_TAB || p->kind == PRESS_TAB_BACK) {
		if (s->login_stage == LOGIN_DONE && !s->searching)
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
		edit_cut(&s->edit, CUT_CHAR_BEFORE);
		break;
	case PRESS_DELETE:
		edit_cut(&s->edit, CUT_CHAR_AT);
		break;
	case PRESS_LEFT:
		edit_move_cursor(&s->edit, EDIT_LEFT);
		break;
	case PRESS_RIGHT:
		edit_move_cursor(&s->edit, EDIT_RIGHT);
		break;
	case PRESS_HOME:
		edit_move_cursor(&s->edit, EDIT_HOME);
		break;
	case PRESS_UP:
	case PRESS_DOWN:
		if (!s->edit.secret && !s->searching)
			edit_browse_history(&s->edit, p->kind == PRESS_UP ? -1 : 1);
		break;
	case PRESS_ESCAPE:
		session_end_search(s);
		break;
	default:
		break;
	}
}
