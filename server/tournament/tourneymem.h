/* SPDX-License-Identifier: MIT */
/* Memory of a struct tourney, and its state from the acts in the store. */
#ifndef TOURNAMENT_TOURNEYMEM_H
#define TOURNAMENT_TOURNEYMEM_H

#include "store/store.h"
#include "tourney/event.h"

/* Grows an array to n members of size bytes (at least one); what is there stays.  Memory being
 * out ends the process: a restart has everything. */
void *tourneymem_grow(void *p, size_t n, size_t size);

/* Room for what the act needs. */
void tourneymem_room(struct tourney *t, const struct tourney_act *a);

/* Applies all acts of the store to *t, which was just made by tourney_init.  False: they do not
 * replay, or there are none; t->acts says how far it came. */
MUST_USE bool tourneymem_read(struct store *s, struct tourney *t);

/* The same in slices: the next acts, at most so many.  TOURNEYMEM_MORE: there may be more. */
enum tourneymem {
	TOURNEYMEM_DONE,
	TOURNEYMEM_MORE,
	TOURNEYMEM_BAD,
};
enum tourneymem tourneymem_read_on(struct store *s, struct tourney *t, unsigned acts);

/* Frees the arrays, not *t. */
void tourneymem_free(struct tourney *t);

#endif
