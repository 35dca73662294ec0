/* SPDX-License-Identifier: MIT */
/* The hooks used by rows of formats.def, with one source file per family.  format.h describes
 * the contract of each hook at its field. */
#ifndef TOURNEY_HOOKS_H
#define TOURNEY_HOOKS_H

#include "tourney/format.h"

/* ---- format_knockout.c ---- */
void knockout_plan_double(const struct tourney_settings *s, struct bracket_plan *plan);
void knockout_plan_consolation(const struct tourney_settings *s, struct bracket_plan *plan);
size_t knockout_pairing_count(const struct tourney_settings *s, unsigned n);
void knockout_start(struct applying *ap, const entry_no *order, unsigned n);
bool knockout_takes_late(const struct tourney *t, int64_t at_ms);
bool knockout_has_late_place(const struct tourney *t);
void knockout_seat_late(struct applying *ap, entry_no e);
void knockout_places(const struct tourney *t, void *scratch, struct bracket_place *out);

/* ---- format_swiss.c: formats paired round by round ---- */
void swiss_start(struct applying *ap, const entry_no *order, unsigned n);
unsigned swiss_configured_rounds(const struct tourney_settings *s, unsigned n);
bool swiss_takes_late(const struct tourney *t, int64_t at_ms);
void losses_places(const struct tourney *t, void *scratch, struct bracket_place *out);

/* ---- format_robin.c: round robins, alone or in groups ---- */
size_t robin_all_pairing_count(const struct tourney_settings *s, unsigned n);
void robin_start(struct applying *ap, const entry_no *order, unsigned n);
unsigned groups_qualify(const struct tourney *t, void *scratch, entry_no *out);
void groups_places(const struct tourney *t, void *scratch, struct bracket_place *out);

/* ---- table.c: leaders, and the play-off for a shared title ---- */
unsigned table_leaders(const struct tourney *t, void *scratch, entry_no *out);
void table_places(const struct tourney *t, void *scratch, struct bracket_place *out);

#endif
