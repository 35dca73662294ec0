/* SPDX-License-Identifier: MIT */
/* An ordered index whose nodes are members of the indexed objects.  It finds the next name and
 * counts the nodes before a node.  Nothing is allocated.  All functions are O(log n) expected,
 * whatever the order of insertion, because priorities are random; tree_init, tree_size and
 * tree_node_is_linked are O(1).
 *
 * The key of a node must not change while the node is in a tree.  Removing a node does not read
 * its key.  Nodes that compare equal keep the order of insertion. */
#ifndef BASE_TREE_H
#define BASE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tree_node {
	struct tree_node *up, *left, *right;
	uint32_t priority; /* not above the parent's */
	uint32_t size;     /* nodes in the subtree; 0 when the node is in no tree */
};

typedef int tree_compare(const struct tree_node *a, const struct tree_node *b);

/* Compares n with a search key: returns < 0 if n is ordered before the key,
 * otherwise >= 0. */
typedef int tree_compare_key(const struct tree_node *n, const void *key);

struct tree {
	struct tree_node *root;
	tree_compare *compare;
	uint64_t priorities_drawn;
};

void tree_init(struct tree *t, tree_compare *compare);

/* Add n, which must be in no tree (zeroed or removed), and remove n, which must be in t. */
void tree_add(struct tree *t, struct tree_node *n);
void tree_remove(struct tree *t, struct tree_node *n);

static inline bool
tree_node_is_linked(const struct tree_node *n)
{
	return n->size > 0;
}

static inline uint32_t
tree_size(const struct tree *t)
{
	return t->root != NULL ? t->root->size : 0;
}

/* Return the first node, the node after n, and the first node at or after a position; NULL if
 * there is none. */
struct tree_node *tree_first(const struct tree *t);
struct tree_node *tree_next(const struct tree_node *n);
struct tree_node *tree_at_or_after(
    const struct tree *t, tree_compare_key *compare, const void *key);

/* Returns the number of nodes before n. */
uint32_t tree_rank(const struct tree_node *n);

/* Returns whether order, sizes and priorities are right.  O(n); for tests. */
bool tree_check(const struct tree *t);

/* Returns the object that contains the node. */
#define TREE_OWNER(node, type, member) ((type *)(void *)((char *)(node)-offsetof(type, member)))
#define TREE_OWNER_CONST(node, type, member)                                                   \
	((const type *)(const void *)((const char *)(node)-offsetof(type, member)))

#endif
