/* SPDX-License-Identifier: MIT */
/* How far an opponent may still change a rating: PROTOCOL.md 8; functions of match.h.
 *
 * The window is the last 24 hours of wall time.  Changes dated more than 24 hours in the future
 * were stored under a wrong clock and do not count.  A call reads the user's changes in the
 * window, at most RECENT_MATCHES_MAX of them, summed by opponent and network.  It compares
 * these sums, at most RECENT_SUMS_MAX, in pairs. */
#include "match/match_internal.h"

#include <string.h>

#include "people/people.h"
#include "stats/ranks.h"

/* Limits on a user's rated matches of one game in the window, and on the sums of their changes
 * by opponent and network.  A user who reaches a limit has no allowance left; no person plays
 * that many matches. */
#define RECENT_MATCHES_MAX 1000u
#define RECENT_SUMS_MAX 128u
/* number of old matches whose changes are deleted after each rated match */
#define OLD_CHANGES_DELETED 8u

/* A user's changes in the window. */
struct recent_changes {
	struct rating_sum sum[RECENT_SUMS_MAX];
	bool counts_as_opponent[RECENT_SUMS_MAX];
	unsigned n;
};

static bool
shares_user_or_network(int64_t opponent, const char *network, const struct rating_sum *x)
{
	return x->opponent == opponent ||
	       (network[0] != '\0' && strcmp(x->opponent_network, network) == 0);
}

/* Marks the changes by all accounts that count as one with the opponent: accounts in the same
 * network, then accounts that shared a network with any of these in the window, and so on.
 * Thus an opponent gets no new allowance by changing networks. */
static void
mark_linked_accounts(struct recent_changes *r, int64_t opponent, const char *network)
{
	unsigned pending[RECENT_SUMS_MAX], pending_n = 0;

	memset(r->counts_as_opponent, 0, sizeof(r->counts_as_opponent));
	for (unsigned i = 0; i < r->n; i++)
		if (shares_user_or_network(opponent, network, &r->sum[i])) {
			r->counts_as_opponent[i] = true;
			pending[pending_n++] = i;
		}
	while (pending_n > 0) {
		const struct rating_sum *by = &r->sum[pending[--pending_n]];

		for (unsigned i = 0; i < r->n; i++)
			if (!r->counts_as_opponent[i] &&
			    shares_user_or_network(
				by->opponent, by->opponent_network, &r->sum[i])) {
				r->counts_as_opponent[i] = true;
				pending[pending_n++] = i;
			}
	}
}

struct rating_allowance
rating_allowance(const struct world *w, const struct match_rated_player *u,
    const struct match_rated_player *opponent, const struct variant *v)
{
	const int64_t now_ms = wallclock_new_stamp_ms(w);
	const double most = w->config.pair_day;
	struct rating_allowance a = { .room = RATING_HEADROOM_UNLIMITED };
	double pair = 0, newcomers = 0;
	unsigned met = 0, matches = 0;
	struct recent_changes r;

	network_text(&opponent->network, a.network);
	a.newcomer = u->standing.experience >= RATING_NEWCOMER_EXPERIENCE &&
		     opponent->standing.experience < RATING_NEWCOMER_EXPERIENCE;
	if (w->config.pair_day == 0)
		return a;
	r.n = store_recent_rating_sums(w->store, u->user, ranks_game_key(v),
	    now_ms - RATING_WINDOW_MS, now_ms + RATING_WINDOW_MS, RECENT_SUMS_MAX, r.sum);
	mark_linked_accounts(&r, opponent->user, a.network);
	for (unsigned i = 0; i < r.n; i++) {
		matches += r.sum[i].matches;
		if (r.sum[i].opponent_is_new)
			newcomers += r.sum[i].change_sum;
		if (r.counts_as_opponent[i])
			pair += r.sum[i].change_sum;
		met += r.counts_as_opponent[i];
	}
	a.net = pair;
	if (met > 0) /* the first match in the window counts in full */
		a.room = rating_headroom(pair, most);
	if (a.newcomer)
		a.room = rating_headroom_smaller(a.room, rating_headroom(newcomers, most));
	if (matches >= RECENT_MATCHES_MAX || r.n == RECENT_SUMS_MAX)
		a.room = (struct rating_headroom){ 0, 0 };
	return a;
}

void
allowance_record_change(struct world *w, const struct rating_record *r, int64_t opponent,
    const struct rating_allowance *a)
{
	const struct rating_recent x = {
		.match = r->match,
		.user = r->user,
		.game = r->game,
		.at_ms = r->at_ms,
		.opponent = opponent,
		.opponent_network = a->network,
		.opponent_is_new = a->newcomer,
		.change = r->after - r->before,
	};

	if (r->counted_fraction > 0)
		store_rating_recent_add(w->store, &x);
	store_rating_recent_delete_old(w->store, r->at_ms - RATING_WINDOW_MS,
	    r->at_ms + RATING_WINDOW_MS, OLD_CHANGES_DELETED);
}
