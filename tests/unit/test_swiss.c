/* SPDX-License-Identifier: MIT */
/* Pairing a Swiss round (rules 30 to 33): examples made by hand and published ones, and
 * thousands of random tournaments in which each round is compared with all possible pairings
 * (small fields) or with a single matching without the module's optimisations (large
 * fields). */
#include "base/rng.h"
#include "tests/support/rows.h"
#include "tourney/matching.h"
#include "tourney/swiss.h"
#include "tests/unit/test.h"

#define FIELD_MAX 300u
#define MET_MAX (FIELD_MAX * FIELD_MAX / 2u)

/* A tournament in which entry e is players[e]. */
struct cup {
	unsigned n;
	struct swiss_player players[FIELD_MAX];
	bool withdrawn[FIELD_MAX];
	bool may_not_meet[FIELD_MAX][FIELD_MAX];
	struct swiss_met met[MET_MAX];
	size_t met_n;
};

/* A round of the tournament. */
struct paired {
	struct swiss_player in[FIELD_MAX]; /* players to be paired, best first */
	unsigned n;
	struct swiss_met pairs[FIELD_MAX / 2 + 1];
	struct swiss_result result;
};

static struct cup *
cup_make(unsigned n)
{
	struct cup *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	assert_true(n <= FIELD_MAX);
	t->n = n;
	for (unsigned i = 0; i < n; i++) {
		t->players[i].entry = (entry_no)i;
		t->players[i].order = (uint16_t)i;
	}
	return t;
}

static void
cup_meet(struct cup *t, unsigned a, unsigned b)
{
	assert_true(t->met_n < MET_MAX);
	t->met[t->met_n++] = (struct swiss_met){ (entry_no)a, (entry_no)b };
	t->may_not_meet[a][b] = t->may_not_meet[b][a] = true;
}

static bool
better_placed(const struct swiss_player *a, const struct swiss_player *b)
{
	return a->points != b->points ? a->points > b->points : a->order < b->order;
}

static void
cup_pair(const struct cup *t, struct paired *p)
{
	struct swiss_round r = { p->in, 0, t->met, t->met_n };
	void *space;

	p->n = 0;
	for (unsigned i = 0; i < t->n; i++) {
		unsigned at = p->n;

		if (t->withdrawn[i])
			continue;
		while (at > 0 && better_placed(&t->players[i], &p->in[at - 1])) {
			p->in[at] = p->in[at - 1];
			at--;
		}
		p->in[at] = t->players[i];
		p->n++;
	}
	r.n = p->n;
	space = malloc(swiss_scratch_size(&r) + 64);
	assert_non_null(space);
	memset((char *)space + swiss_scratch_size(&r), 0x5a, 64);
	p->result = (struct swiss_result){ p->pairs, 77, 77, 77 };
	swiss_pair(&r, space, &p->result);
	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(((unsigned char *)space)[swiss_scratch_size(&r) + i], 0x5a);
	free(space);
}

/* ---- the cost of a pairing, calculated independently ---- */

enum {
	COST_REPEAT,
	COST_FLOAT,
	COST_FLOAT_AGAIN,
	END,
	COST_HALF,
	COST_ORDER,
	COST_COUNT,
};

struct cost {
	int64_t of[COST_COUNT];
};

/* The players to be paired, best first, without the bye. */
struct field {
	struct swiss_player in[FIELD_MAX];
	unsigned n;
	unsigned group[FIELD_MAX], place[FIELD_MAX],
	    size[FIELD_MAX]; /* place in the score group, and size of that group */
};

static void
field_make(const struct paired *p, entry_no bye, struct field *f)
{
	unsigned group = 0;

	f->n = 0;
	for (unsigned i = 0; i < p->n; i++)
		if (p->in[i].entry != bye)
			f->in[f->n++] = p->in[i];
	for (unsigned i = 0; i < f->n; i++) {
		if (i > 0 && f->in[i].points != f->in[i - 1].points)
			group++;
		f->group[i] = group;
		f->place[i] = f->size[i] = 0;
		for (unsigned k = 0; k < f->n; k++) {
			f->place[i] += k < i && f->in[k].points == f->in[i].points;
			f->size[i] += f->in[k].points == f->in[i].points;
		}
	}
}

