/* SPDX-License-Identifier: MIT */
/* See backups.h. */
#define _GNU_SOURCE /* for timegm */
#include "offline/backups.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/sbuf.h"

#define FAULTY_SUFFIX ".faulty"

/* Returns whether a name has the form 20261122T050000Z, with or without FAULTY_SUFFIX. */
static bool
is_backup_name(const char *name)
{
	static const char FORM[] = "00000000T000000Z";
	size_t n = strlen(FORM);

	for (size_t i = 0; i < n; i++)
		if (FORM[i] == '0' ? !isdigit((unsigned char)name[i]) : name[i] != FORM[i])
			return false;
	return name[n] == '\0' || strcmp(name + n, FAULTY_SUFFIX) == 0;
}

/* Returns the time in the name of a copy. */
static int64_t
time_in_name_s(const char *name)
{
	struct tm tm = { 0 };

	(void)sscanf(name, "%4d%2d%2dT%2d%2d%2d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday,
	    &tm.tm_hour, &tm.tm_min, &tm.tm_sec);
	tm.tm_year -= 1900;
	tm.tm_mon--;
	return (int64_t)timegm(&tm);
}

bool
backups_newest(const char *folder, bool sound, struct backup *b_out)
{
	struct backup b = { 0 };
	const struct dirent *e;
	DIR *d = opendir(folder);

	if (d == NULL)
		return false;
	while ((e = readdir(d)) != NULL) {
		bool faulty = strstr(e->d_name, FAULTY_SUFFIX) != NULL;

		if (!is_backup_name(e->d_name) || (sound && faulty) ||
		    strcmp(e->d_name, b.name) <= 0)
			continue;
		(void)sbuf_copy(b.name, sizeof(b.name), e->d_name);
		b.faulty = faulty;
	}
	(void)closedir(d);
	if (b.name[0] == '\0' ||
	    snprintf(b.path, sizeof(b.path), "%s/%s", folder, b.name) >= (int)sizeof(b.path))
		return false;
	b.at_s = time_in_name_s(b.name);
	*b_out = b;
	return true;
}
