/* SPDX-License-Identifier: MIT */
/* See inputs.h.  Sets of points are bit masks: bit p is point p in the numbering of the side in
 * question, bit 25 its bar and reserve.  Cost: about half a microsecond. */
#include "eval/inputs.h"

#include <string.h>

#define BIT(p) (1u << (p))
#define POINTS (BIT(25) - 2u) /* 1..24 */
#define HOME 0x7eu
/* The opponent's home or, in parallel games, the quarter in which this side starts. */
#define FAR_HOME (BIT(25) - BIT(19))
#define AHEAD 12u /* points ahead of a checker that are considered */

/* One side.  s[0] is the side to roll, s[1] the other. */
struct side {
	const struct variant *v;
	const struct board *b;
	enum seat seat;
	const uint8_t *at;
	uint32_t movers; /* points and bar with checkers that are not pinned */
	uint32_t made;   /* points on which the opponent cannot land */
	uint32_t closed; /* points on which this side cannot land */
	uint32_t blots;  /* points on which this side would hit or pin */
	unsigned last;   /* this side's rearmost checker; 25 for the bar or reserve, 0 for
			  * none */
	unsigned front;  /* below this point there is no contact: the opponent's rearmost
			  * checker, or 12 in a parallel game */
};

static unsigned
highest(uint32_t bits)
{
	return bits == 0 ? 0 : 31u - (unsigned)__builtin_clz(bits);
}

static unsigned
bits_of(uint32_t bits)
{
	return (unsigned)__builtin_popcount(bits);
}

static unsigned
opposite(const struct variant *v, unsigned p)
{
	return variant_opposite(v, p);
}

static uint32_t
mirror(const struct variant *v, uint32_t bits)
{
	uint32_t out = 0;

	for (; bits != 0; bits &= bits - 1u)
		out |= BIT(opposite(v, (unsigned)__builtin_ctz(bits)));
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
		s[k].last = highest(held[k]);
	}
	for (unsigned k = 0; k < 2; k++) {
		s[k].made = strong[k];
		if (pinned[0] != 0 || pinned[1] != 0)
			s[k].made |= mirror(v, pinned[1 - k]);
		s[k].movers = held[k] & ~pinned[k];
	}
	for (unsigned k = 0; k < 2; k++) {
		s[k].closed = mirror(v, s[1 - k].made);
		s[k].blots = v->contact == CONTACT_NONE
				 ? 0
				 : mirror(v, single[1 - k] & ~pinned[1 - k]) & ~s[k].closed;
		s[k].front = v->movement == MOVE_CONTRARY ? 25u - s[1 - k].last : 12u;
	}
}

/* ---- what a roll can do ---- */

struct shots {
	unsigned one,
	    two;       /* numbers of the 36 rolls that hit at least one blot and at least two */
	unsigned pips; /* pips that the opponent loses by these hits, summed over the 36
			* rolls */
};

/* Returns the points on which a side may hit with these dice.  bar: checkers that must enter
 * first. */
static uint32_t
hits_of(const struct side *s, uint32_t men, unsigned bar, unsigned a, unsigned b)
{
	uint32_t open = POINTS & ~s->closed, hit = 0, way, in;
	unsigned steps = 4;

	if (a == b) {
		in = BIT(25u - a) & open;
		if (bar > 0 && in == 0)
			return 0;
		if (bar > 0) {
			hit = in & s->blots;
			men |= in;
			steps = bar < 4 ? 4 - bar : 0;
		}
		for (way = men; steps > 0; steps--) {
			way = way >> a & open;
			hit |= way & s->blots;
		}
		return hit;
	}
	if (bar == 0)
		return (men >> a | men >> b | (men >> a & open) >> b | (men >> b & open) >> a) &
		       s->blots;
	for (unsigned k = 0; k < 2; k++) {
		unsigned d = k == 0 ? a : b;

		in = BIT(25u - d) & open;
		if (in == 0)
			continue;
		hit |= in & s->blots;
		if (bar == 1)
			hit |= (men | in) >> (a + b - d) & s->blots;
	}
	return hit;
}

