/* SPDX-License-Identifier: MIT */
/* A position as a server tells it: the `board:` line of FIBS (style 3, PROTOCOL.md 4) and our
 * `board+:` line behind it (4.1), read into the state that the rules work on.  Pure. */
#ifndef CLIENT_POSITION_H
#define CLIENT_POSITION_H

#include "rules/match.h"

#define NAME_MAX_LETTERS 20u

struct position {
	struct match_state m; /* seat 0 is the player looked at, seat 1 the other */
	char name[2][NAME_MAX_LETTERS + 1];
	bool you;          /* the player looked at is the user of this program */
	bool known;        /* the game is one that this program knows: moves can be judged */
	bool access[2];    /* to the cube, as told */
	int16_t point[26]; /* the 26 numbers of the line, as told */
};

/* Reads the line.  v: the game as far as it is known, NULL backgammon; before: the last
 * position of the same match, NULL none, from which is taken what the line cannot say.  False
 * when it is no such line or its numbers are impossible; *out is then untouched. */
MUST_USE bool position_read(const char *line, const struct variant *v,
    const struct position *before, struct position *out);

/* Reads the `board+:` line that belongs to *p.  False when it is none. */
MUST_USE bool position_read_extra(const char *line, struct position *p);

#endif
