/* SPDX-License-Identifier: MIT */
/* Notes on users: see notes.h. */
#include "notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/sbuf.h"

#include "config.h"
#include "client-cli/model/text.h"

static struct note *
find_note(const struct notes *n, const char *name)
{
	for (size_t i = 0; i < n->n; i++)
		if (strcasecmp(n->note[i].name, name) == 0)
			return &n->note[i];
	return NULL;
}

const char *
notes_find(const struct notes *n, const char *name)
{
	const struct note *x = find_note(n, name);

	return x != NULL ? x->text : NULL;
}

/* Appends an empty note.  Returns NULL if there are NOTES_MAX notes or memory runs out. */
static struct note *
append_note(struct notes *n)
{
	struct note *more;

	if (n->n == NOTES_MAX)
		return NULL;
	more = realloc(n->note, (n->n + 1) * sizeof(*more));
	if (more == NULL)
		return NULL;
	n->note = more;
	more[n->n] = (struct note){ .name = "" };
	return &more[n->n++];
}

void
notes_load(struct notes *n, const char *path)
{
	char line[sizeof(struct note) + 2];
	FILE *f;

	*n = (struct notes){ .note = NULL };
	(void)sbuf_copy(n->path, sizeof(n->path), path);
	f = fopen(path, "re");
	if (f == NULL)
		return;
	while (fgets(line, sizeof(line), f) != NULL) {
		char *text = strchr(line, ' ');
		struct note x = { .name = "" }, *to;

		line[strcspn(line, "\n")] = '\0';
		if (text == NULL)
			continue;
		*text++ = '\0';
		if (line[0] == '\0' || text[0] == '\0' || find_note(n, line) != NULL ||
		    text_copy(x.name, sizeof(x.name), line) != strlen(line) ||
		    strlen(text) > NOTE_BYTES_MAX || (to = append_note(n)) == NULL)
			continue;
		(void)text_copy(x.text, sizeof(x.text), text);
		*to = x;
	}
	(void)fclose(f);
}

void
notes_free(struct notes *n)
{
	free(n->note);
	*n = (struct notes){ .note = NULL };
}

static bool
save_notes(const struct notes *n)
{
	FILE *f = n->path[0] != '\0' ? config_open_replacement(n->path) : NULL;
	bool ok = f != NULL;

	for (size_t i = 0; ok && i < n->n; i++)
		ok = fprintf(f, "%s %s\n", n->note[i].name, n->note[i].text) > 0;
	return f != NULL && config_commit_replacement(f, n->path, ok);
}

bool
notes_set(struct notes *n, const char *name, const char *text, bool *kept_out)
{
	struct note x = { .name = "" }, *at = find_note(n, name);

	if (!sbuf_copy(x.name, sizeof(x.name), name) ||
	    !sbuf_copy(x.text, sizeof(x.text), text))
		return false;
	if (text[0] == '\0' && at != NULL) {
		memmove(at, at + 1, (size_t)(n->note + n->n - (at + 1)) * sizeof(*at));
		n->n--;
	} else if (text[0] != '\0') {
		if (at == NULL && (at = append_note(n)) == NULL)
			return false;
		*at = x;
	}
	*kept_out = save_notes(n);
	return true;
}
