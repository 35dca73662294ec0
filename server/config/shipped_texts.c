/* SPDX-License-Identifier: MIT */
/* Finds texts among the embedded files; linear in their number.  Prepares the operator's own
 * texts for output. */
#include "config/shipped_texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "embed.h"
#include "file/regular.h"
#include "proto/username.h"
#include "proto/words.h"

#define HELP_PREFIX "help/"
#define HELP_SUFFIX ".txt"
#define TOPIC_MAX 32u

/* Appends the topic of an embedded file if it is a help page in that language; otherwise
 * returns false.  English pages are in help/ itself, others in a folder named after the
 * language's code. */
static bool
help_topic_of(const struct embedded *e, enum language language, struct sbuf *out)
{
	char prefix[TOPIC_MAX];
	struct sbuf b;
	size_t n = strlen(e->name);
	size_t end = strlen(HELP_SUFFIX);

	SBUF_INIT(&b, prefix);
	sbuf_add(&b, HELP_PREFIX);
	if (language != LANG_EN)
		sbuf_addf(&b, "%s/", CATALOGUES[language].code);
	if (strncmp(e->name, prefix, b.len) != 0 || strchr(e->name + b.len, '/') != NULL)
		return false;
	if (n < b.len + end || strcmp(e->name + n - end, HELP_SUFFIX) != 0)
		return false;
	sbuf_addn(out, e->name + b.len, n - b.len - end);
	return true;
}

static const char *
help_page_in(const char *topic, enum language language)
{
	char name[TOPIC_MAX];
	struct sbuf b;

	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++) {
		SBUF_INIT(&b, name);
		if (help_topic_of(e, language, &b) && word_is(topic, name))
			return e->data;
	}
	return NULL;
}

const char *
shipped_help(const char *topic, enum language language)
{
	const char *page = help_page_in(topic, language);

	return page != NULL || language == LANG_EN ? page : help_page_in(topic, LANG_EN);
}

bool
shipped_topic_name(unsigned i, struct sbuf *name_out)
{
	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++) {
		char name[TOPIC_MAX];
		struct sbuf b;

		SBUF_INIT(&b, name);
		if (!help_topic_of(e, LANG_EN, &b) || i-- > 0)
			continue;
		sbuf_add(name_out, name);
		return true;
	}
	return false;
}

/* Returns a copy of text with @NAME@ replaced. */
static char *
insert_server_name(const char *text, const char *server_name)
{
	static const char mark[] = "@NAME@";
	const char *at, *hit;
	struct sbuf b;
	size_t size = strlen(text) + 1;
	char *copy;

	for (at = text; (hit = strstr(at, mark)) != NULL; at = hit + strlen(mark))
		size += strlen(server_name);
	copy = malloc(size);
	CHECK(copy != NULL);
	sbuf_init(&b, copy, size);
	for (at = text; (hit = strstr(at, mark)) != NULL; at = hit + strlen(mark)) {
		sbuf_addn(&b, at, (size_t)(hit - at));
		sbuf_add(&b, server_name);
	}
	sbuf_add(&b, at);
	CHECK(sbuf_ok(&b));
	return copy;
}

char *
shipped_text(const char *name, enum language language, const char *server_name)
{
	const struct embedded *e = EMBEDDED;
	char file[TOPIC_MAX];
	struct sbuf b;

	SBUF_INIT(&b, file);
	sbuf_add(&b, name);
	if (language != LANG_EN)
		sbuf_addf(&b, "_%s", CATALOGUES[language].code);
	sbuf_add(&b, ".txt");
	while (e->name != NULL && strcmp(e->name, file) != 0)
		e++;
	CHECK(e->name != NULL);
	return insert_server_name(e->data, server_name);
}

/* ---- the operator's files ---- */

/* How the operator's texts are prepared: the limit in bytes, and what is added around the text
 * and before each line. */
