/* SPDX-License-Identifier: MIT */
/* The evaluators of all games, from the compiled-in weights.  Each is loaded at its first use
 * and kept.  For one thread at a time.  Loading the first evaluator takes a tenth of a second
 * (tables), each later one a few milliseconds. */
#ifndef BOT_EVALUATORS_H
#define BOT_EVALUATORS_H

#include "base/check.h"
#include "eval/brain.h"
#include "eval/cube.h"
#include "eval/eval.h"

struct evaluators;

/* Creates an empty set of evaluators.  Allocates about 6 MB, which are not touched until the
 * first evaluator is loaded.  Returns NULL if out of memory. */
MUST_USE struct evaluators *evaluators_new(void);
void evaluators_free(struct evaluators **e);

/* Returns the evaluator of a game; NULL if there are no weights for it or memory runs out.
 * `evaluators` points to a struct evaluators.  It is a void pointer so that the function fits
 * struct brain. */
const struct eval *evaluators_get(void *evaluators, const struct variant *v);

/* Returns the table of cube values, which is filled when the first evaluator is loaded. */
const struct cube_table *evaluators_cube_table(const struct evaluators *e);

/* Creates a brain with private evaluators.  Allocates about 12 MB, most of which is not
 * touched until the first thought.  Returns NULL if out of memory. */
MUST_USE struct brain *brain_new(void);
void brain_free(struct brain **b);

#endif
