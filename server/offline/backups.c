/* SPDX-License-Identifier: MIT */
/* See backups.h.  Costs as much as `gammond check`. */
#include "offline/backups.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define FAULTY ".faulty"

/* Returns whether a name is 20261122T050000Z, with or without FAULTY. */
static bool
is_copy(const char *name)
{
	static const char FORM[] = "00000000T000000Z";
	size_t n = strlen(FORM);

	for (size_t i = 0; i < n; i++)
		if (FORM[i] == '0' ? !isdigit((unsigned char)name[i]) : name[i] != FORM[i])
			return false;
	return name[n] == '\0' || strcmp(name + n, FAULTY) == 0;
}

bool
backups_newest(const char *folder, bool sound, struct backup *b_out)
{
	struct backup b = { 0 };
	const struct dirent *e;
	DIR *d = opendir(folder);
	struct stat st;

	if (d == NULL)
		return false;
	while ((e = readdir(d)) != NULL) {
		bool faulty = strstr(e->d_name, FAULTY) != NULL;

		if (!is_copy(e->d_name) || (sound && faulty) || strcmp(e->d_name, b.name) <= 0)
			continue;
		(void)sbuf_copy(b.name, sizeof(b.name), e->d_name);
		b.faulty = faulty;
	}
	(void)closedir(d);
	if (b.name[0] == '\0' ||
	    snprintf(b.path, sizeof(b.path), "%s/%s", folder, b.name) >= (int)sizeof(b.path) ||
	    stat(b.path, &st) != 0)
		return false;
	b.at_s = (int64_t)st.st_mtime;
	*b_out = b;
	return true;
}

bool
backups_check(const struct backup *b, struct records *r, struct sbuf *why)
{
	bool good;

	if (store_check(b->path, true, NULL, why) != STORE_OK)
		return false;
	switch (store_open_reader(b->path, &r->store, why)) {
	case STORE_OK:
		good = records_all(r, why);
		store_close(&r->store);
		return good;
	case STORE_OLDER: /* its records can be read once a server has migrated it */
		sbuf_init(why, why->text, why->size);
		return true;
	default:
		return false;
	}
}
