/* SPDX-License-Identifier: MIT */
/* The position.  See board.h.  Pure; owns nothing; each call looks at the counts once. */
#include "rules/board.h"

#include <string.h>

#include "rules/variant.h"

void
board_start(struct board *b, const struct variant *v)
{
	memcpy(b->at[SEAT_0], v->start, PT_COUNT);
	memcpy(b->at[SEAT_1], v->start, PT_COUNT);
	memset(b->pins, 0, sizeof(b->pins));
}

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

static bool
side_check(const uint8_t *at, const struct variant *v)
{
	unsigned sum = 0;

	for (unsigned p = 0; p < PT_COUNT; p++)
		sum += at[p];
	if (v->entry == ENTRY_NONE && at[PT_RESERVE] != 0)
		return false;
	if (v->contact != CONTACT_HIT && at[PT_BAR] != 0)
		return false;
	return v->clone != CLONE_NONE ? sum >= v->checkers : sum == v->checkers;
}

/* One point, as seat 0 numbers it: at most one side, or one checker under others. */
static bool
point_check(const struct board *b, const struct variant *v, unsigned p)
{
	unsigned q = variant_opposite(v, p);
	bool pinned0 = board_pinned(b, SEAT_0, p);
	bool pinned1 = board_pinned(b, SEAT_1, q);
	unsigned n0 = b->at[SEAT_0][p];
	unsigned n1 = b->at[SEAT_1][q];

	if (!pinned0 && !pinned1)
		return n0 == 0 || n1 == 0;
	if (v->contact != CONTACT_PIN || pinned0 == pinned1)
		return false;
	return pinned0 ? n0 == 1 && n1 > 0 : n1 == 1 && n0 > 0;
}

bool
board_check(const struct board *b, const struct variant *v)
{
	for (unsigned p = 1; p <= 24; p++)
		if (!point_check(b, v, p))
			return false;
	return side_check(b->at[SEAT_0], v) && side_check(b->at[SEAT_1], v);
}
