/* SPDX-License-Identifier: MIT */
/* Registration with the form: typed text goes into its fields, and the form answers the prompts
 * of the server. */
#ifndef CLIENT_REGISTER_H
#define CLIENT_REGISTER_H

#include "client-cli/ui/screen.h"
#include "session.h"

void register_begin(struct session *s);
void register_end(struct session *s);

/* Stores the text of the current field and moves to another field. */
void register_go_to_field(struct session *s, unsigned field);
/* Handles Enter: moves to the next field, or submits the form. */
void register_typed(struct session *s, const char *text);
void register_submit(struct session *s);
/* Handles the keys that move between the fields, and Esc, which closes the form.  Returns false
 * for other keys. */
bool register_press(struct session *s, const struct press *p);

/* Handles a prompt from the server after the form was submitted. */
void register_prompt_arrived(struct session *s);

#endif
