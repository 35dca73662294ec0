/* SPDX-License-Identifier: MIT */
/* Maximum-weight matching in a general graph: Edmonds' blossom algorithm with dual variables,
 * in its primal-dual form.  Owns no memory: all state is in the caller's space.
 *
 * Invariant: there is a matching, a value for each node, and odd sets of nodes ("blossoms",
 * nested) with values of at least 0, such that no edge has a negative slack (matching.h), and
 * all matched edges and the edges that hold a blossom together have slack 0.  A stage grows
 * trees from all free nodes at once along edges without slack: nodes at even distance from the
 * root are called S, at odd distance T.  When there is no such edge left, the values of S nodes
 * fall and those of T nodes rise at the same rate until the next event:
 *
 *   grow     an edge from S to a node outside loses its slack: that node becomes T, its mate S
 *   join     an edge between two S nodes loses its slack: in one tree it forms a blossom,
 *            between two a path between free nodes, along which the matching is inverted
 *   expand   the value of a T blossom reaches 0: it is split into its parts
 *
 * Each event has a time, and a heap gives the earliest.  Values are stored as of time 0 and
 * converted by label, so a step costs nothing for nodes that it does not affect.  A node is
 * scanned once per stage, when it becomes S.  A stage costs O(m log m), and there are at most
 * n/2.
 *
 * If a complete matching is requested, a greedy pass sets the initial values and matching,
 * because the values of free nodes then need not be equal.  If a node stays unmatched, the
 * search is repeated from equal values, so that the result is correct in that case too.
 *
 * Weights are multiplied by four, and initial values are even.  Along edges without slack,
 * values are equal modulo 2, so the slack between two S nodes is always even and half of it is
 * an integer.  Weights of several ranks behave like one number with infinitesimal parts: they
 * are only added, halved and compared.
 *
 * There is no protection against overflow.  Values stay below nodes * 8 * MATCHING_WEIGHT_MAX,
 * which is 2^62 at MATCHING_NODES_MAX. */
#include "tourney/matching.h"

#include <string.h>

#include "tourney/heap.h"
#include "tourney/space.h"

#define NONE HEAP_NOWHERE

typedef struct matching_weight weight;

enum label {
	FREE,
	S,
	T,
};

/* A node or a blossom.  A dart is an edge with a direction: 2 * edge from a to b, 2 * edge + 1
 * from b to a. */
struct cell {
	weight dual;         /* as of time 0 of the stage if it is in a tree */
	uint32_t label_dart; /* of an S or T cell at the top level: dart through which it joined
				its tree; NONE for a root */
	uint32_t base;       /* the node that is not matched within the blossom */
	uint32_t parent;     /* the enclosing blossom; NONE at the top level */
	uint32_t first_part; /* of a blossom: the part that contains its base */
	uint32_t next, prev; /* ring of the parent's parts; next also links unused cells */
	uint32_t next_dart;  /* dart from this part to the next */
	uint32_t leaf_first, leaf_last; /* nodes of the cell, linked by leaf_next */
	uint32_t visit_stamp;
	uint8_t label; /* at the top level: enum label */
};

struct node {
	uint32_t top;       /* the outermost blossom with this node, or the node itself */
	uint32_t mate_dart; /* dart to its mate, NONE if unmatched */
	uint32_t best_dart; /* if outside S: the dart from an S node with the least slack */
	uint32_t leaf_next;
	uint32_t first_dart; /* start of its darts in `darts_by_tail` */
};

struct rebase_task {
	uint32_t cell, node;
};

struct matching {
	unsigned nodes, cells; /* blossoms are the cells from index `nodes` on */
	size_t edges_n;
	const struct matching_edge *edges;
	struct cell *cell;
	struct node *node;       /* has one element more than there are nodes */
	uint32_t *darts_by_tail; /* all darts, ordered by tail */
	struct heap heap; /* event numbers: the node (grow), the blossom (expand), cells + the
			     edge (join) */
	struct rebase_task *rebase_tasks;
	uint32_t unused_cells; /* list of unused cells, linked by next */
	uint32_t visit_stamp;
	weight now; /* time since the stage began */
};

