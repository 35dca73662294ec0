/* SPDX-License-Identifier: MIT */
/* See folder.h. */
#include "tests/support/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"

void
folder_make(char path[FOLDER_PATH_MAX], const char *word)
{
	const char *parent = getenv("TMPDIR");
	int n = snprintf(path, FOLDER_PATH_MAX, "%s/gammond-%s-XXXXXX",
	    parent != NULL ? parent : "/tmp", word);

	CHECK(n > 0 && (unsigned)n < FOLDER_PATH_MAX && mkdtemp(path) != NULL);
}

void
folder_clear(const char *path)
{
	DIR *d = opendir(path);
	const struct dirent *e;

	CHECK(d != NULL);
	while ((e = readdir(d)) != NULL)
		(void)unlinkat(dirfd(d), e->d_name, 0);
	(void)closedir(d);
}

void
folder_remove(const char *path)
{
	folder_clear(path);
	CHECK(rmdir(path) == 0);
}