static struct cost
cost_of(const struct cup *t, const struct field *f, unsigned a, unsigned b)
{
	struct cost c = { { 0 } };
	int64_t apart = (int64_t)b - a, down = (int64_t)f->group[b] - f->group[a];

	c.of[COST_REPEAT] = t->may_not_meet[f->in[a].entry][f->in[b].entry];
	c.of[COST_FLOAT] = down * down;
	if (down > 0) {
		c.of[COST_FLOAT_AGAIN] = (f->in[a].floated == 1) + (f->in[b].floated == -1);
		c.of[END] = apart * apart;
	} else {
		/* if both players are in the same half of the group: twice the distance of the
		 * nearer player from the middle */
		int64_t above = f->size[a] - 1 - 2 * (int64_t)f->place[b];
		int64_t below = 2 * (int64_t)f->place[a] - (f->size[a] - 1);

		c.of[COST_HALF] = above > 0 ? above : below > 0 ? below : 0;
		apart -= f->size[a] / 2;
		c.of[COST_ORDER] = apart * apart;
	}
	return c;
}

static struct cost
cost_plus(struct cost a, struct cost b)
{
	for (unsigned i = 0; i < COST_COUNT; i++)
		a.of[i] += b.of[i];
	return a;
}

static bool
cost_less(struct cost a, struct cost b)
{
	for (unsigned i = 0; i < COST_COUNT; i++)
		if (a.of[i] != b.of[i])
			return a.of[i] < b.of[i];
	return false;
}

static void
assert_same_cost(struct cost a, struct cost b)
{
	for (unsigned i = 0; i < COST_COUNT; i++)
		assert_int_equal(a.of[i], b.of[i]);
}

/* Returns the place of an entry in the field. */
static unsigned
place_of(const struct field *f, entry_no e)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->in[i].entry == e)
			return i;
	fail();
	return 0;
}

static struct cost
cost_of_all(const struct cup *t, const struct field *f, const struct paired *p)
{
	struct cost sum = { { 0 } };

	for (unsigned i = 0; i < p->result.pairs_n; i++)
		sum = cost_plus(
		    sum, cost_of(t, f, place_of(f, p->pairs[i].a), place_of(f, p->pairs[i].b)));
	return sum;
}

/* ---- all pairings ---- */

/* Returns the minimum cost of pairing the players not in `used`; best[] caches it by `used`. */
static struct cost
least_cost(
    const struct cup *t, const struct field *f, unsigned used, struct cost *best, bool *known)
{
	struct cost found = { { 0 } };
	unsigned a = 0;
	bool any = false;

	while (a < f->n && (used >> a & 1u) != 0)
		a++;
	if (a == f->n)
		return found;
	if (known[used])
		return best[used];
	for (unsigned b = a + 1; b < f->n; b++) {
		struct cost c;

		if ((used >> b & 1u) != 0)
			continue;
		c = least_cost(t, f, used | 1u << a | 1u << b, best, known);
		c = cost_plus(c, cost_of(t, f, a, b));
		if (!any || cost_less(c, found))
			found = c;
		any = true;
	}
	known[used] = true;
	return best[used] = found;
}

#define BRUTE_MAX 10u

static struct cost
least_cost_by_brute_force(const struct cup *t, const struct field *f)
{
	static struct cost best[1u << BRUTE_MAX];
	bool known[1u << BRUTE_MAX] = { false };

	assert_true(f->n <= BRUTE_MAX);
	return least_cost(t, f, 0, best, known);
}

/* ---- one matching of all pairs, for any size ---- */

enum matching_goal {
	NOT_MET,    /* as many pairs as possible of players who have not met */
	LEAST_COST, /* as many pairs as possible of any players, at the least cost */
};

/* Returns the number of pairs. */
static unsigned
match_field(const struct cup *t, const struct field *f, enum matching_goal q, uint16_t *mates)
{
	size_t room = (size_t)f->n * f->n / 2 + 1, n = 0;
	struct matching_edge *edges = calloc(room, sizeof(*edges));
	void *space = malloc(matching_scratch_size(f->n, room));
	unsigned pairs = 0;

	assert_true(edges != NULL && space != NULL);
	for (unsigned a = 0; a < f->n; a++)
		for (unsigned b = a + 1; b < f->n; b++) {
			struct cost c = cost_of(t, f, a, b);
			struct matching_weight w = { { -c.of[COST_REPEAT] * (1 << 26) -
							   c.of[COST_FLOAT],
			    -c.of[COST_FLOAT_AGAIN] * (1 << 26) - c.of[END],
			    -c.of[COST_HALF] * (1 << 26) - c.of[COST_ORDER] } };

			if (q == NOT_MET && c.of[COST_REPEAT] != 0)
				continue;
			if (q == NOT_MET)
				w = (struct matching_weight){ { 0 } };
			edges[n++] = (struct matching_edge){ (uint16_t)a, (uint16_t)b, w };
		}
	matching_solve(f->n, edges, n, true, space, mates);
	for (unsigned a = 0; a < f->n; a++)
		pairs += mates[a] != MATCHING_NONE && mates[a] > a;
	free(edges);
	free(space);
	return pairs;
}

/* Returns the smallest number of repeats that a pairing of the whole field can have.  When as
 * many new pairs as possible have been made, all players left over have met each other. */
