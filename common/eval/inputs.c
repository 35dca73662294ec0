/* SPDX-License-Identifier: MIT */
/* See inputs.h.  Sets of points are bit masks: bit p is point p in the numbering of the side in
 * question, bit 25 its bar and reserve.  Cost: about half a microsecond. */
#include "eval/inputs.h"

#include <string.h>

#define BIT(p) (1u << (p))
#define ALL_POINTS (BIT(25) - 2u) /* 1..24 */
#define HOME_POINTS 0x7eu
/* The opponent's home or, in parallel games, the quarter in which this side starts. */
#define FAR_HOME_POINTS (BIT(25) - BIT(19))
#define ESCAPE_DISTANCE 12u /* points ahead of a checker that are considered */

/* One side.  s[0] is the side to roll, s[1] the other. */
struct side {
	const struct variant *v;
	const struct board *b;
	enum seat seat;
	const uint8_t *at;
	uint32_t movable;        /* points and bar with checkers that are not pinned */
	uint32_t made_points;    /* points on which the opponent cannot land */
	uint32_t closed_points;  /* points on which this side cannot land */
	uint32_t opposing_blots; /* points on which this side would hit or pin */
	unsigned rearmost; /* this side's rearmost checker; 25 for the bar or reserve, 0 for
			    * none */
	unsigned contact_limit; /* below this point there is no contact: the opponent's rearmost
				 * checker, or 12 in a parallel game */
};

static unsigned
highest_bit(uint32_t bits)
{
	return bits == 0 ? 0 : 31u - (unsigned)__builtin_clz(bits);
}

static unsigned
count_bits(uint32_t bits)
{
	return (unsigned)__builtin_popcount(bits);
}

static unsigned
opposite_point(const struct variant *v, unsigned p)
{
	return variant_opposite(v, p);
}

static uint32_t
mirror_points(const struct variant *v, uint32_t bits)
{
	uint32_t out = 0;

	for (; bits != 0; bits &= bits - 1u)
		out |= BIT(opposite_point(v, (unsigned)__builtin_ctz(bits)));
	return out;
}

static uint32_t
pin_bits(const struct board *b, enum seat seat)
{
	const uint8_t *pins = b->pins[seat];

	return ((uint32_t)pins[0] | (uint32_t)pins[1] << 8 | (uint32_t)pins[2] << 16) << 1;
}

static void
measure_sides(const struct eval_position *p, struct side s[2])
{
	const struct variant *v = p->variant;
	uint32_t held[2] = { 0, 0 }, single[2] = { 0, 0 }, strong[2] = { 0, 0 }, pinned[2];

	for (unsigned k = 0; k < 2; k++) {
		enum seat seat = k == 0 ? p->turn : seat_other(p->turn);
		const uint8_t *at = p->board->at[seat];

		s[k] = (struct side){
			.v = v,
			.b = p->board,
			.seat = seat,
			.at = at,
		};
		for (unsigned q = 1; q <= 24; q++) {
			held[k] |= (uint32_t)(at[q] > 0) << q;
			single[k] |= (uint32_t)(at[q] == 1) << q;
			strong[k] |= (uint32_t)(at[q] >= v->close_at) << q;
		}
		pinned[k] = pin_bits(p->board, seat);
		if (at[PT_BAR] > 0 || at[PT_RESERVE] > 0)
			held[k] |= BIT(PT_BAR);
		s[k].rearmost = highest_bit(held[k]);
	}
	for (unsigned k = 0; k < 2; k++) {
		s[k].made_points = strong[k];
		if (pinned[0] != 0 || pinned[1] != 0)
			s[k].made_points |= mirror_points(v, pinned[1 - k]);
		s[k].movable = held[k] & ~pinned[k];
	}
	for (unsigned k = 0; k < 2; k++) {
		s[k].closed_points = mirror_points(v, s[1 - k].made_points);
		s[k].opposing_blots = v->contact == CONTACT_BLOCKS
					  ? 0
					  : mirror_points(v, single[1 - k] & ~pinned[1 - k]) &
						~s[k].closed_points;
		s[k].contact_limit =
		    v->movement == MOVE_CONTRARY ? 25u - s[1 - k].rearmost : 12u;
	}
}

/* ---- what a roll can do ---- */

struct shot_counts {
	unsigned one,
	    two; /* numbers of the 36 rolls that hit at least one blot and at least two */
	unsigned pips_lost; /* pips that the opponent loses by these hits, summed over the 36
			     * rolls */
};

