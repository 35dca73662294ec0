/* SPDX-License-Identifier: MIT */
/* See online.h.  Owns the trees of struct people.  Operations are O(log n). */
#include "people/online.h"

#include <stdlib.h>
#include <string.h>

#include "people/player.h"
#include "people/session.h"
#include "people/state.h"
#include "proto/username.h"

#define NUMBER_OF(node, member, number) (TREE_OF_CONST(node, struct session, member)->number)

/* Defines a function that compares two nodes of a tree by a number in the session. */
#define BY_NUMBER(function, member, number)                                                    \
	static int function(const struct tree_node *a, const struct tree_node *b)              \
	{                                                                                      \
		uint64_t x = NUMBER_OF(a, member, number), y = NUMBER_OF(b, member, number);   \
                                                                                               \
		return x < y ? -1 : x > y;                                                     \
	}

BY_NUMBER(login_order, index.by_login, login.no)
BY_NUMBER(change_order, index.by_change, news.row_no)
BY_NUMBER(away_order, index.by_away, login.no)
BY_NUMBER(watching_order, index.by_watching, login.no)

static int
wake_order(const struct tree_node *a, const struct tree_node *b)
{
	int64_t x = TREE_OF_CONST(a, struct session, index.by_wake)->times.wake_ms;
	int64_t y = TREE_OF_CONST(b, struct session, index.by_wake)->times.wake_ms;

	return x < y ? -1 : x > y;
}

/* Compares a key of the tree of addresses with a session.  Users with a role precede all
 * others. */
static int
host_compare(bool role, const struct netaddr *a, const struct session *s)
{
	if (role != s->index.is_operator)
		return role ? -1 : 1;
	if (a->family != s->from.family)
		return a->family < s->from.family ? -1 : 1;
	return memcmp(a->bytes, s->from.bytes, sizeof(a->bytes));
}

static int
host_order(const struct tree_node *a, const struct tree_node *b)
{
	const struct session *x = TREE_OF_CONST(a, struct session, index.by_host);
	const struct session *y = TREE_OF_CONST(b, struct session, index.by_host);

	return host_compare(x->index.is_operator, &x->from, y);
}

static int
name_order(const struct tree_node *a, const struct tree_node *b)
{
	return strcmp(TREE_OF_CONST(a, struct session, index.by_name)->player->name,
	    TREE_OF_CONST(b, struct session, index.by_name)->player->name);
}

static int
folded_order(const struct tree_node *a, const struct tree_node *b)
{
	return strcmp(TREE_OF_CONST(a, struct session, index.by_folded)->player->folded,
	    TREE_OF_CONST(b, struct session, index.by_folded)->player->folded);
}

struct people *
people_new(unsigned sessions_max)
{
	struct people *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	tree_init(&p->by_login, login_order);
	tree_init(&p->names, name_order);
	tree_init(&p->folded_names, folded_order);
	tree_init(&p->changes, change_order);
	tree_init(&p->hosts, host_order);
	tree_init(&p->away, away_order);
	tree_init(&p->watching, watching_order);
	tree_init(&p->waking, wake_order);
	pool_init(&p->sessions, sizeof(struct session), sessions_max);
	pool_init(&p->players, sizeof(struct player), sessions_max);
	return p;
}

/* Adds a node to a tree or removes it, unless it is already in the wanted state. */
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

	put(&w->people->hosts, &s->index.by_host, on && s->index.is_operator == role);
	s->index.is_operator = role;
	put(&w->people->hosts, &s->index.by_host, on);
}

void
online_index(struct world *w, struct session *s)
{
	bool on = s->state == ST_ONLINE;

	index_host(w, s, on && s->player != NULL);
	put(&w->people->away, &s->index.by_away, on && s->away[0] != '\0');
	put(&w->people->watching, &s->index.by_watching, on && s->watching != 0);
}

static void
leave_trees(struct world *w, struct session *s)
{
	put(&w->people->by_login, &s->index.by_login, false);
	put(&w->people->names, &s->index.by_name, false);
	put(&w->people->folded_names, &s->index.by_folded, false);
	put(&w->people->changes, &s->index.by_change, false);
	put(&w->people->hosts, &s->index.by_host, false);
	put(&w->people->away, &s->index.by_away, false);
	put(&w->people->watching, &s->index.by_watching, false);
}

static void
join_trees(struct world *w, struct session *s)
{
	put(&w->people->by_login, &s->index.by_login, true);
	put(&w->people->names, &s->index.by_name, true);
	put(&w->people->folded_names, &s->index.by_folded, true);
	put(&w->people->changes, &s->index.by_change, s->news.row_no != 0);
	online_index(w, s);
}

static int
compare_login(const struct tree_node *n, const void *no)
{
	return NUMBER_OF(n, index.by_login, login.no) < *(const uint64_t *)no ? -1 : 0;
}

