/* SPDX-License-Identifier: MIT */
/* What a play is: its steps, what it leads to, the space for a list of them, and why one is
 * refused.  Pure types; what makes and tests plays is move.h. */
#ifndef RULES_PLAY_H
#define RULES_PLAY_H

#include "base/check.h"
#include "rules/board.h"
#include "rules/variant.h"

#define PLAY_MAX_STEPS 4u /* a double */

/* One checker using one die, own numbering: from 1..24, PT_BAR or PT_RESERVE, to 1..24 or
 * PT_OFF. */
struct step {
	uint8_t from;
	uint8_t to;
};

struct play {
	uint8_t n; /* steps: 0..PLAY_MAX_STEPS */
	struct step step[PLAY_MAX_STEPS];
};

struct move_result {
	struct play play; /* one order of steps that leads there, playable as it stands */
	struct board after;
	uint8_t hits; /* opposing checkers sent to the bar */
};

/* Space for the list of move_list.  A result is settled by how far each checker goes, so n
 * checkers and four equal steps give at most C(n + 3, 4) results: 3,060 for fifteen, 8,855 for
 * twenty; two different dice give at most 2 * 26 * 26.  Where the order of steps matters the
 * positions after one, two and three steps lie there too; they are told apart by the points
 * that the steps start from, so there are at most C(28, 3) + C(27, 2) + 26 + 1 besides C(29,
 * 4).  About 2 MB, of which few pages are ever touched: make one per thread, not one per call.
 * It needs no preparation. */
#define MOVE_SPACE_MAX 27405u
#define MOVE_HASH_SLOTS 65536u
#define MOVE_PAIR_SLOTS 256u /* of the table for two dice when no search is needed */
struct move_space {
	unsigned n;          /* results in the list */
	unsigned dice_used;  /* by every legal play: 0..4; where must_use_all is off, by the
				longest */
	unsigned forced_die; /* when exactly one of two different dice is played: its number,
				else 0 */
	struct move_result result[MOVE_SPACE_MAX];
	uint32_t key[MOVE_PAIR_SLOTS];  /* private: of the results in that table */
	uint16_t hash[MOVE_HASH_SLOTS]; /* private: index + 1, 0 free */
};

/* Why a typed play is refused.  step_out of move_check tells which step (0..3). */
enum move_err {
	MOVE_OK,
	MOVE_TOO_FEW,     /* "You must give N moves" */
	MOVE_TOO_MANY,    /* "Please don't give more than N moves" */
	MOVE_NO_CHECKER,  /* "You can't move from P": none of yours there, or not a point */
	MOVE_NOT_ON_DICE, /* "You can't move P points": backwards, the sum of two dice, a die
			     used up */
	MOVE_BLOCKED,     /* "You can't move to P": closed, or not a point */
	MOVE_BAR_FIRST,   /* "You have to remove pieces from the bar" */
	MOVE_NOT_HOME,    /* "You can't move home": not all are home, this one may be on the bar
			     itself */
	MOVE_BAD_BEAROFF, /* "You can't remove this piece": no die left takes this one off */
	MOVE_LARGER_DIE,  /* legal by itself, but the larger die can be played and must be */
	MOVE_USES_FEWER,  /* too few, yet nothing more can follow: another way uses more dice */
	MOVE_PINNED,      /* the checker is pinned, or one that is forbids to bear off */
	MOVE_FORBIDDEN,   /* this game's own rule is against the step, or the play as a whole */
	/* of expand.h only */
	MOVE_NO_WAY,   /* the sum of some dice, but no way there is open */
	MOVE_TWO_WAYS, /* two ways with these dice that lead to different positions */
};

/* Where a step of die d leads: bar and reserve both count 25. */
static inline unsigned
step_target(unsigned from, unsigned d)
{
	if (from >= PT_BAR)
		return PT_BAR - d;
	return from > d ? from - d : PT_OFF;
}

#endif
