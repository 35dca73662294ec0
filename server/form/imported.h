/* SPDX-License-Identifier: MIT */
/* Converts a match that was read from a file for the store: its time, its actions and the
 * header of its .mat text. */
#ifndef FORM_IMPORTED_H
#define FORM_IMPORTED_H

#include "proto/matchread.h"
#include "store/store.h"

#define IMPORTED_ACTION_TEXT_MAX 256u /* size of the text of an action */

/* Returns the time of the match, in ms since 1970: the day given in the file, but neither in
 * the future nor before 1970. */
int64_t imported_played_ms(const struct matchread *m, int64_t now_ms);

/* Returns an action in its stored form, and appends its text to b. */
struct action_record imported_action_record(const struct action *action, struct sbuf *b);

/* Appends what the file says about the match, as lines of a .mat header.  Leaves out what is
 * stored elsewhere: the date, and names that equal the stored ones. */
void imported_header(struct sbuf *b, const struct matchread *m, const char *const name[2]);

/* Converts a player's name in the file to a name that boards and lists can show: one word of at
 * most STORE_NAME_MAX bytes, without a colon. */
void imported_name(char out[STORE_NAME_MAX + 1], const char *name, unsigned seat);

#endif
