/* SPDX-License-Identifier: MIT */
/* Generates all plays of a roll and checks a given play.  See move.h.  Pure; owns no memory:
 * the list is written to the caller's space.
 *
 * A node is a partial play in the mover's numbering: the result so far, and bit masks of the
 * occupied points and the blots.  The mask of closed points does not change during a play.
 * Finding the checkers that can play a 5 is therefore a shift.  Only step_sources() answers
 * that question; generating and checking both use it, so they cannot disagree.  Each step
 * creates a new node: copying 70 bytes is cheaper than undoing a step.  The results of the last
 * die are written into the list directly.
 *
 * During a play opposing points do not change, except that blots vanish.  The order of steps
 * therefore matters only for the bar, for bearing off, and for one checker that uses both dice.
 * Where possible, the list is built without searching for duplicates:
 *
 *  - equal steps are tried from the back to the front only (bar, reserve, 24 .. 1).  Every
 *    set of steps that can be played in some order can be played in this one, and
 *    different sets end differently;
 *  - two dice, no checker on the bar and at least two checkers outside the home board: two
 *    plays give the same result only if a checker gets from x to x - a - b by way of x - a
 *    or of x - b, or if a checker on one of those points moves on and the checker from x
 *    takes its place.  One of these plays is kept, and another only if it hits something else;
 *    next_sources() decides.  The second order of the dice is tried for such a checker only;
 *  - other rolls of two dice give few results, and a small table detects duplicates.
 *
 * Cost: 0.3 microseconds for a roll of backgammon, of which 0.04 are spent before the first
 * step, and about 15 nanoseconds for each result; 0.6 for doubles, which have three times as
 * many (tests/bench/bench_plays.c). */
#include "rules/move.h"

#include <string.h>

#include "rules/search.h"

#define BIT(p) ((uint32_t)1 << (p))
#define ALL_POINTS (BIT(PT_COUNT) - 1u)
#define OUTSIDE_HOME (ALL_POINTS & ~(BIT(HOME_TOP + 1u) - 1u)) /* 7..24, bar, reserve */

/* Constant during a play.  Points are in the mover's numbering. */
struct mover_view {
	const struct variant *v;
	enum seat seat;
	uint32_t closed_points; /* points 1..24 on which the mover cannot land */
};

/* A partial play. */
struct partial_play {
	struct move_result r;
	uint32_t occupied; /* points 1..24, bar and reserve that hold checkers of the mover */
	uint32_t blots;    /* points 1..24 that hold an opposing checker which can be hit */
};

/* Odd random numbers, one per point.  The key of a play is the sum over the changes to the
 * mover's checkers. */
/* clang-format off */
static const uint64_t KEY[PT_COUNT] = {
	0xe81f9b0cbf4e7af7u, 0xa8d4293433e798a1u, 0x6eb58eea34854703u,
	0x8b4486c599cb381bu, 0x20bc3fd70e87a553u, 0xf37fe7b9c6bd7881u,
	0x7a2d4f33c3b072e1u, 0xbaec80760aaf3a95u, 0x9f97c413aef2f88bu,
	0x2bef1f6b80b36715u, 0x6dfa23e7a2ac704du, 0x3e113028f427d2bbu,
	0xbf6bbb58fc9c2429u, 0xb79bcd2368bd7159u, 0x33b29589d819c90fu,
	0xb1479939c94b3f4bu, 0xdb1e799df8c4efb3u, 0xaaaa3bc8075ee327u,
	0xdaae3beaf019daefu, 0x24ea816a38e7741bu, 0x376c1fdf21211a73u,
	0x7bb1ae6998f2ffd3u, 0xc3e8d9dfd6bf76ffu, 0x63808ad7f4e89323u,
	0x3e5f8d205d415f27u, 0x958ad302d3e374b5u, 0x07c7259207e1e5a9u,
};
/* clang-format on */

static unsigned
highest_bit(uint32_t bits)
{
	return 31u - (unsigned)__builtin_clz(bits);
}

/* ---- partial plays ---- */

/* Returns a mask of the bytes that are at least `least` (1..128): bit i for byte i.  The sum
 * sets the top bit of such a byte and never carries into the next.  The product gathers the
 * eight top bits. */
