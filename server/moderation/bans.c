/* SPDX-License-Identifier: MIT */
/* See bans.h.  Owns the list of bans in memory, a copy of what is stored.  A check scans the
 * list and does not read the store.  Sessions in a banned network are found through the address
 * index (online_from_network) and closed a few per turn. */
#include "moderation/bans.h"

#include <stdlib.h>
#include <string.h>

#include "output/feed.h"
#include "moderation/moderation.h"
#include "people/online.h"
#include "moderation/period.h"
#include "people/session.h"
#include "login/lifecycle.h"
#include "proto/words.h"

static struct ban *
bans_new(struct world *w)
{
	struct moderation *o = w->moderation;

	if (o->bans_len == o->bans_room) {
		o->bans_room = o->bans_room == 0 ? 16 : o->bans_room * 2;
		o->bans = realloc(o->bans, o->bans_room * sizeof(*o->bans));
		CHECK(o->bans != NULL);
	}
	return &o->bans[o->bans_len++];
}

/* Adds a ban to the list.  Returns NULL if the record cannot be read. */
static struct ban *
bans_add(struct world *w, const struct ban_record *r)
{
	struct ban b = { .address = r->address, .until_s = r->until_s }, *added;

	(void)sbuf_copy(b.why, sizeof(b.why), r->why);
	/* a ban that this version cannot read has no effect */
	if (!sbuf_copy(b.what, sizeof(b.what), r->what) ||
	    (r->address && !netaddr_parse(r->what, &b.net)))
		return NULL;
	added = bans_new(w);
	*added = b;
	return added;
}

static void
load_one(void *ctx, const struct ban_record *r)
{
	(void)bans_add(ctx, r);
}

void
bans_load(struct world *w)
{
	w->moderation->bans_len = 0;
	store_bans_each(w->store, false, load_one, w);
	store_bans_each(w->store, true, load_one, w);
}

const struct ban *
ban_of_name(const struct world *w, const char *name)
{
	const struct ban *b = ban_find(w, false, name);

	return b != NULL && ban_in_force(w, b) ? b : NULL;
}

const struct ban *
ban_of_host(const struct world *w, const char *host)
{
	struct netaddr a;

	if (w->moderation->bans_len == 0 || !netaddr_parse(host, &a))
		return NULL;
	for (size_t i = 0; i < w->moderation->bans_len; i++) {
		const struct ban *b = &w->moderation->bans[i];

		if (b->address && ban_in_force(w, b) && netaddr_has(&b->net, &a))
			return b;
	}
	return NULL;
}

const struct ban *
ban_find(const struct world *w, bool address, const char *what)
{
	for (size_t i = 0; i < w->moderation->bans_len; i++) {
		const struct ban *b = &w->moderation->bans[i];

		if (b->address == address && word_is(what, b->what))
			return b;
	}
	return NULL;
}

static void
drop(struct world *w, size_t i)
{
	struct ban *b = &w->moderation->bans[i];

	store_ban_lift(w->store, b->address, b->what);
	*b = w->moderation->bans[--w->moderation->bans_len];
}

static void
drop_those_over(struct world *w)
{
	for (size_t i = w->moderation->bans_len; i > 0; i--)
		if (!ban_in_force(w, &w->moderation->bans[i - 1]))
			drop(w, i - 1);
}

void
ban_lift(struct world *w, bool address, const char *what)
{
	const struct ban *b = ban_find(w, address, what);

	if (b != NULL)
		drop(w, (size_t)(b - w->moderation->bans));
}

void
ban_set(struct world *w, const struct ban_record *r)
{
	struct ban *b;

	ban_lift(w, r->address, r->what);
	drop_those_over(w);
	b = bans_add(w, r);
	store_ban_set(w->store, r);
	if (b != NULL && b->address)
		b->closing = w->moderation->closing = true;
}

/* ---- banned users online ---- */

static int
by_login(const void *a, const void *b)
{
	uint64_t x = (*(struct session *const *)a)->login.no;
	uint64_t y = (*(struct session *const *)b)->login.no;

	return x < y ? -1 : x > y;
}

static void
close_one(struct world *w, struct session *s, int64_t until_s, const char *why)
{
	char period[PERIOD_MAX];

	period_text(&s->out, w, s->player->timezone, until_s, period);
	msg_site_banned(&s->out, period);
	ban_tell_why(&s->out, why);
	session_kick(w, s, NULL, MSG_kick_banned);
}

/* Closes up to `most` sessions that a ban applies to, in order of log-in.  Returns their
 * number. */
static unsigned
close_some(struct world *w, const struct ban *b, unsigned most)
{
	struct session *list[BANS_CLOSED], *s = NULL;
	unsigned n = 0;

	while (n < most && (s = online_from_network(w, &b->net, false, s)) != NULL)
		list[n++] = s;
	qsort(list, n, sizeof(*list), by_login);
	/* done before the first close, so that these users are not notified of each other's
	 * departure */
	for (unsigned i = 0; i < n; i++)
		feed_skip(w, list[i]);
	for (unsigned i = 0; i < n; i++)
		close_one(w, list[i], b->until_s, b->why);
	return n;
}

static unsigned
closed_per_turn(const struct world *w)
{
	unsigned n = BANS_NOTICES / (w->online_count + 1);

	return w->online_count > FEED_AT_ONCE || n > BANS_CLOSED ? BANS_CLOSED : n < 1 ? 1 : n;
}

void
bans_close_sessions(struct world *w)
{
	struct moderation *o = w->moderation;

	if (o->close_turn != w->turn)
		o->close = closed_per_turn(w);
	o->close_turn = w->turn;
	o->closing = false;
	for (size_t i = 0; i < o->bans_len; i++) {
		struct ban *b = &o->bans[i];

		if (b->closing && ban_in_force(w, b))
			o->close -= close_some(w, b, o->close);
		b->closing = b->closing && ban_in_force(w, b) && o->close == 0;
		o->closing = o->closing || b->closing;
	}
}

bool
bans_waiting(const struct world *w)
{
	return w->moderation->closing && !store_was_refusing(w->store);
}

int64_t
bans_next_timer(const struct world *w)
{
	return bans_waiting(w) ? w->mono_ms : -1;
}

void
bans_timers(struct world *w)
{
	if (bans_waiting(w))
		bans_close_sessions(w);
}
