/* SPDX-License-Identifier: MIT */
/* The queue of script_dice.h, and the function that the linker substitutes for
 * fair_dice_roll. */
#include "tests/support/script_dice.h"

#include "base/check.h"
#include "fair/dice.h"

#define PAIRS_MAX 256u

static uint8_t dice_pairs[PAIRS_MAX][2];
static unsigned next_pair, pairs_end;

void __real_fair_dice_roll(struct fair_dice *f, uint32_t n, uint8_t dice_out[2]);
void __wrap_fair_dice_roll(struct fair_dice *f, uint32_t n, uint8_t dice_out[2]);

void
__wrap_fair_dice_roll(struct fair_dice *f, uint32_t n, uint8_t dice_out[2])
{
	if (next_pair == pairs_end) {
		__real_fair_dice_roll(f, n, dice_out);
		return;
	}
	dice_out[0] = dice_pairs[next_pair % PAIRS_MAX][0];
	dice_out[1] = dice_pairs[next_pair % PAIRS_MAX][1];
	next_pair++;
}

void
script_dice_add(uint8_t d1, uint8_t d2)
{
	CHECK(d1 >= 1 && d1 <= 6 && d2 >= 1 && d2 <= 6 && pairs_end - next_pair < PAIRS_MAX);
	dice_pairs[pairs_end % PAIRS_MAX][0] = d1;
	dice_pairs[pairs_end % PAIRS_MAX][1] = d2;
	pairs_end++;
}

unsigned
script_dice_left(void)
{
	return pairs_end - next_pair;
}

void
script_dice_clear(void)
{
	next_pair = pairs_end;
}
