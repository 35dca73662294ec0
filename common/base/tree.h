/* SPDX-License-Identifier: MIT */
/* An ordered index whose nodes are members of what is indexed: who comes behind a name, how
 * many stand before somebody.  Nothing is allocated.  Everything here is O(log n) (expected,
 * whatever the order in which strangers come: the balance is drawn by lot) but tree_init,
 * tree_size and tree_holds, which are O(1).
 *
 * What a node is compared by must not change while it stands in a tree; it is not looked at
 * when the node is removed.  Nodes that compare as equal stand in the order in which they came.
 */
#ifndef BASE_TREE_H
#define BASE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tree_node {
	struct tree_node *up, *left, *right;
	uint32_t lot;  /* not above that of the node over it */
	uint32_t size; /* of the part of the tree that hangs from it; 0: in no tree */
};

typedef int tree_compare(const struct tree_node *a, const struct tree_node *b);

/* How a node stands to a place that is looked for: < 0 before it, >= 0 there or behind it. */
typedef int tree_place(const struct tree_node *n, const void *place);

struct tree {
	struct tree_node *root;
	tree_compare *compare;
	uint64_t lots;
};

/* A tree without nodes. */
void tree_init(struct tree *t, tree_compare *compare);

/* n is in no tree (zeroed, or removed); in this one. */
void tree_add(struct tree *t, struct tree_node *n);
void tree_remove(struct tree *t, struct tree_node *n);

static inline bool
tree_holds(const struct tree_node *n)
{
	return n->size > 0;
}

static inline uint32_t
tree_size(const struct tree *t)
{
	return t->root != NULL ? t->root->size : 0;
}

/* The first node, the one behind n, the first one at a place or behind it; NULL none. */
struct tree_node *tree_first(const struct tree *t);
struct tree_node *tree_next(const struct tree_node *n);
struct tree_node *tree_from(const struct tree *t, tree_place *place_of, const void *place);

/* How many stand before n. */
uint32_t tree_rank(const struct tree_node *n);

/* Whether order, sizes and lots are as they must be.  Linear; for tests. */
bool tree_check(const struct tree *t);

/* What the node is a member of. */
#define TREE_OF(node, type, member) ((type *)(void *)((char *)(node)-offsetof(type, member)))
#define TREE_OF_CONST(node, type, member)                                                      \
	((const type *)(const void *)((const char *)(node)-offsetof(type, member)))

#endif
