/* SPDX-License-Identifier: MIT */
/* The user's notes on other users, and aliases of commands. */
#ifndef CLIENT_NOTES_ALIASES_H
#define CLIENT_NOTES_ALIASES_H

#include "session.h"

/* Adds the note on a user to the log, if there is one. */
void session_log_note(struct session *s, const char *name);
/* Shows the note on a user who was selected. */
void session_show_note(struct session *s, const char *name);

/* Returns the text of an alias, or NULL.  Aliases made in the program have priority over those
 * of the configuration. */
const char *session_alias_text(const struct session *s, const char *word);

/* Execute /note and /alias: "[NAME [TEXT]]"; the text "-" removes the note or alias. */
void notes_typed(struct session *s, const char *words);
void aliases_typed(struct session *s, const char *words);

#endif
