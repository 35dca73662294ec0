/* SPDX-License-Identifier: MIT */
/* What is kept in a folder of the user's choice: what was said, a file a day, and each match as
 * a .mat file.  Readable by their owner alone; secrets are never among it. */
#ifndef CLIENT_LOGFILE_H
#define CLIENT_LOGFILE_H

#include "model.h"

struct logfile {
	const char *folder; /* "" nothing is kept */
	uint64_t kept;      /* lines of the log */
	unsigned recorded;  /* games of the match that are in its file */
	char match[512];    /* the file of the match */
};

/* Writes what is new of the model. */
void logfile_keep(struct logfile *l, const struct model *m);

#endif
