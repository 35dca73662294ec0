/* SPDX-License-Identifier: MIT */
/* One act of a tournament: applied, stored and told in the same turn. */
#ifndef TOURNAMENT_RECORD_H
#define TOURNAMENT_RECORD_H

#include "tournament/tell.h"

/* at_ms is filled in; f: what else is to be told, NULL nothing.  TOURNEY_OK, or nothing
 * happened; how often it is refused is the caller's matter. */
enum tourney_err record_act(
    struct world *w, struct tourney_live *l, struct tourney_act *a, struct tell_facts *f);

#endif