/* ---- weights ---- */

static const weight ZERO = { { 0 } };

/* ---- the graph ---- */

static inline uint32_t
tail(const struct matching *m, uint32_t dart)
{
	const struct matching_edge *e = &m->edges[dart >> 1];

	return (dart & 1) != 0 ? e->b : e->a;
}

static inline uint32_t
head(const struct matching *m, uint32_t dart)
{
	return tail(m, dart ^ 1u);
}

static inline bool
is_blossom(const struct matching *m, uint32_t c)
{
	return c >= m->nodes;
}

/* Returns the current value of a node. */
static inline weight
dual(const struct matching *m, uint32_t v)
{
	weight y = m->cell[v].dual;

	switch ((enum label)m->cell[m->node[v].top].label) {
	case S:
		return matching_minus(y, m->now);
	case T:
		return matching_plus(y, m->now);
	case FREE:
		break;
	}
	return y;
}

/* Returns the slack of an edge whose ends are in different blossoms. */
static inline weight
slack(const struct matching *m, uint32_t dart)
{
	weight w = m->edges[dart >> 1].weight;

	return matching_minus(matching_plus(dual(m, tail(m, dart)), dual(m, head(m, dart))),
	    matching_times(w, 4));
}

#define EACH_LEAF(m, c, v)                                                                     \
	for (uint32_t v = (m)->cell[c].leaf_first, last_ = (m)->cell[c].leaf_last, go_ = 1;    \
	     go_ != 0; go_ = v != last_, v = (m)->node[v].leaf_next)

/* ---- labels ---- */

/* While a top-level cell is labelled, its values change with time: node values by -1 (S) or +1
 * (T), a blossom's by +2 or -2.  Applies that change when a label is set (in) or removed. */
static void
apply_time(struct matching *m, uint32_t c, enum label label, bool in)
{
	bool up = (label == S) == in;
	weight change = up ? m->now : matching_times(m->now, -1);

	if (label == FREE)
		return;
	EACH_LEAF(m, c, v)
	m->cell[v].dual = matching_plus(m->cell[v].dual, change);
	if (is_blossom(m, c))
		m->cell[c].dual = matching_minus(m->cell[c].dual, matching_times(change, 2));
}

static void
scan_dart(struct matching *m, uint32_t top, uint32_t dart)
{
	uint32_t w = head(m, dart), other = m->node[w].top;
	struct node *node = &m->node[w];

	if (other == top)
		return;
	if (m->cell[other].label == S) {
		heap_set(&m->heap, m->cells + (dart >> 1),
		    matching_plus(m->now, matching_half(slack(m, dart))));
		return;
	}
	if (node->best_dart != NONE &&
	    !matching_less(slack(m, dart), slack(m, node->best_dart)))
		return;
	node->best_dart = dart;
	if (m->cell[other].label == FREE)
		heap_set(&m->heap, w, matching_plus(m->now, slack(m, dart)));
}

/* Scans the edges of c's nodes, which have just become part of the S blossom `top`. */
static void
scan_cell(struct matching *m, uint32_t c, uint32_t top)
{
	EACH_LEAF(m, c, v)
	for (uint32_t i = m->node[v].first_dart; i < m->node[v + 1].first_dart; i++)
		scan_dart(m, top, m->darts_by_tail[i]);
}

static void
set_label(struct matching *m, uint32_t c, uint32_t dart, enum label label)
{
	struct cell *cell = &m->cell[c];

	cell->label = (uint8_t)label;
	cell->label_dart = dart;
	apply_time(m, c, label, true);
	if (label == S)
		scan_cell(m, c, c);
	else if (is_blossom(m, c))
		heap_set(&m->heap, c,
		    matching_plus(m->now,
			matching_half(matching_minus(cell->dual, matching_times(m->now, 2)))));
}

