/* SPDX-License-Identifier: MIT */
/* See nets.h. */
#include "tests/support/nets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"

void
nets_tables(struct eval_tables *t_out)
{
	struct bearoff_steps *work = malloc(sizeof(*work));

	CHECK(work != NULL);
	eval_tables_fill(t_out, work);
	free(work);
}

const char *
nets_path(const struct variant *v)
{
	static char path[64];

	(void)snprintf(path, sizeof(path), "common/eval/nets/%s.net", eval_file(v));
	return path;
}

const char *
nets_load(
    struct eval *e, const struct variant *v, const struct eval_tables *t, const char *path)
{
	static unsigned char bytes[EVAL_FILE_MAX + 1];
	const char *second = path != NULL ? strchr(path, '+') : NULL;
	char first[4096];
	struct eval *pruner;
	FILE *f;
	size_t n;

	(void)snprintf(first, sizeof(first), "%.*s",
	    second != NULL ? (int)(second - path) : 4000, path != NULL ? path : nets_path(v));
	f = fopen(first, "rb");
	if (f == NULL)
		return strerror(errno);
	n = fread(bytes, 1, sizeof(bytes), f);
	(void)fclose(f);
	if (!eval_load(e, v, t, bytes, n))
		return "no weights of this game";
	if (second == NULL)
		return NULL;
	pruner = malloc(sizeof(*pruner));
	CHECK(pruner != NULL);
	e->pruner = pruner; /* never freed */
	return nets_load(pruner, v, t, second + 1);
}

/* A number in -1..1 that a 16-bit float holds exactly. */
static float
small(struct rng *r)
{
	return ((float)rng_below(r, 2049) - 1024.0f) / 1024.0f;
}

void
nets_layered(
    struct eval *e, const struct variant *v, const struct eval_tables *t, uint64_t seed)
{
	struct rng r;

	rng_seed(&r, seed);
	eval_init(e, v, t);
	for (enum eval_phase phase = 0; phase < EVAL_PHASES; phase++) {
		struct net *n = &e->net[phase];

		n->rectified = true;
		n->inputs = inputs_count(v, phase);
		n->layers = phase == EVAL_RACE ? 2 : 3;
		for (unsigned k = 0; k < n->layers; k++) {
			n->size[k] = k == 0 ? 128 : 64;
			for (unsigned i = 0; i < net_rows(n, k); i++)
				for (unsigned h = 0; h < n->size[k]; h++)
					n->weight[net_at(n, k, i, h)] = small(&r) / 4.0f;
		}
		for (unsigned o = 0; o < NET_OUTPUTS; o++) {
			n->out_bias[o] = small(&r);
			for (unsigned h = 0; h < n->size[n->layers - 1]; h++)
				n->out[o][h] = small(&r) / 4.0f;
		}
	}
}