/* Returns the points on which a side may hit with these dice.  bar: checkers that must enter
 * first. */
static uint32_t
points_hit(const struct side *s, uint32_t men, unsigned bar, unsigned a, unsigned b)
{
	uint32_t open = ALL_POINTS & ~s->closed_points, hit = 0, way, in;
	unsigned steps = 4;

	if (a == b) {
		in = BIT(25u - a) & open;
		if (bar > 0 && in == 0)
			return 0;
		if (bar > 0) {
			hit = in & s->opposing_blots;
			men |= in;
			steps = bar < 4 ? 4 - bar : 0;
		}
		for (way = men; steps > 0; steps--) {
			way = way >> a & open;
			hit |= way & s->opposing_blots;
		}
		return hit;
	}
	if (bar == 0)
		return (men >> a | men >> b | (men >> a & open) >> b | (men >> b & open) >> a) &
		       s->opposing_blots;
	for (unsigned k = 0; k < 2; k++) {
		unsigned d = k == 0 ? a : b;

		in = BIT(25u - d) & open;
		if (in == 0)
			continue;
		hit |= in & s->opposing_blots;
		if (bar == 1)
			hit |= (men | in) >> (a + b - d) & s->opposing_blots;
	}
	return hit;
}

static void
count_shots(const struct side *s, struct shot_counts *out)
{
	unsigned bar = s->at[PT_BAR];
	uint32_t men = s->movable & ALL_POINTS;

	memset(out, 0, sizeof(*out));
	if (s->opposing_blots == 0)
		return;
	if (s->at[PT_RESERVE] > 0)
		men |= BIT(25);
	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = a; b <= 6; b++) {
			uint32_t hit = points_hit(s, men, bar, a, b);
			unsigned weight = a == b ? 1 : 2;

			if (hit == 0)
				continue;
			out->one += weight;
			if ((hit & (hit - 1u)) != 0)
				out->two += weight;
			out->pips_lost += weight * highest_bit(hit);
		}
}

#define IS_CLOSED(mask, d) ((mask) >> ((d)-1u) & 1u)
static struct escape
compute_escape(uint32_t mask)
{
	struct escape e = { 0, 0 };
	unsigned end = mask == 0 ? 0 : highest_bit(mask) + 1u;

	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++) {
			unsigned weight = a == b ? 1 : 2, way = 0;
			bool sum = !IS_CLOSED(mask, a + b) &&
				   (!IS_CLOSED(mask, a) || !IS_CLOSED(mask, b));

			if (sum)
				e.sum = (uint8_t)(e.sum + weight);
			if (a != b)
				way = sum                   ? a + b
				      : !IS_CLOSED(mask, a) ? a
				      : !IS_CLOSED(mask, b) ? b
							    : 0;
			else
				while (way < 4 * a &&
				       (way + a > ESCAPE_DISTANCE || !IS_CLOSED(mask, way + a)))
					way += a;
			if (way > end)
				e.beyond = (uint8_t)(e.beyond + weight);
		}
	return e;
}

void
escapes_fill(struct escape table[ESCAPE_MASKS])
{
	for (uint32_t mask = 0; mask < ESCAPE_MASKS; mask++)
		table[mask] = compute_escape(mask);
}

static struct escape
look_up_escape(const struct escape *table, uint32_t closed_reversed, unsigned p)
{
	return table[closed_reversed >> (26u - p) & (ESCAPE_MASKS - 1u)];
}

/* ---- the inputs ---- */

static void
add(struct net_inputs *x, unsigned at, float value)
{
	if (value == 0.0f)
		return;
	x->at[x->n] = (uint16_t)at;
	x->value[x->n++] = value;
}

/* Adds the four inputs for n checkers on a point. */
static void
add_checker_inputs(struct net_inputs *x, unsigned at, unsigned n)
{
	if (n == 0)
		return;
	add(x, at + (n < 3 ? n - 1u : 2u), 1.0f);
	if (n > 3)
		add(x, at + 3, (float)(n - 3u) / 2.0f);
}

/* Adds three inputs for n checkers: the fractions of the first, second and third five present;
 * the third is not limited to 1. */
static void
add_inputs_by_fives(struct net_inputs *x, unsigned at, unsigned n)
{
	if (n == 0)
		return;
	add(x, at, n >= 5 ? 1.0f : (float)n / 5.0f);
	if (n > 5)
		add(x, at + 1, n >= 10 ? 1.0f : (float)(n - 5u) / 5.0f);
	if (n > 10)
		add(x, at + 2, (float)(n - 10u) / 5.0f);
}

