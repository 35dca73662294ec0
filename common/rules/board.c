/* SPDX-License-Identifier: MIT */
/* See board.h.  Pure; owns no memory. */
#include "rules/board.h"

void
board_set_pinned(struct board *b, enum seat s, unsigned p, bool pinned)
{
	uint8_t bit = (uint8_t)(1u << (p - 1) % 8);
	uint8_t *byte = &b->pins[s][(p - 1) / 8];

	*byte = (uint8_t)(pinned ? *byte | bit : *byte & ~bit);
}

unsigned
board_pips(const struct board *b, enum seat s)
{
	unsigned pips = 25u * b->at[s][PT_RESERVE];

	for (unsigned p = 1; p <= PT_BAR; p++)
		pips += p * b->at[s][p];
	return pips;
}

bool
board_all_home(const struct board *b, enum seat seat)
{
	for (unsigned p = HOME_TOP + 1u; p < PT_COUNT; p++)
		if (b->at[seat][p] != 0)
			return false;
	return true;
}
