/* SPDX-License-Identifier: MIT */
/* Scripted dice: pairs that replace a match's dice stream for its next rolls.  Only for
 * programs linked with -Wl,--wrap=fair_dice_roll.  The index in the stream is still advanced
 * and stored; a replay takes the dice from the actions. */
#ifndef SUPPORT_SCRIPT_DICE_H
#define SUPPORT_SCRIPT_DICE_H

#include <stdint.h>

/* Adds a roll to the script.  In an opening roll the first die is the inviter's.  After the
 * script is used up, the stream continues. */
void script_dice_add(uint8_t d1, uint8_t d2);

/* Returns the number of unused pairs. */
unsigned script_dice_left(void);

void script_dice_clear(void);

#endif
