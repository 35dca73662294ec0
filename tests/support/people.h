/* SPDX-License-Identifier: MIT */
/* Helpers for simulated users: legal moves, answers to pending questions, and a comparison of
 * live matches with their stored actions. */
#ifndef SUPPORT_PEOPLE_H
#define SUPPORT_PEOPLE_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/sbuf.h"
#include "world/world.h"
#include "rules/move.h"
#include "tests/support/fixture.h"

/* Appends a command that continues the match of s, which must have one: a random legal move, or
 * the answer to the pending question.  Returns false if it is the opponent's turn.  Increments
 * *moves for a move. */
bool people_play(struct fixture *h, const struct session *s, struct rng *r,
    struct move_space *space, struct sbuf *line, unsigned long *moves);

/* Returns the first online user who has invited s, or NULL. */
const struct session *people_inviter(const struct world *w, const struct session *s);

/* Replays the stored actions of every match in the world and compares the results with the live
 * matches.  Prints each mismatch and returns how many there were.  Adds the number of matches
 * to *compared. */
MUST_USE unsigned people_check_replays(struct fixture *h, unsigned long *compared);

#endif
