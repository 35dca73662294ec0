/* SPDX-License-Identifier: MIT */
/* See cube.h. */
#include "eval/cube.h"

#include <string.h>

#define LATER_DOUBLES_MAX 12u /* number of later doubles considered */

/* The parameters of the match equity table, fitted to the Kazaross XG2 table. */
#define GAMMON_SHARE 0.292f      /* share of won games that are gammons or backgammons */
#define BACKGAMMON_SHARE 0.0124f /* share of won games that are backgammons */
/* The same as GAMMON_SHARE, after a double.  It also makes up for what the model of the cube
 * leaves out, so it is larger than the share in actual games. */
#define GAMMON_SHARE_DOUBLED 0.473f
#define TABLE_CUBE_EFFICIENCY 0.56f /* efficiency of the cube, the same at all its values */
/* Largest change in the chance of a gammon that the first rolls can cause. */
#define OPENING_GAMMON_SWING 0.046f

/* ---- worth ---- */

static float
match_win_chance(const struct cube_table *t, int away, int other_away, bool crawford_over)
{
	if (away <= 0)
		return 1.0f;
	if (other_away <= 0)
		return 0.0f;
	if (crawford_over && other_away == 1)
		return t->post_crawford[away];
	if (crawford_over && away == 1)
		return 1.0f - t->post_crawford[other_away];
	return t->pre_crawford[away][other_away];
}

float
cube_worth_of_points(const struct cube_table *t, const struct cube_state *s, int points)
{
	int away = (int)s->away, theirs = (int)s->other_away;
	bool over = s->crawford_over || away == 1 ||
		    theirs == 1; /* the current game is the Crawford game */

	if (away == 0)
		return (float)points;
	if (points > 0)
		away -= points;
	else
		theirs += points;
	return match_win_chance(t, away, theirs, over);
}

/* Average worth of a win and of a loss with the cube at one value. */
struct end_worths {
	float win, lose;
};

struct game_rates {
	float p;      /* chance of winning */
	float w2, w3; /* share of won games that are at least gammons, and backgammons */
	float l2, l3; /* the same shares of lost games */
	float later_efficiency; /* efficiency of the cube once it has been turned */
};

static struct game_rates
rates_of(const struct eval_chances *c)
{
	float win = c->win, lose = 1.0f - c->win;

	return (struct game_rates){
		.p = win,
		.w2 = win > 0 ? c->win_gammon / win : 0,
		.w3 = win > 0 ? c->win_backgammon / win : 0,
		.l2 = lose > 0 ? c->lose_gammon / lose : 0,
		.l3 = lose > 0 ? c->lose_backgammon / lose : 0,
		.later_efficiency = 1.0f,
	};
}

static struct end_worths
end_worths_at(const struct cube_table *t, const struct cube_state *s,
    const struct game_rates *r, int cube, bool single)
{
	float w1 = cube_worth_of_points(t, s, cube), l1 = cube_worth_of_points(t, s, -cube);
	struct end_worths e = { w1, l1 };

	if (single)
		return e;
	e.win = (1 - r->w2) * w1 + (r->w2 - r->w3) * cube_worth_of_points(t, s, 2 * cube) +
		r->w3 * cube_worth_of_points(t, s, 3 * cube);
	e.lose = (1 - r->l2) * l1 + (r->l2 - r->l3) * cube_worth_of_points(t, s, -2 * cube) +
		 r->l3 * cube_worth_of_points(t, s, -3 * cube);
	return e;
}

/* ---- the live cube ---- */

/* Returns the x at which the line through two points reaches y, limited to 0..1. */
static float
line_x_at(float x0, float y0, float x1, float y1, float y)
{
	float x = y1 != y0 ? x0 + (y - y0) * (x1 - x0) / (y1 - y0) : x1;

	return x < 0 ? 0 : x > 1 ? 1 : x;
}

static float
line_y_at(float x0, float y0, float x1, float y1, float x)
{
	return x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y1;
}

static float
mix(float efficiency, float dead, float live)
{
	return (1 - efficiency) * dead + efficiency * live;
}

/* With the cube at one value: I double at a winning chance of `mine` or more, the opponent at
 * my winning chance of `theirs` or less.  At these chances the other player can just take.
 * `mine` is 1 if I never double, `theirs` is 0 if the opponent never does. */
struct doubling_points {
	float mine, theirs;
};

/* True when a cube at this value already wins the match, so its owner does not turn it. */
static bool
cube_is_dead(unsigned away, int cube)
{
	return away != 0 && cube >= (int)away;
}

