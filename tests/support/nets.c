/* SPDX-License-Identifier: MIT */
/* See nets.h. */
#include "tests/support/nets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

void
nets_tables(struct eval_tables *t_out)
{
	struct bearoff_scratch *work = malloc(sizeof(*work));

	CHECK(work != NULL);
	eval_tables_fill(t_out, work);
	free(work);
}

const char *
nets_path(const struct variant *v)
{
	static char path[64];

	(void)snprintf(path, sizeof(path), "common/eval/nets/%s.net", eval_file_name(v));
	return path;
}

const char *
nets_load(
    struct eval *e, const struct variant *v, const struct eval_tables *t, const char *path)
{
	static unsigned char bytes[EVAL_FILE_MAX + 1];
	FILE *f = fopen(path != NULL ? path : nets_path(v), "rb");
	size_t n;

	if (f == NULL)
		return strerror(errno);
	n = fread(bytes, 1, sizeof(bytes), f);
	(void)fclose(f);
	return eval_load(e, v, t, bytes, n) ? NULL : "no weights of this game";
}