static uint32_t
bytes_at_least(uint64_t bytes, unsigned least)
{
	uint64_t sum =
	    (bytes & 0x7f7f7f7f7f7f7f7fu) + (128u - least) * (uint64_t)0x0101010101010101u;
	uint64_t tops = (sum | bytes) >> 7 & 0x0101010101010101u;

	return (uint32_t)(tops * 0x0102040810204080u >> 56);
}

/* Packs eight counts into a word, the first in the lowest byte. */
static uint64_t
pack_eight(const uint8_t *at)
{
	return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 |
	       (uint64_t)at[3] << 24 | (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 |
	       (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

/* Returns a mask of the points 1..24 with at least `least` checkers. */
static uint32_t
points_mask(const uint8_t *at, unsigned least)
{
	uint32_t bits = 0;

	for (unsigned p = 1; p <= 24; p += 8)
		bits |= bytes_at_least(pack_eight(at + p), least) << p;
	return bits;
}

/* Reverses the bits: bit 0 becomes bit 31. */
static uint32_t
reverse_bits(uint32_t x)
{
	x = (x & 0x00ff00ffu) << 8 | (x >> 8 & 0x00ff00ffu);
	x = x << 16 | x >> 16;
	x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
	x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
	return (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
}

/* Converts a mask of points to the numbering of the opponent. */
static uint32_t
to_opponent_points(const struct variant *v, uint32_t bits)
{
	if (v->movement == MOVE_CONTRARY)
		return reverse_bits(bits) >> 6;
	return (bits << v->offset | bits >> (24u - v->offset)) & (BIT(25) - BIT(1));
}

static void
play_begin(struct mover_view *w, struct partial_play *n, const struct variant *v,
    const struct board *b, enum seat seat)
{
	const uint8_t *mine = b->at[seat];
	const uint8_t *theirs = b->at[seat_other(seat)];

	w->v = v;
	w->seat = seat;
	w->closed_points = to_opponent_points(v, points_mask(theirs, v->close_at));
	n->occupied = points_mask(mine, 1) | (uint32_t)(mine[PT_BAR] != 0) << PT_BAR |
		      (uint32_t)(mine[PT_RESERVE] != 0) << PT_RESERVE;
	n->blots = v->contact == CONTACT_HIT
		       ? to_opponent_points(v, points_mask(theirs, 1)) & ~w->closed_points
		       : 0;
	n->r.play = (struct play){ .n = 0 };
	n->r.after = *b;
	n->r.hits = 0;
}

static struct step
make_step(unsigned from, unsigned d)
{
	return (struct step){ .from = (uint8_t)from, .to = (uint8_t)step_target(from, d) };
}

/* Returns the only point from which d bears a checker off, as a mask; 0 if there is none.  All
 * checkers must be home. */
static uint32_t
bearoff_source(const struct mover_view *w, uint32_t occupied, unsigned d)
{
	if ((occupied & BIT(d)) != 0)
		return BIT(d);
	if (w->v->bearoff == BEAROFF_EXACT || occupied == 0)
		return 0;
	return highest_bit(occupied) < d ? BIT(highest_bit(occupied)) : 0;
}

/* Returns the mask of all points from which a step of d is legal.  The landing points are the
 * sources shifted down by d, so one shift finds the closed ones.  Reserve checkers enter from
 * the same place as the bar. */
static uint32_t
step_sources(const struct mover_view *w, uint32_t occupied, unsigned d)
{
	uint32_t open = ~(w->closed_points << d) & (BIT(PT_RESERVE) - BIT(d + 1u));

	if ((occupied & BIT(PT_BAR)) != 0)
		return open & BIT(PT_BAR);
	if (w->v->reserve == RESERVE_ANY_TIME)
		open |= (open & BIT(PT_BAR)) << (PT_RESERVE - PT_BAR);
	if ((occupied & OUTSIDE_HOME) == 0)
		open |= bearoff_source(w, occupied, d);
	return occupied & open;
}

/* Appends a step to a play.  `hit`: the step lands on a blot.  Returns the number of the
 * mover's checkers left on the point that the step starts from. */
static inline unsigned
append_step(const struct mover_view *w, const struct move_result *r, struct step s, bool hit,
    struct move_result *out)
{
	uint8_t *mine = out->after.at[w->seat];
	unsigned left;

	*out = *r;
	out->play.step[out->play.n++] = s;
	left = --mine[s.from];
	mine[s.to]++;
	if (hit) {
		uint8_t *theirs = out->after.at[seat_other(w->seat)];
		uint8_t *blot = &theirs[variant_opposite(w->v, s.to)];

		out->hits = (uint8_t)(out->hits + *blot);
		theirs[PT_BAR] = (uint8_t)(theirs[PT_BAR] + *blot);
		*blot = 0;
	}
	return left;
}

/* Appends a step to a node. */
static void
append_partial(const struct mover_view *w, const struct partial_play *n, struct step s,
    struct partial_play *out)
{
	uint32_t to = BIT(s.to);

	out->occupied = n->occupied | (to & ~BIT(PT_OFF));
	out->blots = n->blots & ~to;
	if (append_step(w, &n->r, s, (n->blots & to) != 0, &out->r) == 0)
		out->occupied &= ~BIT(s.from);
}

/* ---- the list ---- */

enum dice_order {
	ORDER_EQUAL_DICE, /* equal dice, from the back to the front */
	ORDER_ANY,        /* two dice; a result may be a duplicate */
	/* two dice whose order matters only for a checker that uses both */
	ORDER_LARGER_FIRST,  /* the larger die first */
	ORDER_SMALLER_FIRST, /* the smaller die first, only for a checker that uses both */
};

struct gen {
	struct mover_view w;
	struct move_space *move_space;
	enum dice_order dice_order;
	unsigned ndice;
	uint8_t die[PLAY_MAX_STEPS];
	struct partial_play partial[PLAY_MAX_STEPS]; /* partial[k] is the play after k steps */
};

static void
clear_hash(struct move_space *s)
{
	memset(s->hash, 0, MOVE_PAIR_SLOTS * sizeof(s->hash[0]));
}

/* Checks whether the result after the end of the list has a new position, and enters it into
 * the table if so.  If the first step is from the bar, at most 26 second steps follow.
 * Otherwise the mover occupies at most seven points, eight after the first step.  So there are
 * never more than 2 * (7 + 7 * 8) results. */
static bool
enter_if_new(struct move_space *s)
{
	const struct move_result *r = &s->result[s->n];
	uint64_t sum = 0;
	uint32_t key;

	CHECK(s->n < MOVE_PAIR_SLOTS / 2);
	for (unsigned i = 0; i < r->play.n; i++)
		sum += KEY[r->play.step[i].to] - KEY[r->play.step[i].from];
	key = (uint32_t)(sum >> 32);
	for (uint32_t i = key;; i++) {
		uint16_t *slot = &s->hash[i % MOVE_PAIR_SLOTS];
		unsigned at = *slot;

		if (at == 0) {
			s->key[s->n] = key;
			*slot = (uint16_t)(s->n + 1u);
			return true;
		}
		if (s->key[at - 1u] == key &&
		    memcmp(&s->result[at - 1u].after, &r->after, sizeof(r->after)) == 0)
			return false;
	}
}

/* True if plays of n dice are illegal because more dice can be played. */
static bool
uses_too_few_dice(const struct gen *g, unsigned n)
{
	return n < g->move_space->dice_used && g->w.v->must_use_all;
}

/* Records that n dice can be played.  If that is more than before, earlier results are
 * dropped. */
static void
note_dice_used(struct gen *g, unsigned n)
{
	struct move_space *s = g->move_space;

	if (n <= s->dice_used)
		return;
	s->dice_used = n;
	if (!g->w.v->must_use_all || s->n == 0)
		return;
	s->n = 0;
	if (g->dice_order == ORDER_ANY)
		clear_hash(s);
}

/* True if, when the play began, point p held no opposing checkers that block or can be hit. */
static bool
no_opponent_on(const struct gen *g, unsigned p)
{
	return ((g->w.closed_points | g->partial[0].blots) & BIT(p)) == 0;
}

/* Returns the point from which a step of d leads to p; 0 if there is none.  The bar must be
 * empty. */
static unsigned
source_of(unsigned p, unsigned d)
{
	if (p + d == PT_BAR)
		return PT_RESERVE;
	return p + d < PT_BAR ? p + d : 0;
}

/* Returns the points from which the play may continue after step `done`.  They
 * are limited so that only one of the two ways from x to x - a - b is generated (see the top of
 * this file):
 *
 *  - First order: if `done` moved a checker from x - b, no checker from x may follow that could
 *    have gone all the way without a hit on x - a.  That play was tried before, since
 *    x is farther back.
 *  - Second order: only the checker moved by `done` may continue.  It must stop if x - b was
 *    occupied already, or if the other way was open and neither way hits in between. */
static uint32_t
next_sources(const struct gen *g, struct step done)
{
	unsigned behind;

	switch (g->dice_order) {
	case ORDER_ANY:
		break;
	case ORDER_EQUAL_DICE:
		return done.from >= PT_BAR ? ALL_POINTS : BIT(done.from + 1u) - 1u;
	case ORDER_LARGER_FIRST:
		behind = source_of(done.from, g->die[1]);
		return no_opponent_on(g, step_target(behind, g->die[0])) ? ~BIT(behind)
									 : ALL_POINTS;
	case ORDER_SMALLER_FIRST:
		if ((g->partial[0].occupied & BIT(done.to)) != 0 ||
		    (no_opponent_on(g, done.to) &&
			no_opponent_on(g, step_target(done.from, g->die[1]))))
			return 0;
		return BIT(done.to);
	}
	return ALL_POINTS;
}

/* Records a play of n steps that leaves dice unused. */
static void
record_short_play(struct gen *g, unsigned n)
{
	struct move_space *s = g->move_space;

	if (n == 0 || uses_too_few_dice(g, n))
		return;
	note_dice_used(g, n);
	CHECK(s->n < MOVE_SPACE_MAX);
	s->result[s->n] = g->partial[n].r;
	if (g->dice_order != ORDER_ANY || enter_if_new(s))
		s->n++;
}

/* Plays the last die from each of these sources. */
static void
play_last_die(struct gen *g, uint32_t from_bits)
{
	unsigned d = g->die[g->ndice - 1u];
	const struct partial_play *n = &g->partial[g->ndice - 1u];
	struct move_space *s = g->move_space;

	note_dice_used(g, g->ndice);
	for (; from_bits != 0; from_bits &= ~BIT(highest_bit(from_bits))) {
		struct step step = make_step(highest_bit(from_bits), d);

		CHECK(s->n < MOVE_SPACE_MAX);
		(void)append_step(
		    &g->w, &n->r, step, (n->blots & BIT(step.to)) != 0, &s->result[s->n]);
		if (g->dice_order != ORDER_ANY || enter_if_new(s))
			s->n++;
	}
}

/* Plays die number `depth` from each source in turn and continues from there. */
static void
walk(struct gen *g, unsigned depth, uint32_t allowed)
{
	const struct partial_play *n = &g->partial[depth];
	unsigned d = g->die[depth];
	uint32_t from_bits = step_sources(&g->w, n->occupied, d) & allowed;

	if (from_bits == 0 || !g->w.v->must_use_all)
		record_short_play(g, depth);
	if (depth + 1u == g->ndice) {
		if (from_bits != 0)
			play_last_die(g, from_bits);
		return;
	}
	for (; from_bits != 0; from_bits &= ~BIT(highest_bit(from_bits))) {
		struct step step = make_step(highest_bit(from_bits), d);
		uint32_t next = next_sources(g, step);

		if (next == 0 && uses_too_few_dice(g, depth + 1u))
			continue;
		append_partial(&g->w, n, step, &g->partial[depth + 1u]);
		walk(g, depth + 1u, next);
	}
}

static unsigned
dice_of(const struct variant *v, unsigned d1, unsigned d2, uint8_t die[PLAY_MAX_STEPS])
{
	unsigned larger = d1 > d2 ? d1 : d2;
	unsigned n = d1 == d2 && v->doubles == DOUBLES_FOUR ? 4 : 2;

	CHECK(d1 >= 1 && d1 <= 6 && d2 >= 1 && d2 <= 6);
	for (unsigned i = 0; i < n; i++)
		die[i] = (uint8_t)larger;
	if (d1 != d2)
		die[1] = (uint8_t)(d1 + d2 - larger);
	return n;
}

/* True when no step of this play can start from the bar or bear off.  Then the order of two
 * dice matters only if one checker uses both. */
static bool
order_is_irrelevant(const struct mover_view *w, const struct partial_play *n)
{
	uint32_t outside = n->occupied & OUTSIDE_HOME;

	if (outside == 0 || (n->occupied & BIT(PT_BAR)) != 0)
		return false;
	return (outside & (outside - 1u)) != 0 ||
	       n->r.after.at[w->seat][highest_bit(outside)] > 1;
}

/* Tries both orders of two different dice and applies the larger-die rule. */
static void
walk_both_orders(struct gen *g)
{
	const struct variant *v = g->w.v;
	struct move_space *s = g->move_space;
	uint8_t larger = g->die[0];
	unsigned n_larger;

	if (order_is_irrelevant(&g->w, &g->partial[0]))
		g->dice_order = ORDER_LARGER_FIRST;
	else
		clear_hash(s);
	walk(g, 0, ALL_POINTS);
	n_larger = s->dice_used == 1 ? s->n : 0;
	g->die[0] = g->die[1];
	g->die[1] = larger;
	if (g->dice_order == ORDER_LARGER_FIRST)
		g->dice_order = ORDER_SMALLER_FIRST;
	walk(g, 0, ALL_POINTS);
	if (s->dice_used != 1 || !v->must_use_all)
		return;
	if (n_larger > 0 && v->larger_die)
		s->n = n_larger;
	if (n_larger == s->n)
		s->forced_die = larger;
	else if (n_larger == 0)
		s->forced_die = g->die[0];
}

unsigned
move_list(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct move_space *space)
{
	struct gen g;

	if (v->no_dice) {
		v->list_plays(v, b, seat, space);
		return space->n;
	}
	g.ndice = dice_of(v, d1, d2, g.die);
	if (variant_needs_search(v)) {
		search_plays(v, b, seat, g.die, g.ndice, space);
		return space->n;
	}
	g.move_space = space;
	g.dice_order = d1 == d2 ? ORDER_EQUAL_DICE : ORDER_ANY;
	play_begin(&g.w, &g.partial[0], v, b, seat);
	space->n = 0;
	space->dice_used = 0;
	space->forced_die = 0;
	if (d1 == d2)
		walk(&g, 0, ALL_POINTS);
	else
		walk_both_orders(&g);
	return space->n;
}

/* Tries one play.  Returns true if it uses all dice, as is the case in most positions. */
static bool
can_use_all_dice(const struct variant *v, const struct board *b, enum seat seat,
    const uint8_t *die, unsigned ndice)
{
	struct mover_view w;
	struct partial_play n, before;

	play_begin(&w, &n, v, b, seat);
	for (unsigned i = 0; i < ndice; i++) {
		uint32_t from = step_sources(&w, n.occupied, die[i]);

		if (from == 0)
			return false;
		before = n;
		append_partial(&w, &before, make_step(highest_bit(from), die[i]), &n);
	}
	return true;
}

static bool
can_ever_move(
    const struct variant *v, const struct board *b, enum seat seat, struct move_space *space)
{
	for (unsigned d = 1; d <= 6; d++)
		for (unsigned e = d; e <= 6; e++)
			if (move_list(v, b, seat, d, e, space) > 0)
				return true;
	return false;
}

bool
move_deadlock(const struct variant *v, const struct board *b, struct move_space *space)
{
	return v->contact != CONTACT_HIT && !can_ever_move(v, b, SEAT_0, space) &&
	       !can_ever_move(v, b, SEAT_1, space);
}

unsigned
move_dice_used(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct move_space *space)
{
	uint8_t die[PLAY_MAX_STEPS];
	unsigned ndice = v->no_dice ? 0 : dice_of(v, d1, d2, die);

	if (ndice > 0 && !variant_needs_search(v) && can_use_all_dice(v, b, seat, die, ndice)) {
		DCHECK(move_list(v, b, seat, d1, d2, space) > 0 && space->dice_used == ndice);
		return ndice;
	}
	(void)move_list(v, b, seat, d1, d2, space);
	return space->dice_used;
}

/* ---- one play ---- */

static bool
is_source(const struct mover_view *w, const struct partial_play *n, unsigned from, unsigned d)
{
	return from >= 1 && from < PT_COUNT &&
	       (step_sources(w, n->occupied, d) & BIT(from)) != 0;
}

/* Returns why step_sources() does not contain the step.  `die`: the die that the step would
 * use, or NULL. */
static enum move_err
explain(const struct mover_view *w, const struct partial_play *n, const struct step *s,
    const uint8_t *die)
{
	bool entering = (n->occupied & BIT(PT_BAR)) != 0;

	if (s->from < 1 || s->from >= PT_COUNT || n->r.after.at[w->seat][s->from] == 0)
		return MOVE_NO_CHECKER;
	if (entering && s->from != PT_BAR)
		return MOVE_BAR_FIRST;
	if (s->to == PT_OFF)
		return (n->occupied & OUTSIDE_HOME) != 0 ? MOVE_NOT_HOME : MOVE_BAD_BEAROFF;
	if (s->to <= 24 && die == NULL)
		return MOVE_NOT_ON_DICE;
	return MOVE_BLOCKED;
}

static bool
can_play_another_die(const struct mover_view *w, const struct partial_play *n,
    const uint8_t *die, unsigned ndice)
{
	for (unsigned i = 0; i < ndice; i++)
		if (die[i] != 0 && step_sources(w, n->occupied, die[i]) != 0)
			return true;
	return false;
}

/* Plays the steps in order and sets used dice to 0. */
static enum move_err
play_steps(const struct mover_view *w, struct partial_play *n, const struct play *p,
    uint8_t *die, unsigned ndice, unsigned *step_out)
{
	for (unsigned i = 0; i < p->n; i++) {
		const struct step *s = &p->step[i];
		uint8_t *d = search_die_for(die, ndice, s);
		struct partial_play before;

		if (d == NULL || !is_source(w, n, s->from, *d)) {
			*step_out = i;
			return explain(w, n, s, d);
		}
		before = *n;
		append_partial(w, &before, *s, n);
		*d = 0;
	}
	return MOVE_OK;
}

/* Compares boards.  Most boards in a long list differ only in their last bytes, so the first
 * words are compared without a function call. */
static bool
same_board(const struct board *a, const struct board *b)
{
	return memcmp(a->at[0], b->at[0], 8) == 0 && memcmp(a->at[1], b->at[1], 8) == 0 &&
	       memcmp(a->at[0] + 8, b->at[0] + 8, 8) == 0 &&
	       memcmp(a->at[1] + 8, b->at[1] + 8, 8) == 0 && memcmp(a, b, sizeof(*a)) == 0;
}

static bool
is_listed(const struct move_space *s, const struct board *b)
{
	for (unsigned i = 0; i < s->n; i++)
		if (same_board(&s->result[i].after, b))
			return true;
	return false;
}

/* Plays p on a copy of the board, stored in *after_out, and sets used dice to 0. */
static enum move_err
play_without_search(const struct variant *v, const struct board *b, enum seat seat,
    const struct play *p, uint8_t *die, unsigned ndice, unsigned *step_out, bool *more_out,
    struct board *after_out)
{
	enum move_err err;
	struct mover_view w;
	struct partial_play n;

	play_begin(&w, &n, v, b, seat);
	err = play_steps(&w, &n, p, die, ndice, step_out);
	*more_out = can_play_another_die(&w, &n, die, ndice);
	*after_out = n.r.after;
	return err;
}

/* Like play_without_search, for any variant.  Sets *more_out to whether another die can be
 * played. */
static enum move_err
play_any_variant(const struct variant *v, const struct board *b, enum seat seat,
    const struct play *p, uint8_t *die, unsigned ndice, unsigned *step_out, bool *more_out,
    struct board *after_out, enum rule *rule_out)
{
	enum move_err err;

	*rule_out = RULE_NONE;
	if (!variant_needs_search(v))
		return play_without_search(
		    v, b, seat, p, die, ndice, step_out, more_out, after_out);
	*after_out = *b;
	err = search_steps(v, after_out, seat, die, ndice, p, step_out, rule_out);
	*more_out = search_can_play_another_die(v, b, after_out, seat, die, ndice);
	return err;
}

enum move_err
move_try_steps(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct play *p, struct board *after_out, unsigned *step_out,
    enum rule *rule_out)
{
	uint8_t die[PLAY_MAX_STEPS];
	unsigned ndice = dice_of(v, d1, d2, die);
	bool more;

	return play_any_variant(
	    v, b, seat, p, die, ndice, step_out, &more, after_out, rule_out);
}

/* Checks a play of a game without dice: one step, which must be in the list. */
static enum move_err
check_without_dice(const struct board *b, enum seat seat, const struct play *p,
    const struct move_space *space, struct board *after_out)
{
	unsigned from = p->step[0].from;

	if (p->n != 1)
		return p->n < 1 ? MOVE_TOO_FEW : MOVE_TOO_MANY;
	if (from < 1 || from >= PT_COUNT || b->at[seat][from] == 0)
		return MOVE_NO_CHECKER;
	for (unsigned i = 0; i < space->n; i++) {
		const struct step *s = &space->result[i].play.step[0];

		if (s->from != p->step[0].from || s->to != p->step[0].to)
			continue;
		*after_out = space->result[i].after;
		return MOVE_OK;
	}
	return MOVE_FORBIDDEN;
}

enum move_err
move_check(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct play *p, const struct move_space *space, struct board *after_out,
    unsigned *step_out)
{
	uint8_t die[PLAY_MAX_STEPS];
	unsigned least = v->must_use_all || space->dice_used == 0 ? space->dice_used : 1;
	unsigned failing = 0, ndice;
	enum move_err err;
	struct board after;
	enum rule rule;
	bool more = false;

	if (v->no_dice) {
		err = check_without_dice(b, seat, p, space, after_out);
		if (err != MOVE_OK)
			*step_out = 0;
		return err;
	}
	ndice = dice_of(v, d1, d2, die);
	if (p->n > space->dice_used)
		err = MOVE_TOO_MANY;
	else
		err =
		    play_any_variant(v, b, seat, p, die, ndice, &failing, &more, &after, &rule);
	if (p->n < least) {
		err = err == MOVE_OK && !more ? MOVE_USES_FEWER : MOVE_TOO_FEW;
		failing = 0;
	}
	/* If the number of steps is right and each step is legal, only two faults remain: the
	 * wrong one of two dice was used (a last checker may leave with either), or the
	 * resulting position is forbidden. */
	if (err == MOVE_OK && space->forced_die != 0 && !is_listed(space, &after))
		err = MOVE_LARGER_DIE;
	if (err == MOVE_OK && v->result_against != NULL && p->n > 0 &&
	    !is_listed(space, &after))
		err = MOVE_FORBIDDEN;
	if (err != MOVE_OK) {
		*step_out = failing;
		return err;
	}
	DCHECK(p->n == 0 || is_listed(space, &after));
	*after_out = after;
	return MOVE_OK;
}

/* ---- bearing off ---- */

bool
move_bearoff_all(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct play *play_out)
{
	uint8_t die[PLAY_MAX_STEPS];
	unsigned ndice = v->no_dice ? 0 : dice_of(v, d1, d2, die);
	struct play play = { .n = 0 };
	bool last = false; /* no other checker is left: the play ends with this step */
	struct partial_play n, before;
	struct mover_view w;

	play_begin(&w, &n, v, b, seat);
	if ((n.occupied & OUTSIDE_HOME) != 0 || n.occupied == 0 || ndice == 0)
		return false;
	if (board_any_pinned(b, seat) && !v->off_while_pinned)
		return false;
	for (unsigned i = 0; i < ndice; i++) {
		uint32_t from = bearoff_source(&w, n.occupied, die[i]);

		if (from == 0)
			return false;
		if (last)
			continue;
		play.step[play.n++] =
		    (struct step){ .from = (uint8_t)highest_bit(from), .to = PT_OFF };
		last = n.occupied == from && n.r.after.at[seat][highest_bit(from)] == 1;
		before = n;
		if (!last)
			append_partial(&w, &before, play.step[play.n - 1u], &n);
	}
	*play_out = play;
	return true;
}
