/* SPDX-License-Identifier: MIT */
/* Generates plays by breadth-first search: see search.h.  A layer is the set of distinct
 * positions after a number of dice; the next layer contains the positions after every legal
 * step from it.  No order of steps is missed, and a position that can be reached in several
 * ways is expanded once.  Layers are stored one after another in the caller's space; the last
 * one is moved to the front.
 *
 * Cost: a few microseconds for two dice, up to a millisecond for a double in the middle of a
 * game. */
#include "rules/search.h"

#include <string.h>

#define HOME_TOP 6u
/* limit for a side whose checkers are cloned, because counts are bytes */
#define CHECKERS_MAX 255u

struct layer {
	unsigned from, to; /* range of results in the space */
};

struct search {
	const struct variant *v;
	const struct board *start;
	enum seat seat;
	struct move_space *move_space;
	uint32_t hash_mask; /* size of the hash table in use, minus one */
};

/* ---- steps ---- */

/* Returns the number of checkers that may leave the point, ignoring where they would land. */
static unsigned
movable_checkers(const struct variant *v, const struct board *b, enum seat seat, unsigned from)
{
	const uint8_t *mine = b->at[seat];

	if (mine[from] == 0 || (from == PT_RESERVE && v->reserve != RESERVE_ANY_TIME))
		return 0;
	return from <= 24 && board_pinned(b, seat, from) ? 0 : mine[from];
}

static bool
may_land(const struct variant *v, const struct board *b, enum seat seat, unsigned to)
{
	unsigned n = b->at[seat_other(seat)][variant_opposite(v, to)];

	if (v->contact == CONTACT_PIN && board_pinned(b, seat, to))
		return false; /* the opponent's checkers there pin one of mine */
	return n < v->close_at;
}

/* True if die d bears a checker off this point. */
static bool
may_bear_off(
    const struct variant *v, const struct board *b, enum seat seat, unsigned from, unsigned d)
{
	if (!board_all_home(b, seat) || (board_any_pinned(b, seat) && !v->off_while_pinned))
		return false;
	if (from == d)
		return true;
	if (v->bearoff == BEAROFF_EXACT || from > d)
		return false;
	for (unsigned p = from + 1; p <= HOME_TOP; p++)
		if (b->at[seat][p] > 0)
			return false;
	return true;
}

/* True if the fields of the variant allow the step; hooks are not consulted. */
static bool
variant_allows_step(
    const struct variant *v, const struct board *b, enum seat seat, unsigned from, unsigned d)
{
	unsigned to = step_target(from, d);

	if (movable_checkers(v, b, seat, from) == 0 ||
	    (b->at[seat][PT_BAR] > 0 && from != PT_BAR))
		return false;
	if (to == PT_OFF)
		return may_bear_off(v, b, seat, from, d);
	return may_land(v, b, seat, to);
}

static unsigned
count_checkers(const uint8_t *at)
{
	unsigned n = 0;

	for (unsigned p = 0; p < PT_COUNT; p++)
		n += at[p];
	return n;
}

/* Hits or pins a lone opposing checker where a checker has landed.  Returns the number of
 * hits. */
static unsigned
hit_or_pin(const struct variant *v, struct board *b, enum seat seat, unsigned to)
{
	enum seat other = seat_other(seat);
	unsigned q = variant_opposite(v, to);
	uint8_t n = b->at[other][q];

	if (n == 0)
		return 0;
	if (v->contact == CONTACT_PIN) {
		board_set_pinned(b, other, q, true);
		return 0;
	}
	b->at[other][q] = 0;
	b->at[other][PT_BAR] = (uint8_t)(b->at[other][PT_BAR] + n);
	if (v->clone != CLONE_NONE && count_checkers(b->at[seat]) < CHECKERS_MAX) {
		uint8_t *clones = &b->at[seat][v->clone == CLONE_TO_BAR ? PT_BAR : PT_RESERVE];

		*clones = (uint8_t)(*clones + n);
	}
	return n;
}

static unsigned
play_step(const struct variant *v, struct board *b, enum seat seat, unsigned from, unsigned to)
{
	uint8_t *mine = b->at[seat];

	mine[from]--;
	if (from <= 24 && mine[from] == 0)
		board_set_pinned(b, seat_other(seat), variant_opposite(v, from), false);
	mine[to]++;
	return to != PT_OFF ? hit_or_pin(v, b, seat, to) : 0;
}

/* Checks whether the step of die d is legal on *b, and stores the resulting position. */
static bool
try_step(const struct variant *v, const struct board *start, const struct board *b,
    enum seat seat, unsigned from, unsigned d, struct board *after_out, unsigned *hits_out)
{
	struct step_view view = { v, start, b, after_out, seat, from, step_target(from, d) };

