/* SPDX-License-Identifier: MIT */
/* Interprets plays as users type them: one step may use several dice, such as "24/14" for 6-4.
 * The legal plays determine which dice the step uses, and in which order.  Pure. */
#ifndef RULES_EXPAND_H
#define RULES_EXPAND_H

#include "rules/notation.h"

struct expansion {
	struct play play[2];   /* one step per die; [1] is used for MOVE_TWO_WAYS only */
	unsigned refused_step; /* on an error: the refused typed step; 0 if no single step is at
				* fault */
	enum rule broken_rule; /* for MOVE_FORBIDDEN: the rule that is broken */
};

/* Finds the play that `typed` means.  Each typed step may be the sum of several dice.  A step
 * from an empty bar starts in the reserve if the game has one.
 *
 * The steps are played in the order given.  If that is impossible, any legal order is tried,
 * including orders that interleave checkers ("bar/15(2)" with two on the bar).  If a step of
 * several dice may or may not hit along the way, the number of '*' typed decides; none means no
 * hit, as in books.
 *
 * space holds the list of plays of the roll, as for move_check.  Returns MOVE_OK and the play,
 * which move_check accepts; MOVE_TWO_WAYS if two positions match equally well; otherwise the
 * reason why the play in the given order is refused.  A fault in a step takes precedence over a
 * wrong number of steps.  Cost: at most a few hundred steps are tried. */
MUST_USE enum move_err move_expand(const struct variant *v, const struct board *b,
    enum seat seat, unsigned d1, unsigned d2, const struct typed_play *typed,
    const struct move_space *space, struct expansion *out);

#endif
