/* SPDX-License-Identifier: MIT */
/* Plays: generating all of a roll, testing one.  See move.h.  Pure; owns nothing, the list is
 * written to the caller's space.
 *
 * A cursor is the position in the mover's eyes: his counts, and three words of bits (his
 * points, the closed ones, the blots) in which "who can play a 5" is a shift.  sources()
 * answers that, alone: generating and testing both ask it, so they cannot disagree.
 *
 * Opposing points do not change during a play except that blots vanish, so the order of steps
 * matters only for the bar, for bearing off, and for one checker using both dice.  Hence:
 *  - equal steps are tried from the back to the front only (bar, reserve, 24 .. 1): every set
 * of steps that can be played in some order can be played in this one, and different sets end
 * differently, so doubles need no search for duplicates;
 *  - with nobody on the bar and two checkers or more outside the home board, the second order
 * of two dice is tried only for one checker going all the way.
 *
 * Cost: tens of nanoseconds per result. */
#include "rules/move.h"

#include <string.h>

#include "rules/search.h"

#define BIT(p) ((uint32_t)1 << (p))
#define ALL_POINTS (BIT(PT_COUNT) - 1u)
#define OUTSIDE (ALL_POINTS & ~(BIT(HOME_TOP + 1u) - 1u)) /* 7..24, bar, reserve */

struct cursor {
	const struct variant *v;
	struct board b;
	uint8_t *mine;
	uint8_t *theirs;
	uint32_t occupied; /* own points 1..24, bar and reserve with a checker of the mover */
	uint32_t closed;   /* own points 1..24 the mover cannot land on */
	uint32_t blots;    /* own points 1..24 with an opposing checker that can be hit */
	uint64_t key;      /* sum over the steps done: equal for equal positions of one roll */
	uint8_t hits;
};

/* Odd random numbers, one for each own point; a position's key is the sum of its changes. */
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

/* Of a hit on the point. */
static uint64_t
hit_key(unsigned p)
{
	return KEY[p] << 7 | KEY[p] >> 57;
}

static unsigned
highest(uint32_t bits)
{
	return 31u - (unsigned)__builtin_clz(bits);
}

/* ---- a position being played on ---- */

static void
cursor_init(struct cursor *c, const struct variant *v, const struct board *b, enum seat seat)
{
	c->v = v;
	c->b = *b;
	c->mine = c->b.at[seat];
	c->theirs = c->b.at[seat_other(seat)];
	c->occupied = 0;
	c->closed = 0;
	c->blots = 0;
	c->key = 0;
	c->hits = 0;
	for (unsigned p = 1; p < PT_COUNT; p++)
		c->occupied |= (uint32_t)(c->mine[p] != 0) << p;
	for (unsigned p = 1; p <= 24; p++) {
		unsigned n = c->theirs[variant_opposite(v, p)];

		c->closed |= (uint32_t)(n >= v->close_at) << p;
		c->blots |= (uint32_t)(n != 0) << p;
	}
	c->blots = v->contact == CONTACT_HIT ? c->blots & ~c->closed : 0;
}

/* Where a step of d from a point leads: bar and reserve both count 25. */
static unsigned
target(unsigned from, unsigned d)
{
	if (from >= PT_BAR)
		return PT_BAR - d;
	return from > d ? from - d : PT_OFF;
}

/* The one point from which d bears a checker off, as a bit; 0 when there is none.  All must be
 * home. */
static uint32_t
bearoff_source(const struct cursor *c, unsigned d)
{
	if ((c->occupied & BIT(d)) != 0)
		return BIT(d);
	if (c->v->bearoff == BEAROFF_EXACT || c->occupied == 0)
		return 0;
	return highest(c->occupied) < d ? BIT(highest(c->occupied)) : 0;
}

/* All points from which a step of d is legal now, as bits.  The landing points are the sources
 * moved down by d, so one shift tells which are closed. */
static uint32_t
sources(const struct cursor *c, unsigned d)
{
	bool entry_closed = (c->closed & BIT(PT_BAR - d)) != 0;
	uint32_t from;

	if ((c->occupied & BIT(PT_BAR)) != 0)
		return entry_closed ? 0 : BIT(PT_BAR);
	from = c->occupied & (BIT(PT_BAR) - BIT(d + 1u)) & ~(c->closed << d);
	if ((c->occupied & BIT(PT_RESERVE)) != 0 && c->v->entry == ENTRY_FREE && !entry_closed)
		from |= BIT(PT_RESERVE);
	if ((c->occupied & OUTSIDE) == 0)
		from |= bearoff_source(c, d);
	return from;
}

