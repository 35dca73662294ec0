/* SPDX-License-Identifier: MIT */
/* Boards as text: the raw `board:` line, a second line `board+:` for values that the first
 * has no field for, and drawn boards.  The lines are described in PROTOCOL.md 4, 4.1.  Pure:
 * appends to an sbuf; lines end in "\n" (the session sends CR LF). */
#ifndef PROTO_BOARDTEXT_H
#define PROTO_BOARDTEXT_H

#include "base/sbuf.h"
#include "proto/msg.h"
#include "rules/match.h"

#define BOARDTEXT_BYTES_MAX 2048u /* bytes that are enough for a board in any style */

struct board_view {
	const struct match_state *match;
	const char *name[2]; /* by seat */
	enum seat seat; /* the player in view: drawn at the bottom, "player" in the raw line */
	bool own_numbering; /* number the points as the player in view does: 24 to 1, home at
		      the lower right; drawn boards only */
	/* language of the receiver; NULL for English; drawn boards only */
	const struct catalogue *catalogue;
	bool is_you; /* the receiver is the player in view: "You" in the raw line and in "You
			rolled" */
};

/* Number of styles; they are numbered from 1, as in `set boardstyle`. */
extern const unsigned BOARDSTYLES;
#define BOARDSTYLE_USER_DEFAULT 2u /* default for interactive users */
#define BOARDSTYLE_RAW 3u          /* the raw line; default for client programs */

/* True for styles drawn for interactive users, false for lines read by programs. */
bool boardtext_is_drawn(unsigned style);

/* Appends the board in that style; every line ends in "\n". */
void boardtext_draw(struct sbuf *out, const struct board_view *view, unsigned style);

/* True for games whose positions do not fit into the raw line, because they have a reserve,
 * pins, turns of several plays or no dice, or because both sides move in the same direction. */
bool boardtext_needs_extra_line(const struct variant *v);

/* Appends the line `board+:...` that follows the raw line of the same view.  Appends nothing in
 * games that do not need it. */
void boardtext_add_extra_line(struct sbuf *out, const struct board_view *view);

#endif
