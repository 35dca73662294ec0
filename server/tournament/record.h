/* SPDX-License-Identifier: MIT */
/* Applies, stores and announces one act of a tournament in the same turn. */
#ifndef TOURNAMENT_RECORD_H
#define TOURNAMENT_RECORD_H

#include "tournament/tell.h"

/* Fills in at_ms.  f: further facts for the notices; NULL: none.  Does nothing unless it
 * returns TOURNEY_OK.  Does not enforce limits.h. */
enum tourney_err record_act(
    struct world *w, struct tourney_live *l, struct tourney_act *a, struct tell_facts *f);

#endif
