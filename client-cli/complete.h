/* SPDX-License-Identifier: MIT */
/* What Tab makes of the word before the cursor: commands, people, settings, games.  Pure. */
#ifndef CLIENT_COMPLETE_H
#define CLIENT_COMPLETE_H

#include "edit.h"
#include "model.h"
#include "notes.h"

/* One Tab after the other goes through what the word may become, and back to what was typed. */
struct completion {
	bool on;        /* the last key was Tab */
	size_t from;    /* where the word begins */
	char typed[64]; /* the word as it was typed */
	unsigned next;  /* the one that comes now */
};

/* True when something was completed.  aliases: words of the user's own. */
bool complete_word(
    struct completion *c, struct edit *e, const struct model *m, const struct notes *aliases);

#endif
