/* SPDX-License-Identifier: MIT */
/* The hooks used by rows of variant.c, with one source file per family of games.  variant.h
 * describes the contract of each hook at its field.  Pure. */
#ifndef RULES_HOOKS_H
#define RULES_HOOKS_H

#include "rules/variant.h"

/* ---- several_plays.c: turns of several plays (rules/RULES.md 4.10, 4.11) ---- */
enum follow_up acey_follow_up(struct match_state *m, bool whole);
enum follow_up european_follow_up(struct match_state *m, bool whole);
enum follow_up gulbara_follow_up(struct match_state *m, bool whole);
/* Returns one point for each checker that the loser has not borne off. */
unsigned score_checkers_left(const struct variant *v, const struct board *b, enum seat winner);

/* ---- no_hit.c: the runner, the primes, the head (rules/RULES.md 4.9 and 4.11) ---- */
enum rule fevga_step_against(const struct step_view *s);
enum rule fevga_result_against(const struct variant *v, const struct board *start,
    const struct board *after, enum seat seat);
enum rule moultezim_step_against(const struct step_view *s);
enum rule narde_step_against(const struct step_view *s);

/* ---- plakoto.c: the mother (rules/RULES.md 4.8) ---- */
enum outcome plakoto_outcome(struct match_state *m, enum seat mover, const struct play *play);

/* ---- grasshopper.c: the game without dice (rules/RULES.md 4.7) ---- */
void grasshopper_list_plays(
    const struct variant *v, const struct board *b, enum seat seat, struct move_space *space);
enum rule grasshopper_step_against(
    const struct variant *v, const struct board *b, enum seat seat, unsigned from, unsigned to);
enum outcome grasshopper_outcome(
    struct match_state *m, enum seat mover, const struct play *play);

#endif
