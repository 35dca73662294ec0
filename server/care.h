/* SPDX-License-Identifier: MIT */
/* `gammond check`, `backup`, `new-database` and `move-store`: what an operator does for the
 * database, beside a running server or without one. */
#ifndef CARE_H
#define CARE_H

#include <stdbool.h>

#define CARE_USAGE                                                                             \
	"       gammond [-c FILE] [-d DATADIR] check [--repair]\n"                             \
	"       gammond [-c FILE] [-d DATADIR] backup FOLDER\n"                                \
	"       gammond [-c FILE] [-d DATADIR] new-database\n"                                 \
	"       gammond move-store FROM TO\n"

/* words: what stands behind the command.  The status to exit with: 0 done, and all is sound; 1
 * not, with sentences on standard error; 2 the words make no sense. */
int care_check(const char *data_dir, unsigned n, char *const *words);
int care_backup(const char *data_dir, unsigned n, char *const *words);
int care_new(const char *data_dir, unsigned n, char *const *words);
int care_move(const char *data_dir, unsigned n, char *const *words);

/* There is a database; else told. */
bool care_finds(const char *data_dir);

#endif
