/* SPDX-License-Identifier: MIT */
/* The table of games.  See variant.h.  A row is all there is to say about a game; what a row
 * cannot say is a new field that board.c, move.c or match.c asks for, never a test of the name.
 * Pure. */
#include "rules/variant.h"

#include <stddef.h>
#include <string.h>

#define HOME_POINTS 6u

unsigned
score_backgammon(const struct variant *v, const struct board *b, enum seat winner)
{
	const uint8_t *loser = b->at[seat_other(winner)];

	if (loser[PT_OFF] > 0)
		return 1;
	if (loser[PT_BAR] > 0 || loser[PT_RESERVE] > 0)
		return 3;
	for (unsigned p = 1; p <= HOME_POINTS; p++)
		if (loser[variant_opposite(v, p)] > 0)
			return 3;
	return 2;
}

const struct variant VARIANTS[] = {
	{
	    .name = "backgammon",
	    .checkers = 15,
	    .start = { [24] = 2, [13] = 5, [8] = 3, [6] = 5 },
	    .movement = MOVE_CONTRARY,
	    .contact = CONTACT_HIT,
	    .close_at = 2,
	    .entry = ENTRY_NONE,
	    .doubles = DOUBLES_FOUR,
	    .bearoff = BEAROFF_OVER,
	    .opening = OPENING_USE_DICE,
	    .object = OBJECT_FIRST_OFF_WINS,
	    .must_use_all = true,
	    .larger_die = true,
	    .cube = true,
	    .cube_limit = 4096,
	    .score = score_backgammon,
	},
	{ .name = NULL },
};

const struct variant *
variant_find(const char *name)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (strcmp(v->name, name) == 0)
			return v;
	return NULL;
}
