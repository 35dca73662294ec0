/* SPDX-License-Identifier: MIT */
#include "review/bygnubg.h"

#include <string.h>

/* a double this much worse at 0 plies is not examined more deeply */
#define DEEP_DOUBLE_MARGIN 0.40f
#define EQUAL_MARGIN 3e-5f /* values that differ by less are equal: gnubg prints six digits */
#define DEEP_PLAYS_MAX 8u  /* maximum number of plays evaluated deeply */
/* plays worse than the best by more than this are not evaluated deeply */
#define DEEP_PLAY_MARGIN 0.16f
/* like DEEP_PLAYS_MAX, for each roll when the value of rolling is calculated */
#define DEEP_PLAYS_PER_ROLL 3u

/* State of one judgement.  After a gnubg error all values are 0 and gnubg is not asked
 * again. */
struct judge {
	struct gnubg *g;
	struct move_space *move_space;
	enum external_err err;
};

bool
bygnubg_can_judge(const struct match_state *m)
{
	return gnubg_supports(m) && 2 * m->cube <= GNUBG_CUBE_MAX;
}

/* ---- values for a seat ---- */

static float
worth(struct judge *j, const struct match_state *m, enum seat seat, unsigned plies)
{
	float w = 0;

	if (j->err == EXTERNAL_OK)
		j->err = gnubg_position_value(j->g, m, seat, plies, &w);
	return w;
}

static float
points(struct judge *j, const struct match_state *m, enum seat seat, int n)
{
	float w = 0;

	if (j->err == EXTERNAL_OK)
		j->err = gnubg_points_value(j->g, m, seat, n, &w);
	return w;
}

/* Returns the value of one point at the current cube. */
static float
unit(struct judge *j, const struct match_state *m, enum seat seat)
{
	const int cube = (int)m->cube;
	float one = (points(j, m, seat, cube) - points(j, m, seat, -cube)) / 2.0f;

	return one > EQUAL_MARGIN ? one : EQUAL_MARGIN;
}

/* Returns the player's value of the position after play r of the roll m->dice. */
static float
worth_after_play(
    struct judge *j, const struct match_state *m, const struct move_result *r, unsigned plies)
{
	struct match_state next = *m;
	const enum outcome outcome = eval_apply_play(&next, r);
	enum seat winner;
	unsigned size;

	if (outcome == OUTCOME_NONE)
		return worth(j, &next, m->turn, plies);
	winner = eval_winner(outcome, m->turn);
	size = m->variant->score(m->variant, &next.board, winner);
	if (m->jacoby && m->cube_owner == SEAT_NONE)
		size = 1;
	return points(j, m, m->turn, (winner == m->turn ? 1 : -1) * (int)(size * m->cube));
}

/* ---- plays ---- */

static void
judge_play(
    struct judge *j, const struct match_state *m, const struct action *a, struct analysis *out)
{
	struct move_space *s = j->move_space;
	struct analysis_candidate list[DEEP_PLAYS_MAX], played = { MOVE_SPACE_MAX, 0 }, best;
	unsigned n = 0, step;
	struct board after;
	float one;

	out->seat = m->turn;
	(void)move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], s);
	if (s->n < 2 || move_check(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1],
			    &a->play, s, &after, &step) != MOVE_OK)
		return;
	one = unit(j, m, m->turn);
	for (unsigned i = 0; i < s->n && j->err == EXTERNAL_OK; i++) {
		if (memcmp(&s->result[i].after, &after, sizeof(after)) == 0)
			played.index = i;
		analysis_insert_candidate(list, &n, DEEP_PLAYS_MAX,
		    (struct analysis_candidate){ i, worth_after_play(j, m, &s->result[i], 0) });
	}
	if (j->err != EXTERNAL_OK || played.index == MOVE_SPACE_MAX)
		return;
	played.worth = worth_after_play(j, m, &s->result[played.index], BYGNUBG_PLIES);
	best = played;
	for (unsigned i = 0; i < n && list[i].worth >= list[0].worth - DEEP_PLAY_MARGIN * one;
	     i++) {
		float w;

		if (list[i].index == played.index)
			continue;
		w = worth_after_play(j, m, &s->result[list[i].index], BYGNUBG_PLIES);
		if (w > best.worth + EQUAL_MARGIN * one)
			best = (struct analysis_candidate){ list[i].index, w };
	}
	out->has_decision = out->in_sums = true;
	out->cost = best.worth - played.worth;
	out->error = out->cost / one;
	out->best = BEST_PLAY;
	out->play = s->result[best.index].play;
}