static unsigned
fewest_repeats(const struct cup *t, const struct field *f)
{
	uint16_t mates[FIELD_MAX];

	return f->n / 2 - match_field(t, f, NOT_MET, mates);
}

/* ---- properties of every round ---- */

static void
assert_each_paired_once(const struct cup *t, const struct paired *p)
{
	unsigned seen[FIELD_MAX] = { 0 };

	assert_int_equal(p->result.pairs_n, p->n / 2);
	assert_int_equal(p->result.bye == ENTRY_NOBODY, p->n % 2 == 0);
	for (unsigned i = 0; i < p->result.pairs_n; i++) {
		seen[p->pairs[i].a]++;
		seen[p->pairs[i].b]++;
	}
	if (p->result.bye != ENTRY_NOBODY)
		seen[p->result.bye]++;
	for (unsigned i = 0; i < t->n; i++)
		assert_int_equal(seen[i], !t->withdrawn[i]);
}

static void
assert_best_first(const struct field *f, const struct paired *p)
{
	unsigned last = 0;

	for (unsigned i = 0; i < p->result.pairs_n; i++) {
		unsigned a = place_of(f, p->pairs[i].a), b = place_of(f, p->pairs[i].b);

		assert_true(a < b);
		assert_true(i == 0 || a > last);
		last = a;
	}
}

static bool
bye_before(const struct swiss_player *a, const struct swiss_player *b)
{
	if (a->byes != b->byes || a->points != b->points)
		return a->byes != b->byes ? a->byes < b->byes : a->points < b->points;
	return a->place != b->place ? a->place > b->place : a->order > b->order;
}

/* Checks that no player with a better claim to the bye could have had it with as few
 * repeats. */
static void
bye_is_right(const struct cup *t, const struct paired *p, unsigned repeats)
{
	const struct swiss_player *bye = NULL;
	struct field f;

	for (unsigned i = 0; i < p->n; i++)
		if (p->in[i].entry == p->result.bye)
			bye = &p->in[i];
	assert_non_null(bye);
	for (unsigned i = 0; i < p->n; i++) {
		bool first = bye_before(&p->in[i], bye);

		if (!first && (repeats == 0 || &p->in[i] == bye))
			continue;
		field_make(p, p->in[i].entry, &f);
		if (first)
			assert_true(fewest_repeats(t, &f) > repeats);
		else
			assert_true(fewest_repeats(t, &f) >= repeats);
	}
}

static void
round_is_right(const struct cup *t, const struct paired *p)
{
	struct field f;
	struct cost c;
	uint16_t mates[FIELD_MAX];

	assert_each_paired_once(t, p);
	field_make(p, p->result.bye, &f);
	assert_best_first(&f, p);
	c = cost_of_all(t, &f, p);
	assert_int_equal(c.of[COST_REPEAT], p->result.repeats);
	assert_int_equal(p->result.repeats, fewest_repeats(t, &f));
	if (p->result.bye != ENTRY_NOBODY)
		bye_is_right(t, p, p->result.repeats);
	if (f.n <= BRUTE_MAX) {
		assert_same_cost(c, least_cost_by_brute_force(t, &f));
	} else if (f.n <= 64) {
		struct cost whole = { { 0 } };

		assert_int_equal(match_field(t, &f, LEAST_COST, mates), f.n / 2);
		for (unsigned a = 0; a < f.n; a++)
			if (mates[a] > a)
				whole = cost_plus(whole, cost_of(t, &f, a, mates[a]));
		assert_same_cost(c, whole);
	}
}

/* Checks that the same players and meetings in another order, with meetings duplicated and
 * reversed, give the same pairs. */
static void
order_of_input_does_not_matter(const struct cup *t, const struct paired *p, struct rng *r)
{
	struct swiss_player in[FIELD_MAX];
	struct swiss_met *met = calloc(2 * t->met_n + 1, sizeof(*met)), pairs[FIELD_MAX];
	struct swiss_round round = { in, p->n, met, 2 * t->met_n };
	struct swiss_result result = { pairs, 0, 0, 0 };
	void *space = malloc(swiss_scratch_size(&round));

	assert_true(met != NULL && space != NULL);
	memcpy(in, p->in, p->n * sizeof(*in));
	for (unsigned i = p->n; i > 1; i--) {
		unsigned k = rng_below(r, i);
		struct swiss_player swap = in[i - 1];

		in[i - 1] = in[k];
		in[k] = swap;
	}
	for (size_t i = 0; i < t->met_n; i++) {
		met[i] = t->met[t->met_n - 1 - i];
		met[t->met_n + i] = (struct swiss_met){ t->met[i].b, t->met[i].a };
	}
	swiss_pair(&round, space, &result);
	assert_int_equal(result.pairs_n, p->result.pairs_n);
	assert_int_equal(result.bye, p->result.bye);
	assert_int_equal(result.repeats, p->result.repeats);
	assert_memory_equal(pairs, p->pairs, result.pairs_n * sizeof(*pairs));
	free(met);
	free(space);
}

