/* SPDX-License-Identifier: MIT */
/* The line being typed: UTF-8 text, a cursor, and the history of previous lines. */
#ifndef CLIENT_EDIT_H
#define CLIENT_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EDIT_MAX 2048u
#define EDIT_HISTORY_MAX 500u

struct edit {
	char text[EDIT_MAX + 1];
	size_t len, at; /* bytes; `at` is the position of the cursor */
	bool secret;    /* not shown and not stored */
	char prompt[80];
	char *history[EDIT_HISTORY_MAX];
	unsigned n_history, history_shown;   /* n_history: the line being typed is shown */
	char line_in_progress[EDIT_MAX + 1]; /* restored after the history */
};

void edit_close(struct edit *e);

void edit_insert(struct edit *e, uint32_t ch);
void edit_set(struct edit *e, const char *text);
void edit_clear(struct edit *e); /* wipes the text, which may be a password */

enum edit_move {
	EDIT_LEFT,
	EDIT_RIGHT,
	EDIT_HOME,
	EDIT_END
};
void edit_move_cursor(struct edit *e, enum edit_move where);

enum edit_cut {
	CUT_CHAR_BEFORE,
	CUT_CHAR_AT,
	CUT_WORD,
	CUT_LINE,
	CUT_TO_END
};
void edit_cut(struct edit *e, enum edit_cut what);

/* Shows an older (-1) or newer (1) line. */
void edit_browse_history(struct edit *e, int by);
/* Appends a line to the history, unless it equals the last line there. */
void edit_add_to_history(struct edit *e, const char *text);

#endif