#define POINT_INPUTS (24u * 4u)
#define PLACE_INPUTS (POINT_INPUTS + 4u + 3u + 3u) /* bar, reserve, off */
#define RACE_INPUTS (POINT_INPUTS + 3u + 4u)
#define ROLL_INPUTS 7u
#define MEAN_PIPS_PER_ROLL 8.1667f

static void
add_place_inputs(struct net_inputs *x, unsigned at, const uint8_t *n)
{
	for (unsigned p = 1; p <= 24; p++)
		add_checker_inputs(x, at + 4 * (p - 1u), n[p]);
	add_checker_inputs(x, at + POINT_INPUTS, n[PT_BAR]);
	add_inputs_by_fives(x, at + POINT_INPUTS + 4, n[PT_RESERVE]);
	add_inputs_by_fives(x, at + POINT_INPUTS + 7, n[PT_OFF]);
}

static unsigned
longest_prime(uint32_t made)
{
	unsigned n = 0;

	for (; made != 0; made &= made << 1)
		n++;
	return n;
}

/* Features that a net cannot easily derive from the points alone.  They describe one side but
 * may depend on the other.  Most are scaled to about 1. */
enum side_input {
	PIPS,              /* pip count */
	CONTACT_PIPS,      /* pips to go until all checkers have passed the opponent's rearmost
			      checker */
	PIPS_PAST_CONTACT, /* pips of the checkers past the opponent's rearmost checker */
	REARMOST_CHECKER,  /* the rearmost checker */
	REARMOST_POINT,    /* the rearmost made point */
	FRONT_ANCHOR, /* the most advanced made point in the opponent's home, otherwise on 13 to
			 18 */
	BACK_GAME,    /* checkers in the opponent's home if two points or more are made there */
	ONE_ANCHOR,   /* checkers in the opponent's home if one point is made there */
	SHOT_ROLLS,   /* rolls that hit or pin */
	DOUBLE_SHOT_ROLLS, /* rolls that hit or pin two blots */
	SHOT_PIPS_LOST,    /* pips that the opponent loses by hits */
	ESCAPE_ROLLS, /* rolls with which the rearmost checker can move the sum of the dice */
	ESCAPE_BEYOND_ROLLS, /* rolls that bring the rearmost checker beyond all closed points
			  within twelve points */
	CONTAINMENT, /* 1 minus the fewest ESCAPE_ROLLS from all points above 12; the next input
		 is its square */
	CONTAINMENT_BACK =
	    CONTAINMENT + 2, /* CONTAINMENT, but only for points up to the rearmost checker */
	MOBILITY = CONTAINMENT_BACK + 2, /* sum of ESCAPE_ROLLS of each checker outside home,
				     times its distance from home */
	SPREAD,          /* sum of squared distances of the checkers behind the mean position */
	FAR_HOME_CLOSED, /* closed points in the opponent's home; the next input is the square
			  */
	BAR_CLOSED = FAR_HOME_CLOSED +
		     2, /* FAR_HOME_CLOSED while a checker is on the bar, otherwise 0 */
	SPARE_PIPS = BAR_CLOSED + 2, /* pips to home of checkers beyond the second on a point */
	POINT_LINKS,                 /* pairs of made points, weighted by closeness */
	PRIME,                       /* the longest row of made points */
	PRIME_AHEAD,      /* the longest row in front of the opponent's rearmost checker */
	HOME_POINTS_MADE, /* made points at home */
	CHECKERS_BACK,    /* checkers in the opponent's home */
	CHECKERS_OUTSIDE, /* checkers outside home */
	CHECKERS_DEEP,    /* checkers on points 1 and 2 */
	BLOTS,            /* points where the opponent could hit or pin */
	HOME_BLOTS,       /* blots at home */
	PINNED,           /* pinned checkers */
	SIDE_INPUT_COUNT,
};

struct checker_tally {
	unsigned pips, contact_pips, pips_past_contact, spare_pips, mobility, checkers_outside,
	    checkers_back;
	unsigned fewest_escapes, fewest_escapes_back; /* the fewest ESCAPE_ROLLS */
	float spread;
};

/* Sums up the checkers of one side for its features.  bar: its checkers on the bar and in
 * reserve. */