/* ---- random tournaments ---- */

/* Returns the number of rounds; fewer if each is slow. */
static unsigned
times_of(unsigned n)
{
	return test_scaled(n, n / 10, n / 20);
}

enum results {
	RESULTS_BY_LUCK,
	RESULTS_BY_RATING,
	MOSTLY_BY_RATING,
	RESULT_MODELS,
};

enum scores {
	WINS,       /* 1 for a win */
	LOSSES,     /* minus the losses; three eliminate */
	BELLINGHAM, /* 2 for a win, 1 for a loss */
	DRAWN,      /* 2 for a win, 1 for a draw */
	SCORE_SYSTEMS,
};

static void
add_result(struct cup *t, unsigned winner, unsigned loser, enum scores scores)
{
	switch (scores) {
	case WINS:
		t->players[winner].points++;
		break;
	case LOSSES:
		t->players[loser].points--;
		t->withdrawn[loser] = t->players[loser].points <= -3;
		break;
	case BELLINGHAM:
		t->players[winner].points += 2;
		t->players[loser].points++;
		break;
	case DRAWN:
		t->players[winner].points += (winner + loser) % 2 != 0 ? 2 : 1;
		t->players[loser].points += (winner + loser) % 2 != 0 ? 0 : 1;
		break;
	case SCORE_SYSTEMS:
		fail();
	}
}

static void
play(struct cup *t, const struct paired *p, struct rng *r, enum results results,
    enum scores scores)
{
	for (unsigned i = 0; i < t->n; i++)
		t->players[i].floated = 0;
	if (p->result.bye != ENTRY_NOBODY) {
		t->players[p->result.bye].byes++;
		if (scores != LOSSES)
			t->players[p->result.bye].points += scores == BELLINGHAM ? 2 : 1;
	}
	for (unsigned i = 0; i < p->result.pairs_n; i++) {
		unsigned a = p->pairs[i].a, b = p->pairs[i].b;
		int32_t ahead = t->players[a].points - t->players[b].points;
		bool upset = results == RESULTS_BY_LUCK     ? rng_below(r, 2) != 0
			     : results == RESULTS_BY_RATING ? false
							    : rng_below(r, 4) == 0;
		bool first = (t->players[a].order < t->players[b].order) != upset;

		t->players[a].floated = (int8_t)((ahead > 0) - (ahead < 0));
		t->players[b].floated = (int8_t)-t->players[a].floated;
		cup_meet(t, a, b);
		/* a double forfeit (rule 23) */
		if (rng_below(r, 40) != 0)
			add_result(t, first ? a : b, first ? b : a, scores);
	}
}

static void
shuffle_order(struct cup *t, struct rng *r)
{
	for (unsigned i = t->n; i > 1; i--) {
		unsigned k = rng_below(r, i);
		uint16_t swap = t->players[i - 1].order;

		t->players[i - 1].order = t->players[k].order;
		t->players[k].order = swap;
	}
}

static unsigned
players_left(const struct cup *t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->n; i++)
		n += !t->withdrawn[i];
	return n;
}

struct seen {
	unsigned rounds, with_repeats, bye_passed_on;
};

static void
tournament(unsigned n, unsigned rounds, struct rng *r, struct seen *seen)
{
	struct cup *t = cup_make(n);
	struct paired *p = calloc(1, sizeof(*p));
	enum results results = (enum results)rng_below(r, RESULT_MODELS);
	enum scores scores = (enum scores)rng_below(r, SCORE_SYSTEMS);
	unsigned leave = rng_below(r, 3) == 0
			     ? 5 + rng_below(r, 60)
			     : 0; /* chance of leaving, one in `leave` per round */

	assert_non_null(p);
	shuffle_order(t, r);
	for (unsigned k = 0; k < rounds && players_left(t) >= 2; k++) {
		for (unsigned i = 0; i < n; i++)
			t->players[i].place = (uint16_t)(1 + (7 * i + 13 * k) % n);
		cup_pair(t, p);
		round_is_right(t, p);
		/* players who have met less than half of the others can all be paired
		 * (Dirac) */
		if (p->n >= 4 && 2 * k + 4 <= p->n)
			assert_int_equal(p->result.repeats, 0);
		if (k % 3 == 0)
			order_of_input_does_not_matter(t, p, r);
		seen->rounds++;
		seen->with_repeats += p->result.repeats > 0;
		for (unsigned i = 0; i < p->n && p->n % 2 != 0; i++)
			if (p->result.bye != p->in[i].entry && p->in[i].byes == 0 &&
			    bye_before(&p->in[i], &t->players[p->result.bye])) {
				seen->bye_passed_on++;
				break;
			}
		play(t, p, r, results, scores);
		for (unsigned i = 0; i < t->n && leave > 0; i++)
			if (rng_below(r, leave) == 0)
				t->withdrawn[i] = true;
	}
	free(p);
	free(t);
}