static void
shots_count(const struct side *s, struct shots *out)
{
	unsigned bar = s->at[PT_BAR];
	uint32_t men = s->movers & POINTS;

	memset(out, 0, sizeof(*out));
	if (s->blots == 0)
		return;
	if (s->at[PT_RESERVE] > 0)
		men |= BIT(25);
	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = a; b <= 6; b++) {
			uint32_t hit = hits_of(s, men, bar, a, b);
			unsigned weight = a == b ? 1 : 2;

			if (hit == 0)
				continue;
			out->one += weight;
			if ((hit & (hit - 1u)) != 0)
				out->two += weight;
			out->pips += weight * highest(hit);
		}
}

#define E_BIT(mask, d) ((mask) >> ((d)-1u) & 1u)
static struct escape
escape_of(uint32_t mask)
{
	struct escape e = { 0, 0 };
	unsigned end = mask == 0 ? 0 : highest(mask) + 1u;

	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++) {
			unsigned weight = a == b ? 1 : 2, way = 0;
			bool sum = !E_BIT(mask, a + b) && (!E_BIT(mask, a) || !E_BIT(mask, b));

			if (sum)
				e.sum = (uint8_t)(e.sum + weight);
			if (a != b)
				way = sum               ? a + b
				      : !E_BIT(mask, a) ? a
				      : !E_BIT(mask, b) ? b
							: 0;
			else
				while (
				    way < 4 * a && (way + a > AHEAD || !E_BIT(mask, way + a)))
					way += a;
			if (way > end)
				e.beyond = (uint8_t)(e.beyond + weight);
		}
	return e;
}

void
escapes_fill(struct escape table[ESCAPES])
{
	for (uint32_t mask = 0; mask < ESCAPES; mask++)
		table[mask] = escape_of(mask);
}

