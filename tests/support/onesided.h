/* SPDX-License-Identifier: MIT */
/* Races in Backgammon, valued nearly exactly: for each side, the distribution of the number of
 * rolls that it needs, if it plays for the fewest on average.  Neither side adapts its play to
 * the position of the other, as in eval/bearoff.h; but these tables reach to point 12, and one
 * or two checkers on points 13 to 18 are followed roll by roll.  They take minutes and 5 GB to
 * fill, so they serve to train and measure nets, not to play. */
#ifndef SUPPORT_ONESIDED_H
#define SUPPORT_ONESIDED_H

#include "eval/inputs.h"

void onesided_fill(void);

/* Returns the average number of rolls that a side needs.  Estimated if checkers are beyond
 * point 12; those beyond 18 are not counted. */
float onesided_rolls(const uint8_t *at);

/* Computes the outputs (eval_outputs) of a race.  Returns false if the position is not a
 * race or is not covered. */
bool onesided_outputs(const struct eval_position *p, float out[NET_OUTPUTS]);

#endif
