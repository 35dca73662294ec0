/* SPDX-License-Identifier: MIT */
/* Do the counters of a store say what its tables hold? */
#ifndef SUPPORT_COUNTERS_H
#define SUPPORT_COUNTERS_H

#include "store/store.h"

/* How many do not; each is told on standard output.  Counts everything, so only for small
 * stores, and only between turns. */
unsigned counters_wrong(struct store *s);

/* Pages that commits have written to the journal since it was last moved to the database. */
int journal_pages(const struct store *s);

#endif
