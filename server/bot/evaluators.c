/* SPDX-License-Identifier: MIT */
/* See evaluators.h. */
#include "bot/evaluators.h"

#include <stdlib.h>
#include <string.h>

#include "embed.h"
#include "base/sbuf.h"
#include "work/work.h"

#define GAMES_MAX 32u

struct evaluators {
	bool ready;
	struct eval_tables tables;
	struct cube_table cube;
	struct eval_pause pause;
	struct eval *game[GAMES_MAX]; /* indexed like VARIANTS */
	bool tried[GAMES_MAX];
};

struct evaluators *
evaluators_new(void)
{
	return calloc(1, sizeof(struct evaluators));
}

void
evaluators_free(struct evaluators **ep)
{
	struct evaluators *e = *ep;

	*ep = NULL;
	for (unsigned i = 0; e != NULL && i < GAMES_MAX; i++)
		free(e->game[i]);
	free(e);
}

static bool
tables_fill(struct evaluators *e)
{
	struct bearoff_steps *work = malloc(sizeof(*work));

	if (work == NULL)
		return false;
	eval_tables_fill(&e->tables, work);
	free(work);
	cube_table_fill(&e->cube);
	e->ready = true;
	return true;
}

static struct eval *
load(struct evaluators *all, const struct variant *v)
{
	const char *file = eval_file(v);
	struct eval *e = file != NULL ? malloc(sizeof(*e)) : NULL;
	const struct embedded *f = EMBEDDED;
	char name[64];
	struct sbuf n;

	if (e == NULL)
		return NULL;
	SBUF_ON(&n, name);
	sbuf_addf(&n, "nets/%s.net", file);
	while (f->name != NULL && strcmp(f->name, name) != 0)
		f++;
	if (f->name == NULL || !eval_load(e, v, &all->tables, f->data, f->size)) {
		free(e);
		return NULL;
	}
	all->pause.fn = work_pause;
	e->pause = &all->pause;
	return e;
}

const struct eval *
evaluators_of(void *evaluators, const struct variant *v)
{
	struct evaluators *e = evaluators;
	size_t i = (size_t)(v - VARIANTS);

	CHECK(i < GAMES_MAX);
	if (!e->ready && !tables_fill(e))
		return NULL;
	if (!e->tried[i])
		e->game[i] = load(e, v);
	e->tried[i] = true;
	return e->game[i];
}

const struct cube_table *
evaluators_cube(const struct evaluators *e)
{
	return &e->cube;
}

/* ---- brains ---- */

struct brain *
brain_new(void)
{
	struct brain *b = calloc(1, sizeof(*b));
	struct evaluators *e = evaluators_new();

	if (b == NULL || e == NULL) {
		evaluators_free(&e);
		free(b);
		return NULL;
	}
	b->evaluator = evaluators_of;
	b->ctx = e;
	b->cube = evaluators_cube(e);
	return b;
}

void
brain_free(struct brain **bp)
{
	struct brain *b = *bp;
	struct evaluators *e = b != NULL ? b->ctx : NULL;

	*bp = NULL;
	evaluators_free(&e);
	free(b);
}
