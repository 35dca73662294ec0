/* SPDX-License-Identifier: MIT */
/* Writes a match that the server prints (`export`) to a file. */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "proto/msg.h"

struct save {
	FILE *file;             /* NULL: nothing is being written */
	bool export_begun;      /* the server has started the export */
	enum language language; /* language of messages to the user */
	char format[8];
	char path[256];
};

/* Parses "NUMBER [FORM [FILE]]", creates the file, which must not exist, and stores the command
 * to send.  On failure, returns false and stores a message instead. */
bool save_begin(struct save *s, const char *words, char *command, size_t size);

/* Handles a line from the server.  Returns true if the line belongs to the match and must not
 * be shown.  said: a message for the user, or "". */
bool save_server_line(struct save *s, const char *line, char *said, size_t size);

/* Ends saving when the answer is complete or the connection is lost.  Removes an incomplete
 * file.  said: as for save_server_line. */
void save_end(struct save *s, char *said, size_t size);

#endif
