/* SPDX-License-Identifier: MIT */
/* See bans.h.  Owns the list of bans in memory, a copy of what is stored.  A check scans the
 * list and does not read the store.  Sessions in a banned network are found through the address
 * index (online_next_from_network) and closed a few per turn. */
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
add_ban_slot(struct world *w)
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
	struct ban b = { .of_network = r->is_address, .until_s = r->until_s }, *added;

	(void)sbuf_copy(b.why, sizeof(b.why), r->why);
	/* a ban that this version cannot read has no effect */
	if (!sbuf_copy(b.what, sizeof(b.what), r->target) ||
	    (r->is_address && !netaddr_parse(r->target, &b.net)))
		return NULL;
	added = add_ban_slot(w);
	*added = b;
	return added;
}

static void
load_ban(void *ctx, const struct ban_record *r)
{
	(void)bans_add(ctx, r);
}

void
bans_load(struct world *w)
{
	w->moderation->bans_len = 0;
	store_bans_each(w->store, false, load_ban, w);
	store_bans_each(w->store, true, load_ban, w);
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

		if (b->of_network && ban_in_force(w, b) && netaddr_contains(&b->net, &a))
			return b;
	}
	return NULL;
}

const struct ban *
ban_find(const struct world *w, bool address, const char *what)
{
	for (size_t i = 0; i < w->moderation->bans_len; i++) {
		const struct ban *b = &w->moderation->bans[i];

		if (b->of_network == address && word_is(what, b->what))
			return b;
	}
	return NULL;
}

static void
drop_ban(struct world *w, size_t i)
{
	struct ban *b = &w->moderation->bans[i];

	store_ban_lift(w->store, b->of_network, b->what);
	*b = w->moderation->bans[--w->moderation->bans_len];
}

static void
drop_expired_bans(struct world *w)
{
	for (size_t i = w->moderation->bans_len; i > 0; i--)
		if (!ban_in_force(w, &w->moderation->bans[i - 1]))
			drop_ban(w, i - 1);
}

void
ban_lift(struct world *w, bool address, const char *what)
{
	const struct ban *b = ban_find(w, address, what);

	if (b != NULL)
		drop_ban(w, (size_t)(b - w->moderation->bans));
}

void
ban_set(struct world *w, const struct ban_record *r)
{
	struct ban *b;

	ban_lift(w, r->is_address, r->target);
	drop_expired_bans(w);
	b = bans_add(w, r);
	store_ban_set(w->store, r);
	if (b != NULL && b->of_network)
		b->sessions_to_close = w->moderation->sessions_to_close = true;
}

/* ---- banned users online ---- */

static int
by_login_no(const void *a, const void *b)
{
	uint64_t x = (*(struct session *const *)a)->login.no;
	uint64_t y = (*(struct session *const *)b)->login.no;

	return x < y ? -1 : x > y;
}

static void
close_banned_session(struct world *w, struct session *s, int64_t until_s, const char *why)
{
	char period[PERIOD_TEXT_MAX];

	period_text(&s->out, w, s->player->timezone, until_s, period);
	msg_site_banned(&s->out, period);
	ban_tell_why(&s->out, why);
	session_kick(w, s, NULL, MSG_kick_banned);
}

/* Closes up to `most` sessions that a ban applies to, in order of log-in.  Returns their
 * number. */
static unsigned
close_banned_sessions(struct world *w, const struct ban *b, unsigned most)
{
	struct session *list[BANS_CLOSED_PER_TURN], *s = NULL;
	unsigned n = 0;

	while (n < most && (s = online_next_from_network(w, &b->net, false, s)) != NULL)
		list[n++] = s;
	qsort(list, n, sizeof(*list), by_login_no);
	/* done before the first close, so that these users are not notified of each other's
	 * departure */
	for (unsigned i = 0; i < n; i++)
		feed_mark_received(w, list[i]);
	for (unsigned i = 0; i < n; i++)
		close_banned_session(w, list[i], b->until_s, b->why);
	return n;
}

static unsigned
closed_per_turn(const struct world *w)
{
	unsigned n = BANS_NOTICES_PER_TURN / (w->online_count + 1);

	return w->online_count > FEED_AT_ONCE_SESSIONS || n > BANS_CLOSED_PER_TURN
		   ? BANS_CLOSED_PER_TURN
	       : n < 1 ? 1
		       : n;
}

void
bans_close_sessions(struct world *w)
{
	struct moderation *o = w->moderation;

	if (o->closes_left_turn != w->turn_no)
		o->closes_left = closed_per_turn(w);
	o->closes_left_turn = w->turn_no;
	o->sessions_to_close = false;
	for (size_t i = 0; i < o->bans_len; i++) {
		struct ban *b = &o->bans[i];

		if (b->sessions_to_close && ban_in_force(w, b))
			o->closes_left -= close_banned_sessions(w, b, o->closes_left);
		b->sessions_to_close =
		    b->sessions_to_close && ban_in_force(w, b) && o->closes_left == 0;
		o->sessions_to_close = o->sessions_to_close || b->sessions_to_close;
	}
}

bool
bans_waiting(const struct world *w)
{
	return w->moderation->sessions_to_close && !store_was_refusing(w->store);
}

int64_t
bans_next_timer(const struct world *w)
{
	return bans_waiting(w) ? w->mono_ms : -1;
}

void
bans_run_timers(struct world *w)
{
	if (bans_waiting(w))
		bans_close_sessions(w);
}