static struct escape
escape_from(const struct escape *table, uint32_t closed_reversed, unsigned p)
{
	return table[closed_reversed >> (26u - p) & (ESCAPES - 1u)];
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
add_checkers(struct net_inputs *x, unsigned at, unsigned n)
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
add_fives(struct net_inputs *x, unsigned at, unsigned n)
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
#define PIPS_A_ROLL 8.1667f

static void
add_places(struct net_inputs *x, unsigned at, const uint8_t *n)
{
	for (unsigned p = 1; p <= 24; p++)
		add_checkers(x, at + 4 * (p - 1u), n[p]);
	add_checkers(x, at + POINT_INPUTS, n[PT_BAR]);
	add_fives(x, at + POINT_INPUTS + 4, n[PT_RESERVE]);
	add_fives(x, at + POINT_INPUTS + 7, n[PT_OFF]);
}

static unsigned
prime_of(uint32_t made)
{
	unsigned n = 0;

	for (; made != 0; made &= made << 1)
		n++;
	return n;
}

/* Features that a net cannot easily derive from the points alone.  They describe one side but
 * may depend on the other.  Most are scaled to about 1. */
enum side_input {
	PIPS,    /* pip count */
	CONTACT, /* pips to go until all checkers have passed the opponent's rearmost checker */
	PAST,    /* pips of the checkers past the opponent's rearmost checker */
	LAST,    /* the rearmost checker */
	LAST_ANCHOR,  /* the rearmost made point */
	FRONT_ANCHOR, /* the most advanced made point in the opponent's home, otherwise on 13 to
			 18 */
	BACK_GAME,    /* checkers in the opponent's home if two points or more are made there */
	ONE_ANCHOR,   /* checkers in the opponent's home if one point is made there */
	SHOTS,        /* rolls that hit or pin */
	DOUBLE_SHOTS, /* rolls that hit or pin two blots */
	SHOT_PIPS,    /* pips that the opponent loses by hits */
	ESCAPE,       /* rolls with which the rearmost checker can move the sum of the dice */
	ESCAPE_BEYOND, /* rolls that bring the rearmost checker beyond all closed points within
			  twelve points */
	HELD, /* 1 minus the fewest ESCAPE rolls from all points above 12; the next input is its
		 square */
	HELD_BACK = HELD + 2,     /* HELD, but only for points up to the rearmost checker */
	MOBILITY = HELD_BACK + 2, /* sum of ESCAPE rolls of each checker outside home, times its
				     distance from home */
	SPREAD, /* sum of squared distances of the checkers behind the mean position */
	CLOSED, /* closed points in the opponent's home; the next input is the square */
	BAR_CLOSED = CLOSED + 2, /* CLOSED while a checker is on the bar, otherwise 0 */
	SPARE = BAR_CLOSED + 2,  /* pips to home of checkers beyond the second on a point */
	LINKS,                   /* pairs of made points, weighted by closeness */
	PRIME,                   /* the longest row of made points */
	PRIME_AHEAD, /* the longest row in front of the opponent's rearmost checker */
	HOME_MADE,   /* made points at home */
	MEN_BACK,    /* checkers in the opponent's home */
	MEN_OUTSIDE, /* checkers outside home */
	MEN_DEEP,    /* checkers on points 1 and 2 */
	BLOTS,       /* points where the opponent could hit or pin */
	HOME_BLOTS,  /* blots at home */
	PINNED,      /* pinned checkers */
	SIDE_INPUTS,
};

struct tally {
	unsigned pips, contact, past, spare, mobility, outside, back;
	unsigned held, held_back; /* the fewest ESCAPE rolls */
	float spread;
};

/* Sums up the checkers of one side for its features.  bar: its checkers on the bar and in
 * reserve. */
static void
men_count(const struct escape *table, const struct side *s, uint32_t reversed, unsigned bar,
    struct tally *c)
{
	float mean;

	*c = (struct tally){ .held = 36, .held_back = 36 };
	for (unsigned p = 1; p <= 25; p++) {
		unsigned n = p == 25 ? bar : s->at[p], sum = 36;

		if (p > HOME_TOP && (n > 0 || p > 12)) {
			sum = escape_from(table, reversed, p).sum;
			if (p > 12 && sum < c->held)
				c->held = sum;
			if (p > 12 && p <= s->last && sum < c->held_back)
				c->held_back = sum;
		}
		if (n == 0)
			continue;
		c->pips += n * p;
		if (p > s->front)
			c->contact += n * (p - s->front);
		else
			c->past += n * p;
		if (p > HOME_TOP) {
			c->outside += n;
			c->mobility += n * (p - HOME_TOP) * sum;
			if (n > 2)
				c->spare += (n - 2) * (p - HOME_TOP);
		}
		if (p < 25 && (BIT(p) & FAR_HOME) != 0)
			c->back += n;
	}
	mean = (float)c->pips / 15.0f;
	for (unsigned p = 1; p <= 25; p++) {
		unsigned n = p == 25 ? bar : s->at[p];

		if (n > 0 && (float)p > mean)
			c->spread += (float)n * ((float)p - mean) * ((float)p - mean);
	}
}

static float
links_of(uint32_t made)
{
	float links = 0.0f;

	while (made != 0) {
		unsigned p = highest(made), q;

		made &= ~BIT(p);
		q = highest(made);
		if (q > 0 && p - q <= HOME_TOP)
			links += (float)(HOME_TOP + 1u - (p - q)) / 6.0f;
	}
	return links;
}

static void
add_squared(struct net_inputs *x, unsigned at, float value)
{
	add(x, at, value);
	add(x, at + 1, value * value);
}

static void
anchor_inputs(const struct side *s, unsigned back, struct net_inputs *x, unsigned at)
{
	uint32_t made = s->made & POINTS, deep = made & FAR_HOME;
	uint32_t front = deep != 0 ? deep : made & (BIT(19) - BIT(13));

	add(x, at + LAST_ANCHOR, (float)highest(made) / 24.0f);
	add(x, at + FRONT_ANCHOR,
	    front != 0 ? (float)(25u - (unsigned)__builtin_ctz(front)) / 6.0f : 2.0f);
	if (bits_of(deep) >= 2)
		add(x, at + BACK_GAME, ((float)back - 3.0f) / 4.0f);
	else if (deep != 0)
		add(x, at + ONE_ANCHOR, (float)back / 8.0f);
}

static void
side_inputs(const struct escape *table, const struct side *s, const struct side *other,
    struct net_inputs *x, unsigned at)
{
	unsigned bar = s->at[PT_BAR] + (unsigned)s->at[PT_RESERVE];
	uint32_t made = s->made & POINTS, reversed = 0;
	struct escape last = { 36, 36 };
	struct shots shots;
	struct tally c;
	float closed = (float)bits_of(s->closed & FAR_HOME) / 6.0f;

	for (uint32_t bits = s->closed; bits != 0; bits &= bits - 1u)
		reversed |= BIT(25u - (unsigned)__builtin_ctz(bits));
	men_count(table, s, reversed, bar, &c);
	shots_count(s, &shots);
	if (s->last > 0)
		last = escape_from(table, reversed, s->last);
	add(x, at + PIPS, (float)c.pips / 167.0f);
	add(x, at + CONTACT, (float)c.contact / 167.0f);
	add(x, at + PAST, (float)c.past / 100.0f);
	add(x, at + LAST, (float)s->last / 24.0f);
	anchor_inputs(s, c.back, x, at);
	add(x, at + SHOTS, (float)shots.one / 36.0f);
	add(x, at + DOUBLE_SHOTS, (float)shots.two / 36.0f);
	add(x, at + SHOT_PIPS, (float)shots.pips / 432.0f);
	add(x, at + ESCAPE, (float)last.sum / 36.0f);
	add(x, at + ESCAPE_BEYOND, (float)last.beyond / 36.0f);
	add_squared(x, at + HELD, (float)(36u - c.held) / 36.0f);
	add_squared(x, at + HELD_BACK, (float)(36u - c.held_back) / 36.0f);
	add(x, at + MOBILITY, (float)c.mobility / 3600.0f);
	add(x, at + SPREAD, c.spread / 400.0f);
	add_squared(x, at + CLOSED, closed);
	add_squared(x, at + BAR_CLOSED, s->at[PT_BAR] > 0 ? closed : 0.0f);
	add(x, at + SPARE, (float)c.spare / 50.0f);
	add(x, at + LINKS, links_of(made) / 4.0f);
	add(x, at + PRIME, (float)prime_of(made) / 6.0f);
	if (other->last > 0)
		add(x, at + PRIME_AHEAD,
		    (float)prime_of(mirror(s->v, made) & (BIT(other->last) - 2u)) / 6.0f);
	add(x, at + HOME_MADE, (float)bits_of(made & HOME) / 6.0f);
	add(x, at + MEN_BACK, (float)c.back / 4.0f);
	add(x, at + MEN_OUTSIDE, (float)c.outside / 15.0f);
	add(x, at + MEN_DEEP, (float)(s->at[1] + s->at[2]) / 5.0f);
	add(x, at + BLOTS, (float)bits_of(other->blots) / 4.0f);
	add(x, at + HOME_BLOTS, (float)bits_of(other->blots & mirror(s->v, HOME)) / 3.0f);
	add(x, at + PINNED, (float)bits_of(pin_bits(s->b, s->seat)) / 4.0f);
}

enum eval_phase
inputs_phase(const struct eval_position *p)
{
	const struct variant *v = p->variant;
	const uint8_t *me = p->board->at[p->turn], *other = p->board->at[seat_other(p->turn)];
	unsigned mine = 25, theirs = 25;

	if (v->no_dice)
		return EVAL_CONTACT;
	if (me[PT_BAR] + me[PT_RESERVE] + other[PT_BAR] + other[PT_RESERVE] > 0)
		return EVAL_CONTACT;
	while (mine > 0 && (mine == 25 || me[mine] == 0))
		mine--;
	while (theirs > 0 && (theirs == 25 || other[theirs] == 0))
		theirs--;
	if (v->movement == MOVE_CONTRARY)
		return mine + theirs < 25 ? EVAL_RACE : EVAL_CONTACT;
	return mine <= 12 && theirs <= 12 ? EVAL_RACE : EVAL_CONTACT;
}

unsigned
inputs_count(const struct variant *v, enum eval_phase phase)
{
	if (phase == EVAL_RACE)
		return 1 + 2 * RACE_INPUTS + ROLL_INPUTS;
	return 1 + 2 * (PLACE_INPUTS + SIDE_INPUTS) + (v->contact == CONTACT_PIN ? 48u : 0u) +
	       (v->no_dice ? 2u : 0u);
}

bool
inputs_suit(const struct variant *v, enum eval_phase phase, unsigned n)
{
	return n == inputs_count(v, phase) || (phase == EVAL_RACE && n == 1 + 2 * RACE_INPUTS);
}

/* Estimated numbers of rolls until all checkers are off and until the first one is off, as if
 * the checkers outside went to the six point first. */
struct rolls {
	float all, first;
};

static struct rolls
rolls_of(const struct bearoff_table *t, const uint8_t *at)
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
	if (men > BEAROFF_MEN)
		return (struct rolls){ 0 };
	i = bearoff_index(t, home, BEAROFF_MEN);
	return (struct rolls){ t->mean[i] + (float)pips / PIPS_A_ROLL,
		t->first_mean[i] + (float)pips / PIPS_A_ROLL };
}

