/* SPDX-License-Identifier: MIT */
/* Ends saved matches that lie unused.  Where to go on is kept in the store.
 *
 * Cost of a slice: SLICE rows found by the index of unfinished matches, and a read and a write
 * for each that is ended.  The time between slices follows from how many there are, so that a
 * whole round takes a day, however many saved matches the server has; with few of them an hour.
 */
#include "match/inside.h"

#include "people/people.h"

#define SLICE 50
#define DAY_MS 86400000
#define FIRST_MS 60000 /* after a start */
#define LEAST_MS 1000
#define MOST_MS 3600000
#define BACK_DAYS 7

static int64_t
pause_ms(const struct world *w)
{
	/* counters, not a count */
	int64_t unfinished = store_counter(w->store, COUNTER_MATCHES) -
			     store_counter(w->store, COUNTER_MATCHES_FINISHED);
	int64_t ms = DAY_MS / (unfinished / SLICE + 1);

	return ms < LEAST_MS ? LEAST_MS : ms > MOST_MS ? MOST_MS : ms;
}

/* Since the start of the server there was time to come back: half of saved_days, or BACK_DAYS.
 */
static bool
could_come(const struct world *w)
{
	int64_t ran_ms = w->mono_ms - w->started_ms;

	return ran_ms >= BACK_DAYS * (int64_t)DAY_MS ||
	       ran_ms >= (int64_t)w->config.saved_days * DAY_MS / 2;
}

/* Who stays away from a match with one of the server's bots, which is there, has lost it, and
 * by that rating points as at the board: else nobody would have to lose one. */
static bool
lost_to_bot(struct world *w, const struct match_record *r)
{
	for (unsigned i = 0; i < 2 && r->length > 0 && !r->unrated && could_come(w); i++) {
		const struct session *other = session_by_name(w, r->name[1 - i]);
		const struct session *self = session_by_name(w, r->name[i]);
		const struct action a = { .kind = ACT_ABANDON, .seat = (enum seat)i };

		if (other != NULL && other->player->bot && (self == NULL || !self->player->bot))
			return match_direct(w, r->id, &a) == MATCH_OK;
	}
	return false;
}

static void
slice(struct world *w)
{
	int64_t limit_ms = w->wall_ms - (int64_t)w->config.saved_days * DAY_MS;
	int64_t after = store_counter(w->store, COUNTER_EXPIRY);
	struct match_brief b[SLICE];
	unsigned n = store_matches_open_after(w->store, after, SLICE, b);
	int64_t next = n == SLICE ? b[n - 1].id : 0;
	struct match_record r;

	for (unsigned i = 0; i < n; i++)
		if (wallclock_counts_ms(w, b[i].last_ms) < limit_ms &&
		    store_match_by_id(w->store, b[i].id, &r) && match_live(w, &r) == NULL &&
		    !lost_to_bot(w, &r))
			match_finish(w, &r, NULL, MATCH_END_EXPIRED);
	if (next != after)
		store_counter_set(w->store, COUNTER_EXPIRY, next, false);
}

void
matches_expire(struct world *w)
{
	int64_t *at_ms = &w->matches->expiry_ms;

	if (w->config.saved_days == 0)
		return;
	if (*at_ms == 0)
		*at_ms = w->mono_ms + FIRST_MS;
	if (w->mono_ms < *at_ms || !wallclock_settled(w) || store_refusing(w->store))
		return;
	*at_ms = w->mono_ms + pause_ms(w);
	slice(w);
}

int64_t
matches_next_expiry(const struct world *w)
{
	int64_t at_ms = w->matches->expiry_ms;

	if (w->config.saved_days == 0 || at_ms == 0 || !wallclock_settled(w) ||
	    store_was_refusing(w->store))
		return -1;
	return w->mono_ms < at_ms ? at_ms - w->mono_ms : 0;
}
