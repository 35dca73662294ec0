/* SPDX-License-Identifier: MIT */
/* Checks a store's counters against the contents of its tables. */
#ifndef SUPPORT_COUNTERS_H
#define SUPPORT_COUNTERS_H

#include "store/store.h"

/* Returns the number of wrong counters and prints each one.  Counts every row, so use it only
 * on small stores, and only between turns. */
unsigned counters_wrong(struct store *s);

/* Returns the number of pages that commits have written to the journal since the last
 * checkpoint. */
int journal_pages(const struct store *s);

#endif
