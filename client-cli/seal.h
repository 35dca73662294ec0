/* SPDX-License-Identifier: MIT */
/* Checks the dice of the user's matches: the commitment that the server gave at the start is
 * kept, and compared with the seed when the match is over.  Nothing is shown to the user but
 * the result. */
#ifndef CLIENT_SEAL_H
#define CLIENT_SEAL_H

#include "model.h"

/* A match of the user's begins or is resumed: asks for its commitment. */
void seal_begins(struct model *m);

/* It is over: asks for its seed. */
void seal_ends(struct model *m);

/* Takes a line that answers one of these questions; true when it is not to be shown. */
MUST_USE bool seal_told(struct model *m, const char *line);

/* The same of a line with a user's own words: what a player said for the dice. */
MUST_USE bool seal_quoted(const struct model *m, const char *line);

#endif