static void
roll_inputs(const struct bearoff_table *t, const struct eval_position *p, struct net_inputs *x)
{
	const struct rolls me = rolls_of(t, p->board->at[p->turn]);
	const struct rolls other = rolls_of(t, p->board->at[seat_other(p->turn)]);
	const unsigned at = 1 + 2 * RACE_INPUTS;

	add(x, at, me.all / 10.0f);
	add(x, at + 1, me.first / 10.0f);
	add(x, at + 2, other.all / 10.0f);
	add(x, at + 3, other.first / 10.0f);
	add(x, at + 4, (other.all - me.all) / 2.0f);
	add(x, at + 5, (other.first - me.all) / 2.0f);
	add(x, at + 6, (other.all - me.first) / 2.0f);
}

static void
race_inputs(const struct eval_position *p, struct net_inputs *x)
{
	for (unsigned k = 0; k < 2; k++) {
		const uint8_t *n = p->board->at[k == 0 ? p->turn : seat_other(p->turn)];
		unsigned at = 1 + k * RACE_INPUTS, pips = 0, cross = 0, outside = 0, far = 0;

		for (unsigned q = 1; q <= 24; q++) {
			if (n[q] == 0)
				continue;
			add_checkers(x, at + 4 * (q - 1u), n[q]);
			pips += n[q] * q;
			cross += n[q] * ((q - 1u) / HOME_TOP);
			if (q > HOME_TOP)
				outside += n[q];
			far = q;
		}
		at += POINT_INPUTS;
		add_fives(x, at, n[PT_OFF]);
		add(x, at + 3, (float)pips / 100.0f);
		add(x, at + 4, (float)cross / 10.0f);
		add(x, at + 5, (float)outside / 10.0f);
		add(x, at + 6, (float)far / 24.0f);
	}
}