/* Returns the part of blossom b that contains v. */
static uint32_t
part_of(const struct matching *m, uint32_t b, uint32_t v)
{
	while (m->cell[v].parent != b)
		v = m->cell[v].parent;
	return v;
}

/* Chooses the even path from part c to the first part of its blossom, which begins with a
 * matched edge.  Returns true if it follows `next`, false for `prev`. */
static bool
even_path_is_next(const struct matching *m, uint32_t c)
{
	uint32_t first = m->cell[m->cell[c].parent].first_part;
	bool odd = false;

	for (uint32_t at = first; at != c; at = m->cell[at].next)
		odd = !odd;
	return odd;
}

/* Returns the dart from part c to its neighbour on the even path. */
static uint32_t
dart_on(const struct matching *m, uint32_t c, bool by_next)
{
	if (by_next)
		return m->cell[c].next_dart;
	return m->cell[m->cell[c].prev].next_dart ^ 1u;
}

static uint32_t
next_on(const struct matching *m, uint32_t c, bool by_next)
{
	return by_next ? m->cell[c].next : m->cell[c].prev;
}

/* ---- inverting the matching ---- */

/* Makes v the base of b: inverts the matching along the even path from v's part to the old
 * base's part, and inside the parts on it.  The order does not matter, since the parts do not
 * affect each other. */
static void
rebase(struct matching *m, uint32_t b, uint32_t v)
{
	unsigned n = 0;

	m->rebase_tasks[n++] = (struct rebase_task){ b, v };
	while (n > 0) {
		struct rebase_task t = m->rebase_tasks[--n];
		uint32_t part, at;
		bool by_next;

		m->cell[t.cell].base = t.node;
		if (!is_blossom(m, t.cell))
			continue;
		part = part_of(m, t.cell, t.node);
		by_next = even_path_is_next(m, part);
		m->rebase_tasks[n++] = (struct rebase_task){ part, t.node };
		at = part;
		while (at != m->cell[t.cell].first_part) {
			uint32_t one = next_on(m, at, by_next), dart = dart_on(m, one, by_next);
			uint32_t two = next_on(m, one, by_next);

			m->rebase_tasks[n++] = (struct rebase_task){ one, tail(m, dart) };
			m->rebase_tasks[n++] = (struct rebase_task){ two, head(m, dart) };
			m->node[tail(m, dart)].mate_dart = dart;
			m->node[head(m, dart)].mate_dart = dart ^ 1u;
			at = two;
		}
		m->cell[t.cell].first_part = part;
	}
}

/* Inverts the matching from the S end of a dart to the root of its tree. */
static void
invert_to_root(struct matching *m, uint32_t dart)
{
	for (;;) {
		uint32_t v = tail(m, dart), s = m->node[v].top, t, up;

		rebase(m, s, v);
		m->node[v].mate_dart = dart;
		if (m->cell[s].label_dart == NONE)
			return;
		t = m->node[tail(m, m->cell[s].label_dart)].top;
		up = m->cell[t].label_dart;
		rebase(m, t, head(m, up));
		m->node[head(m, up)].mate_dart = up ^ 1u;
		dart = up;
	}
}

/* ---- blossoms ---- */

/* Returns the next S cell above an S cell in its tree; NONE above a root. */
static uint32_t
s_above(const struct matching *m, uint32_t s)
{
	uint32_t dart = m->cell[s].label_dart;

	if (dart == NONE)
		return NONE;
	dart = m->cell[m->node[tail(m, dart)].top].label_dart;
	return m->node[tail(m, dart)].top;
}