static void
tally_checkers(const struct escape *table, const struct side *s, uint32_t reversed,
    unsigned bar, struct checker_tally *c)
{
	float mean;

	*c = (struct checker_tally){ .fewest_escapes = 36, .fewest_escapes_back = 36 };
	for (unsigned p = 1; p <= 25; p++) {
		unsigned n = p == 25 ? bar : s->at[p], sum = 36;

		if (p > HOME_TOP && (n > 0 || p > 12)) {
			sum = look_up_escape(table, reversed, p).sum;
			if (p > 12 && sum < c->fewest_escapes)
				c->fewest_escapes = sum;
			if (p > 12 && p <= s->rearmost && sum < c->fewest_escapes_back)
				c->fewest_escapes_back = sum;
		}
		if (n == 0)
			continue;
		c->pips += n * p;
		if (p > s->contact_limit)
			c->contact_pips += n * (p - s->contact_limit);
		else
			c->pips_past_contact += n * p;
		if (p > HOME_TOP) {
			c->checkers_outside += n;
			c->mobility += n * (p - HOME_TOP) * sum;
			if (n > 2)
				c->spare_pips += (n - 2) * (p - HOME_TOP);
		}
		if (p < 25 && (BIT(p) & FAR_HOME_POINTS) != 0)
			c->checkers_back += n;
	}
	mean = (float)c->pips / 15.0f;
	for (unsigned p = 1; p <= 25; p++) {
		unsigned n = p == 25 ? bar : s->at[p];

		if (n > 0 && (float)p > mean)
			c->spread += (float)n * ((float)p - mean) * ((float)p - mean);
	}
}

static float
weigh_links(uint32_t made)
{
	float links = 0.0f;

	while (made != 0) {
		unsigned p = highest_bit(made), q;

		made &= ~BIT(p);
		q = highest_bit(made);
		if (q > 0 && p - q <= HOME_TOP)
			links += (float)(HOME_TOP + 1u - (p - q)) / 6.0f;
	}
	return links;
}

static void
add_with_square(struct net_inputs *x, unsigned at, float value)
{
	add(x, at, value);
	add(x, at + 1, value * value);
}

static void
add_anchor_inputs(const struct side *s, unsigned back, struct net_inputs *x, unsigned at)
{
	uint32_t made = s->made_points & ALL_POINTS, deep = made & FAR_HOME_POINTS;
	uint32_t front = deep != 0 ? deep : made & (BIT(19) - BIT(13));

	add(x, at + REARMOST_POINT, (float)highest_bit(made) / 24.0f);
	add(x, at + FRONT_ANCHOR,
	    front != 0 ? (float)(25u - (unsigned)__builtin_ctz(front)) / 6.0f : 2.0f);
	if (count_bits(deep) >= 2)
		add(x, at + BACK_GAME, ((float)back - 3.0f) / 4.0f);
	else if (deep != 0)
		add(x, at + ONE_ANCHOR, (float)back / 8.0f);
}

static void
add_side_inputs(const struct escape *table, const struct side *s, const struct side *other,
    struct net_inputs *x, unsigned at)
{
	unsigned bar = s->at[PT_BAR] + (unsigned)s->at[PT_RESERVE];
	uint32_t made = s->made_points & ALL_POINTS, reversed = 0;
	struct escape last = { 36, 36 };
	struct shot_counts shots;
	struct checker_tally c;
	float closed = (float)count_bits(s->closed_points & FAR_HOME_POINTS) / 6.0f;

