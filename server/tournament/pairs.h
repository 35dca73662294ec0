/* SPDX-License-Identifier: MIT */
/* Seeding orders and the pairing of rounds.  A worker thread pairs large rounds, using a copy
 * of the data. */
#ifndef TOURNAMENT_PAIRS_H
#define TOURNAMENT_PAIRS_H

#include "tournament/live.h"

/* Returns the seeding order as text for a `start` act, or NULL if fewer than two entrants would
 * start.  The caller frees it. */
char *pairs_start_order(const struct tourney_live *l);

/* Like pairs_start_order, for a `bracket` act. */
char *pairs_bracket_order(struct world *w, const struct tourney_live *l);

/* Pairs the next round, or posts a job to do so. */
void pairs_request_round(struct world *w, struct tourney_live *l);

/* Frees all jobs.  Call it when no worker is running a job. */
void pairs_free_jobs(struct world *w);

#endif
