/* SPDX-License-Identifier: MIT */
/* Maximum-weight matchings: small graphs compared with every possible matching, difficult
 * graphs, large graphs verified by their dual values, and graphs whose weights were found by
 * another implementation. */
#include "base/rng.h"
#include "tests/support/rows.h"
#include "tourney/matching.h"
#include "tests/unit/test.h"

struct graph {
	unsigned nodes;
	size_t n, room;
	struct matching_edge *edges;
	uint16_t *mate;
	void *scratch;
};

struct matching_sum {
	unsigned pairs;
	struct matching_weight sum;
};

/* ---- graphs ---- */

static struct graph
graph_make(unsigned nodes, size_t edges)
{
	struct graph g = { nodes, 0, edges, NULL, NULL, NULL };

	g.edges = calloc(edges + 1, sizeof(*g.edges));
	g.mate = calloc(nodes + 1, sizeof(*g.mate));
	g.scratch = malloc(matching_scratch_size(nodes, edges) + 64);
	assert_non_null(g.edges);
	assert_non_null(g.mate);
	assert_non_null(g.scratch);
	/* initial contents must not matter, and memory past the end must not change */
	memset(g.scratch, 0xa5, matching_scratch_size(nodes, edges) + 64);
	return g;
}

static void
graph_free(struct graph *g)
{
	const unsigned char *after =
	    (const unsigned char *)g->scratch + matching_scratch_size(g->nodes, g->room);

	for (unsigned i = 0; i < 64; i++)
		assert_int_equal(after[i], 0xa5);
	free(g->edges);
	free(g->mate);
	free(g->scratch);
}

static void
graph_add(struct graph *g, unsigned a, unsigned b, int64_t w0, int64_t w1, int64_t w2)
{
	assert_true(g->n < g->room);
	g->edges[g->n++] =
	    (struct matching_edge){ (uint16_t)a, (uint16_t)b, { { w0, w1, w2 } } };
}

static struct matching_weight
sum_of(struct matching_weight a, struct matching_weight b)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		a.rank[i] += b.rank[i];
	return a;
}

static bool
is_zero(struct matching_weight w)
{
	return w.rank[0] == 0 && w.rank[1] == 0 && w.rank[2] == 0;
}

static bool
is_negative(struct matching_weight w)
{
	return matching_less(w, (struct matching_weight){ { 0 } });
}

/* Returns the values minus four times the weight, for calculating slack. */
static struct matching_weight
less_weight(struct matching_weight values, struct matching_weight w)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		values.rank[i] -= 4 * w.rank[i];
	return values;
}

static void
assert_same(struct matching_weight a, struct matching_weight b)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		assert_true(a.rank[i] == b.rank[i]);
}

/* ---- weight of a matching ---- */

static const struct matching_edge *
edge_of(const struct graph *g, unsigned a, unsigned b)
{
	const struct matching_edge *best = NULL;

	for (size_t i = 0; i < g->n; i++) {
		const struct matching_edge *e = &g->edges[i];

		if ((e->a == a && e->b == b) || (e->a == b && e->b == a))
			if (best == NULL || matching_less(best->weight, e->weight))
				best = e;
	}
	return best;
}

/* Solves the graph and checks that the result is a matching along its edges. */
static struct matching_sum
solve_graph(struct graph *g, bool complete)
{
	struct matching_sum f = { 0 };

	matching_solve(g->nodes, g->edges, g->n, complete, g->scratch, g->mate);
	for (unsigned a = 0; a < g->nodes; a++) {
		unsigned b = g->mate[a];

		if (b == MATCHING_NONE)
			continue;
		assert_true(b < g->nodes && b != a);
		assert_int_equal(g->mate[b], a);
		if (a > b)
			continue;
		assert_non_null(edge_of(g, a, b));
		f.pairs++;
		f.sum = sum_of(f.sum, edge_of(g, a, b)->weight);
	}
	return f;
}

/* ---- all matchings ---- */

static bool
is_better(struct matching_sum a, struct matching_sum b, bool complete)
{
	if (complete && a.pairs != b.pairs)
		return a.pairs > b.pairs;
	return matching_less(b.sum, a.sum);
}

