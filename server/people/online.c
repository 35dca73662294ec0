/* SPDX-License-Identifier: MIT */
/* See online.h.  Owns the trees of struct people.  Operations are O(log n). */
#include "people/online.h"

#include <stdlib.h>
#include <string.h>

#include "people/player.h"
#include "people/session.h"
#include "people/state.h"
#include "proto/username.h"

#define SESSION_NUMBER(node, member, number)                                                   \
	(TREE_OWNER_CONST(node, struct session, member)->number)

/* Defines a function that compares two nodes of a tree by a number in the session. */
#define DEFINE_NUMBER_ORDER(function, member, number)                                          \
	static int function(const struct tree_node *a, const struct tree_node *b)              \
	{                                                                                      \
		uint64_t x = SESSION_NUMBER(a, member, number),                                \
			 y = SESSION_NUMBER(b, member, number);                                \
                                                                                               \
		return x < y ? -1 : x > y;                                                     \
	}

DEFINE_NUMBER_ORDER(login_order, index.by_login, login.no)
DEFINE_NUMBER_ORDER(change_order, index.by_change, news.row_item_no)
DEFINE_NUMBER_ORDER(away_order, index.by_away, login.no)
DEFINE_NUMBER_ORDER(watching_order, index.by_watching, login.no)

static int
pause_end_order(const struct tree_node *a, const struct tree_node *b)
{
	int64_t x = TREE_OWNER_CONST(a, struct session, index.by_pause_end)->times.pause_end_ms;
	int64_t y = TREE_OWNER_CONST(b, struct session, index.by_pause_end)->times.pause_end_ms;

	return x < y ? -1 : x > y;
}

/* Compares a key of the tree of addresses with a session.  Users with a role precede all
 * others. */
static int
host_compare(bool role, const struct netaddr *a, const struct session *s)
{
	if (role != s->index.has_role)
		return role ? -1 : 1;
	if (a->family != s->address.family)
		return a->family < s->address.family ? -1 : 1;
	return memcmp(a->bytes, s->address.bytes, sizeof(a->bytes));
}

static int
host_order(const struct tree_node *a, const struct tree_node *b)
{
	const struct session *x = TREE_OWNER_CONST(a, struct session, index.by_host);
	const struct session *y = TREE_OWNER_CONST(b, struct session, index.by_host);

	return host_compare(x->index.has_role, &x->address, y);
}

static int
name_order(const struct tree_node *a, const struct tree_node *b)
{
	return strcmp(TREE_OWNER_CONST(a, struct session, index.by_name)->player->name,
	    TREE_OWNER_CONST(b, struct session, index.by_name)->player->name);
}

static int
folded_order(const struct tree_node *a, const struct tree_node *b)
{
	return strcmp(TREE_OWNER_CONST(a, struct session, index.by_folded)->player->folded,
	    TREE_OWNER_CONST(b, struct session, index.by_folded)->player->folded);
}

struct people *
people_new(unsigned sessions_max)
{
	struct people *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	tree_init(&p->online_by_login, login_order);
	tree_init(&p->online_by_name, name_order);
	tree_init(&p->online_by_folded_name, folded_order);
	tree_init(&p->online_by_change, change_order);
	tree_init(&p->online_by_host, host_order);
	tree_init(&p->online_away, away_order);
	tree_init(&p->online_watching, watching_order);
	tree_init(&p->paused, pause_end_order);
	pool_init(&p->sessions, sizeof(struct session), sessions_max);
	pool_init(&p->players, sizeof(struct player), sessions_max);
	return p;
}

/* Adds a node to a tree or removes it, unless it is already in the wanted state. */
static void
put(struct tree *t, struct tree_node *n, bool in)
{
	if (tree_node_is_linked(n) == in)
		return;
	if (in)
		tree_add(t, n);
	else
		tree_remove(t, n);
}

