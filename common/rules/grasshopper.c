/* SPDX-License-Identifier: MIT */
/* Grasshopper, the game without dice (rules/RULES.md 4.7).  A turn is one step: entering a
 * checker, moving one to the next quadrant, building a wall, or bearing one off.
 *
 * Both sides number the points alike, 24 down to 1; quadrant A of the rules is 24..19, D is
 * 6..1. Two checkers of a side on one point form a wall.  Pure. */
#include "rules/hooks.h"
#include "rules/match.h"

#include <string.h>

#define QUARTER_POINTS 6u
#define FIRST_POINT 24u
#define WALL_CHECKERS 2u
#define SCORES_TO_WIN 2u

struct move_lister {
	const struct board *b;
	enum seat seat;
	struct move_space *space;
};

static unsigned
checkers_on(const struct move_lister *l, unsigned p)
{
	return l->b->at[SEAT_0][p] + l->b->at[SEAT_1][p];
}

static void
add(struct move_lister *l, unsigned from, unsigned to, unsigned checkers)
{
	struct move_result *r;
	uint8_t *mine;

	CHECK(l->space->n < MOVE_SPACE_MAX);
	r = &l->space->result[l->space->n++];
	memset(r, 0, sizeof(*r));
	r->play.n = 1;
	r->play.step[0] = (struct step){ .from = (uint8_t)from, .to = (uint8_t)to };
	r->after = *l->b;
	mine = r->after.at[l->seat];
	mine[from] = (uint8_t)(mine[from] - checkers);
	mine[to] = (uint8_t)(mine[to] + checkers);
}

/* Returns the quadrant of a point, 0 (A) to 3 (D). */
static unsigned
quadrant(unsigned p)
{
	return (FIRST_POINT - p) / QUARTER_POINTS;
}

/* True if there is no wall strictly between two points. */
static bool
no_wall_between(const struct move_lister *l, unsigned from, unsigned to)
{
	for (unsigned p = from - 1; p > to; p--)
		if (l->b->at[SEAT_0][p] == WALL_CHECKERS ||
		    l->b->at[SEAT_1][p] == WALL_CHECKERS)
			return false;
	return true;
}

/* Lists moves of a single checker, or of the top checker of a wall, which may jump walls. */
static void
add_moves_from(struct move_lister *l, unsigned from)
{
	const uint8_t *mine = l->b->at[l->seat];
	unsigned next = FIRST_POINT - QUARTER_POINTS * (quadrant(from) + 1);
	bool jumps = mine[from] == WALL_CHECKERS;

	if (quadrant(from) == 3)
		return;
	for (unsigned to = next; to > next - QUARTER_POINTS; to--) {
		bool builds = mine[to] == 1 && from - to == QUARTER_POINTS;

		if ((checkers_on(l, to) == 0 || builds) &&
		    (jumps || no_wall_between(l, from, to)))
			add(l, from, to, 1);
	}
}

void
grasshopper_list_plays(
    const struct variant *v, const struct board *b, enum seat seat, struct move_space *space)
{
	struct move_lister l = { b, seat, space };
	const uint8_t *mine = b->at[seat];

	(void)v;
	space->n = 0;
	space->forced_die = 0;
	for (unsigned p = FIRST_POINT; p > FIRST_POINT - QUARTER_POINTS; p--)
		if (mine[PT_RESERVE] > 0 && checkers_on(&l, p) == 0)
			add(&l, PT_RESERVE, p, 1);
	for (unsigned p = FIRST_POINT; p >= 1; p--) {
		if (mine[p] > 0)
			add_moves_from(&l, p);
		if (mine[p] == WALL_CHECKERS && quadrant(p) == 3)
			add(&l, p, PT_OFF, WALL_CHECKERS);
	}
	space->dice_used = space->n > 0;
}

enum rule
grasshopper_step_against(
    const struct variant *v, const struct board *b, enum seat seat, unsigned from, unsigned to)
{
	struct move_lister l = { b, seat, NULL };
	unsigned next = from > 24 ? 0 : quadrant(from) + 1;

	(void)v;
	if (to == PT_OFF)
		return RULE_SCORE_WALL;
	if (from == PT_RESERVE && (to > 24 || quadrant(to) != 0 || checkers_on(&l, to) > 0))
		return RULE_ENTER;
	if (to > 24 || quadrant(to) != next)
		return RULE_NEXT_QUARTER;
	if (checkers_on(&l, to) > 0 && (b->at[seat][to] != 1 || from - to != QUARTER_POINTS))
		return RULE_EMPTY_POINT;
	return RULE_WALL_BLOCKS;
}

/* A player wins by bearing off two walls without the opponent bearing off one in between. */
enum outcome
grasshopper_outcome(struct match_state *m, enum seat mover, const struct play *play)
{
	if (play->step[0].to != PT_OFF)
		return OUTCOME_NONE;
	m->score_streak[seat_other(mover)] = 0;
	return ++m->score_streak[mover] == SCORES_TO_WIN ? OUTCOME_MOVER_WINS : OUTCOME_NONE;
}
