/* SPDX-License-Identifier: MIT */
/* Plays: what one player does with one roll.  All legal ones of a position; testing and
 * applying one that a person typed.  Pure: no malloc, the caller gives space for the list. */
#ifndef RULES_MOVE_H
#define RULES_MOVE_H

#include "rules/play.h"

/* All legal plays of seat's roll d1-d2 (1..6 each), longest-play and larger-die rules applied,
 * one per resulting position, in an order that depends on the position and dice only.  Fills
 * *space and returns its n: 0 when the roll is forfeited.  The space cannot overflow (CHECKed).
 * Source: rules/RULES.md 2.4-2.6.  Cost: 0.3 microseconds in the middle of a game; doubles
 * with many blots some tens. */
unsigned move_list(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct move_space *space);

/* The dice_used of that list, mostly without making it; *space is left in whichever state. */
unsigned move_dice_used(const struct variant *v, const struct board *b, enum seat seat,
    unsigned d1, unsigned d2, struct move_space *space);

/* Tests the steps of p, in the order given, against the roll, which space holds the list of
 * (move_list of the same position and dice must have been called just before).  On MOVE_OK
 * *after_out is the position; on an error nothing is written but *step_out, the failing step (0
 * when it is none in particular).  The number of steps is tested first (FIBS does), then each
 * step where it stands: its checker, the bar, then for the way home NOT_HOME before
 * BAD_BEAROFF, else a point that is none, the dice, the landing.  Each step uses one die: 13-4
 * for 6-3 is not on the dice.  Of two dice that could bear a checker off the smaller is used
 * up. */
MUST_USE enum move_err move_check(const struct variant *v, const struct board *b,
    enum seat seat, unsigned d1, unsigned d2, const struct play *p,
    const struct move_space *space, struct board *after_out, unsigned *step_out);

/* The steps of p alone, whatever must be played: MOVE_OK and the position they lead to, or why
 * step *step_out may not be played; *after_out is then as before it, and *rule_out of a
 * MOVE_FORBIDDEN what it breaks.  Not for games without dice. */
MUST_USE enum move_err move_steps(const struct variant *v, const struct board *b,
    enum seat seat, unsigned d1, unsigned d2, const struct play *p, struct board *after_out,
    unsigned *step_out, enum rule *rule_out);

/* True when every die of the roll can bear a checker off, one after the other; *play_out is
 * that play, the larger die first.  When the last checker leaves early, the dice left over are
 * void, but each must have been able to take it as well.  Such a play is always legal.  For
 * "off" and the greedy toggle (FIBS). */
bool move_bearoff_all(const struct variant *v, const struct board *b, enum seat seat,
    unsigned d1, unsigned d2, struct play *play_out);

#endif
