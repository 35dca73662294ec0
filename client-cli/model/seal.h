/* SPDX-License-Identifier: MIT */
/* Checks the dice of the user's matches: stores the commitment that the server gave at the
 * start, and compares it with the seed after the match.  The user sees only the result. */
#ifndef CLIENT_SEAL_H
#define CLIENT_SEAL_H

#include "model.h"

/* Requests the commitment when a match of the user begins or is resumed. */
void seal_ask_commitment(struct model *m);

/* Requests the seed when the match is over. */
void seal_ask_seed(struct model *m);

/* Handles a line that answers a request for the commitment or the seed.  Returns true if it
 * must not be shown. */
MUST_USE bool seal_read_line(struct model *m, const char *line);

/* Returns true if a line that quotes a player's contribution to the dice answers these requests
 * and must not be shown. */
MUST_USE bool seal_line_quotes_user(const struct model *m, const char *line);

#endif