/* ---- luck, and rolling without a double ---- */

/* Returns the value of the roll m->dice after the best play.  Plays are compared at 0 plies; if
 * plies > 0, the DEEP_PLAYS_PER_ROLL best of them are evaluated at `plies`. */
static float
worth_of_roll(struct judge *j, const struct match_state *m, unsigned plies)
{
	struct match_state next = *m;
	struct analysis_candidate list[DEEP_PLAYS_PER_ROLL];
	unsigned n = 0;
	float best;

	(void)move_list(
	    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], j->move_space);
	for (unsigned i = 0; i < j->move_space->n && j->err == EXTERNAL_OK; i++)
		analysis_insert_candidate(list, &n, DEEP_PLAYS_PER_ROLL,
		    (struct analysis_candidate){
			i, worth_after_play(j, m, &j->move_space->result[i], 0) });
	if (n == 0) {
		next.turn = seat_other(m->turn);
		next.phase = PH_ROLL;
		return worth(j, &next, m->turn, plies);
	}
	best = list[0].worth;
	for (unsigned i = 0; i < n && plies > 0; i++) {
		float w = worth_after_play(j, m, &j->move_space->result[list[i].index], plies);

		if (i == 0 || w > best)
			best = w;
	}
	return best;
}

/* Returns the mean value of all rolls of the player `turn`.  first: opening rolls, which are
 * never doubles.  Writes the value of the roll `dice` to *of_out. */
static float
mean_worth_of_rolls(struct judge *j, const struct match_state *m, enum seat turn, bool first,
    unsigned plies, struct dice_pair dice, float *of_out)
{
	struct match_state s = *m;
	float sum = 0;

	s.turn = turn;
	s.phase = PH_MOVE;
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a - first; b++) {
			float w;

			s.dice = (struct dice_pair){ { a, b } };
			w = worth_of_roll(j, &s, plies);
			sum += (a == b ? 1.0f : 2.0f) * w;
			if ((a == dice.d[0] && b == dice.d[1]) ||
			    (b == dice.d[0] && a == dice.d[1]))
				*of_out = w;
		}
	return sum / (first ? 30.0f : 36.0f);
}

/* Judges the luck of a roll.  m: the state after the roll.  first: the roll is the opening
 * roll, which also decided who begins. */
static void
judge_luck(struct judge *j, const struct match_state *m, bool first, struct analysis *out)
{
	const struct dice_pair none = { { 0, 0 } };
	float mine = 0, mean, theirs;

	mean = mean_worth_of_rolls(j, m, m->turn, first, 0, m->dice, &mine);
	if (first) {
		theirs = mean_worth_of_rolls(j, m, seat_other(m->turn), true, 0, none, &mine);
		mean = (mean + (m->length == 0 ? -theirs : 1.0f - theirs)) / 2.0f;
	}
	out->has_luck = true;
	out->roller = m->turn;
	out->luck_worth = mine - mean;
	out->luck = out->luck_worth / unit(j, m, m->turn);
}

/* ---- the cube ---- */

/* Returns the value of the position for `seat` after the cube is turned to `value`. */
static float
worth_after_double(struct judge *j, const struct match_state *m, uint32_t value, enum seat seat,
    unsigned plies)
{
	struct match_state s = *m;

	s.phase = PH_ROLL;
	s.cube = value;
	s.cube_owner = seat_other(m->turn); /* rules/RULES.md 3.4: even after a beaver */
	return worth(j, &s, seat, plies);
}

