/* SPDX-License-Identifier: MIT */
/* See analysis.h.  Owns no memory. */
#include "eval/analysis.h"

#include <string.h>

const float ANALYSIS_MARK_ERRORS[ANALYSIS_MARKS_MAX] = { 0.03f, 0.06f, 0.12f };

/* a double that is a larger error than this at 0 plies is not evaluated at more plies */
#define CUBE_CLEAR_ERROR 0.40f
/* at most DEEP_PLAYS_MAX plays are evaluated at 2 plies: those within this of the best at 1 ply
 */
#define DEEP_WITHIN 0.08f
#define DEEP_PLAYS_MAX 3u

/* ---- worth ---- */

static bool
has_cube(const struct match_state *m)
{
	return m->variant->cube && !m->no_cube;
}

static struct cube_state
cube_state_for(const struct match_state *m, enum seat seat)
{
	const struct eval_position p = {
		.variant = m->variant,
		.board = &m->board,
		.turn = m->turn == SEAT_NONE ? seat : m->turn,
	};
	struct cube_state s = cube_state_of(m, seat);

	s.efficiency = has_cube(m) ? cube_efficiency(&p) : 0.0f;
	return s;
}

/* Converts a worth for one player into the worth for the opponent. */
static float
opponents_worth(const struct match_state *m, float worth)
{
	return m->length == 0 || eval_counts_checkers(m->variant) ? -worth : 1.0f - worth;
}

/* Returns the worth of outputs o (as seen by seat) in state m.  The player to roll doubles if
 * that is best. */
static float
worth_of_outputs(const struct analysis_tools *t, const struct match_state *m, enum seat seat,
    const float o[NET_OUTPUTS])
{
	const enum seat rolls = m->phase == PH_ROLL ? m->turn : seat;
	const struct cube_state s = cube_state_for(m, rolls);
	float own[NET_OUTPUTS], worth;
	struct eval_chances c;

	memcpy(own, o, sizeof(own));
	if (rolls != seat)
		eval_outputs_swap_sides(own);
	eval_chances_from_outputs(m->variant, own, &c);
	if (eval_counts_checkers(m->variant))
		worth = c.equity / ANALYSIS_CHECKERS_PER_UNIT;
	else
		worth = cube_value_to_roll(t->cube_table, &s, &c);
	return rolls == seat ? worth : opponents_worth(m, worth);
}

/* Returns the worth of one unit (one point at the current cube value) to `seat`. */
static float
worth_of_point(const struct analysis_tools *t, const struct match_state *m, enum seat seat)
{
	const struct cube_state s = cube_state_for(m, seat);
	int cube = (int)m->cube;

	if (eval_counts_checkers(m->variant))
		return 1.0f;
	return (cube_worth_of_points(t->cube_table, &s, cube) -
		   cube_worth_of_points(t->cube_table, &s, -cube)) /
	       2.0f;
}

/* ---- plays ---- */

void
analysis_insert_candidate(
    struct analysis_candidate *list, unsigned *n, unsigned max, struct analysis_candidate c)
{
	unsigned i = *n;

	while (i > 0 && c.worth > list[i - 1].worth)
		i--;
	if (i == max)
		return;
	if (*n < max)
		++*n;
	memmove(list + i + 1, list + i, (*n - 1 - i) * sizeof(*list));
	list[i] = c;
}

/* Returns the worth to m->turn of playing result r of the roll m->dice.  Sets *next to the
 * state after the play. */
static float
worth_after(const struct analysis_tools *t, const struct eval *e, const struct match_state *m,
    const struct move_result *r, struct match_state *next, enum outcome *outcome)
{
	float o[NET_OUTPUTS];

	*next = *m;
	next->opening = false; /* otherwise the opponent could not double */
	*outcome = eval_apply_play(next, r);
	if (*outcome != OUTCOME_NONE) {
		eval_outputs_at_end(
		    m->variant, &next->board, eval_winner(*outcome, m->turn), m->turn, o);
	} else {
		const struct eval_position p = {
			.variant = m->variant,
			.board = &next->board,
			.turn = next->turn,
			.streak = { next->score_streak[0], next->score_streak[1] },
		};

		eval_outputs(e, &p, o);
		if (next->turn != m->turn)
			eval_outputs_swap_sides(o);
	}
	return worth_of_outputs(t, next, m->turn, o);
}

