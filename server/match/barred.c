/* SPDX-License-Identifier: MIT */
/* See barred.h.
 *
 * The server gives no information about a position while the user, or another user at the same
 * address, is playing a match that counts, or while the position is on the board of a live
 * match.  The board of a practice match, or of a game before its first play, is not barred: the
 * start of a game is public knowledge.  The board of a saved match that counts is barred for
 * its players in the same way.  Otherwise they could leave a match to ask about it. */
#include "match/match_internal.h"

#include <stdlib.h>
#include <string.h>

#include "match/barred.h"
#include "people/network.h"

#define SAVED_MAX 256u

/* A saved match. */
struct saved {
	int64_t match; /* 0: the element is unused */
	uint32_t actions;
	int64_t user[2];
	bool stale; /* the last search for a player's matches did not find this match in the
		       store */
	bool bars;  /* a game is past its first play */
	struct board board;
};

/* The saved matches found last; new ones replace the oldest. */
struct barred {
	unsigned next;
	struct saved saved[SAVED_MAX];
};

static bool
counts(const struct match *m)
{
	return m->live && !m->state.practice && !m->unrated && m->state.length > 0;
}

/* Returns whether the user of s or another user at the same address is playing in m. */
static bool
is_near(const struct world *w, const struct session *s, const struct match *m)
{
	const struct netaddr own = network_of(s, NETWORK_ADDRESS);

	for (unsigned i = 0; i < 2; i++) {
		const struct session *x = match_session(w, m, (enum seat)i);
		const struct netaddr theirs = network_of(x, NETWORK_ADDRESS);

		if (x->player == s->player || network_same(&own, &theirs))
			return true;
	}
	return false;
}

static bool
same_checkers(const struct board *a, const struct board *b)
{
	for (unsigned turned = 0; turned < 2; turned++)
		if (memcmp(a->at[0] + 1, b->at[turned] + 1, PT_BAR) == 0 &&
		    memcmp(a->at[1] + 1, b->at[1 - turned] + 1, PT_BAR) == 0)
			return true;
	return false;
}

/* ---- saved matches ---- */

static bool
is_of(const struct saved *x, int64_t user)
{
	return x->match != 0 && (x->user[0] == user || x->user[1] == user);
}

/* A search for the positions of a user's saved matches. */
struct search {
	const struct world *w;
	struct barred *b;
	bool all; /* this call can finish the search */
	unsigned known, n, actions;
	struct match_record unread[SAVED_MAX]; /* only what match_replay needs is set */
};

static bool
look_at(void *ctx, const struct match_record *r)
{
	struct search *x = ctx;

	if (r->unrated || r->length == 0 || match_live(x->w, r) != NULL)
		return true;
	x->all = x->all && x->known + x->n < SAVED_MAX;
	if (!x->all)
		return false;
	for (unsigned i = 0; i < SAVED_MAX; i++)
		if (x->b->saved[i].match == r->id && x->b->saved[i].actions == r->actions) {
			x->b->saved[i].stale = false;
			x->known++;
			return true;
		}
	x->actions += r->actions;
	x->all = x->actions <= BARRED_ACTIONS_MAX;
	if (x->all)
		x->unread[x->n++] = *r;
	return x->all;
}

/* Replaces the oldest element that this search has not found. */
static void
keep(struct world *w, struct barred *b, int64_t user, const struct match_record *r)
{
	struct saved *x;
	struct match_state st;
	uint32_t seq;

	do
		x = &b->saved[b->next++ % SAVED_MAX];
	while (is_of(x, user) && !x->stale);
	*x = (struct saved){
		.match = r->id, .actions = r->actions, .user = { r->user[0], r->user[1] }
	};
	if (!match_replay(w, r, &st, &seq))
		return;
	x->bars = match_game_on(&st) && !st.opening;
	x->board = st.board;
}

/* Finds the positions of the user's saved matches.  Replays the matches that this process has
 * not replayed since their last action.  Returns false if some are left; another call
 * continues, unless the user has more than SAVED_MAX. */
static bool
look(struct world *w, int64_t user)
{
	struct barred *b = w->matches->barred;
	struct search *x = calloc(1, sizeof(*x));
	bool all;

	CHECK(x != NULL);
	if (b == NULL)
		b = w->matches->barred = calloc(1, sizeof(*b));
	CHECK(b != NULL);
	x->w = w;
	x->b = b;
	x->all = true;
	for (unsigned i = 0; i < SAVED_MAX; i++)
		b->saved[i].stale = is_of(&b->saved[i], user);
	store_matches_open_each(w->store, user, look_at, x);
	store_matches_tournament_each(w->store, user, look_at, x);
	all = x->all;
	for (unsigned i = 0; all && i < SAVED_MAX; i++)
		if (b->saved[i].stale)
			b->saved[i] = (struct saved){ 0 };
	for (unsigned i = 0; i < x->n; i++)
		keep(w, b, user, &x->unread[i]);
	free(x);
	return all;
}

enum msg_id
barred_saved(struct world *w, int64_t user, const struct match_state *st)
{
	const struct saved *x;

	if (store_refusing(w->store) || !look(w, user))
		return MSG_position_search;
	x = w->matches->barred->saved;
	for (unsigned i = 0; i < SAVED_MAX; i++)
		if (is_of(&x[i], user) && x[i].bars && same_checkers(&x[i].board, &st->board))
			return MSG_position_saved;
	return MSG_COUNT;
}

bool
barred_near(const struct world *w, const struct session *s)
{
	uint32_t cursor = 0;
	const struct match *m;

	while ((m = match_next(w, &cursor)) != NULL)
		if (counts(m) && is_near(w, s, m))
			return true;
	return false;
}

bool
barred_on_board(const struct world *w, const struct match_state *st)
{
	uint32_t cursor = 0;
	const struct match *m;

	while ((m = match_next(w, &cursor)) != NULL)
		if (m->live && !m->state.practice && match_game_on(&m->state) &&
		    !m->state.opening && same_checkers(&m->state.board, &st->board))
			return true;
	return false;
}

enum msg_id
barred_position(struct world *w, const struct session *s, const struct match_state *st)
{
	if (barred_near(w, s))
		return MSG_position_rated;
	if (barred_on_board(w, st))
		return MSG_position_live;
	return barred_saved(w, s->player->user, st);
}

static bool
is_playing(const struct world *w, int64_t user)
{
	uint32_t cursor = 0;
	const struct match *m;

	while ((m = match_next(w, &cursor)) != NULL)
		for (unsigned i = 0; counts(m) && i < 2; i++)
			if (match_session(w, m, (enum seat)i)->player->user == user)
				return true;
	return false;
}

bool
barred_review(const struct world *w, const struct session *s, const struct match_record *r)
{
	return r->owner != 0 &&
	       (s->player != NULL ? barred_near(w, s) : is_playing(w, r->owner));
}
