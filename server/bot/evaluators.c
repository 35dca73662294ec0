/* SPDX-License-Identifier: MIT */
/* See evaluators.h. */
#include "bot/evaluators.h"

#include <stdlib.h>
#include <string.h>

#include "embed.h"
#include "base/sbuf.h"
#include "work/work.h"

#define VARIANTS_MAX 32u

struct evaluators {
	bool tables_ready;
	struct eval_tables tables;
	struct cube_table cube_values;
	struct eval_pause pause;
	struct eval *of_variant[VARIANTS_MAX]; /* indexed like VARIANTS */
	bool load_tried[VARIANTS_MAX];
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
	for (unsigned i = 0; e != NULL && i < VARIANTS_MAX; i++)
		free(e->of_variant[i]);
	free(e);
}

static bool
fill_tables(struct evaluators *e)
{
	struct bearoff_scratch *work = malloc(sizeof(*work));

	if (work == NULL)
		return false;
	eval_tables_fill(&e->tables, work);
	free(work);
	cube_table_fill(&e->cube_values);
	e->tables_ready = true;
	return true;
}

static struct eval *
load_evaluator(struct evaluators *all, const struct variant *v)
{
	const char *file = eval_file_name(v);
	struct eval *e = file != NULL ? malloc(sizeof(*e)) : NULL;
	const struct embedded *f = EMBEDDED;
	char name[64];
	struct sbuf n;

	if (e == NULL)
		return NULL;
	SBUF_INIT(&n, name);
	sbuf_addf(&n, "nets/%s.net", file);
	while (f->name != NULL && strcmp(f->name, name) != 0)
		f++;
	if (f->name == NULL || !eval_load(e, v, &all->tables, f->data, f->size)) {
		free(e);
		return NULL;
	}
	all->pause.fn = work_yield;
	e->pause = &all->pause;
	return e;
}

const struct eval *
evaluators_get(void *evaluators, const struct variant *v)
{
	struct evaluators *e = evaluators;
	size_t i = (size_t)(v - VARIANTS);

	CHECK(i < VARIANTS_MAX);
	if (!e->tables_ready && !fill_tables(e))
		return NULL;
	if (!e->load_tried[i])
		e->of_variant[i] = load_evaluator(e, v);
	e->load_tried[i] = true;
	return e->of_variant[i];
}

const struct cube_table *
evaluators_cube_table(const struct evaluators *e)
{
	return &e->cube_values;
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
	b->find_evaluator = evaluators_get;
	b->ctx = e;
	b->cube_table = evaluators_cube_table(e);
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
