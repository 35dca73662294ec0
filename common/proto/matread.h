/* SPDX-License-Identifier: MIT */
/* Reads a match in the .mat format, as written by this server and, for backgammon, by gnubg, XG
 * and others.  Every roll and play is checked against the rules; points and scores must be
 * consistent.
 *
 * The format does not say which player has O or whether instant redoubles are allowed; they are
 * assumed to be allowed.  If the text is inconsistent, it is read again without the Crawford
 * rule or with the Jacoby rule.  A game that ends early counts as resigned. */
#ifndef PROTO_MATREAD_H
#define PROTO_MATREAD_H

#include "base/check.h"
#include "rules/match.h"

#define MATREAD_BYTES_MAX 1048576u
#define MATREAD_ACTIONS_MAX 20000u
#define MATREAD_LINE_MAX 400u

struct matread {
	char name[2][MATREAD_LINE_MAX + 1]; /* names in the left and the right column; not
					     * necessarily valid user names */
	int year, month, day;               /* date of the event; 0 if none */
	struct match_state state;           /* state at the end */
	unsigned n;
	struct action *action; /* array of MATREAD_ACTIONS_MAX, provided by the caller */
	bool unfinished;       /* on an error: the text is correct, but its end is missing */
	unsigned line;         /* on an error: the line with the error, from 1 */
	char why[96];          /* on an error: its description, one clause */
};

/* Reads a match.  text has n bytes and a NUL after them.  Returns true if m->state and the n
 * actions are a complete match or, if its length is 0, any number of complete games.  space is
 * scratch. */
MUST_USE bool matread(struct matread *m, const char *text, size_t n, struct move_space *space);

#endif
