/* SPDX-License-Identifier: MIT */
/* Boards as text: the raw `board:` line with what it cannot carry of some games in a line
 * `board+:` of its own, and drawn ones.  The lines: PROTOCOL.md 4, 4.1.  Pure: builds into an
 * sbuf, lines end "\n" (the session makes CR LF). */
#ifndef PROTO_BOARDTEXT_H
#define PROTO_BOARDTEXT_H

#include "base/sbuf.h"
#include "proto/msg.h"
#include "rules/match.h"

#define BOARDTEXT_MAX 2048u /* bytes that hold any board of any style */

struct board_view {
	const struct match_state *match;
	const char *name[2]; /* of each seat */
	enum seat seat;      /* the player looked at: at the bottom, "player" of the raw line */
	bool home; /* drawn from that player's side: their points are 24 to 1, home at the
		      lower right; only of drawn boards */
	const struct catalogue
	    *words; /* of the receiver; NULL English.  Only of drawn boards */
	bool
	    is_you; /* the receiver is that player: "You" in the raw line and in "You rolled" */
};

/* The styles are numbered from 1, as `set boardstyle` has them. */
extern const unsigned BOARDSTYLES;
#define BOARDSTYLE_FIRST 2u /* of people who have not chosen one */
#define BOARDSTYLE_LINES 3u /* the raw line, for programs; theirs too when not chosen */

/* For people; else a line for programs. */
bool boardtext_drawn(unsigned style);

/* Appends the board in that style, every line ended. */
void boardtext_draw(struct sbuf *out, const struct board_view *view, unsigned style);

/* Whether positions of a game have more than the raw line can carry: a reserve, pins, both
 * sides moving the same way, or turns of several plays. */
bool boardtext_needs_extra(const struct variant *v);

/* Appends the line `board+:...` that belongs to the raw line of the same view; nothing in games
 * that do not need it. */
void boardtext_extra(struct sbuf *out, const struct board_view *view);

#endif