/* Like worth_after, averaged over the following rolls; plies is 1 or 2. */
static float
worth_deeper(const struct analysis_tools *t, const struct eval *e, const struct match_state *m,
    const struct move_result *r, unsigned plies)
{
	struct match_state next;
	enum outcome outcome;
	float worth = worth_after(t, e, m, r, &next, &outcome);
	float o[NET_OUTPUTS];

	if (outcome != OUTCOME_NONE)
		return worth;
	eval_expected_outputs(e, &next, plies - 1, &t->scratch->move_space[1], o);
	if (next.turn != m->turn)
		eval_outputs_swap_sides(o);
	return worth_of_outputs(t, &next, m->turn, o);
}

/* Re-evaluates, at `plies` plies, up to `most` candidates whose worth is within `within` of the
 * best, and always the play that was made.  Returns the number kept. */
static unsigned
reevaluate(const struct analysis_tools *t, const struct eval *e, const struct match_state *m,
    struct analysis_candidate *list, unsigned n, unsigned most, float within, unsigned played,
    unsigned plies)
{
	const struct move_result *result = t->scratch->move_space[0].result;
	struct analysis_candidate old[EVAL_DEEP_PLAYS_MAX + 1];
	unsigned kept = 0;

	memcpy(old, list, n * sizeof(*list));
	for (unsigned i = 0; i < n; i++) {
		struct analysis_candidate c = old[i];

		if (c.index != played && (i >= most || c.worth < old[0].worth - within))
			continue;
		c.worth = worth_deeper(t, e, m, &result[c.index], plies);
		analysis_insert_candidate(list, &kept, EVAL_DEEP_PLAYS_MAX + 1, c);
	}
	return kept;
}

static float
worth_of_played(const struct analysis_candidate *list, unsigned n, unsigned played)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i].index == played)
			return list[i].worth;
	return list[0].worth;
}

static void
judge_play(const struct analysis_tools *t, const struct eval *e, const struct match_state *m,
    const struct action *a, struct analysis *out)
{
	struct move_space *space = &t->scratch->move_space[0];
	struct analysis_candidate list[EVAL_DEEP_PLAYS_MAX + 1];
	unsigned n = 0, played = MOVE_SPACE_MAX, step;
	float one = worth_of_point(t, m, m->turn), worth = 0;
	struct board after;

	out->seat = m->turn;
	(void)move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], space);
	if (space->n < 2 || move_check(m->variant, &m->board, m->turn, m->dice.d[0],
				m->dice.d[1], &a->play, space, &after, &step) != MOVE_OK)
		return;
	for (unsigned i = 0; i < space->n; i++) {
		struct match_state next;
		enum outcome outcome;
		struct analysis_candidate c = { .index = i };

		c.worth = worth_after(t, e, m, &space->result[i], &next, &outcome);
		if (memcmp(&space->result[i].after, &after, sizeof(after)) == 0) {
			played = i;
			worth = c.worth;
		}
		analysis_insert_candidate(list, &n, EVAL_DEEP_PLAYS_MAX, c);
	}
	if (played == MOVE_SPACE_MAX)
		return;
	if (worth < list[n - 1].worth)
		list[n++] = (struct analysis_candidate){ played, worth };
	n = reevaluate(
	    t, e, m, list, n, EVAL_DEEP_PLAYS_MAX, EVAL_DEEP_WITHIN * one, played, 1);
	worth = worth_of_played(list, n, played);
	if (t->plies > 1 && n > 1 && worth >= list[0].worth - DEEP_WITHIN * one &&
	    list[1].worth >= list[0].worth - DEEP_WITHIN * one) {
		n = reevaluate(t, e, m, list, n, DEEP_PLAYS_MAX, DEEP_WITHIN * one, played, 2);
		worth = worth_of_played(list, n, played);
	}
	out->has_decision = out->in_sums = true;
	out->cost = list[0].worth - worth;
	out->error = out->cost / one;
	out->best = BEST_PLAY;
	out->play = space->result[list[0].index].play;
}

/* ---- the cube ---- */

static void
chances_before_roll(const struct analysis_tools *t, const struct eval *e,
    const struct match_state *m, unsigned plies, struct eval_chances *c)
{
	struct match_state rolls = *m;
	float o[NET_OUTPUTS];

	rolls.phase = PH_ROLL;
	if (plies == 0) {
		const struct eval_position p = {
			.variant = m->variant,
			.board = &m->board,
			.turn = m->turn,
			.streak = { m->score_streak[0], m->score_streak[1] },
		};

		eval_chances(e, &p, c);
		return;
	}
	eval_expected_outputs(e, &rolls, plies - 1, &t->scratch->move_space[1], o);
	eval_chances_from_outputs(m->variant, o, c);
}

static float
worth_if_doubled(const struct cube_decision *d)
{
	return d->take < d->drop ? d->take : d->drop;
}

