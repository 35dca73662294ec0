/* SPDX-License-Identifier: MIT */
/* Plays as people write them: one checker may go on with several dice in one step, "24/14" for
 * 6-4.  Which dice, and in which order, the legal plays say.  Pure. */
#ifndef RULES_EXPAND_H
#define RULES_EXPAND_H

#include "rules/notation.h"

struct expansion {
	struct play play[2]; /* a step for each die; [1] of MOVE_TWO_WAYS only */
	unsigned step;  /* on an error: the typed step that is refused, 0 when it is none in
			   particular */
	enum rule rule; /* of MOVE_FORBIDDEN: the one that is broken */
};

/* What typed means, whose steps may each be the sum of several dice; one from the bar, where
 * nobody is on it, begins in the reserve of a game that has one.  The steps are played in the
 * order given; if that is impossible, in any order in which they are legal, those of several
 * checkers in turn ("bar/15(2)" with two on the bar).  Where a step that takes several dice may
 * hit on the way or not, it hits as often as there are '*', which is the rule of books: none
 * means no hit.  space holds the list of the roll, as for move_check.  MOVE_OK: *out has the
 * play, which move_check accepts.  MOVE_TWO_WAYS: two positions fit equally well.  Else why the
 * play in the order given is refused; what is wrong with a step comes before their number.
 * Cost: at most some hundred steps tried. */
MUST_USE enum move_err move_expand(const struct variant *v, const struct board *b,
    enum seat seat, unsigned d1, unsigned d2, const struct typed_play *typed,
    const struct move_space *space, struct expansion *out);

#endif