/* Returns the cell where two S cells' paths to the root meet; NONE: in different trees. */
static uint32_t
meeting_point(struct matching *m, uint32_t a, uint32_t b)
{
	m->visit_stamp++;
	while (a != NONE || b != NONE) {
		uint32_t swap;

		if (a != NONE) {
			if (m->cell[a].visit_stamp == m->visit_stamp)
				return a;
			m->cell[a].visit_stamp = m->visit_stamp;
			a = s_above(m, a);
		}
		swap = a;
		a = b;
		b = swap;
	}
	return NONE;
}

static void
link_parts(struct matching *m, uint32_t from, uint32_t to, uint32_t dart)
{
	m->cell[from].next = to;
	m->cell[to].prev = from;
	m->cell[from].next_dart = dart;
}

/* Links the cells from an S cell up to `end`, an ancestor in its tree, into the ring of a new
 * blossom. */
static void
link_up_to(struct matching *m, uint32_t c, uint32_t end, bool downwards)
{
	while (c != end) {
		uint32_t dart = m->cell[c].label_dart, above = m->node[tail(m, dart)].top;

		if (downwards)
			link_parts(m, above, c, dart);
		else
			link_parts(m, c, above, dart ^ 1u);
		c = above;
	}
}

/* Makes former top-level cells the parts of a new blossom: they lose their labels, and the
 * edges of former T parts are scanned as those of S. */
static void
absorb_parts(struct matching *m, uint32_t b)
{
	uint32_t first = m->cell[b].first_part, c = first, last = NONE;

	do {
		struct cell *part = &m->cell[c];

		if (last != NONE)
			m->node[last].leaf_next = part->leaf_first;
		last = part->leaf_last;
		part->parent = b;
		part->visit_stamp = 0;
		apply_time(m, c, (enum label)part->label, false);
		EACH_LEAF(m, c, v)
		{
			m->cell[v].dual = matching_plus(m->cell[v].dual, m->now);
			m->node[v].top = b;
		}
		c = part->next;
	} while (c != first);
	m->cell[b].leaf_first = m->cell[first].leaf_first;
	m->cell[b].leaf_last = last;
	do {
		if (m->cell[c].label == T)
			scan_cell(m, c, b);
		m->cell[c].label = FREE;
		c = m->cell[c].next;
	} while (c != first);
}

static void
shrink_blossom(struct matching *m, uint32_t dart, uint32_t meet)
{
	uint32_t b = m->unused_cells;
	struct cell *cell = &m->cell[b];

	CHECK(b != NONE);
	m->unused_cells = cell->next;
	link_up_to(m, m->node[tail(m, dart)].top, meet, true);
	link_up_to(m, m->node[head(m, dart)].top, meet, false);
	link_parts(m, m->node[tail(m, dart)].top, m->node[head(m, dart)].top, dart);
	cell->first_part = meet;
	cell->base = m->cell[meet].base;
	cell->label = S;
	cell->label_dart = m->cell[meet].label_dart;
	cell->parent = NONE;
	cell->visit_stamp = 0;
	cell->dual = matching_times(m->now, -2);
	absorb_parts(m, b);
}

/* Splits a T blossom.  The parts on the even path from where the blossom joined the tree to its
 * base stay in the tree, alternately T and S.  The other parts leave it. */
static void
expand_blossom(struct matching *m, uint32_t b)
{
	uint32_t dart = m->cell[b].label_dart, first = m->cell[b].first_part, c = first;
	uint32_t at = part_of(m, b, head(m, dart));
	bool by_next = even_path_is_next(m, at);

	apply_time(m, b, T, false);
	do {
		EACH_LEAF(m, c, v)
		m->node[v].top = c;
		m->cell[c].parent = NONE;
		m->cell[c].label = FREE;
		c = m->cell[c].next;
	} while (c != first);
	m->cell[b].next = m->unused_cells;
	m->unused_cells = b;
	do {
		EACH_LEAF(m, c, v)
		if (m->node[v].best_dart != NONE)
			heap_set(
			    &m->heap, v, matching_plus(m->now, slack(m, m->node[v].best_dart)));
		c = m->cell[c].next;
	} while (c != first);
	set_label(m, at, dart, T);
	while (at != first) {
		dart = dart_on(m, at, by_next);
		at = next_on(m, at, by_next);
		set_label(m, at, dart, S);
		dart = dart_on(m, at, by_next);
		at = next_on(m, at, by_next);
		set_label(m, at, dart, T);
	}
}

