/* SPDX-License-Identifier: MIT */
/* Maximum-weight matching in a general graph (Edmonds' blossom algorithm with duals).  Pure: no
 * I/O, clock or allocation. */
#ifndef TOURNEY_MATCHING_H
#define TOURNEY_MATCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

#define MATCHING_NONE 0xffffu
#define MATCHING_NODES_MAX 8192u
#define MATCHING_EDGES_MAX ((size_t)1 << 30)
#define MATCHING_WEIGHT_MAX ((int64_t)1 << 46)

/* A weight of several ranks: sums of the first rank are compared first, equal ones by the
 * second, and so on. */
#define MATCHING_RANKS 3u
struct matching_weight {
	int64_t
	    rank[MATCHING_RANKS]; /* for an edge: -MATCHING_WEIGHT_MAX..MATCHING_WEIGHT_MAX */
};

struct matching_edge {
	uint16_t a, b; /* nodes 0..nodes-1, different; of parallel edges, only the best
			* counts */
	struct matching_weight weight;
};

/* Returns the number of bytes of scratch needed for a graph; the scratch must be aligned as by
 * malloc. */
size_t matching_scratch_size(unsigned nodes, size_t edges);

/* Finds a matching.  mate_out[i] is the mate of node i, or MATCHING_NONE.  With `complete`, the
 * number of pairs is maximised first, then the sum of weights; otherwise only the sum.  The
 * same edges in the same order give the same matching.  Invalid arguments are CHECKed.  Cost:
 * O(n m log m) at worst; far less with `complete` where every node finds a mate, because at
 * least half of the pairs are found before the search begins. */
void matching_solve(unsigned nodes, const struct matching_edge *edges, size_t n, bool complete,
    void *space, uint16_t *mate_out);

/* ---- certificate of optimality ----
 *
 * Valid after matching_solve, until the space is changed.  Every node has a value, and some
 * sets with an odd number of nodes each have a value of at least 0.  The slack of a pair is the
 * sum of both values and of the values of the sets that contain both nodes, less four times the
 * weight.  No edge has a negative slack; a matched edge has 0.  In each set all nodes except
 * one are matched with each other.  Unmatched nodes have the least value of all (and 0 without
 * `complete`).  From these properties alone it follows that no matching is better. */

struct matching_weight matching_dual(const void *space, unsigned node);

/* Gets the value and the members of set number `set`, counting from 0.  Returns false if there
 * are fewer sets.  members_out has room for all nodes. */
bool matching_odd_set(const void *space, unsigned set, struct matching_weight *value_out,
    uint16_t *members_out, unsigned *members_n_out);

/* Computes for every node b the sum of the values of `a`, b and the sets that contain both. The
 * slack of the pair, whether it is an edge or not, is that sum less four times the pair's
 * weight.  sums_out[a] itself is undefined.  If every node is matched, the matching remains
 * optimal when edges are added, provided that none of them has a negative slack.  Cost:
 * O(nodes). */
void matching_dual_sums(const void *space, unsigned a, struct matching_weight *sums_out);

static inline bool
matching_less(struct matching_weight a, struct matching_weight b)
{
	for (unsigned i = 0; i + 1 < MATCHING_RANKS; i++)
		if (a.rank[i] != b.rank[i])
			return a.rank[i] < b.rank[i];
	return a.rank[MATCHING_RANKS - 1] < b.rank[MATCHING_RANKS - 1];
}

static inline struct matching_weight
matching_plus(struct matching_weight a, struct matching_weight b)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		a.rank[i] += b.rank[i];
	return a;
}

static inline struct matching_weight
matching_minus(struct matching_weight a, struct matching_weight b)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		a.rank[i] -= b.rank[i];
	return a;
}

static inline struct matching_weight
matching_times(struct matching_weight a, int64_t k)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++)
		a.rank[i] *= k;
	return a;
}

static inline struct matching_weight
matching_half(struct matching_weight a)
{
	for (unsigned i = 0; i < MATCHING_RANKS; i++) {
		DCHECK(a.rank[i] % 2 == 0);
		a.rank[i] /= 2;
	}
	return a;
}

#endif
