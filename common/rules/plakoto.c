/* SPDX-License-Identifier: MIT */
/* How games with pins end: by bearing off, or by pinning the mother, which is the last checker
 * on its starting point (rules/RULES.md 4.8).  Pure. */
#include "rules/hooks.h"
#include "rules/match.h"

#define START 24u

/* True if the mother of seat is pinned and the opponent's starting point is empty. */
static bool
is_lost(const struct board *b, enum seat seat)
{
	return board_pinned(b, seat, START) && b->at[seat_other(seat)][START] == 0;
}

enum outcome
plakoto_outcome(struct match_state *m, enum seat mover, const struct play *play)
{
	const struct board *b = &m->board;
	enum seat other = seat_other(mover);

	(void)play;
	if (b->at[mover][PT_OFF] == m->variant->checkers)
		return OUTCOME_MOVER;
	if (board_pinned(b, mover, START) && board_pinned(b, other, START))
		return OUTCOME_DRAW;
	if (is_lost(b, other))
		return OUTCOME_MOVER;
	return is_lost(b, mover) ? OUTCOME_OTHER : OUTCOME_NONE;
}
