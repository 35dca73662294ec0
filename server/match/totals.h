/* SPDX-License-Identifier: MIT */
/* Counts what players do, for their statistics.  Counts are kept in memory until a game ends or
 * the match is suspended.  Counts lost with the process are recomputed from the actions when
 * the match is resumed, and nothing is counted twice. */
#ifndef MATCH_TOTALS_H
#define MATCH_TOTALS_H

#include "rules/match.h"
#include "store/store.h"

struct match_totals {
	struct totals_record of[2];
	struct roll_record rolls[2];
	bool took_double[2];   /* took a double in this game */
	uint32_t highest_cube; /* the highest value of the cube */
};

/* Counts an action that was applied to `before`. */
void totals_count_action(struct match_totals *t, const struct match_state *before,
    const struct action *a, const struct match_events *ev);

/* Resets the counts after they have been stored. */
void totals_clear(struct match_totals *t);

#endif
