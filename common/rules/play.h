/* SPDX-License-Identifier: MIT */
/* Types of plays: steps, resulting positions, space for a list of plays, and reasons for
 * refusing a play.  Pure types; move.h generates and checks plays. */
#ifndef RULES_PLAY_H
#define RULES_PLAY_H

#include "base/check.h"
#include "rules/board.h"
#include "rules/variant.h"

#define PLAY_MAX_STEPS 4u /* a double has four steps */

/* One checker using one die, in the mover's own numbering: from 1..24, PT_BAR or PT_RESERVE,
 * to 1..24 or PT_OFF. */
struct step {
	uint8_t from;
	uint8_t to;
};

struct play {
	uint8_t n; /* number of steps: 0..PLAY_MAX_STEPS */
	struct step step[PLAY_MAX_STEPS];
};

struct move_result {
	struct play play; /* one playable order of the steps */
	struct board after;
	uint8_t hits; /* opposing checkers sent to the bar */
};

/* Space for the list of move_list, about 2 MB, of which only a few pages are touched.  Allocate
 * one per thread, not one per call.  It needs no initialisation.
 *
 * Bound: the result depends on how far each checker moves.  n checkers and four equal steps
 * give at most C(n + 3, 4) results: 3,060 for fifteen checkers, 8,855 for twenty.  Two
 * different dice give at most 2 * 26 * 26.  Where the order of steps matters, the positions
 * after one, two and three steps are stored too.  They are distinguished by the points that the
 * steps start from, so there are at most C(28, 3) + C(27, 2) + 26 + 1 of them in addition to
 * C(29, 4). */
#define MOVE_SPACE_MAX 27405u
#define MOVE_HASH_SLOTS 65536u
/* slots that move.c uses, for two different dice; search.c uses up to MOVE_HASH_SLOTS */
#define MOVE_PAIR_SLOTS 256u
struct move_space {
	unsigned n;          /* number of results */
	unsigned dice_used;  /* number of dice used by every legal play if must_use_all is set,
			      * else by the longest: 0..4 */
	unsigned forced_die; /* the die used if exactly one of two different dice can be played;
				otherwise 0 */
	struct move_result result[MOVE_SPACE_MAX];
	uint32_t key[MOVE_PAIR_SLOTS];  /* private: keys of the results in the hash table */
	uint16_t hash[MOVE_HASH_SLOTS]; /* private: index + 1, 0 if free */
};

/* Why a typed play is refused.  step_out of move_check is the step (0..3). */
enum move_err {
	MOVE_OK,
	MOVE_TOO_FEW,     /* "You must give N moves" */
	MOVE_TOO_MANY,    /* "Please don't give more than N moves" */
	MOVE_NO_CHECKER,  /* "You can't move from P": no checker of yours, or not a point */
	MOVE_NOT_ON_DICE, /* "You can't move P points": backwards, the sum of two dice, or a die
			     already used */
	MOVE_BLOCKED,     /* "You can't move to P": closed, or not a point */
	MOVE_BAR_FIRST,   /* "You have to remove pieces from the bar" */
	MOVE_NOT_HOME, /* "You can't move home": not all checkers are home; this one may be on
			  the bar */
	MOVE_BAD_BEAROFF, /* "You can't remove this piece": no remaining die bears it off */
	MOVE_LARGER_DIE,  /* legal by itself, but the larger die can be played and must be */
	MOVE_USES_FEWER, /* too few steps, and no other step is possible: another play uses more
			    dice */
	MOVE_PINNED,     /* the checker is pinned, or a pinned checker prevents bearing off */
	MOVE_FORBIDDEN,  /* a rule of this game forbids the step or the whole play */
	/* used by expand.h only */
	MOVE_NO_WAY,   /* the step is the sum of several dice, but every way there is closed */
	MOVE_TWO_WAYS, /* two ways with these dice lead to different positions */
};

/* Returns the point to which a step of die d leads; bar and reserve both count as 25. */
static inline unsigned
step_target(unsigned from, unsigned d)
{
	if (from >= PT_BAR)
		return PT_BAR - d;
	return from > d ? from - d : PT_OFF;
}

#endif
