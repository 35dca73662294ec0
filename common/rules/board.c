/* SPDX-License-Identifier: MIT */
/* The position.  See board.h.  Pure; owns nothing; each call looks at the 54 counts once. */
#include "rules/board.h"

#include <string.h>

#include "rules/variant.h"

void
board_start(struct board *b, const struct variant *v)
{
	memcpy(b->at[SEAT_0], v->start, PT_COUNT);
	memcpy(b->at[SEAT_1], v->start, PT_COUNT);
}

unsigned
board_pips(const struct board *b, enum seat s)
{
	unsigned pips = 25u * b->at[s][PT_RESERVE];

	for (unsigned p = 1; p <= PT_BAR; p++)
		pips += p * b->at[s][p];
	return pips;
}

static bool
side_check(const uint8_t *at, const struct variant *v)
{
	unsigned sum = 0;

	for (unsigned p = 0; p < PT_COUNT; p++)
		sum += at[p];
	if (v->entry == ENTRY_NONE && at[PT_RESERVE] != 0)
		return false;
	if (v->contact == CONTACT_NONE && at[PT_BAR] != 0)
		return false;
	return sum == v->checkers;
}

bool
board_check(const struct board *b, const struct variant *v)
{
	for (unsigned p = 1; p <= 24; p++)
		if (b->at[SEAT_0][p] != 0 && b->at[SEAT_1][variant_opposite(v, p)] != 0)
			return false;
	return side_check(b->at[SEAT_0], v) && side_check(b->at[SEAT_1], v);
}
