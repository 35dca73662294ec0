/* SPDX-License-Identifier: MIT */
/* Who plays whom: orders of seeding, and the rounds that are paired; a worker pairs large ones
 * on a copy of what it needs. */
#ifndef TOURNAMENT_PAIRS_H
#define TOURNAMENT_PAIRS_H

#include "tournament/live.h"

/* The order of seeding as a `start` act wants it, to be freed; NULL when fewer than two would
 * start. */
char *pairs_start_order(const struct tourney_live *l);

/* The same of a `bracket` act. */
char *pairs_bracket_order(struct world *w, const struct tourney_live *l);

/* The next round is due: it is paired, or a worker is asked to. */
void pairs_ask(struct world *w, struct tourney_live *l);

/* No worker has one in hand any more. */
void pairs_free(struct world *w);

#endif
