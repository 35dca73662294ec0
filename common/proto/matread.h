/* SPDX-License-Identifier: MIT */
/* Reading a match in the .mat form: what a server writes, and what gnubg, XG and others do of
 * backgammon.  Every roll and play is tried by the rules; points and scores must be as they
 * say.
 *
 * What the form does not tell is chosen: who has O, that both take instant redoubles; and, when
 * the text makes no sense otherwise, that the Crawford rule does not hold, or Jacoby's does.  A
 * game that ends in the middle was resigned. */
#ifndef PROTO_MATREAD_H
#define PROTO_MATREAD_H

#include "base/check.h"
#include "rules/match.h"

#define MATREAD_BYTES_MAX 1048576u
#define MATREAD_ACTIONS_MAX 20000u
#define MATREAD_LINE_MAX 400u

struct matread {
	char name[2][MATREAD_LINE_MAX + 1]; /* of the left, and of the right column; not
					       always one that a user can have */
	int year, month, day;               /* the date of the event; 0 none */
	struct match_state state;           /* at the end */
	unsigned n;
	struct action *action; /* MATREAD_ACTIONS_MAX; the caller's */
	bool unfinished;       /* on an error: all was right, but the end is missing */
	unsigned line;         /* on an error: where, from 1 */
	char why[96];          /* ... and what; one clause */
};

/* text: with a NUL behind its n bytes.  True: m->state and n actions are a whole match (of
 * length 0: some games).  space: scratch. */
MUST_USE bool matread(struct matread *m, const char *text, size_t n, struct move_space *space);

#endif