/* Returns the best matching that leaves out the nodes in `used`. */
static struct matching_sum
best_by_brute_force(const struct graph *g, unsigned used, bool complete)
{
	struct matching_sum best, f;
	unsigned a = 0;

	while (a < g->nodes && (used >> a & 1u) != 0)
		a++;
	if (a >= g->nodes)
		return (struct matching_sum){ 0 };
	best = best_by_brute_force(g, used | 1u << a, complete);
	for (size_t i = 0; i < g->n; i++) {
		const struct matching_edge *e = &g->edges[i];
		unsigned both = 1u << e->a | 1u << e->b;

		if ((e->a != a && e->b != a) || (used & both) != 0)
			continue;
		f = best_by_brute_force(g, used | both, complete);
		f.pairs++;
		f.sum = sum_of(f.sum, e->weight);
		if (is_better(f, best, complete))
			best = f;
	}
	return best;
}

/* ---- the proof ---- */

struct proof {
	struct matching_weight *slack; /* per edge */
	uint16_t *members;
	unsigned *in; /* per node: the set being checked, plus 1 */
	unsigned sets;
};

static void
prove_set(
    const struct graph *g, struct proof *p, unsigned set, struct matching_weight z, unsigned n)
{
	unsigned inside = 0;

	assert_false(is_negative(z));
	assert_true(n >= 3 && n % 2 == 1);
	for (unsigned i = 0; i < n; i++) {
		assert_int_not_equal(p->in[p->members[i]], set + 1); /* no node occurs twice */
		p->in[p->members[i]] = set + 1;
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned mate = g->mate[p->members[i]];

		inside += mate != MATCHING_NONE && p->in[mate] == set + 1;
	}
	assert_int_equal(inside, n - 1);
	for (size_t i = 0; i < g->n; i++)
		if (p->in[g->edges[i].a] == set + 1 && p->in[g->edges[i].b] == set + 1)
			p->slack[i] = sum_of(p->slack[i], z);
}

static void
prove_edges(const struct graph *g, const struct proof *p)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct matching_edge *e = &g->edges[i];
		assert_false(is_negative(p->slack[i]));
		if (g->mate[e->a] == e->b && edge_of(g, e->a, e->b) == e)
			assert_true(is_zero(p->slack[i]));
	}
}

/* Checks for some nodes that matching_dual_sums gives the same slack as the raw values. */
static void
prove_rows(const struct graph *g, const struct proof *p)
{
	struct matching_weight *row = calloc(g->nodes + 1, sizeof(*row));

	assert_non_null(row);
	for (unsigned v = 0; v < g->nodes; v += 1 + g->nodes / 16) {
		matching_dual_sums(g->scratch, v, row);
		for (size_t i = 0; i < g->n; i++) {
			const struct matching_edge *e = &g->edges[i];

			if (e->a != v && e->b != v)
				continue;
			assert_same(less_weight(row[e->a + e->b - v], e->weight), p->slack[i]);
		}
	}
	free(row);
}

static void
prove_free(const struct graph *g, bool complete)
{
	for (unsigned v = 0; v < g->nodes; v++) {
		struct matching_weight y = matching_dual(g->scratch, v);

		if (!complete)
			assert_false(is_negative(y));
		if (g->mate[v] != MATCHING_NONE)
			continue;
		if (!complete)
			assert_true(is_zero(y));
		for (unsigned u = 0; u < g->nodes; u++)
			assert_false(matching_less(matching_dual(g->scratch, u), y));
	}
}

/* Verifies everything that matching.h states about values and sets, computed here from the raw
 * values.  By linear programming duality no matching is better.  Returns the number of sets. */
static unsigned
prove_optimal(const struct graph *g, bool complete)
{
	struct proof p = { 0 };
	struct matching_weight z;
	unsigned n;

	p.slack = calloc(g->n + 1, sizeof(*p.slack));
	p.members = calloc(g->nodes + 1, sizeof(*p.members));
	p.in = calloc(g->nodes + 1, sizeof(*p.in));
	assert_true(p.slack != NULL && p.members != NULL && p.in != NULL);
	for (size_t i = 0; i < g->n; i++) {
		const struct matching_edge *e = &g->edges[i];

		p.slack[i] = less_weight(
		    sum_of(matching_dual(g->scratch, e->a), matching_dual(g->scratch, e->b)),
		    e->weight);
	}
	while (matching_odd_set(g->scratch, p.sets, &z, p.members, &n)) {
		prove_set(g, &p, p.sets, z, n);
		p.sets++;
	}
	prove_edges(g, &p);
	prove_rows(g, &p);
	prove_free(g, complete);
	free(p.slack);
	free(p.members);
	free(p.in);
	return p.sets;
}

