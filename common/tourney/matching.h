/* SPDX-License-Identifier: MIT */
/* Matching of greatest weight in a general graph (Edmonds' blossoms, with duals).  Pure: no
 * I/O, no clock, no malloc. */
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

/* A weight of several ranks: sums of the first are compared first, among equal ones those of
 * the second, and so on. */
#define MATCHING_RANKS 3u
struct matching_weight {
	int64_t
	    rank[MATCHING_RANKS]; /* of an edge: -MATCHING_WEIGHT_MAX..MATCHING_WEIGHT_MAX */
};

struct matching_edge {
	uint16_t a,
	    b; /* nodes 0..nodes-1, different; of several edges of a pair the best counts */
	struct matching_weight weight;
};

/* Bytes of scratch for such a graph; the scratch is aligned as malloc would. */
size_t matching_space(unsigned nodes, size_t edges);

/* mate_out[i]: with whom i is matched, MATCHING_NONE nobody.  With `complete` first as many
 * pairs as possible, then the greatest sum of weights; else the greatest sum.  The same edges
 * in the same order give the same matching.  Nothing in the arguments is checked but with
 * CHECK: they are ours.  Cost: O(n m log m) at worst; with `complete`, where everybody finds a
 * mate, far less: half of the pairs and more are found before the search begins. */
void matching_solve(unsigned nodes, const struct matching_edge *edges, size_t n, bool complete,
    void *space, uint16_t *mate_out);

/* ---- what proves it ----
 *
 * After matching_solve, while the space is untouched.  Every node has a value and every one of
 * some odd sets of nodes one of at least 0.  The slack of a pair is the two values, and those
 * of the sets that hold both nodes, less four times the weight.  No edge has a negative slack,
 * a matched one has 0; in each set all nodes but one are matched with each other; nodes that
 * are left over have the least value of all (and 0 without `complete`).  From this alone it
 * follows that no matching is better. */

struct matching_weight matching_value(const void *space, unsigned node);

/* Sets 0, 1, ...: false when there is no such set.  members_out: room for all nodes. */
bool matching_set(const void *space, unsigned set, struct matching_weight *value_out,
    uint16_t *members_out, unsigned *members_n_out);

/* sums_out[b], for every node b: the values of a and b and of the sets that hold both, so that
 * the slack of the pair is that less four times the weight, be it an edge or not.  (Of a
 * itself: nothing is said.)  When everybody is matched: if none of some further edges has a
 * negative slack, the matching is the best with them, too.  Cost: O(nodes). */
void matching_row(const void *space, unsigned a, struct matching_weight *sums_out);

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
