/* SPDX-License-Identifier: MIT */
/* Files of matches that the user imports: /import.  Each file is sent to the server's command
 * `import`, line by line, after the server has asked for it. */
#ifndef IMPORT_H
#define IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define IMPORT_FILES_MAX 10000u
#define IMPORT_LINE_MAX 1000u /* bytes of a line that is sent, with its NUL */

enum import_state {
	IMPORT_OFF,
	IMPORT_REQUESTED,       /* `import` was sent */
	IMPORT_SENDING,         /* the server reads lines */
	IMPORT_AWAITING_RESULT, /* the last line was sent: the answer follows */
};

struct import {
	enum import_state state;
	char **paths; /* the files; the first `at` are done */
	unsigned n, at;
	FILE *file;
	bool archive;        /* send `import archive`, so that all users can see the matches */
	bool in_long_line;   /* the rest of a long line follows */
	bool blank_line_due; /* an empty line follows, after a backslash */
};

/* Finds the files: a single file, or the files in a folder that have the names of match files.
 * `words` is the path, preceded by "archive " if the matches are to be public.  Returns false
 * after setting `why`. */
bool import_begin(struct import *im, const char *words, char *why, size_t size);

/* Opens the next file.  Returns false if there are no more; files that cannot be read are
 * reported in `why` ("" if none) and skipped. */
bool import_open_next_file(struct import *im, char *why, size_t size);

/* Copies the next line to send.  Returns false after the last line, which is ".". */
bool import_next_line(struct import *im, char line[IMPORT_LINE_MAX]);

/* What a line from the server means for the import. */
enum import_event {
	IMPORT_LINE_IRRELEVANT,
	IMPORT_SEND_FILE,        /* send the file */
	IMPORT_FILE_DONE,        /* the file was answered: continue with the next file */
	IMPORT_IMPOSSIBLE,       /* nothing can be imported now */
	IMPORT_MAYBE_IMPOSSIBLE, /* probably nothing can be imported now, but the server may
			 still ask for the file */
};
enum import_event import_classify_line(const struct import *im, const char *line);

/* Closes and frees everything. */
void import_end(struct import *im);

#endif