struct session *
online_from(const struct world *w, uint64_t login_no)
{
	struct tree_node *n = tree_from(&w->people->by_login, compare_login, &login_no);

	return n != NULL ? TREE_OF(n, struct session, index.by_login) : NULL;
}

/* Search key: the start of a network. */
struct host_key {
	bool role;
	const struct netaddr *network;
};

static int
compare_host(const struct tree_node *n, const void *key)
{
	const struct host_key *p = key;

	return -host_compare(
	    p->role, p->network, TREE_OF_CONST(n, struct session, index.by_host));
}

/* The addresses of a network are adjacent in the tree. */
struct session *
online_from_network(const struct world *w, const struct netaddr *network, bool role,
    const struct session *after)
{
	const struct host_key key = { role, network };
	struct tree_node *n = after != NULL ? tree_next(&after->index.by_host)
					    : tree_from(&w->people->hosts, compare_host, &key);
	struct session *s = n != NULL ? TREE_OF(n, struct session, index.by_host) : NULL;

	return s != NULL && s->index.is_operator == role && netaddr_has(network, &s->from)
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
	join_trees(w, s);
}

void
online_remove(struct world *w, struct session *s)
{
	leave_trees(w, s);
	DL_DELETE2(w->people->online, s, index.online_prev, index.online_next);
	s->index.online_prev = NULL;
	s->index.online_next = NULL;
	w->online_count--;
}

void
online_check(const struct world *w)
{
	CHECK(tree_check(&w->people->by_login) && tree_check(&w->people->names) &&
	      tree_check(&w->people->folded_names));
	CHECK(tree_check(&w->people->changes) && tree_check(&w->people->away) &&
	      tree_check(&w->people->watching));
	CHECK(tree_check(&w->people->waking) && tree_check(&w->people->hosts));
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
	online_index(w, s);
}

/* Appends a name; "..." once if there is no room for another. */
static void
add_name(struct sbuf *names, const char *name)
{
	static const char more[] = ", ...";
	size_t room = names->size - names->len;

	if (names->full)
		return;
	if (room > 2 + strlen(name) + sizeof(more)) {
		sbuf_addf(names, "%s%s", names->len > 0 ? ", " : "", name);
		return;
	}
	sbuf_add(names, more);
	names->full = true;
}

/* ---- completion: names with a common prefix are adjacent in their tree ---- */

#define COMPLETE_LISTED 64u /* names listed if several match */

/* Search key: a prefix of names. */
struct beginning {
	const char *text;
	size_t n;
};

static int
compare_name(const struct tree_node *n, const void *key)
{
	const struct beginning *b = key;

	return strncmp(
	    TREE_OF_CONST(n, struct session, index.by_name)->player->name, b->text, b->n);
}

static int
compare_folded(const struct tree_node *n, const void *key)
{
	const struct beginning *b = key;

	return strncmp(
	    TREE_OF_CONST(n, struct session, index.by_folded)->player->folded, b->text, b->n);
}

static int
earlier(const void *a, const void *b)
{
	const struct session *x = *(struct session *const *)a;
	const struct session *y = *(struct session *const *)b;

	return x->login.no < y->login.no ? -1 : x->login.no > y->login.no;
}

/* Finds up to COMPLETE_LISTED sessions whose name has the prefix, in order of log-in. */
static unsigned
beginning_so(const struct world *w, const struct beginning *b, bool exact_case,
    struct session *list[COMPLETE_LISTED])
{
	const struct tree *t = exact_case ? &w->people->names : &w->people->folded_names;
	tree_compare_key *compare = exact_case ? compare_name : compare_folded;
	unsigned n = 0;

	for (struct tree_node *x = tree_from(t, compare, b);
	     x != NULL && n < COMPLETE_LISTED && compare(x, b) == 0; x = tree_next(x))
		list[n++] = exact_case ? TREE_OF(x, struct session, index.by_name)
				       : TREE_OF(x, struct session, index.by_folded);
	qsort(list, n, sizeof(*list), earlier);
	return n;
}

struct session *
session_complete(const struct world *w, const char *name, struct sbuf *names_out)
{
	struct session *s = session_by_name(w, name), *list[COMPLETE_LISTED];
	char folded[STORE_NAME_MAX + 1];
	struct beginning b = { name, strlen(name) };
	unsigned n;

	if (s != NULL)
		return s;
	if (b.n == 0 || b.n > STORE_NAME_MAX)
		return NULL;
	n = beginning_so(w, &b, true, list);
	if (n == 0) {
		username_fold(name, folded, sizeof(folded));
		b.text = folded;
		n = beginning_so(w, &b, false, list);
	}
	if (n == 1)
		return list[0];
	for (unsigned i = 0; i < n; i++)
		add_name(names_out, list[i]->player->name);
	return NULL;
}
