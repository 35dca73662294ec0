/* SPDX-License-Identifier: MIT */
/* Pairs a round of a Swiss tournament by maximum-weight matching.  Owns no memory: all state is
 * in the caller's space.
 *
 * The players are sorted (by points, then by order within the group) and numbered, and so
 * are the groups.  The cost of a pair has these parts, in order of importance; the best pairing
 * is the one with the least cost:
 *
 *   repeat  1 if they have met
 *   float   square of the distance of their groups, in groups
 *   again   how many of the two float the same way as in the previous round
 *   ends    of different groups: square of the distance of their places
 *   halves  in one group: by how much their distances from its middle exceed their distance
 *           from each other (0 when they are in different halves)
 *   order   in one group of m: square of (the distance of their places less floor(m / 2))
 *
 * "ends" makes the last player of a group meet the first of the next, makes higher floaters
 * meet higher opponents, and prefers the lowest player for a long float.  "halves", for a given
 * set of players who stay in the group, is a constant less the sum of their distances.  That
 * sum is greatest exactly when every player of the upper half meets one of the lower half.
 * "order" is least when these halves meet in order, 1 against 1, 2 against 2: then all k
 * distances are k; their sum is fixed, and a sum of squares with a fixed sum is least when all
 * terms are equal.  If some have met, the exchanges are as short as possible.
 *
 * The sums are compared in that order by the three ranks of a matching weight: repeat and
 * float, again and ends, halves and order.  Within each rank, the first cost is counted in
 * units larger than any sum of the second.  Maximising the sum of negated costs is the exact
 * optimum of all six.  As integers: float and ends sum to at most n/2 * (n - 1)^2 < 2^35 (float
 * less, by the number of groups), order to at most n^3 / 8 <= 2^33; halves is less than n per
 * pair; so a weight is at most MATCHING_WEIGHT_MAX = 2^46.
 *
 * There are n^2/2 pairs, and almost none of them matter.  So the matching is solved for likely
 * pairs (near the place that "order" prefers in a player's own group, and the adjacent ends of
 * neighbouring groups).  Then every other pair is checked against the values that prove that
 * matching optimal (matching.h).  If none has a negative slack, the matching is optimal
 * overall; otherwise the pairs with the worst violations are added, and the matching is solved
 * again.  This terminates, since the number of pairs is finite; in practice after a few
 * iterations, with a dozen pairs per player.
 *
 * With an odd number of players, the bye goes to the first candidate and the others are paired;
 * if there are no repeats, that is the result.  Otherwise the bye becomes an additional node,
 * whose pair with a candidate costs the candidate's rank.  The matching with the fewest
 * repeats, then the smallest rank, determines who has the bye.
 *
 * Cost: a few milliseconds for 1,024 players, tens for 4,096; checking all pairs is O(n^2).
 *
 * The space for up to 1,024 players is enough for all pairs.  Above that, it is enough for 128
 * to 512 pairs per player; if that is not enough, the result is the best with those pairs. */
#include "tourney/swiss.h"

#include <string.h>

#include "tourney/matching.h"
#include "tourney/sort.h"
#include "tourney/space.h"

#define EDGES_MAX ((size_t)1 << 19)
#define NEAR_PARTNERS_MAX 6u /* likely partners on each side */
#define FLOATERS_MAX 6u /* players at the end of a group who are paired with the next group */
#define ADDED_MAX 6u    /* pairs per player added in one iteration */
#define UNPLACED 0xffffu

struct place {
	const struct swiss_player *player;
	uint16_t group;       /* score group, counted from the top */
	uint16_t group_first; /* number of the first player of the group */
	uint16_t group_size;  /* size of the group */
	uint16_t bye_rank;    /* rank as a candidate for the bye; 0: the first candidate */
};

struct swiss {
	unsigned n;           /* number of players being paired; even, except with the bye */
	struct place *places; /* best first */
	uint16_t *sorted;     /* all players, best first */
	uint16_t *bye_candidates; /* all players, in the order in which they get the bye */
	uint16_t *place_of_entry; /* by entry: its place, or UNPLACED */
	uint64_t *met;            /* n * n bits, by place */
	uint64_t *known_edges;    /* n * n bits, by place: the pair is among the edges */
	struct matching_edge *edges;
	size_t edges_n, edges_max;
	uint16_t *mates;
	struct matching_weight *row; /* result of matching_dual_sums for one player */
	void *matching;              /* space for matching.h */
	unsigned groups;
	bool for_bye; /* place n - 1 is the bye */
	int64_t repeat_unit, same_float_unit, halves_unit;
};

