/* SPDX-License-Identifier: MIT */
/* What may be done when.  Pure. */
#ifndef RULES_GATE_H
#define RULES_GATE_H

#include "rules/state.h"

/* Whether the kind of action may be done by its seat now at all: MATCH_OK, or the refusal that
 * match_apply would give before it looks at dice, steps or the cube. */
enum match_err match_gate(const struct match_state *m, const struct action *a);

#endif