/* ---- a stage ---- */

static void
grow_tree(struct matching *m, uint32_t v)
{
	uint32_t c = m->node[v].top, mate_dart;

	if (m->cell[c].label != FREE)
		return;
	set_label(m, c, m->node[v].best_dart, T);
	mate_dart = m->node[m->cell[c].base].mate_dart;
	set_label(m, m->node[head(m, mate_dart)].top, mate_dart, S);
}

/* Handles a join.  Returns true when two trees met and the matching has grown. */
static bool
join_trees(struct matching *m, uint32_t dart)
{
	uint32_t a = m->node[tail(m, dart)].top, b = m->node[head(m, dart)].top, meet;

	if (a == b)
		return false;
	meet = meeting_point(m, a, b);
	if (meet != NONE) {
		shrink_blossom(m, dart, meet);
		return false;
	}
	invert_to_root(m, dart);
	invert_to_root(m, dart ^ 1u);
	return true;
}

/* Starts a tree at each free node.  Returns false if no node is free.  limit_out: the value of
 * a free node. */
static bool
plant_trees(struct matching *m, weight *limit_out)
{
	bool any = false;

	m->now = ZERO;
	m->heap.n = 0;
	for (uint32_t v = 0; v < m->nodes; v++)
		m->node[v].best_dart = NONE;
	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t c = m->node[v].top;

		if (m->cell[c].base != v || m->node[v].mate_dart != NONE)
			continue;
		*limit_out = m->cell[v].dual;
		any = true;
		set_label(m, c, NONE, S);
	}
	return any;
}

static void
end_stage(struct matching *m)
{
	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t c = m->node[v].top;

		if (m->cell[c].leaf_first != v)
			continue;
		apply_time(m, c, (enum label)m->cell[c].label, false);
		m->cell[c].label = FREE;
	}
	heap_clear(&m->heap);
	m->now = ZERO;
}

/* Adds one pair to the matching.  Returns false if that is impossible or, unless `complete`,
 * would not increase the sum. */
static bool
run_stage(struct matching *m, bool complete)
{
	weight limit = ZERO;
	bool grown = false;

	if (!plant_trees(m, &limit))
		return false;
	while (!grown && m->heap.n > 0) {
		struct event e;

		if (!complete && !matching_less(m->heap.event[0].time, limit))
			break;
		e = heap_take(&m->heap);
		m->now = e.time;
		if (e.number < m->nodes)
			grow_tree(m, e.number);
		else if (e.number >= m->cells)
			grown = join_trees(m, 2 * (e.number - m->cells));
		else if (m->cell[e.number].label == T)
			expand_blossom(m, e.number);
	}
	if (!grown && !complete)
		m->now = limit;
	end_stage(m);
	return grown;
}

/* ---- initial values ---- */

static void
reset_matching(struct matching *m)
{
	memset(m->cell, 0, m->cells * sizeof(*m->cell));
	for (uint32_t c = 0; c < m->cells; c++) {
		m->cell[c].parent = NONE;
		m->cell[c].next = c + 1 < m->cells ? c + 1 : NONE;
	}
	m->unused_cells = m->nodes < m->cells ? m->nodes : NONE;
	for (uint32_t v = 0; v < m->nodes; v++) {
		m->node[v].top = v;
		m->node[v].mate_dart = NONE;
		m->cell[v].base = m->cell[v].leaf_first = m->cell[v].leaf_last = v;
	}
	m->visit_stamp = 0;
}

/* Sets all values equal and as small as possible; not below 0 unless the matching must be
 * complete. */
