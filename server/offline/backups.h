/* SPDX-License-Identifier: MIT */
/* The copies that scripts/backup keeps in a folder. */
#ifndef BACKUPS_H
#define BACKUPS_H

#include <stdbool.h>
#include <stdint.h>

#define BACKUPS_NAME_MAX 32u
#define BACKUPS_PATH_MAX 4096u

struct backup {
	char name[BACKUPS_NAME_MAX];
	char path[BACKUPS_PATH_MAX]; /* can be used as a data directory */
	bool faulty;                 /* the copy is marked as faulty: records in it are
				      * damaged */
	int64_t at_s;                /* when the copy was begun, in seconds since 1970 */
};

/* Finds the newest copy in a folder, ignoring faulty copies if `sound` is set.  Returns false
 * if there is none. */
bool backups_newest(const char *folder, bool sound, struct backup *b_out);

#endif
