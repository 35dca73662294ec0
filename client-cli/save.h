/* SPDX-License-Identifier: MIT */
/* A match that the server writes (`export`), into a file. */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "proto/msg.h"

struct save {
	FILE *file;             /* NULL: none is written */
	bool begun;             /* the server has begun */
	enum language language; /* of what is said about it */
	char form[8];
	char path[256];
};

/* "NUMBER [FORM [FILE]]": makes the file, which must not be there, and says what to ask the
 * server.  False with a sentence in command. */
bool save_begin(struct save *s, const char *words, char *command, size_t size);

/* A line has come: true when it belongs to the match, and is not to be shown.  said: "" or a
 * sentence for the user. */
bool save_line(struct save *s, const char *line, char *said, size_t size);

/* The answer of the server is complete, or the connection is lost: a file that is not whole is
 * removed.  said: as of save_line. */
void save_end(struct save *s, char *said, size_t size);

#endif
