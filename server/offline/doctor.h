/* SPDX-License-Identifier: MIT */
/* `gammond doctor`: examines a server's data, backups and environment, makes safe repairs, and
 * reports the remaining problems. */
#ifndef DOCTOR_H
#define DOCTOR_H

#include "config/conf.h"

#define DOCTOR_USAGE "       gammond [-c FILE] [-d DATADIR] doctor [--repair] [BACKUPS]\n"

/* Runs `gammond doctor`.  database: as store_open accepts it.  words: the arguments
 * after the command.  Returns 0 if there are no problems, 4 if there are, 2 for wrong
 * arguments. */
int doctor_run(const struct config *c, const char *database, unsigned n, char *const *words);

#endif