TEST(small_tournaments_are_optimal_among_all_pairings)
{
	struct seen seen = { 0 };
	struct rng r;

	rng_seed(&r, 2);
	for (unsigned i = 0; i < times_of(3000); i++) {
		unsigned n = 2 + rng_below(&r, BRUTE_MAX);

		/* as many rounds as there are opponents, and sometimes more */
		tournament(n, n - 1 + (i % 5 == 0 ? rng_below(&r, 4) : 0), &r, &seen);
	}
	/* if these cases were rare, the test would prove nothing */
	assert_true(seen.rounds > 3 * times_of(3000));
	assert_true(seen.with_repeats > times_of(3000) / 3);
	assert_true(seen.bye_passed_on > times_of(3000) / 30);
}

TEST(medium_tournaments_are_optimal_by_a_single_matching)
{
	struct seen seen = { 0 };
	struct rng r;

	rng_seed(&r, 3);
	for (unsigned i = 0; i < times_of(300); i++) {
		unsigned n = 12 + rng_below(&r, 53);

		tournament(n, i % 10 == 0 ? n - 1 : swiss_default_rounds(n), &r, &seen);
	}
	assert_true(seen.rounds > 8 * times_of(300));
	assert_true(seen.with_repeats > 0);
}

TEST(large_tournaments_repeat_pairs_only_if_unavoidable)
{
	struct seen seen = { 0 };
	struct rng r;

	rng_seed(&r, 4);
	for (unsigned i = 0; i < times_of(40); i++) {
		unsigned n = 65 + rng_below(&r, 236);

		tournament(n, i % 4 == 0 ? 20 : swiss_default_rounds(n), &r, &seen);
	}
	assert_true(seen.rounds > 7 * times_of(40));
	/* one tournament that lasts until every pair has met */
	tournament(65, test_few_cases() ? 8 : 64, &r, &seen);
}

/* Checks that every player is paired once and no pair meets twice, in a field so large that not
 * all pairs fit into memory. */
static void
huge_field(unsigned n, unsigned rounds, struct rng *r)
{
	struct swiss_player *players = calloc(n, sizeof(*players));
	struct swiss_met *met = calloc((size_t)n * rounds, sizeof(*met)),
			 *pairs = calloc(n, sizeof(*pairs));
	unsigned char *together = calloc((size_t)n * n, 1);
	struct swiss_round round = { players, n, met, 0 };
	void *space = malloc(swiss_scratch_size(&round));

	assert_true(players != NULL && met != NULL && pairs != NULL && together != NULL &&
		    space != NULL);
	assert_true(swiss_scratch_size(&round) < 48u << 20);
	for (unsigned i = 0; i < n; i++)
		players[i] =
		    (struct swiss_player){ (entry_no)i, 0, (uint16_t)(n - 1 - i), 0, 0, 0 };
	for (unsigned k = 1; k <= rounds; k++) {
		struct swiss_result result = { pairs, 0, 0, 0 };
		unsigned char *seen = calloc(n, 1);

		assert_non_null(seen);
		swiss_pair(&round, space, &result);
		assert_int_equal(result.pairs_n, n / 2);
		assert_int_equal(result.repeats, 0);
		assert_int_equal(result.bye == ENTRY_NOBODY, n % 2 == 0);
		for (unsigned i = 0; i < n / 2; i++) {
			unsigned a = pairs[i].a, b = pairs[i].b;

			assert_int_equal(seen[a]++ + seen[b]++, 0);
			assert_int_equal(together[a * n + b], 0);
			together[a * n + b] = together[b * n + a] = 1;
			players[a].floated = (int8_t)(players[a].points > players[b].points);
			players[b].floated = (int8_t)-players[a].floated;
			met[round.met_n++] = pairs[i];
		}
		for (unsigned i = 0; i < n / 2; i++)
			players[rng_below(r, 2) != 0 ? pairs[i].a : pairs[i].b].points++;
		if (n % 2 != 0) {
			assert_int_equal(seen[result.bye], 0);
			assert_int_equal(players[result.bye].byes++, 0);
			players[result.bye].points++;
		}
		free(seen);
	}
	free(players);
	free(met);
	free(pairs);
	free(together);
	free(space);
}

