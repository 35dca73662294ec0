/* SPDX-License-Identifier: MIT */
/* Players' requests to resume a saved match: see match.h.  A request takes effect after ASK_MS,
 * if the player has been online and free since.  Requests are kept in memory only: a restart
 * drops them, an upgrade transfers them.
 *
 * All requests wait equally long and the table keeps their order, so the first row is the next
 * one due.  Each request costs a look-up, and a replay when it is due. */
#include "base/pack.h"
#include "match/match_internal.h"

#include <stdlib.h>

#include "people/people.h"

#define ASK_MS 600000
#define DAY_MS 86400000

/* A request of one player for one match. */
struct ask {
	struct ask_key {
		int64_t match, user;
	} key;
	uint64_t login;   /* log-in number */
	uint32_t busy_no; /* the session's busy_no when the request was made */
	int64_t since_ms; /* monotonic */
	UT_hash_handle hh;
};

/* Returns the session of a player who has been free since the request, or NULL. */
static struct session *
asker(const struct world *w, const struct ask *a)
{
	struct session *s = online_from(w, a->login);

	return s != NULL && s->login.no == a->login && s->resume.busy_no == a->busy_no &&
		       s->match == 0 && player_has(s->player, TOGGLE_ready)
		   ? s
		   : NULL;
}

static struct ask *
ask_of(const struct world *w, int64_t match, int64_t user)
{
	const struct ask_key key = { match, user };
	struct ask *a;

	HASH_FIND(hh, w->matches->asks, &key, sizeof(key), a);
	return a;
}

static void
drop(struct matches *t, struct ask *a)
{
	HASH_DEL(t->asks, a);
	free(a);
}

/* Adds a copy at the end of the table. */
static void
add(struct matches *t, const struct ask *model)
{
	struct ask *a = calloc(1, sizeof(*a));

	CHECK(a != NULL); /* aborts if out of memory, as world_reap_later does */
	*a = *model;
	HASH_ADD(hh, t->asks, key, sizeof(a->key), a);
	CHECK(a->hh.tbl != NULL);
}

/* Begins a request, unless an earlier one is still waiting: repeating a request does not delay
 * it. */
static void
ask_begin(struct world *w, const struct session *s, int64_t match)
{
	struct ask *old = ask_of(w, match, s->player->user);

	if (old != NULL && asker(w, old) != NULL)
		return;
	if (old != NULL)
		drop(w->matches, old);
	add(w->matches, &(struct ask){ .key = { match, s->player->user },
			    .login = s->login.no,
			    .busy_no = s->resume.busy_no,
			    .since_ms = w->mono_ms });
}

bool
match_ask(struct world *w, struct session *s, const struct match_record *r, bool heard)
{
	int64_t other = r->user[r->user[0] == s->player->user ? 1 : 0];
	int64_t missed_ms = heard ? 0 : wallclock_stamp_ms(w);
	struct asked_record a;

	(void)store_asked(w->store, other, r->id, &a);
	if (a.missed_ms != missed_ms) {
		a.missed_ms = missed_ms;
		store_asked_set(w->store, &a);
	}
	if (r->length == 0 || r->unrated)
		return false;
	ask_begin(w, s, r->id);
	return true;
}

bool
match_asks(const struct world *w, const struct session *s, int64_t match)
{
	const struct ask *a = ask_of(w, match, s->player->user);

	return a != NULL && asker(w, a) == s;
}

void
match_has_acted(struct world *w, struct match *m, enum seat seat)
{
	m->to_act &= (uint8_t) ~(1u << seat);
	for (unsigned i = 0; i < 2 && m->to_act == 0; i++)
		store_asked_end(w->store, m->user[i], m->row);
}

/* ---- ten minutes later ---- */

/* If the match can be lost by absence, counts today as a day on which the player asked, but
 * only once a day. */
static void
count(struct world *w, const struct ask *a)
{
	struct session *s = asker(w, a);
	int64_t today = wallclock_stamp_ms(w) / DAY_MS;
	struct asked_record mine;
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	if (s == NULL || !store_match_by_id(w->store, a->key.match, &r) || r.ended_ms != 0 ||
	    r.bound)
		return;
	(void)store_asked(w->store, a->key.user, r.id, &mine);
	if (mine.last_day == today || !match_replay(w, &r, &st, &seq) || !st.moved[0] ||
	    !st.moved[1])
		return;
	mine.days++;
	mine.last_day = today;
	store_asked_set(w->store, &mine);
	event_publish(w,
	    &(struct world_event){ .kind = EVENT_ask_counted, .saved = { &r, s, mine.days } });
}

void
matches_asks_due(struct world *w)
{
	struct matches *t = w->matches;

	while (t->asks != NULL && w->mono_ms - t->asks->since_ms >= ASK_MS &&
	       !store_refusing(w->store)) {
		count(w, t->asks);
		drop(t, t->asks);
	}
}

int64_t
matches_next_ask(const struct world *w)
{
	const struct ask *a = w->matches->asks;

	if (a == NULL || store_was_refusing(w->store))
		return -1;
	return a->since_ms + ASK_MS;
}

/* ---- the table ---- */

void
asks_free(struct matches *t)
{
	while (t->asks != NULL)
		drop(t, t->asks);
}

void
asks_carry(struct world *w, struct pack *p)
{
	const struct ask *a = p->reading ? NULL : w->matches->asks;

	while (pack_begin(p, 1, a != NULL)) {
		struct ask x = { .login = 0 };

		if (a != NULL) {
			x = *a;
			a = a->hh.next;
		}
		PACK(p, 1, x.key.match, 2, x.key.user, 3, x.login, 4, x.busy_no, 5, x.since_ms);
		pack_end(p);
		if (p->reading && !p->bad)
			add(w->matches, &x);
	}
}
