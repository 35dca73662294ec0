/* SPDX-License-Identifier: MIT */
/* A treap (Seidel and Aragon, 1996) with parent links and subtree sizes: see tree.h.  Owns no
 * memory. */
#include "base/tree.h"

#include "base/check.h"
#include "base/table.h"

void
tree_init(struct tree *t, tree_compare *compare)
{
	*t = (struct tree){ .compare = compare };
}

static uint32_t
subtree_size(const struct tree_node *n)
{
	return n != NULL ? n->size : 0;
}

static void
update_size(struct tree_node *n)
{
	n->size = subtree_size(n->left) + subtree_size(n->right) + 1;
}

/* Returns the address of the pointer to n. */
static struct tree_node **
pointer_to(struct tree *t, const struct tree_node *n)
{
	if (n->up == NULL)
		return &t->root;
	return n->up->left == n ? &n->up->left : &n->up->right;
}

/* Rotates n up and its parent down. */
static void
rotate_up(struct tree *t, struct tree_node *n)
{
	struct tree_node *p = n->up;
	struct tree_node **link = pointer_to(t, p);
	bool was_left = p->left == n;
	struct tree_node *moved = was_left ? n->right : n->left;

	*link = n;
	n->up = p->up;
	p->up = n;
	if (was_left) {
		p->left = moved;
		n->right = p;
	} else {
		p->right = moved;
		n->left = p;
	}
	if (moved != NULL)
		moved->up = p;
	update_size(p);
	update_size(n);
}

/* Draws a priority with the keyed hash of base/table.h, so that no input can unbalance the
 * tree. */
static uint32_t
draw_priority(struct tree *t)
{
	t->priorities_drawn++;
	return table_hash(&t->priorities_drawn, sizeof(t->priorities_drawn));
}

void
tree_add(struct tree *t, struct tree_node *n)
{
	struct tree_node **link = &t->root;
	struct tree_node *up = NULL;

	CHECK(n->size == 0);
	*n = (struct tree_node){ .priority = draw_priority(t), .size = 1 };
	while (*link != NULL) {
		up = *link;
		up->size++;
		link = t->compare(n, up) < 0 ? &up->left : &up->right;
	}
	*link = n;
	n->up = up;
	while (n->up != NULL && n->up->priority < n->priority)
		rotate_up(t, n);
}

void
tree_remove(struct tree *t, struct tree_node *n)
{
	CHECK(n->size > 0);
	while (n->left != NULL || n->right != NULL) {
		if (n->right == NULL ||
		    (n->left != NULL && n->left->priority > n->right->priority))
			rotate_up(t, n->left);
		else
			rotate_up(t, n->right);
	}
	*pointer_to(t, n) = NULL;
	for (struct tree_node *p = n->up; p != NULL; p = p->up)
		p->size--;
	*n = (struct tree_node){ 0 };
}

static struct tree_node *
leftmost(struct tree_node *n)
{
	while (n != NULL && n->left != NULL)
		n = n->left;
	return n;
}

struct tree_node *
tree_first(const struct tree *t)
{
	return leftmost(t->root);
}

struct tree_node *
tree_next(const struct tree_node *n)
{
	if (n->right != NULL)
		return leftmost(n->right);
	while (n->up != NULL && n->up->right == n)
		n = n->up;
	return n->up;
}

struct tree_node *
tree_at_or_after(const struct tree *t, tree_compare_key *compare, const void *key)
{
	struct tree_node *n = t->root, *found = NULL;

	while (n != NULL) {
		if (compare(n, key) < 0) {
			n = n->right;
		} else {
			found = n;
			n = n->left;
		}
	}
	return found;
}

uint32_t
tree_rank(const struct tree_node *n)
{
	uint32_t before = subtree_size(n->left);

	for (; n->up != NULL; n = n->up)
		if (n->up->right == n)
			before += subtree_size(n->up->left) + 1;
	return before;
}

static bool
node_ok(const struct tree *t, const struct tree_node *n)
{
	const struct tree_node *next = tree_next(n);

	return n->size == subtree_size(n->left) + subtree_size(n->right) + 1 &&
	       (n->up == NULL || n->up->priority >= n->priority) &&
	       (n->left == NULL || n->left->up == n) &&
	       (n->right == NULL || n->right->up == n) &&
	       (next == NULL || t->compare(n, next) <= 0);
}

bool
tree_check(const struct tree *t)
{
	uint32_t n = 0;

	for (const struct tree_node *x = tree_first(t); x != NULL; x = tree_next(x), n++)
		if (!node_ok(t, x))
			return false;
	return n == tree_size(t) && (t->root == NULL || t->root->up == NULL);
}
