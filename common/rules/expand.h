/* SPDX-License-Identifier: MIT */
/* Plays as people write them: one checker may go on with several dice in one step, "24/14" for
 * 6-4.  Which dice, and in which order, the legal plays say.  Pure. */
#ifndef RULES_EXPAND_H
#define RULES_EXPAND_H

#include "rules/move.h"

struct expansion {
	struct play play[2]; /* a step for each die; [1] of MOVE_TWO_WAYS only */
	unsigned step;  /* on an error: the typed step that is refused, 0 when it is none in
			   particular */
	enum rule rule; /* of MOVE_FORBIDDEN: the one that is broken */
};

/* What typed means, whose steps may each be the sum of several dice; one from the bar, where
 * nobody is on it, begins in the reserve of a game that has one.  space holds the list of the
 * roll, as for move_check.  MOVE_OK: *out has the only position's play, which move_check
 * accepts.  MOVE_TWO_WAYS: the dice in one order lead to another position than in the other,
 * because something is hit or pinned on the way.  Else why not; what is wrong with a step comes
 * before their number.  Cost: some tens of steps tried at most. */
MUST_USE enum move_err move_expand(const struct variant *v, const struct board *b,
    enum seat seat, unsigned d1, unsigned d2, const struct play *typed,
    const struct move_space *space, struct expansion *out);

#endif
