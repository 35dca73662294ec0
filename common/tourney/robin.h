/* SPDX-License-Identifier: MIT */
/* Everybody against everybody (rule 37): the circle method, and groups. */
#ifndef TOURNEY_ROBIN_H
#define TOURNEY_ROBIN_H

#include "base/check.h"
#include "tourney/pairing.h"

/* Groups of one tournament at most: struct pairing names them in a byte. */
#define ROBIN_GROUPS_MAX 256u

/* Rounds for n players: n - 1, or n when n is odd (everybody has one bye).  0 for n below 2. */
unsigned robin_rounds(unsigned n);

/* Pairings of all rounds for n players: the real ones, byes are not among them. */
size_t robin_size(unsigned n);

/* Makes them in order of rounds: section, group as given; player[i] is the i-th of the n.  The
 * pairings are those of the Berger tables: nobody meets anybody twice; who stands first in a
 * pairing is balanced, exactly with n odd, to within one with n even.  `length` is left 0. */
void robin_build(const entry_no *player, unsigned n, enum section section, unsigned group,
    struct pairing *out);

/* Into how many groups n players go so that each has about `size` (3..16, or any from 1): the
 * average nearest to it, the smaller groups when two are as near.  Sizes differ by one at most,
 * no group has fewer than 2, and there are ROBIN_GROUPS_MAX at most (then they are bigger: up
 * to 16 of 4,096).  0 for n below 2. */
unsigned robin_groups(unsigned n, unsigned size);

/* The group (from 0) of the i-th seed: dealt to and fro (0 1 2 3, 3 2 1 0, ...). */
unsigned robin_group_of(unsigned seed, unsigned groups);

/* Seeds for a knock-out of those who got through: qualifier[g * each + k] is the (k+1)-th of
 * group g, all different.  Winners of groups first, in order of groups, then the seconds, the
 * thirds, ... In the folded bracket (seed 1 against the last place of the next power of two)
 * winner and second of a group stand in different halves, so that they can meet in the final
 * only, and in the first round nobody meets one of the same group.  With two groups or more
 * that is always possible, also for thirds and later ones, of whom some change places for it.
 * out has room for groups * each. */
void robin_qualify(const entry_no *qualifier, unsigned groups, unsigned each, entry_no *out);

#endif
