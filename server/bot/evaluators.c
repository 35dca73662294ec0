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
	/* indexed like VARIANTS; games that share a file use the evaluator of its game */
	struct eval *game[GAMES_MAX], *deep[GAMES_MAX];
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
	for (unsigned i = 0; e != NULL && i < GAMES_MAX; i++) {
		free(e->game[i]);
		free(e->deep[i]);
	}
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

/* Loads the evaluator of a game from nets/FILE.net, with `kind` at the end of FILE. */
static struct eval *
load(struct evaluators *all, const struct variant *v, const char *kind)
{
	const struct embedded *f = EMBEDDED;
	struct eval *e;
	char name[64];
	struct sbuf n;

	SBUF_ON(&n, name);
	sbuf_addf(&n, "nets/%s%s.net", eval_file(v), kind);
	while (f->name != NULL && strcmp(f->name, name) != 0)
		f++;
	e = f->name != NULL ? malloc(sizeof(*e)) : NULL;
	if (e == NULL)
		return NULL;
	if (!eval_load(e, v, &all->tables, f->data, f->size)) {
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
	const char *file = eval_file(v);
	size_t i;

	if (file == NULL || (!e->ready && !tables_fill(e)))
		return NULL;
	v = variant_find(file);
	i = (size_t)(v - VARIANTS);
	CHECK(i < GAMES_MAX);
	if (!e->tried[i]) {
		e->game[i] = load(e, v, "");
		e->deep[i] = e->game[i] != NULL ? load(e, v, EVAL_DEEP) : NULL;
		if (e->deep[i] != NULL)
			e->deep[i]->pruner = e->game[i];
	}
	e->tried[i] = true;
	return e->deep[i] != NULL ? e->deep[i] : e->game[i];
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