	for (uint32_t bits = s->closed_points; bits != 0; bits &= bits - 1u)
		reversed |= BIT(25u - (unsigned)__builtin_ctz(bits));
	tally_checkers(table, s, reversed, bar, &c);
	count_shots(s, &shots);
	if (s->rearmost > 0)
		last = look_up_escape(table, reversed, s->rearmost);
	add(x, at + PIPS, (float)c.pips / 167.0f);
	add(x, at + CONTACT_PIPS, (float)c.contact_pips / 167.0f);
	add(x, at + PIPS_PAST_CONTACT, (float)c.pips_past_contact / 100.0f);
	add(x, at + REARMOST_CHECKER, (float)s->rearmost / 24.0f);
	add_anchor_inputs(s, c.checkers_back, x, at);
	add(x, at + SHOT_ROLLS, (float)shots.one / 36.0f);
	add(x, at + DOUBLE_SHOT_ROLLS, (float)shots.two / 36.0f);
	add(x, at + SHOT_PIPS_LOST, (float)shots.pips_lost / 432.0f);
	add(x, at + ESCAPE_ROLLS, (float)last.sum / 36.0f);
	add(x, at + ESCAPE_BEYOND_ROLLS, (float)last.beyond / 36.0f);
	add_with_square(x, at + CONTAINMENT, (float)(36u - c.fewest_escapes) / 36.0f);
	add_with_square(x, at + CONTAINMENT_BACK, (float)(36u - c.fewest_escapes_back) / 36.0f);
	add(x, at + MOBILITY, (float)c.mobility / 3600.0f);
	add(x, at + SPREAD, c.spread / 400.0f);
	add_with_square(x, at + FAR_HOME_CLOSED, closed);
	add_with_square(x, at + BAR_CLOSED, s->at[PT_BAR] > 0 ? closed : 0.0f);
	add(x, at + SPARE_PIPS, (float)c.spare_pips / 50.0f);
	add(x, at + POINT_LINKS, weigh_links(made) / 4.0f);
	add(x, at + PRIME, (float)longest_prime(made) / 6.0f);
	if (other->rearmost > 0)
		add(x, at + PRIME_AHEAD,
		    (float)longest_prime(
			mirror_points(s->v, made) & (BIT(other->rearmost) - 2u)) /
			6.0f);
	add(x, at + HOME_POINTS_MADE, (float)count_bits(made & HOME_POINTS) / 6.0f);
	add(x, at + CHECKERS_BACK, (float)c.checkers_back / 4.0f);
	add(x, at + CHECKERS_OUTSIDE, (float)c.checkers_outside / 15.0f);
	add(x, at + CHECKERS_DEEP, (float)(s->at[1] + s->at[2]) / 5.0f);
	add(x, at + BLOTS, (float)count_bits(other->opposing_blots) / 4.0f);
	add(x, at + HOME_BLOTS,
	    (float)count_bits(other->opposing_blots & mirror_points(s->v, HOME_POINTS)) / 3.0f);
	add(x, at + PINNED, (float)count_bits(pin_bits(s->b, s->seat)) / 4.0f);
}

enum eval_phase
inputs_phase(const struct eval_position *p)
{
	const struct variant *v = p->variant;
	const uint8_t *me = p->board->at[p->turn], *other = p->board->at[seat_other(p->turn)];
	unsigned mine = 25, theirs = 25;

	if (v->no_dice)
		return EVAL_PHASE_CONTACT;
	if (me[PT_BAR] + me[PT_RESERVE] + other[PT_BAR] + other[PT_RESERVE] > 0)
		return EVAL_PHASE_CONTACT;
	while (mine > 0 && (mine == 25 || me[mine] == 0))
		mine--;
	while (theirs > 0 && (theirs == 25 || other[theirs] == 0))
		theirs--;
	if (v->movement == MOVE_CONTRARY)
		return mine + theirs < 25 ? EVAL_PHASE_RACE : EVAL_PHASE_CONTACT;
	return mine <= 12 && theirs <= 12 ? EVAL_PHASE_RACE : EVAL_PHASE_CONTACT;
}

unsigned
inputs_count(const struct variant *v, enum eval_phase phase)
{
	if (phase == EVAL_PHASE_RACE)
		return 1 + 2 * RACE_INPUTS + ROLL_INPUTS;
	return 1 + 2 * (PLACE_INPUTS + SIDE_INPUT_COUNT) +
	       (v->contact == CONTACT_PIN ? 48u : 0u) + (v->no_dice ? 2u : 0u);
}

bool
inputs_count_fits(const struct variant *v, enum eval_phase phase, unsigned n)
{
	return n == inputs_count(v, phase) ||
	       (phase == EVAL_PHASE_RACE && n == 1 + 2 * RACE_INPUTS);
}

/* Estimated numbers of rolls until all checkers are off and until the first one is off, as if
 * the checkers outside went to the six point first. */
struct bearoff_rolls {
	float all, first_off;
};

