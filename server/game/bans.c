/* SPDX-License-Identifier: MIT */
/* Owns the list of bans in memory, a copy of what is stored.  Asking costs a walk over the
 * list, which is as long as operators make it; nothing is read from the store for it. */
#include "game/bans.h"

#include <stdlib.h>
#include <string.h>

#include "game/order.h"
#include "proto/words.h"

static struct ban *
bans_new(struct world *w)
{
	struct order *o = &w->order;

	if (o->bans_len == o->bans_room) {
		o->bans_room = o->bans_room == 0 ? 16 : o->bans_room * 2;
		o->bans = realloc(o->bans, o->bans_room * sizeof(*o->bans));
		CHECK(o->bans != NULL);
	}
	return &o->bans[o->bans_len++];
}

static void
bans_add(struct world *w, const struct ban_record *r)
{
	struct ban b = { .address = r->address, .until_s = r->until_s };

	/* what this version cannot read keeps nobody out */
	if (!sbuf_copy(b.what, sizeof(b.what), r->what) ||
	    (r->address && !netaddr_parse(r->what, &b.net)))
		return;
	*bans_new(w) = b;
}

static void
load_one(void *ctx, const struct ban_record *r)
{
	bans_add(ctx, r);
}

void
bans_load(struct world *w)
{
	w->order.bans_len = 0;
	store_bans_each(w->store, false, load_one, w);
	store_bans_each(w->store, true, load_one, w);
}

void
bans_free(struct world *w)
{
	free(w->order.bans);
	w->order.bans = NULL;
	w->order.bans_len = w->order.bans_room = 0;
}

const struct ban *
ban_of_name(const struct world *w, const char *name)
{
	const struct ban *b = ban_find(w, false, name);

	return b != NULL && ban_holds(w, b) ? b : NULL;
}

const struct ban *
ban_of_host(const struct world *w, const char *host)
{
	struct netaddr a;

	if (w->order.bans_len == 0 || !netaddr_parse(host, &a))
		return NULL;
	for (size_t i = 0; i < w->order.bans_len; i++) {
		const struct ban *b = &w->order.bans[i];

		if (b->address && ban_holds(w, b) && netaddr_has(&b->net, &a))
			return b;
	}
	return NULL;
}

const struct ban *
ban_find(const struct world *w, bool address, const char *what)
{
	for (size_t i = 0; i < w->order.bans_len; i++) {
		const struct ban *b = &w->order.bans[i];

		if (b->address == address && word_is(what, b->what))
			return b;
	}
	return NULL;
}

static void
drop(struct world *w, size_t i)
{
	struct ban *b = &w->order.bans[i];

	store_ban_lift(w->store, b->address, b->what);
	*b = w->order.bans[--w->order.bans_len];
}

static void
drop_those_over(struct world *w)
{
	for (size_t i = w->order.bans_len; i > 0; i--)
		if (!ban_holds(w, &w->order.bans[i - 1]))
			drop(w, i - 1);
}

void
ban_lift(struct world *w, bool address, const char *what)
{
	const struct ban *b = ban_find(w, address, what);

	order_edit(w);
	if (b != NULL)
		drop(w, (size_t)(b - w->order.bans));
}

void
ban_set(struct world *w, const struct ban_record *r)
{
	ban_lift(w, r->address, r->what);
	drop_those_over(w);
	bans_add(w, r);
	store_ban_set(w->store, r);
}
