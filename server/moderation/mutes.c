/* SPDX-License-Identifier: MIT */
/* See mutes.h.  Owns the list of muted networks in memory, a copy of what is stored. */
#include "moderation/mutes.h"

#include <stdlib.h>
#include <string.h>

#include "moderation/moderation.h"

struct net_mute {
	char what[STORE_BAN_MAX];
	struct netaddr net;
	enum mute_scope scope;
	int64_t until_s;
	char why[BAN_WHY_MAX];
};

static bool
net_mute_in_force(const struct world *w, const struct net_mute *m)
{
	return m->until_s == 0 || m->until_s > world_now_s(w);
}

static void
add_mute(struct world *w, const struct mute_record *r)
{
	struct moderation *o = w->moderation;
	struct net_mute m = { .scope = r->all ? MUTE_ALL : MUTE_SHOUT, .until_s = r->until_s };

	(void)sbuf_copy(m.why, sizeof(m.why), r->why);
	/* a mute that this version cannot read has no effect */
	if (!sbuf_copy(m.what, sizeof(m.what), r->name) || !netaddr_parse(r->name, &m.net))
		return;
	if (o->mutes_len == o->mutes_room) {
		o->mutes_room = o->mutes_room == 0 ? 16 : o->mutes_room * 2;
		o->mutes = realloc(o->mutes, o->mutes_room * sizeof(*o->mutes));
		CHECK(o->mutes != NULL);
	}
	o->mutes[o->mutes_len++] = m;
}

static void
load_mute(void *ctx, const struct mute_record *r)
{
	add_mute(ctx, r);
}

void
mutes_load(struct world *w)
{
	w->moderation->mutes_len = 0;
	store_mute_networks_each(w->store, load_mute, w);
}

struct active_mute
mute_in_force(const struct world *w, const struct session *s)
{
	const struct player *p = s->player;
	struct active_mute x = { player_current_mute(w, p), p->mute_until_s, "" };

	for (size_t i = 0; p->role == ROLE_USER && i < w->moderation->mutes_len; i++) {
		const struct net_mute *m = &w->moderation->mutes[i];

		if (m->scope > x.scope && net_mute_in_force(w, m) &&
		    netaddr_contains(&m->net, &s->address))
			x = (struct active_mute){ m->scope, m->until_s, m->why };
	}
	return x;
}

static struct net_mute *
find_mute(const struct world *w, const char *what)
{
	for (size_t i = 0; i < w->moderation->mutes_len; i++)
		if (strcmp(w->moderation->mutes[i].what, what) == 0)
			return &w->moderation->mutes[i];
	return NULL;
}

bool
mute_network_active(const struct world *w, const char *what)
{
	const struct net_mute *m = find_mute(w, what);

	return m != NULL && net_mute_in_force(w, m);
}

static void
drop_mute(struct world *w, struct net_mute *m)
{
	store_mute_network_lift(w->store, m->what);
	*m = w->moderation->mutes[--w->moderation->mutes_len];
}

void
mute_network_lift(struct world *w, const char *what)
{
	struct net_mute *m = find_mute(w, what);

	if (m != NULL)
		drop_mute(w, m);
}

void
mute_network_set(struct world *w, const struct mute_record *r)
{
	mute_network_lift(w, r->name);
	for (size_t i = w->moderation->mutes_len; i > 0; i--)
		if (!net_mute_in_force(w, &w->moderation->mutes[i - 1]))
			drop_mute(w, &w->moderation->mutes[i - 1]);
	add_mute(w, r);
	store_mute_network_set(w->store, r);
}
