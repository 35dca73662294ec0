/* SPDX-License-Identifier: MIT */
/* See cube.h. */
#include "eval/cube.h"

#include <string.h>

#define LEVELS 12u /* number of later doubles considered */

/* The parameters of the match equity table, fitted to the Kazaross XG2 table. */
#define GAMMONS 0.292f      /* share of won games that are gammons or backgammons */
#define BACKGAMMONS 0.0124f /* share of won games that are backgammons */
/* The same as GAMMONS, after a double.  It also makes up for what the model of the cube leaves
 * out, so it is larger than the share in actual games. */
#define GAMMONS_DOUBLED 0.473f
#define EFFICIENCY 0.56f /* efficiency of the cube, the same at all its values */
/* Largest change in the chance of a gammon that the first rolls can cause. */
#define OPENING_LUCK 0.046f

/* ---- worth ---- */

static float
match_chance(const struct cube_table *t, int away, int other_away, bool crawford_over)
{
	if (away <= 0)
		return 1.0f;
	if (other_away <= 0)
		return 0.0f;
	if (crawford_over && other_away == 1)
		return t->after[away];
	if (crawford_over && away == 1)
		return 1.0f - t->after[other_away];
	return t->before[away][other_away];
}

float
cube_worth(const struct cube_table *t, const struct cube_state *s, int points)
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
	return match_chance(t, away, theirs, over);
}

/* Average worth of a win and of a loss with the cube at one value. */
struct ends {
	float win, lose;
};

struct rates {
	float p;      /* chance of winning */
	float w2, w3; /* share of won games that are at least gammons, and backgammons */
	float l2, l3; /* the same shares of lost games */
	float later;  /* efficiency of the cube once it has been turned */
};

static struct rates
rates_of(const struct eval_chances *c)
{
	float win = c->win, lose = 1.0f - c->win;

	return (struct rates){
		.p = win,
		.w2 = win > 0 ? c->win_gammon / win : 0,
		.w3 = win > 0 ? c->win_backgammon / win : 0,
		.l2 = lose > 0 ? c->lose_gammon / lose : 0,
		.l3 = lose > 0 ? c->lose_backgammon / lose : 0,
		.later = 1.0f,
	};
}

static struct ends
ends_at(const struct cube_table *t, const struct cube_state *s, const struct rates *r, int cube,
    bool single)
{
	float w1 = cube_worth(t, s, cube), l1 = cube_worth(t, s, -cube);
	struct ends e = { w1, l1 };

	if (single)
		return e;
	e.win = (1 - r->w2) * w1 + (r->w2 - r->w3) * cube_worth(t, s, 2 * cube) +
		r->w3 * cube_worth(t, s, 3 * cube);
	e.lose = (1 - r->l2) * l1 + (r->l2 - r->l3) * cube_worth(t, s, -2 * cube) +
		 r->l3 * cube_worth(t, s, -3 * cube);
	return e;
}

/* ---- the live cube ---- */

/* Returns the x at which the line through two points reaches y, limited to 0..1. */
static float
meets(float x0, float y0, float x1, float y1, float y)
{
	float x = y1 != y0 ? x0 + (y - y0) * (x1 - x0) / (y1 - y0) : x1;

	return x < 0 ? 0 : x > 1 ? 1 : x;
}

static float
line(float x0, float y0, float x1, float y1, float x)
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
struct points {
	float mine, theirs;
};

/* True when a cube at this value already wins the match, so its owner does not turn it. */
static bool
is_dead(unsigned away, int cube)
{
	return away != 0 && cube >= (int)away;
}

static struct points
points_at(const struct cube_table *t, const struct cube_state *s, const struct rates *r,
    int cube, unsigned levels)
{
	bool dead_mine = is_dead(s->away, cube), dead_theirs = is_dead(s->other_away, cube);
	struct points next, p = { 1, 0 };
	struct ends e;
	float live;

	if ((dead_mine && dead_theirs) || levels == 0)
		return p;
	next = points_at(t, s, r, 2 * cube, levels - 1);
	e = ends_at(t, s, r, 2 * cube, false);
	if (!dead_mine) { /* the opponent takes and owns the cube: interpolate from the
			     opponent's next double to my certain win */
		live = next.theirs > 0 ? cube_worth(t, s, -2 * cube) : e.lose;
		p.mine = meets(next.theirs,
		    mix(r->later, line(0, e.lose, 1, e.win, next.theirs), live), 1, e.win,
		    cube_worth(t, s, cube));
	}
	if (!dead_theirs) {
		live = next.mine < 1 ? cube_worth(t, s, 2 * cube) : e.win;
		p.theirs = meets(0, e.lose, next.mine,
		    mix(r->later, line(0, e.lose, 1, e.win, next.mine), live),
		    cube_worth(t, s, -cube));
	}
	return p;
}

static float
value_between(const struct cube_table *t, const struct cube_state *s, const struct rates *r,
    struct points at, int cube, enum cube_owner owner)
{
	bool single = s->jacoby && s->away == 0 && owner == CUBE_CENTRED;
	struct ends e = ends_at(t, s, r, cube, single);
	float dead = r->p * e.win + (1 - r->p) * e.lose;
	float x0 = 0, y0 = e.lose, x1 = 1, y1 = e.win, live;

