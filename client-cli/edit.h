/* SPDX-License-Identifier: MIT */
/* The line being typed: UTF-8, a cursor, and the lines typed before.  Pure. */
#ifndef CLIENT_EDIT_H
#define CLIENT_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EDIT_MAX 2048u
#define EDIT_HISTORY 500u

struct edit {
	char text[EDIT_MAX + 1];
	size_t len, at; /* bytes; at: where the cursor stands */
	bool secret;    /* it is not shown, nor kept */
	char prompt[80];
	char *history[EDIT_HISTORY];
	unsigned count, shown;   /* shown == count: the line itself */
	char kept[EDIT_MAX + 1]; /* the line while older ones are looked at */
};

void edit_close(struct edit *e);

void edit_insert(struct edit *e, uint32_t ch);
void edit_set(struct edit *e, const char *text);
void edit_clear(struct edit *e); /* wiped, it may have been a password */

enum edit_move {
	EDIT_LEFT,
	EDIT_RIGHT,
	EDIT_HOME,
	EDIT_END
};
void edit_go(struct edit *e, enum edit_move where);

enum edit_cut {
	CUT_BEFORE,
	CUT_AT,
	CUT_WORD,
	CUT_LINE,
	CUT_REST
};
void edit_cut(struct edit *e, enum edit_cut what);

/* Older (-1) or newer (1) lines. */
void edit_recall(struct edit *e, int by);
/* Keeps a line among those typed before; not twice in a row. */
void edit_remember(struct edit *e, const char *text);

#endif