static struct doubling_points
doubling_points_at(const struct cube_table *t, const struct cube_state *s,
    const struct game_rates *r, int cube, unsigned levels)
{
	bool dead_mine = cube_is_dead(s->away, cube),
	     dead_theirs = cube_is_dead(s->other_away, cube);
	struct doubling_points next, p = { 1, 0 };
	struct end_worths e;
	float live;

	if ((dead_mine && dead_theirs) || levels == 0)
		return p;
	next = doubling_points_at(t, s, r, 2 * cube, levels - 1);
	e = end_worths_at(t, s, r, 2 * cube, false);
	if (!dead_mine) { /* the opponent takes and owns the cube: interpolate from the
			     opponent's next double to my certain win */
		live = next.theirs > 0 ? cube_worth_of_points(t, s, -2 * cube) : e.lose;
		p.mine = line_x_at(next.theirs,
		    mix(r->later_efficiency, line_y_at(0, e.lose, 1, e.win, next.theirs), live),
		    1, e.win, cube_worth_of_points(t, s, cube));
	}
	if (!dead_theirs) {
		live = next.mine < 1 ? cube_worth_of_points(t, s, 2 * cube) : e.win;
		p.theirs = line_x_at(0, e.lose, next.mine,
		    mix(r->later_efficiency, line_y_at(0, e.lose, 1, e.win, next.mine), live),
		    cube_worth_of_points(t, s, -cube));
	}
	return p;
}

static float
value_from_doubling_points(const struct cube_table *t, const struct cube_state *s,
    const struct game_rates *r, struct doubling_points at, int cube, enum cube_owner owner)
{
	bool single = s->jacoby && s->away == 0 && owner == CUBE_CENTRED;
	struct end_worths e = end_worths_at(t, s, r, cube, single);
	float dead = r->p * e.win + (1 - r->p) * e.lose;
	float x0 = 0, y0 = e.lose, x1 = 1, y1 = e.win, live;

	if (owner != CUBE_MINE && at.theirs > 0) {
		x0 = at.theirs;
		y0 = cube_worth_of_points(t, s, -cube);
	}
	if (owner != CUBE_THEIRS && at.mine < 1) {
		x1 = at.mine;
		y1 = cube_worth_of_points(t, s, cube);
	}
	if (r->p < x0)
		live = line_y_at(0, e.lose, x0, y0, r->p);
	else if (r->p > x1)
		live = line_y_at(x1, y1, 1, e.win, r->p);
	else
		live = line_y_at(x0, y0, x1, y1, r->p);
	/* where both sides should double at once, the two lines cross */
	x0 = e.lose < y0 ? e.lose : y0;
	x1 = e.win > y1 ? e.win : y1;
	live = live < x0 ? x0 : live > x1 ? x1 : live;
	return mix(s->efficiency, dead, live);
}

static float
cube_value_at(const struct cube_table *t, const struct cube_state *s,
    const struct game_rates *r, int cube, enum cube_owner owner)
{
	return value_from_doubling_points(
	    t, s, r, doubling_points_at(t, s, r, cube, LATER_DOUBLES_MAX), cube, owner);
}

float
cube_value(const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c)
{
	struct game_rates r = rates_of(c);
	bool crawford =
	    s->away != 0 && !s->crawford_over && (s->away == 1 || s->other_away == 1);
	struct end_worths e;

	if (!crawford)
		return cube_value_at(t, s, &r, (int)s->value, s->owner);
	e = end_worths_at(t, s, &r, (int)s->value, false);
	return r.p * e.win + (1 - r.p) * e.lose;
}

void
cube_decide(const struct cube_table *t, const struct cube_state *s,
    const struct eval_chances *c, struct cube_decision *out)
{
	struct game_rates r = rates_of(c);
	float least, gain;

	out->no_double = cube_value(t, s, c);
	out->take = cube_value_at(t, s, &r, 2 * (int)s->value, CUBE_THEIRS);
	out->drop = cube_worth_of_points(t, s, (int)s->value);
	out->should_take = out->take <= out->drop;
	out->should_beaver = s->away == 0 && out->take < 0;
	least = out->should_take ? out->take : out->drop;
	/* a double that is taken must gain something, because a dead cube is not turned */
	gain = least - out->no_double;
	out->should_double =
	    s->may_double &&
	    (out->should_take ? gain > EVAL_TIE_TOLERANCE : gain >= -EVAL_TIE_TOLERANCE) &&
	    least > cube_worth_of_points(t, s, -(int)s->value);
}

float
cube_value_to_roll(
    const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c)
{
	struct cube_decision d;

	if (!s->may_double)
		return cube_value(t, s, c);
	cube_decide(t, s, c, &d);
	if (!d.should_double)
		return d.no_double;
	return d.should_take ? d.take : d.drop;
}

