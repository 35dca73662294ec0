/* SPDX-License-Identifier: MIT */
/* The connection of a session: opening it, losing it and trying again, and sending lines.  Also
 * the prompt of the input line, which depends on the state of the connection. */
#ifndef CLIENT_CONNECT_H
#define CLIENT_CONNECT_H

#include "session.h"

MUST_USE bool session_connected(const struct session *s);
/* Connects.  Returns false with the reason in error. */
MUST_USE bool session_connect(struct session *s, char *error, size_t size);
/* Closes the connection.  Plans the next attempt if the user can be logged in again; else the
 * session ends. */
void session_connection_lost(struct session *s, const char *why);

/* Adds a line of this program to the log. */
void session_log(struct session *s, const char *text);
/* Ends saving a match; an incomplete file is removed. */
void session_end_save(struct session *s);

/* Sends a line unchanged, or holds it until the server has read the file being imported. */
void session_send(struct session *s, const char *text);
/* Sends a line unchanged and at once. */
void session_send_now(struct session *s, const char *text);
/* Sends the lines in the model's outbox. */
void session_send_outbox(struct session *s);

/* Switches the input line to a step of the login, with this prompt. */
void session_set_login_stage(struct session *s, enum login_stage login, const char *prompt);
/* Ends the search: the input line is for commands and prompts again. */
void session_end_search(struct session *s);

int64_t session_now_ms(void);

#endif