TEST(pairs_do_not_meet_twice_among_thousands_of_players)
{
	struct rng r;

	rng_seed(&r, 7);
	if (test_few_cases()) {
		huge_field(1201, 2, &r);
		return;
	}
	huge_field(1500, 12, &r);
	huge_field(1201, 12, &r);
	huge_field(TOURNEY_ENTRIES_MAX, 3, &r);
	huge_field(TOURNEY_ENTRIES_MAX - 1, 3, &r);
}

/* ---- single rules ---- */

/* Sets the points of every player. */
static void
set_points(struct cup *t, const int32_t *points)
{
	for (unsigned i = 0; i < t->n; i++)
		t->players[i].points = points[i];
}

/* Pairs a round and compares it with pairs of numbers from 1, best first, ended by 0.  bye 0:
 * none. */
static void
assert_pairs(struct cup *t, const unsigned *pairs, unsigned bye, unsigned repeats)
{
	struct paired *p = calloc(1, sizeof(*p));
	unsigned n = 0;

	assert_non_null(p);
	cup_pair(t, p);
	round_is_right(t, p);
	for (; pairs[2 * n] != 0; n++) {
		assert_true(n < p->result.pairs_n);
		assert_int_equal(p->pairs[n].a + 1u, pairs[2 * n]);
		assert_int_equal(p->pairs[n].b + 1u, pairs[2 * n + 1]);
	}
	assert_int_equal(p->result.pairs_n, n);
	assert_int_equal(p->result.bye, bye == 0 ? ENTRY_NOBODY : bye - 1);
	assert_int_equal(p->result.repeats, repeats);
	free(p);
}

TEST(the_first_round_is_top_half_against_bottom_half)
{
	for (unsigned n = 2; n <= FIELD_MAX; n += test_few_cases() ? 17 : 1) {
		struct cup *t = cup_make(n);
		struct paired *p = calloc(1, sizeof(*p));

		assert_non_null(p);
		cup_pair(t, p);
		assert_int_equal(p->result.bye, n % 2 == 0 ? ENTRY_NOBODY : n - 1);
		assert_int_equal(p->result.pairs_n, n / 2);
		for (unsigned i = 0; i < n / 2; i++) {
			assert_int_equal(p->pairs[i].a, i);
			assert_int_equal(p->pairs[i].b, i + n / 2);
		}
		free(p);
		free(t);
	}
}

/* After three rounds of {1 2 3} against {4 5 6} two triangles are left, so exactly one pair
 * meets again. */
TEST(six_players_may_need_a_repeat_in_round_four)
{
	struct cup *t = cup_make(6);
	struct paired *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	for (unsigned a = 0; a < 3; a++)
		for (unsigned b = 3; b < 6; b++)
			cup_meet(t, a, b);
	cup_pair(t, p);
	round_is_right(t, p);
	assert_int_equal(p->result.repeats, 1);
	free(p);
	free(t);
}

TEST(the_bye_goes_to_the_lowest_player_with_the_fewest_byes)
{
	struct cup *t = cup_make(5);

	set_points(t, (const int32_t[]){ 2, 2, 1, 1, 0 });
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 4, 0 }, 5, 0);
	t->players[4].byes = 1;
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 5, 0 }, 4, 0);
	for (unsigned i = 0; i < 5; i++)
		t->players[i].byes = 1;
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 4, 0 }, 5, 0);
	for (unsigned i = 0; i < 5; i++)
		t->players[i].byes = (uint8_t)(i == 0 ? 1 : 2);
	assert_pairs(t, (const unsigned[]){ 2, 3, 4, 5, 0 }, 1, 0);
	/* within a score group the lowest place in the table counts, not the order of the
	 * players */
	for (unsigned i = 0; i < 5; i++)
		t->players[i].byes = i == 4;
	t->players[2].place = 4;
	t->players[3].place = 3;
	assert_pairs(t, (const unsigned[]){ 1, 2, 4, 5, 0 }, 3, 0);
	t->players[1].place = 5; /* a place does not matter across groups */
	assert_pairs(t, (const unsigned[]){ 1, 2, 4, 5, 0 }, 3, 0);
	free(t);
}

TEST(the_bye_goes_to_the_next_player_if_it_forces_a_repeat)
{
	struct cup *t = cup_make(3);

	cup_meet(t, 0, 1);
	assert_pairs(t, (const unsigned[]){ 1, 3, 0 }, 2, 0);
	cup_meet(t, 0, 2);
	assert_pairs(t, (const unsigned[]){ 2, 3, 0 }, 1, 0);
	cup_meet(t, 1, 2); /* now every choice forces a repeat */
	assert_pairs(t, (const unsigned[]){ 1, 2, 0 }, 3, 1);
	free(t);
}