static void
update_host_tree(struct world *w, struct session *s, bool on)
{
	bool role = on && s->player->role != ROLE_USER;

	put(&w->people->online_by_host, &s->index.by_host, on && s->index.has_role == role);
	s->index.has_role = role;
	put(&w->people->online_by_host, &s->index.by_host, on);
}

void
online_update_trees(struct world *w, struct session *s)
{
	bool on = s->state == ST_ONLINE;

	update_host_tree(w, s, on && s->player != NULL);
	put(&w->people->online_away, &s->index.by_away, on && s->away_text[0] != '\0');
	put(&w->people->online_watching, &s->index.by_watching, on && s->watching != 0);
}

static void
remove_from_trees(struct world *w, struct session *s)
{
	put(&w->people->online_by_login, &s->index.by_login, false);
	put(&w->people->online_by_name, &s->index.by_name, false);
	put(&w->people->online_by_folded_name, &s->index.by_folded, false);
	put(&w->people->online_by_change, &s->index.by_change, false);
	put(&w->people->online_by_host, &s->index.by_host, false);
	put(&w->people->online_away, &s->index.by_away, false);
	put(&w->people->online_watching, &s->index.by_watching, false);
}

static void
add_to_trees(struct world *w, struct session *s)
{
	put(&w->people->online_by_login, &s->index.by_login, true);
	put(&w->people->online_by_name, &s->index.by_name, true);
	put(&w->people->online_by_folded_name, &s->index.by_folded, true);
	put(&w->people->online_by_change, &s->index.by_change, s->news.row_item_no != 0);
	online_update_trees(w, s);
}

static int
compare_login(const struct tree_node *n, const void *no)
{
	return SESSION_NUMBER(n, index.by_login, login.no) < *(const uint64_t *)no ? -1 : 0;
}

struct session *
online_from_login(const struct world *w, uint64_t login_no)
{
	struct tree_node *n =
	    tree_at_or_after(&w->people->online_by_login, compare_login, &login_no);

	return n != NULL ? TREE_OWNER(n, struct session, index.by_login) : NULL;
}

/* Search key: the start of a network. */
struct host_key {
	bool has_role;
	const struct netaddr *network;
};

static int
compare_host(const struct tree_node *n, const void *key)
{
	const struct host_key *p = key;

	return -host_compare(
	    p->has_role, p->network, TREE_OWNER_CONST(n, struct session, index.by_host));
}

/* The addresses of a network are adjacent in the tree. */
struct session *
online_next_from_network(const struct world *w, const struct netaddr *network, bool role,
    const struct session *after)
{
	const struct host_key key = { role, network };
	struct tree_node *n =
	    after != NULL ? tree_next(&after->index.by_host)
			  : tree_at_or_after(&w->people->online_by_host, compare_host, &key);
	struct session *s = n != NULL ? TREE_OWNER(n, struct session, index.by_host) : NULL;

	return s != NULL && s->index.has_role == role && netaddr_contains(network, &s->address)
		   ? s
		   : NULL;
}

void
online_add(struct world *w, struct session *s)
{
	struct session *after = w->people->online != NULL ? w->people->online->index.online_prev
							  : NULL; /* the last session */

	while (after != NULL && after->login.no > s->login.no)
		after = after == w->people->online ? NULL : after->index.online_prev;
	if (after == NULL)
		DL_PREPEND2(w->people->online, s, index.online_prev, index.online_next);
	else
		DL_APPEND_ELEM2(
		    w->people->online, after, s, index.online_prev, index.online_next);
	w->online_count++;
	add_to_trees(w, s);
}

void
online_remove(struct world *w, struct session *s)
{
	remove_from_trees(w, s);
	DL_DELETE2(w->people->online, s, index.online_prev, index.online_next);
	s->index.online_prev = NULL;
	s->index.online_next = NULL;
	w->online_count--;
}

void
online_check_trees(const struct world *w)
{
	CHECK(tree_check(&w->people->online_by_login) &&
	      tree_check(&w->people->online_by_name) &&
	      tree_check(&w->people->online_by_folded_name));
	CHECK(tree_check(&w->people->online_by_change) && tree_check(&w->people->online_away) &&
	      tree_check(&w->people->online_watching));
	CHECK(tree_check(&w->people->paused) && tree_check(&w->people->online_by_host));
}