/* ---- tables of bits ---- */

static inline bool
bit_get(const uint64_t *bits, size_t row, size_t width, unsigned i)
{
	return (bits[row * width + i / 64] >> (i % 64) & 1u) != 0;
}

static inline void
bit_set(uint64_t *bits, size_t row, size_t width, unsigned i)
{
	bits[row * width + i / 64] |= (uint64_t)1 << (i % 64);
}

static inline size_t
row_words(const struct swiss *s)
{
	return (s->n + 63u) / 64u;
}

static inline bool
have_met(const struct swiss *s, unsigned a, unsigned b)
{
	return bit_get(s->met, a, row_words(s), b);
}

/* ---- order ---- */

static bool
placed_before(const struct swiss_player *a, const struct swiss_player *b)
{
	if (a->points != b->points)
		return a->points > b->points;
	if (a->order != b->order)
		return a->order < b->order;
	return a->entry < b->entry;
}

static bool
number_before(const void *players, uint16_t a, uint16_t b)
{
	const struct swiss_player *p = players;

	return placed_before(&p[a], &p[b]);
}

static bool
bye_before(const void *players, uint16_t a, uint16_t b)
{
	const struct swiss_player *x = (const struct swiss_player *)players + a;
	const struct swiss_player *y = (const struct swiss_player *)players + b;

	if (x->byes != y->byes)
		return x->byes < y->byes;
	if (x->points == y->points && x->place != y->place)
		return x->place > y->place;
	return placed_before(y, x);
}

/* ---- places ---- */

static void
group_players(struct swiss *s)
{
	unsigned first = 0;

	s->groups = 0;
	for (unsigned i = 1; i <= s->n; i++) {
		if (i < s->n && s->places[i].player->points == s->places[first].player->points)
			continue;
		for (unsigned k = first; k < i; k++) {
			s->places[k].group = (uint16_t)s->groups;
			s->places[k].group_first = (uint16_t)first;
			s->places[k].group_size = (uint16_t)(i - first);
		}
		s->groups++;
		first = i;
	}
}

static void
mark_met(struct swiss *s, const struct swiss_round *r)
{
	size_t width = row_words(s);

	memset(s->met, 0, s->n * width * sizeof(*s->met));
	for (size_t i = 0; i < r->met_n; i++) {
		unsigned a, b;

		if (!entry_is_player(r->met[i].a) || !entry_is_player(r->met[i].b))
			continue;
		a = s->place_of_entry[r->met[i].a];
		b = s->place_of_entry[r->met[i].b];
		if (a == UNPLACED || b == UNPLACED || a == b)
			continue;
		bit_set(s->met, a, width, b);
		bit_set(s->met, b, width, a);
	}
}

/* Places all players except `without` (NULL: all). */
static void
place_players(struct swiss *s, const struct swiss_round *r, const struct swiss_player *without)
{
	s->n = 0;
	for (unsigned i = 0; i < TOURNEY_ENTRIES_MAX; i++)
		s->place_of_entry[i] = UNPLACED;
	for (unsigned i = 0; i < r->n; i++) {
		const struct swiss_player *p = &r->players[s->sorted[i]];

		if (p == without)
			continue;
		s->place_of_entry[p->entry] = (uint16_t)s->n;
		s->places[s->n++].player = p;
	}
	group_players(s);
	mark_met(s, r);
}

/* ---- what a pair costs ---- */

static inline int64_t
square(int64_t x)
{
	return x * x;
}

static inline int64_t
from_middle(const struct place *p, unsigned a)
{
	int64_t twice = 2 * ((int64_t)a - p->group_first) - (p->group_size - 1);

	return twice < 0 ? -twice : twice;
}

/* Returns the weight of a pair a < b; never above 0. */
static inline struct matching_weight
weight_of(const struct swiss *s, unsigned a, unsigned b)
{
	const struct place *up = &s->places[a], *low = &s->places[b];
	int64_t repeat = have_met(s, a, b), apart = (int64_t)b - a, halves;

	if (s->for_bye)
		return (struct matching_weight){ { -repeat,
		    b == s->n - 1 ? -(int64_t)up->bye_rank : 0, 0 } };
	if (up->group != low->group) {
		int64_t again = (up->player->floated > 0) + (low->player->floated < 0);

		return (struct matching_weight){ { -repeat * s->repeat_unit -
						       square(low->group - up->group),
		    -again * s->same_float_unit - square(apart), 0 } };
	}
	halves = (from_middle(up, a) + from_middle(low, b)) / 2 - apart;
	return (struct matching_weight){ { -repeat * s->repeat_unit, 0,
	    -halves * s->halves_unit - square(apart - up->group_size / 2) } };
}

