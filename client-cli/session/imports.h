/* SPDX-License-Identifier: MIT */
/* Imports files of matches: /import FILE or FOLDER. */
#ifndef CLIENT_IMPORTS_H
#define CLIENT_IMPORTS_H

#include "session.h"

/* Starts an import; `words` are the arguments of /import. */
void imports_typed(struct session *s, const char *words);

/* Handles a line from the server, which is shown in any case. */
void imports_line_arrived(struct session *s);

/* Sends more of the file while little output waits. */
void imports_send_lines(struct session *s);

/* Keeps a line that must not be sent now, because the server would take it as part of the file.
 * Returns false if the line may be sent. */
bool imports_hold_line(struct session *s, const char *text);

/* Ends the import when the connection is lost. */
void imports_connection_lost(struct session *s);

#endif
