/* SPDX-License-Identifier: MIT */
/* Helpers of the formats for ordering players: parts of the caller's scratch, and shared
 * places. */
#ifndef TOURNEY_TABLE_H
#define TOURNEY_TABLE_H

#include "tourney/tournament.h"

/* Return parts of tourney_scratch_size that tourney_table does not use: rows for all entries,
 * and a number for each entry or each qualifier of the groups, whichever are more. */
struct standing_row *scratch_rows(const struct tourney *t, void *scratch);
uint16_t *scratch_numbers(const struct tourney *t, void *scratch);

/* Shares the places from `above` + 1 on among the entries e with number[e] == k.  Returns the
 * number of these entries. */
unsigned table_share_places(const struct tourney *t, const uint16_t *number, unsigned k,
    unsigned above, struct bracket_place *out);

/* Writes the places of the entries in the knock-out.  Returns the number of these entries. */
unsigned table_bracket_places(const struct tourney *t, struct bracket_place *out);

#endif