/* ---- candidate pairs ---- */

static bool
add_edge(struct swiss *s, unsigned a, unsigned b)
{
	if (bit_get(s->known_edges, a, row_words(s), b) || s->edges_n == s->edges_max)
		return false;
	bit_set(s->known_edges, a, row_words(s), b);
	s->edges[s->edges_n++] =
	    (struct matching_edge){ (uint16_t)a, (uint16_t)b, weight_of(s, a, b) };
	return true;
}

/* Adds pairs of player `a` with players in the same group who are after `a` and near place
 * `ideal`. */
static void
add_near(struct swiss *s, unsigned a, unsigned ideal)
{
	const struct place *p = &s->places[a];
	unsigned end = (unsigned)p->group_first + p->group_size, found = 0;

	for (unsigned b = ideal; b < end && found < NEAR_PARTNERS_MAX; b++)
		if (b > a && !have_met(s, a, b)) {
			add_edge(s, a, b);
			found++;
		}
	found = 0;
	for (unsigned b = ideal; b-- > a + 1 && found < NEAR_PARTNERS_MAX;)
		if (b < end && !have_met(s, a, b)) {
			add_edge(s, a, b);
			found++;
		}
}

/* Pairs player `a` with the next player, so that the edges contain a complete pairing.  If `a`
 * is among the last of its group, also pairs `a` with players in the next group. */
static void
add_next(struct swiss *s, unsigned a)
{
	const struct place *p = &s->places[a];
	unsigned end = (unsigned)p->group_first + p->group_size, found = 0;

	if (a + 1 < s->n)
		add_edge(s, a, a + 1);
	if (end - a > FLOATERS_MAX)
		return;
	for (unsigned b = end; b < s->n && found < FLOATERS_MAX; b++)
		if (!have_met(s, a, b)) {
			add_edge(s, a, b);
			found++;
		}
}

static void
add_likely(struct swiss *s)
{
	s->edges_n = 0;
	memset(s->known_edges, 0, s->n * row_words(s) * sizeof(*s->known_edges));
	for (unsigned a = 0; a < s->n; a++) {
		add_near(s, a, a + s->places[a].group_size / 2u);
		add_next(s, a);
	}
}

struct bad_pair {
	struct matching_weight slack;
	unsigned b;
};

/* Inserts an offender into a list of the worst ones, worst first. */
static unsigned
keep_worst(struct bad_pair *worst, unsigned n, struct bad_pair o)
{
	unsigned i = n;

	if (n == ADDED_MAX && !matching_less(o.slack, worst[n - 1].slack))
		return n;
	if (n == ADDED_MAX)
		i--;
	else
		n++;
	while (i > 0 && matching_less(o.slack, worst[i - 1].slack)) {
		worst[i] = worst[i - 1];
		i--;
	}
	worst[i] = o;
	return n;
}

/* Adds the worst offenders among the pairs of player `a` with players after `a`.  Returns false
 * if no pair was added. */
static bool
add_bad_pairs_of(struct swiss *s, unsigned a)
{
	const struct matching_weight zero = { { 0 } };
	struct bad_pair worst[ADDED_MAX];
	unsigned n = 0;
	bool added = false;

	matching_dual_sums(s->matching, a, s->row);
	for (unsigned b = a + 1; b < s->n; b++) {
		struct bad_pair o = { s->row[b], b };

		if (!matching_less(o.slack, zero)) /* weights are never above 0 */
			continue;
		o.slack = matching_minus(o.slack, matching_times(weight_of(s, a, b), 4));
		if (matching_less(o.slack, zero) &&
		    !bit_get(s->known_edges, a, row_words(s), b))
			n = keep_worst(worst, n, o);
	}
	for (unsigned i = 0; i < n; i++)
		added |= add_edge(s, a, worst[i].b);
	return added;
}

/* Adds pairs that could improve the matching.  Returns false if no pair was added. */
static bool
add_bad_pairs(struct swiss *s)
{
	bool added = false;

	for (unsigned a = 0; a < s->n; a++)
		added |= add_bad_pairs_of(s, a);
	return added;
}