void
inputs_make(const struct eval_tables *t, const struct eval_position *p, enum eval_phase phase,
    unsigned n, struct net_inputs *x_out)
{
	struct side s[2];
	unsigned at = 1;

	x_out->n = 0;
	add(x_out, 0, 1.0f);
	if (phase == EVAL_RACE) {
		race_inputs(p, x_out);
		if (n > 1 + 2 * RACE_INPUTS)
			roll_inputs(&t->bearoff, p, x_out);
		return;
	}
	measure_sides(p, s);
	for (unsigned k = 0; k < 2; k++) {
		add_places(x_out, at, s[k].at);
		side_inputs(t->escapes, &s[k], &s[1 - k], x_out, at + PLACE_INPUTS);
		at += PLACE_INPUTS + SIDE_INPUTS;
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
inputs_shots(const struct variant *v, const struct board *b, enum seat seat)
{
	const struct eval_position p = { .variant = v, .board = b, .turn = seat };
	struct shots shots;
	struct side s[2];

	measure_sides(&p, s);
	shots_count(&s[0], &shots);
	return shots.one;
}

unsigned
inputs_prime(const struct variant *v, const struct board *b, enum seat seat)
{
	const struct eval_position p = { .variant = v, .board = b, .turn = seat };
	struct side s[2];

	measure_sides(&p, s);
	return prime_of(s[0].made & POINTS);
}
