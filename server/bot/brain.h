/* SPDX-License-Identifier: MIT */
/* What a bot does in a match.  It is given the state of the match, which both players see, and
 * nothing else: no seed, no dice to come.  The same state gives the same answer always.
 *
 * A brain is for one thread at a time; the first thought reads weights and tables (a third of a
 * second), one in a new game its weights. */
#ifndef BOT_BRAIN_H
#define BOT_BRAIN_H

#include "base/check.h"
#include "rules/state.h"

enum bot_level {
	BOT_NONE,
	BOT_BEGINNER, /* makes mistakes as people do: takes what is nearly as good for better */
	BOT_CLUB,     /* sees the position that a play leads to */
	BOT_STRONG,   /* ... and all replies to it */
	BOT_LEVELS,
};

struct brain;

/* What is asked, and the answer. */
struct thought {
	struct match_state state;
	enum seat seat; /* who has to act: match_to_act, or to answer an offer of a draw */
	enum bot_level level;
	bool no_resign; /* their resignation was rejected in this game */
	char line[96];  /* the command to type */
};

/* NULL when memory is out: some 12 MB, most of it touched with the first thought. */
MUST_USE struct brain *brain_new(void);
void brain_free(struct brain **b);

/* Fills in the line.  Cost: at most some milliseconds; LIMITS.md 2.8. */
void brain_think(struct brain *b, struct thought *t);

/* The same without a brain: something that the rules allow.  Cost: a list of plays. */
void brain_do_something(struct thought *t, struct move_space *space);

#endif
