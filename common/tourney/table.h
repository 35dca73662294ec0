/* SPDX-License-Identifier: MIT */
/* What the formats share to put players in order: parts of the caller's scratch, and shared
 * places. */
#ifndef TOURNEY_TABLE_H
#define TOURNEY_TABLE_H

#include "tourney/tournament.h"

/* Parts of tourney_scratch that tourney_table leaves alone: rows for all entries, and a number
 * for each entry, or for each that gets through a group, whichever are more. */
struct standing_row *table_rows(const struct tourney *t, void *scratch);
uint16_t *table_numbers(const struct tourney *t, void *scratch);

/* Those whose number is k share the places behind the first `above`; how many they are. */
unsigned table_share(const struct tourney *t, const uint16_t *number, unsigned k,
    unsigned above, struct bracket_place *out);

/* Places in the knock-out, for those who are in it; how many they are. */
unsigned table_of_bracket(const struct tourney *t, struct bracket_place *out);

#endif
