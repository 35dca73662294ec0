/* SPDX-License-Identifier: MIT */
/* What the user has noted about people, by name (letters in any case), kept in
 * ~/.local/state/gammon/notes: a line each, the name, a blank, and the note.  Words of their
 * own (aliases) are kept in the same way. */
#ifndef CLIENT_NOTES_H
#define CLIENT_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

#include "fibsline.h"

#define NOTES_MAX 2000u
#define NOTE_MAX 200u /* bytes of one */

struct note {
	char name[NAME_MAX_LETTERS + 1];
	char text[NOTE_MAX + 1];
};

struct notes {
	struct note *note; /* in the order in which they were made */
	size_t n;
	char path[512]; /* "": they are kept for this run */
};

/* Reads the file; what is no note in it is left out.  Without one there are none. */
void notes_load(struct notes *n, const char *path);
void notes_free(struct notes *n);

/* NULL: there is none on them. */
const char *notes_find(const struct notes *n, const char *name);

/* Replaces the note on somebody, or with "" removes it, and writes the file anew.  False, with
 * nothing changed, when it is too long or there are NOTES_MAX; *kept_out: it is in the file. */
MUST_USE bool notes_set(struct notes *n, const char *name, const char *text, bool *kept_out);

#endif