static struct bearoff_rolls
estimate_rolls(const struct bearoff_table *t, const uint8_t *at)
{
	uint8_t home[BEAROFF_POINTS + 1] = { 0 };
	unsigned men = 0, pips = 0;
	uint32_t i;

	for (unsigned p = 1; p <= 24; p++) {
		home[p < BEAROFF_POINTS ? p : BEAROFF_POINTS] += at[p];
		men += at[p];
		if (p > BEAROFF_POINTS)
			pips += at[p] * (p - BEAROFF_POINTS);
	}
	if (men > BEAROFF_CHECKERS_MAX)
		return (struct bearoff_rolls){ 0 };
	i = bearoff_index(t, home, BEAROFF_CHECKERS_MAX);
	return (struct bearoff_rolls){ t->mean_rolls[i] + (float)pips / MEAN_PIPS_PER_ROLL,
		t->first_mean_rolls[i] + (float)pips / MEAN_PIPS_PER_ROLL };
}

static void
add_roll_inputs(
    const struct bearoff_table *t, const struct eval_position *p, struct net_inputs *x)
{
	const struct bearoff_rolls me = estimate_rolls(t, p->board->at[p->turn]);
	const struct bearoff_rolls other = estimate_rolls(t, p->board->at[seat_other(p->turn)]);
	const unsigned at = 1 + 2 * RACE_INPUTS;

	add(x, at, me.all / 10.0f);
	add(x, at + 1, me.first_off / 10.0f);
	add(x, at + 2, other.all / 10.0f);
	add(x, at + 3, other.first_off / 10.0f);
	add(x, at + 4, (other.all - me.all) / 2.0f);
	add(x, at + 5, (other.first_off - me.all) / 2.0f);
	add(x, at + 6, (other.all - me.first_off) / 2.0f);
}

static void
add_race_inputs(const struct eval_position *p, struct net_inputs *x)
{
	for (unsigned k = 0; k < 2; k++) {
		const uint8_t *n = p->board->at[k == 0 ? p->turn : seat_other(p->turn)];
		unsigned at = 1 + k * RACE_INPUTS, pips = 0, cross = 0, outside = 0, far = 0;

		for (unsigned q = 1; q <= 24; q++) {
			if (n[q] == 0)
				continue;
			add_checker_inputs(x, at + 4 * (q - 1u), n[q]);
			pips += n[q] * q;
			cross += n[q] * ((q - 1u) / HOME_TOP);
			if (q > HOME_TOP)
				outside += n[q];
			far = q;
		}
		at += POINT_INPUTS;
		add_inputs_by_fives(x, at, n[PT_OFF]);
		add(x, at + 3, (float)pips / 100.0f);
		add(x, at + 4, (float)cross / 10.0f);
		add(x, at + 5, (float)outside / 10.0f);
		add(x, at + 6, (float)far / 24.0f);
	}
}

void
inputs_compute(const struct eval_tables *t, const struct eval_position *p,
    enum eval_phase phase, unsigned n, struct net_inputs *x_out)
{
	struct side s[2];
	unsigned at = 1;

	x_out->n = 0;
	add(x_out, 0, 1.0f);
	if (phase == EVAL_PHASE_RACE) {
		add_race_inputs(p, x_out);
		if (n > 1 + 2 * RACE_INPUTS)
			add_roll_inputs(&t->bearoff, p, x_out);
		return;
	}
	measure_sides(p, s);
	for (unsigned k = 0; k < 2; k++) {
		add_place_inputs(x_out, at, s[k].at);
		add_side_inputs(t->escapes, &s[k], &s[1 - k], x_out, at + PLACE_INPUTS);
		at += PLACE_INPUTS + SIDE_INPUT_COUNT;
	}
	if (p->variant->contact == CONTACT_PIN)
		for (unsigned k = 0; k < 2; k++, at += 24)
			for (uint32_t m = pin_bits(p->board, s[k].seat); m != 0; m &= m - 1u)
				add(x_out, at + (unsigned)__builtin_ctz(m) - 1u, 1.0f);
	if (p->variant->no_dice)
		for (unsigned k = 0; k < 2; k++)
			add(x_out, at + k, (float)p->streak[s[k].seat]);
}

unsigned
inputs_count_shots(const struct variant *v, const struct board *b, enum seat seat)
{
	const struct eval_position p = { .variant = v, .board = b, .turn = seat };
	struct shot_counts shots;
	struct side s[2];

	measure_sides(&p, s);
	count_shots(&s[0], &shots);
	return shots.one;
}

unsigned
inputs_longest_prime(const struct variant *v, const struct board *b, enum seat seat)
{
	const struct eval_position p = { .variant = v, .board = b, .turn = seat };
	struct side s[2];

	measure_sides(&p, s);
	return longest_prime(s[0].made_points & ALL_POINTS);
}