static const struct {
	size_t size_max;
	bool client_parsed; /* client programs parse the lines of this text */
	const char *header, *indent, *footer;
} OPERATOR_TEXT_LAYOUTS[PAGE_FILE_COUNT] = {
	[PAGE_BANNER] = { 2048, true, "\n", "", "\n" },
	[PAGE_MOTD] = { 4096, true, "", "", "" },
	[PAGE_HOUSERULES] = { 16384, false, "", "    ", "" }, /* follows msg_houserules_head */
};

#define FILE_LINE_MAX 200u /* bytes; wider than any screen, not too long for clients */

/* Returns whether client programs would misread the line: they take a number at its start for a
 * message number, and "login:" for the prompt. */
static bool
misleads_clients(const char *line)
{
	return (line[0] >= '0' && line[0] <= '9') || strncmp(line, "login:", 6) == 0;
}

/* Appends the lines of text.  Returns false and sets `error` if a line cannot be shown. */
static bool
add_lines(
    struct sbuf *out, enum page_file kind, const char *path, char *text, struct sbuf *error)
{
	unsigned no = 0, empty = 0;
	size_t begin = out->len;

	while (*text != '\0') {
		char *line = text;

		text += strcspn(text, "\n");
		if (*text != '\0')
			*text++ = '\0';
		no++;
		if (!text_make_safe(line)) {
			sbuf_addf(error, "%s:%u: not UTF-8", path, no);
			return false;
		}
		if (strlen(line) > FILE_LINE_MAX) {
			sbuf_addf(
			    error, "%s:%u: longer than %u bytes", path, no, FILE_LINE_MAX);
			return false;
		}
		if (OPERATOR_TEXT_LAYOUTS[kind].client_parsed && misleads_clients(line)) {
			sbuf_addf(error, "%s:%u: begins with a digit or 'login:'", path, no);
			return false;
		}
		if (line[0] == '\0') {
			empty++;
			continue;
		}
		for (; empty > 0; empty--)
			if (out->len > begin)
				sbuf_addc(out, '\n');
		sbuf_addf(out, "%s%s\n", OPERATOR_TEXT_LAYOUTS[kind].indent, line);
	}
	return true;
}

/* Returns the maximum size of add_lines' result. */
static size_t
lines_size_max(enum page_file kind, const char *text)
{
	size_t lines = 1;

	for (const char *p = text; *p != '\0'; p++)
		lines += *p == '\n';
	return strlen(OPERATOR_TEXT_LAYOUTS[kind].header) + strlen(text) +
	       lines * (strlen(OPERATOR_TEXT_LAYOUTS[kind].indent) + 1) +
	       strlen(OPERATOR_TEXT_LAYOUTS[kind].footer) + 1;
}

/* Returns the prepared text; NULL, with `error` set, on failure. */
static char *
format_operator_text(enum page_file kind, const char *path, char *text, struct sbuf *error)
{
	size_t size = lines_size_max(kind, text);
	char *made = malloc(size);
	struct sbuf b;

	CHECK(made != NULL);
	sbuf_init(&b, made, size);
	sbuf_add(&b, OPERATOR_TEXT_LAYOUTS[kind].header);
	if (!add_lines(&b, kind, path, text, error)) {
		free(made);
		return NULL;
	}
	sbuf_add(&b, OPERATOR_TEXT_LAYOUTS[kind].footer);
	CHECK(sbuf_ok(&b));
	return made;
}

char *
operator_text(enum page_file kind, const char *path, size_t most, const char *server_name,
    struct sbuf *error)
{
	char *file, *named, *made = NULL;
	size_t n;

	file = regular_read(path,
	    most < OPERATOR_TEXT_LAYOUTS[kind].size_max ? most
							: OPERATOR_TEXT_LAYOUTS[kind].size_max,
	    &n, error);
	if (file == NULL)
		return NULL;
	named = insert_server_name(file, server_name);
	if (strlen(file) < n)
		sbuf_addf(error, "%s: it contains a NUL byte", path);
	else
		made = format_operator_text(kind, path, named, error);
	free(named);
	free(file);
	return made;
}
