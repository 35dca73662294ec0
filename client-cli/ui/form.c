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
form_show(const char *text, unsigned field, char out[FORM_TEXT_MAX + 1])
{
	size_t n = text_copy(out, FORM_TEXT_MAX + 1, text);

	if (field != FORM_NAME)
		memset(out, '*', n);
}

/* Stores the error and clears the field, so that it must be typed again; for a password, also
 * clears its repetition.  Returns false. */
static bool
is_wrong(struct form *f, enum form_field field, const char *why)
{
	f->at = field;
	sodium_memzero(f->text[field], sizeof(f->text[0]));
	if (field == FORM_PASSWORD)
		sodium_memzero(f->text[FORM_AGAIN], sizeof(f->text[0]));
	(void)sbuf_copy(f->error, sizeof(f->error), why);
	return false;
}

bool
form_is_whole(struct form *f)
{
	if (f->text[FORM_NAME][0] == '\0')
		return is_wrong(f, FORM_NAME, "Please choose a name.");
	if (strchr(f->text[FORM_NAME], ' ') != NULL)
		return is_wrong(f, FORM_NAME, "Names cannot contain spaces.");
	if (f->text[FORM_PASSWORD][0] == '\0')
		return is_wrong(f, FORM_PASSWORD, "Please choose a password.");
	if (strcmp(f->text[FORM_PASSWORD], f->text[FORM_AGAIN]) != 0)
		return is_wrong(f, FORM_PASSWORD, "The passwords do not match.");
	f->error[0] = '\0';
	f->password_sent = false;
	return true;
}

void
form_server_line(struct form *f, const char *line)
{
	if (line[0] != '\0')
		(void)text_copy(f->said, sizeof(f->said), line);
}

/* Returns the last line from the server without "** ". */
static const char *
reason(const struct form *f)
{
	return f->said + (strncmp(f->said, "** ", 3) == 0 ? 3 : 0);
}

/* Marks the field as refused; the reason is the server's last line. */
static const char *
refuse_field(struct form *f, enum form_field field)
{
	(void)is_wrong(f, field, reason(f));
	return NULL;
}

const char *
form_prompted(struct form *f, bool secret, char out[FORM_TEXT_MAX + 8])
{
	bool same = strcmp(f->named, f->text[FORM_NAME]) == 0;

	if (secret && !same) { /* an empty password makes the server ask for another name */
		f->named[0] = '\0';
		out[0] = '\0';
	} else if (secret && f->password_sent && f->said[0] != '\0') {
		return refuse_field(f, FORM_PASSWORD);
	} else if (secret) {
		f->password_sent = true;
		(void)sbuf_copy(out, FORM_TEXT_MAX + 8, f->text[FORM_PASSWORD]);
	} else if (f->language != NULL) {
		(void)snprintf(out, FORM_TEXT_MAX + 8, "language %s", f->language);
		f->language = NULL;
	} else if (same) { /* the server has already received this name */
		f->named[0] = '\0';
		return refuse_field(f, f->password_sent ? FORM_PASSWORD : FORM_NAME);
	} else {
		(void)sbuf_copy(f->named, sizeof(f->named), f->text[FORM_NAME]);
		(void)snprintf(out, FORM_TEXT_MAX + 8, "name %s", f->named);
	}
	f->said[0] = '\0';
	return out;
}

void
form_stopped(struct form *f)
{
	const char *why =
	    f->said[0] != '\0'
		? reason(f)
		: "The server is not accepting registrations now. Try again later.";

	(void)sbuf_copy(f->error, sizeof(f->error), why);
	f->said[0] = f->named[0] = '\0';
	f->begun = false;
}

void
form_wipe(struct form *f)
{
	sodium_memzero(f, sizeof(*f));
}
