/* SPDX-License-Identifier: MIT */
/* Parses the positions sent by a server: the `board:` line of FIBS (style 3, PROTOCOL.md 4) and
 * the `board+:` line after it (PROTOCOL.md 4.1), into the state used by the rules.  Pure. */
#ifndef CLIENT_POSITION_H
#define CLIENT_POSITION_H

#include "rules/match.h"

#define NAME_MAX_LETTERS 20u

struct position {
	struct match_state m; /* seat 0 is the player in view, seat 1 the opponent */
	char name[2][NAME_MAX_LETTERS + 1];
	bool you;               /* the player in view is the user of this program */
	bool variant_known;     /* this program knows the game and can judge moves */
	bool cube_access[2];    /* access to the cube, as sent */
	int16_t raw_points[26]; /* the 26 numbers of the line, as sent */
};

/* Parses the line.  v: the game as far as known, NULL for backgammon.  before: the previous
 * position of the same match, or NULL; used for values that the line does not contain.  Returns
 * false, leaving *out unchanged, if the line is not a board line or has impossible numbers. */
MUST_USE bool position_read(const char *line, const struct variant *v,
    const struct position *before, struct position *out);

/* Parses the `board+:` line that belongs to *p.  Returns false if it is not such a line. */
MUST_USE bool position_read_extra(const char *line, struct position *p);

#endif
