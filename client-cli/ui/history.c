/* SPDX-License-Identifier: MIT */
/* The history of typed lines: see history.h. */
#include "history.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/files/config.h"
#include "client-cli/model/text.h"

void
history_load(struct edit *e, const char *path)
{
	char line[EDIT_MAX + 2], clean[EDIT_MAX + 1];
	FILE *f = fopen(path, "re");

	if (f == NULL)
		return;
	while (fgets(line, sizeof(line), f) != NULL) {
		(void)text_copy(clean, sizeof(clean), line);
		edit_add_to_history(e, clean);
	}
	(void)fclose(f);
}

void
history_save(const struct edit *e, const char *path)
{
	FILE *f = config_open_replacement(path);
	bool ok = f != NULL;

	for (unsigned i = 0; ok && i < e->n_history; i++)
		ok = fprintf(f, "%s\n", e->history[i]) > 0;
	if (f != NULL)
		(void)config_commit_replacement(f, path, ok);
}
