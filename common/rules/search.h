/* SPDX-License-Identifier: MIT */
/* Generator for games in which the order of steps matters: pins, clones, rules for single
 * steps.  move_list and move_check use it for variants for which variant_needs_search is true.
 * No other code calls it.  Pure. */
#ifndef RULES_SEARCH_H
#define RULES_SEARCH_H

#include "rules/play.h"

/* Fills *space as move_list does.  die: the ndice (2 or 4) dice of the roll, larger first. */
void search_plays(const struct variant *v, const struct board *b, enum seat seat,
    const uint8_t *die, unsigned ndice, struct move_space *space);

/* Returns the die that the step uses: the number of points it moves or, when bearing off, the
 * smallest sufficient die.  NULL if there is none. */
uint8_t *search_die_for(uint8_t *die, unsigned ndice, const struct step *s);

/* Plays the steps of p on *b one after the other and sets the dice they use to 0.  Returns
 * MOVE_OK, or why step *step_out may not be played; *b is then the position before that step,
 * and *rule_out the broken rule if the result is MOVE_FORBIDDEN. */
MUST_USE enum move_err search_steps(const struct variant *v, struct board *b, enum seat seat,
    uint8_t *die, unsigned ndice, const struct play *p, unsigned *step_out,
    enum rule *rule_out);

/* True if any of the dice that are not 0 can be played on *b, which was reached from *start. */
bool search_can_play_another_die(const struct variant *v, const struct board *start,
    const struct board *b, enum seat seat, const uint8_t *die, unsigned ndice);

#endif
