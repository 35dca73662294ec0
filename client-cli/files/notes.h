/* SPDX-License-Identifier: MIT */
/* The user's notes on other users, by name (ignoring case), stored in
 * ~/.local/state/gammon/notes: one line each with the name, a blank and the note.  Aliases for
 * commands are stored in the same way. */
#ifndef CLIENT_NOTES_H
#define CLIENT_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

#include "client-cli/model/fibsline.h"

#define NOTES_MAX 2000u
#define NOTE_BYTES_MAX 200u /* bytes of a note */

struct note {
	char name[NAME_MAX_LETTERS + 1];
	char text[NOTE_BYTES_MAX + 1];
};

struct notes {
	struct note *note; /* in order of creation */
	size_t n;
	char path[512]; /* of the file; "" if the notes are not stored */
};

/* Reads the file and skips invalid lines.  A missing file means no notes. */
void notes_load(struct notes *n, const char *path);
void notes_free(struct notes *n);

/* Returns the note on a user, or NULL. */
const char *notes_find(const struct notes *n, const char *name);

/* Sets the note on a user, or removes it if text is "", and rewrites the file.  Returns false,
 * changing nothing, if the note is too long or there are NOTES_MAX notes.  *kept_out is set to
 * whether the file was written. */
MUST_USE bool notes_set(struct notes *n, const char *name, const char *text, bool *kept_out);

#endif