void
session_set_watching(struct world *w, struct session *s, struct session *target)
{
	struct session *old = pool_get(&w->people->sessions, s->watching);

	if (old != NULL)
		DL_DELETE2(old->watchers, s, index.watch_prev, index.watch_next);
	s->index.watch_prev = NULL;
	s->index.watch_next = NULL;
	s->watching = target != NULL ? target->id : 0;
	if (target != NULL)
		DL_APPEND2(target->watchers, s, index.watch_prev, index.watch_next);
	online_update_trees(w, s);
}

/* Appends a name; "..." once if there is no room for another. */
static void
add_name(struct sbuf *names, const char *name)
{
	static const char more[] = ", ...";
	size_t room = names->size - names->len;

	if (names->truncated)
		return;
	if (room > 2 + strlen(name) + sizeof(more)) {
		sbuf_addf(names, "%s%s", names->len > 0 ? ", " : "", name);
		return;
	}
	sbuf_add(names, more);
	names->truncated = true;
}

/* ---- completion: names with a common prefix are adjacent in their tree ---- */

#define MATCHING_NAMES_MAX 64u /* names listed if several match */

/* Search key: a prefix of names. */
struct name_prefix {
	const char *text;
	size_t n;
};

static int
compare_name_prefix(const struct tree_node *n, const void *key)
{
	const struct name_prefix *b = key;

	return strncmp(
	    TREE_OWNER_CONST(n, struct session, index.by_name)->player->name, b->text, b->n);
}

static int
compare_folded_prefix(const struct tree_node *n, const void *key)
{
	const struct name_prefix *b = key;

	return strncmp(TREE_OWNER_CONST(n, struct session, index.by_folded)->player->folded,
	    b->text, b->n);
}

static int
compare_login_no(const void *a, const void *b)
{
	const struct session *x = *(struct session *const *)a;
	const struct session *y = *(struct session *const *)b;

	return x->login.no < y->login.no ? -1 : x->login.no > y->login.no;
}

/* Finds up to MATCHING_NAMES_MAX sessions whose name has the prefix, in order of log-in. */
static unsigned
sessions_with_prefix(const struct world *w, const struct name_prefix *b, bool exact_case,
    struct session *list[MATCHING_NAMES_MAX])
{
	const struct tree *t =
	    exact_case ? &w->people->online_by_name : &w->people->online_by_folded_name;
	tree_compare_key *compare = exact_case ? compare_name_prefix : compare_folded_prefix;
	unsigned n = 0;

	for (struct tree_node *x = tree_at_or_after(t, compare, b);
	     x != NULL && n < MATCHING_NAMES_MAX && compare(x, b) == 0; x = tree_next(x))
		list[n++] = exact_case ? TREE_OWNER(x, struct session, index.by_name)
				       : TREE_OWNER(x, struct session, index.by_folded);
	qsort(list, n, sizeof(*list), compare_login_no);
	return n;
}

struct session *
session_by_prefix(const struct world *w, const char *name, struct sbuf *names_out)
{
	struct session *s = session_by_name(w, name), *list[MATCHING_NAMES_MAX];
	char folded[STORE_NAME_MAX + 1];
	struct name_prefix b = { name, strlen(name) };
	unsigned n;

	if (s != NULL)
		return s;
	if (b.n == 0 || b.n > STORE_NAME_MAX)
		return NULL;
	n = sessions_with_prefix(w, &b, true, list);
	if (n == 0) {
		username_to_lower(name, folded, sizeof(folded));
		b.text = folded;
		n = sessions_with_prefix(w, &b, false, list);
	}
	if (n == 1)
		return list[0];
	for (unsigned i = 0; i < n; i++)
		add_name(names_out, list[i]->player->name);
	return NULL;
}
