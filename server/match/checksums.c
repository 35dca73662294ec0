/* SPDX-License-Identifier: MIT */
/* Computes the checksums of finished matches that have none: those that ended under an earlier
 * version, that began before this process, or that lost their slot (store/checksums.c).  Begins
 * with the newest.
 *
 * Once a day, from 03:00 UTC on but not in the first ten minutes after a start, SLICE matches
 * are processed.  A turn reads at most ACTIONS actions. */
#include "match/match_internal.h"

#define SLICE 20000u /* matches a day */
#define ACTIONS 400u
#define STEP_MS 50
#define FIRST_MS 600000
#define LOOK_MS 3600000
#define DAY_MS 86400000
#define NIGHT_MS (3 * 3600000)

/* Begins the next match of the slice.  Returns false if the slice is done. */
static bool
next_match(struct world *w, struct checksumming *x, int64_t day)
{
	int64_t id = store_checksum_missing(w->store);

	if (id != 0 && x->done < SLICE && store_checksum_next(w->store, id - 1, &x->c))
		return true;
	if (x->done > 0)
		store_counter_set(w->store, COUNTER_CHECKSUMS, day, false);
	x->done = 0;
	return false;
}

static void
step(struct world *w, struct checksumming *x)
{
	int64_t day = (w->wall_ms - NIGHT_MS) / DAY_MS;

	if (!x->under_way) {
		x->under_way =
		    store_counter(w->store, COUNTER_CHECKSUMS) != day && next_match(w, x, day);
		if (!x->under_way) {
			x->at_ms = w->mono_ms + LOOK_MS;
			return;
		}
	}
	x->at_ms = w->mono_ms + STEP_MS;
	if (!store_checksum_more(w->store, &x->c, ACTIONS))
		return;
	store_checksum_set(w->store, &x->c);
	x->under_way = false;
	x->done++;
}

void
matches_checksum(struct world *w)
{
	struct checksumming *x = &w->matches->checksums;

	if (x->at_ms == 0)
		x->at_ms = w->mono_ms + FIRST_MS;
	if (w->mono_ms >= x->at_ms && !store_refusing(w->store))
		step(w, x);
}

int64_t
matches_next_checksum(const struct world *w)
{
	int64_t at_ms = w->matches->checksums.at_ms;

	return at_ms == 0 || store_was_refusing(w->store) ? -1 : at_ms;
}
