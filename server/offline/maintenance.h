/* SPDX-License-Identifier: MIT */
/* `gammond check`, `backup`, `new-database` and `move-store`: maintenance of the database,
 * while a server runs or without one. */
#ifndef MAINTENANCE_H
#define MAINTENANCE_H

#include <stdbool.h>

#include "base/check.h"

#define MAINTENANCE_USAGE                                                                      \
	"       gammond [-c FILE] [-d DATADIR] check [--repair]\n"                             \
	"       gammond [-c FILE] [-d DATADIR] backup FOLDER\n"                                \
	"       gammond [-c FILE] [-d DATADIR] new-database\n"                                 \
	"       gammond move-store FROM TO\n"

/* Run the commands.  words: the arguments after the command.  Return the exit status: 0 on
 * success; 1 on failure or if the database is damaged, with messages on standard error; 2 for
 * wrong arguments; 4 if the database or its copy is sound, but matches or tournaments in it are
 * damaged. */
int maintenance_check(const char *data_dir, unsigned n, char *const *words);
int maintenance_backup(const char *data_dir, unsigned n, char *const *words);
int maintenance_new_database(const char *data_dir, unsigned n, char *const *words);
int maintenance_move_store(const char *data_dir, unsigned n, char *const *words);

/* Returns whether there is a database.  Prints an error if there is none. */
bool maintenance_has_database(const char *data_dir);

/* Makes root act as the owner of the data directory, because the server could not open files
 * owned by root.  Returns false with errno on failure. */
MUST_USE bool maintenance_become_owner(const char *data_dir);

#endif
