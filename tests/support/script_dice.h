/* SPDX-License-Identifier: MIT */
/* Dice in a script: pairs that the next rolls of any match show instead of those of its stream.
 * Only for programs linked with -Wl,--wrap=fair_dice_roll; which pair of the stream it would
 * have been is still counted and stored, and a replay takes the dice from the actions. */
#ifndef SUPPORT_SCRIPT_DICE_H
#define SUPPORT_SCRIPT_DICE_H

#include <stdint.h>

/* Of an opening roll the first die is the inviter's.  When the script is used up the stream
 * goes on. */
void script_dice_add(uint8_t d1, uint8_t d2);

/* Pairs that have not been used. */
unsigned script_dice_left(void);

void script_dice_clear(void);

#endif