static float
difference(float a, float b)
{
	return a > b ? a - b : b - a;
}

bool
analysis_cube_dead(const struct match_state *m, enum seat seat)
{
	return m->length > 0 && m->score[seat] + m->cube >= m->length;
}

/* Judges whether to double or to roll. */
static void
judge_double(const struct analysis_tools *t, const struct eval *e, const struct match_state *m,
    bool doubled, struct analysis *out)
{
	const struct cube_state s = cube_state_for(m, m->turn);
	float one = worth_of_point(t, m, m->turn), best, done;
	struct eval_chances c;
	struct cube_decision d;

	if (!match_may_double(m, m->turn) || eval_counts_checkers(m->variant) ||
	    (!doubled && analysis_cube_dead(m, m->turn)))
		return;
	chances_before_roll(t, e, m, 0, &c);
	cube_decide(t->cube_table, &s, &c, &d);
	out->seat = m->turn;
	out->has_decision = out->of_cube = true;
	out->best = BEST_ROLL;
	if (!doubled && d.no_double - worth_if_doubled(&d) > CUBE_CLEAR_ERROR * one)
		return;
	for (unsigned plies = 1; plies <= t->plies; plies++) {
		chances_before_roll(t, e, m, plies, &c);
		cube_decide(t->cube_table, &s, &c, &d);
		if (difference(d.no_double, worth_if_doubled(&d)) > DEEP_WITHIN * one)
			break;
	}
	best = worth_if_doubled(&d) > d.no_double ? worth_if_doubled(&d) : d.no_double;
	done = doubled ? worth_if_doubled(&d) : d.no_double;
	out->cost = best - done;
	out->error = out->cost / one;
	out->best = worth_if_doubled(&d) > d.no_double ? BEST_DOUBLE : BEST_ROLL;
	out->in_sums = doubled || best - worth_if_doubled(&d) < ANALYSIS_CLOSE_ERROR * one;
}

/* Judges an answer to a double (take, drop or redouble) for the player who gave it. */
static void
judge_answer(const struct analysis_tools *t, const struct eval *e, const struct match_state *m,
    const struct action *a, struct analysis *out)
{
	enum seat seat = seat_other(m->doubler);
	struct cube_state s = cube_state_for(m, m->turn);
	float one = worth_of_point(t, m, seat), take = 0, drop = 0, redouble, best, done;
	bool sees = seat == m->turn;
	struct eval_chances c;

	if (eval_counts_checkers(m->variant))
		return;
	s.value = m->offered_cube;
	s.owner = CUBE_THEIRS; /* rules/RULES.md 3.4: after redoubles, the cube belongs to the
				* player who was doubled first */
	s.may_double = false;
	for (unsigned plies = 1; plies <= t->plies; plies++) {
		chances_before_roll(t, e, m, plies, &c);
		take = cube_value(t->cube_table, &s, &c);
		drop = cube_worth_of_points(
		    t->cube_table, &s, sees ? -(int)m->cube : (int)m->cube);
		if (difference(take, drop) > DEEP_WITHIN * one)
			break;
	}
	take = sees ? take : opponents_worth(m, take);
	drop = sees ? drop : opponents_worth(m, drop);
	out->seat = seat;
	out->has_decision = out->in_sums = out->of_cube = true;
	/* a redouble doubles the stake again, but the opponent may drop it and lose only the
	 * stake now offered */
	redouble = 2.0f * take < (float)m->offered_cube ? 2.0f * take : (float)m->offered_cube;
	best = take > drop ? take : drop;
	out->best = take > drop ? BEST_TAKE : BEST_DROP;
	if (match_redoubles_left(m) > 0 && redouble > best) {
		best = redouble;
		out->best = BEST_REDOUBLE;
	}
	done = a->kind == ACT_TAKE ? take : a->kind == ACT_DROP ? drop : redouble;
	out->cost = best > done ? best - done : 0.0f;
	out->error = out->cost / one;
}

/* ---- luck ---- */

/* Returns the worth to m->turn of the roll m->dice, played as well as possible. */
static float
worth_of_roll(const struct analysis_tools *t, const struct eval *e, const struct match_state *m)
{
	struct move_space *space = &t->scratch->move_space[1];
	struct match_state next = *m;
	float best = 0.0f, o[NET_OUTPUTS];
	enum outcome outcome;
	struct eval_position p;

	(void)move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], space);
	for (unsigned i = 0; i < space->n; i++) {
		float worth = worth_after(t, e, m, &space->result[i], &next, &outcome);

		if (i == 0 || worth > best)
			best = worth;
	}
	if (space->n > 0)
		return best;
	next.turn = seat_other(m->turn);
	next.phase = PH_ROLL;
	next.play_stage = 0;
	p = (struct eval_position){
		.variant = m->variant,
		.board = &next.board,
		.turn = next.turn,
		.streak = { next.score_streak[0], next.score_streak[1] },
	};
	eval_outputs(e, &p, o);
	eval_outputs_swap_sides(o);
	return worth_of_outputs(t, &next, m->turn, o);
}

