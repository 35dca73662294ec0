/* SPDX-License-Identifier: MIT */
/* Generates all legal plays of a roll, and checks and applies a play that a user typed.  Pure;
 * the caller provides the space for the list. */
#ifndef RULES_MOVE_H
#define RULES_MOVE_H

#include "rules/play.h"

/* Lists all legal plays of seat's roll d1-d2 (1..6 each) after the longest-play and larger-die
 * rules, one per resulting position.  The order depends only on the position and the dice.
 * Fills *space and returns its n; 0 if nothing can be played.  The space cannot overflow
 * (CHECKed). Source: rules/RULES.md 2.4-2.6.  Cost: 0.3 microseconds in the middle of a game,
 * tens of microseconds for doubles with many blots. */
unsigned move_list(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct move_space *space);

/* Returns dice_used as move_list would set it, usually without building the list.  The contents
 * of *space are undefined afterwards. */
unsigned move_dice_used(const struct variant *v, const struct board *b, enum seat seat,
    unsigned d1, unsigned d2, struct move_space *space);

/* Returns true if neither player can move, whatever they roll.  This happens only in games
 * without hitting (rules/RULES.md 4.0).  Not for games without dice. */
bool move_deadlock(const struct variant *v, const struct board *b, struct move_space *space);

/* Checks the steps of p in the order given.  space must hold the list made by move_list for the
 * same position and dice.  On MOVE_OK *after_out is the new position.  On an error only
 * *step_out is written: the failing step, or 0 if no single step is at fault.
 *
 * The number of steps is checked first, as on FIBS.  Then each step is checked in its position:
 * its checker, the bar, then for bearing off MOVE_NOT_HOME before MOVE_BAD_BEAROFF, otherwise
 * whether the point exists, the dice and the landing.  Each step uses one die: 13-4 with 6-3 is
 * not on the dice.  Of two dice that could bear a checker off, the smaller is used. */
MUST_USE enum move_err move_check(const struct variant *v, const struct board *b,
    enum seat seat, unsigned d1, unsigned d2, const struct play *p,
    const struct move_space *space, struct board *after_out, unsigned *step_out);

/* Checks the steps of p alone, ignoring the rules on which dice must be played.  Returns
 * MOVE_OK and the resulting position, or why step *step_out may not be played.  *after_out is
 * then the position before that step, and *rule_out the broken rule if the result is
 * MOVE_FORBIDDEN.  Not for games without dice. */
MUST_USE enum move_err move_try_steps(const struct variant *v, const struct board *b,
    enum seat seat, unsigned d1, unsigned d2, const struct play *p, struct board *after_out,
    unsigned *step_out, enum rule *rule_out);

/* Returns true if every die of the roll in turn can bear a checker off. *play_out is that play,
 * with the larger die first.  If the last checker is borne off before all dice are used, the
 * remaining dice are void, but each of them must have been able to bear it off as well.  Such a
 * play is always legal.  Used by "off" and the greedy toggle (FIBS). */
bool move_bearoff_all(const struct variant *v, const struct board *b, enum seat seat,
    unsigned d1, unsigned d2, struct play *play_out);

#endif
