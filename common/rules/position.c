/* SPDX-License-Identifier: MIT */
/* Positions as part of a match: see position.h.  The texts are in position_id.c. */
#include "rules/position.h"

#include <string.h>

#include "rules/state.h"

bool
position_has_ids(const struct variant *v)
{
	return v->cycle == NULL && v->movement == MOVE_CONTRARY && v->contact == CONTACT_HIT &&
	       v->reserve == RESERVE_NONE && v->clone == CLONE_NONE &&
	       v->objective == OBJECTIVE_FIRST_OFF_WINS && v->doubles == DOUBLES_FOUR &&
	       v->bearoff == BEAROFF_LARGER && v->cube && v->score == score_backgammon &&
	       v->checkers <= VARIANT_FIBS->checkers && v->outcome == NULL &&
	       v->follow_up == NULL && !variant_needs_search(v);
}

static void
sort_dice(uint8_t dice[2], const struct dice_pair *d)
{
	const bool turned = d->d[0] < d->d[1];

	dice[0] = d->d[turned];
	dice[1] = d->d[!turned];
}

bool
position_of(const struct match_state *m, enum seat bottom, struct game_position *out)
{
	const bool doubled = m->phase == PH_DOUBLED;
	const enum seat turn = doubled ? m->doubler : m->turn;
	struct game_position p = { .turn = turn == bottom ? SEAT_0 : SEAT_1,
		.doubled = doubled,
		.cube = m->cube,
		.length = m->length,
		.crawford = m->crawford == CRAWFORD_ACTIVE,
		.jacoby = m->jacoby };

	if (!position_has_ids(m->variant) ||
	    (m->phase != PH_ROLL && m->phase != PH_MOVE && m->phase != PH_DOUBLED) ||
	    (doubled && m->redoubles_done > 0))
		return false;
	for (unsigned s = 0; s < 2; s++) {
		const enum seat seat = s == 0 ? bottom : seat_other(bottom);

		memcpy(p.at[s], m->board.at[seat], sizeof(p.at[s]));
		p.at[s][PT_OFF] = 0;
		p.score[s] = m->score[seat];
	}
	if (m->phase == PH_MOVE)
		sort_dice(p.dice, &m->dice);
	p.cube_owner = m->cube_owner == SEAT_NONE ? SEAT_NONE
		       : m->cube_owner == bottom  ? SEAT_0
						  : SEAT_1;
	*out = p;
	return true;
}

bool
position_xgid(struct sbuf *out, const struct match_state *m, enum seat bottom)
{
	struct game_position p;

	if (!position_of(m, bottom, &p))
		return false;
	position_id_write(out, &p, POSITION_XGID);
	return true;
}

struct game_position
position_flip(const struct game_position *p)
{
	struct game_position q = *p;

	for (unsigned s = 0; s < 2; s++) {
		memcpy(q.at[s], p->at[1 - s], sizeof(q.at[s]));
		q.score[s] = p->score[1 - s];
	}
	q.turn = seat_other(p->turn);
	if (p->cube_owner != SEAT_NONE)
		q.cube_owner = seat_other(p->cube_owner);
	return q;
}

/* ---- checks ---- */

static unsigned
count(const uint8_t at[PT_BAR + 1])
{
	unsigned n = 0;

	for (unsigned i = 1; i <= PT_BAR; i++)
		n += at[i];
	return n;
}

/* Returns whether a side has checkers on the bar that cannot enter whatever it rolls. */
static bool
closed_out(const struct game_position *p, unsigned s)
{
	unsigned made = 0;

	for (unsigned i = 1; i <= 6; i++)
		made += p->at[1 - s][i] >= 2;
	return made == 6 && p->at[s][PT_BAR] > 0;
}

/* Checks that both sides still have checkers, that no point has checkers of both sides, and
 * that a side can move or will be able to. */
static bool
checkers_valid(const struct game_position *p, const struct variant *v)
{
	for (unsigned s = 0; s < 2; s++) {
		const unsigned n = count(p->at[s]);

		if (n == 0 || n > v->checkers || p->at[s][PT_OFF] != 0)
			return false;
	}
	for (unsigned i = 1; i <= 24; i++)
		if (p->at[0][i] > 0 && p->at[1][25 - i] > 0)
			return false;
	return !closed_out(p, 0) || !closed_out(p, 1);
}

static bool
dice_of_position_valid(const struct game_position *p)
{
	const uint8_t *d = p->dice;

	return (d[0] == 0 && d[1] == 0) ||
	       (!p->doubled && d[1] >= 1 && d[0] >= d[1] && d[0] <= 6);
}

static bool
score_valid(const struct game_position *p)
{
	bool one_away[2];

	if (p->length > MATCH_LENGTH_MAX || (p->jacoby && p->length > 0))
		return false;
	for (unsigned s = 0; s < 2; s++) {
		if (p->score[s] > SCORE_MAX || (p->length > 0 && p->score[s] >= p->length))
			return false;
		one_away[s] = p->length > 1 && p->score[s] + 1 == p->length;
	}
	return !p->crawford || one_away[0] != one_away[1];
}

/* Checks the cube.  A centred cube can be above 1 only in unlimited matches, after automatic
 * doubles. */
static bool
cube_valid(const struct game_position *p, const struct variant *v)
{
	if (p->cube == 0 || (p->cube & (p->cube - 1)) != 0 || p->cube > v->cube_limit ||
	    p->cube_owner > SEAT_NONE)
		return false;
	if (p->cube == 1 ? p->cube_owner != SEAT_NONE
			 : p->cube_owner == SEAT_NONE && p->length > 0)
		return false;
	if ((p->crawford || p->length == 1) && (p->cube > 1 || p->doubled))
		return false;
	return !p->doubled || (p->cube * 2 <= v->cube_limit &&
				  (p->cube_owner == SEAT_NONE || p->cube_owner == p->turn));
}

bool
position_valid(const struct game_position *p, const struct variant *v)
{
	return position_has_ids(v) && p->turn <= SEAT_1 && checkers_valid(p, v) &&
	       dice_of_position_valid(p) && score_valid(p) && cube_valid(p, v);
}

void
position_set(struct match_state *m, const struct game_position *p)
{
	memset(&m->board, 0, sizeof(m->board));
	for (unsigned s = 0; s < 2; s++) {
		memcpy(m->board.at[s], p->at[s], sizeof(p->at[s]));
		m->board.at[s][PT_OFF] = (uint8_t)(m->variant->checkers - count(p->at[s]));
		m->score[s] = p->score[s];
	}
	m->cube = p->cube;
	m->cube_owner = p->cube_owner;
	m->jacoby = p->jacoby;
	m->crawford = p->crawford         ? CRAWFORD_ACTIVE
		      : match_one_away(m) ? CRAWFORD_EXPIRED
					  : CRAWFORD_PENDING;
	m->game_no++;
	m->o = SEAT_0;
	m->began_at_position = true;
	m->opening = false;
	m->dice = (struct dice_pair){ { 0, 0 } };
	m->turn = p->turn;
	m->phase = PH_ROLL;
	if (p->doubled) {
		m->phase = PH_DOUBLED;
		m->offered_cube = 2 * p->cube;
		m->doubler = p->turn;
	}
}
