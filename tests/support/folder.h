/* SPDX-License-Identifier: MIT */
/* A folder for the files of one test: under $TMPDIR, which scripts/test may put into memory, or
 * under /tmp. */
#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

#define FOLDER_MAX 64u

/* Makes a new one, whose name holds the word. */
void folder_make(char path[FOLDER_MAX], const char *word);

/* Removes the plain files in it. */
void folder_clear(const char *path);

/* Removes it and the plain files in it. */
void folder_remove(const char *path);

#endif