/* Judges a double or its absence.  gnubg's value of a position before the roll is the better of
 * the values of rolling and doubling.  If doubling is better, the value of rolling is
 * calculated from all rolls. */
static void
judge_double(struct judge *j, const struct match_state *m, bool doubled, struct analysis *out)
{
	const enum seat me = m->turn;
	float one, drop, take, all, none, with;

	if (!match_may_double(m, me) || (!doubled && analysis_cube_dead(m, me)))
		return;
	one = unit(j, m, me);
	drop = points(j, m, me, (int)m->cube);
	out->seat = me;
	out->has_decision = out->of_cube = true;
	out->best = BEST_ROLL;
	for (unsigned plies = 0;; plies = BYGNUBG_PLIES) {
		all = worth(j, m, me, plies);
		take = worth_after_double(j, m, 2 * m->cube, me, plies);
		with = take < drop ? take : drop;
		if (plies > 0 || j->err != EXTERNAL_OK)
			break;
		if (!doubled && all - with > DEEP_DOUBLE_MARGIN * one)
			return;
	}
	none = all;
	if (all <= with + EQUAL_MARGIN * one) {
		all = with;
		if (!doubled)
			none = mean_worth_of_rolls(
			    j, m, me, false, BYGNUBG_PLIES - 1, m->dice, &none);
		if (!doubled && none > with)
			all = none; /* the mean over the rolls may contradict gnubg's value
				       before the roll */
	}
	out->cost = all - (doubled ? with : none);
	out->error = out->cost / one;
	out->best = all > with ? BEST_ROLL : BEST_DOUBLE;
	out->in_sums = doubled || all - with < ANALYSIS_CLOSE_ERROR * one;
}

/* Judges the answer to a double: a take, a drop or a redouble. */
static void
judge_answer(
    struct judge *j, const struct match_state *m, const struct action *a, struct analysis *out)
{
	const enum seat me = seat_other(m->doubler);
	const float one = unit(j, m, me), drop = points(j, m, me, -(int)m->cube);
	const float take = worth_after_double(j, m, m->offered_cube, me, BYGNUBG_PLIES);
	/* a redouble doubles the stake; the opponent may drop and then loses the current
	 * offer */
	const float again =
	    2.0f * take < (float)m->offered_cube ? 2.0f * take : (float)m->offered_cube;
	float best = take > drop ? take : drop, done;

	out->seat = me;
	out->has_decision = out->in_sums = out->of_cube = true;
	out->best = take > drop ? BEST_TAKE : BEST_DROP;
	if (match_redoubles_left(m) > 0 && again > best) {
		best = again;
		out->best = BEST_REDOUBLE;
	}
	done = a->kind == ACT_TAKE ? take : a->kind == ACT_DROP ? drop : again;
	out->cost = best > done ? best - done : 0.0f;
	out->error = out->cost / one;
}

/* ---- actions ---- */

enum external_err
bygnubg_judge_action(struct gnubg *g, struct move_space *space,
    const struct match_state *before, const struct action *a, const struct match_state *after,
    struct analysis *out)
{
	struct judge j = { .g = g, .move_space = space, .err = EXTERNAL_OK };
	struct match_state rolled;

	*out = (struct analysis){ 0 };
	switch (a->kind) {
	case ACT_START:
		if (after->phase == PH_MOVE && a->start.npairs > 0)
			judge_luck(&j, after, true, out);
		break;
	case ACT_ROLL:
		judge_double(&j, before, false, out);
		rolled = *before;
		rolled.dice = a->dice;
		judge_luck(&j, &rolled, false, out);
		break;
	case ACT_MOVE:
		judge_play(&j, before, a, out);
		break;
	case ACT_DOUBLE:
		judge_double(&j, before, true, out);
		break;
	case ACT_TAKE:
	case ACT_DROP:
	case ACT_REDOUBLE:
		judge_answer(&j, before, a, out);
		break;
	default:
		break;
	}
	return j.err;
}
