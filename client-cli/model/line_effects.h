/* SPDX-License-Identifier: MIT */
/* Tables of the sentences that the server may send, each with its effect on the model.
 * server_lines.c searches them. */
#ifndef CLIENT_LINE_EFFECTS_H
#define CLIENT_LINE_EFFECTS_H

#include "model.h"
#include "sentence.h"

/* A line that matched a row. */
struct line_context {
	struct model *m;
	struct table *t; /* the game that the line is about; NULL if none */
	const struct sentence *s;
	int64_t now_ms;
	char shown_text[128]; /* text to show instead of the line; "" to show the line */
};

enum line_subject { /* which game the line is about */
	ABOUT_OWN_GAME,
	ABOUT_NAMED_GAME, /* the game of the first user named in the line */
	ABOUT_NO_GAME,
};

enum line_outcome {
	GAME_GOES_ON,
	IS_GAME_RESULT, /* the line says how a game ended */
};

struct line_effect {
	const char *pattern; /* see sentence.h; NULL ends the table */
	void (*effect)(struct line_context *e);
	enum line_subject subject;
	enum line_outcome outcome;
};

/* Rolls, moves, doubles, offers, results and clocks. */
extern const struct line_effect GAME_LINES[];
/* Invitations, and the start, the interruption and the end of matches. */
extern const struct line_effect MATCH_LINES[];

/* Returns the seat of the player with that name at e->t; SEAT_NONE if there is none. */
enum seat line_seat_named(const struct line_context *e, const char *name);
/* Ends the game at e->t.  The line that is shown says how it ended. */
void line_game_ends(struct line_context *e);
/* Withdraws an offer to resign or to draw. */
void line_offer_withdrawn(struct line_context *e);

#endif
