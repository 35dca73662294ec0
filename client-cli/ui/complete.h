/* SPDX-License-Identifier: MIT */
/* Tab completion of the word before the cursor: commands, users, settings, games.  Pure. */
#ifndef CLIENT_COMPLETE_H
#define CLIENT_COMPLETE_H

#include "edit.h"
#include "client-cli/model/model.h"
#include "client-cli/files/notes.h"

/* Repeated Tabs step through the candidates and back to the word as typed. */
struct completion {
	bool on;                 /* the last key was Tab */
	size_t word_start;       /* start of the word */
	char typed_word[64];     /* the word as it was typed */
	unsigned next_candidate; /* index of the next candidate */
};

/* Completes the word before the cursor.  Returns true if something was completed.  aliases:
 * words defined by the user. */
bool complete_word(
    struct completion *c, struct edit *e, const struct model *m, const struct notes *aliases);

#endif