TEST(the_last_floats_down_and_the_first_floats_up)
{
	struct cup *t = cup_make(6);

	set_points(t, (const int32_t[]){ 1, 1, 1, 0, 0, 0 });
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 4, 5, 6, 0 }, 0, 0);
	t->players[2].floated = -1; /* the opposite direction does not matter */
	t->players[3].floated = 1;
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 4, 5, 6, 0 }, 0, 0);
	t->players[2].floated = 1; /* not twice in a row in the same direction */
	t->players[3].floated = -1;
	assert_pairs(t, (const unsigned[]){ 1, 3, 2, 5, 4, 6, 0 }, 0, 0);
	for (unsigned i = 0; i < 3; i++)
		t->players[i].floated = 1; /* unavoidable */
	for (unsigned i = 3; i < 6; i++)
		t->players[i].floated = -1;
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 4, 5, 6, 0 }, 0, 0);
	free(t);
}

/* A short float is better than a long one, and two short ones are better than a long one. */
TEST(short_floats_are_preferred)
{
	struct cup *t = cup_make(4);

	set_points(t, (const int32_t[]){ 3, 2, 2, 1 });
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 4, 0 }, 0, 0);
	set_points(t, (const int32_t[]){ INT32_MAX, 0, 0, INT32_MIN });
	assert_pairs(t, (const unsigned[]){ 1, 2, 3, 4, 0 }, 0, 0);
	/* players with fewer losses rank higher */
	set_points(t, (const int32_t[]){ -2, 0, -1, -1 });
	assert_pairs(t, (const unsigned[]){ 2, 3, 4, 1, 0 }, 0, 0);
	free(t);
}

TEST(meetings_with_withdrawn_players_do_not_matter)
{
	struct cup *t = cup_make(5);

	cup_meet(t, 0, 4);
	cup_meet(t, 1, 4);
	t->met[t->met_n++] = (struct swiss_met){ 0, ENTRY_NOBODY };
	t->met[t->met_n++] = (struct swiss_met){ ENTRY_UNKNOWN, 2 };
	t->met[t->met_n++] = (struct swiss_met){ TOURNEY_ENTRIES_MAX - 1, 2 };
	t->withdrawn[4] = true;
	assert_pairs(t, (const unsigned[]){ 1, 3, 2, 4, 0 }, 0, 0);
	free(t);
}

TEST(the_default_number_of_rounds)
{
	static const unsigned want[][2] = { { 2, 1 }, { 3, 2 }, { 4, 3 }, { 5, 4 }, { 6, 4 },
		{ 8, 4 }, { 9, 5 }, { 16, 5 }, { 17, 6 }, { 32, 6 }, { 1000, 11 }, { 1024, 11 },
		{ 1025, 12 }, { 4096, 13 } };

	for (size_t i = 0; i < ARRAY_LEN(want); i++)
		assert_int_equal(swiss_default_rounds(want[i][0]), want[i][1]);
	assert_int_equal(swiss_default_rounds(1), 0);
	assert_int_equal(swiss_default_rounds(0), 0);
}

/* ---- published examples ---- */

/* FIDE Handbook C.04.1 (rules in force until 2017), D.1 and D.2: one group of eight, 1 to 4
 * against 5 to 8.  The opponents of 1, 2, 3, 4 are tried in this order: 5-6-7-8, 5-6-8-7,
 * 5-7-6-8, 5-7-8-6, 5-8-6-7, 5-8-7-6, 6-5-7-8, 6-5-8-7; if none is possible, 4 and 5 are
 * exchanged.  In each row, the pairs that have met exclude all earlier possibilities. */
TEST(transpositions_of_the_fide_handbook)
{
	static const struct {
		unsigned met[5][2];
		unsigned pairs[9];
	} rows[] = {
		{ { { 0 } }, { 1, 5, 2, 6, 3, 7, 4, 8 } },
		{ { { 4, 8 } }, { 1, 5, 2, 6, 3, 8, 4, 7 } },
		{ { { 3, 7 }, { 3, 8 } }, { 1, 5, 2, 7, 3, 6, 4, 8 } },
		{ { { 4, 7 }, { 4, 8 } }, { 1, 5, 2, 7, 3, 8, 4, 6 } },
		{ { { 3, 8 }, { 4, 8 } }, { 1, 5, 2, 8, 3, 6, 4, 7 } },
		{ { { 3, 8 }, { 4, 7 }, { 4, 8 } }, { 1, 5, 2, 8, 3, 7, 4, 6 } },
		{ { { 1, 5 } }, { 1, 6, 2, 5, 3, 7, 4, 8 } },
		{ { { 1, 5 }, { 3, 7 } }, { 1, 6, 2, 5, 3, 8, 4, 7 } },
		{ { { 1, 5 }, { 1, 6 }, { 1, 7 }, { 1, 8 } }, { 1, 4, 2, 6, 3, 7, 5, 8 } },
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct cup *t = cup_make(8);

		for (unsigned k = 0; rows[i].met[k][0] != 0; k++)
			cup_meet(t, rows[i].met[k][0] - 1, rows[i].met[k][1] - 1);
		assert_pairs(t, rows[i].pairs, 0, 0);
		free(t);
	}
}