/* What step_undo needs besides the step itself. */
struct undo {
	uint32_t occupied;
	uint32_t blots;
	uint64_t key;
	uint8_t hit; /* checkers sent to the bar by this step */
};

static uint8_t
hit_at(struct cursor *c, unsigned p)
{
	uint8_t *blot = &c->theirs[variant_opposite(c->v, p)];
	uint8_t n = *blot;

	*blot = 0;
	c->theirs[PT_BAR] = (uint8_t)(c->theirs[PT_BAR] + n);
	c->hits = (uint8_t)(c->hits + n);
	c->blots &= ~BIT(p);
	c->key += hit_key(p);
	return n;
}

/* Moves one checker. */
static struct undo
step_do(struct cursor *c, unsigned from, unsigned to)
{
	struct undo u = { c->occupied, c->blots, c->key, 0 };

	if (--c->mine[from] == 0)
		c->occupied &= ~BIT(from);
	c->mine[to]++;
	c->key += KEY[to] - KEY[from];
	if (to != PT_OFF) {
		c->occupied |= BIT(to);
		if ((c->blots & BIT(to)) != 0)
			u.hit = hit_at(c, to);
	}
	return u;
}

static void
step_undo(struct cursor *c, unsigned from, unsigned to, const struct undo *u)
{
	c->mine[to]--;
	c->mine[from]++;
	c->occupied = u->occupied;
	c->blots = u->blots;
	c->key = u->key;
	if (u->hit != 0) {
		c->theirs[PT_BAR] = (uint8_t)(c->theirs[PT_BAR] - u->hit);
		c->theirs[variant_opposite(c->v, to)] = u->hit;
		c->hits = (uint8_t)(c->hits - u->hit);
	}
}

/* ---- the list ---- */

struct gen {
	struct cursor c;
	struct move_space *space;
	struct play path; /* the steps done */
	uint8_t die[PLAY_MAX_STEPS];
	unsigned ndice;
	bool equal;        /* all dice show the same */
	bool through_only; /* second order: only the checker that used the first die goes on */
};

/* The slot of the position in the table, or the free one where it belongs. */
static uint16_t *
slot_of(struct gen *g, uint32_t key)
{
	struct move_space *s = g->space;

	for (uint32_t i = key;; i++) {
		uint16_t *slot = &s->hash[i % MOVE_PAIR_SLOTS];
		unsigned at = *slot;

		if (at == 0)
			return slot;
		if (s->key[at - 1u] == key &&
		    memcmp(&s->result[at - 1u].after, &g->c.b, sizeof(g->c.b)) == 0)
			return slot;
	}
}

static void
table_clear(struct move_space *s)
{
	memset(s->hash, 0, MOVE_PAIR_SLOTS * sizeof(s->hash[0]));
}

/* The steps done are a candidate.  More dice than before make all earlier ones void. */
static void
record(struct gen *g)
{
	struct move_space *s = g->space;
	struct move_result *r;

	if (g->path.n > s->dice_used) {
		s->dice_used = g->path.n;
		if (g->c.v->must_use_all && s->n > 0) {
			s->n = 0;
			if (!g->equal)
				table_clear(s);
		}
	}
	if (!g->equal) {
		uint32_t key = (uint32_t)(g->c.key >> 32);
		uint16_t *slot = slot_of(g, key);

		if (*slot != 0)
			return;
		CHECK(s->n < MOVE_PAIR_SLOTS - 1u);
		s->key[s->n] = key;
		*slot = (uint16_t)(s->n + 1u);
	}
	CHECK(s->n < MOVE_SPACE_MAX);
	r = &s->result[s->n++];
	r->play = g->path;
	r->after = g->c.b;
	r->hits = g->c.hits;
}

/* Sources of the step after one from `from` to `to`. */
static uint32_t
allowed_next(const struct gen *g, unsigned from, unsigned to)
{
	if (g->through_only)
		return g->c.mine[to] == 1 ? BIT(to) : 0;
	if (!g->equal || from >= PT_BAR)
		return ALL_POINTS;
	return BIT(from + 1u) - 1u;
}

