/* SPDX-License-Identifier: MIT */
/* Logs in a folder of the user's choice: conversations, one file per day, and each match as a
 * .mat file.  The files are readable only by their owner.  Secrets are not logged. */
#ifndef CLIENT_LOGFILE_H
#define CLIENT_LOGFILE_H

#include "client-cli/model/model.h"

struct logfile {
	const char *folder;     /* "" if nothing is logged */
	uint64_t lines_written; /* number of log lines written */
	unsigned games_written; /* number of games already in the match's file */
	char match_path[512];   /* path of the match's file */
};

/* Writes everything in the model that has not been written yet. */
void logfile_update(struct logfile *l, const struct model *m);

#endif