/* forum.uschess.org, "small pairing question" (15264): third round of six players, 4 has left;
 * 1 and 3 have 1.5 points, 5 has 1, 2 and 6 have 0.5.  The directors' answer: 1-5, 3-2, bye for
 * 6; not 1-2, 3-5, although the total distance is the same. */
TEST(small_pairing_question_of_the_us_chess_forum)
{
	static const unsigned met[6][2] = { { 1, 4 }, { 3, 6 }, { 2, 5 }, { 1, 3 }, { 4, 5 },
		{ 2, 6 } };
	struct cup *t = cup_make(6);

	set_points(t, (const int32_t[]){ 3, 1, 3, 0, 2, 1 });
	for (unsigned i = 0; i < 6; i++)
		cup_meet(t, met[i][0] - 1, met[i][1] - 1);
	t->withdrawn[3] = true;
	t->players[4].floated = 1; /* had won the first match, unlike the second opponent */
	assert_pairs(t, (const unsigned[]){ 1, 5, 3, 2, 0 }, 6, 0);
	free(t);
}

/* ---- results of another implementation ---- */

#define RECORDED 120u
#define EXAMPLES "tests/data/swiss-examples.txt"

/* Reads one round: N, then N times points, order, byes, float; M, then M meetings; the bye (-1:
 * none), the sums of the six costs, 1 if no other pairing costs as little, and the pairs. */
static bool
read_example(FILE *f, struct cup *t, int *bye_out, struct cost *cost_out, bool *only_out,
    struct swiss_met *pairs_out)
{
	unsigned met, only;

	memset(t, 0, sizeof(*t));
	if (fscanf(f, "%u", &t->n) != 1)
		return false;
	assert_in_range(t->n, 2, FIELD_MAX);
	for (unsigned i = 0; i < t->n; i++) {
		int points, order, byes, floated;

		assert_int_equal(fscanf(f, "%d %d %d %d", &points, &order, &byes, &floated), 4);
		t->players[i] = (struct swiss_player){ (entry_no)i, points, (uint16_t)order,
			(uint8_t)byes, (int8_t)floated, 0 };
	}
	assert_int_equal(fscanf(f, "%u", &met), 1);
	for (unsigned i = 0; i < met; i++) {
		unsigned a, b;

		assert_int_equal(fscanf(f, "%u %u", &a, &b), 2);
		assert_true(a < t->n && b < t->n);
		cup_meet(t, a, b);
	}
	assert_int_equal(fscanf(f, "%d", bye_out), 1);
	for (unsigned i = 0; i < COST_COUNT; i++) {
		long long n;

		assert_int_equal(fscanf(f, "%lld", &n), 1);
		cost_out->of[i] = n;
	}
	assert_int_equal(fscanf(f, "%u", &only), 1);
	*only_out = only != 0;
	for (unsigned i = 0; i < t->n / 2; i++) {
		unsigned a, b;

		assert_int_equal(fscanf(f, "%u %u", &a, &b), 2);
		pairs_out[i] = (struct swiss_met){ (entry_no)a, (entry_no)b };
	}
	return true;
}

TEST(recorded_rounds_are_reproduced)
{
	FILE *f = fopen(EXAMPLES, "r");
	struct cup *t = cup_make(2);
	struct paired *p = calloc(1, sizeof(*p));
	struct swiss_met pairs[FIELD_MAX];
	struct field field;
	struct cost cost;
	unsigned n = 0, the_only = 0;
	int bye, c;
	bool only;

	assert_true(f != NULL && p != NULL);
	while ((c = fgetc(f)) == '#') /* lines about the origin of the examples */
		while (c != '\n' && c != EOF)
			c = fgetc(f);
	assert_int_not_equal(ungetc(c, f), EOF);
	for (; read_example(f, t, &bye, &cost, &only, pairs); n++) {
		cup_pair(t, p);
		assert_int_equal(p->result.bye, bye < 0 ? ENTRY_NOBODY : bye);
		field_make(p, p->result.bye, &field);
		assert_same_cost(cost_of_all(t, &field, p), cost);
		the_only += only;
		if (only)
			assert_memory_equal(
			    pairs, p->pairs, p->result.pairs_n * sizeof(*pairs));
	}
	assert_true(feof(f));
	assert_int_equal(n, RECORDED);
	assert_true(the_only > n / 2);
	fclose(f);
	free(p);
	free(t);
}
