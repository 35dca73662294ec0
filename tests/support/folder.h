/* SPDX-License-Identifier: MIT */
/* A temporary directory for one test, under $TMPDIR (which scripts/test may put in memory) or
 * /tmp. */
#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

#define FOLDER_PATH_MAX 64u

/* Makes a new directory whose name contains `word`. */
void folder_make(char path[FOLDER_PATH_MAX], const char *word);

/* Removes the regular files in the directory. */
void folder_clear(const char *path);

/* Removes the directory and the regular files in it. */
void folder_remove(const char *path);

#endif
