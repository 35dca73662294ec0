/* SPDX-License-Identifier: MIT */
/* Decides which actions are possible in a state of a match.  Pure. */
#ifndef RULES_GATE_H
#define RULES_GATE_H

#include "rules/state.h"

/* Checks whether the seat may perform this kind of action now.  Returns MATCH_OK, or the
 * refusal that match_apply would give before it checks dice, steps or the cube. */
enum match_err match_gate(const struct match_state *m, const struct action *a);

/* Checks an ACT_START: seats, opening rolls and numbers. */
bool gate_start(const struct match_state *m, const struct action *a);

#endif
