/* SPDX-License-Identifier: MIT */
/* The registration form: a name, and a password twice.  The server asks for them one after the
 * other at its guest prompt; the form answers and keeps the server's refusals.  Pure. */
#ifndef CLIENT_FORM_H
#define CLIENT_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

#define FORM_FIELDS 3u
#define FORM_TEXT_MAX 200u

enum form_field {
	FORM_NAME,
	FORM_PASSWORD,
	FORM_PASSWORD_AGAIN,
};

struct form {
	bool open;
	char text[FORM_FIELDS][FORM_TEXT_MAX + 1];
	unsigned at;                       /* the field being edited */
	const char *language;              /* to be sent before the name, or NULL */
	bool guest_requested;              /* the server was asked for the guest prompt */
	char error[160];                   /* why the form was refused; "" if it was not */
	char name_sent[FORM_TEXT_MAX + 1]; /* the name last sent to the server; "" if none */
	char last_server_line[160];        /* the server's last non-empty line */
	bool password_sent;
};

const char *form_label(unsigned field);

/* Writes the text of a field as it is shown: asterisks for a password. */
void form_display_text(const char *text, unsigned field, char out[FORM_TEXT_MAX + 1]);

/* Returns true if the form can be sent.  If not, sets the error and moves to its field. */
MUST_USE bool form_check(struct form *f);

/* Stores a line from the server as the possible reason for a refusal. */
void form_line_arrived(struct form *f, const char *line);

/* Handles a prompt from the server; secret: the prompt asks for a password.  Returns the
 * answer, or NULL if the server has refused something. */
const char *form_answer_prompt(struct form *f, bool secret, char out[FORM_TEXT_MAX + 8]);

/* Handles a prompt for a login name, which means that the server has ended its dialog.  The
 * next attempt requests the dialog again. */
void form_refused(struct form *f);

void form_wipe(struct form *f);

#endif
