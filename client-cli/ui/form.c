/* SPDX-License-Identifier: MIT */
/* The registration form: see form.h. */
#include "form.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/sbuf.h"

#include "client-cli/model/text.h"

const char *
form_label(unsigned field)
{
	static const char *const LABEL[FORM_FIELDS] = { "Name", "Password", "Password again" };

	return LABEL[field];
}

void
form_display_text(const char *text, unsigned field, char out[FORM_TEXT_MAX + 1])
{
	size_t n = text_copy(out, FORM_TEXT_MAX + 1, text);

	if (field != FORM_NAME)
		memset(out, '*', n);
}

/* Stores the error and clears the field, so that it must be typed again; for a password, also
 * clears its repetition.  Returns false. */
static bool
reject_field(struct form *f, enum form_field field, const char *why)
{
	f->at = field;
	sodium_memzero(f->text[field], sizeof(f->text[0]));
	if (field == FORM_PASSWORD)
		sodium_memzero(f->text[FORM_PASSWORD_AGAIN], sizeof(f->text[0]));
	(void)sbuf_copy(f->error, sizeof(f->error), why);
	return false;
}

bool
form_check(struct form *f)
{
	if (f->text[FORM_NAME][0] == '\0')
		return reject_field(f, FORM_NAME, "Please choose a name.");
	if (strchr(f->text[FORM_NAME], ' ') != NULL)
		return reject_field(f, FORM_NAME, "Names cannot contain spaces.");
	if (f->text[FORM_PASSWORD][0] == '\0')
		return reject_field(f, FORM_PASSWORD, "Please choose a password.");
	if (strcmp(f->text[FORM_PASSWORD], f->text[FORM_PASSWORD_AGAIN]) != 0)
		return reject_field(f, FORM_PASSWORD, "The passwords do not match.");
	f->error[0] = '\0';
	f->password_sent = false;
	return true;
}

void
form_line_arrived(struct form *f, const char *line)
{
	if (line[0] != '\0')
		(void)text_copy(f->last_server_line, sizeof(f->last_server_line), line);
}

/* Returns the last line from the server without "** ". */
static const char *
refusal_reason(const struct form *f)
{
	return f->last_server_line + (strncmp(f->last_server_line, "** ", 3) == 0 ? 3 : 0);
}

/* Marks the field as refused; the reason is the server's last line. */
static const char *
refuse_field(struct form *f, enum form_field field)
{
	(void)reject_field(f, field, refusal_reason(f));
	return NULL;
}

const char *
form_answer_prompt(struct form *f, bool secret, char out[FORM_TEXT_MAX + 8])
{
	bool same = strcmp(f->name_sent, f->text[FORM_NAME]) == 0;

	if (secret && !same) { /* an empty password makes the server ask for another name */
		f->name_sent[0] = '\0';
		out[0] = '\0';
	} else if (secret && f->password_sent && f->last_server_line[0] != '\0') {
		return refuse_field(f, FORM_PASSWORD);
	} else if (secret) {
		f->password_sent = true;
		(void)sbuf_copy(out, FORM_TEXT_MAX + 8, f->text[FORM_PASSWORD]);
	} else if (f->language != NULL) {
		(void)snprintf(out, FORM_TEXT_MAX + 8, "language %s", f->language);
		f->language = NULL;
	} else if (same) { /* the server has already received this name */
		f->name_sent[0] = '\0';
		return refuse_field(f, f->password_sent ? FORM_PASSWORD : FORM_NAME);
	} else {
		(void)sbuf_copy(f->name_sent, sizeof(f->name_sent), f->text[FORM_NAME]);
		(void)snprintf(out, FORM_TEXT_MAX + 8, "name %s", f->name_sent);
	}
	f->last_server_line[0] = '\0';
	return out;
}

void
form_refused(struct form *f)
{
	const char *why =
	    f->last_server_line[0] != '\0'
		? refusal_reason(f)
		: "The server is not accepting registrations now. Try again later.";

	(void)sbuf_copy(f->error, sizeof(f->error), why);
	f->last_server_line[0] = f->name_sent[0] = '\0';
	f->guest_requested = false;
}

void
form_wipe(struct form *f)
{
	sodium_memzero(f, sizeof(*f));
}
