/* SPDX-License-Identifier: MIT */
/* The table of live matches.  A match that ends stays in memory until the end of the turn. */
#include "match/match_internal.h"

#include <stdlib.h>

#include "people/people.h"
#include "output/output.h"

static int
timer_order(const struct tree_node *a, const struct tree_node *b)
{
	const struct match *x = TREE_OWNER_CONST(a, struct match, timer_node);
	const struct match *y = TREE_OWNER_CONST(b, struct match, timer_node);

	return x->timer_ms < y->timer_ms ? -1 : x->timer_ms > y->timer_ms;
}

struct matches *
matches_new(unsigned max)
{
	struct matches *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return NULL;
	t->space = calloc(1, sizeof(*t->space));
	pool_init(&t->pool, sizeof(struct match), max);
	tree_init(&t->timers, timer_order);
	play_questions_init(t);
	t->absences_next_ms = -1;
	if (t->space == NULL)
		matches_free(&t);
	return t;
}

void
matches_free(struct matches **tp)
{
	struct matches *t = *tp;
	struct suspension *s, *next;

	if (t == NULL)
		return;
	HASH_ITER(hh, t->suspensions, s, next)
	{
		HASH_DEL(t->suspensions, s);
		free(s);
	}
	free(t->saved_boards);
	requests_free(t);
	play_questions_free(t);
	absences_free(t);
	outage_free(t);
	free(t->space);
	pool_destroy(&t->pool);
	free(t);
	*tp = NULL;
}

void
matches_reap(struct world *w)
{
	struct match *m;

	while ((m = w->matches->freed_later) != NULL) {
		DL_DELETE2(w->matches->freed_later, m, freed_prev, freed_next);
		pool_free(&w->matches->pool, m->id);
	}
}

/* ---- look-ups ---- */

struct match *
match_get(const struct world *w, match_handle id)
{
	struct match *m = pool_get(&w->matches->pool, id);

	return m != NULL && m->live ? m : NULL;
}

struct match *
session_match(const struct world *w, const struct session *s)
{
	return match_get(w, s->match);
}

struct match *
match_find_live(const struct world *w, const struct match_record *r)
{
	const struct session *s = session_by_name(w, r->name[0]);
	struct match *m = s != NULL ? session_match(w, s) : NULL;

	return m != NULL && m->row == r->id ? m : NULL;
}

struct match *
match_next(const struct world *w, uint32_t *cursor)
{
	struct match *m;
	uint64_t id;

	while ((m = pool_next(&w->matches->pool, cursor, &id)) != NULL)
		if (m->live)
			return m;
	return NULL;
}

unsigned
matches_live_count(const struct world *w)
{
	return w->matches->live_n;
}

struct session *
match_session(const struct world *w, const struct match *m, enum seat seat)
{
	struct session *s = session_get(w, m->session[seat]);

	CHECK(s != NULL); /* a session ends only after it has left its match */
	return s;
}

const char *
match_player_name(const struct world *w, const struct match *m, enum seat seat)
{
	return match_session(w, m, seat)->player->name;
}

bool
match_live_public(const struct world *w, const struct match *m)
{
	return m->tournament != 0 ||
	       (player_has_toggle(match_session(w, m, SEAT_0)->player, TOGGLE_public) &&
		   player_has_toggle(match_session(w, m, SEAT_1)->player, TOGGLE_public));
}

bool
match_readable(const struct player *p, const struct match_record *r)
{
	return r->owner == 0 || r->shown_to_others || (p != NULL && r->owner == p->user);
}

bool
match_public(const struct world *w, const struct match_record *r)
{
	if (r->owner != 0)
		return r->shown_to_others;
	for (unsigned i = 0; r->tournament == 0 && i < 2; i++) {
		struct user_record u = { .id = r->user[i] };

		if (!sbuf_copy(u.name, sizeof(u.name), r->name[i]) ||
		    !user_has_toggle(w, &u, TOGGLE_public))
			return false;
	}
	return true;
}

struct session *
session_blinding_player(
    const struct world *w, const struct session *target, const struct session *viewer)
{
	struct session *players[2] = { session_get(w, target->id),
		session_opponent(w, target) };
	const struct match *m = session_match(w, target);

	if (m != NULL && m->bound)
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		if (players[i] != NULL &&
		    userlist_has(&players[i]->lists.blinded, viewer->player->user))
			return players[i];
	return NULL;
}

struct move_space *
match_move_space(const struct world *w)
{
	return w->matches->space;
}

/* ---- checks ---- */

void
match_check_live(const struct world *w, const struct match *m)
{
	CHECK(match_check(&m->state));
	CHECK(m->state.phase != PH_OVER);
	for (unsigned seat = 0; seat < 2; seat++) {
		const struct session *s = session_get(w, m->session[seat]);

		CHECK(s != NULL && s->match == m->id && s->seat == (enum seat)seat &&
		      s->opponent == m->session[1 - seat] && s->watching == 0 &&
		      m->user[seat] == s->player->user);
		CHECK(m->last_ms < 0 || tree_node_is_linked(&m->timer_node) ||
		      !clock_runs(&m->state.clock, (enum seat)seat));
	}
	CHECK(m->user[0] != m->user[1]);
}

void
matches_check(const struct world *w, bool each)
{
	const struct matches *t = w->matches;
	const struct match *m;
	uint32_t cursor = 0;
	unsigned live = 0;

	while (each && (m = match_next(w, &cursor)) != NULL) {
		match_check_live(w, m);
		live++;
	}
	CHECK(!each || live == t->live_n);
	CHECK(tree_check(&t->timers));
	for (const struct tree_node *n = tree_first(&t->timers); n != NULL; n = tree_next(n))
		CHECK(TREE_OWNER_CONST(n, struct match, timer_node)->live);
}
