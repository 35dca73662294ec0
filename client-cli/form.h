/* SPDX-License-Identifier: MIT */
/* The form of the registration: a name, and a password twice.  The server asks for them at its
 * guest's prompt one after the other; the form answers, and keeps what the server refuses.
 * Pure. */
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
	FORM_AGAIN,
};

struct form {
	bool open;
	char text[FORM_FIELDS][FORM_TEXT_MAX + 1];
	unsigned at;                   /* the field that is typed */
	const char *language;          /* to send before the name, or NULL */
	bool begun;                    /* the server was asked for a guest's prompt */
	char error[160];               /* why it was refused; "" it was not */
	char named[FORM_TEXT_MAX + 1]; /* the name last sent to the server; "" none */
	char said[160];                /* its last line that was not empty */
	bool password_sent;
};

const char *form_label(unsigned field);

/* The text of a field as it is shown: stars for a password. */
void form_show(const char *text, unsigned field, char out[FORM_TEXT_MAX + 1]);

/* Returns true if the form can be sent.  If not, sets the error and moves to its field. */
MUST_USE bool form_is_whole(struct form *f);

/* A line of the server. */
void form_line(struct form *f, const char *line);

/* The server prompts; secret: for a password.  Returns what to answer, or NULL when it has
 * refused something. */
const char *form_prompted(struct form *f, bool secret, char out[FORM_TEXT_MAX + 8]);

/* The server asks for a name to log in with instead of opening its dialog: the next attempt
 * asks for the dialog again. */
void form_stopped(struct form *f);

/* Forgets all of it. */
void form_wipe(struct form *f);

#endif
