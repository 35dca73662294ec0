/* SPDX-License-Identifier: MIT */
/* What the people of a simulated evening have to know: moves that are legal, answers that are
 * asked for, and the comparison of what is played with what is stored. */
#ifndef SUPPORT_PEOPLE_H
#define SUPPORT_PEOPLE_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/sbuf.h"
#include "world/world.h"
#include "rules/move.h"
#include "tests/support/fixture.h"

/* Appends what brings the match of s on: a random legal move, or the answer that is asked for;
 * false when it is not their turn.  s has a match.  *moves goes up by one for a move. */
bool people_play(struct fixture *h, const struct session *s, struct rng *r,
    struct move_space *space, struct sbuf *line, unsigned long *moves);

/* The first on line who has invited s; NULL nobody. */
const struct session *people_inviter(const struct world *w, const struct session *s);

/* Every match in the world must be what its stored actions make of it: the number of those that
 * are not, each told on standard output.  *compared goes up by their number. */
MUST_USE unsigned people_compare(struct fixture *h, unsigned long *compared);

#endif
