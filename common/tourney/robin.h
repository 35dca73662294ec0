/* SPDX-License-Identifier: MIT */
/* Round robins (rule 37): the circle method, and groups. */
#ifndef TOURNEY_ROBIN_H
#define TOURNEY_ROBIN_H

#include "base/check.h"
#include "tourney/pairing.h"

/* Maximum number of groups: struct pairing stores the group in one byte. */
#define ROBIN_GROUPS_MAX 256u

/* Returns the number of rounds for n players: n - 1, or n when n is odd (each player has one
 * bye).  0 for n below 2. */
unsigned robin_rounds(unsigned n);

/* Returns the number of pairings in all rounds for n players, without byes. */
size_t robin_pairing_count(unsigned n);

/* Creates the pairings in order of rounds, with the given section and group; player[i] is the
 * i-th of n.  They follow the Berger tables: each pair meets once, and each player is first as
 * often as second, exactly if n is odd, and to within one if n is even.  `length` is left 0. */
void robin_build(const entry_no *player, unsigned n, enum section section, unsigned group,
    struct pairing *out);

/* Returns the number of groups for n players so that each has about `size` players (3..16; any
 * from 1 is accepted): the number whose average is closest to `size`; if two are equally close,
 * the one with smaller groups.  Sizes differ by at most one, no group has fewer than 2 players,
 * and there are at most ROBIN_GROUPS_MAX groups (then they are larger: up to 16 for 4,096). 0
 * for n below 2. */
unsigned robin_group_count(unsigned n, unsigned size);

/* Returns the group (from 0) of the i-th seed, dealt back and forth (0 1 2 3, 3 2 1 0, ...). */
unsigned robin_group_of(unsigned seed, unsigned groups);

/* Computes the seeds of a knock-out for the qualifiers of groups: qualifier[g * each + k] is
 * the (k+1)-th of group g, all different.  Winners of groups are first, in order of groups,
 * then the seconds, the thirds, and so on.  In the bracket (seed 1 against the last place of
 * the next power of two) the winner and the second of a group are in different halves, so they
 * can meet only in the final, and in the first round players of the same group do not meet.
 * With two groups or more that is always possible, even for thirds and later places, some of
 * which are swapped.  out has room for groups * each. */
void robin_seed_qualifiers(
    const entry_no *qualifier, unsigned groups, unsigned each, entry_no *out);

#endif
