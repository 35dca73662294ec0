/* SPDX-License-Identifier: MIT */
/* Memory of a struct tourney, and its state from the acts in the store. */
#ifndef TOURNAMENT_MEMORY_H
#define TOURNAMENT_MEMORY_H

#include "store/store.h"
#include "tourney/tournament.h"

/* Grows an array to n members of size bytes (at least one); what is there stays.  Memory being
 * out ends the process: a restart has everything. */
void *memory_grow(void *p, size_t n, size_t size);

/* Room for what the act needs. */
void memory_room(struct tourney *t, const struct tourney_act *a);

/* Applies all acts of the store to *t, which was just made by tourney_init.  False: they do not
 * replay, or there are none; t->acts says how far it came. */
MUST_USE bool memory_read(struct store *s, struct tourney *t);

/* The same in slices: the next acts, at most so many.  MEMORY_MORE: there may be more. */
enum memory_read {
	MEMORY_DONE,
	MEMORY_MORE,
	MEMORY_BAD,
};
enum memory_read memory_read_on(struct store *s, struct tourney *t, unsigned acts);

/* Frees the arrays, not *t. */
void memory_free(struct tourney *t);

#endif
