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

#define SAVED_MATCHES_MAX 256u

/* A saved match. */
struct saved_board {
	int64_t match; /* 0: the element is unused */
	uint32_t actions;
	int64_t user[2];
	bool not_found; /* the last search for a player's matches did not find this match in the
		       store */
	bool past_first_play; /* a game is past its first play */
	struct board board;
};

/* The saved matches found last; new ones replace the oldest. */
struct saved_board_cache {
	unsigned next_replaced;
	struct saved_board saved[SAVED_MATCHES_MAX];
};

static bool
is_live_and_rated(const struct match *m)
{
	return m->live && !m->state.practice && !m->unrated && m->state.length > 0;
}

/* Returns whether the user of s or another user at the same address is playing in m. */
static bool
plays_near(const struct world *w, const struct session *s, const struct match *m)
{
	const struct netaddr own = network_of_session(s, NETWORK_ADDRESS);

	for (unsigned i = 0; i < 2; i++) {
		const struct session *x = match_session(w, m, (enum seat)i);
		const struct netaddr theirs = network_of_session(x, NETWORK_ADDRESS);

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
is_saved_match_of(const struct saved_board *x, int64_t user)
{
	return x->match != 0 && (x->user[0] == user || x->user[1] == user);
}

/* A search for the positions of a user's saved matches. */
struct saved_search {
	const struct world *w;
	struct saved_board_cache *b;
	bool all; /* this call can finish the search */
	unsigned known_n, n, actions;
	struct match_record unread[SAVED_MATCHES_MAX]; /* only what match_replay needs is set */
};

static bool
add_to_search(void *ctx, const struct match_record *r)
{
	struct saved_search *x = ctx;

	if (r->unrated || r->length == 0 || match_find_live(x->w, r) != NULL)
		return true;
	x->all = x->all && x->known_n + x->n < SAVED_MATCHES_MAX;
	if (!x->all)
		return false;
	for (unsigned i = 0; i < SAVED_MATCHES_MAX; i++)
		if (x->b->saved[i].match == r->id && x->b->saved[i].actions == r->actions) {
			x->b->saved[i].not_found = false;
			x->known_n++;
			return true;
		}
	x->actions += r->actions;
	x->all = x->actions <= BARRED_REPLAYED_MAX;
	if (x->all)
		x->unread[x->n++] = *r;
	return x->all;
}

/* Replaces the oldest element that this search has not found. */
static void
replay_into_cache(
    struct world *w, struct saved_board_cache *b, int64_t user, const struct match_record *r)
{
	struct saved_board *x;
	struct match_state st;
	uint32_t seq;

	do
		x = &b->saved[b->next_replaced++ % SAVED_MATCHES_MAX];
	while (is_saved_match_of(x, user) && !x->not_found);
	*x = (struct saved_board){
		.match = r->id, .actions = r->actions, .user = { r->user[0], r->user[1] }
	};
	if (!match_replay(w, r, &st, &seq))
		return;
	x->past_first_play = match_game_on(&st) && !st.opening;
	x->board = st.board;
}

/* Finds the positions of the user's saved matches.  Replays the matches that this process has
 * not replayed since their last action.  Returns false if some are left; another call
 * continues, unless the user has more than SAVED_MATCHES_MAX. */
static bool
find_saved_boards(struct world *w, int64_t user)
{
	struct saved_board_cache *b = w->matches->saved_boards;
	struct saved_search *x = calloc(1, sizeof(*x));
	bool all;

	CHECK(x != NULL);
	if (b == NULL)
		b = w->matches->saved_boards = calloc(1, sizeof(*b));
	CHECK(b != NULL);
	x->w = w;
	x->b = b;
	x->all = true;
	for (unsigned i = 0; i < SAVED_MATCHES_MAX; i++)
		b->saved[i].not_found = is_saved_match_of(&b->saved[i], user);
	store_matches_open_each(w->store, user, add_to_search, x);
	store_tournament_matches_of_user(w->store, user, add_to_search, x);
	all = x->all;
	for (unsigned i = 0; all && i < SAVED_MATCHES_MAX; i++)
		if (b->saved[i].not_found)
			b->saved[i] = (struct saved_board){ 0 };
	for (unsigned i = 0; i < x->n; i++)
		replay_into_cache(w, b, user, &x->unread[i]);
	free(x);
	return all;
}

enum msg_id
barred_by_saved_match(struct world *w, int64_t user, const struct match_state *st)
{
	const struct saved_board *x;

	if (store_refusing(w->store) || !find_saved_boards(w, user))
		return MSG_position_search;
	x = w->matches->saved_boards->saved;
	for (unsigned i = 0; i < SAVED_MATCHES_MAX; i++)
		if (is_saved_match_of(&x[i], user) && x[i].past_first_play &&
		    same_checkers(&x[i].board, &st->board))
			return MSG_position_saved;
	return MSG_COUNT;
}

bool
barred_by_match_nearby(const struct world *w, const struct session *s)
{
	uint32_t cursor = 0;
	const struct match *m;

	while ((m = match_next(w, &cursor)) != NULL)
		if (is_live_and_rated(m) && plays_near(w, s, m))
			return true;
	return false;
}

bool
barred_by_live_board(const struct world *w, const struct match_state *st)
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
	if (barred_by_match_nearby(w, s))
		return MSG_position_rated;
	if (barred_by_live_board(w, st))
		return MSG_position_live;
	return barred_by_saved_match(w, s->player->user, st);
}

static bool
plays_rated_match(const struct world *w, int64_t user)
{
	uint32_t cursor = 0;
	const struct match *m;

	while ((m = match_next(w, &cursor)) != NULL)
		for (unsigned i = 0; is_live_and_rated(m) && i < 2; i++)
			if (match_session(w, m, (enum seat)i)->player->user == user)
				return true;
	return false;
}

bool
barred_review(const struct world *w, const struct session *s, const struct match_record *r)
{
	return r->owner != 0 && (s->player != NULL ? barred_by_match_nearby(w, s)
						   : plays_rated_match(w, r->owner));
}
