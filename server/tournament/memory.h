/* SPDX-License-Identifier: MIT */
/* Allocates the memory of a struct tourney, and rebuilds its state from the acts in the
 * store. */
#ifndef TOURNAMENT_MEMORY_H
#define TOURNAMENT_MEMORY_H

#include "store/store.h"
#include "tourney/tournament.h"

/* Grows an array to n members (at least one) of `size` bytes, keeping its contents.  The new
 * part is not initialised.  Ends the process if memory runs out; a restart loses nothing. */
void *memory_grow(void *p, size_t n, size_t size);

/* Makes room for everything that the act may add. */
void memory_make_room_for_act(struct tourney *t, const struct tourney_act *a);

/* Applies all stored acts to *t, which tourney_init has just initialised.  Returns false if
 * there are none or they do not replay; t->acts is then the number applied. */
MUST_USE bool memory_read_all(struct store *s, struct tourney *t);

/* Applies up to `acts` more stored acts.  MEMORY_READ_MORE: there may be more. */
enum memory_read_result {
	MEMORY_READ_ALL,
	MEMORY_READ_MORE,
	MEMORY_READ_BAD_ACTS,
};
enum memory_read_result memory_read_more(struct store *s, struct tourney *t, unsigned acts);

/* Frees the arrays, not *t. */
void memory_free_arrays(struct tourney *t);

#endif