static void
start_equal_duals(struct matching *m, bool complete)
{
	weight most = ZERO;

	for (size_t i = 0; i < m->edges_n; i++)
		if ((complete && i == 0) || matching_less(most, m->edges[i].weight))
			most = m->edges[i].weight;
	reset_matching(m);
	for (uint32_t v = 0; v < m->nodes; v++)
		m->cell[v].dual = matching_times(most, 2);
}

/* Lowers the value of v until one of its edges has no slack, and matches v along such an edge
 * if its other end is free. */
static void
match_greedily(struct matching *m, uint32_t v)
{
	uint32_t found = NONE;
	weight least = ZERO;

	for (uint32_t i = m->node[v].first_dart; i < m->node[v + 1].first_dart; i++) {
		weight s = slack(m, m->darts_by_tail[i]);

		if (i == m->node[v].first_dart || matching_less(s, least)) {
			least = s;
			found = NONE;
		}
		if (!matching_less(least, s) && found == NONE &&
		    m->node[head(m, m->darts_by_tail[i])].mate_dart == NONE)
			found = m->darts_by_tail[i];
	}
	m->cell[v].dual = matching_minus(m->cell[v].dual, least);
	if (found != NONE) {
		m->node[v].mate_dart = found;
		m->node[head(m, found)].mate_dart = found ^ 1u;
	}
}

/* Sets initial values and a matching greedily.  Returns false if a node has no edge. */
static bool
start_greedy(struct matching *m)
{
	reset_matching(m);
	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t from = m->node[v].first_dart, to = m->node[v + 1].first_dart;
		weight most;

		if (from == to)
			return false;
		most = m->edges[m->darts_by_tail[from] >> 1].weight;
		for (uint32_t i = from + 1; i < to; i++) {
			weight w = m->edges[m->darts_by_tail[i] >> 1].weight;

			if (matching_less(most, w))
				most = w;
		}
		m->cell[v].dual = matching_times(most, 2);
	}
	for (uint32_t v = 0; v < m->nodes; v++)
		if (m->node[v].mate_dart == NONE)
			match_greedily(m, v);
	return true;
}

/* ---- memory ---- */

static unsigned
cell_count_for(unsigned nodes)
{
	return nodes + nodes / 2;
}

/* Places the arrays in the block, after *m itself.  Returns the size of the block. */
static size_t
lay_out_arrays(unsigned nodes, size_t edges, void *block, struct matching *m)
{
	size_t cells = cell_count_for(nodes);
	struct space s = { block, 0 };

	(void)space_take(&s, 1, sizeof(*m));
	m->cell = space_take(&s, cells, sizeof(*m->cell));
	m->node = space_take(&s, nodes + 1u, sizeof(*m->node));
	m->darts_by_tail = space_take(&s, 2 * edges, sizeof(*m->darts_by_tail));
	m->heap.event = space_take(&s, cells + edges, sizeof(*m->heap.event));
	m->heap.at = space_take(&s, cells + edges, sizeof(*m->heap.at));
	m->rebase_tasks = space_take(&s, 2 * cells + 2, sizeof(*m->rebase_tasks));
	return s.used;
}

size_t
matching_scratch_size(unsigned nodes, size_t edges)
{
	struct matching m;

	return lay_out_arrays(nodes, edges, NULL, &m);
}

/* Sorts the darts by tail, keeping the order of the edges. */
static void
sort_darts(struct matching *m)
{
	uint32_t sum = 0;

	for (uint32_t v = 0; v <= m->nodes; v++)
		m->node[v].first_dart = 0;
	for (uint32_t d = 0; d < 2 * m->edges_n; d++)
		m->node[tail(m, d)].first_dart++;
	for (uint32_t v = 0; v <= m->nodes; v++) {
		sum += m->node[v].first_dart;
		m->node[v].first_dart = sum;
	}
	for (uint32_t d = (uint32_t)(2 * m->edges_n); d-- > 0;)
		m->darts_by_tail[--m->node[tail(m, d)].first_dart] = d;
}

