/* SPDX-License-Identifier: MIT */
/* Checks the dice of the user's matches: the commitment that the server gave at the start is
 * kept, and compared with the seed when the match is over.  The user sees only the result. */
#ifndef CLIENT_SEAL_H
#define CLIENT_SEAL_H

#include "model.h"

/* Asks for the commitment of the user's match that begins or is resumed. */
void seal_begins(struct model *m);

/* Asks for the seed of the match when it is over. */
void seal_ends(struct model *m);

/* Handles a line that answers these requests.  Returns true if the line must be hidden. */
MUST_USE bool seal_told(struct model *m, const char *line);

/* The same of a line with a user's own words: what a player said for the dice. */
MUST_USE bool seal_quoted(const struct model *m, const char *line);

#endif
