/* SPDX-License-Identifier: MIT */
/* Files compiled into the binary, so that the server needs no installed file to start:
 * schema/NNN_name.sql, help/TOPIC.txt, nets/GAME.net, motd.txt, banner.txt.  The Makefile
 * generates the table from schema/, conf/ and common/eval/nets/. */
#ifndef EMBED_H
#define EMBED_H

#include <stddef.h>

struct embedded {
	const char *name; /* "schema/001_base.sql", "help/invite.txt", "motd.txt" */
	const char *data; /* the unchanged bytes, followed by a NUL */
	size_t size;      /* number of bytes, not counting that NUL */
};

/* Sorted by name with strcmp; ends with a row whose name is NULL. */
extern const struct embedded EMBEDDED[];

#endif