	if (owner != CUBE_MINE && at.theirs > 0) {
		x0 = at.theirs;
		y0 = cube_worth(t, s, -cube);
	}
	if (owner != CUBE_THEIRS && at.mine < 1) {
		x1 = at.mine;
		y1 = cube_worth(t, s, cube);
	}
	if (r->p < x0)
		live = line(0, e.lose, x0, y0, r->p);
	else if (r->p > x1)
		live = line(x1, y1, 1, e.win, r->p);
	else
		live = line(x0, y0, x1, y1, r->p);
	/* where both sides should double at once, the two lines cross */
	x0 = e.lose < y0 ? e.lose : y0;
	x1 = e.win > y1 ? e.win : y1;
	live = live < x0 ? x0 : live > x1 ? x1 : live;
	return mix(s->efficiency, dead, live);
}

static float
value_at(const struct cube_table *t, const struct cube_state *s, const struct rates *r,
    int cube, enum cube_owner owner)
{
	return value_between(t, s, r, points_at(t, s, r, cube, LEVELS), cube, owner);
}

float
cube_value(const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c)
{
	struct rates r = rates_of(c);
	bool crawford =
	    s->away != 0 && !s->crawford_over && (s->away == 1 || s->other_away == 1);
	struct ends e;

	if (!crawford)
		return value_at(t, s, &r, (int)s->value, s->owner);
	e = ends_at(t, s, &r, (int)s->value, false);
	return r.p * e.win + (1 - r.p) * e.lose;
}

void
cube_decide(const struct cube_table *t, const struct cube_state *s,
    const struct eval_chances *c, struct cube_decision *out)
{
	struct rates r = rates_of(c);
	float least, gain;

	out->no_double = cube_value(t, s, c);
	out->take = value_at(t, s, &r, 2 * (int)s->value, CUBE_THEIRS);
	out->drop = cube_worth(t, s, (int)s->value);
	out->takes = out->take <= out->drop;
	out->beavers = s->away == 0 && out->take < 0;
	least = out->takes ? out->take : out->drop;
	/* a double that is taken must gain something, because a dead cube is not turned */
	gain = least - out->no_double;
	out->doubles = s->may_double && (out->takes ? gain > EVAL_TIE : gain >= -EVAL_TIE) &&
		       least > cube_worth(t, s, -(int)s->value);
}

float
cube_value_to_roll(
    const struct cube_table *t, const struct cube_state *s, const struct eval_chances *c)
{
	struct cube_decision d;

	if (!s->may_double)
		return cube_value(t, s, c);
	cube_decide(t, s, c, &d);
	if (!d.doubles)
		return d.no_double;
	return d.takes ? d.take : d.drop;
}

float
cube_efficiency(const struct eval_position *p)
{
	float pips;

	if (inputs_phase(p) == EVAL_CONTACT)
		return 0.68f;
	pips = (float)board_pips(p->board, p->turn);
	pips = pips < 40 ? 40 : pips > 120 ? 120 : pips;
	return 0.6f + 0.1f * (pips - 40) / 80;
}

struct cube_state
cube_of(const struct match_state *m, enum seat seat)
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
chance_after(const struct cube_table *t, unsigned away, unsigned points)
{
	return away > points ? t->after[away - points] : 1.0f;
}

/* Returns the trailing player's chance of winning the match at the start of a game in which the
 * cube stays at this value.  The leader needs one point; the players are equally strong. */
static float
even_game(const struct cube_table *t, unsigned away, unsigned cube)
{
	return 0.5f * ((1 - GAMMONS) * chance_after(t, away, cube) +
			  (GAMMONS - BACKGAMMONS) * chance_after(t, away, 2 * cube) +
			  BACKGAMMONS * chance_after(t, away, 3 * cube));
}

/* Returns the leader's average gain from the right to drop.  Dropping would cost `cost` before
 * the first rolls.  They change that cost by -most to most, with uniform probability. */
static float
free_drop(float cost, float most)
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
	const struct rates even = {
		.p = 0.5f,
		.w2 = GAMMONS,
		.w3 = BACKGAMMONS,
		.l2 = GAMMONS,
		.l3 = BACKGAMMONS,
	};
	const struct rates doubled = {
		.w2 = GAMMONS_DOUBLED,
		.w3 = BACKGAMMONS,
		.l2 = GAMMONS_DOUBLED,
		.l3 = BACKGAMMONS,
		.later = EFFICIENCY,
	};

	memset(t, 0, sizeof(*t));
	t->after[0] = 1.0f;
	t->after[1] = 0.5f;
	for (unsigned n = 2; n <= CUBE_AWAY_MAX; n++) {
		t->after[n] = even_game(t, n, 2);
		if (n % 2 == 0)
			t->after[n] -= free_drop(t->after[n - 1] - t->after[n],
			    OPENING_LUCK * chance_after(t, n, 4));
	}
	for (unsigned n = 1; n <= CUBE_AWAY_MAX; n++) {
		t->before[n][1] = even_game(t, n, 1);
		t->before[1][n] = 1.0f - t->before[n][1];
	}
	for (unsigned a = 2; a <= CUBE_AWAY_MAX; a++)
		for (unsigned b = 2; b <= a; b++) {
			struct cube_state s = {
				.value = 1,
				.away = a,
				.other_away = b,
				.efficiency = EFFICIENCY,
			};
			struct points at = points_at(t, &s, &doubled, 1, LEVELS);

			t->before[a][b] = value_between(t, &s, &even, at, 1, CUBE_CENTRED);
			t->before[b][a] = 1.0f - t->before[a][b];
		}
}