static void
check_both_modes(struct graph *g)
{
	for (unsigned complete = 0; complete < 2; complete++) {
		struct matching_sum f = solve_graph(g, complete != 0),
				    best = best_by_brute_force(g, 0, complete != 0);

		if (complete != 0)
			assert_int_equal(f.pairs, best.pairs);
		assert_same(f.sum, best.sum);
		prove_optimal(g, complete != 0);
	}
}

/* ---- tests ---- */

static int64_t
random_weight(struct rng *r, unsigned kind)
{
	switch (kind) {
	case 0:
		return 1; /* all ties */
	case 1:
		return rng_below(r, 3);
	case 2:
		return (int64_t)rng_below(r, 20) - 10;
	case 3:
		return 1 + rng_below(r, 1000);
	case 4:
		return (int64_t)(rng_next(r) % ((uint64_t)2 * MATCHING_WEIGHT_MAX + 1)) -
		       MATCHING_WEIGHT_MAX;
	case 5:
		return -1 - (int64_t)rng_below(r, 5); /* all weights negative */
	case 6:
		return (rng_below(r, 2) != 0 ? 1 : -1) * MATCHING_WEIGHT_MAX;
	}
	return 0;
}
#define WEIGHT_KINDS 8u

/* Returns the number of rounds. */
static unsigned
repetitions(unsigned n)
{
	return test_scaled(n, n / 10, n / 20);
}

/* Adds an edge for each pair of nodes with a probability of `percent`.  The ends of the edge
 * are in random order. */
static void
random_edges(struct graph *g, struct rng *r, unsigned percent)
{
	unsigned kind[MATCHING_RANKS];

	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		kind[i] = rng_below(r, WEIGHT_KINDS);
	for (unsigned a = 0; a < g->nodes; a++)
		for (unsigned b = a + 1; b < g->nodes; b++) {
			bool turned = rng_below(r, 2) != 0;

			if (rng_below(r, 100) < percent)
				graph_add(g, turned ? b : a, turned ? a : b,
				    random_weight(r, kind[0]), random_weight(r, kind[1]),
				    random_weight(r, kind[2]));
		}
}

TEST(small_graphs_match_all_matchings)
{
	struct rng r;

	rng_seed(&r, 1);
	for (unsigned i = 0; i < repetitions(12000); i++) {
		struct graph g = graph_make(rng_below(&r, 11), 45);

		random_edges(&g, &r, 15 + rng_below(&r, 86));
		check_both_modes(&g);
		graph_free(&g);
	}
}

/* Graphs made by hand, with nodes numbered from 1.  `best` is the maximum weight, `complete`
 * the maximum with as many pairs as possible. */
TEST(graphs_that_need_blossoms_are_solved)
{
	static const struct {
		const char *what;
		int64_t edges[16][3];
		int64_t best, complete;
	} rows[] = {
		{ "one pair instead of two", { { 1, 2, 5 }, { 2, 3, 11 }, { 3, 4, 5 } }, 11,
		    10 },
		{ "all lose", { { 1, 2, -3 }, { 2, 3, -1 }, { 3, 4, -3 } }, 0, -6 },
		{ "triangle with a tail",
		    { { 1, 2, 6 }, { 2, 3, 6 }, { 1, 3, 6 }, { 3, 4, 1 } }, 7, 7 },
		{ "triangle with three tails",
		    { { 1, 2, 9 }, { 2, 3, 9 }, { 1, 3, 9 }, { 1, 4, 4 }, { 2, 5, 4 },
			{ 3, 6, 4 } },
		    13, 12 },
		{ "ring of five with two tails",
		    { { 1, 2, 8 }, { 2, 3, 8 }, { 3, 4, 8 }, { 4, 5, 8 }, { 5, 1, 8 },
			{ 1, 6, 5 }, { 3, 7, 5 } },
		    21, 21 },
		{ "triangle within a ring, a tail at each depth",
		    { { 1, 2, 10 }, { 2, 3, 10 }, { 1, 3, 10 }, { 3, 4, 9 }, { 4, 5, 9 },
			{ 5, 1, 9 }, { 2, 6, 3 }, { 5, 7, 3 }, { 4, 8, 2 } },
		    22, 18 },
		{ "two triangles on a bridge, tails crosswise",
		    { { 1, 2, 7 }, { 2, 3, 7 }, { 1, 3, 7 }, { 4, 5, 7 }, { 5, 6, 7 },
			{ 4, 6, 7 }, { 3, 4, 6 }, { 1, 7, 2 }, { 6, 8, 2 }, { 7, 8, 1 } },
		    21, 21 },
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct graph g = graph_make(8, 16);

		for (unsigned k = 0; rows[i].edges[k][0] != 0; k++)
			graph_add(&g, (unsigned)rows[i].edges[k][0] - 1,
			    (unsigned)rows[i].edges[k][1] - 1, 0, rows[i].edges[k][2],
			    -rows[i].edges[k][2]);
		check_both_modes(&g);
		assert_int_equal(solve_graph(&g, false).sum.rank[1], rows[i].best);
		assert_int_equal(solve_graph(&g, true).sum.rank[1], rows[i].complete);
		graph_free(&g);
	}
}

