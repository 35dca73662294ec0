/* SPDX-License-Identifier: MIT */
/* The evaluators of all games, from the weights that are compiled in.  They are made when their
 * game is first asked for, and kept; for one thread at a time.  The first one takes a tenth of
 * a second (the tables), each other some milliseconds. */
#ifndef BOT_EVALUATORS_H
#define BOT_EVALUATORS_H

#include "base/check.h"
#include "eval/cube.h"
#include "eval/eval.h"

struct evaluators;

/* NULL when memory is out: some 6 MB, touched with the first evaluator. */
MUST_USE struct evaluators *evaluators_new(void);
void evaluators_free(struct evaluators **e);

/* NULL: there are no weights for that game, or memory is out. */
const struct eval *evaluators_of(struct evaluators *e, const struct variant *v);

/* Filled in with the first evaluator. */
const struct cube_table *evaluators_cube(const struct evaluators *e);

#endif
