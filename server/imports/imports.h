/* SPDX-License-Identifier: MIT */
/* Matches that players import from files.  The text of a file arrives as the lines of a dialog
 * (ASK_IMPORT_LINES); a line with a single dot ends it.  A worker reads it, a match at a time;
 * the loop stores each match in a separate turn, and answers after the last.
 *
 * Bounds: IMPORT_SLOTS texts of IMPORT_BYTES_MAX bytes, IMPORT_ACTIONS_MAX actions a match, and
 * the options imports and imported_actions.  Only complete matches are stored: if an import is
 * cut off, the matches read before are kept. */
#ifndef IMPORTS_IMPORTS_H
#define IMPORTS_IMPORTS_H

#include "people/session.h"
#include "world/world.h"

#define IMPORT_BYTES_MAX 1048576u
#define IMPORT_ACTIONS_MAX 6000u    /* actions per match */
#define IMPORT_MATCHES_MAX 50u      /* matches per text */
#define IMPORT_SLOTS 16u            /* texts being received or read */
#define IMPORT_SLOTS_PER_ADDRESS 4u /* texts being received or read, per address */
/* after this time without a line, or without the final dot, another import may take the slot */
#define IMPORT_IDLE_MS 30000
#define IMPORT_SEND_MS 600000
#define IMPORT_MATCHES_PER_HOUR 600u /* matches per network; at most half of them at once */

struct imports;

MUST_USE struct imports *imports_new(void);
void imports_free(struct imports **i);

/* Returns whether the lines of a session belong to a text being imported. */
bool imports_receives(const struct session *s);

/* Begins to receive a text.  Reports the reason if that is not possible.  The matches of an
 * archive are shown to all users, and only the option imported_actions limits their number. */
void imports_begin(struct world *w, struct session *s, bool archive);

/* Handles a line of the dialog.  Returns what it costs, in tenths of a second. */
unsigned imports_line(struct world *w, struct session *s, const char *text);

/* Ends the dialog and drops the text. */
void imports_cancel(struct world *w, struct session *s);

/* Handles a line that was too long to be received: the text cannot be imported. */
void imports_overlong(struct world *w, struct session *s);

/* Called when the worker has finished a job (WORK_FILE). */
void imports_match_read(struct world *w);

/* Deletes a match. */
void imports_delete_match(struct world *w, int64_t id);

/* Handles session_leaving, user_erased and match_seated. */
event_subscriber imports_on_event;

/* Starts waiting jobs, and removes the rows of deleted matches. */
void imports_run_timers(struct world *w);
int64_t imports_next_timer(const struct world *w);

#endif
