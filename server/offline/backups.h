/* SPDX-License-Identifier: MIT */
/* The copies that scripts/backup keeps in a folder. */
#ifndef BACKUPS_H
#define BACKUPS_H

#include "base/sbuf.h"
#include "offline/records.h"

#define BACKUPS_NAME_MAX 32u
#define BACKUPS_PATH_MAX 4096u

struct backup {
	char name[BACKUPS_NAME_MAX];
	char path[BACKUPS_PATH_MAX]; /* can be used as a data directory */
	bool faulty;                 /* marked because records in it are damaged */
	int64_t at_s;                /* when it was completed, in seconds since 1970 */
};

/* Finds the newest copy in a folder; sound: the newest one that is not faulty.  Returns false
 * if there is none. */
bool backups_newest(const char *folder, bool sound, struct backup *b_out);

/* Checks a copy as `gammond check` does, without changing it.  r: report and ctx are set; the
 * numbers are added to.  Returns false, with a sentence, if the copy could not be restored. */
MUST_USE bool backups_check(const struct backup *b, struct records *r, struct sbuf *why);

#endif