	if (!variant_allows_step(v, b, seat, from, d))
		return false;
	*after_out = *b;
	*hits_out = play_step(v, after_out, seat, from, view.to);
	return v->step_against == NULL || v->step_against(&view) == RULE_NONE;
}

/* ---- layers ---- */

static uint32_t
hash_board(const struct board *b)
{
	const unsigned char *bytes = (const unsigned char *)b;
	uint64_t h = 0xcbf29ce484222325u;

	for (size_t i = 0; i < sizeof(*b); i += sizeof(uint32_t)) {
		uint32_t word;

		memcpy(&word, bytes + i, sizeof(word));
		h = (h ^ word) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	return (uint32_t)(h ^ h >> 32);
}

/* Clears only the part of the table that this many positions need at half load, because
 * clearing the whole table would cost more than most searches. */
static void
clear_hash(struct search *g, unsigned positions)
{
	uint32_t slots = 64;

	while (slots < MOVE_HASH_SLOTS && slots < 2 * positions)
		slots *= 2;
	g->hash_mask = slots - 1;
	memset(g->move_space->hash, 0, slots * sizeof(g->move_space->hash[0]));
}

/* Returns the slot of a position, or a free slot for it. */
static uint16_t *
hash_slot_of(struct search *g, const struct board *b)
{
	struct move_space *s = g->move_space;

	for (uint32_t i = hash_board(b);; i++) {
		uint16_t *slot = &s->hash[i & g->hash_mask];

		if (*slot == 0 || memcmp(&s->result[*slot - 1u].after, b, sizeof(*b)) == 0)
			return slot;
	}
}

/* Adds the position after a step unless it is already present. */
static void
add_result(struct search *g, const struct move_result *parent, unsigned from, unsigned d,
    const struct board *after, unsigned hits)
{
	struct move_space *s = g->move_space;
	uint16_t *slot = hash_slot_of(g, after);
	struct move_result *r;

	if (*slot != 0)
		return;
	CHECK(s->n < MOVE_SPACE_MAX);
	r = &s->result[s->n++];
	*slot = (uint16_t)s->n;
	r->play = parent->play;
	r->play.step[r->play.n++] =
	    (struct step){ .from = (uint8_t)from, .to = (uint8_t)step_target(from, d) };
	r->after = *after;
	r->hits = (uint8_t)(parent->hits + hits);
}

/* Adds a layer of all positions that a step of die d reaches from the positions of layer l. */
static struct layer
next_layer(struct search *g, struct layer l, unsigned d)
{
	struct layer next = { g->move_space->n, g->move_space->n };

	clear_hash(g, (l.to - l.from) * (PT_COUNT - 1));
	for (unsigned i = l.from; i < l.to; i++) {
		const struct move_result *parent = &g->move_space->result[i];

		for (unsigned from = 1; from < PT_COUNT; from++) {
			struct board after;
			unsigned hits;

			if (try_step(g->v, g->start, &parent->after, g->seat, from, d, &after,
				&hits))
				add_result(g, parent, from, d, &after, hits);
		}
	}
	next.to = g->move_space->n;
	return next;
}

/* Plays as many of the dice as possible in this order.  Returns the last layer that is not
 * empty. */
static struct layer
deepest_layer(struct search *g, const uint8_t *die, unsigned ndice, unsigned *used_out)
{
	struct layer l = { 0, 1 }; /* the starting position */

	for (*used_out = 0; *used_out < ndice; (*used_out)++) {
		struct layer next = next_layer(g, l, die[*used_out]);

		if (next.from == next.to)
			break;
		l = next;
	}
	return l;
}

/* ---- the list ---- */

/* Appends a layer to the list, which is at the front of the space, leaving out positions that
 * the list already contains. */
static void
add_layer(struct search *g, struct layer l, unsigned *n)
{
	struct move_space *s = g->move_space;

	for (unsigned i = l.from; i < l.to; i++) {
		uint16_t *slot = hash_slot_of(g, &s->result[i].after);

		if (*slot != 0)
			continue;
		s->result[*n] = s->result[i];
		*slot = (uint16_t)++ * n;
	}
}

/* Removes plays that the variant forbids as a whole, unless no other play is left. */
static void
remove_forbidden(struct search *g)
{
	struct move_space *s = g->move_space;
	unsigned good = 0;

	if (g->v->result_against == NULL)
		return;
	for (unsigned i = 0; i < s->n; i++)
		if (g->v->result_against(g->v, g->start, &s->result[i].after, g->seat) ==
		    RULE_NONE) {
			struct move_result r = s->result[i];

			s->result[i] = s->result[good];
			s->result[good++] = r;
		}
	if (good > 0)
		s->n = good;
}

static void
search_double(struct search *g, const uint8_t *die, unsigned ndice)
{
	struct move_space *s = g->move_space;
	struct layer l = deepest_layer(g, die, ndice, &s->dice_used);
	unsigned n = 0;

	clear_hash(g, l.to - l.from);
	if (s->dice_used > 0)
		add_layer(g, l, &n);
	s->n = n;
}

/* Tries both orders of two different dice and applies the larger-die rule. */
static void
search_pair(struct search *g, const uint8_t *die)
{
	const uint8_t turned[2] = { die[1], die[0] };
	struct move_space *s = g->move_space;
	unsigned used_a, used_b, n = 0, n_larger = 0;
	struct layer a = deepest_layer(g, die, 2, &used_a);
	struct layer b = deepest_layer(g, turned, 2, &used_b);

	s->dice_used = used_a > used_b ? used_a : used_b;
	clear_hash(g, a.to - a.from + b.to - b.from);
	if (used_a == s->dice_used && used_a > 0)
		add_layer(g, a, &n);
	n_larger = n;
	if (used_b == s->dice_used && used_b > 0 &&
	    !(s->dice_used == 1 && n_larger > 0 && g->v->larger_die))
		add_layer(g, b, &n);
	s->n = n;
	if (s->dice_used == 1)
		s->forced_die = n_larger == n ? die[0] : n_larger == 0 ? die[1] : 0;
}

void
search_plays(const struct variant *v, const struct board *b, enum seat seat, const uint8_t *die,
    unsigned ndice, struct move_space *space)
{
	struct search g = { v, b, seat, space, 0 };

	CHECK(v->must_use_all);
	space->result[0].play.n = 0;
	space->result[0].after = *b;
	space->result[0].hits = 0;
	space->n = 1;
	space->forced_die = 0;
	if (ndice == 2 && die[0] != die[1])
		search_pair(&g, die);
	else
		search_double(&g, die, ndice);
	remove_forbidden(&g);
}

/* ---- one play ---- */

uint8_t *
search_die_for(uint8_t *die, unsigned ndice, const struct step *s)
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

static enum move_err
explain(const struct variant *v, const struct board *b, enum seat seat, const struct step *s,
    const uint8_t *die)
{
	if (s->from < 1 || s->from >= PT_COUNT || b->at[seat][s->from] == 0)
		return MOVE_NO_CHECKER;
	if (b->at[seat][PT_BAR] > 0 && s->from != PT_BAR)
		return MOVE_BAR_FIRST;
	if (s->from <= 24 && board_pinned(b, seat, s->from))
		return MOVE_PINNED;
	if (s->to == PT_OFF && !board_all_home(b, seat))
		return MOVE_NOT_HOME;
	if (s->to == PT_OFF && board_any_pinned(b, seat) && !v->off_while_pinned)
		return MOVE_PINNED;
	if (s->to == PT_OFF)
		return die != NULL && variant_allows_step(v, b, seat, s->from, *die)
			   ? MOVE_FORBIDDEN
			   : MOVE_BAD_BEAROFF;
	if (s->to <= 24 && die == NULL)
		return MOVE_NOT_ON_DICE;
	if (s->to > 24 || !may_land(v, b, seat, s->to))
		return MOVE_BLOCKED;
	return MOVE_FORBIDDEN;
}

/* Returns the rule that forbids a step although the fields of the variant allow it. */
static enum rule
rule_against(const struct variant *v, const struct board *start, const struct board *b,
    enum seat seat, const struct step *s)
{
	struct board after = *b;
	const struct step_view view = { v, start, b, &after, seat, s->from, s->to };

	(void)play_step(v, &after, seat, s->from, s->to);
	return v->step_against != NULL ? v->step_against(&view) : RULE_NONE;
}

enum move_err
search_steps(const struct variant *v, struct board *b, enum seat seat, uint8_t *die,
    unsigned ndice, const struct play *p, unsigned *step_out, enum rule *rule_out)
{
	const struct board start = *b;

	for (unsigned i = 0; i < p->n; i++) {
		const struct step *s = &p->step[i];
		uint8_t *d = search_die_for(die, ndice, s);
		struct board after;
		enum move_err err;
		unsigned hits;

		if (d == NULL || s->from < 1 || s->from >= PT_COUNT ||
		    !try_step(v, &start, b, seat, s->from, *d, &after, &hits)) {
			*step_out = i;
			err = explain(v, b, seat, s, d);
			if (err == MOVE_FORBIDDEN)
				*rule_out = rule_against(v, &start, b, seat, s);
			return err;
		}
		*b = after;
		*d = 0;
	}
	return MOVE_OK;
}

bool
search_can_play_another_die(const struct variant *v, const struct board *start,
    const struct board *b, enum seat seat, const uint8_t *die, unsigned ndice)
{
	for (unsigned i = 0; i < ndice; i++)
		for (unsigned from = 1; die[i] != 0 && from < PT_COUNT; from++) {
			struct board after;
			unsigned hits;

			if (try_step(v, start, b, seat, from, die[i], &after, &hits))
				return true;
		}
	return false;
}
