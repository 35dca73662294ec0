/* SPDX-License-Identifier: MIT */
/* See userlist.h.  Short lists of users, searched linearly; and the reverse index of awaited
 * users, which owns its entries. */
#include "people/userlist.h"

#include <stdlib.h>

#include "people/session.h"
#include "people/state.h"
bool
userlist_has(const struct user_list *l, int64_t user)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->users[i] == user)
			return true;
	return false;
}

bool
userlist_add(struct user_list *l, int64_t user, unsigned most)
{
	if (userlist_has(l, user))
		return true;
	if (l->n >= most)
		return false;
	l->users = realloc(l->users, (l->n + 1) * sizeof(*l->users));
	CHECK(l->users != NULL);
	l->users[l->n++] = user;
	return true;
}

void
userlist_remove(struct user_list *l, int64_t user)
{
	unsigned n = 0;

	for (unsigned i = 0; i < l->n; i++)
		if (l->users[i] != user)
			l->users[n++] = l->users[i];
	l->n = n;
	if (n == 0)
		userlist_free(l);
}

void
userlist_free(struct user_list *l)
{
	free(l->users);
	*l = (struct user_list){ 0 };
}

unsigned
userlist_names(
    struct world *w, const struct user_list *l, const char *separator, struct sbuf *out)
{
	unsigned n = 0;

	for (unsigned i = 0; i < l->n; i++) {
		struct user_record u;

		if (!store_user_by_id(w->store, l->users[i], &u))
			continue;
		sbuf_addf(out, "%s%s", n > 0 ? separator : "", u.name);
		n++;
	}
	return n;
}

/* ---- awaited users ---- */

/* Sessions that may wait for a user.  An entry is a hint: the session may be closed, may have
 * taken the user off its list, or may be listed twice.  A session without an entry does not
 * wait. */
struct awaited_user {
	int64_t user;
	session_id *by;
	size_t n, room;
	UT_hash_handle hh;
};

static struct awaited_user *
find_awaited(const struct world *w, int64_t user)
{
	struct awaited_user *x;

	HASH_FIND(hh, w->people->awaited, &user, sizeof(user), x);
	return x;
}

static struct session *
awaiting_session(const struct world *w, session_id id, int64_t user)
{
	struct session *s = session_get(w, id);

	return s != NULL && s->state == ST_ONLINE && userlist_has(&s->lists.awaited, user)
		   ? s
		   : NULL;
}

static int
compare_ids(const void *a, const void *b)
{
	session_id x = *(const session_id *)a, y = *(const session_id *)b;

	return x < y ? -1 : x > y;
}

/* Removes duplicates and sessions that no longer wait. */
static void
remove_stale_waiters(const struct world *w, struct awaited_user *x)
{
	size_t n = 0;

	if (x->n > 1)
		qsort(x->by, x->n, sizeof(*x->by), compare_ids);
	for (size_t i = 0; i < x->n; i++) {
		session_id id = x->by[i];

		if ((n == 0 || x->by[n - 1] != id) && awaiting_session(w, id, x->user) != NULL)
			x->by[n++] = id;
	}
	x->n = n;
}

static void
awaited_remove(struct world *w, struct awaited_user *x)
{
	HASH_DEL(w->people->awaited, x);
	free(x->by);
	free(x);
}

static struct awaited_user *
new_awaited(struct world *w, int64_t user)
{
	struct awaited_user *x = calloc(1, sizeof(*x));

	CHECK(x != NULL);
	x->user = user;
	HASH_ADD(hh, w->people->awaited, user, sizeof(x->user), x);
	return x;
}

void
awaited_add(struct world *w, int64_t user, const struct session *s)
{
	struct awaited_user *x = find_awaited(w, user);

	if (x == NULL)
		x = new_awaited(w, user);
	if (x->n == x->room)
		remove_stale_waiters(w, x); /* avoids growing the array needlessly */
	if (x->n * 2 >= x->room) {
		x->room = x->room == 0 ? 4 : x->room * 2;
		x->by = realloc(x->by, x->room * sizeof(*x->by));
		CHECK(x->by != NULL);
	}
	x->by[x->n++] = s->id;
}

static int
compare_logins(const void *a, const void *b)
{
	uint64_t x = (*(struct session *const *)a)->login.no;
	uint64_t y = (*(struct session *const *)b)->login.no;

	return x < y ? -1 : x > y;
}

void
awaited_logged_in(
    struct world *w, int64_t user, void (*tell)(void *ctx, struct session *s), void *ctx)
{
	struct awaited_user *x = find_awaited(w, user);
	struct session **list;
	size_t n = 0;

	if (x == NULL)
		return;
	list = calloc(x->n + 1, sizeof(struct session *));
	CHECK(list != NULL);
	remove_stale_waiters(w, x);
	for (size_t i = 0; i < x->n; i++)
		if ((list[n] = awaiting_session(w, x->by[i], user)) != NULL)
			n++;
	qsort(list, n, sizeof(struct session *), compare_logins);
	for (size_t i = 0; i < n; i++) {
		userlist_remove(&list[i]->lists.awaited, user);
		tell(ctx, list[i]);
	}
	free(list);
	awaited_remove(w, x);
}

void
awaited_free(struct world *w)
{
	struct awaited_user *x, *next;

	HASH_ITER(hh, w->people->awaited, x, next)
	awaited_remove(w, x);
}

bool
session_gags(const struct session *listener, const struct session *speaker)
{
	if (listener->match != 0 && listener->match == speaker->match)
		return false;
	return userlist_has(&listener->lists.gagged, speaker->player->user);
}

/* ---- gagged and blinded users ---- */

static void
load_user(void *ctx, int64_t other)
{
	(void)userlist_add(ctx, other, SHUT_OUT_MAX);
}

void
blocked_users_load(struct world *w, struct session *s)
{
	store_blocked_users_each(w->store, s->player->user, false, load_user, &s->lists.gagged);
	store_blocked_users_each(w->store, s->player->user, true, load_user, &s->lists.blinded);
}

bool
user_gags(struct world *w, int64_t user, const struct session *s, int64_t other)
{
	return s != NULL ? userlist_has(&s->lists.gagged, other)
			 : store_user_has_blocked(w->store, user, false, other);
}

bool
user_blinds(struct world *w, int64_t user, const struct session *s, int64_t other)
{
	return s != NULL ? userlist_has(&s->lists.blinded, other)
			 : store_user_has_blocked(w->store, user, true, other);
}
