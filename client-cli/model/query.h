/* SPDX-License-Identifier: MIT */
/* Requests that the program makes by itself, and their answers, which are not shown. */
#ifndef CLIENT_QUERY_H
#define CLIENT_QUERY_H

#include "model.h"

/* Requests a token for reconnecting and the board style, once after a login.  A session that
 * logged in with a token receives its next token anyway.  A request would invalidate the old
 * token before the new one is read. */
void query_token_and_style(struct model *m);

/* Requests the clock of the match. */
void query_clock(struct model *m);

/* Sends a random contribution for the dice of a match that is being arranged; see the server's
 * `help seed`. */
void query_send_seed(struct model *m);

/* A command that no server knows, so it has no effect and is allowed in every state.  Its
 * error message marks a position in the server's output.  A list of users between two marks
 * was requested by the user, not by the program.  When a mark arrives, the export, the replay
 * or the answer about the dice that was requested before the mark has ended, whatever its last
 * line says. */
#define QUERY_MARK "gammon-list"

/* Registers a QUERY_MARK that is about to be sent.  Returns false for MARK_NONE, or if too many
 * are unanswered. */
MUST_USE bool query_add_mark(struct model *m, enum mark_kind mark);

/* Prepares for the lines that answer a command which the user is about to send.  Returns the
 * mark that ends the answer, or MARK_NONE. */
MUST_USE enum mark_kind query_command_sent(struct model *m, const char *command);

/* Returns true if the language of the account is not known yet, but has been or will be
 * requested. */
bool query_language_awaited(const struct model *m);

/* Returns true if the additional lines have been requested, and neither granted nor refused
 * yet. */
bool query_additions_awaited(const struct model *m);

/* Handles a line that answers a request.  Returns true if it must not be shown. */
MUST_USE bool query_read_answer(struct model *m, const char *line);

#endif
