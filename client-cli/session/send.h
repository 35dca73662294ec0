/* SPDX-License-Identifier: MIT */
/* Sends commands to the server as if the user had typed them, and records which answers to
 * expect. */
#ifndef CLIENT_SEND_H
#define CLIENT_SEND_H

#include "session.h"

/* Sends a command. */
void session_send_command(struct session *s, const char *text);
/* Sends the play that was entered, or reports that it is incomplete. */
void session_send_play(struct session *s);
/* Saves a match from the server: "NUMBER [FORM [FILE]]". */
void session_save_match(struct session *s, const char *words);
/* Leaves the server.  A user who is playing must ask twice. */
void session_quit(struct session *s);

#endif
