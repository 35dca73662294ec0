/* SPDX-License-Identifier: MIT */
/* Notes and aliases: see notes_aliases.h. */
#include "notes_aliases.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"

#include "client-cli/model/commands.h"
#include "client-cli/model/texts.h"

#include "connect.h"

void
session_log_note(struct session *s, const char *name)
{
	const char *text = notes_find(&s->notes, name);
	char line[NOTE_BYTES_MAX + 64];
	struct sbuf b;

	if (text == NULL)
		return;
	SBUF_INIT(&b, line);
	texts_addf(&b, s->model.queries.language, "Your note on %s: %s", name, text);
	session_log(s, line);
}

void
session_show_note(struct session *s, const char *name)
{
	const char *text = notes_find(&s->notes, name);

	if (text != NULL)
		(void)text_copy(s->view.notice, sizeof(s->view.notice), text);
}

const char *
session_alias_text(const struct session *s, const char *word)
{
	const char *text = notes_find(&s->aliases, word);

	for (unsigned i = 0; text == NULL && i < s->config->n_aliases; i++)
		if (strcmp(s->config->aliases[i].name, word) == 0)
			text = s->config->aliases[i].text;
	return text;
}

static void
log_alias(struct session *s, const char *name)
{
	const char *text = session_alias_text(s, name);
	char line[sizeof(s->config->aliases[0].text) + 64];
	struct sbuf b;

	SBUF_INIT(&b, line);
	if (text != NULL)
		texts_addf(&b, s->model.queries.language, "%s stands for: %s", name, text);
	session_log(
	    s, text != NULL ? line : "There is no such alias. /alias NAME TEXT creates one.");
}

static void
log_aliases(struct session *s)
{
	for (size_t i = 0; i < s->aliases.n; i++)
		log_alias(s, s->aliases.note[i].name);
	for (unsigned i = 0; i < s->config->n_aliases; i++)
		if (notes_find(&s->aliases, s->config->aliases[i].name) == NULL)
			log_alias(s, s->config->aliases[i].name);
	if (s->aliases.n + s->config->n_aliases == 0)
		session_log(s, "You have no aliases. /alias NAME TEXT creates one.");
}

static void
log_notes(struct session *s)
{
	for (size_t i = 0; i < s->notes.n; i++)
		session_log_note(s, s->notes.note[i].name);
	if (s->notes.n == 0)
		session_log(s, "You have no notes. /note NAME TEXT adds one.");
}

static void
log_note_or_none(struct session *s, const char *name)
{
	session_log_note(s, name);
	if (notes_find(&s->notes, name) == NULL)
		session_log(s, "You have no note on that name. /note NAME TEXT adds one.");
}

/* Handles [NAME [TEXT]] for notes and aliases; the text "-" removes the note or alias. */
static void
edit_notes(struct session *s, struct notes *kept, const char *rest,
    void (*say_all)(struct session *), void (*say_one)(struct session *, const char *))
{
	char name[NAME_MAX_LETTERS + 1];
	size_t n = strcspn(rest, " ");
	const char *text = rest + n + strspn(rest + n, " ");
	bool removes = strcmp(text, "-") == 0, of_words = kept == &s->aliases;
	bool in_file = false;

	(void)snprintf(name, sizeof(name), "%.*s", n < sizeof(name) ? (int)n : 0, rest);
	if (rest[0] == '\0')
		say_all(s);
	else if (name[0] == '\0')
		session_log(s, "Names have at most 20 letters.");
	else if (text[0] == '\0')
		say_one(s, name);
	else if (of_words && command_is_local(name))
		session_log(s, "An alias cannot begin with / or !!.");
	else if (of_words && command_has_secret(text))
		session_log(s, "Lines that contain a password are not stored.");
	else if (removes && notes_find(kept, name) == NULL && of_words &&
		 session_alias_text(s, name) != NULL)
		session_log(s, "That alias is set in the configuration file.");
	else if (removes && notes_find(kept, name) == NULL)
		say_one(s, name);
	else if (!notes_set(kept, name, removes ? "" : text, &in_file))
		session_log(
		    s, "The text is longer than 200 characters, or 2000 are stored already.");
	else if (!in_file)
		session_log(s, "Noted until you quit; the file cannot be written.");
	else if (of_words)
		say_one(s, name);
	else
		session_log(s, "Noted.");
}

void
notes_typed(struct session *s, const char *words)
{
	edit_notes(s, &s->notes, words, log_notes, log_note_or_none);
}

void
aliases_typed(struct session *s, const char *words)
{
	edit_notes(s, &s->aliases, words, log_aliases, log_alias);
}
