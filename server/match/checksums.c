/* SPDX-License-Identifier: MIT */
/* Computes the checksums of finished matches that have none: those that ended under an earlier
 * version, that began before this process, or that lost their slot (store/checksums.c).  Begins
 * with the newest.
 *
 * Once a day, from 03:00 UTC on but not in the first ten minutes after a start, MATCHES_PER_DAY
 * matches are processed.  A turn reads at most ACTIONS_PER_STEP actions. */
#include "match/match_internal.h"

#define MATCHES_PER_DAY 20000u /* matches a day */
#define ACTIONS_PER_STEP 400u
#define STEP_PAUSE_MS 50
#define FIRST_STEP_MS 600000
#define CHECK_INTERVAL_MS 3600000
#define DAY_MS 86400000
#define DAY_STARTS_AT_MS (3 * 3600000)

/* Begins the next match of the slice.  Returns false if the slice is done. */
static bool
begin_next_checksum(struct world *w, struct checksum_progress *x, int64_t day)
{
	int64_t id = store_checksum_missing(w->store);

	if (id != 0 && x->matches_done < MATCHES_PER_DAY &&
	    store_checksum_next_match(w->store, id - 1, &x->c))
		return true;
	if (x->matches_done > 0)
		store_counter_set(w->store, COUNTER_CHECKSUMS, day, false);
	x->matches_done = 0;
	return false;
}

static void
checksum_step(struct world *w, struct checksum_progress *x)
{
	int64_t day = (w->wall_ms - DAY_STARTS_AT_MS) / DAY_MS;

	if (!x->match_begun) {
		x->match_begun = store_counter(w->store, COUNTER_CHECKSUMS) != day &&
				 begin_next_checksum(w, x, day);
		if (!x->match_begun) {
			x->next_step_ms = w->mono_ms + CHECK_INTERVAL_MS;
			return;
		}
	}
	x->next_step_ms = w->mono_ms + STEP_PAUSE_MS;
	if (!store_checksum_read_actions(w->store, &x->c, ACTIONS_PER_STEP))
		return;
	store_checksum_set(w->store, &x->c);
	x->match_begun = false;
	x->matches_done++;
}

void
matches_checksum_step(struct world *w)
{
	struct checksum_progress *x = &w->matches->checksum_progress;

	if (x->next_step_ms == 0)
		x->next_step_ms = w->mono_ms + FIRST_STEP_MS;
	if (w->mono_ms >= x->next_step_ms && !store_refusing(w->store))
		checksum_step(w, x);
}

int64_t
matches_next_checksum(const struct world *w)
{
	int64_t at_ms = w->matches->checksum_progress.next_step_ms;

	return at_ms == 0 || store_was_refusing(w->store) ? -1 : at_ms;
}
