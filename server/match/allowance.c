/* SPDX-License-Identifier: MIT */
/* How far an opponent may still change a rating: PROTOCOL.md 8; functions of match.h.
 *
 * The window is the last 24 hours of wall time.  Changes dated more than 24 hours in the future
 * were stored under a wrong clock and do not count.  A call reads the user's changes in the
 * window, at most RECENT_MATCHES of them, summed by opponent and network.  It compares these
 * sums, at most RECENT_SUMS, in pairs. */
#include "match/match_internal.h"

#include <string.h>

#include "people/people.h"
#include "stats/ranks.h"

/* Limits on a user's rated matches of one game in the window, and on the sums of their changes
 * by opponent and network.  A user who reaches a limit has no allowance left; no person plays
 * that many matches. */
#define RECENT_MATCHES 1000u
#define RECENT_SUMS 128u
/* number of old matches whose changes are deleted after each rated match */
#define FORGOTTEN 8u

/* A user's changes in the window. */
struct recent {
	struct rating_sum sum[RECENT_SUMS];
	bool linked[RECENT_SUMS];
	unsigned n;
};

static bool
are_linked(int64_t opponent, const char *network, const struct rating_sum *x)
{
	return x->opponent == opponent ||
	       (network[0] != '\0' && strcmp(x->network, network) == 0);
}

/* Marks the changes by all accounts that count as one with the opponent: accounts in the same
 * network, then accounts that shared a network with any of these in the window, and so on.
 * Thus an opponent gets no new allowance by changing networks. */
static void
find_linked(struct recent *r, int64_t opponent, const char *network)
{
	unsigned pending[RECENT_SUMS], pending_n = 0;

	memset(r->linked, 0, sizeof(r->linked));
	for (unsigned i = 0; i < r->n; i++)
		if (are_linked(opponent, network, &r->sum[i])) {
			r->linked[i] = true;
			pending[pending_n++] = i;
		}
	while (pending_n > 0) {
		const struct rating_sum *by = &r->sum[pending[--pending_n]];

		for (unsigned i = 0; i < r->n; i++)
			if (!r->linked[i] &&
			    are_linked(by->opponent, by->network, &r->sum[i])) {
				r->linked[i] = true;
				pending[pending_n++] = i;
			}
	}
}

struct match_allowance
match_allowance(const struct world *w, const struct match_rated_player *u,
    const struct match_rated_player *opponent, const struct variant *v)
{
	const int64_t now_ms = wallclock_stamp_ms(w);
	const double most = w->config.pair_day;
	struct match_allowance a = { .room = RATING_ROOM_ALL };
	double pair = 0, newcomers = 0;
	unsigned met = 0, matches = 0;
	struct recent r;

	network_text(&opponent->network, a.network);
	a.newcomer = u->standing.experience >= RATING_NEWCOMER &&
		     opponent->standing.experience < RATING_NEWCOMER;
	if (w->config.pair_day == 0)
		return a;
	r.n = store_rating_sums(w->store, u->user, ranks_key(v), now_ms - RATING_WINDOW_MS,
	    now_ms + RATING_WINDOW_MS, RECENT_SUMS, r.sum);
	find_linked(&r, opponent->user, a.network);
	for (unsigned i = 0; i < r.n; i++) {
		matches += r.sum[i].matches;
		if (r.sum[i].newcomer)
			newcomers += r.sum[i].change;
		if (r.linked[i])
			pair += r.sum[i].change;
		met += r.linked[i];
	}
	a.net = pair;
	if (met > 0) /* the first match in the window counts in full */
		a.room = rating_room(pair, most);
	if (a.newcomer)
		a.room = rating_room_both(a.room, rating_room(newcomers, most));
	if (matches >= RECENT_MATCHES || r.n == RECENT_SUMS)
		a.room = (struct rating_room){ 0, 0 };
	return a;
}

void
allowance_use(struct world *w, const struct rating_record *r, int64_t opponent,
    const struct match_allowance *a)
{
	const struct rating_recent x = {
		.match = r->match,
		.user = r->user,
		.game = r->game,
		.at_ms = r->at_ms,
		.opponent = opponent,
		.network = a->network,
		.newcomer = a->newcomer,
		.change = r->after - r->before,
	};

	if (r->factor > 0)
		store_rating_recent_add(w->store, &x);
	store_rating_recent_forget(
	    w->store, r->at_ms - RATING_WINDOW_MS, r->at_ms + RATING_WINDOW_MS, FORGOTTEN);
}