static struct matching *
init_matching(unsigned nodes, const struct matching_edge *edges, size_t n, void *space)
{
	struct matching *m = space;

	CHECK(nodes <= MATCHING_NODES_MAX && n <= MATCHING_EDGES_MAX);
	memset(m, 0, sizeof(*m));
	(void)lay_out_arrays(nodes, n, space, m);
	m->nodes = nodes;
	m->cells = cell_count_for(nodes);
	m->edges_n = n;
	m->edges = edges;
	for (size_t i = 0; i < n; i++)
		CHECK(edges[i].a != edges[i].b && edges[i].a < nodes && edges[i].b < nodes);
	for (size_t i = 0; i < m->cells + n; i++)
		m->heap.at[i] = NONE;
	sort_darts(m);
	return m;
}

void
matching_solve(unsigned nodes, const struct matching_edge *edges, size_t n, bool complete,
    void *space, uint16_t *mate_out)
{
	struct matching *m = init_matching(nodes, edges, n, space);
	bool done = complete && start_greedy(m);

	while (done && run_stage(m, true))
		;
	for (uint32_t v = 0; done && v < nodes; v++)
		done = m->node[v].mate_dart != NONE;
	if (!done) {
		start_equal_duals(m, complete);
		while (run_stage(m, complete))
			;
	}
	for (uint32_t v = 0; v < nodes; v++) {
		uint32_t dart = m->node[v].mate_dart;

		mate_out[v] = dart == NONE ? (uint16_t)MATCHING_NONE : (uint16_t)head(m, dart);
	}
}

/* ---- certificate of optimality ---- */

struct matching_weight
matching_dual(const void *space, unsigned node)
{
	const struct matching *m = space;

	CHECK(node < m->nodes);
	return m->cell[node].dual;
}

/* True if blossom b is in use, that is, contains nodes and is not in the list of unused
 * cells. */
static bool
blossom_in_use(const struct matching *m, uint32_t b)
{
	uint32_t top = m->node[m->cell[b].leaf_first].top;

	for (uint32_t c = m->cell[b].leaf_first; c != NONE; c = m->cell[c].parent) {
		if (c == b)
			return true;
		if (c == top)
			break;
	}
	return false;
}

bool
matching_odd_set(const void *space, unsigned set, struct matching_weight *value_out,
    uint16_t *members_out, unsigned *members_n_out)
{
	const struct matching *m = space;

	for (uint32_t b = m->nodes; b < m->cells; b++) {
		if (!blossom_in_use(m, b) || set-- > 0)
			continue;
		*value_out = m->cell[b].dual;
		*members_n_out = 0;
		EACH_LEAF(m, b, v)
		members_out[(*members_n_out)++] = (uint16_t)v;
		return true;
	}
	return false;
}

void
matching_dual_sums(const void *space, unsigned a, struct matching_weight *sums_out)
{
	const struct matching *m = space;
	weight sets = ZERO;

	CHECK(a < m->nodes);
	for (uint32_t v = 0; v < m->nodes; v++)
		sums_out[v] = matching_plus(m->cell[a].dual, m->cell[v].dual);
	for (uint32_t c = m->cell[a].parent; c != NONE; c = m->cell[c].parent)
		sets = matching_plus(sets, m->cell[c].dual);
	/* for each set around `a`, innermost first: its nodes that the previous set lacks */
	for (uint32_t c = a; m->cell[c].parent != NONE; c = m->cell[c].parent) {
		for (uint32_t part = m->cell[c].next; part != c; part = m->cell[part].next)
			EACH_LEAF(m, part, v)
		sums_out[v] = matching_plus(sums_out[v], sets);
		sets = matching_minus(sets, m->cell[m->cell[c].parent].dual);
	}
}
