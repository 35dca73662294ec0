/* SPDX-License-Identifier: MIT */
/* Sessions go to another process, with their connections and all that lives no longer than
 * they do; what is kept in the store is read there.  What becomes of each piece of state is
 * told in ARCHITECTURE.md 8. */
#ifndef LOGIN_CARRY_H
#define LOGIN_CARRY_H

#include "base/pack.h"
#include "people/session.h"

/* Nothing of theirs is under way that could not be carried: passwords with the workers. */
bool sessions_rest(const struct world *w);

/* Long answers are written to their end, and news; what cannot be is told to be left out.
 * Before they are carried, in a turn. */
void sessions_finish(struct world *w);

/* All of them.  Those whose connection cannot be carried come out of it with `gone` set. */
void sessions_carry(struct world *w, struct pack *p);

/* They have been: those that cannot be are told to come back, and closed. */
void sessions_leave(struct world *w);

/* In the first turn: those leave, as who loses the connection does. */
void sessions_carried(struct world *w);

#endif