/* Judges the roll m->dice.  `first` means that they are the opening dice, which also decided
 * who begins. */
static void
judge_luck(const struct analysis_tools *t, const struct eval *e, const struct match_state *m,
    bool first, struct analysis *out)
{
	const struct dice_pair rolled = m->dice;
	struct match_state s = *m;
	float sum = 0, mine = 0, one = worth_of_point(t, m, m->turn);
	unsigned weights = 0;

	s.phase = PH_MOVE;
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a; b++) {
			unsigned weight = a == b ? first ? 0 : 1 : 2;
			float worth;

			if (weight == 0)
				continue;
			s.dice = (struct dice_pair){ { a, b } };
			worth = worth_of_roll(t, e, &s);
			sum += worth * (float)weight;
			weights += weight;
			if ((a == rolled.d[0] && b == rolled.d[1]) ||
			    (b == rolled.d[0] && a == rolled.d[1]))
				mine = worth;
		}
	sum /= (float)weights;
	if (first) { /* the opponent was equally likely to begin, in the mirrored position */
		struct match_state other = s;
		float theirs = 0;

		other.turn = seat_other(m->turn);
		for (uint8_t a = 2; a <= 6; a++)
			for (uint8_t b = 1; b < a; b++) {
				other.dice = (struct dice_pair){ { a, b } };
				theirs += worth_of_roll(t, e, &other) / 15.0f;
			}
		sum = (sum + opponents_worth(m, theirs)) / 2.0f;
	}
	out->has_luck = true;
	out->roller = m->turn;
	out->luck_worth = mine - sum;
	out->luck = out->luck_worth / one;
}

/* ---- actions ---- */

void
analysis_judge_action(const struct analysis_tools *t, const struct match_state *before,
    const struct action *a, const struct match_state *after, struct analysis *out)
{
	const struct match_state *m = a->kind == ACT_START ? after : before;
	const struct eval *e;
	struct match_state rolled;

	*out = (struct analysis){ 0 };
	if (m->variant->cycle != NULL || (e = t->find_evaluator(t->ctx, m->variant)) == NULL)
		return;
	switch (a->kind) {
	case ACT_START:
		if (after->phase == PH_MOVE && !m->variant->no_dice && a->start.npairs > 0)
			judge_luck(t, e, after, true, out);
		break;
	case ACT_ROLL:
		judge_double(t, e, before, false, out);
		rolled = *before;
		rolled.dice = a->dice;
		judge_luck(t, e, &rolled, false, out);
		break;
	case ACT_MOVE:
		judge_play(t, e, before, a, out);
		break;
	case ACT_DOUBLE:
		judge_double(t, e, before, true, out);
		break;
	case ACT_TAKE:
	case ACT_DROP:
	case ACT_REDOUBLE:
		judge_answer(t, e, before, a, out);
		break;
	default:
		break;
	}
}

unsigned
analysis_count_marks(float error)
{
	unsigned n = 0;

	while (n < ANALYSIS_MARKS_MAX && error >= ANALYSIS_MARK_ERRORS[n])
		n++;
	return n;
}

void
analysis_sums_add(struct analysis_sums sums[2], const struct analysis *a)
{
	struct analysis_sums *s;
	unsigned marks = analysis_count_marks(a->error);

	if (a->has_luck) {
		s = &sums[a->roller];
		s->rolls++;
		s->luck += (double)a->luck;
		s->luck_worth += (double)a->luck_worth;
	}
	if (!a->has_decision || !a->in_sums)
		return;
	s = &sums[a->seat];
	*(a->of_cube ? &s->cubes : &s->plays) += 1;
	*(a->of_cube ? &s->cube_error : &s->play_error) += (double)a->error;
	s->cost += (double)a->cost;
	if (marks == 0)
		return;
	s->marks[marks - 1]++;
	if (a->of_cube)
		s->cube_errors[a->best]++;
}

double
analysis_error_rate(const struct analysis_sums *s)
{
	uint32_t n = s->plays + s->cubes;

	return n > 0 ? 500.0 * (s->play_error + s->cube_error) / n : 0.0;
}