/* Takes one step from each source in turn, and goes on from there. */
static void
walk(struct gen *g, uint32_t allowed)
{
	unsigned depth = g->path.n;
	unsigned d = depth < g->ndice ? g->die[depth] : 0;
	uint32_t from_bits = d > 0 ? sources(&g->c, d) & allowed : 0;
	bool longest = from_bits == 0 && depth >= g->space->dice_used;

	if (depth > 0 && (longest || !g->c.v->must_use_all))
		record(g);
	while (from_bits != 0) {
		unsigned from = highest(from_bits);
		unsigned to = target(from, d);
		struct undo u = step_do(&g->c, from, to);

		from_bits &= ~BIT(from);
		g->path.step[depth] = (struct step){ .from = (uint8_t)from, .to = (uint8_t)to };
		g->path.n = (uint8_t)(depth + 1u);
		walk(g, allowed_next(g, from, to));
		g->path.n = (uint8_t)depth;
		step_undo(&g->c, from, to, &u);
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

/* True when no step of this play can start from the bar or bear off: the order of the two dice
 * is then indifferent unless one checker plays both. */
static bool
order_free(const struct cursor *c)
{
	uint32_t outside = c->occupied & OUTSIDE;

	if (outside == 0 || (c->occupied & BIT(PT_BAR)) != 0)
		return false;
	return (outside & (outside - 1u)) != 0 || c->mine[highest(outside)] > 1;
}

/* Both orders of two different dice, and the larger-die rule. */
static void
walk_both_orders(struct gen *g)
{
	const struct variant *v = g->c.v;
	struct move_space *s = g->space;
	uint8_t larger = g->die[0];
	unsigned n_larger;

	table_clear(s);
	walk(g, ALL_POINTS);
	n_larger = s->dice_used == 1 ? s->n : 0;
	g->die[0] = g->die[1];
	g->die[1] = larger;
	g->through_only = order_free(&g->c);
	walk(g, ALL_POINTS);
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
	struct gen g = { .space = space, .equal = d1 == d2 };

	if (v->no_dice) {
		v->list(v, b, seat, space);
		return space->n;
	}
	g.ndice = dice_of(v, d1, d2, g.die);
	if (variant_needs_search(v)) {
		search_plays(v, b, seat, g.die, g.ndice, space);
		return space->n;
	}
	cursor_init(&g.c, v, b, seat);
	space->n = 0;
	space->dice_used = 0;
	space->forced_die = 0;
	if (g.equal)
		walk(&g, ALL_POINTS);
	else
		walk_both_orders(&g);
	return space->n;
}

/* ---- one play ---- */

/* The die that the step would use up: the one it moves by; off the board the smallest that
 * reaches.  NULL when there is none. */
static uint8_t *
die_for(uint8_t *die, unsigned ndice, const struct step *s)
{
	unsigned from = s->from >= PT_BAR ? PT_BAR : s->from;
	uint8_t *best = NULL;

	for (unsigned i = 0; i < ndice; i++) {
		bool fits = s->to == PT_OFF ? die[i] >= from : from == (unsigned)s->to + die[i];

		if (die[i] != 0 && fits && (best == NULL || die[i] < *best))
			best = &die[i];
	}
	return best;
}

static bool
is_source(const struct cursor *c, unsigned from, unsigned d)
{
	return from >= 1 && from < PT_COUNT && (sources(c, d) & BIT(from)) != 0;
}

/* Why sources() does not have the step.  die: the one it would use, or NULL. */
static enum move_err
explain(const struct cursor *c, const struct step *s, const uint8_t *die)
{
	bool entering = (c->occupied & BIT(PT_BAR)) != 0;

	if (s->from < 1 || s->from >= PT_COUNT || c->mine[s->from] == 0)
		return MOVE_NO_CHECKER;
	if (entering && s->from != PT_BAR)
		return MOVE_BAR_FIRST;
	if (s->to == PT_OFF)
		return (c->occupied & OUTSIDE) != 0 ? MOVE_NOT_HOME : MOVE_BAD_BEAROFF;
	if (s->to <= 24 && die == NULL)
		return MOVE_NOT_ON_DICE;
	return MOVE_BLOCKED;
}

static bool
can_go_on(const struct cursor *c, const uint8_t *die, unsigned ndice)
{
	for (unsigned i = 0; i < ndice; i++)
		if (die[i] != 0 && sources(c, die[i]) != 0)
			return true;
	return false;
}

/* Plays the steps one after the other, using up dice (set to 0). */
static enum move_err
play_steps(
    struct cursor *c, const struct play *p, uint8_t *die, unsigned ndice, unsigned *step_out)
{
	for (unsigned i = 0; i < p->n; i++) {
		const struct step *s = &p->step[i];
		uint8_t *d = die_for(die, ndice, s);

		if (d == NULL || !is_source(c, s->from, *d)) {
			*step_out = i;
			return explain(c, s, d);
		}
		(void)step_do(c, s->from, s->to);
		*d = 0;
	}
	return MOVE_OK;
}

static bool
listed(const struct move_space *s, const struct board *b)
{
	for (unsigned i = 0; i < s->n; i++)
		if (memcmp(&s->result[i].after, b, sizeof(*b)) == 0)
			return true;
	return false;
}

/* The steps of p on a copy of the board, which *after_out gets. */
static enum move_err
play_fast(const struct variant *v, const struct board *b, enum seat seat, const struct play *p,
    uint8_t *die, unsigned ndice, unsigned *step_out, bool *more_out, struct board *after_out)
{
	enum move_err err;
	struct cursor c;

	cursor_init(&c, v, b, seat);
	err = play_steps(&c, p, die, ndice, step_out);
	*more_out = can_go_on(&c, die, ndice);
	*after_out = c.b;
	return err;
}

static enum move_err
play_searched(const struct variant *v, const struct board *b, enum seat seat,
    const struct play *p, uint8_t *die, unsigned ndice, unsigned *step_out, bool *more_out,
    struct board *after_out)
{
	enum move_err err;

	*after_out = *b;
	err = search_steps(v, after_out, seat, die, ndice, p, step_out);
	*more_out = search_can_go_on(v, b, after_out, seat, die, ndice);
	return err;
}

/* In a game without dice the list says all: one step, or none. */
static enum move_err
check_listed(const struct play *p, const struct move_space *space, struct board *after_out)
{
	if (p->n != 1)
		return p->n < 1 ? MOVE_TOO_FEW : MOVE_TOO_MANY;
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
	bool more = false;

	if (v->no_dice) {
		err = check_listed(p, space, after_out);
		if (err != MOVE_OK)
			*step_out = 0;
		return err;
	}
	ndice = dice_of(v, d1, d2, die);
	if (p->n > space->dice_used)
		err = MOVE_TOO_MANY;
	else
		err = (variant_needs_search(v) ? play_searched : play_fast)(
		    v, b, seat, p, die, ndice, &failing, &more, &after);
	if (p->n < least) {
		err = err == MOVE_OK && !more ? MOVE_USES_FEWER : MOVE_TOO_FEW;
		failing = 0;
	}
	/* Enough legal steps: the only thing left that may be wrong is which of two dice was
	 * played, a last checker leaves with either; or what the play comes to as a whole. */
	if (err == MOVE_OK && space->forced_die != 0 && !listed(space, &after))
		err = MOVE_LARGER_DIE;
	if (err == MOVE_OK && v->result_ok != NULL && p->n > 0 && !listed(space, &after))
		err = MOVE_FORBIDDEN;
	if (err != MOVE_OK) {
		*step_out = failing;
		return err;
	}
	DCHECK(p->n == 0 || listed(space, &after));
	*after_out = after;
	return MOVE_OK;
}

/* ---- bearing off ---- */

bool
move_all_home(const struct board *b, enum seat seat)
{
	for (unsigned p = HOME_TOP + 1u; p < PT_COUNT; p++)
		if (b->at[seat][p] != 0)
			return false;
	return true;
}

bool
move_bearoff_all(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct play *play_out)
{
	uint8_t die[PLAY_MAX_STEPS];
	unsigned ndice = v->no_dice ? 0 : dice_of(v, d1, d2, die);
	struct play play = { .n = 0 };
	bool last = false; /* only one is left, and the play ends with it */
	struct cursor c;

	cursor_init(&c, v, b, seat);
	if ((c.occupied & OUTSIDE) != 0 || c.occupied == 0 || ndice == 0)
		return false;
	if (board_any_pinned(b, seat) && !v->off_while_pinned)
		return false;
	for (unsigned i = 0; i < ndice; i++) {
		uint32_t from = bearoff_source(&c, die[i]);

		if (from == 0)
			return false;
		if (last)
			continue;
		play.step[play.n++] =
		    (struct step){ .from = (uint8_t)highest(from), .to = PT_OFF };
		last = c.occupied == from && c.mine[highest(from)] == 1;
		if (!last)
			(void)step_do(&c, highest(from), PT_OFF);
	}
	*play_out = play;
	return true;
}
