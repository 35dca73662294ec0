/* SPDX-License-Identifier: MIT */
/* Lists of at most USER_LIST_MAX users; every call looks through one. */
#include "game/userlist.h"

#include "game/session.h"

bool
userlist_has(const struct user_list *l, int64_t user)
{
	for (unsigned i = 0; i < USER_LIST_MAX; i++)
		if (l->user[i] == user)
			return true;
	return false;
}

bool
userlist_add(struct user_list *l, int64_t user)
{
	if (userlist_has(l, user))
		return true;
	for (unsigned i = 0; i < USER_LIST_MAX; i++) {
		if (l->user[i] == 0) {
			l->user[i] = user;
			return true;
		}
	}
	return false;
}

void
userlist_remove(struct user_list *l, int64_t user)
{
	for (unsigned i = 0; i < USER_LIST_MAX; i++)
		if (l->user[i] == user)
			l->user[i] = 0;
}

unsigned
userlist_names(
    struct world *w, const struct user_list *l, const char *separator, struct sbuf *out)
{
	unsigned n = 0;

	for (unsigned i = 0; i < USER_LIST_MAX; i++) {
		struct user_record u;

		if (l->user[i] == 0 || !store_user_by_id(w->store, l->user[i], &u))
			continue;
		sbuf_addf(out, "%s%s", n > 0 ? separator : "", u.name);
		n++;
	}
	return n;
}

bool
session_gags(const struct session *listener, const struct session *speaker)
{
	if (listener->d.match != 0 && listener->d.match == speaker->d.match)
		return false;
	return userlist_has(&listener->d.gagged, speaker->d.player->user);
}

struct session *
session_blinder(
    const struct world *w, const struct session *target, const struct session *viewer)
{
	struct session *players[2] = { session_get(w, target->id),
		session_opponent(w, target) };

	for (unsigned i = 0; i < 2; i++)
		if (players[i] != NULL &&
		    userlist_has(&players[i]->d.blinded, viewer->d.player->user))
			return players[i];
	return NULL;
}
