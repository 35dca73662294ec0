/* SPDX-License-Identifier: MIT */
/* Players' requests to resume a saved match: see match.h.  A request takes effect after
 * REQUEST_COUNTS_MS, if the player has been online and free since.  Requests are kept in memory
 * only: a restart drops them, an upgrade transfers them.
 *
 * All requests wait equally long and the table keeps their order, so the first row is the next
 * one due.  Each request costs a look-up, and a replay when it is due. */
#include "base/pack.h"
#include "match/match_internal.h"

#include <stdlib.h>

#include "people/people.h"

#define REQUEST_COUNTS_MS 600000
#define DAY_MS 86400000

/* A request of one player for one match. */
struct resume_request {
	struct resume_request_key {
		int64_t match, user;
	} key;
	uint64_t login;   /* log-in number */
	uint32_t busy_no; /* the session's busy_seq when the request was made */
	int64_t since_ms; /* monotonic */
	UT_hash_handle hh;
};

/* Returns the session of a player who has been free since the request, or NULL. */
static struct session *
requester_if_still_free(const struct world *w, const struct resume_request *a)
{
	struct session *s = online_from_login(w, a->login);

	return s != NULL && s->login.no == a->login && s->resume.busy_seq == a->busy_no &&
		       s->match == 0 && player_has_toggle(s->player, TOGGLE_ready)
		   ? s
		   : NULL;
}

static struct resume_request *
request_of(const struct world *w, int64_t match, int64_t user)
{
	const struct resume_request_key key = { match, user };
	struct resume_request *a;

	HASH_FIND(hh, w->matches->resume_requests, &key, sizeof(key), a);
	return a;
}

static void
drop_request(struct matches *t, struct resume_request *a)
{
	HASH_DEL(t->resume_requests, a);
	free(a);
}

/* Adds a copy at the end of the table. */
static void
add_request(struct matches *t, const struct resume_request *model)
{
	struct resume_request *a = calloc(1, sizeof(*a));

	CHECK(a != NULL); /* aborts if out of memory, as world_reap_later does */
	*a = *model;
	HASH_ADD(hh, t->resume_requests, key, sizeof(a->key), a);
	CHECK(a->hh.tbl != NULL);
}

/* Begins a request, unless an earlier one is still waiting: repeating a request does not delay
 * it. */
static void
request_begin(struct world *w, const struct session *s, int64_t match)
{
	struct resume_request *old = request_of(w, match, s->player->user);

	if (old != NULL && requester_if_still_free(w, old) != NULL)
		return;
	if (old != NULL)
		drop_request(w->matches, old);
	add_request(w->matches, &(struct resume_request){ .key = { match, s->player->user },
				    .login = s->login.no,
				    .busy_no = s->resume.busy_seq,
				    .since_ms = w->mono_ms });
}

bool
match_request_resume(
    struct world *w, struct session *s, const struct match_record *r, bool heard)
{
	int64_t other = r->user[r->user[0] == s->player->user ? 1 : 0];
	int64_t missed_ms = heard ? 0 : wallclock_new_stamp_ms(w);
	struct resume_request_record a;

	(void)store_resume_request(w->store, other, r->id, &a);
	if (a.missed_request_ms != missed_ms) {
		a.missed_request_ms = missed_ms;
		store_resume_request_set(w->store, &a);
	}
	if (r->length == 0 || r->unrated)
		return false;
	request_begin(w, s, r->id);
	return true;
}

bool
match_requests_resume(const struct world *w, const struct session *s, int64_t match)
{
	const struct resume_request *a = request_of(w, match, s->player->user);

	return a != NULL && requester_if_still_free(w, a) == s;
}

void
match_has_acted(struct world *w, struct match *m, enum seat seat)
{
	m->not_yet_acted &= (uint8_t) ~(1u << seat);
	for (unsigned i = 0; i < 2 && m->not_yet_acted == 0; i++)
		store_resume_request_delete(w->store, m->user[i], m->row);
}

/* ---- ten minutes later ---- */

/* If the match can be lost by absence, counts today as a day on which the player asked, but
 * only once a day. */
static void
count_request_day(struct world *w, const struct resume_request *a)
{
	struct session *s = requester_if_still_free(w, a);
	int64_t today = wallclock_new_stamp_ms(w) / DAY_MS;
	struct resume_request_record mine;
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	if (s == NULL || !store_match_by_id(w->store, a->key.match, &r) || r.ended_ms != 0 ||
	    r.bound)
		return;
	(void)store_resume_request(w->store, a->key.user, r.id, &mine);
	if (mine.last_request_day == today || !match_replay(w, &r, &st, &seq) || !st.moved[0] ||
	    !st.moved[1])
		return;
	mine.request_day_count++;
	mine.last_request_day = today;
	store_resume_request_set(w->store, &mine);
	event_publish(w, &(struct world_event){ .kind = EVENT_ask_counted,
			     .saved_match = { &r, s, mine.request_day_count } });
}

void
matches_count_due_requests(struct world *w)
{
	struct matches *t = w->matches;

	while (t->resume_requests != NULL &&
	       w->mono_ms - t->resume_requests->since_ms >= REQUEST_COUNTS_MS &&
	       !store_refusing(w->store)) {
		count_request_day(w, t->resume_requests);
		drop_request(t, t->resume_requests);
	}
}

int64_t
matches_next_request(const struct world *w)
{
	const struct resume_request *a = w->matches->resume_requests;

	if (a == NULL || store_was_refusing(w->store))
		return -1;
	return a->since_ms + REQUEST_COUNTS_MS;
}

/* ---- the table ---- */

void
requests_free(struct matches *t)
{
	while (t->resume_requests != NULL)
		drop_request(t, t->resume_requests);
}

void
requests_hand_over(struct world *w, struct pack *p)
{
	const struct resume_request *a = p->reading ? NULL : w->matches->resume_requests;

	while (pack_begin_part(p, 1, a != NULL)) {
		struct resume_request x = { .login = 0 };

		if (a != NULL) {
			x = *a;
			a = a->hh.next;
		}
		PACK(p, 1, x.key.match, 2, x.key.user, 3, x.login, 4, x.busy_no, 5, x.since_ms);
		pack_end_part(p);
		if (p->reading && !p->bad)
			add_request(w->matches, &x);
	}
}
