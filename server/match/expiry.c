/* SPDX-License-Identifier: MIT */
/* Ends saved matches that lie unused: see expiry.h.  Works on world.sweep.
 *
 * Cost of a slice: SLICE rows found by the index of unfinished matches, and one write for each
 * that is ended.  The time between slices follows from how many there are, so that a whole
 * round takes a day, however many saved matches the server has; with few of them an hour. */
#include "match/expiry.h"

#include "match/match.h"
#include "people/people.h"

#define SLICE 50
#define DAY_MS 86400000
#define FIRST_MS 60000 /* after a start */
#define LEAST_MS 1000
#define MOST_MS 3600000

/* So many matches are unfinished: counters, not a count. */
static int64_t
unfinished(const struct world *w)
{
	return store_counter(w->store, COUNTER_MATCHES) -
	       store_counter(w->store, COUNTER_MATCHES_FINISHED);
}

static int64_t
pause_ms(const struct world *w)
{
	int64_t ms = DAY_MS / (unfinished(w) / SLICE + 1);

	return ms < LEAST_MS ? LEAST_MS : ms > MOST_MS ? MOST_MS : ms;
}

/* Somebody is playing it just now: then both are on line, in that match. */
static bool
is_played(const struct world *w, const struct match_brief *b)
{
	const struct session *s = session_by_name(w, b->name[0]);
	const struct match *m = s != NULL ? session_match(w, s) : NULL;

	return m != NULL && m->row == b->id;
}

static void
slice(struct world *w)
{
	int64_t limit_ms = w->wall_ms - (int64_t)w->config.saved_days * DAY_MS;
	int64_t after = store_counter(w->store, COUNTER_SWEEP);
	struct match_brief b[SLICE];
	unsigned n = store_matches_open_after(w->store, after, SLICE, b);
	int64_t next = n == SLICE ? b[n - 1].id : 0;

	for (unsigned i = 0; i < n; i++)
		if (b[i].last_ms < limit_ms && !is_played(w, &b[i]))
			store_match_expire(w->store, b[i].id, w->wall_ms);
	if (next != after)
		store_counter_set(w->store, COUNTER_SWEEP, next, false);
}

void
expiry_timers(struct world *w)
{
	if (w->config.saved_days == 0 || store_refusing(w->store))
		return;
	if (w->expiry_ms == 0)
		w->expiry_ms = w->mono_ms + FIRST_MS;
	if (w->mono_ms < w->expiry_ms)
		return;
	w->expiry_ms = w->mono_ms + pause_ms(w);
	slice(w);
}

int64_t
expiry_next_timer(const struct world *w)
{
	if (w->config.saved_days == 0 || w->expiry_ms == 0 || store_refusing(w->store))
		return -1;
	return w->mono_ms < w->expiry_ms ? w->expiry_ms - w->mono_ms : 0;
}
