/* SPDX-License-Identifier: MIT */
/* The ordered index, compared with a sorted array. */
#include "base/rng.h"
#include "base/tree.h"
#include "tests/unit/test.h"

#define ITEMS 400u

struct item {
	unsigned key;
	unsigned no; /* order of insertion */
	struct tree_node node;
};

static const struct item *
item_of(const struct tree_node *n)
{
	return n != NULL ? TREE_OWNER_CONST(n, struct item, node) : NULL;
}

static int
by_key(const struct tree_node *a, const struct tree_node *b)
{
	unsigned x = TREE_OWNER_CONST(a, struct item, node)->key,
		 y = TREE_OWNER_CONST(b, struct item, node)->key;

	return x < y ? -1 : x > y;
}

static int
key_place(const struct tree_node *n, const void *place)
{
	unsigned x = TREE_OWNER_CONST(n, struct item, node)->key, y = *(const unsigned *)place;

	return x < y ? -1 : x > y;
}

static int
key_then_no(const void *a, const void *b)
{
	const struct item *x = *(const struct item *const *)a;
	const struct item *y = *(const struct item *const *)b;

	return x->key != y->key ? (x->key < y->key ? -1 : 1) : (x->no < y->no ? -1 : 1);
}

/* Sorts the items in the tree.  Returns their number. */
static unsigned
sort_items(struct item *all, const struct item *list[ITEMS])
{
	unsigned n = 0;

	for (unsigned i = 0; i < ITEMS; i++)
		if (tree_node_is_linked(&all[i].node))
			list[n++] = &all[i];
	qsort(list, n, sizeof(*list), key_then_no);
	return n;
}

static void
compare(const struct tree *t, struct item *all)
{
	const struct item *list[ITEMS];
	unsigned n = sort_items(all, list);
	const struct tree_node *at = tree_first(t);

	assert_true(tree_check(t));
	assert_int_equal(tree_size(t), n);
	for (unsigned i = 0; i < n; i++, at = tree_next(at)) {
		assert_ptr_equal(item_of(at), list[i]);
		assert_int_equal(tree_rank(at), i);
	}
	assert_null(at);
	for (unsigned key = 0; key <= 60; key++) {
		unsigned i = 0;

		while (i < n && list[i]->key < key)
			i++;
		assert_ptr_equal(
		    item_of(tree_at_or_after(t, key_place, &key)), i < n ? list[i] : NULL);
	}
}

TEST(the_tree_behaves_like_a_sorted_array)
{
	static struct item all[ITEMS];
	struct rng r;
	struct tree t;
	unsigned no = 0;

	rng_seed(&r, 5);
	tree_init(&t, by_key);
	compare(&t, all);
	for (unsigned step = 0; step < 6000; step++) {
		struct item *x = &all[rng_below(&r, ITEMS)];

		if (tree_node_is_linked(&x->node)) {
			tree_remove(&t, &x->node);
			assert_false(tree_node_is_linked(&x->node));
		} else {
			x->key = rng_below(&r, 60); /* so that many keys are equal */
			x->no = no++;
			tree_add(&t, &x->node);
		}
		if (step % 50 == 0)
			compare(&t, all);
	}
	for (unsigned i = 0; i < ITEMS; i++)
		if (tree_node_is_linked(&all[i].node))
			tree_remove(&t, &all[i].node);
	compare(&t, all);
}

static unsigned
tree_depth(const struct tree_node *n)
{
	unsigned left, right;

	if (n == NULL)
		return 0;
	left = tree_depth(n->left);
	right = tree_depth(n->right);
	return 1 + (left > right ? left : right);
}

TEST(the_tree_is_balanced_after_ordered_insertion)
{
	enum {
		MANY = 100000
	};
	struct item *all = calloc(MANY, sizeof(*all));
	struct tree t;

	assert_non_null(all);
	tree_init(&t, by_key);
	for (unsigned i = 0; i < MANY; i++) {
		all[i].key = i;
		tree_add(&t, &all[i].node);
	}
	/* log2(MANY) is 17; the expected depth is about 2.5 times that */
	assert_true(tree_depth(t.root) < 60);
	assert_int_equal(tree_rank(&all[77777].node), 77777);
	free(all);
}
