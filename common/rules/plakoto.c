/* SPDX-License-Identifier: MIT */
/* How games with pins end: by bearing off, or by pinning the mother, which is the last checker
 * on its starting point (rules/RULES.md 4.8).  Pure. */
#include "rules/hooks.h"
#include "rules/match.h"

#define START_POINT 24u

/* True if the mother of seat is pinned and the opponent's starting point is empty. */
static bool
mother_is_lost(const struct board *b, enum seat seat)
{
	return board_pinned(b, seat, START_POINT) && b->at[seat_other(seat)][START_POINT] == 0;
}

enum outcome
plakoto_outcome(struct match_state *m, enum seat mover, const struct play *play)
{
	const struct board *b = &m->board;
	enum seat other = seat_other(mover);

	(void)play;
	if (b->at[mover][PT_OFF] == m->variant->checkers)
		return OUTCOME_MOVER_WINS;
	if (board_pinned(b, mover, START_POINT) && board_pinned(b, other, START_POINT))
		return OUTCOME_DRAW;
	if (mother_is_lost(b, other))
		return OUTCOME_MOVER_WINS;
	return mother_is_lost(b, mover) ? OUTCOME_OPPONENT_WINS : OUTCOME_NONE;
}
