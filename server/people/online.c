/* SPDX-License-Identifier: MIT */
/* Who is on line, and how they are found: by name, by address, in order of log-in, of what has
 * changed.  Owns the trees of the world; everything is O(log n). */
#include "people/online.h"

#include <string.h>

#include "people/feed.h"
#include "people/session.h"

#define NUMBER_OF(node, member, number) (TREE_OF_CONST(node, struct session, member)->number)

/* Trees in order of a number of the session. */
#define BY_NUMBER(function, member, number)                                                    \
	static int function(const struct tree_node *a, const struct tree_node *b)              \
	{                                                                                      \
		uint64_t x = NUMBER_OF(a, member, number), y = NUMBER_OF(b, member, number);   \
                                                                                               \
		return x < y ? -1 : x > y;                                                     \
	}

BY_NUMBER(login_order, by_login, login_no)
BY_NUMBER(change_order, by_change, row_no)
BY_NUMBER(away_order, by_away, login_no)
BY_NUMBER(watching_order, by_watching, login_no)

static int
wake_order(const struct tree_node *a, const struct tree_node *b)
{
	int64_t x = TREE_OF_CONST(a, struct session, by_wake)->wake_ms;
	int64_t y = TREE_OF_CONST(b, struct session, by_wake)->wake_ms;

	return x < y ? -1 : x > y;
}

/* Who has a role stands before all the others. */
static int
host_compare(bool role, const struct netaddr *a, const struct session *s)
{
	if (role != s->keeps_order)
		return role ? -1 : 1;
	if (a->family != s->from.family)
		return a->family < s->from.family ? -1 : 1;
	return memcmp(a->bytes, s->from.bytes, sizeof(a->bytes));
}

static int
host_order(const struct tree_node *a, const struct tree_node *b)
{
	const struct session *x = TREE_OF_CONST(a, struct session, by_host);
	const struct session *y = TREE_OF_CONST(b, struct session, by_host);

	return host_compare(x->keeps_order, &x->from, y);
}

static int
name_order(const struct tree_node *a, const struct tree_node *b)
{
	return strcmp(TREE_OF_CONST(a, struct session, by_name)->player->name,
	    TREE_OF_CONST(b, struct session, by_name)->player->name);
}

static int
folded_order(const struct tree_node *a, const struct tree_node *b)
{
	return strcmp(TREE_OF_CONST(a, struct session, by_folded)->player->folded,
	    TREE_OF_CONST(b, struct session, by_folded)->player->folded);
}

void
online_init(struct world *w)
{
	tree_init(&w->by_login, login_order);
	tree_init(&w->names, name_order);
	tree_init(&w->folded_names, folded_order);
	tree_init(&w->changes, change_order);
	tree_init(&w->hosts, host_order);
	tree_init(&w->away, away_order);
	tree_init(&w->watching, watching_order);
	tree_init(&w->waking, wake_order);
}

/* In the tree exactly when it is to be there. */
static void
put(struct tree *t, struct tree_node *n, bool in)
{
	if (tree_holds(n) == in)
		return;
	if (in)
		tree_add(t, n);
	else
		tree_remove(t, n);
}

static void
index_host(struct world *w, struct session *s, bool on)
{
	bool role = on && s->player->role != ROLE_USER;

	put(&w->hosts, &s->by_host, on && s->keeps_order == role);
	s->keeps_order = role;
	put(&w->hosts, &s->by_host, on);
}

void
online_index(struct world *w, struct session *s)
{
	bool on = s->state == ST_ONLINE;

	index_host(w, s, on && s->player != NULL);
	put(&w->away, &s->by_away, on && s->away[0] != '\0');
	put(&w->watching, &s->by_watching, on && s->watching != 0);
}

static void
leave_trees(struct world *w, struct session *s)
{
	put(&w->by_login, &s->by_login, false);
	put(&w->names, &s->by_name, false);
	put(&w->folded_names, &s->by_folded, false);
	put(&w->changes, &s->by_change, false);
	put(&w->hosts, &s->by_host, false);
	put(&w->away, &s->by_away, false);
	put(&w->watching, &s->by_watching, false);
}

static void
join_trees(struct world *w, struct session *s)
{
	put(&w->by_login, &s->by_login, true);
	put(&w->names, &s->by_name, true);
	put(&w->folded_names, &s->by_folded, true);
	put(&w->changes, &s->by_change, s->row_no != 0);
	online_index(w, s);
}

static int
login_place(const struct tree_node *n, const void *no)
{
	return NUMBER_OF(n, by_login, login_no) < *(const uint64_t *)no ? -1 : 0;
}

struct session *
online_from(const struct world *w, uint64_t login_no)
{
	struct tree_node *n = tree_from(&w->by_login, login_place, &login_no);

	return n != NULL ? TREE_OF(n, struct session, by_login) : NULL;
}

/* What is looked for: the first address of a network. */
struct host_place {
	bool role;
	const struct netaddr *network;
};

static int
host_place(const struct tree_node *n, const void *place)
{
	const struct host_place *p = place;

	return -host_compare(p->role, p->network, TREE_OF_CONST(n, struct session, by_host));
}

/* A network is a row of addresses: they stand side by side. */
struct session *
online_at(const struct world *w, const struct netaddr *network, bool role,
    const struct session *after)
{
	const struct host_place place = { role, network };
	struct tree_node *n = after != NULL ? tree_next(&after->by_host)
					    : tree_from(&w->hosts, host_place, &place);
	struct session *s = n != NULL ? TREE_OF(n, struct session, by_host) : NULL;

	return s != NULL && s->keeps_order == role && netaddr_has(network, &s->from) ? s : NULL;
}

struct session *
session_get(const struct world *w, session_id id)
{
	struct session *s = pool_get(&w->sessions, id);

	return s != NULL && s->state != ST_CLOSED ? s : NULL;
}

void
online_add(struct world *w, struct session *s)
{
	struct session *after =
	    w->online != NULL ? w->online->online_prev : NULL; /* the tail */

	while (after != NULL && after->login_no > s->login_no)
		after = after == w->online ? NULL : after->online_prev;
	if (after == NULL)
		DL_PREPEND2(w->online, s, online_prev, online_next);
	else
		DL_APPEND_ELEM2(w->online, after, s, online_prev, online_next);
	w->online_count++;
	join_trees(w, s);
	feed_online(w, s, true);
}

void
online_remove(struct world *w, struct session *s)
{
	feed_online(w, s, false);
	leave_trees(w, s);
	DL_DELETE2(w->online, s, online_prev, online_next);
	s->online_prev = NULL;
	s->online_next = NULL;
	w->online_count--;
}

void
online_check(const struct world *w)
{
	CHECK(
	    tree_check(&w->by_login) && tree_check(&w->names) && tree_check(&w->folded_names));
	CHECK(tree_check(&w->changes) && tree_check(&w->away) && tree_check(&w->watching));
	CHECK(tree_check(&w->waking) && tree_check(&w->hosts));
}
