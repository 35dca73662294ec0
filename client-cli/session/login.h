/* SPDX-License-Identifier: MIT */
/* Logging in: name and password, the token of an earlier login, and what follows a
 * registration. */
#ifndef CLIENT_LOGIN_H
#define CLIENT_LOGIN_H

#include "session.h"

/* Handles the server's prompt for a name. */
void login_prompt_arrived(struct session *s);
/* Handles a line typed for a name, for a password or at the guest prompt.  Returns false in
 * other steps of the login. */
bool login_line_typed(struct session *s, const char *text);
/* Handles a finished registration: connects again as the new user. */
void login_registered(struct session *s);
/* Requests the recovery code after a registration.  The server shows it unasked at a terminal,
 * but a client program must request it. */
void login_ask_recovery_code(struct session *s);
/* Cancels the registration and asks for a name again. */
void session_cancel_registration(struct session *s);
/* Enters the guest prompt: text is passed both ways. */
void session_begin_guest(struct session *s);
void login_wipe_password(struct session *s);

#endif