static void
match_players(struct swiss *s)
{
	add_likely(s);
	do
		matching_solve(s->n, s->edges, s->edges_n, true, s->matching, s->mates);
	while (add_bad_pairs(s));
}

/* ---- memory ---- */

static size_t
lay_out_arrays(const struct swiss_round *r, void *block, struct swiss *s)
{
	size_t n = r->n + r->n % 2, edges = n * (n - 1) / 2, bits = n * ((n + 63) / 64);
	struct space in = { block, 0 };

	s->edges_max = edges < EDGES_MAX ? edges : EDGES_MAX;
	s->places = space_take(&in, n, sizeof(*s->places));
	s->sorted = space_take(&in, n, sizeof(*s->sorted));
	s->bye_candidates = space_take(&in, n, sizeof(*s->bye_candidates));
	s->place_of_entry = space_take(&in, TOURNEY_ENTRIES_MAX, sizeof(*s->place_of_entry));
	s->met = space_take(&in, bits, sizeof(*s->met));
	s->known_edges = space_take(&in, bits, sizeof(*s->known_edges));
	s->edges = space_take(&in, s->edges_max, sizeof(*s->edges));
	s->mates = space_take(&in, n, sizeof(*s->mates));
	s->row = space_take(&in, n, sizeof(*s->row));
	s->matching = space_take(&in, 1, matching_scratch_size((unsigned)n, s->edges_max));
	return in.used;
}

size_t
swiss_scratch_size(const struct swiss_round *r)
{
	struct swiss s;

	return lay_out_arrays(r, NULL, &s);
}

/* ---- a round ---- */

static void
pair_all(struct swiss *s, const struct swiss_round *r, const struct swiss_player *without,
    struct swiss_result *out)
{
	place_players(s, r, without);
	s->for_bye = false;
	s->repeat_unit = s->n / 2 * square((int64_t)s->groups - 1) + 1;
	s->same_float_unit = s->n / 2 * square(s->n) + 1;
	s->halves_unit = s->n * square(s->n) / 8 + 1;
	match_players(s);
	out->bye = without != NULL ? without->entry : ENTRY_NOBODY;
	out->pairs_n = out->repeats = 0;
	for (unsigned a = 0; a < s->n; a++) {
		unsigned b = s->mates[a];

		CHECK(b < s->n);
		if (b < a)
			continue;
		out->repeats += have_met(s, a, b);
		out->pairs[out->pairs_n++] = (struct swiss_met){ s->places[a].player->entry,
			s->places[b].player->entry };
	}
}

/* Returns the first candidate whose bye leaves as few repeats as possible. */
static const struct swiss_player *
best_bye(struct swiss *s, const struct swiss_round *r)
{
	unsigned bye;

	place_players(s, r, NULL);
	bye = s->n++;
	for (unsigned i = 0; i < r->n; i++)
		s->places[s->place_of_entry[r->players[s->bye_candidates[i]].entry]].bye_rank =
		    (uint16_t)i;
	s->places[bye] = (struct place){ NULL, (uint16_t)s->groups, (uint16_t)bye, 1, 0 };
	mark_met(s, r); /* repeated, because the bye has widened the bit table by one */
	s->for_bye = true;
	match_players(s);
	return s->places[s->mates[bye]].player;
}

void
swiss_pair(const struct swiss_round *r, void *space, struct swiss_result *out)
{
	const struct swiss_player *first, *bye;
	struct swiss s = { 0 };

	CHECK(r->n >= 2 && r->n <= TOURNEY_ENTRIES_MAX);
	(void)lay_out_arrays(r, space, &s);
	for (unsigned i = 0; i < r->n; i++) {
		CHECK(entry_is_player(r->players[i].entry));
		s.sorted[i] = s.bye_candidates[i] = (uint16_t)i;
	}
	sort_numbers(s.sorted, r->n, number_before, r->players);
	sort_numbers(s.bye_candidates, r->n, bye_before, r->players);
	first = r->n % 2 != 0 ? &r->players[s.bye_candidates[0]] : NULL;
	pair_all(&s, r, first, out);
	if (first == NULL || out->repeats == 0)
		return;
	bye = best_bye(&s, r);
	if (bye != first)
		pair_all(&s, r, bye, out);
}

unsigned
swiss_default_rounds(unsigned n)
{
	unsigned rounds = 1;

	if (n < 2)
		return 0;
	while (1u << (rounds - 1) < n)
		rounds++;
	return rounds < n ? rounds : n - 1;
}
