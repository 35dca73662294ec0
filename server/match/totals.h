/* SPDX-License-Identifier: MIT */
/* What players do, counted for their statistics.  Counts wait in memory until a game ends or
 * the match is left; whatever is lost with the process is made again from the actions when the
 * match is gone on with, and nothing is counted twice. */
#ifndef MATCH_TOTALS_H
#define MATCH_TOTALS_H

#include "rules/match.h"
#include "store/store.h"

struct match_totals {
	struct totals_record of[2];
	struct roll_record rolls[2];
	bool took[2];  /* a double in this game */
	uint32_t cube; /* the highest */
};

/* Counts an action that was applied to `before`. */
void totals_count_action(struct match_totals *t, const struct match_state *before,
    const struct action *a, const struct match_events *ev);

/* Everything has been counted so far: begins anew. */
void totals_clear(struct match_totals *t);

#endif