/* ---- graphs whose best matching is known ---- */

/* The dual solution of a graph, chosen before its edges: values of nodes and of nested odd
 * sets. Edges that it makes tight, or nearly tight, are added afterwards, so blossoms have to
 * be found, merged and expanded at any depth. */
struct dual_plan {
	unsigned nodes;
	int64_t node[256];
	unsigned sets;
	struct {
		unsigned from, to; /* nodes from..to-1 */
		int64_t value;
	} set[256];
};

/* Plans odd sets within the odd set from..to-1. */
static void
plan_sets(struct dual_plan *p, struct rng *r, unsigned from, unsigned to)
{
	unsigned at = from;

	if (to - from < 3)
		return;
	p->set[p->sets].from = from;
	p->set[p->sets].to = to;
	p->set[p->sets++].value = 1 + rng_below(r, 4);
	/* an odd number of odd parts */
	while (to - at > 2) {
		unsigned half = (to - at) / 2, size = 1 + 2 * rng_below(r, half);

		plan_sets(p, r, at, at + size);
		at += size;
		if (at < to)
			at++; /* a single node between two parts */
	}
}

static void
plan_make(struct dual_plan *p, struct rng *r, unsigned nodes)
{
	*p = (struct dual_plan){ .nodes = nodes };
	for (unsigned v = 0; v < nodes; v++)
		p->node[v] = (int64_t)rng_below(r, 12);
	for (unsigned at = 0; nodes - at >= 3;) {
		unsigned size = 3 + 2 * rng_below(r, (nodes - at - 1) / 2);

		plan_sets(p, r, at, at + size);
		at += size;
	}
}

static int64_t
planned_weight(const struct dual_plan *p, unsigned a, unsigned b)
{
	int64_t w = p->node[a] + p->node[b];

	for (unsigned i = 0; i < p->sets; i++)
		if (a >= p->set[i].from && b < p->set[i].to)
			w += p->set[i].value;
	return w;
}

static void
plan_edges(const struct dual_plan *p, struct rng *r, struct graph *g, unsigned percent,
    unsigned loss_percent)
{
	for (unsigned a = 0; a < p->nodes; a++)
		for (unsigned b = a + 1; b < p->nodes; b++) {
			int64_t loss =
			    rng_below(r, 100) < loss_percent ? 1 + rng_below(r, 3) : 0;
			bool next = b - a <= 2; /* these edges form cycles */

			if (g->n < g->room &&
			    (rng_below(r, 100) < percent || (next && rng_below(r, 8) != 0)))
				graph_add(g, a, b, planned_weight(p, a, b) - loss,
				    (int64_t)rng_below(r, 3), 0);
		}
}

TEST(nested_blossoms_match_all_matchings)
{
	struct rng r;
	unsigned sets = 0;

	rng_seed(&r, 5);
	for (unsigned i = 0; i < repetitions(8000); i++) {
		struct graph g = graph_make(3 + rng_below(&r, 8), 45);
		struct dual_plan p;

		plan_make(&p, &r, g.nodes);
		plan_edges(&p, &r, &g, rng_below(&r, 60), rng_below(&r, 50));
		check_both_modes(&g);
		sets += prove_optimal(&g, true);
		graph_free(&g);
	}
	assert_true(sets > repetitions(8000) / 8);
}