float
cube_efficiency(const struct eval_position *p)
{
	float pips;

	if (inputs_phase(p) == EVAL_PHASE_CONTACT)
		return 0.68f;
	pips = (float)board_pips(p->board, p->turn);
	pips = pips < 40 ? 40 : pips > 120 ? 120 : pips;
	return 0.6f + 0.1f * (pips - 40) / 80;
}

struct cube_state
cube_state_of(const struct match_state *m, enum seat seat)
{
	const struct eval_position p = {
		.variant = m->variant, .board = &m->board, .turn = seat
	};
	enum seat other = seat_other(seat);

	return (struct cube_state){
		.value = m->cube,
		.owner = m->cube_owner == SEAT_NONE ? CUBE_CENTRED
			 : m->cube_owner == seat    ? CUBE_MINE
						    : CUBE_THEIRS,
		.away = m->length == 0 ? 0 : (unsigned)m->length - m->score[seat],
		.other_away = m->length == 0 ? 0 : (unsigned)m->length - m->score[other],
		.crawford_over = m->crawford == CRAWFORD_EXPIRED,
		.may_double = match_may_double(m, seat),
		.jacoby = m->jacoby,
		.efficiency = cube_efficiency(&p),
	};
}

/* ---- the table of a match ---- */

/* Returns the trailing player's chance of winning the match after winning that many points,
 * post-Crawford. */
static float
post_crawford_chance(const struct cube_table *t, unsigned away, unsigned points)
{
	return away > points ? t->post_crawford[away - points] : 1.0f;
}

/* Returns the trailing player's chance of winning the match at the start of a game in which the
 * cube stays at this value.  The leader needs one point; the players are equally strong. */
static float
even_game_chance(const struct cube_table *t, unsigned away, unsigned cube)
{
	return 0.5f *
	       ((1 - GAMMON_SHARE) * post_crawford_chance(t, away, cube) +
		   (GAMMON_SHARE - BACKGAMMON_SHARE) * post_crawford_chance(t, away, 2 * cube) +
		   BACKGAMMON_SHARE * post_crawford_chance(t, away, 3 * cube));
}

/* Returns the leader's average gain from the right to drop.  Dropping would cost `cost` before
 * the first rolls.  They change that cost by -most to most, with uniform probability. */
static float
free_drop_gain(float cost, float most)
{
	return cost < most ? (most - cost) * (most - cost) / (4 * most) : 0;
}

/* After the Crawford game the trailing player doubles at once, so the cube is at 2.  If that
 * player is an even number of points from winning, the leader may drop the cube after bad first
 * rolls at no cost: the trailing player still needs as many games as before.  There is no cube
 * in the Crawford game.  For the scores before that game the players are assumed to be equally
 * strong, and each value is computed from the values of the scores that may follow. */
void
cube_table_fill(struct cube_table *t)
{
	const struct game_rates even = {
		.p = 0.5f,
		.w2 = GAMMON_SHARE,
		.w3 = BACKGAMMON_SHARE,
		.l2 = GAMMON_SHARE,
		.l3 = BACKGAMMON_SHARE,
	};
	const struct game_rates doubled = {
		.w2 = GAMMON_SHARE_DOUBLED,
		.w3 = BACKGAMMON_SHARE,
		.l2 = GAMMON_SHARE_DOUBLED,
		.l3 = BACKGAMMON_SHARE,
		.later_efficiency = TABLE_CUBE_EFFICIENCY,
	};

	memset(t, 0, sizeof(*t));
	t->post_crawford[0] = 1.0f;
	t->post_crawford[1] = 0.5f;
	for (unsigned n = 2; n <= CUBE_AWAY_MAX; n++) {
		t->post_crawford[n] = even_game_chance(t, n, 2);
		if (n % 2 == 0)
			t->post_crawford[n] -=
			    free_drop_gain(t->post_crawford[n - 1] - t->post_crawford[n],
				OPENING_GAMMON_SWING * post_crawford_chance(t, n, 4));
	}
	for (unsigned n = 1; n <= CUBE_AWAY_MAX; n++) {
		t->pre_crawford[n][1] = even_game_chance(t, n, 1);
		t->pre_crawford[1][n] = 1.0f - t->pre_crawford[n][1];
	}
	for (unsigned a = 2; a <= CUBE_AWAY_MAX; a++)
		for (unsigned b = 2; b <= a; b++) {
			struct cube_state s = {
				.value = 1,
				.away = a,
				.other_away = b,
				.efficiency = TABLE_CUBE_EFFICIENCY,
			};
			struct doubling_points at =
			    doubling_points_at(t, &s, &doubled, 1, LATER_DOUBLES_MAX);

			t->pre_crawford[a][b] =
			    value_from_doubling_points(t, &s, &even, at, 1, CUBE_CENTRED);
			t->pre_crawford[b][a] = 1.0f - t->pre_crawford[a][b];
		}
}
