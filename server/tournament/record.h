/* SPDX-License-Identifier: MIT */
/* Applies, stores and announces one act of a tournament in the same turn. */
#ifndef TOURNAMENT_RECORD_H
#define TOURNAMENT_RECORD_H

#include "tournament/tell.h"

/* Records one act: fills in a->at_ms, then applies, stores and announces the act.  Does not
 * enforce limits.h.  f: more facts for the notices; NULL: none.  If it does not return
 * TOURNEY_OK, nothing has changed. */
enum tourney_err record_act(
    struct world *w, struct tourney_live *l, struct tourney_act *a, struct tell_facts *f);

#endif
