/* SPDX-License-Identifier: MIT */
/* The generator for games in which the order of steps matters: pins, clones, rules on single
 * steps.  What move_list and move_check use for a row of which variant_needs_search is true;
 * for nobody else.  Pure. */
#ifndef RULES_SEARCH_H
#define RULES_SEARCH_H

#include "rules/play.h"

/* Fills *space as move_list does; die: the ndice (2 or 4) dice of the roll, the larger first.
 */
void search_plays(const struct variant *v, const struct board *b, enum seat seat,
    const uint8_t *die, unsigned ndice, struct move_space *space);

/* Plays the steps of p on *b one after the other, setting the dice they use to 0.  MOVE_OK, or
 * why step *step_out may not be played; *b is then as before that step, and *rule_out of a
 * MOVE_FORBIDDEN what the step breaks. */
MUST_USE enum move_err search_steps(const struct variant *v, struct board *b, enum seat seat,
    uint8_t *die, unsigned ndice, const struct play *p, unsigned *step_out,
    enum rule *rule_out);

/* True when any of the dice (those that are not 0) can be played on *b, which came from *start.
 */
bool search_can_go_on(const struct variant *v, const struct board *start, const struct board *b,
    enum seat seat, const uint8_t *die, unsigned ndice);

#endif
