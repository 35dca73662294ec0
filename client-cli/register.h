/* SPDX-License-Identifier: MIT */
/* Registering by the form: what is typed goes into its fields, and the form answers the prompts
 * of the server. */
#ifndef CLIENT_REGISTER_H
#define CLIENT_REGISTER_H

#include "session.h"

void register_begin(struct session *s);
void register_end(struct session *s);

/* The line holds another field; what was typed is kept. */
void register_go(struct session *s, unsigned field);
/* Enter: the next field, or the form is sent. */
void register_typed(struct session *s, const char *text);
void register_submit(struct session *s);

/* The server prompts for something, after the form was sent. */
void register_prompted(struct session *s);

#endif
