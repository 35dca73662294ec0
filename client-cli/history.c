/* SPDX-License-Identifier: MIT */
/* The lines typed before: see history.h. */
#include "history.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "config.h"

void
history_load(struct edit *e, const char *path)
{
	char line[EDIT_MAX + 2];
	FILE *f = fopen(path, "re");

	if (f == NULL)
		return;
	while (fgets(line, sizeof(line), f) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		edit_remember(e, line);
	}
	(void)fclose(f);
}

void
history_save(const struct edit *e, const char *path)
{
	char part[520];
	FILE *f;
	int fd;
	bool ok = true;

	(void)snprintf(part, sizeof(part), "%s.new", path);
	config_folders(path);
	fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	f = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (f == NULL)
		return;
	for (unsigned i = 0; i < e->count && ok; i++)
		ok = fprintf(f, "%s\n", e->history[i]) > 0;
	ok = fflush(f) == 0 && fsync(fd) == 0 && ok;
	ok = fclose(f) == 0 && ok;
	if (!ok || rename(part, path) != 0)
		(void)unlink(part);
}