TEST(matchings_of_large_graphs_are_optimal)
{
	struct rng r;
	unsigned sets = 0;

	rng_seed(&r, 6);
	for (unsigned i = 0; i < repetitions(60); i++) {
		unsigned nodes = 20 + rng_below(&r, 230),
			 percent = i % 3 == 0 ? 100 : 2 + rng_below(&r, 20);
		struct graph g = graph_make(nodes, (size_t)nodes * nodes / 2);
		struct dual_plan p;

		if (i % 2 == 0) {
			random_edges(&g, &r, percent);
		} else {
			plan_make(&p, &r, nodes);
			plan_edges(&p, &r, &g, percent / 2, 30);
		}
		for (unsigned complete = 0; complete < 2; complete++) {
			solve_graph(&g, complete != 0);
			sets += prove_optimal(&g, complete != 0);
		}
		graph_free(&g);
	}
	assert_true(sets > 5 * repetitions(60));
}

/* A ladder of triangles with weights decreasing from one end, so that each blossom contains the
 * previous one. */
TEST(blossoms_nest_hundreds_deep)
{
	struct graph g = graph_make(602, 1300);
	unsigned sets;

	for (unsigned v = 0; v + 1 < g.nodes; v++) {
		int64_t w = 3000 - (int64_t)v;

		graph_add(&g, v, v + 1, w, 0, 0);
		if (v + 2 < g.nodes - 1)
			graph_add(&g, v, v + 2, w, 0, 0);
	}
	for (unsigned complete = 0; complete < 2; complete++) {
		struct matching_sum f = solve_graph(&g, complete != 0);

		assert_int_equal(f.pairs, 301);
		sets = prove_optimal(&g, complete != 0);
		assert_true(sets >= 100);
	}
	graph_free(&g);
}

TEST(graphs_without_edges_have_no_pairs)
{
	struct graph g = graph_make(0, 0), one = graph_make(1, 0), five = graph_make(5, 1);

	check_both_modes(&g);
	check_both_modes(&one);
	assert_int_equal(one.mate[0], MATCHING_NONE);
	check_both_modes(&five);
	graph_add(&five, 4, 1, 0, 0, 1);
	check_both_modes(&five);
	assert_int_equal(five.mate[1], 4);
	graph_free(&g);
	graph_free(&one);
	graph_free(&five);
}

TEST(the_best_of_parallel_edges_counts)
{
	struct graph g = graph_make(4, 5);

	graph_add(&g, 0, 1, 1, 0, 0);
	graph_add(&g, 1, 0, 7, 0, 0);
	graph_add(&g, 0, 1, 3, 0, 0);
	graph_add(&g, 1, 2, 8, 0, 0);
	graph_add(&g, 2, 3, 2, 0, 0);
	check_both_modes(&g);
	assert_int_equal(solve_graph(&g, false).sum.rank[0], 9);
	graph_free(&g);
}

/* ---- results of another implementation ---- */

#define EXAMPLES "tests/data/matchings.txt"
#define RECORDED_EXAMPLES 600u

/* Line format: seed nodes percent least span complete, then pairs and weight of the best
 * matching. */
TEST(recorded_weights_are_reproduced)
{
	FILE *f = fopen(EXAMPLES, "r");
	unsigned nodes, percent, complete, pairs, n = 0;
	long long seed, least, span, weight;
	struct rng r;
	int c;

	assert_non_null(f);
	while ((c = fgetc(f)) != '\n') /* skips a line about the origin of the examples */
		assert_int_not_equal(c, EOF);
	while (fscanf(f, "%lld %u %u %lld %lld %u %u %lld", &seed, &nodes, &percent, &least,
		   &span, &complete, &pairs, &weight) == 8) {
		struct graph g = graph_make(nodes, (size_t)nodes * nodes / 2);
		struct matching_sum found;

		rng_seed(&r, (uint64_t)seed);
		for (unsigned a = 0; a < nodes; a++)
			for (unsigned b = a + 1; b < nodes; b++)
				if (rng_below(&r, 100) < percent)
					graph_add(&g, a, b,
					    least + rng_below(&r, (uint32_t)span), 0, 0);
		found = solve_graph(&g, complete != 0);
		assert_true(found.sum.rank[0] == weight);
		if (complete != 0)
			assert_int_equal(found.pairs, pairs);
		prove_optimal(&g, complete != 0);
		graph_free(&g);
		n++;
	}
	assert_true(feof(f));
	assert_int_equal(n, RECORDED_EXAMPLES);
	fclose(f);
}
